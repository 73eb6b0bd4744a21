"""Everybody against everybody: games together, points, and how often the one came before the other.

>>> from citadels_contest.stats.game_results import by_round, by_wins, scored
>>> from citadels_contest.types import Fixture, Result
>>> games = [Result(Fixture(1, 0, deal, 0, ("ann", "bea", "cal")), (1, 2, 2), (20, 15, 15)) for deal in range(10)]
>>> cells = crosstable(scored(games, by_wins, by_round), ("ann", "bea", "cal"))
>>> cells["ann", "bea"].ahead, cells["bea", "cal"].ahead, cells["bea", "ann"].points
(1.0, 0.5, 0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from citadels_contest.stats.cluster_mean import Sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.stats.game_results import Game

__all__ = ["Cell", "crosstable"]


class Cell(NamedTuple):
    """What a row's entrant did where the column's entrant sat at the table."""

    games: int
    points: float
    """The mean points of the row's entrant in these games."""
    ahead: float
    """How often it came before the column's entrant; a shared place counts half."""
    low: float | None
    high: float | None
    """Between what `ahead` lies; None where there are too few deals to tell."""


def crosstable(games: Sequence[Game], ids: Sequence[str]) -> dict[tuple[str, str], Cell]:
    """A cell for each two of these that met, by row and column."""
    index = {name: at for at, name in enumerate(ids)}
    count = len(ids)
    deals: dict[str, list[Game]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game)
    sums: dict[int, Sums] = {}
    points: dict[int, float] = {}
    for held in deals.values():
        sizes: dict[int, int] = {}
        ahead: dict[int, float] = {}
        for game in held:
            here = [
                (index[name], place, got)
                for name, place, got in zip(game.seats, game.places, game.points, strict=True)
                if name in index
            ]
            for row, place, got in here:
                for column, other, _ in here:
                    if row == column:
                        continue
                    key = row * count + column
                    points[key] = points.get(key, 0.0) + got
                    if row < column:
                        sizes[key] = sizes.get(key, 0) + 1
                        ahead[key] = ahead.get(key, 0.0) + (1.0 if place < other else 0.5 if place == other else 0.0)
        for key, size in sizes.items():
            found = sums.get(key)
            if found is None:
                found = sums[key] = Sums()
            found.add(size, ahead[key])
    cells: dict[tuple[str, str], Cell] = {}
    for key in sorted(points):
        row, column = key // count, key % count
        back = column * count + row
        found = sums[min(key, back)]
        share, bounds = found.mean, found.interval(0.0, 1.0)
        low, high = (None, None) if bounds is None else bounds
        if row > column:
            share, low, high = 1.0 - share, None if high is None else 1.0 - high, None if low is None else 1.0 - low
        cells[ids[row], ids[column]] = Cell(found.size, points[key] / found.size, share, low, high)
    return cells
