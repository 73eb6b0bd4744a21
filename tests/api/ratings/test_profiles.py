"""What somebody's rated games come to: counts of several ladders put together, held picks told when they are free."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from citadels_api.ratings import profiles
from citadels_api.ratings.profiles import add, count, count_picks, profile
from citadels_api.ratings.stored import CharacterCount, Counts, HeldPicks, ProfileDoc, SeatCount, profile_key

from tests.support.houses import make_house


def counts(games: int, wins: int, places: int, seat: int, character: str) -> Counts:
    """Counts in which every number is another one."""
    return Counts(
        games=games,
        wins=wins,
        places=places,
        seats={seat: SeatCount(games=games + 100, wins=wins + 100)},
        characters={character: CharacterCount(picks=games + 200, games=games + 300, wins=wins + 300)},
    )


def test_counts_are_added_number_by_number() -> None:
    total = Counts()
    for one in (counts(5, 2, 11, 0, "king"), counts(7, 3, 19, 0, "king"), counts(1, 1, 1, 2, "thief")):
        add(total, one)
    assert (total.games, total.wins, total.places) == (13, 6, 31)
    assert {seat: (one.games, one.wins) for seat, one in total.seats.items()} == {0: (212, 205), 2: (101, 101)}
    assert {name: (one.picks, one.games, one.wins) for name, one in total.characters.items()} == {
        "king": (412, 612, 605),
        "thief": (201, 301, 301),
    }


def test_a_game_counts_for_its_seat_and_its_place() -> None:
    total = Counts()
    count(total, 1, 1)
    count(total, 1, 3)
    count(total, 0, 2)
    assert (total.games, total.wins, total.places) == (3, 1, 6)
    assert {seat: (one.games, one.wins) for seat, one in total.seats.items()} == {1: (2, 1), 0: (1, 0)}


def test_a_character_counts_each_pick_and_its_game_once() -> None:
    total = Counts()
    count_picks(total, ["king", "king", "thief"], True)
    count_picks(total, ["king"], False)
    assert {name: (one.picks, one.games, one.wins) for name, one in total.characters.items()} == {
        "king": (3, 2, 1),
        "thief": (1, 1, 1),
    }


@pytest.mark.parametrize(
    ("which", "games"),
    [
        ({}, 13),
        ({"edition": "modern"}, 12),
        ({"edition": "classic"}, 1),
        ({"seats": 4}, 6),
        ({"edition": "modern", "seats": 2}, 7),
        ({"edition": "classic", "seats": 2}, 0),
    ],
)
def test_a_profile_is_of_the_games_that_are_asked_for(
    which: dict[str, Any], games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        doc = ProfileDoc(
            number=1,
            ladders={
                "modern/4": counts(5, 2, 11, 0, "king"),
                "modern/2": counts(7, 3, 19, 0, "king"),
                "classic/4": counts(1, 1, 1, 2, "thief"),
            },
        )
        await house.store.put(profile_key("acct_ann"), msgspec.msgpack.encode(doc))

        async def known(_house: Any, account: str) -> Any:
            return account

        monkeypatch.setattr(profiles, "known_player", known)
        found = await profile(house, None, "acct_ann", **which)
        assert (found.games, len(found.seats) > 0, len(found.characters) > 0) == (games, games > 0, games > 0)
        assert (found.mean_place is None) == (games == 0)
        if not which:
            assert (found.wins, found.mean_place) == (6, round(31 / 13, 6))
            assert (found.low, found.high) == (0.232058, 0.708566)
            assert [(one.seat, one.games, one.wins) for one in found.seats] == [(0, 212, 205), (2, 101, 101)]

    asyncio.run(scenario())


@pytest.mark.parametrize("free", [True, False])
def test_picks_that_are_held_back_are_told_once_their_deal_is_free(free: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        doc = ProfileDoc(number=1, held=[HeldPicks(table="game_a", ladder="modern/4", won=True, picks=["king"])])
        await house.store.put(profile_key("acct_ann"), msgspec.msgpack.encode(doc))

        async def known(_house: Any, account: str) -> Any:
            return account

        async def released(_house: Any, held: list[HeldPicks]) -> list[HeldPicks]:
            return held if free else []

        monkeypatch.setattr(profiles, "known_player", known)
        monkeypatch.setattr(profiles, "released", released)
        found = await profile(house, None, "acct_ann")
        assert [(one.character, one.picks, one.wins) for one in found.characters] == ([("king", 1, 1)] if free else [])

    asyncio.run(scenario())


def test_somebody_without_games_has_an_empty_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()

        async def known(_house: Any, account: str) -> Any:
            return account

        monkeypatch.setattr(profiles, "known_player", known)
        found = await profile(house, None, "acct_ann")
        assert (found.games, found.wins, found.low, found.high, found.mean_place) == (0, 0, 0.0, 1.0, None)

    asyncio.run(scenario())
