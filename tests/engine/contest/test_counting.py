"""What a table's games add up to."""

from citadels_engine.contest.counting import add_to
from citadels_engine.contest.standings import UNIT, WIN
from citadels_engine.contest.values import Fixture, Result

from tests.engine.contest.events import entered, play, started, strength


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
