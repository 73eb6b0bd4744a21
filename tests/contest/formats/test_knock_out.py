"""A knock-out: how many go on from a table, and who is still in."""

import pytest
from citadels_contest.formats.knock_out import advancing, still_in

from tests.contest.fields import Played, settings


@pytest.mark.parametrize(("seats", "on"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_the_better_half_of_a_table_goes_on_the_larger_one_where_it_is_odd(seats: int, on: int) -> None:
    assert advancing(settings(format="knock-out", seats=seats), seats) == on


def test_somebody_always_goes_on_and_somebody_never_does() -> None:
    chosen = settings(format="knock-out", seats=4, advance=3)
    assert [advancing(chosen, size) for size in (1, 2, 3, 4)] == [1, 1, 2, 3]


def test_who_came_after_the_last_round_was_made_is_still_in() -> None:
    event = Played(settings(format="knock-out", seats=4), 8)
    event.make()
    event.play()
    event.entered.append("late")
    winners = {name for table in event.tables.values() for name in table[:2]}
    assert set(still_in(event.field)) == {*winners, "late"}
    assert len(winners) == 4


def test_who_has_left_goes_on_no_more_and_the_next_of_the_table_does() -> None:
    event = Played(settings(format="knock-out", seats=4), 8)
    event.make()
    event.play()
    first, second, third, _ = event.tables[1, 0]
    event.gone.add(first)
    on = still_in(event.field)
    assert first not in on
    assert {second, third} <= set(on)
