"""A test that stops by itself: is one bot better than another, by `bound` points a game, or not better at all?

Two bettors watch the deals in their order. One bets that the first bot is ahead, at odds that are fair where it is not better; the other
bets that it is ahead by less than `bound`, at odds that are fair where it is ahead by just that. Each starts with 1 and can never lose
all of it. Where a bettor's odds are fair or worse, its capital ever reaches 1/alpha (1/beta) in at most alpha (beta) of all events: that is Ville's
inequality, and it holds for differences of whatever distribution, of whatever number of deals, and however often one looks. So

1. `better` as soon as the first one has 1/alpha: said of bots that are not better in at most alpha of all events.
2. `not better` as soon as the second one has 1/beta: said of bots that are better by `bound` in at most beta of all events.
3. How much they bet follows from the deals before, never from the one that they bet on: as much as lets their capital grow fastest where
   the difference is what they believe in.
4. Neither, while the games last: undecided. Between nothing and `bound` either answer may come.

Between what the difference lies, `within` says by two more bettors against each value that it might have: what they have not refuted at any
time remains. So it holds when the test has stopped, too, where an ordinary interval leans to the verdict. All this is from Waudby-Smith and
Ramdas, Estimating means of bounded random variables by betting (2023).

>>> from citadels_contest.settings import settings_from
>>> chosen = settings_from({"format": "sequential", "bound": 0.1})
>>> judge(chosen, [0.1, 0.3, 0.2, 0.0, 0.2] * 10, ("new", "old")).told
'new is better than old (95 %): ahead by 0.17 points a game after 23 deals'
"""

from __future__ import annotations

from math import log, log1p, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.settings import Settings

__all__ = ["Verdict", "judge", "verdict_told", "within"]

MOST: Final = 0.9
"""The largest share of its capital that a bettor puts on one deal."""
EXPECTED: Final = 0.1
"""The variance that is expected before the first deal; it weighs as much as two deals."""
WEIGHT: Final = 2.0
RISK: Final = 0.05
"""How often `within` may ever miss the true difference."""
HALVINGS: Final = 40


class Verdict(NamedTuple):
    """What a sequential test says so far."""

    verdict: str | None
    """`better` or `not better`; None while it is undecided."""
    better: float
    """The logarithm of what the bettor on `better` has, at the deal at which it was decided or at the last one."""
    needed: float
    """From here on it is `better`."""
    worse: float
    """The logarithm of what the bettor on `not better` has."""
    needed_worse: float
    """From here on it is `not better`."""
    deals: int
    """How many deals it took, or were played so far."""
    gap: float
    """The mean difference of these deals, in points a game."""
    told: str


def judge(
    settings: Settings, differences: Sequence[float], names: tuple[str, str] = ("the first", "the second")
) -> Verdict:
    """What these differences of whole deals say (`paired.differences`), with the bound and the error rates of the settings; `names` are told."""
    bound = settings.bound
    needed, needed_worse = log(1.0 / settings.alpha), log(1.0 / settings.beta)
    better, worse = 0.0, 0.0
    total, squares = 0.0, 0.0
    deals = 0
    verdict: str | None = None
    for value in differences:
        mean = total / deals if deals else 0.0
        spread = (max(0.0, squares - deals * mean * mean) + EXPECTED * WEIGHT) / (deals + WEIGHT)
        stake = min(MOST, bound / (spread + bound * bound))
        better += log1p(stake * value)
        worse += log1p(stake * (bound - value))
        total += value
        squares += value * value
        deals += 1
        if better >= needed:
            verdict = "better"
            break
        if worse >= needed_worse:
            verdict = "not better"
            break
    gap = total / deals if deals else 0.0
    far = f"{'ahead' if gap >= 0 else 'behind'} by {abs(gap):.2f} points a game after {deals} deal{'' if deals == 1 else 's'}"
    told = f"{verdict_told(settings, verdict, names)}: {far}"
    return Verdict(verdict, better, needed, worse, needed_worse, deals, gap, told)


def verdict_told(settings: Settings, verdict: str | None, names: tuple[str, str]) -> str:
    """The verdict with the names of the two, and how sure it is.

    >>> from citadels_contest.settings import settings_from
    >>> chosen = settings_from({"format": "sequential", "bound": 0.1, "beta": 0.1})
    >>> verdict_told(chosen, "not better", ("new", "old"))
    'new is not better than old by 0.1 points a game or more (90 %)'
    >>> verdict_told(chosen, None, ("new", "old"))
    'undecided whether new is better than old'
    """
    first, second = names
    if verdict == "better":
        return f"{first} is better than {second} ({100 * (1 - settings.alpha):.4g} %)"
    if verdict == "not better":
        return f"{first} is not better than {second} by {settings.bound:.4g} points a game or more ({100 * (1 - settings.beta):.4g} %)"
    return f"undecided whether {first} is better than {second}"


def within(differences: Sequence[float]) -> tuple[float, float]:
    """Between what the true difference lies, at whatever deal one stops.

    >>> low, high = within([0.1, 0.3, 0.2, 0.0, 0.2] * 10)
    >>> round(low, 2), round(high, 2)
    (0.07, 0.23)
    """
    stakes = stakes_on(differences)
    back = [-value for value in differences]
    return lowest(differences, stakes), -lowest(back, stakes)


def stakes_on(differences: Sequence[float]) -> list[float]:
    """What is put on each deal, from the deals before: at first much, then as fits the spread."""
    stakes: list[float] = []
    total, spread = 0.0, EXPECTED * WEIGHT
    for at, value in enumerate(differences, 1):
        stakes.append(sqrt(2 * log(2 / RISK) * (at - 1 + WEIGHT) / (spread * at * log(1.0 + at))))
        total += value
        spread += (value - total / (at + 1)) ** 2
    return stakes


def lowest(values: Sequence[float], stakes: list[float]) -> float:
    """The least mean of values from -1 to 1 that a bettor on more has not refuted."""
    low, high = -1.0, 1.0
    needed = log(2 / RISK)
    for _ in range(HALVINGS):
        guess = (low + high) / 2
        most = MOST / (1.0 + guess)
        has = 0.0
        for value, stake in zip(values, stakes, strict=True):
            has += log1p(min(stake, most) * (value - guess))
        if has >= needed:
            low = guess
        else:
            high = guess
    return low
