"""Ratings fitted over all games at once: no order of the games, no first guess and no speed of learning decides anything.

1. The model is Plackett's and Luce's: the chance to come first is in proportion to one's strength, then so among the others for the second
   place, and so on. A shared place counts as its orders in equal parts (Efron's way).
2. The strengths are those under which the results are likeliest, with a weak prior so that there always are any: one who was never beaten is not
   infinitely strong.
3. The scale is that of Elo: 400 points more are ten times the strength. The mean is where one says, or one entrant is.
4. How sure a rating is comes from how the deals differ, not from the model: games of a deal hang together, and turns of a deal cancel luck.
   It is how far the ratings move when one deal after the other is left out (the jackknife, each time by one of Newton's steps): so where few
   games bear many ratings, as in a Swiss, none is thought surer than it is. Of who was never ahead of anybody, or never behind, only one end is known.

>>> from citadels_contest.types import Fixture, Result
>>> seats = ("ann", "bea")
>>> games = [Result(Fixture(1, 0, deal, 0, seats), (1, 2) if deal % 4 else (2, 1), (0, 0)) for deal in range(100)]
>>> [(one.entrant, round(one.rating)) for one in fit(games, seats)]
[('ann', 95), ('bea', -95)]
"""

from __future__ import annotations

from math import exp, fsum, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_contest.stats.cholesky import Matrix, factor, inverted, solved, zeros
from citadels_contest.stats.game_results import Label, by_round, is_fill
from citadels_contest.stats.intervals import t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citadels_contest.types import Result

__all__ = ["SCALE", "Rating", "fit"]

SCALE: Final = 400 / log(10)
"""Points of a rating in a factor of e."""
PRIOR: Final = 1 / 3.0**2
"""The weight of the prior: strengths are within a factor of e ** 3 or so of each other, as far as nobody has played."""
STEPS: Final = 100
CLOSE: Final = 1e-10
LONGEST: Final = 2.0
"""The longest step of a strength's logarithm at once."""


class Rating(NamedTuple):
    """How strong an entrant was over all its games."""

    entrant: str
    rating: float
    low: float | None
    high: float | None
    """Between what it lies; None where nothing bounds it."""
    games: int


class Ranking(NamedTuple):
    """A game as the model sees it: who came where, best first; those of a group share their place."""

    groups: tuple[tuple[int, ...], ...]
    deal: str
    plain: bool
    """Whether no place is shared."""
    upwards: tuple[int, ...]
    """All of them, the last first."""


def fit(
    results: Iterable[Result],
    ids: Sequence[str],
    label: Label = by_round,
    mean: float = 0.0,
    anchor: str | None = None,
) -> list[Rating]:
    """The ratings of these, in their order: their mean is `mean`, or the rating of `anchor` is. The order of the results is all the same.

    Bots that fill tables are fitted along, all those of a level as one.
    """
    index = {name: at for at, name in enumerate(ids)}
    if not ids:
        return []
    rankings = read(results, index, label)
    n = len(index)
    played, ahead, behind = tally(rankings, n)
    strengths = strongest(rankings, n)
    information = zeros(n)
    strong = [exp(one) for one in strengths]
    deals: dict[str, list[Ranking]] = {}
    for ranking in rankings:
        slope(ranking, strong, {}, information)
        deals.setdefault(ranking.deal, []).append(ranking)
    for one in range(n):
        information[one][one] += PRIOR
    inverse = inverted(information)
    missing = [left_out(held, strong, information, inverse) for held in deals.values()]
    shown = len(ids)
    fixed = index.get(anchor) if anchor is not None else None
    base = [0.0] * n
    for at in range(n):
        if fixed is not None:
            base[at] = inverse[fixed][at]
        else:
            base[at] = fsum([inverse[one][at] for one in range(shown)]) / shown
    zero = strengths[fixed] if fixed is not None else fsum(strengths[:shown]) / shown
    found: list[Rating] = []
    for at, name in enumerate(ids):
        rating = mean + SCALE * (strengths[at] - zero)
        low, high = None, None
        if at == fixed:
            low, high = rating, rating
        elif played[at]:
            weights = [one - other for one, other in zip(inverse[at], base, strict=True)]
            reach = reach_of(weights, at, missing, information, ahead[at] and behind[at])
            if reach is not None:
                low = rating - SCALE * reach if ahead[at] else None
                high = rating + SCALE * reach if behind[at] else None
        found.append(Rating(name, rating, low, high, played[at]))
    return found


def tally(rankings: list[Ranking], n: int) -> tuple[list[int], list[bool], list[bool]]:
    """Of each how many games it played, and whether it was ever ahead of anybody, or behind."""
    played = [0] * n
    ahead, behind = [False] * n, [False] * n
    for ranking in rankings:
        last = len(ranking.groups) - 1
        for at, group in enumerate(ranking.groups):
            for one in group:
                played[one] += 1
                ahead[one] = ahead[one] or at < last or len(group) > 1
                behind[one] = behind[one] or at > 0 or len(group) > 1
    return played, ahead, behind


def reach_of(
    weights: list[float], at: int, missing: list[dict[int, float]], information: Matrix, bounded: bool
) -> float | None:
    """How far the interval of a strength reaches on either side; None of too few deals."""
    if not bounded:
        variance = 0.0
        for one, row in enumerate(information):
            variance += weights[one] * fsum([weights[other] * value for other, value in enumerate(row)])
        return 1.96 * sqrt(max(0.0, variance))
    there, variance = 0, 0.0
    for pull in missing:
        off = 0.0
        for one, value in pull.items():
            off += weights[one] * value
        variance += off * off
        if at in pull:
            there += 1
    if there < 2:
        return None
    return t_quantile(there - 1) * sqrt(variance * (there - 1) / there)


def left_out(deal: list[Ranking], strong: list[float], information: Matrix, inverse: Matrix) -> dict[int, float]:
    """The pull of a deal on each who sat in it, as strong as it is where the deal itself no longer holds anybody in place.

    The inverse of all information times that pull is how far the strengths move when the deal is left out.
    """
    here = sorted({one for ranking in deal for one in ranking.upwards})
    local = {one: at for at, one in enumerate(here)}
    few = len(here)
    part = zeros(few)
    up: dict[int, float] = {}
    for ranking in deal:
        groups = tuple([tuple([local[one] for one in group]) for group in ranking.groups])
        upwards = tuple([local[one] for one in ranking.upwards])
        slope(Ranking(groups, ranking.deal, ranking.plain, upwards), [strong[one] for one in here], up, part)
    score = [up.get(at, 0.0) for at in range(few)]
    if 2 * few < len(information):  # what the others know of these few is soon told: of two or eight of sixty-four
        rest = inverted([[inverse[one][other] for other in here] for one in here])
        for at in range(few):
            for other in range(few):
                rest[at][other] -= part[at][other]
        moved = solved(factor(rest), score)
    else:
        rest = [list(row) for row in information]
        right = [0.0] * len(rest)
        for at, one in enumerate(here):
            right[one] = score[at]
            row = rest[one]
            for other in range(few):
                row[here[other]] -= part[at][other]
        every = solved(factor(rest), right)
        moved = [every[one] for one in here]
    pull: dict[int, float] = {}
    for at, one in enumerate(here):
        pull[one] = score[at] + fsum([part[at][other] * moved[other] for other in range(few)])
    return pull


def read(results: Iterable[Result], index: dict[str, int], label: Label) -> list[Ranking]:
    """The results as rankings, in an order of their own; who fills is added to the index, by level."""
    rankings: list[Ranking] = []
    for result in results:
        by: dict[int, list[int]] = {}
        for name, place in zip(result.fixture.seats, result.places, strict=True):
            who = name.rsplit(":", 1)[0] if is_fill(name) else name
            if who not in index:
                index[who] = len(index)
            by.setdefault(place, []).append(index[who])
        groups = [tuple(sorted(by[place])) for place in sorted(by)]
        upwards = [one for group in reversed(groups) for one in group]
        rankings.append(Ranking(tuple(groups), label(result.fixture), len(groups) == len(upwards), tuple(upwards)))
    rankings.sort()
    return rankings


def strongest(rankings: list[Ranking], n: int) -> list[float]:
    """The logarithms of the likeliest strengths, by Newton's steps: what is climbed has one summit and no other."""
    found = [0.0] * n
    for _ in range(STEPS):
        information = zeros(n)
        up: dict[int, float] = {}
        strong = [exp(one) for one in found]
        for ranking in rankings:
            slope(ranking, strong, up, information)
        gradient = [0.0] * n
        for one in range(n):
            gradient[one] = up.get(one, 0.0) - PRIOR * found[one]
            information[one][one] += PRIOR
        step = solved(factor(information), gradient)
        longest = max([abs(one) for one in step])
        shrink = min(1.0, LONGEST / longest) if longest > 0 else 1.0
        for one in range(n):
            found[one] += shrink * step[one]
        if longest < CLOSE:
            break
    return found


def slope(ranking: Ranking, strong: list[float], up: dict[int, float], information: Matrix) -> None:
    """Add a game's part in the gradient of the likelihood, and in its curvature downwards; `strong` are the strengths themselves."""
    if ranking.plain:
        plain_slope(ranking, strong, up, information)
        return
    here: list[int] = []
    weights: list[float] = []
    pull: list[float] = []
    for group in reversed(ranking.groups):
        tied = len(group)
        first = len(here)
        for one in group:
            here.append(one)
            weights.append(strong[one])
            pull.append(1.0)
        count = len(here)
        whole = 0.0
        for at in range(count):
            whole += weights[at]
        together = 0.0
        for at in range(first, count):
            together += weights[at]
        for drawn in range(tied):
            if first == 0 and drawn == tied - 1:
                # whoever is left alone comes last: no contest, and each of the tied is it equally often
                for at in range(tied):
                    pull[at] -= 1.0 / tied
                continue
            part = drawn / tied
            below = whole - part * together
            shares: list[float] = []
            for at in range(count):
                share = weights[at] / below
                if at >= first:
                    share *= 1.0 - part
                shares.append(share)
                pull[at] -= share
            for at in range(count):
                row = information[here[at]]
                share = shares[at]
                row[here[at]] += share
                for other in range(count):
                    row[here[other]] -= share * shares[other]
    for at, one in enumerate(here):
        up[one] = up.get(one, 0.0) + pull[at]


def plain_slope(ranking: Ranking, strong: list[float], up: dict[int, float], information: Matrix) -> None:
    """The same where no place is shared: whoever came before j players meets them all, so sums over what follows are enough."""
    here = ranking.upwards
    count = len(here)
    first, second = 0.0, 0.0
    below: list[float] = []
    whole = 0.0
    for one in here:
        whole += strong[one]
        below.append(whole)
    for at in range(count - 1, -1, -1):
        one = here[at]
        weight = strong[one]
        if at > 0:
            inverse = 1.0 / below[at]
            first += inverse
            second += inverse * inverse
            up[one] = up.get(one, 0.0) + 1.0 - weight * first
        else:
            up[one] = up.get(one, 0.0) - weight * first
        row = information[one]
        row[one] += weight * first - weight * weight * second
        for other in range(at):
            who = here[other]
            off = weight * strong[who] * second
            row[who] -= off
            information[who][one] -= off
