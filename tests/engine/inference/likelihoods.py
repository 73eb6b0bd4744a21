"""Whether what was drawn by chance came as often as a list of all that is possible says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Hashable


RARE = 1e-6
"""A distance from what is expected that one fair draw of a million exceeds is a fault."""

Thing = TypeVar("Thing", bound="Hashable")


def beyond(chi_square: float, freedom: int) -> float:
    """How often chi-square of so many degrees of freedom exceeds this.

    >>> [round(beyond(*printed), 3) for printed in ((3.841, 1), (5.991, 2), (7.815, 3), (18.307, 10), (55.758, 40))]
    [0.05, 0.05, 0.05, 0.05, 0.05]
    """
    half = chi_square / 2
    found, at = (math.exp(-half), 1.0) if freedom % 2 == 0 else (math.erfc(math.sqrt(half)), 0.5)
    while at < freedom / 2:
        found += math.exp(at * math.log(half) - half - math.lgamma(at + 1)) if half > 0 else 0.0
        at += 1
    return found


def check(drawn: Counter[Thing], ways: Counter[Thing]) -> None:
    """Each thing is drawn in proportion to the ways that lead to it, and nothing else is drawn."""
    assert not set(drawn) - set(ways), f"drawn, and impossible: {set(drawn) - set(ways)}"
    draws, all_ways = drawn.total(), ways.total()
    expected = {thing: draws * count / all_ways for thing, count in ways.items()}
    assert min(expected.values()) >= 5, "too few draws to tell"
    chi_square = math.fsum((drawn[thing] - often) ** 2 / often for thing, often in expected.items())
    likely = beyond(chi_square, len(ways) - 1)
    assert likely > RARE, f"chi-square {chi_square:.1f} of {len(ways) - 1} degrees, p = {likely:.2g}: {dict(drawn)}"
