"""The table of a game of a tournament: who sits where by what the log says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from citadels_engine.contest.values import Fixture
from citadels_workers.fixtures import is_whole, level_at, outside_of, outsiders, seat_of_entrant, thinks, unit_of

ANN, BEA = "acct_ann", "acct_bea"


def entrant(kind: str, name: str, level: str | None = None, owner: str | None = None) -> Any:
    return SimpleNamespace(kind=kind, name=name, level=level, owner=owner)


def event(gone: dict[int, str] | None = None, **withdrawn: str) -> Any:
    """A tournament of two people, a bot of somebody and two bots of the house."""
    entrants = {
        ANN: entrant("bot", "Ann", owner=BEA),
        BEA: entrant("bot", "Bea"),
        "greedy#2": entrant("house", "Greedy the second", "greedy"),
        "planner": entrant("house", "planner", "planner"),
        "old": entrant("house", "old"),
    }
    return SimpleNamespace(
        entrants=entrants,
        withdrawn=withdrawn,
        settings=SimpleNamespace(filler="random"),
        substitutes=lambda _: dict(gone or {}),
    )


def game(*seats: str) -> Fixture:
    return Fixture(round=3, table=2, deal=1, turn=0, seats=seats)


FILLED = game(ANN, "greedy#2", "fill:planner:1", BEA)


@pytest.mark.parametrize(
    ("gone", "levels"),
    [
        ({}, [None, "greedy", "planner", None]),
        ({0: "house"}, ["random", "greedy", "planner", None]),
        ({0: "absent", 1: "house"}, [None, "random", "planner", None]),
        ({1: "absent", 2: "absent"}, [None, None, None, None]),
    ],
)
def test_a_seat_is_played_by_a_bot_of_the_house_where_the_log_says_so(
    gone: dict[int, str], levels: list[str | None]
) -> None:
    assert [level_at(event(gone), FILLED, seat) for seat in range(4)] == levels


def test_a_bot_of_the_house_without_a_level_is_greedy_and_one_that_searches_thinks() -> None:
    assert level_at(event(), game("old", ANN), 0) == "greedy"
    assert thinks(event(), FILLED)
    assert thinks(event(), game("planner", ANN))
    assert not thinks(event(), game("greedy#2", ANN))
    assert not thinks(event({0: "absent"}), game("planner", ANN))


def test_whoever_is_no_bot_of_the_house_has_to_come_unless_he_is_gone() -> None:
    assert outsiders(event(), FILLED) == [ANN, BEA]
    assert outsiders(event({3: "absent"}), FILLED) == [ANN]
    assert [is_whole(event(gone), FILLED) for gone in ({}, {0: "house"}, {0: "house", 3: "absent"})] == [
        False,
        False,
        True,
    ]
    assert outside_of(event()) == {ANN, BEA}
    assert outside_of(event(acct_ann="x")) == {BEA}


def test_what_is_dealt_from_one_seed_begins_together() -> None:
    assert unit_of(FILLED) == "3.2.1"


def test_a_seat_is_kept_taken_by_a_bot_or_left_by_who_does_not_come() -> None:
    kept = seat_of_entrant(event(), FILLED, 0)
    assert (kept.kind, kept.reserved, kept.player, kept.left) == ("reserved", ANN, None, None)
    own = seat_of_entrant(event(), FILLED, 1)
    assert own.player is not None
    assert (own.kind, own.player.name, own.player.level) == ("ai", "Greedy the second", "greedy")
    filler = seat_of_entrant(event(), FILLED, 2)
    assert filler.player is not None
    assert (filler.kind, filler.player.name, filler.player.level) == ("ai", "planner", "planner")
    instead = seat_of_entrant(event({0: "house"}), FILLED, 0)
    assert instead.player is not None
    assert (instead.kind, instead.player.name, instead.player.level) == ("ai", "random", "random")
    absent = seat_of_entrant(event({0: "absent"}), FILLED, 0)
    assert absent.player is not None
    assert (absent.kind, absent.left, absent.reserved) == ("bot", "forfeited", None)
    assert (absent.player.account, absent.player.name, absent.player.owner) == (ANN, "Ann", BEA)
