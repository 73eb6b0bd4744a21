"""Every way in which a bot can fail, and what is played in its place."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import awaited
from citadels_engine.testing import seat, table
from citadels_sdk import Bot, View, play
from citadels_sdk.bot import Outcome, Start, harmless
from citadels_sdk.cli import citadels
from citadels_sdk.errors import BotFault, BotRaised
from click.testing import CliRunner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_engine import Action

from tests.sdk.bots import First, game_of, taken
from tests.sdk.failing_bots import FAILING, raises

pytestmark = pytest.mark.interpreter


@pytest.mark.parametrize(("bot", "kind", "what", "limit"), FAILING, ids=lambda one: getattr(one, "__name__", ""))
def test_a_fault_ends_the_game_and_says_where(bot: Any, kind: type[BotFault], what: str, limit: float | None) -> None:
    with pytest.raises(BotFault) as caught:
        play(["greedy", bot], seed="s", time_limit=limit)
    fault = caught.value
    assert type(fault) is kind
    assert what in str(fault)
    assert (fault.bot, fault.seat, fault.kind) == (bot.__name__, 1, "pick")
    assert fault.n is not None
    if kind is BotRaised:
        assert fault.__cause__ is not None


def test_the_codes_of_faults_stay_what_programs_know() -> None:
    """They stand in reports, in records of faults and in the lines of a run."""
    assert {kind.__name__: kind.code for kind in BotFault.__subclasses__()} == {
        "BotNotFound": "bot_not_found",
        "BotRaised": "bot_raised",
        "IllegalChoice": "illegal_choice",
        "BotTimeout": "bot_timeout",
        "BotDied": "bot_died",
        "BotBabbled": "bot_babbled",
    }


@pytest.mark.parametrize(("bot", "kind", "what", "limit"), FAILING, ids=lambda one: getattr(one, "__name__", ""))
def test_with_a_harmless_policy_the_game_goes_on_and_the_faults_are_kept(
    bot: Any, kind: type[BotFault], what: str, limit: float | None
) -> None:
    game = play(["greedy", bot], seed="s", time_limit=limit, on_fault="harmless")
    assert len(game.scores) == 2
    assert {type(fault) for fault in game.faults} == {kind}
    assert len(game.faults) == game.decisions[1].count
    assert {fault.seat for fault in game.faults} == {1}


def test_in_place_of_a_bot_that_failed_it_gathers_gold_declines_and_ends() -> None:
    game = play(["greedy", raises], seed="s", on_fault="harmless")
    own = {action.verb for who, action in game.taken if who == 1}
    assert {"gold", "end"} <= own
    assert own <= {"pick", "set_aside", "gold", "end", "keep", "pass", "refuse", "done", "kill", "crown", "give"}


def test_a_fault_names_the_command_that_brings_it_back() -> None:
    with pytest.raises(BotFault) as caught:
        play([raises, "random", "greedy"], seed="s")
    fault = caught.value
    assert fault.repro is not None
    assert fault.repro.startswith("citadels bot repro ")
    assert "failing_bots.py:raises --seat 0" in fault.repro
    assert f"--n {fault.n} --seed s --players 3" in fault.repro


class Unable(First):
    def __init__(self) -> None:
        raise KeyError("weights")


class Startled(First):
    def on_start(self, start: Start) -> None:
        raise KeyError("start")


class Deaf(First):
    heard = 0

    def on_event(self, event: Mapping[str, object]) -> None:
        self.heard += 1
        if self.heard == 40:
            raise KeyError("event")


class Sore(First):
    def on_end(self, outcome: Outcome) -> None:
        raise KeyError("end")


@pytest.mark.parametrize("bot", [Unable, Startled, Deaf, Sore])
def test_a_fault_in_a_hook_has_a_command_too_that_brings_it_back(bot: type[Bot]) -> None:
    game = play(["greedy", bot, "greedy"], seed="s", on_fault="harmless")
    fault = game.faults[0]
    assert fault.n is None
    assert fault.repro is not None
    assert fault.repro.startswith("citadels bot repro ")
    found = CliRunner().invoke(citadels, shlex.split(fault.repro)[1:])
    assert found.exit_code == 1
    assert fault.what in found.output


def test_a_bot_within_the_limit_is_not_at_fault_and_knows_the_limit() -> None:
    def quick(view: View) -> Action:
        assert view.time_left == 60
        return view.actions[0]

    assert game_of(quick, time_limit=60).faults == ()


def test_without_a_limit_there_is_no_time_to_tell() -> None:
    def quick(view: View) -> Action:
        assert view.time_left is None
        return view.actions[0]

    game_of(quick)


def test_a_class_that_cannot_be_made_is_at_fault_once_and_at_every_decision() -> None:
    class Unmade(First):
        def __init__(self) -> None:
            raise KeyError("weights")

    with pytest.raises(BotRaised, match=r"in __init__ it raised KeyError: 'weights'"):
        game_of(Unmade)
    game = game_of(Unmade, on_fault="harmless")
    assert len(game.faults) == 1 + game.decisions[0].count
    assert {type(fault.__cause__) for fault in game.faults} == {KeyError}


def test_a_bot_without_choose_says_what_it_lacks() -> None:
    with pytest.raises(BotRaised, match=r"Empty has no method `choose\(self, view\)`"):
        game_of(type("Empty", (Bot,), {}))


@pytest.mark.parametrize("hook", ["on_start", "on_event", "on_end"])
@pytest.mark.parametrize("is_async", [False, True])
def test_a_hook_that_raises_is_a_fault(hook: str, is_async: bool) -> None:
    def fails(self: Bot, told: object) -> None:
        raise ZeroDivisionError("by zero")

    async def fails_later(self: Bot, told: object) -> None:
        raise ZeroDivisionError("by zero")

    bot = type("Hooked", (First,), {hook: fails_later if is_async else fails})
    with pytest.raises(BotRaised, match=f"in {hook} it raised ZeroDivisionError: by zero") as caught:
        game_of(bot)
    assert caught.value.kind == hook
    game = game_of(bot, on_fault="harmless")
    assert taken(game) == taken(game_of(First))
    assert {fault.kind for fault in game.faults} == {hook}


def test_a_keyboard_interrupt_is_no_fault_of_the_bot() -> None:
    def interrupted(view: View) -> Action:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        game_of(interrupted, on_fault="harmless")


# --- what is harmless --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (table(seat("king", gold=9, hand="temple"), turn="king", gathered=False), "gold"),
        (table(seat("king", gold=9, hand="temple"), turn="king", gathered=True), "end"),
        (
            table(
                seat("merchant", gold=5),
                seat("blackmailer"),
                turn={"character": "merchant", "gathered": True},
                threats={"flowered": "merchant", "blank": "bishop", "by": 1, "shown": []},
            ),
            "refuse",
        ),
        (table(seat("emperor", gold=5), turn="emperor", gathered=True), "crown 1"),
        (
            table(
                seat("wizard"),
                seat(hand="temple tavern"),
                turn="wizard",
                decision={"kind": "take", "seat": 0, "from": 1},
            ),
            "take tavern",
        ),
    ],
)
def test_what_does_no_harm(game: Any, action: str) -> None:
    assert str(harmless(View.of(game, awaited(game).seat))) == action
