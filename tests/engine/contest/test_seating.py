"""Who has sat where, counted where the rotation does not make it even."""

from citadels_engine.contest.seating import count_seats

from tests.engine.contest.fields import settings


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
