"""The bots: they answer every decision of every set-up, by the view alone, and the greedy one is worth its name."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from citadels_engine import Action, View, apply, awaited, is_over, legal_actions, new_game, play, view, winners
from citadels_engine.bots import NAMES, Bot, GreedyBot, PlannerBot, RandomBot, make

from tests.support.setups import CYCLE, setup

EVERY = {"quick": 5, "ci": 5, "full": 1}[os.environ.get("CITADELS_SIZE", "quick")]
"""Of so many set-ups one is played; odd and not 7, so that both editions and every number of players come."""
HOSPITAL = 353
"""A set-up in which somebody with the Hospital is murdered."""
Events = Sequence[dict[str, object]]


def play_out(number: int, bots: list[Bot], told: bool = True) -> tuple[list[str], list[int], Counter[str]]:
    """The game of a set-up: its record, who won, and the kinds of decisions met. `told`: whether the bots hear events."""
    game = setup(number).deal(telling=True)
    seen: list[list[dict[str, object]]] = [[] for _ in bots]
    record: list[str] = []
    kinds: Counter[str] = Counter()
    while not is_over(game):
        for seat, log in enumerate(seen):
            log += [event.for_seat(seat) for event in game.events]
        decision = awaited(game)
        kinds[decision.kind] += 1
        action = bots[decision.seat].choose(view(game, decision.seat), seen[decision.seat] if told else [])
        assert action in legal_actions(game)
        record.append(action.text)
        apply(game, action)
    return record, winners(game), kinds


def greedy(players: int) -> list[Bot]:
    return [make("greedy", "") for _ in range(players)]


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.heavy) for first in (1, 2, 3))])
def test_greedy_bots_play_all_kinds_of_games_to_their_end(first: int) -> None:
    for number in range(first, CYCLE, 4 * EVERY):
        record, won, _ = play_out(number, greedy(2 + number % 7))
        assert won
        assert len(record) < 1500


def test_the_greedy_bot_answers_every_kind_of_decision() -> None:
    """Beside random ones, since its own games leave some kinds out."""
    met: Counter[str] = Counter()
    for number in {*range(0, CYCLE, EVERY), HOSPITAL}:
        players = 2 + number % 7
        bots = [make("greedy" if seat % 2 else "random", str(seat)) for seat in range(players)]
        met += play_out(number, bots)[2]
    assert set(met) == {
        "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant",
        "advise", "ransom", "tribute", "chime", "search", "ward",
    }  # fmt: skip


def test_the_greedy_bot_answers_the_same_in_the_same_place() -> None:
    for number in range(14):
        players = 2 + number % 7
        assert play_out(number, greedy(players))[0] == play_out(number, greedy(players))[0]


def test_the_greedy_bot_plays_without_events() -> None:
    for number in range(14):
        assert play_out(number, greedy(2 + number % 7), told=False)[1]


def test_a_bot_changes_nothing_that_it_is_shown() -> None:
    game = setup(2).deal(telling=True)
    bots = greedy(4)
    while not is_over(game):
        seat = awaited(game).seat
        seen = view(game, seat)
        before = seen.to_json()
        action = bots[seat].choose(seen, [])
        assert seen.to_json() == before
        apply(game, action)


@pytest.mark.heavy
@pytest.mark.parametrize(("players", "least"), [(2, 0.97), (4, 0.95), (7, 0.9)])
def test_the_greedy_bot_beats_random_ones(players: int, least: float) -> None:
    """Each deal is played from every seat."""
    wins, games = 0.0, 0
    for number in range(players - 2, 7 * (120 // players), 7):
        for place in range(players):
            bots = [make("greedy" if seat == place else "random", f"{number} {seat}") for seat in range(players)]
            won = play_out(number, bots)[1]
            wins += (place in won) / len(won)
            games += 1
    assert games >= 100
    assert wins / games >= least


def test_the_random_bot_is_its_own_seed() -> None:
    def texts(seed: str) -> list[str]:
        bot = RandomBot(seed)
        game = new_game(4, seed="deal")
        chosen = []
        for _ in range(60):
            action = bot.choose(view(game, awaited(game).seat), [])
            chosen.append(action.text)
            apply(game, action)
        return chosen

    assert texts("a") == texts("a")
    assert texts("a") != texts("b")


def test_the_random_bot_takes_every_action_as_often() -> None:
    game = new_game(4, seed="deal")
    seen = view(game, awaited(game).seat)
    bot = RandomBot("a seed")
    found = Counter(bot.choose(seen, []).text for _ in range(6000))
    assert set(found) == {action.text for action in seen.actions}
    assert max(found.values()) - min(found.values()) < 0.2 * 6000 / len(found)


def test_bots_are_made_by_name() -> None:
    assert [type(make(name, "")) for name in NAMES] == [RandomBot, GreedyBot, PlannerBot]
    with pytest.raises(ValueError, match="random, greedy, planner"):
        make("clever", "")


def test_a_bot_of_ones_own_needs_only_the_method() -> None:
    class First:
        def choose(self, view: View, events: Events) -> Action:
            return view.actions[0]

    bots: list[Bot] = [First(), make("greedy", "")]
    assert play_out(0, bots)[1]


def test_a_spectator_has_nothing_to_choose() -> None:
    game: Any = new_game(4, seed="deal")
    game = play(game, legal_actions(game)[0])
    with pytest.raises(ValueError, match="spectator"):
        GreedyBot().choose(view(game, None), [])
