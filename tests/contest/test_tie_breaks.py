"""The criteria that look at who met whom, where several of one table are equal."""

from collections.abc import Sequence

import pytest
from citadels_contest.settings import settings_from
from citadels_contest.tie_breaks import head_to_head, opponents, ranked
from citadels_contest.types import Fixture, Result


def met(seats: str, places: tuple[int, ...], round_: int = 1) -> Result:
    return Result(Fixture(round_, 0, 0, 0, tuple(seats)), places, tuple(10 - place for place in places))


def test_three_equals_of_one_table_are_opponents_of_each_other() -> None:
    means = {"a": 0.5, "b": 0.5, "c": 0.5}
    assert opponents([("a", "b", "c")], means) == {"a": 0.5, "b": 0.5, "c": 0.5}


def test_every_opponent_of_a_table_counts_once_however_many_have_the_same_mean() -> None:
    means = {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.125}
    found = opponents([("a", "b", "c"), ("a", "d")], means)
    assert found == {"a": pytest.approx((0.5 + 0.5 + 0.125) / 3), "b": 0.5, "c": 0.5, "d": 0.5}


def test_who_was_met_at_two_tables_counts_twice() -> None:
    means = {"a": 0.5, "b": 0.75, "c": 0.0, "d": 0.25}
    found = opponents([("a", "b", "c"), ("a", "b", "d")], means)
    assert found["a"] == pytest.approx((0.75 + 0.0 + 0.75 + 0.25) / 4)
    assert found["b"] == pytest.approx((0.5 + 0.0 + 0.5 + 0.25) / 4)


def test_opponents_part_three_that_were_equal_at_one_table() -> None:
    """a, b and c share a table with equal points; in another round a met the strong d, b the middling e, c the weak f."""
    means = {"a": 0.5, "b": 0.5, "c": 0.5, "d": 1.0, "e": 0.5, "f": 0.0}
    found = opponents([("a", "b", "c"), ("c", "f"), ("b", "e"), ("a", "d")], means)
    values = {name: {"points": means[name], "opponents": found[name]} for name in "abc"}
    groups, why = ranked("cba", ("points", "opponents"), values, lambda group: dict.fromkeys(group, 0.0))
    assert groups == [["a"], ["b"], ["c"]]
    assert [why[name][1] for name in "abc"] == pytest.approx([2 / 3, 1 / 2, 1 / 3])


def test_each_of_three_at_one_table_is_compared_with_both_others() -> None:
    against = head_to_head(settings_from({"seats": 3}), [met("abc", (1, 2, 3))])
    assert against(["a", "b", "c"]) == {"a": 0.75, "b": 0.0, "c": -0.75}


def test_three_who_shared_the_first_place_are_not_ahead_of_each_other() -> None:
    against = head_to_head(settings_from({"seats": 4}), [met("abcd", (1, 1, 1, 4))])
    assert against(["a", "b", "c"]) == {"a": 0.0, "b": 0.0, "c": 0.0}


def test_what_differs_only_by_how_it_was_added_up_is_equal_and_what_differs_by_more_is_not() -> None:
    values = {"a": {"points": 0.1 + 0.2}, "b": {"points": 0.3}, "c": {"points": 0.3 + 1e-9}}
    groups, _ = ranked("abc", ("points",), values, lambda group: dict.fromkeys(group, 0.0))
    assert groups == [["c"], ["a", "b"]]


def test_what_has_split_two_is_not_asked_again() -> None:
    """The first is ahead by points; that b is ahead of a by wins parts nobody, and c is compared with its equal alone."""
    values = {
        "a": {"points": 2.0, "wins": 0.0, "place": 9.0},
        "b": {"points": 1.0, "wins": 3.0, "place": 2.0},
        "c": {"points": 1.0, "wins": 3.0, "place": 1.0},
    }
    asked: list[list[str]] = []

    def against(group: Sequence[str]) -> dict[str, float]:
        asked.append(list(group))
        return dict.fromkeys(group, 0.0)

    groups, why = ranked("abc", ("points", "head-to-head", "wins", "place"), values, against)
    assert (groups, asked) == ([["a"], ["c"], ["b"]], [["b", "c"]])
    assert why == {"a": (2.0, 0.0, 0.0, 9.0), "b": (1.0, 0.0, 3.0, 2.0), "c": (1.0, 0.0, 3.0, 1.0)}


def test_head_to_head_is_a_mean_over_all_who_were_met_however_often() -> None:
    """Twice a came before b and once behind c: b and c are met two times and one time, and d counts for nobody."""
    against = head_to_head(
        settings_from({"seats": 3}), [met("abd", (1, 2, 3)), met("bda", (3, 2, 1), 2), met("cad", (1, 2, 3), 3)]
    )
    assert against(["a", "b", "c"]) == pytest.approx({"a": (0.5 + 1.0 - 0.5) / 3, "b": -0.75, "c": 0.5})
