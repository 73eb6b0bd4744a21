"""Degrees of freedom that nobody can have are refused; the tables are looked up in `test_distributions.py`."""

import pytest
from citadels_contest.stats.distributions import f_above, t_below


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0), (-1, 5)])
def test_without_a_degree_of_freedom_there_is_no_chance(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        f_above(1.0, first, second)
    with pytest.raises(ValueError, match="0 degrees of freedom"):
        t_below(1.0, 0)


def test_one_degree_of_freedom_is_enough() -> None:
    assert t_below(1.0, 1) == pytest.approx(0.75)
    assert f_above(1.0, 1, 1) == pytest.approx(0.5)
