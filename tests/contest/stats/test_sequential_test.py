"""The sequential test keeps both error rates when it stops by itself, whatever the differences look like.

Simulated under no difference, and under just the bound: normal differences, differences of very unequal spread, rare large ones on either side, mostly
ties, and made-up events with seats, cards and players of unlike steadiness. The rates are asked for at 2,000 tests each at full size; with fewer, three
standard errors more.
"""

import math
import os
from collections.abc import Callable
from random import Random

import pytest
from citadels_contest.settings import Settings, settings_from
from citadels_contest.stats.game_results import by_round, by_wins, scored
from citadels_contest.stats.paired_test import differences
from citadels_contest.stats.sequential_test import EXPECTED, WEIGHT, Verdict, judge, stakes_on, within

from tests.contest.made_up import Model, event

TESTS = {"quick": 60, "ci": 90, "full": 2000}[os.environ.get("CITADELS_SIZE", "quick")]
RISK = 0.05
ALLOWED = RISK + 3 * math.sqrt(RISK * (1 - RISK) / TESTS)
BOUND = 0.1
MOST = 600
ASKED = settings_from({"format": "sequential", "bound": BOUND})


def normal(chance: Random) -> float:
    return max(-0.9, min(0.9, chance.gauss(0, 0.25)))


def unsteady(chance: Random) -> float:
    """A steady bot against one of moods: now and then everything is at stake."""
    return max(-0.9, min(0.9, chance.gauss(0, 0.6 if chance.random() < 0.2 else 0.1)))


def rarely_lost(chance: Random) -> float:
    return -0.9 if chance.random() < 0.1 else 0.1


def rarely_won(chance: Random) -> float:
    return 0.9 if chance.random() < 0.1 else -0.1


def mostly_ties(chance: Random) -> float:
    return chance.choice((-0.5, 0.5)) if chance.random() < 0.1 else 0.0


KINDS = [normal, unsteady, rarely_lost, rarely_won, mostly_ties]


def verdicts(draw: Callable[[Random], float], shift: float, seed: str, asked: Settings = ASKED) -> list[Verdict]:
    """What so many tests say of differences like these, moved by so much."""
    chance = Random(seed)
    return [judge(asked, [min(1.0, draw(chance) + shift) for _ in range(MOST)]) for _ in range(TESTS)]


@pytest.mark.heavy
@pytest.mark.parametrize("draw", KINDS)
def test_better_is_seldom_said_of_equals(draw: Callable[[Random], float]) -> None:
    said = verdicts(draw, 0, "no difference")
    assert sum(one.verdict == "better" for one in said) / TESTS <= ALLOWED


@pytest.mark.heavy
@pytest.mark.parametrize("draw", KINDS)
def test_a_difference_of_the_bound_is_seldom_missed(draw: Callable[[Random], float]) -> None:
    said = verdicts(draw, BOUND, "the bound")
    assert sum(one.verdict == "not better" for one in said) / TESTS <= ALLOWED
    assert sum(one.verdict is None for one in said) / TESTS <= 0.06


@pytest.mark.heavy
@pytest.mark.parametrize("players", [2, 4])
def test_the_rates_hold_for_games_of_equal_players(players: int) -> None:
    seats = (0.8, -0.8) if players == 2 else (0.8, 0.2, -0.2, -0.8)
    model = Model((0,) * players, seats, cards=1.5, suits=1.0)
    chance = Random(f"{players} seats")
    events = TESTS // 4
    said = 0
    for _ in range(events):
        games = scored(event(model, 40, chance), by_wins, by_round)
        said += judge(ASKED, differences(games, "bot0", "bot1", players)).verdict == "better"
    assert said / events <= RISK + 3 * math.sqrt(RISK * (1 - RISK) / events)


@pytest.mark.heavy
def test_it_needs_fewer_deals_than_a_test_of_a_fixed_number_with_the_same_rates() -> None:
    fixed = (2 * 1.645 * 0.25 / 0.05) ** 2
    asked = ASKED._replace(bound=0.05)
    for shift in (0, 0.05):
        deals = [one.deals for one in verdicts(normal, shift, "deals", asked)]
        assert sum(deals) / len(deals) < 0.8 * fixed


@pytest.mark.heavy
def test_the_interval_holds_when_the_test_has_stopped() -> None:
    chance = Random("stopped")
    held = 0
    for _ in range(TESTS):
        values = [normal(chance) + 0.06 for _ in range(MOST)]
        low, high = within(values[: judge(ASKED, values).deals])
        held += low <= 0.06 <= high
    assert held / TESTS >= 0.95 - (ALLOWED - RISK)


def test_a_clear_difference_is_found_and_told() -> None:
    found = judge(ASKED, [0.2, 0.3] * 50)
    assert found.verdict == "better"
    assert found.told.startswith("the first is better than the second (95 %): ahead by ")
    named = judge(ASKED, [0.2, 0.3] * 50, ("new", "old"))
    assert named.told == found.told.replace("the first", "new").replace("the second", "old")
    assert found.better >= found.needed


def test_who_is_clearly_worse_is_not_better() -> None:
    assert judge(ASKED, [-0.2, -0.3] * 50).verdict == "not better"


def test_equal_bots_are_soon_found_not_better() -> None:
    found = judge(ASKED, [0.0] * 100)
    assert found.verdict == "not better"
    assert found.deals < 50


def test_once_said_it_stays_said() -> None:
    values = [0.3] * 50
    first = judge(ASKED, values)
    assert judge(ASKED, [*values, *[-1.0] * 100]) == first


@pytest.mark.parametrize("before", [[], [0.3], [0.3, -0.2, 0.6]])
def test_what_is_bet_on_a_deal_is_fixed_before_it(before: list[float]) -> None:
    """Else whoever bets would have seen the deal: what is won is in proportion to the difference, whatever that is."""
    asked = ASKED._replace(bound=0.02)  # so small that no bet is the largest that there may be
    had = judge(asked, before).better
    won = [math.exp(judge(asked, [*before, value]).better - had) - 1 for value in (0.5, 0.25, -0.5)]
    assert won[0] > 0
    assert [won[1] * 2, -won[2]] == pytest.approx([won[0]] * 2)


def test_the_first_bet_is_the_bound_through_the_spread_that_is_expected() -> None:
    """0.05 / (0.1 + 0.05²): a log is verified by where its test stopped, so the bets are the same in every version."""
    found = judge(ASKED._replace(bound=0.05), [0.4])
    assert found.better == pytest.approx(math.log1p(0.05 / 0.1025 * 0.4))
    assert found.worse == pytest.approx(math.log1p(0.05 / 0.1025 * (0.05 - 0.4)))


def test_of_no_deals_nothing_is_said() -> None:
    found = judge(ASKED, [])
    assert (found.verdict, found.deals, found.gap) == (None, 0, 0.0)
    assert list(within([])) == pytest.approx([-1, 1], abs=1e-9)


def test_stricter_rates_need_more_deals() -> None:
    values = [0.1, 0.2, 0.0] * 100
    assert judge(ASKED._replace(alpha=0.001), values).deals > judge(ASKED, values).deals


def test_the_whole_range_of_differences_can_be_borne() -> None:
    found = judge(ASKED._replace(bound=0.9), [1.0, -1.0] * 20)
    assert math.isfinite(found.better)
    assert math.isfinite(found.worse)


def test_a_stake_follows_from_the_deals_before_it_with_a_tie_counted_in() -> None:
    first, second, third = stakes_on([1.0, 0.5, 0.0])

    def stake(at: int, spread: float) -> float:
        return math.sqrt(2 * math.log(2 / RISK) * (at - 1 + WEIGHT) / (spread * at * math.log(1 + at)))

    spread = EXPECTED * WEIGHT
    assert first == pytest.approx(stake(1, spread))
    assert second == pytest.approx(stake(2, spread + (1 - 1 / 2) ** 2))
    assert third == pytest.approx(stake(3, spread + (1 - 1 / 2) ** 2 + (0.5 - 1.5 / 3) ** 2))
