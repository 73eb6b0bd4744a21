"""How likely a figure is by chance alone: the distributions of Student and of Fisher.

>>> round(t_below(2.228, 10), 4), round(f_above(4.10, 2, 10), 3)
(0.975, 0.05)
"""

from __future__ import annotations

from math import exp, lgamma, log
from typing import Final

__all__ = ["f_above", "t_below"]

TINY: Final = 1e-300
CLOSE: Final = 1e-15
STEPS: Final = 10_000


def t_below(t: float, freedom: int) -> float:
    """How often Student's t of so many degrees of freedom lies under this.

    >>> t_below(0.0, 5), round(t_below(-12.706, 1), 4)
    (0.5, 0.025)
    """
    if freedom < 1:
        raise ValueError(f"{freedom!r} degrees of freedom")
    tail = 0.5 * beta_below(freedom / (freedom + t * t), 0.5 * freedom, 0.5)
    return tail if t < 0 else 1.0 - tail


def f_above(f: float, first: int, second: int) -> float:
    """How often Fisher's F of so many degrees of freedom lies over this.

    >>> f_above(0.0, 3, 9)
    1.0
    """
    if first < 1 or second < 1:
        raise ValueError(f"{first!r} and {second!r} degrees of freedom")
    return beta_below(second / (second + first * max(0.0, f)), 0.5 * second, 0.5 * first)


def beta_below(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's way of reckoning it)."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - beta_below(1.0 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1.0 - x)) / a
    c = 1.0
    d = away(1.0 - (a + b) * x / (a + 1.0))
    d = 1.0 / d
    found = d
    for m in range(1, STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        d = 1.0 / away(1.0 + even * d)
        c = away(1.0 + even / c)
        found *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        d = 1.0 / away(1.0 + odd * d)
        c = away(1.0 + odd / c)
        step = d * c
        found *= step
        if abs(step - 1.0) < CLOSE:
            break
    return front * found


def away(x: float) -> float:
    """The number, or a tiny one in the place of nothing."""
    return TINY if abs(x) < TINY else x
