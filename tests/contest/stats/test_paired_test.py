"""Who is better than whom: what counts as a comparison, and what does not."""

from itertools import combinations

import pytest
from citadels_contest.stats.crosstable import crosstable
from citadels_contest.stats.game_results import Game, by_round, by_wins, scored, tables_of
from citadels_contest.stats.paired_test import better, differences, gain
from citadels_contest.stats.seat_effects import character_rates
from citadels_contest.types import Fixture, Result


def turns_of(table: int, deal: int, members: tuple[str, ...], best: tuple[str, ...]) -> list[Result]:
    """A deal from every seat: the members come in the order of `best`."""
    found = []
    for turn in range(len(members)):
        seats = members[turn:] + members[:turn]
        found.append(
            Result(Fixture(1, table, deal, turn, seats), tuple(1 + best.index(one) for one in seats), (0,) * len(seats))
        )
    return found


def read(results: list[Result]) -> list[Game]:
    return scored(results, by_wins, by_round)


def test_at_one_table_the_difference_is_taken_deal_by_deal() -> None:
    results = [one for deal in range(4) for one in turns_of(0, deal, ("a", "b"), ("a", "b") if deal else ("b", "a"))]
    found = better(read(results), ("a", "b"), 2)["a", "b"]
    assert (found.gap, found.deals, found.games) == (0.5, 4, 8)
    assert differences(read(results), "a", "b", 2) == [-1, 1, 1, 1]
    assert differences(read(results), "b", "a", 2) == [1, -1, -1, -1]


def test_both_ways_say_the_same() -> None:
    results = [
        one
        for deal in range(5)
        for one in turns_of(0, deal, ("a", "b", "c"), ("a", "b", "c") if deal else ("b", "c", "a"))
    ]
    found = better(read(results), ("a", "b", "c"), 3)
    for one, other in combinations("abc", 2):
        there, back = found[one, other], found[other, one]
        assert there.gap == -back.gap
        assert (there.low, there.high) == (-(back.high or 0), -(back.low or 0))
        assert (there.share or 0) + (back.share or 0) == pytest.approx(1)


def test_who_sat_in_anothers_place_is_compared_though_they_never_met() -> None:
    results = []
    for deal in range(3):
        results += turns_of(0, deal, ("a", "x"), ("a", "x"))
        results += turns_of(1, deal, ("b", "x"), ("x", "b"))
    found = better(read(results), ("a", "b", "x"), 2)
    assert (found["a", "b"].gap, found["a", "b"].deals) == (1, 3)


def test_tables_with_other_opponents_compare_nobody() -> None:
    results = []
    for deal in range(3):
        results += turns_of(0, deal, ("a", "x"), ("a", "x"))
        results += turns_of(1, deal, ("b", "y"), ("y", "b"))
    assert ("a", "b") not in better(read(results), ("a", "b", "x", "y"), 2)


def test_other_deals_compare_nobody_though_the_opponent_is_the_same() -> None:
    results = []
    for deal in range(3):
        results += turns_of(0, deal, ("a", "x"), ("a", "x"))
        results += turns_of(1, deal, ("b", "x"), ("x", "b"))

    def own(fixture: Fixture) -> str:
        return f"{fixture.round}/{fixture.table}/{fixture.deal}"

    assert ("a", "b") not in better(scored(results, by_wins, own), ("a", "b", "x"), 2)


def test_a_deal_of_which_a_turn_is_missing_does_not_count() -> None:
    results = [one for deal in range(3) for one in turns_of(0, deal, ("a", "b", "c"), ("a", "b", "c"))]
    assert better(read(results[:-1]), ("a", "b", "c"), 3)["a", "b"].deals == 2
    assert len(tables_of(read(results[:-1]), 3)) == 2


def test_bots_that_fill_are_opponents_and_have_no_row() -> None:
    members = ("a", "b", "fill:greedy:1")
    results = [one for deal in range(3) for one in turns_of(0, deal, members, ("a", "fill:greedy:1", "b"))]
    assert set(better(read(results), ("a", "b"), 3)) == {("a", "b"), ("b", "a")}
    assert set(crosstable(read(results), ("a", "b"))) == {("a", "b"), ("b", "a")}


def test_one_deal_says_how_far_but_not_how_sure() -> None:
    found = better(read(turns_of(0, 0, ("a", "b"), ("a", "b"))), ("a", "b"), 2)["a", "b"]
    assert (found.gap, found.share, found.low, found.high) == (1, None, None, None)


def test_the_order_of_the_games_is_all_the_same() -> None:
    results = [
        one for deal in range(12) for one in turns_of(0, deal, ("a", "b"), ("a", "b") if deal % 3 else ("b", "a"))
    ]
    assert differences(read(results), "a", "b", 2) == differences(read(results[::-1]), "a", "b", 2)
    assert better(read(results), ("a", "b"), 2) == better(read(results[::-1]), ("a", "b"), 2)


def test_identical_bots_are_exactly_equal_and_the_pairing_says_so() -> None:
    results = [one for deal in range(6) for one in turns_of(0, deal, ("a", "b"), ("a", "b"))]
    by_seat = [one._replace(places=(1, 2) if one.fixture.deal % 2 else (2, 1)) for one in results]
    games = read(by_seat)
    found = better(games, ("a", "b"), 2)["a", "b"]
    assert (found.gap, found.share) == (0, 0.5)
    helped = gain(games, ("a", "b"), 2)["a", "b"]
    assert helped.paired == 0
    assert helped.unpaired > 0.2


def test_where_deals_say_nothing_new_pairing_gains_nothing() -> None:
    results = []
    for deal in range(400):
        for turn, one in enumerate(turns_of(0, deal, ("a", "b"), ("a", "b"))):
            first = (deal * 7 + turn * 13 + deal * turn * 5) % 97 < 48
            results.append(one._replace(places=(1, 2) if first else (2, 1)))
    helped = gain(read(results), ("a", "b"), 2)["a", "b"]
    assert helped.paired == pytest.approx(helped.unpaired, rel=0.25)


def test_the_crosstable_counts_who_came_before_whom() -> None:
    results = [
        Result(Fixture(1, 0, deal, 0, ("a", "b", "c")), places, (0, 0, 0))
        for deal, places in enumerate([(1, 2, 3), (2, 1, 3), (1, 1, 3), (3, 2, 1)])
    ]
    cells = crosstable(read(results), ("a", "b", "c"))
    assert cells["a", "b"].ahead == (1 + 0 + 0.5 + 0) / 4
    assert cells["b", "a"].ahead == 1 - cells["a", "b"].ahead
    assert cells["c", "a"].ahead == 0.25
    assert cells["a", "c"].points == (1 + 0 + 0.5 + 0) / 4
    assert cells["a", "c"].games == 4


def test_characters_are_counted_as_often_as_they_were_played() -> None:
    picks = (("king", "king", "thief"), ("thief",))
    results = [Result(Fixture(1, 0, deal, 0, ("a", "b")), (1, 2), (0, 0), picks=picks) for deal in range(4)]
    rates = {one.character: one for one in character_rates(read(results))}
    assert (rates["king"].picks, rates["king"].share, rates["king"].wins) == (8, 0.5, 1.0)
    assert (rates["thief"].picks, rates["thief"].wins) == (8, 0.5)
    assert rates["king"].low < 1
    assert [one.character for one in character_rates(read(results))] == ["king", "thief"]
