"""Who has sat where, counted where the rotation does not make it even."""

import pytest
from citadels_contest.formats.context import Field
from citadels_contest.table_assignment import History, count_seats
from citadels_contest.types import Round

from tests.contest.fields import settings


def test_seats_are_counted_where_a_deal_is_played_once() -> None:
    sat: dict[str, list[int]] = {}
    chosen = settings(seats=3, deals=4, duplicate=False)  # three deals give everybody each seat: one is left over
    count_seats(chosen, ("ann", "bea", "fill:greedy:1"), sat)
    count_seats(chosen, ("ann", "cid", "bea"), sat)
    assert {name: seats[:3] for name, seats in sat.items()} == {"ann": [2, 0, 0], "bea": [0, 1, 1], "cid": [0, 1, 0]}


def test_every_deal_left_over_is_one_seat_further() -> None:
    sat: dict[str, list[int]] = {}
    count_seats(settings(seats=3, deals=5, duplicate=False), ("ann", "bea", "cid"), sat)
    assert {name: seats[:3] for name, seats in sat.items()} == {"ann": [1, 0, 1], "bea": [1, 1, 0], "cid": [0, 1, 1]}


def test_nothing_is_counted_where_everybody_plays_each_deal_from_every_seat() -> None:
    sat: dict[str, list[int]] = {}
    count_seats(settings(seats=3, deals=4), ("ann", "bea", "cid"), sat)
    assert sat == {}


@pytest.mark.parametrize(("late", "byes"), [("refuse", [0, 0, 1, 0]), ("zero", [0, 0, 1, 0]), ("byes", [0, 0, 1, 2])])
def test_who_met_and_who_rested_is_counted_over_those_still_in(late: str, byes: list[int]) -> None:
    """Rounds that one has missed before a late entry are byes where the policy says so, and only there."""
    rounds = (
        Round(1, (("ann", "bea"), ("gone", "fill:greedy:1")), ("cid", "gone")),
        Round(2, (("ann", "cid", "bea"),)),
    )
    found = History(Field(settings(late=late), ("ann", "bea", "cid", "dee"), rounds=rounds))
    assert found.meets == [[0, 2, 1, 0], [2, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
    assert (found.tables, found.byes) == ([2, 2, 1, 0], byes)
