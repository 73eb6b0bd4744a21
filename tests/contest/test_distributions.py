"""What is looked up in printed tables agrees with them."""

import math
from random import Random

import pytest
from citadels_contest.stats.cholesky import factor, inverted, solved
from citadels_contest.stats.cluster_mean import Sums
from citadels_contest.stats.distributions import f_above, t_below
from citadels_contest.stats.game_results import by_round, by_wins, scored
from citadels_contest.stats.intervals import t_quantile, wilson
from citadels_contest.stats.seat_effects import seat_effect
from citadels_contest.types import Fixture, Result

SLEEP = (-1.2, -2.4, -1.3, -1.3, 0.0, -1.0, -1.8, -0.8, -4.6, -1.4)
"""Student's own example (The probable error of a mean, 1908): ten differences of hours of sleep; t = -4.0621, two-sided p = 0.00283."""


@pytest.mark.parametrize(
    ("t", "freedom", "below"),
    [
        (12.706, 1, 0.975),
        (4.303, 2, 0.975),
        (2.228, 10, 0.975),
        (1.812, 10, 0.95),
        (2.704, 40, 0.995),
        (1.96, 10_000, 0.975),
    ],
)
def test_students_t_agrees_with_the_printed_table(t: float, freedom: int, below: float) -> None:
    assert t_below(t, freedom) == pytest.approx(below, abs=1e-4)
    assert t_below(-t, freedom) == pytest.approx(1 - below, abs=1e-4)


@pytest.mark.parametrize(
    ("f", "first", "second", "above"),
    [(4.10, 2, 10, 0.05), (7.56, 2, 10, 0.01), (161.45, 1, 1, 0.05), (2.45, 10, 17, 0.05), (2.37, 4, 120, 0.056)],
)
def test_fishers_f_agrees_with_the_printed_table(f: float, first: int, second: int, above: float) -> None:
    assert f_above(f, first, second) == pytest.approx(above, abs=4e-4)


def test_the_quantile_of_t_is_where_its_distribution_says() -> None:
    for freedom in (1, 2, 3, 5, 9, 30, 500):
        assert t_below(t_quantile(freedom), freedom) == pytest.approx(0.975, abs=2e-4)


def test_students_own_example_comes_out() -> None:
    sums = Sums()
    for hours in SLEEP:
        sums.add(1, hours)
    error = sums.error()
    assert error is not None
    assert sums.mean / error == pytest.approx(-4.0621, abs=1e-4)
    assert t_below(sums.mean / error, 9) == pytest.approx(0.00283 / 2, abs=1e-5)


def test_with_two_seats_the_test_of_seats_is_students() -> None:
    results = [Result(Fixture(1, 0, deal, 0, ("a", "b")), (1, 1), (0, 0)) for deal in range(len(SLEEP))]
    values = {result.fixture.deal: 0.5 + hours / 10 for result, hours in zip(results, SLEEP, strict=True)}
    games = scored(results, lambda one: (values[one.fixture.deal], 1 - values[one.fixture.deal]), by_round)
    chance = seat_effect(games, 2, 1).chance
    assert chance == pytest.approx(0.00283, abs=1e-5)


def test_the_mean_of_single_trials_has_wilsons_interval() -> None:
    sums = Sums()
    for trial in range(4000):
        sums.add(1, 1.0 if trial % 10 == 0 else 0.0)
    bounds = sums.interval(0.0, 1.0)
    found = wilson(400, 4000)
    assert bounds is not None
    assert list(bounds) == pytest.approx([found.low, found.high], abs=1e-4)


def test_an_interval_never_leaves_its_range_and_is_never_a_point() -> None:
    for value in (0.0, 0.5, 1.0):
        sums = Sums()
        for _ in range(5):
            sums.add(4, 4 * value)
        low, high = sums.interval(0.0, 1.0) or (0.0, 0.0)
        assert 0 <= low <= value <= high <= 1
        assert high - low > 0.05


def test_it_is_surely_above_exactly_where_all_of_the_interval_is() -> None:
    chance, said = Random(5), 0
    for groups in (2, 3, 4, 6, 10) * 60:
        sums = Sums()
        for _ in range(groups):
            one = chance.choice((-1, -1, 1))
            sums.add(2, one + chance.choice((one, -1, 1)))
        share = sums.above(-1.0, 1.0) or 0.0
        low, high = sums.interval(-1.0, 1.0) or (0.0, 0.0)
        assert (share > 0.975, share < 0.025) == (low > 0, high < 0)
        said += high < 0
    assert said > 5


def test_one_deal_alone_has_no_interval() -> None:
    sums = Sums()
    sums.add(4, 2.0)
    assert sums.interval(0.0, 1.0) is None
    assert sums.above(-1.0, 1.0) is None


def test_groups_of_unlike_sizes_weigh_by_their_games() -> None:
    sums = Sums()
    sums.add(1, 1.0)
    sums.add(3, 0.0)
    assert sums.mean == 0.25


def test_equations_are_solved() -> None:
    matrix = [[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]]
    found = solved(factor(matrix), [1.0, 2.0, 3.0])
    for row, right in zip(matrix, (1.0, 2.0, 3.0), strict=True):
        assert math.fsum(a * b for a, b in zip(row, found, strict=True)) == pytest.approx(right)
    inverse = inverted(matrix)
    assert math.fsum(a * b for a, b in zip(matrix[0], (row[0] for row in inverse), strict=True)) == pytest.approx(1.0)


def test_wins_are_shared() -> None:
    assert by_wins(Result(Fixture(1, 0, 0, 0, ("a", "b", "c", "d")), (1, 1, 3, 1), (9, 9, 8, 9))) == (
        1 / 3,
        1 / 3,
        0,
        1 / 3,
    )
