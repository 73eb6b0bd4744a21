"""How often everybody wins, and between what that lies: Wilson's interval, counted in deals (`grouped`).

>>> from citadels_contest.stats.game_results import by_round, by_wins, scored
>>> from citadels_contest.types import Fixture, Result
>>> games = [Result(Fixture(1, 0, deal, 0, ("ann", "bea")), (1, 2) if deal % 4 else (2, 1), (0, 0)) for deal in range(40)]
>>> first = win_rates(scored(games, by_wins, by_round), ("ann", "bea"))[0]
>>> first.games, first.wins, round(first.low or 0, 2), round(first.high or 0, 2)
(40, 0.75, 0.59, 0.86)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from citadels_contest.stats.cluster_mean import Sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.stats.game_results import Game

__all__ = ["WinRate", "win_rates"]


class WinRate(NamedTuple):
    """How often an entrant won."""

    entrant: str
    games: int
    wins: float
    """The share of its games that it won, a shared victory in parts."""
    low: float | None
    high: float | None
    """Between what `wins` lies; None where there are too few deals to tell."""


def win_rates(games: Sequence[Game], ids: Sequence[str]) -> list[WinRate]:
    """Of each of these, in their order."""
    deals: dict[str, list[Game]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game)
    sums = {name: Sums() for name in ids}
    for held in deals.values():
        sizes: dict[str, int] = {}
        parts: dict[str, float] = {}
        for game in held:
            for name, won in zip(game.seats, game.wins, strict=True):
                if name in sums:
                    sizes[name] = sizes.get(name, 0) + 1
                    parts[name] = parts.get(name, 0.0) + won
        for name, size in sizes.items():
            sums[name].add(size, parts[name])
    rates: list[WinRate] = []
    for name in ids:
        found = sums[name]
        low, high = found.interval(0.0, 1.0) or (None, None)
        rates.append(WinRate(name, found.size, found.mean, low, high))
    return rates
