"""What the seat does, and what the characters do.

1. A seat's points are trusted as far as the deals agree. Whether seats are equal at all is Hotelling's test of the mean points of the seats,
   deal by deal: with the rotation everybody sits everywhere, so the strength of the entrants cancels.
2. A character's wins are those of whoever played it, each pick counted. Strong bots and strong characters are not told apart by that.

>>> from citadels_contest.stats.game_results import by_round, by_wins, scored
>>> from citadels_contest.types import Fixture, Result
>>> def played(deal, turn):
...     seats = ("ann", "bea") if turn == 0 else ("bea", "ann")
...     places = (1, 2) if (deal + turn) % 3 else (2, 1)
...     return Result(Fixture(1, 0, deal, turn, seats), places, (0, 0), picks=(("king",), ("thief", "king")))
>>> games = scored([played(deal, turn) for deal in range(12) for turn in (0, 1)], by_wins, by_round)
>>> found = seat_effect(games, 2, 2)
>>> [(one.seat, one.games, one.wins) for one in found.seats], round(found.chance or 0, 3)
([(0, 24, 16.0), (1, 24, 8.0)], 0.039)
>>> [(one.character, one.picks, round(one.wins, 3)) for one in character_rates(games)]
[('king', 48, 0.5), ('thief', 24, 0.333)]
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_contest.stats.cholesky import factor, solved, zeros
from citadels_contest.stats.cluster_mean import Sums
from citadels_contest.stats.distributions import f_above
from citadels_contest.stats.game_results import tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.stats.game_results import Game

__all__ = ["CharacterRate", "Seat", "SeatEffect", "character_rates", "seat_effect"]

NOTHING: Final = 1e-12


class Seat(NamedTuple):
    """What a seat brought to whoever sat there."""

    seat: int
    games: int
    wins: float
    """Games won from there, a shared victory in parts."""
    points: float
    """The mean points of a game."""
    low: float | None
    high: float | None
    """Between what `points` lies; None where there are too few deals to tell."""


class SeatEffect(NamedTuple):
    """All seats of the full tables."""

    seats: tuple[Seat, ...]
    chance: float | None
    """How often seats that are equal would look at least so unequal; None where there are too few deals to tell."""
    deals: int


class CharacterRate(NamedTuple):
    """How often a character was played, and how often whoever played it won."""

    character: str
    picks: int
    share: float
    """Of all picks."""
    wins: float
    """How often whoever played it won the game, each pick counted; a shared victory in parts."""
    low: float
    high: float
    """Between what `wins` lies; everything from 0 to 1 where there are too few deals to tell."""


def seat_effect(games: Sequence[Game], seats: int, turns: int) -> SeatEffect:
    """What each seat brought at tables of so many, in tables that are whole."""
    sums = [Sums() for _ in range(seats)]
    wins = [0.0] * seats
    deals: list[list[float]] = []
    for tables in tables_of(games, turns):
        size = 0
        parts = [0.0] * seats
        for table in tables:
            if len(table.members) != seats:
                continue
            for game in table.games:
                size += 1
                for seat in range(seats):
                    parts[seat] += game.points[seat]
                    wins[seat] += game.wins[seat]
        if size:
            for seat in range(seats):
                sums[seat].add(size, parts[seat])
            deals.append([part / size for part in parts])
    rows: list[Seat] = []
    if not deals:
        return SeatEffect((), None, 0)
    for seat in range(seats):
        bounds = sums[seat].interval(0.0, 1.0)
        low, high = (None, None) if bounds is None else bounds
        rows.append(Seat(seat, sums[seat].size, wins[seat], sums[seat].mean, low, high))
    return SeatEffect(tuple(rows), hotelling(deals), len(deals))


def hotelling(deals: list[list[float]]) -> float | None:
    """How often means that are all equal would look at least so unequal, in so many deals; None where that cannot be told."""
    count = len(deals)
    wide = len(deals[0]) - 1
    if count < wide + 2:
        return None
    # a seat's points beyond the mean of its deal; that of the last seat follows from the others
    off: list[list[float]] = []
    for deal in deals:
        middle = fsum(deal) / len(deal)
        off.append([deal[seat] - middle for seat in range(wide)])
    means = [fsum([row[seat] for row in off]) / count for seat in range(wide)]
    spread = zeros(wide)
    for row in off:
        for one in range(wide):
            for other in range(wide):
                spread[one][other] += (row[one] - means[one]) * (row[other] - means[other]) / (count - 1)
    for one in range(wide):
        spread[one][one] += NOTHING
    step = solved(factor(spread), means)
    square = count * fsum([mean * one for mean, one in zip(means, step, strict=True)])
    return f_above(square * (count - wide) / (wide * (count - 1)), wide, count - wide)


def character_rates(games: Sequence[Game]) -> list[CharacterRate]:
    """All characters that were played, the most played first."""
    deals: dict[str, dict[str, tuple[int, float]]] = {}
    whole = 0
    for game in games:
        held = deals.setdefault(game.deal, {})
        for seat, picks in enumerate(game.picks):
            for character in picks:
                size, won = held.get(character, (0, 0.0))
                held[character] = (size + 1, won + game.wins[seat])
                whole += 1
    sums: dict[str, Sums] = {}
    for held in deals.values():
        for character, (size, won) in held.items():
            found = sums.get(character)
            if found is None:
                found = sums[character] = Sums()
            found.add(size, won)
    rates: list[CharacterRate] = []
    for character in sorted(sums):
        found = sums[character]
        low, high = found.interval(0.0, 1.0) or (0.0, 1.0)
        rates.append(CharacterRate(character, found.size, found.size / whole, found.mean, low, high))
    rates.sort(key=lambda one: (-one.picks, one.character))
    return rates
