"""Fitted ratings: the likeliest, in whatever order the games come."""

import math
from random import Random

import pytest
from citadels_contest.stats.intervals import t_quantile
from citadels_contest.stats.plackett_luce import SCALE, Rating, fit
from citadels_contest.types import Fixture, Result

from tests.contest.made_up import Model, event

BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
"""Wins of the row over the column in the American League, East, 1987 (Agresti, Categorical data analysis)."""
PUBLISHED = {
    "Milwaukee": 1.581,
    "Detroit": 1.436,
    "Toronto": 1.294,
    "New York": 1.248,
    "Boston": 1.108,
    "Cleveland": 0.684,
    "Baltimore": 0.0,
}
"""The strengths that the same book fits, as logarithms."""


def duel(number: int, winner: str, loser: str) -> Result:
    return Result(Fixture(1, 0, number, 0, (winner, loser)), (1, 2), (1, 0))


def season() -> list[Result]:
    """All 273 games, each a deal of its own."""
    played = [
        (winner, loser)
        for winner, row in BASEBALL.items()
        for loser, wins in zip(BASEBALL, row, strict=True)
        for _ in range(wins)
    ]
    return [duel(number, *pair) for number, pair in enumerate(played)]


def game(number: int, seats: tuple[str, ...], places: tuple[int, ...]) -> Result:
    return Result(Fixture(1, 0, number, 0, seats), places, (0,) * len(seats))


def test_a_published_example_comes_out() -> None:
    found = fit(season(), tuple(BASEBALL), anchor="Baltimore")
    for one in found:
        # the weak prior draws a little towards the middle
        assert one.rating / SCALE == pytest.approx(PUBLISHED[one.entrant], abs=0.02)
        if one.entrant != "Baltimore":
            assert one.low is not None
            assert one.high is not None
            # the standard error that the book gives is 0.34 or so
            assert (one.high - one.low) / (2 * 1.96 * SCALE) == pytest.approx(0.34, abs=0.04)


def test_the_order_of_the_games_and_of_the_entrants_is_all_the_same() -> None:
    results = event(Model((0.8, 0.2, -0.4), (0, 0, 0), grain=4), 10, Random(1))
    ids = ("bot0", "bot1", "bot2")
    first = fit(results, ids)
    Random(2).shuffle(results)
    second = {one.entrant: one for one in fit(results, ids[::-1])}
    for one in first:
        other = second[one.entrant]
        assert (one.rating, one.low, one.high) == pytest.approx((other.rating, other.low, other.high), abs=1e-6)
    assert fit(results[::-1], ids) == fit(results, ids)


def test_the_ratings_are_the_likeliest() -> None:
    results = event(Model((0.8, 0.2, -0.4, 0), (0, 0, 0), grain=3), 8, Random(3))
    ids = ("bot0", "bot1", "bot2", "bot3")
    found = [one.rating / SCALE for one in fit(results, ids)]
    middle = likelihood(results, dict(zip(ids, found, strict=True)))
    for at in range(len(ids)):
        for step in (-0.02, 0.02):
            moved = [one + step * (at == number) for number, one in enumerate(found)]
            assert likelihood(results, dict(zip(ids, moved, strict=True))) < middle


def likelihood(results: list[Result], strengths: dict[str, float]) -> float:
    """The logarithm of how likely the results are, with the prior: written down as the model is told, without a thought for speed."""
    found = -sum(one**2 for one in strengths.values()) / 18
    for result in results:
        left = dict(zip(result.fixture.seats, result.places, strict=True))
        while left:
            place = min(left.values())
            tied = [who for who, other in left.items() if other == place]
            everybody = sum(math.exp(strengths[who]) for who in left)
            together = sum(math.exp(strengths[who]) for who in tied)
            for drawn, who in enumerate(tied):
                alone = len(left) == 1
                below = (
                    math.fsum(strengths[one] for one in tied) / len(tied)
                    if alone
                    else math.log(everybody - drawn / len(tied) * together)
                )
                found += strengths[who] - below
                del left[who]
    return found


def test_a_draw_is_half_a_win() -> None:
    drawn = [game(deal, ("a", "b"), (1, 1)) for deal in range(20)]
    halves = [game(deal, ("a", "b"), (1, 2) if deal % 2 else (2, 1)) for deal in range(20)]
    assert [one.rating for one in fit(drawn, ("a", "b"))] == pytest.approx([0, 0], abs=1e-9)
    mixed = [*drawn[:10], *[game(deal + 10, ("a", "b"), (1, 2)) for deal in range(10)]]
    same = [*halves[:10], *[game(deal + 10, ("a", "b"), (1, 2)) for deal in range(10)]]
    assert fit(mixed, ("a", "b"))[0].rating == pytest.approx(fit(same, ("a", "b"))[0].rating)


def test_who_was_never_beaten_has_no_upper_end_and_who_never_won_no_lower_one() -> None:
    found = fit([game(deal, ("a", "b", "c"), (1, 2, 3)) for deal in range(10)], ("a", "b", "c"))
    first, second, third = found
    assert first.low is not None
    assert first.high is None
    assert None not in (second.low, second.high)
    assert third.low is None
    assert third.high is not None
    assert first.rating > second.rating > third.rating


def test_who_has_only_shared_last_places_is_bounded_on_both_sides() -> None:
    places = ((1, 2, 2), (2, 1, 2), (1, 1, 1))
    found = fit([game(deal, ("a", "b", "c"), places[deal % 3]) for deal in range(12)], ("a", "b", "c"))
    assert all(one.low is not None and one.high is not None for one in found)


def sparse(rounds: int, seats: int) -> list[Result]:
    """Twelve players who sit down by lot, round after round: few games for many ratings."""
    chance, ids = Random("sparse"), [f"bot{at}" for at in range(12)]
    found = []
    for number in range(rounds):
        chance.shuffle(ids)
        for table in range(12 // seats):
            sitting = tuple(ids[table * seats : (table + 1) * seats])
            luck = {one: chance.gauss(int(one[3:]) / 6, 2) for one in sitting}
            places = tuple(1 + sum(other > luck[one] for other in luck.values()) for one in sitting)
            found.append(Result(Fixture(number, table, 0, 0, sitting), places, (0,) * seats))
    return found


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("shared", [True, False])
def test_an_interval_is_as_wide_as_leaving_out_one_deal_after_the_other_says(shared: bool, seats: int) -> None:
    def label(fixture: Fixture) -> str:
        return f"{fixture.round}" if shared else f"{fixture.round}/{fixture.table}"

    results = sparse(7, seats)
    ids = tuple(f"bot{at}" for at in range(12))
    moved = dict.fromkeys(ids, 0.0)
    found = fit(results, ids, label)
    for deal in {label(one.fixture) for one in results}:
        without = fit([one for one in results if label(one.fixture) != deal], ids, label)
        for one, other in zip(found, without, strict=True):
            moved[one.entrant] += (one.rating - other.rating) ** 2
    told, wanted = 0.0, 0.0
    for one in found:
        if one.low is not None and one.high is not None:
            told += one.high - one.low
            wanted += 2 * t_quantile(6) * math.sqrt(moved[one.entrant] * 6 / 7)
    assert told == pytest.approx(wanted, rel=0.1)


def test_the_mean_is_where_one_says_or_an_entrant_is() -> None:
    ids = tuple(BASEBALL)
    assert math.fsum(one.rating for one in fit(season(), ids, mean=1500)) / len(ids) == pytest.approx(1500)
    held = {one.entrant: one for one in fit(season(), ids, mean=1200, anchor="Boston")}["Boston"]
    assert (held.rating, held.low, held.high) == (1200, 1200, 1200)


def test_the_anchor_has_no_interval_even_where_it_was_never_beaten() -> None:
    found = fit([game(deal, ("a", "b", "c"), (1, 2, 3)) for deal in range(10)], ("a", "b", "c"), mean=1500, anchor="a")
    assert (found[0].rating, found[0].low, found[0].high) == (1500, 1500, 1500)


def test_bots_that_fill_are_opponents_and_have_no_row() -> None:
    results = [
        game(deal, ("a", f"fill:greedy:{1 + deal % 3}", "b"), (1, 2, 3) if deal % 3 else (3, 2, 1))
        for deal in range(12)
    ]
    found = fit(results, ("a", "b"))
    assert [one.entrant for one in found] == ["a", "b"]
    assert [one.games for one in found] == [12, 12]
    assert found[0].rating > found[1].rating


def test_who_has_not_played_is_in_the_middle_and_has_no_interval() -> None:
    assert fit([], ("a",), mean=1500) == [Rating("a", 1500.0, None, None, 0)]
    assert fit([], ()) == []


def test_one_deal_alone_gives_no_interval() -> None:
    results = event(Model((0, 0, 0), (0, 0, 0)), 1, Random(4))
    assert all(one.low is None or one.high is None for one in fit(results, ("bot0", "bot1", "bot2")))


def test_a_hundred_games_of_who_always_wins_do_not_run_away() -> None:
    found = fit([duel(number, "a", "b") for number in range(2000)], ("a", "b"))
    assert 500 < found[0].rating - found[1].rating < 4000
