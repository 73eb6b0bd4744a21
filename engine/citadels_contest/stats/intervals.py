"""Intervals: how far a figure can be trusted that was found in so many games.

1. A share of games won has Wilson's interval: it never leaves 0 to 1, and is right for few games and for none won.
2. A mean has Student's interval over the deals, not over the games: games of one deal are alike, and count together.
3. All intervals are of 95 %: of twenty, one misses the truth.

>>> wilson(164, 400).percent
'41 % (36 to 46)'
>>> mean_interval([[20, 22], [25, 27], [18, 20]]).told
'22.0 (13.0 to 31.0)'
"""

from __future__ import annotations

from math import pi, sqrt, tan
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Mean", "Share", "mean_interval", "t_quantile", "wilson"]

Z: Final = 1.96
"""So many standard deviations on either side hold 95 % of a normal distribution."""


class Share:
    """A share of some trials, and between what it lies."""

    __slots__ = ("high", "low", "share")

    def __init__(self, share: float, low: float, high: float) -> None:
        self.share = share
        self.low = low
        self.high = high

    @property
    def percent(self) -> str:
        """In words, in percent: finer where the interval is narrow."""
        digits = 0 if self.high - self.low >= 0.04 else 1
        share, low, high = (f"{100 * one:.{digits}f}" for one in (self.share, self.low, self.high))
        return f"{share} % ({low} to {high})"


class Mean:
    """A mean, and between what it lies; where there is too little to tell, `low` and `high` are None."""

    __slots__ = ("high", "low", "mean")

    def __init__(self, mean: float, low: float | None, high: float | None) -> None:
        self.mean = mean
        self.low = low
        self.high = high

    @property
    def told(self) -> str:
        """In words."""
        if self.low is None or self.high is None:
            return f"{self.mean:.1f}"
        return f"{self.mean:.1f} ({self.low:.1f} to {self.high:.1f})"


def wilson(wins: float, n: int, z: float = Z) -> Share:
    """The share of wins among n trials, with Wilson's score interval; a shared victory may count as a part of a win.

    >>> found = wilson(0, 10)
    >>> found.low, round(found.high, 3)
    (0.0, 0.278)
    >>> wilson(0, 0).percent
    '0 % (0 to 100)'
    """
    if not 0 <= wins <= n:
        raise ValueError(f"{wins:g} wins of {n}: a share is from 0 to 1")
    if n == 0:
        return Share(0.0, 0.0, 1.0)
    share = wins / n
    square = z * z
    middle = share + square / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + square / (4 * n * n))
    whole = 1 + square / n
    low = 0.0 if wins == 0 else max(0.0, (middle - spread) / whole)
    high = 1.0 if wins == n else min(1.0, (middle + spread) / whole)
    return Share(share, low, high)


def mean_interval(groups: Iterable[Sequence[float]], z: float = Z) -> Mean:
    """The mean of all values, with the interval that follows from how the groups differ.

    Values of one group may hang together as they like; the groups may be of different sizes. One group alone has no interval.

    >>> one = mean_interval([[1, 3]])
    >>> one.mean, one.low
    (2.0, None)
    """
    count, groups_seen = 0, 0
    total = 0.0
    sums: list[tuple[int, float]] = []
    for group in groups:
        if group:
            size, part = len(group), sum(group)
            count, groups_seen, total = count + size, groups_seen + 1, total + part
            sums.append((size, part))
    if count == 0:
        return Mean(0.0, None, None)
    mean = total / count
    if groups_seen < 2:
        return Mean(mean, None, None)
    off = 0.0
    for size, part in sums:
        off += (part - size * mean) ** 2
    error = sqrt(off * groups_seen / (groups_seen - 1)) / count
    reach = t_quantile(groups_seen - 1, z) * error
    return Mean(mean, mean - reach, mean + reach)


def t_quantile(freedom: int, z: float = Z) -> float:
    """What stands in the place of z where the spread itself was found in few values: Student's t of the same probability.

    Exact for 1 and 2 degrees of freedom, for more by the expansion of Cornish and Fisher: off by under 1 % from 3 on.

    >>> round(t_quantile(1), 1), round(t_quantile(2), 2), round(t_quantile(10), 3), round(t_quantile(10_000), 2)
    (12.7, 4.3, 2.228, 1.96)
    """
    if freedom < 1:
        raise ValueError(f"{freedom!r} degrees of freedom")
    p = NormalDist().cdf(z)
    if freedom == 1:
        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / sqrt(2 * p * (1 - p))
    square = z * z
    first = z * (square + 1) / 4
    second = z * ((5 * square + 16) * square + 3) / 96
    third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    fourth = z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
