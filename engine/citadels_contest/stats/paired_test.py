"""Who is better than whom, from deals that both have played.

1. Two entrants are compared where they sat at one table; and where one sat in the place of the other, at two tables of one deal with the same
   others. So the same opponents and the same cards stand on both sides.
2. Where a deal has several turns, only whole tables count: there everybody has sat at each seat equally often.
3. What is trusted is counted in deals (`grouped`).
4. `share` is how sure it is that the first one is better: over 97.5 % exactly where the whole interval says so.

>>> from citadels_contest.stats.game_results import by_round, by_wins, scored
>>> from citadels_contest.types import Fixture, Result
>>> seats = (("ann", "bea"), ("bea", "ann"))
>>> first = [Result(Fixture(1, 0, deal, turn, seats[turn]), (1 + turn, 2 - turn), (9, 8)) for deal in range(5) for turn in (0, 1)]
>>> found = better(scored(first, by_wins, by_round), ("ann", "bea"), 2)["ann", "bea"]
>>> found.gap, found.deals, found.games, round(found.share or 0, 3)
(1.0, 5, 10, 0.983)
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from citadels_contest.stats.cluster_mean import Sums
from citadels_contest.stats.game_results import tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.stats.game_results import Game, Table

__all__ = ["Better", "Gain", "better", "differences", "gain"]


class Better(NamedTuple):
    """What deals say about one entrant against another."""

    share: float | None
    """How sure it is that the first one is better, from 0 to 1; None where there are too few deals to tell."""
    gap: float
    """By how many points a game the first one is ahead."""
    low: float | None
    high: float | None
    """Between what `gap` lies; None where there are too few deals to tell."""
    deals: int
    games: int
    """How many games, or pairs of games of two tables, were compared."""


class Gain(NamedTuple):
    """How much the same deals from every seat help: the standard errors of the difference of two entrants' mean points."""

    paired: float
    unpaired: float
    """What it would be in as many games, each of a deal of its own, with seats by lot."""
    deals: int
    games: int


def better(games: Sequence[Game], ids: Sequence[str], turns: int) -> dict[tuple[str, str], Better]:
    """Each of these against each other one of whom something is known: the key says who against whom."""
    index = {name: at for at, name in enumerate(ids)}
    count = len(ids)
    sums: dict[int, Sums] = {}
    for tables in tables_of(games, turns):
        sizes: dict[int, int] = {}
        parts: dict[int, float] = {}
        twins: dict[tuple[int, tuple[str, ...]], list[tuple[int, float]]] = {}
        """By the number of games and the others at the table: who sat there with them, and got how much."""
        for table in tables:
            totals = totals_of(table)
            here = [(index[name], totals[name]) for name in table.members if name in index]
            compare(here, count, len(table.games), sizes, parts)
            if len(tables) > 1:
                for name in table.members:
                    if name in index:
                        rest = tuple([one for one in table.members if one != name])
                        twins.setdefault((len(table.games), rest), []).append((index[name], totals[name]))
        for (size, _), alike in twins.items():
            if len(alike) > 1:
                compare(alike, count, size, sizes, parts)
        for key, size in sizes.items():
            held = sums.get(key)
            if held is None:
                held = sums[key] = Sums()
            held.add(size, parts[key])
    found: dict[tuple[str, str], Better] = {}
    for key in sorted(sums):
        one, other = ids[key // count], ids[key % count]
        held = sums[key]
        share, bounds, gap = held.above(-1.0, 1.0), held.interval(-1.0, 1.0), held.mean
        low, high = (None, None) if bounds is None else bounds
        found[one, other] = Better(share, gap, low, high, held.groups, held.size)
        back = None if share is None else 1.0 - share
        found[other, one] = Better(
            back, -gap, None if high is None else -high, None if low is None else -low, held.groups, held.size
        )
    return found


def differences(games: Sequence[Game], first: str, second: str, turns: int) -> list[float]:
    """For each deal that the two have played whole at one table: by how many points a game the first one was ahead.

    The deals stand in the order of their rounds and numbers, whatever the order of the games.
    """
    found: list[float] = []
    for tables in tables_of(games, turns):
        size, part = 0, 0.0
        for table in tables:
            if first in table.members and second in table.members:
                totals = totals_of(table)
                size += len(table.games)
                part += totals[first] - totals[second]
        if size:
            found.append(part / size)
    return found


def gain(games: Sequence[Game], ids: Sequence[str], turns: int) -> dict[tuple[str, str], Gain]:
    """For each two of these that met, in the order of `ids`: what the pairing of games has brought."""
    index = {name: at for at, name in enumerate(ids)}
    count = len(ids)
    sums: dict[int, Sums] = {}
    squares: dict[int, float] = {}
    for tables in tables_of(games, turns):
        sizes: dict[int, int] = {}
        parts: dict[int, float] = {}
        for table in tables:
            for game in table.games:
                here = [(index[name], game.points[seat]) for seat, name in enumerate(game.seats) if name in index]
                here.sort()
                compare(here, count, 1, sizes, parts)
                for at, (one, points) in enumerate(here):
                    for other, others in here[at + 1 :]:
                        key = one * count + other
                        squares[key] = squares.get(key, 0.0) + (points - others) ** 2
        for key, size in sizes.items():
            held = sums.get(key)
            if held is None:
                held = sums[key] = Sums()
            held.add(size, parts[key])
    found: dict[tuple[str, str], Gain] = {}
    for key in sorted(sums):
        held = sums[key]
        error = held.error()
        if error is not None:
            spread = max(0.0, squares[key] / held.size - held.mean**2) + error**2
            found[ids[key // count], ids[key % count]] = Gain(error, sqrt(spread / held.size), held.groups, held.size)
    return found


def totals_of(table: Table) -> dict[str, float]:
    """What everybody got at the table, in all its games together."""
    totals: dict[str, float] = {}
    for game in table.games:
        for name, points in zip(game.seats, game.points, strict=True):
            totals[name] = totals.get(name, 0.0) + points
    return totals


def compare(
    here: list[tuple[int, float]], count: int, size: int, sizes: dict[int, int], parts: dict[int, float]
) -> None:
    """Put down, for each two of these, who is ahead by how much."""
    ordered = sorted(here)
    for at, (one, points) in enumerate(ordered):
        for other, others in ordered[at + 1 :]:
            key = one * count + other
            sizes[key] = sizes.get(key, 0) + size
            parts[key] = parts.get(key, 0.0) + points - others
