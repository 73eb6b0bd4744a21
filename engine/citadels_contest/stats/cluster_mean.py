"""The mean of values that come in groups and cannot leave a range, and between what it lies.

1. The groups are the deals: values of one deal hang together as they like, and may be of any number.
2. The spread is what the deals show, but never less than if in one game half a point had gone the other way: three deals that happen
   to be alike do not prove that all are.
3. The interval is Wilson's, with Student's t: it leans towards the middle of the range and never leaves it, so it is right for who wins nearly
   always, too. In the middle of the range it is Student's.

>>> sums = Sums()
>>> for points in (3.0, 2.5, 3.5, 3.0):
...     sums.add(4, points)
>>> [round(one, 3) for one in sums.interval(0.0, 1.0) or ()]
[0.564, 0.874]
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from citadels_contest.stats.distributions import t_below
from citadels_contest.stats.intervals import t_quantile

__all__ = ["Sums"]

NOTHING: Final = 1e-12


class Sums:
    """What is kept of the groups: nothing but sums, so that adding one is cheap."""

    __slots__ = ("groups", "mixed", "size", "sizes", "squares", "total")

    def __init__(self) -> None:
        self.groups = 0
        self.size = 0
        self.total = 0.0
        self.squares = 0.0
        self.mixed = 0.0
        self.sizes = 0.0

    def add(self, size: int, part: float) -> None:
        """One group more: how many values, and their sum."""
        self.groups += 1
        self.size += size
        self.total += part
        self.squares += part * part
        self.mixed += part * size
        self.sizes += float(size) * size

    @property
    def mean(self) -> float:
        """The mean of all values; 0 of none."""
        return self.total / self.size if self.size else 0.0

    def error(self, floor: float = 0.0) -> float | None:
        """The standard error of the mean; None of fewer than two groups. The sum of squares is not taken to be under `floor`."""
        if self.groups < 2:
            return None
        mean = self.mean
        off = self.squares - 2 * mean * self.mixed + mean * mean * self.sizes
        if off < NOTHING * (1.0 + self.squares):  # what is left of sums of thirds that cancel
            off = 0.0
        return sqrt(max(off, floor, 0.0) * self.groups / (self.groups - 1)) / self.size

    def weight(self, low: float, high: float) -> float | None:
        """Of how many independent values of this range, each at one end of it, the mean would be as sure; None of fewer than two groups."""
        span = high - low
        error = self.error(span * span / 16)
        if error is None:
            return None
        share = min(1.0, max(0.0, (self.mean - low) / span))
        variance = share * (1 - share)
        return variance * span * span / (error * error) if variance > NOTHING else float(self.size)

    def interval(self, low: float, high: float) -> tuple[float, float] | None:
        """Between what the mean lies, for values of this range; None of fewer than two groups."""
        count = self.weight(low, high)
        if count is None:
            return None
        span = high - low
        t = t_quantile(self.groups - 1)
        share = min(1.0, max(0.0, (self.mean - low) / span))
        square = t * t / count
        middle = (share + square / 2) / (1 + square)
        reach = sqrt(square * share * (1 - share) + square * square / 4) / (1 + square)
        return low + span * max(0.0, middle - reach), low + span * min(1.0, middle + reach)

    def above(self, low: float, high: float) -> float | None:
        """How sure it is that the true mean is above 0, for values of this range; None of fewer than two groups.

        It is the interval turned round: over 97.5 % where all of that is above 0, under 2.5 % where all of it is below.
        """
        count = self.weight(low, high)
        if count is None:
            return None
        return t_below(self.mean / sqrt(-low * high / count), self.groups - 1)
