"""The mean of a few groups is trusted as little as the textbook says."""

import math

import pytest
from citadels_contest.stats.cluster_mean import Sums

FEW = [
    ((0.25, 0.75), 12.7062),
    ((0.25, 0.5, 0.75), 4.3027),
    ((0.1, 0.3, 0.5, 0.7, 0.9), 2.7764),
]
"""Two, three and five values about one half, and the printed t of 97.5 % with one degree of freedom fewer."""


def sums(values: tuple[float, ...], size: int = 1) -> Sums:
    found = Sums()
    for value in values:
        found.add(size, size * value)
    return found


def spread(values: tuple[float, ...]) -> float:
    """The standard error of the mean: the squares are divided by n - 1."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("values", [values for values, _ in FEW])
def test_the_error_of_a_few_groups_is_the_textbooks(values: tuple[float, ...], size: int) -> None:
    assert sums(values, size).error() == pytest.approx(spread(values), rel=1e-9)


def test_the_errors_of_two_three_and_five_values_are_the_ones_found_by_hand() -> None:
    found = [sums(values).error() for values, _ in FEW]
    assert found == pytest.approx([1 / 4, 1 / math.sqrt(48), math.sqrt(0.1 / 5)], rel=1e-9)


@pytest.mark.parametrize(("values", "t"), FEW)
def test_the_interval_of_a_few_groups_has_students_t(values: tuple[float, ...], t: float) -> None:
    """Wilson's for a share of one half: as far to both sides, by half of one through the root of 1 + 1 / (2 t error)²."""
    reach = 0.5 / math.sqrt(1 + 1 / (2 * t * spread(values)) ** 2)
    assert sums(values).interval(0.0, 1.0) == pytest.approx((0.5 - reach, 0.5 + reach), abs=2e-4)


def test_two_groups_are_as_sure_to_be_above_as_cauchys_distribution_says() -> None:
    """Of 0 and 1 in a range from -1 to 1 the mean is 1/2, its error 1/2, its weight 3: t is half the root of 3."""
    found = sums((0.0, 1.0)).above(-1.0, 1.0)
    assert found == pytest.approx(0.5 + math.atan(math.sqrt(3) / 2) / math.pi, abs=1e-9)


def test_three_groups_are_as_sure_to_be_above_as_students_distribution_says() -> None:
    """Of 0, 1/2 and 1 the squares of the error are 1/12, so the weight is 9; t is 3/2, and for two degrees the distribution is a root."""
    found = sums((0.0, 0.5, 1.0)).above(-1.0, 1.0)
    assert found == pytest.approx(0.5 + 1.5 / (2 * math.sqrt(2 + 1.5**2)), abs=1e-9)
