"""Every way in which a bot can play, and every way in which it can fail."""

from __future__ import annotations

import asyncio
import gc
import shlex
import sys
import time
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from citadels_engine import awaited
from citadels_engine.testing import seat, table
from citadels_sdk import Accepts, Bot, View, play
from citadels_sdk.bot import Outcome, Start, harmless
from citadels_sdk.cli import citadels
from citadels_sdk.entrants import resolve
from citadels_sdk.errors import BotFault, BotRaised, BotTimeout, IllegalChoice
from citadels_sdk.players import Signal
from citadels_sdk.playing import Table
from click.testing import CliRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from citadels_engine import Action
    from citadels_sdk.game import Game
    from citadels_sdk.players import Player


class First(Bot):
    def choose(self, view: View) -> Action:
        return view.actions[0]


class Chance(Bot):
    def choose(self, view: View) -> str:
        return str(self.random.choice(view.actions))


def game_of(*bots: Any, **settings: Any) -> Game:
    return play([*bots, "greedy"], seed="s", **settings)


def taken(game: Game) -> list[str]:
    return [action.text for _, action in game.taken]


# --- how a bot plays ---------------------------------------------------------------------------------------------------


def test_a_class_an_object_and_a_function_play_the_same_game() -> None:
    assert taken(game_of(First)) == taken(game_of(First())) == taken(game_of(lambda view: view.actions[0]))


def test_a_text_is_as_good_as_an_action() -> None:
    assert taken(game_of(lambda view: f"  {view.actions[0]} ")) == taken(game_of(First))


def test_an_async_bot_plays_the_same_game() -> None:
    class Late(First):
        async def choose(self, view: View) -> Action:  # type: ignore[override]  # pyright allows it: the base is declared with both
            await asyncio.sleep(0)
            return view.actions[0]

    async def late(view: View) -> Action:
        return view.actions[0]

    assert taken(game_of(Late)) == taken(game_of(late)) == taken(game_of(First))


def test_an_async_bot_has_one_loop_for_all_of_its_game() -> None:
    class Looped(Bot):
        async def on_start(self, start: Start) -> None:
            self.loop = asyncio.get_running_loop()
            self.behind = asyncio.create_task(asyncio.sleep(3600))

        async def choose(self, view: View) -> Action:
            assert asyncio.get_running_loop() is self.loop
            assert not self.behind.done()
            return view.actions[0]

    assert taken(game_of(Looped, Looped)) == taken(game_of(First, First))


def test_async_bots_play_where_a_loop_is_running_already() -> None:
    class Late(Bot):
        async def choose(self, view: View) -> Action:
            await asyncio.sleep(0)
            return view.actions[0]

    async def cell() -> Game:
        return game_of(Late, Late, First)

    assert taken(asyncio.run(cell())) == taken(game_of(First, First, First))


def test_a_class_is_made_anew_for_each_game_and_seat() -> None:
    class Counting(Bot):
        made: ClassVar[list[Counting]] = []

        def __init__(self) -> None:
            self.count = 0
            self.made.append(self)

        def choose(self, view: View) -> Action:
            self.count += 1
            return view.actions[0]

    games = [game_of(Counting, Counting) for _ in range(2)]
    counts = [game.decisions[seat].count for game in games for seat in (0, 1)]
    assert [bot.count for bot in Counting.made] == counts


def test_an_object_keeps_what_it_keeps_from_game_to_game() -> None:
    class Counting(First):
        count = 0

        def choose(self, view: View) -> Action:
            self.count += 1
            return super().choose(view)

    bot = Counting()
    games = [game_of(bot, bot) for _ in range(2)]
    assert bot.count == sum(game.decisions[seat].count for game in games for seat in (0, 1))


def test_the_chance_of_a_bot_comes_from_the_seed_and_the_seat() -> None:
    once, again, other = (taken(play([Chance, Chance, Chance], seed=seed)) for seed in ("a", "a", "b"))
    assert once == again != other
    rolls = []
    for place in (0, 1):

        class Roll(First):
            def on_start(self, start: Start) -> None:
                rolls.append(self.random.random())

        bots: list[Any] = ["greedy", "greedy"]
        bots[place] = Roll
        play(bots, seed="a")
    assert rolls[0] != rolls[1]


def test_a_bot_made_by_hand_has_chance_too() -> None:
    assert 0 <= Chance().random.random() < 1


def test_a_bot_is_called_after_its_class_unless_it_says_otherwise() -> None:
    class Mason(Bot):
        pass

    class Named(Bot):
        name = "the great"

    class Further(Named):
        pass

    assert (Mason.name, Named.name, Further.name) == ("mason", "the great", "further")
    assert Accepts() == Mason.accepts


# --- hooks -------------------------------------------------------------------------------------------------------------


class Listening(Bot):
    told: ClassVar[list[Any]] = []

    def on_start(self, start: Start) -> None:
        self.told.append(start)

    def on_event(self, event: Mapping[str, object]) -> None:
        self.told.append(dict(event))

    def on_end(self, outcome: Outcome) -> None:
        self.told.append(outcome)

    def choose(self, view: View) -> Action:
        assert list(view.events) == self.told[1:]
        return view.actions[-1]


def test_the_hooks_are_told_the_start_the_events_and_the_end_in_this_order() -> None:
    Listening.told.clear()
    game = play(["greedy", Listening, "random"], seed="s")
    start, *events, outcome = Listening.told
    assert start == Start(game.id, 1, 3, "modern", tuple(one.id for one in game.final.cast), game.names)
    assert [events[0]["kind"], events[-1]["kind"]] == ["round", "over"]
    assert isinstance(outcome, Outcome)
    assert (outcome.seat, outcome.place, outcome.scores) == (1, game.places[1], game.scores)
    assert (outcome.places, outcome.order, outcome.won) == (game.places, game.order, 1 in game.winners)
    assert f"with {game.scores[1]} points" in outcome.result


def test_events_tell_a_seat_no_more_than_it_may_know() -> None:
    Listening.told.clear()
    play(["random", Listening, "random"], seed="s")
    drawn = [one for one in Listening.told[1:-1] if one["kind"] == "draw"]
    assert {one["seat"] for one in drawn if "districts" in one} == {1}
    assert {one["seat"] for one in drawn} == {0, 1, 2}


def test_async_hooks_are_awaited() -> None:
    heard = []

    class Hearing(First):
        async def on_start(self, start: Start) -> None:
            await asyncio.sleep(0)
            heard.append("start")

        async def on_event(self, event: Mapping[str, object]) -> None:
            await asyncio.sleep(0)
            heard.append("event")

        async def on_end(self, outcome: Outcome) -> None:
            await asyncio.sleep(0)
            heard.append("end")

    game_of(Hearing)
    assert heard == ["start", *["event"] * (len(heard) - 2), "end"]


# --- how a bot fails ---------------------------------------------------------------------------------------------------


def raises(view: View) -> Action:
    raise ZeroDivisionError("by zero")


def exits(view: View) -> Action:
    sys.exit(3)


def nothing(view: View) -> Action:
    return None  # type: ignore[return-value]  # that is the point


def a_list(view: View) -> Action:
    return list(view.actions)  # type: ignore[return-value]  # that is the point


def gibberish(view: View) -> str:
    return "dance on the table"


def not_now(view: View) -> str:
    return "build castle"


async def gives_up(view: View) -> Action:
    raise asyncio.CancelledError


async def cancels_itself(view: View) -> Action:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(3600)
    return view.actions[0]


def says_cancelled(view: View) -> Action:
    raise asyncio.CancelledError


def closes(view: View) -> Action:
    raise GeneratorExit


async def closes_later(view: View) -> Action:
    raise GeneratorExit


async def exits_later(view: View) -> Action:
    sys.exit(4)


def runs_out(view: View) -> Action:
    return next(iter(view.actions[:0]))


class Panic(BaseException):
    """What an extension in another language may raise."""


def panics(view: View) -> Action:
    raise Panic("called `Option::unwrap()` on a `None` value")


class Mute(Exception):
    def __str__(self) -> str:
        raise Panic


def raises_what_cannot_be_told(view: View) -> Action:
    raise Mute


class NoText(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


def answers_no_text(view: View) -> str:
    return NoText("end")


async def answers_a_coroutine(view: View) -> Any:
    return own_timeout(view)


async def yields(view: View) -> Any:
    yield view.actions[0]


async def own_timeout(view: View) -> Action:
    raise TimeoutError("of its own")


async def sleeps(view: View) -> Action:
    await asyncio.sleep(3600)
    return view.actions[0]


def dawdles(view: View) -> Action:
    time.sleep(0.003)
    return view.actions[0]


FAILING: list[tuple[Callable[[View], Any], type[BotFault], str, float | None]] = [
    (raises, BotRaised, "it raised ZeroDivisionError: by zero", None),
    (exits, BotRaised, "it raised SystemExit: 3", None),
    (nothing, IllegalChoice, "it answered nothing (None)", None),
    (a_list, IllegalChoice, "a list; one of view.actions was expected", None),
    (gibberish, IllegalChoice, "it chose 'dance on the table': ", None),
    (not_now, IllegalChoice, "it chose 'build castle': ", None),
    (gives_up, BotRaised, "it cancelled itself", None),
    (cancels_itself, BotRaised, "it cancelled itself", None),
    (says_cancelled, BotRaised, "it raised CancelledError", None),
    (closes, BotRaised, "it raised GeneratorExit", None),
    (closes_later, BotRaised, "it raised GeneratorExit", None),
    (exits_later, BotRaised, "it raised SystemExit: 4", None),
    (runs_out, BotRaised, "it raised StopIteration", None),
    (panics, BotRaised, "it raised Panic: called `Option::unwrap()` on a `None` value", None),
    (raises_what_cannot_be_told, BotRaised, "it raised Mute: its text cannot be shown, that raises Panic", None),
    (answers_no_text, BotRaised, "what it answered cannot be read: it raised ValueError: no text", None),
    (answers_a_coroutine, IllegalChoice, ", a coroutine; one of view.actions was expected", None),
    (yields, IllegalChoice, ", an async_generator; one of view.actions was expected", None),
    (own_timeout, BotRaised, "it raised TimeoutError: of its own", None),
    (sleeps, BotTimeout, "it was still thinking after 0.001 s", 0.001),
    (dawdles, BotTimeout, "; the limit is 0.001 s", 0.001),
]


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
    assert "test_bot.py:raises --seat 0" in fault.repro
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


# --- awaited -----------------------------------------------------------------------------------------------------------


def player_of(bot: Any) -> tuple[Player, View]:
    driven = Table.deal([None, None], seed="s")
    view = driven.view()
    start = Start("g", view.seat, 2, "modern", view.cast, ("a", "b"))
    return resolve(bot).sit(start, "chance"), view


@pytest.mark.parametrize("bot", [First, First(), lambda view: view.actions[0], "greedy"])
def test_every_player_can_be_awaited(bot: Any) -> None:
    async def drive() -> Action:
        player, view = player_of(bot)
        await player.astart()
        await player.aevent({"kind": "round"})
        action = await player.achoose(view)
        await player.aend(Outcome(0, 1, (1, 2), ((0,), (1,)), (2, 1), "1st"))
        await player.aclose()
        assert action in view.actions
        return action

    asyncio.run(drive())


@pytest.mark.parametrize(("bot", "kind", "what", "limit"), FAILING, ids=lambda one: getattr(one, "__name__", ""))
def test_awaited_a_fault_is_the_same(bot: Any, kind: type[BotFault], what: str, limit: float | None) -> None:
    async def drive() -> None:
        player, view = player_of(bot)
        await player.astart()
        await player.achoose(View(view.raw, view.events, time_left=limit))

    with pytest.raises(kind) as caught:
        asyncio.run(drive())
    assert what in str(caught.value) or limit is not None


@pytest.mark.parametrize("is_async", [False, True])
def test_a_hook_may_raise_anything_at_all(is_async: bool) -> None:
    def fails(self: Bot, told: object) -> None:
        raise Panic

    async def fails_later(self: Bot, told: object) -> None:
        raise asyncio.CancelledError

    bot = type("Hooked", (First,), {"on_start": fails_later if is_async else fails})
    assert [fault.kind for fault in game_of(bot, on_fault="harmless").faults] == ["on_start"]


def test_what_a_hook_answers_is_put_away() -> None:
    class Odd(First):
        async def on_start(self, start: Start) -> Any:
            return own_timeout(None)  # type: ignore[arg-type]  # it is never begun

    assert taken(game_of(Odd)) == taken(game_of(First))
    gc.collect()  # a coroutine that was never awaited would be told of here, and fail the test


def test_what_a_driver_raises_in_a_bot_comes_out_of_it() -> None:
    class Enough(Signal):
        pass

    def stopped(view: View) -> Action:
        raise Enough

    async def stopped_later(view: View) -> Action:
        raise Enough

    for bot in (stopped, stopped_later):
        with pytest.raises(Enough):
            game_of(bot, on_fault="harmless")


def test_who_cancels_the_task_that_awaits_a_bot_is_told_so_and_the_bot_too() -> None:
    heard: list[str] = []

    async def waits(view: View) -> Action:
        try:
            await asyncio.sleep(3600)
        finally:
            heard.append("cancelled")
        return view.actions[0]

    async def drive() -> None:
        player, view = player_of(waits)
        await player.astart()
        task = asyncio.ensure_future(player.achoose(view))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (task.cancelled(), heard) == (True, ["cancelled"])

    asyncio.run(drive())


def test_a_bot_that_is_cancelled_before_it_begins_is_put_away() -> None:
    async def drive() -> None:
        player, view = player_of(sleeps)
        await player.astart()
        task = asyncio.ensure_future(player.achoose(view))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(drive())


def test_who_awaits_a_bot_may_cancel_it() -> None:
    async def drive() -> None:
        player, view = player_of(sleeps)
        await player.astart()
        async with asyncio.timeout(0.01):
            await player.achoose(view)

    with pytest.raises(TimeoutError):
        asyncio.run(drive())


def test_an_object_at_two_tables_is_asked_one_question_after_the_other() -> None:
    class Busy(Bot):
        inside = 0

        def choose(self, view: View) -> Action:
            self.inside += 1
            time.sleep(0.001)
            assert self.inside == 1
            self.inside -= 1
            return view.actions[0]

    async def drive() -> None:
        entrant = resolve(Busy())
        view = Table.deal([None, None], seed="s").view()
        start = Start("g", view.seat, 2, "modern", view.cast, ("a", "b"))
        players = [entrant.sit(start, "chance") for _ in range(4)]
        for player in players:
            await player.astart()
        await asyncio.gather(*[player.achoose(view) for player in players])

    asyncio.run(drive())
