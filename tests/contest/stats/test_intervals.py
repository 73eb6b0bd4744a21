"""Intervals hold what they promise."""

import math
import random

import pytest
from citadels_contest import Mean, mean_interval, t_quantile, wilson


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (10, 10, 0.7225, 1.0),
    ],
)
def test_wilson_agrees_with_the_printed_tables(wins: int, n: int, low: float, high: float) -> None:
    found = wilson(wins, n)
    assert found.low == pytest.approx(low, abs=2e-4)
    assert found.high == pytest.approx(high, abs=2e-4)


def test_a_share_lies_in_its_interval_and_the_interval_between_0_and_1() -> None:
    for n in range(1, 30):
        for wins in range(n + 1):
            found = wilson(wins, n)
            assert 0 <= found.low <= found.share <= found.high <= 1


def test_of_no_trials_nothing_is_known() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


def test_more_wins_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="3 wins of 2"):
        wilson(3, 2)


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5])
def test_wilson_misses_the_truth_about_once_in_twenty(share: float) -> None:
    chance = random.Random(f"wilson {share}")
    tries = 1500
    held = sum(
        found.low <= share <= found.high
        for found in (wilson(sum(chance.random() < share for _ in range(60)), 60) for _ in range(tries))
    )
    assert 0.92 <= held / tries <= 0.985


def missed(groups: int, alike: float) -> float:
    """How often the interval of so many groups of four misses the mean 0; `alike` is what a group has in common."""
    chance = random.Random(f"means {groups} {alike}")
    misses, tries = 0, 800
    for _ in range(tries):
        values = []
        for _ in range(groups):
            common = chance.gauss(0, alike)
            values.append([common + chance.gauss(0, 1) for _ in range(4)])
        found = mean_interval(values)
        assert found.low is not None
        assert found.high is not None
        misses += not found.low <= 0 <= found.high
    return misses / tries


@pytest.mark.parametrize("groups", [3, 10, 30])
@pytest.mark.parametrize("alike", [0.0, 3.0])
def test_the_interval_of_a_mean_misses_the_truth_about_once_in_twenty(groups: int, alike: float) -> None:
    assert 0.02 <= missed(groups, alike) <= 0.08


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        ((1, 3), 12.7062 * 1.0),
        ((1, 2, 3), 4.3027 / math.sqrt(3)),
        ((1, 2, 3, 4, 5), 2.7764 * math.sqrt(2.5 / 5)),
    ],
)
@pytest.mark.parametrize("size", [1, 4])
def test_the_interval_of_a_few_groups_is_the_textbooks(values: tuple[int, ...], reach: float, size: int) -> None:
    """The mean, and to both sides t times s through the root of n, where s² is the sum of squares through n - 1."""
    found = mean_interval([[value] * size for value in values])
    mean = sum(values) / len(values)
    assert told(found) == pytest.approx((mean, mean - reach, mean + reach), rel=2e-3)


def test_one_group_alone_has_no_interval() -> None:
    assert told(mean_interval([[1, 2, 3]])) == (2, None, None)
    assert told(mean_interval([])) == (0, None, None)


def test_empty_groups_do_not_count() -> None:
    assert told(mean_interval([[1], [], [3]])) == told(mean_interval([[1], [3]]))


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_t_agrees_with_the_printed_table(freedom: int, value: float) -> None:
    assert t_quantile(freedom) == pytest.approx(value, rel=0.002)


def test_there_is_no_t_without_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="0 degrees"):
        t_quantile(0)


def told(mean: Mean) -> tuple[float, float | None, float | None]:
    return mean.mean, mean.low, mean.high
