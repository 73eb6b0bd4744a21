"""The planner: the same place and budget give the same answer, it sees what its seat sees, and it wins more than its share."""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from citadels_engine import Action, Game, apply, awaited, is_over, legal_actions, view, winners
from citadels_engine.bots import Bot, GreedyBot, PlannerBot, make
from citadels_engine.bots.planner import worlds_of
from citadels_engine.bots.planner.rollout import LONGEST, chance_to_win, play_on, result
from citadels_engine.bots.planner.sequential_halving import Budget, Race
from citadels_engine.inference.worlds import sample_world
from citadels_engine.views.view import View

from tests.support.setups import CYCLE, setup

Log = list[dict[str, object]]

DEALS = {"quick": 8, "ci": 8, "full": 100}[os.environ.get("CITADELS_SIZE", "quick")]
"""How many deals are played from every seat."""
KINDS = {
    "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant",
    "advise", "ransom", "tribute", "chime", "search", "ward",
}  # fmt: skip


class Ticking:
    """A clock that goes on by so many milliseconds whenever somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return 5000.0 + self.looks * self.step


def hear(game: Game, logs: list[Log]) -> None:
    """Every seat hears what the last action caused."""
    for seat, log in enumerate(logs):
        log += [event.for_seat(seat) for event in game.events]


def walk(number: int, play: list[Bot] | None = None) -> Iterator[tuple[Game, Log]]:
    """A game's decisions, one after the other, with what the seat asked has seen; random moves where nobody is named to play."""
    chance = Random(number)
    game = setup(number).deal(telling=True)
    logs: list[Log] = [[] for _ in game.seats]
    while not is_over(game):
        hear(game, logs)
        seat = awaited(game).seat
        yield game, logs[seat]
        if play is None:
            apply(game, chance.choice(legal_actions(game)))
        else:
            apply(game, play[seat].choose(view(game, seat), logs[seat]))


def choices(number: int, step: int = 9) -> list[tuple[View, Log]]:
    """Some real choices of a game: the views and what was seen before."""
    found = []
    for at, (game, log) in enumerate(walk(number)):
        if at % step == 0 and len(legal_actions(game)) > 1:
            found.append((view(game, awaited(game).seat), log[:]))
    assert found
    return found[:8]


def share(numbers: range, playouts: int, others: str) -> float:
    """The planner's share of the victory over these deals, each played from every seat."""
    won, games = 0.0, 0
    for number in numbers:
        players = 2 + number % 7
        for place in range(players):
            bots = [make(others, f"{number} {seat}") for seat in range(players)]
            bots[place] = make("planner", f"{number} {place}", playouts=playouts)
            last = None
            for game, _ in walk(number, bots):
                last = game
            assert last is not None
            best = winners(last)
            won += (place in best) / len(best)
            games += 1
    return won / games


# --- the same answer -------------------------------------------------------------------------------------------------


def test_the_same_seed_and_budget_give_the_same_answers() -> None:
    one, other = make("planner", "a seed", playouts=24), make("planner", "a seed", playouts=24)
    for seen, log in choices(2) + choices(17):
        first = one.choose(seen, log)
        assert one.choose(seen, log) == first
        assert other.choose(seen, log) == first


def test_another_seed_gives_other_answers_somewhere() -> None:
    places = choices(2, 3) + choices(9, 3)
    assert len({tuple(make("planner", seed, playouts=8).choose(*place).text for place in places) for seed in "abc"}) > 1


@pytest.mark.heavy
def test_it_sees_what_its_seat_sees_and_nothing_else() -> None:
    """Two games that differ in hidden things alone: another world of the same view and events is such a game."""
    apart = 0
    for number in (2, 9, 14, 15, 19, 34):
        for at, (game, log) in enumerate(walk(number)):
            if at % 40 != 20 or len(legal_actions(game)) < 2:
                continue
            seat = awaited(game).seat
            twin = sample_world(view(game, seat), log, chance=f"twin {at}")
            hands = [[card.id for card in other.hand] for other in game.seats]
            apart += hands != [[card.id for card in other.hand] for other in twin.seats]
            bot = make("planner", "a seed", playouts=24)
            assert bot.choose(view(game, seat), log) == bot.choose(view(twin, seat), log)
    assert apart > 5


def test_it_changes_nothing_that_it_is_shown() -> None:
    for seen, log in choices(9):
        before, told = seen.to_json(), [dict(event) for event in log]
        make("planner", "", playouts=12).choose(seen, log)
        assert seen.to_json() == before
        assert log == told


# --- every place -----------------------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_it_answers_every_kind_of_decision() -> None:
    met: Counter[str] = Counter()
    bot = make("planner", "a seed", playouts=12)
    for number in range(CYCLE):
        for game, log in walk(number):
            decision = awaited(game)
            if met[decision.kind] < 4 and len(legal_actions(game)) > 1:
                met[decision.kind] += 1
                assert bot.choose(view(game, decision.seat), log) in legal_actions(game)
        if len(met) == len(KINDS) and min(met.values()) == 4:
            break
    assert set(met) == KINDS


@pytest.mark.heavy
@pytest.mark.parametrize("first", range(4))
def test_it_plays_every_edition_with_every_number_of_players(first: int) -> None:
    for number in range(first, 28, 4):
        players = 2 + number % 7
        bots: list[Bot] = [make("planner" if seat == 0 else "greedy", "", playouts=6) for seat in range(players)]
        for game, log in walk(number, bots):
            if awaited(game).seat == 0:
                assert bots[0].choose(view(game, 0), log) in legal_actions(game)


def test_it_plays_without_events_and_with_events_that_do_not_begin_with_the_deal() -> None:
    bot = make("planner", "a seed", playouts=8)
    for number in (2, 5, 16, 19):
        for seen, log in choices(number, 17):
            for told in ([], log[len(log) // 2 :], log[1:], log[: len(log) // 2], log + log):
                assert bot.choose(seen, told) in seen.actions


def test_where_no_world_can_be_drawn_it_plays_as_the_greedy_bot() -> None:
    for seen, log in choices(2):
        seen.pool_size += 20
        assert worlds_of(seen, log) is None
        assert make("planner", "", playouts=24).choose(seen, log) == GreedyBot().choose(seen, log)


def test_a_spectator_has_nothing_to_choose() -> None:
    game, log = next(walk(2))
    with pytest.raises(ValueError, match="spectator"):
        make("planner", "").choose(view(game, None), log)


# --- the budget ------------------------------------------------------------------------------------------------------


def race(seen: View, log: Log, budget: Budget) -> Action:
    worlds = worlds_of(seen, log)
    assert worlds is not None
    return Race(worlds, list(seen.actions), "a chance", budget).run()


@pytest.mark.parametrize("playouts", [1, 5, 20, 100])
def test_no_more_playouts_than_were_granted(playouts: int) -> None:
    for seen, log in choices(9):
        budget = Budget(playouts, 0.0, None)
        race(seen, log, budget)
        assert budget.spent <= playouts
        if playouts >= 8 * len(seen.actions):
            assert budget.spent > playouts // 2


def test_the_search_ends_with_its_milliseconds() -> None:
    for seen, log in choices(9):
        clock = Ticking(1.0)
        assert make("planner", "", ms=40, clock=clock).choose(seen, log) in seen.actions
        # one look as it begins; then each costs a millisecond, and nothing is played once they are over
        assert 40 <= clock.looks <= 40 + 8


def test_a_slow_clock_allows_more_than_a_fast_one() -> None:
    seen, log = choices(9)[0]
    spent = []
    for step in (1.0, 0.1):
        budget = Budget(10_000, 20.0, Ticking(step))
        race(seen, log, budget)
        spent.append(budget.spent)
    assert 0 < spent[0] <= 20 < spent[1] <= 200


def test_a_clock_that_stands_still_does_not_hold_up_the_game() -> None:
    seen, log = choices(9)[0]
    assert make("planner", "", ms=5, clock=Ticking(0.0)).choose(seen, log) in seen.actions


def test_a_budget_in_playouts_looks_at_no_clock() -> None:
    clock = Ticking(1.0)
    for seen, log in choices(9):
        make("planner", "", playouts=8, clock=clock).choose(seen, log)
    assert clock.looks == 0


def test_a_budget_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="playouts"):
        make("planner", "", playouts=0)
    with pytest.raises(ValueError, match="clock"):
        make("planner", "", ms=50)
    for ms in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="ms"):
            make("planner", "", ms=ms, clock=Ticking(1.0))


def test_it_is_made_by_its_name() -> None:
    assert isinstance(make("planner", "a seed"), PlannerBot)


# --- how well it judges ----------------------------------------------------------------------------------------------


def test_a_game_is_judged_as_shares_of_one_chance() -> None:
    for number in range(2, 30, 3):
        for at, (game, _) in enumerate(walk(number)):
            if at % 25 == 10:
                chances = [chance_to_win(game, seat) for seat in range(len(game.seats))]
                assert sum(chances) == pytest.approx(1)
                richer = game.copy()
                richer.seats[0].gold += 1
                assert chance_to_win(richer, 0) > chances[0]


def test_a_victory_is_worth_more_than_any_defeat() -> None:
    for number in range(7):
        last = None
        for game, _ in walk(number):
            last = game
        assert last is not None
        best = winners(last)
        values = [result(last, seat) for seat in range(len(last.seats))]
        assert all(0 <= value <= 1 for value in values)
        assert all(values[one] > values[other] for one in best for other in range(len(values)) if other not in best)


def test_a_game_is_played_on_through_one_more_round_or_to_its_end() -> None:
    for number in range(14):
        for at, (game, _) in enumerate(walk(number)):
            if at % 60 == 30:
                other = game.copy()
                assert 0 <= play_on(other, 0) <= 1
                assert is_over(other) or other.round == game.round + 1
                assert other.n - game.n < LONGEST


# --- how well it plays -----------------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_it_beats_random_bots() -> None:
    assert share(range(2, 2 + 28 * 5, 28), 16, "random") >= 0.9


@pytest.mark.heavy
def test_it_wins_clearly_more_than_its_share_of_games_against_greedy_bots() -> None:
    """Four players, so a quarter would be its share; the first modern set-ups, with few playouts."""
    assert share(range(9, 9 + 14 * DEALS, 14), 40, "greedy") > 0.4
