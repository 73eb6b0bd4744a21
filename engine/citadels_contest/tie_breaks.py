"""Which of several comes first: one criterion after the other, each asked only about those who are still equal.

1. Criteria are applied in the order given. What splits a group splits it for good; those who stay equal go on to the next one.
2. `head-to-head` looks at the group that is equal so far, and at that one alone.
3. Who is equal to the end shares a place.

>>> values = {"ann": {"points": 3.0, "wins": 1.0}, "bea": {"points": 3.0, "wins": 2.0}, "cay": {"points": 5.0, "wins": 0.0}}
>>> groups, why = ranked(["ann", "bea", "cay"], ("points", "wins"), values, dict.fromkeys)
>>> groups, why["bea"]
([['cay'], ['bea'], ['ann']], (3.0, 2.0))
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from citadels_engine.dice import Dice

from citadels_contest.standings import UNIT, game_units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from citadels_contest.settings import Settings
    from citadels_contest.types import Result

__all__ = ["LOWER", "head_to_head", "lot", "opponents", "ranked"]

LOWER: Final = frozenset({"place", "faults"})
"""The criteria of which less is better."""


def ranked(
    names: Sequence[str],
    order: Sequence[str],
    values: Mapping[str, Mapping[str, float]],
    against: Callable[[Sequence[str]], Mapping[str, float]],
) -> tuple[list[list[str]], dict[str, tuple[float, ...]]]:
    """Groups of equals, best first, each in the order of `names`; and for each name what it was judged by."""
    groups = [list(names)] if names else []
    why: dict[str, list[float]] = {name: [] for name in names}
    for criterion in order:
        parted: list[list[str]] = []
        for group in groups:
            said: dict[str, float] = {}
            if criterion == "head-to-head":
                said = dict(against(group)) if len(group) > 1 else dict.fromkeys(group, 0.0)
            else:
                for name in group:
                    said[name] = values[name][criterion]
            for name in group:
                why[name].append(said[name])
            parted.extend(split(group, said, lower=criterion in LOWER))
        groups = parted
    return groups, {name: tuple(judged) for name, judged in why.items()}


def split(group: Sequence[str], values: Mapping[str, float], *, lower: bool) -> list[list[str]]:
    """The group by the value of each, best first; equals stay together, in their order."""
    by: dict[float, list[str]] = {}
    for name in group:
        by.setdefault(round(values[name], 12), []).append(name)
    return [by[value] for value in sorted(by, reverse=not lower)]


def lot(seed: str, name: str) -> float:
    """The lot of that entrant, from 0 to 1: its own, whoever else takes part.

    >>> lot("a seed", "ann") == lot("a seed", "ann") != lot("a seed", "bea")
    True
    """
    return Dice(seed, f"lot/{name}").word() / 4294967296


def head_to_head(settings: Settings, results: Sequence[Result]) -> Callable[[Sequence[str]], dict[str, float]]:
    """By how many points a game each of a group is ahead of the others of it, over all times that they met; 0 where they never did.

    >>> from citadels_contest.settings import settings_from
    >>> from citadels_contest.types import Fixture, Result
    >>> met = Result(Fixture(1, 0, 0, 0, ("ann", "bea", "cay")), (1, 2, 3), (20, 15, 10))
    >>> head_to_head(settings_from({"seats": 3}), [met])(["ann", "bea"])
    {'ann': 0.5, 'bea': -0.5}
    """

    def against(group: Sequence[str]) -> dict[str, float]:
        among = set(group)
        ahead = dict.fromkeys(group, 0)
        met = dict.fromkeys(group, 0)
        for result in results:
            seats = result.fixture.seats
            here = [seat for seat, name in enumerate(seats) if name in among]
            if len(here) < 2:
                continue
            units = game_units(settings, result)
            whole = sum([units[seat] for seat in here])
            for seat in here:
                name = seats[seat]
                ahead[name] += len(here) * units[seat] - whole
                met[name] += len(here) - 1
        return {name: ahead[name] / (UNIT * met[name]) if met[name] else 0.0 for name in group}

    return against


def opponents(pairings: Iterable[tuple[str, ...]], means: Mapping[str, float]) -> dict[str, float]:
    """For each who met somebody, the mean of the mean points of those met, once for every table; who has not played a game that counts says nothing.

    >>> opponents([("ann", "bea"), ("ann", "cay")], {"ann": 1.0, "bea": 0.25, "cay": 0.0})
    {'ann': 0.125, 'bea': 1.0, 'cay': 1.0}
    """
    met: dict[str, list[float]] = {}
    for pairing in pairings:
        for name in pairing:
            met.setdefault(name, []).extend([means[other] for other in pairing if other != name and other in means])
    return {name: fsum(values) / len(values) for name, values in met.items() if values}
