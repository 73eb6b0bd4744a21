"""What a table's games add up to."""

import pytest
from citadels_contest.scorebook import add_to
from citadels_contest.standings import UNIT, WIN
from citadels_contest.types import Fixture, Result

from tests.contest.events import entered, over, play, started, strength


def test_a_table_adds_up_points_wins_and_leads_of_its_games() -> None:
    event = entered("ann", "bea", format="knock-out", points="wins")
    sums: dict[str, tuple[int, int, int]] = {}
    add_to(sums, event, Result(Fixture(1, 0, 0, 0, ("ann", "bea")), (1, 2), (20, 15)))
    add_to(sums, event, Result(Fixture(1, 0, 1, 0, ("bea", "ann")), (1, 2), (18, 17)))
    add_to(sums, event, Result(Fixture(1, 0, 2, 0, ("ann", "bea")), (1, 1), (12, 12)))
    add_to(sums, event, Result(Fixture(1, 0, 3, 0, ("ann", "bea")), (1, 2), (30, 20), left=(0,)))
    half = UNIT // 2
    assert sums == {
        "ann": (UNIT + half, WIN + WIN // 2, 5 - 1 + 0 + 10),
        "bea": (UNIT + half + UNIT, WIN + WIN // 2, -5 + 1 + 0 - 10),
    }


def test_deals_with_who_has_withdrawn_count_no_more_for_those_who_are_compared() -> None:
    event = started("ann", "bea", "cid", format="sequential", focus=["ann", "bea"], seats=3, withdrawal="void")
    play(event, strength(ann=3, bea=2, cid=1))
    assert event.books.differences("ann", "bea") != []
    event.apply({"kind": "withdrew", "entrant": "cid", "why": "asked to"})
    assert event.books.differences("ann", "bea") == []


def test_results_are_counted_in_the_order_of_their_games_whatever_order_they_came_in() -> None:
    event = started("ann", "bea", "cid", seats=2, deals=2)
    for fixture in reversed(event.open()):
        event.apply(over(fixture, [5, 3]))
    order = [one.fixture.id for one in event.counted()]
    assert order == sorted(order)
    assert len(order) == len(event.fixtures)


@pytest.mark.parametrize(("played", "counts"), [(0, 0), (1, 0), (2, 2), (3, 3)])
def test_who_withdraws_keeps_the_games_only_where_half_of_them_are_played(played: int, counts: int) -> None:
    event = started("ann", "bea", "cid", seats=2, duplicate=False, deals=2, withdrawal="half")
    mine = [fixture for fixture in event.open() if "ann" in fixture.seats]
    assert len(mine) == 4
    for fixture in mine[:played]:
        event.apply(over(fixture, [5, 3]))
    event.apply({"kind": "withdrew", "entrant": "ann", "why": "ill"})
    assert len(event.counted()) == counts


def test_games_that_are_void_are_none_of_those_of_which_half_are_to_be_played() -> None:
    event = started("ann", "bea", "cid", seats=2, duplicate=False, deals=2, withdrawal="half")
    mine = [fixture for fixture in event.open() if "ann" in fixture.seats]
    event.apply(over(mine[0], [5, 3]))
    for fixture in mine[2:]:
        event.apply({"kind": "void", "game": fixture.id, "why": "power cut"})
    event.apply({"kind": "withdrew", "entrant": "ann", "why": "ill"})
    assert len(event.counted()) == 1


def test_tables_are_the_same_whether_standings_were_asked_for_before_or_not() -> None:
    event = started("ann", "bea", "cid", "dee", format="knock-out", seats=4, withdrawal="void", deals=2)
    play(event, strength(ann=40, bea=30, cid=20))
    event.apply({"kind": "withdrew", "entrant": "ann", "why": "ill"})
    other = event.copy()
    event.standings()
    assert other.books.tables() == event.books.tables()
    assert event.books.tables()[1, 0][-1] == "ann"


def test_the_copy_of_books_counts_by_itself() -> None:
    event = started("ann", "bea", seats=2, duplicate=False, deals=3)
    first, second, third = event.open()
    event.apply(over(first, [5, 3]))
    event.standings()
    event.apply(over(second, [5, 3]))
    other = event.copy()
    other.apply(over(third, [5, 3]))
    assert (len(event.counted()), len(other.counted())) == (2, 3)
    assert [sum(one.games for one in found.standings()) for found in (event, other)] == [4, 6]
    assert [sum(one.games for one in found.standings()) for found in (event, other)] == [4, 6], (
        "it is not counted twice"
    )
