"""Bots that are awaited: the same answers, the same faults, and who may cancel whom."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import Bot, View, play
from citadels_sdk.bot import Outcome, Start
from citadels_sdk.errors import BotRaised
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.game_loop import Table
from citadels_sdk.local.time_limit import Signal

if TYPE_CHECKING:
    from citadels_engine import Action
    from citadels_sdk.errors import BotFault
    from citadels_sdk.local.player import Player

from tests.sdk.bots import First, game_of, taken
from tests.sdk.failing_bots import FAILING, Panic, own_timeout, sleeps

pytestmark = pytest.mark.interpreter


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


def test_where_a_loop_runs_already_a_bot_thinks_in_one_thread_of_its_own_at_all_its_decisions() -> None:
    thought: list[int] = []

    class Waiting(Bot):
        async def choose(self, view: View) -> Action:
            thought.append(threading.get_ident())
            await asyncio.sleep(0)
            return view.actions[0]

    async def here() -> int:
        play([Waiting, "greedy"], seed="s")
        return threading.get_ident()

    mine = asyncio.run(here())
    assert len(thought) > 10
    assert len(set(thought)) == 1
    assert mine not in thought


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


def test_a_bot_that_could_not_be_made_fails_at_each_decision_awaited_or_not() -> None:
    class Unmade(Bot):
        def __init__(self) -> None:
            raise ValueError("not today")

    table = Table.deal([Unmade, "greedy"], seed="s", on_fault="harmless")
    table.begin()
    player, view = table.players[0], table.view(0)
    assert player is not None
    with pytest.raises(BotRaised, match="its bot could not be made") as caught:
        player.choose(view)
    assert str(caught.value.__cause__) == "not today"
    with pytest.raises(BotRaised, match="its bot could not be made") as caught:
        asyncio.run(player.achoose(view))
    assert str(caught.value.__cause__) == "not today"
