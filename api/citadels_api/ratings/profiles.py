"""Profiles: what the rated games of an account come to, by seat and by character.

1. The ladder counts each rated game once (`citadels_workers.rating_fold`), by edition and number of seats; whoever asks adds up what he wants.
2. A character counts for a game in which it was picked at least once: games are independent of each other, the rounds of one are not.
3. The characters of a game whose deal is still played at another table are held back, there and here, until it no longer is.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from citadels_contest.stats.intervals import wilson

from citadels_api.ratings.contract import CharacterProfile, ProfileAnswer, SeatProfile
from citadels_api.ratings.service import known_player
from citadels_api.ratings.stored import CharacterCount, Counts, HeldPicks, ProfileDoc, SeatCount, profile_key
from citadels_api.tables.transaction import opened_table, unsealed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_api.context import House, Principal


HELD: Final = 50
"""Of how many games at most picks are held back; those of older ones are let go."""
DOCUMENTS: Final = msgspec.msgpack.Decoder(ProfileDoc)


def count(counts: Counts, seat: int, place: int) -> None:
    """Count a game."""
    won = place == 1
    counts.games += 1
    counts.wins += won
    counts.places += place
    of_seat = counts.seats.setdefault(seat, SeatCount())
    of_seat.games += 1
    of_seat.wins += won


def count_picks(counts: Counts, picks: Iterable[str], won: bool) -> None:
    """Count the characters of a game.

    >>> counts = Counts()
    >>> count_picks(counts, ["king", "thief", "king"], True)
    >>> counts.characters["king"]
    CharacterCount(picks=2, games=1, wins=1)
    """
    seen: set[str] = set()
    for character in picks:
        of_character = counts.characters.setdefault(character, CharacterCount())
        of_character.picks += 1
        if character not in seen:
            seen.add(character)
            of_character.games += 1
            of_character.wins += won


async def released(house: House, held: list[HeldPicks]) -> list[HeldPicks]:
    """Those whose deal is no longer played anywhere."""

    async def is_open(one: HeldPicks) -> bool:
        snapshot = await house.store.load(one.table, seed=True)
        return snapshot is None or not (await unsealed(house, opened_table(snapshot))).sealed

    found = await asyncio.gather(*[is_open(one) for one in held])
    return [one for one, free in zip(held, found, strict=True) if free]


async def profile(
    house: House,
    who: Principal | None,  # noqa: ARG001 - whoever asks
    account: str,
    *,
    edition: str | None = None,
    seats: int | None = None,
) -> ProfileAnswer:
    """What the rated games of an account come to, of an edition or with so many seats, or all of them."""
    player, raw = await asyncio.gather(known_player(house, account), house.store.get(profile_key(account)))
    doc = ProfileDoc() if raw is None else DOCUMENTS.decode(raw)
    for one in await released(house, doc.held):
        count_picks(doc.ladders.setdefault(one.ladder, Counts()), one.picks, one.won)
    total = Counts()
    for ladder, counts in doc.ladders.items():
        which, _, many = ladder.partition("/")
        if edition in (None, which) and seats in (None, int(many)):
            add(total, counts)
    wins = wilson(total.wins, total.games)
    return ProfileAnswer(
        player=player,
        games=total.games,
        wins=total.wins,
        low=round(wins.low, 6),
        high=round(wins.high, 6),
        mean_place=round(total.places / total.games, 6) if total.games else None,
        seats=[told_seat(seat, one) for seat, one in sorted(total.seats.items())],
        characters=[told_character(name, one) for name, one in sorted(total.characters.items())],
    )


def add(total: Counts, counts: Counts) -> None:
    """Add what was counted of some games to what was counted of others."""
    total.games += counts.games
    total.wins += counts.wins
    total.places += counts.places
    for seat, of_seat in counts.seats.items():
        into = total.seats.setdefault(seat, SeatCount())
        into.games += of_seat.games
        into.wins += of_seat.wins
    for name, of_character in counts.characters.items():
        known = total.characters.setdefault(name, CharacterCount())
        known.picks += of_character.picks
        known.games += of_character.games
        known.wins += of_character.wins


def told_seat(seat: int, counted: SeatCount) -> SeatProfile:
    """The games from one seat."""
    share = wilson(counted.wins, counted.games)
    return SeatProfile(seat, counted.games, counted.wins, round(share.low, 6), round(share.high, 6))


def told_character(name: str, counted: CharacterCount) -> CharacterProfile:
    """The games with one character."""
    share = wilson(counted.wins, counted.games)
    return CharacterProfile(name, counted.picks, counted.games, counted.wins, round(share.low, 6), round(share.high, 6))
