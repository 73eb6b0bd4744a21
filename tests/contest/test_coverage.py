"""Intervals of 95 % hold the truth in 95 of 100 events, under models whose truth is known.

The models (`made_up`): equal players where seats, cards and suits differ; unequal ones; a table of seven; two players who often tie; points for
winning alone, lopsided; no rotation at all; tables that share their deals. Full size: 2,000 events each, and 95 +- 1.5 % are asked. CI takes fewer
events, and the bound grows with the standard error. Of very few deals, and where nearly all games end alike, there are so few possible
results that no interval can hit 95 %: there it must not be less.
"""

import math
import os
from random import Random

import pytest
from citadels_contest.stats.crosstable import crosstable
from citadels_contest.stats.game_results import Game, by_round, by_wins, scored
from citadels_contest.stats.paired_test import better
from citadels_contest.stats.plackett_luce import SCALE, fit
from citadels_contest.stats.seat_effects import seat_effect
from citadels_contest.stats.win_rate import win_rates
from citadels_contest.types import Fixture, Result

from tests.contest.events import entered, play_out
from tests.contest.made_up import Model, event

EVENTS = {"quick": 60, "ci": 90, "full": 2000}[os.environ.get("CITADELS_SIZE", "quick")]
REACH = 0.015 * math.sqrt(2000 / EVENTS)
"""Three standard errors of a share of 95 %; 1.5 % at 2,000 events."""

EVEN = Model((0, 0, 0, 0), (0.8, 0.2, -0.2, -0.8), cards=1.5, suits=1.0)
LOPSIDED = Model((4, 0, 0, -1), (0.5, 0, 0, -0.5), suits=0.3)
SEVEN = Model((1, 0, 0.5, 0, -1, -2, 1), (0.5, 0, 0, 0, 0, 0, -0.5), cards=1.5, suits=0.3)
TIES = Model((0.5, 0), (0.5, -0.5), suits=0.3, grain=6)
WINS = Model((3, 0, 0), (0.5, 0, -0.5), suits=0.3, wins=True)
ALONE = Model((1, 0, 0, -1), (0.8, 0.2, -0.2, -0.8), cards=1.5, suits=0.5, rotate=False)
NEARLY_ALWAYS = Model((6, 0), (0.5, -0.5), suits=0.3)
MODELS = {
    "even": (EVEN, 10),
    "lopsided": (LOPSIDED, 12),
    "seven": (SEVEN, 8),
    "ties": (TIES, 30),
    "wins": (WINS, 30),
    "alone": (ALONE, 30),
}
FEW = {"few": (EVEN, 4), "few and lopsided": (LOPSIDED, 4), "nearly always": (NEARLY_ALWAYS, 8)}


def by_place(result: Result) -> list[float]:
    """Points by place, shared places in parts."""
    places = result.places
    return [
        (sum(place < other for other in places) + 0.5 * (places.count(place) - 1)) / (len(places) - 1)
        for place in places
    ]


def own_deal(fixture: Fixture) -> str:
    """The deal of a fixture where each table has its own."""
    return f"{fixture.round}/{fixture.table}/{fixture.deal}"


def games_of(model: Model, deals: int, chance: Random) -> list[Game]:
    """An event as the statistics read it."""
    return scored(event(model, deals, chance), by_wins if model.wins else by_place, own_deal)


def holds(low: float | None, high: float | None, truth: float) -> bool:
    """Whether it lies between; without a bound it does."""
    return (low is None or low <= truth + 1e-9) and (high is None or truth - 1e-9 <= high)


def shares(model: Model, deals: int, seed: str) -> tuple[float, float]:
    """How often the intervals of the gap between the first two, and of how often the first is ahead, hold the truth."""
    gap, ahead = model.points(0) - model.points(1), model.ahead(0, 1)
    chance = Random(seed)
    first, second = 0, 0
    for _ in range(EVENTS):
        games = games_of(model, deals, chance)
        found = better(games, model.ids[:2], model.turns)["bot0", "bot1"]
        cell = crosstable(games, model.ids[:2])["bot0", "bot1"]
        first += holds(found.low, found.high, gap)
        second += holds(cell.low, cell.high, ahead)
    return first / EVENTS, second / EVENTS


@pytest.mark.heavy
@pytest.mark.parametrize("name", MODELS)
def test_intervals_hold_the_truth_in_95_of_100_events(name: str) -> None:
    model, deals = MODELS[name]
    for share in shares(model, deals, name):
        assert share == pytest.approx(0.95, abs=REACH), f"{name}: {share:.4f}"


@pytest.mark.heavy
@pytest.mark.parametrize("name", FEW)
def test_with_few_deals_intervals_hold_it_no_less_often(name: str) -> None:
    model, deals = FEW[name]
    for share in shares(model, deals, name):
        assert share >= 0.95 - REACH, f"{name}: {share:.4f}"


@pytest.mark.heavy
def test_the_points_of_a_seat_lie_in_their_interval() -> None:
    chance = Random("seats")
    truth = math.fsum(EVEN.ahead_from(0, 0, 1, seat) for seat in (1, 2, 3)) / 3
    found = [seat_effect(games_of(EVEN, 10, chance), 4, 4).seats[0] for _ in range(EVENTS)]
    share = sum(holds(one.low, one.high, truth) for one in found) / EVENTS
    assert share == pytest.approx(0.95, abs=REACH)


@pytest.mark.heavy
def test_seats_that_are_equal_seldom_look_unequal() -> None:
    equal = EVEN._replace(seats=(0, 0, 0, 0), strengths=(2, 0, 0, -1))
    chance = Random("equal seats")
    said = [seat_effect(games_of(equal, 12, chance), 4, 4).chance for _ in range(EVENTS)]
    assert all(one is not None for one in said)
    assert sum(one is not None and one < 0.05 for one in said) / EVENTS == pytest.approx(0.05, abs=REACH)


@pytest.mark.heavy
@pytest.mark.parametrize(("model", "deals"), [(EVEN, 10), (WINS, 30), (ALONE, 30)], ids=["even", "wins", "alone"])
def test_how_often_one_wins_lies_in_its_interval(model: Model, deals: int) -> None:
    chance = Random("wins")
    truth = model._replace(wins=True).points(0)
    found = [win_rates(games_of(model, deals, chance), model.ids)[0] for _ in range(EVENTS)]
    share = sum(holds(one.low, one.high, truth) for one in found) / EVENTS
    assert share == pytest.approx(0.95, abs=REACH)


LUCE = Model((0.8, 0.3, -0.3, -0.8), (0, 0, 0, 0), cards=0, gumbel=True)
LUCE_SIX = Model((1, 0.6, 0.2, -0.2, -0.6, -1), (0, 0, 0, 0), cards=0, gumbel=True)
THREES = Model((0, 0, 0, 0, 0), (0.5, 0, -0.5), cards=2, suits=0.7, grain=3)
RATED = {
    "Luce's model": (LUCE, 30, False),
    "equal players at unequal seats": (EVEN, 10, False),
    "ties, five players at tables of three": (THREES, 5, True),
    "Luce's model, shared deals": (LUCE_SIX, 3, True),
}


@pytest.mark.heavy
@pytest.mark.parametrize("name", RATED)
def test_ratings_lie_in_their_intervals(name: str) -> None:
    model, deals, shared = RATED[name]
    chance = Random(name)
    events = EVENTS if EVENTS == 2000 else EVENTS // 2
    mean = math.fsum(model.strengths) / len(model.ids)
    held = [0] * len(model.ids)
    for _ in range(events):
        found = fit(event(model, deals, chance, shared=shared), model.ids, by_round if shared else own_deal)
        for at, one in enumerate(found):
            held[at] += holds(one.low, one.high, SCALE * (model.strengths[at] - mean))
    whole = sum(held) / len(held) / events
    assert whole == pytest.approx(0.95, abs=0.015 * math.sqrt(2000 / events)), f"{name}: {whole:.4f}"


@pytest.mark.heavy
def test_in_a_swiss_with_few_games_for_many_players_ratings_lie_in_their_intervals_no_less_often() -> None:
    strengths = {f"bot{at}": 0.8 - 1.6 * at / 11 for at in range(12)}
    chance = Random("a Swiss")
    held = 0.0
    for number in range(EVENTS):
        swiss = entered(*strengths, format="swiss", seats=2, duplicate=False, seed=str(number))
        swiss.apply({"kind": "started"})

        def judge(fixture: Fixture) -> list[int]:
            """Luce's model, in whole numbers."""
            luck = [strengths[who] - math.log(-math.log(chance.random())) for who in fixture.seats]
            return [round(1e6 * (one + 100)) for one in luck]

        play_out(swiss, judge)
        for one in fit(swiss.counted(), tuple(strengths), swiss.deal_label):
            held += holds(one.low, one.high, SCALE * strengths[one.entrant]) / len(strengths)
    assert held / EVENTS >= 0.95 - REACH, f"{held / EVENTS:.4f}"
