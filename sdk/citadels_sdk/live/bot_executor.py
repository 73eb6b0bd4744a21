"""Where a bot thinks: a plain one in a thread of its own, an async one in the loop, and never two thoughts of one bot at once.

1. All that is asked of a player, its hooks included, is asked in order, one thing after the other.
2. An answer is waited for no longer than its time. A plain bot cannot be interrupted: its late answer is thrown away when it comes, and
   until then nothing else is asked of it. An async bot is cancelled.
3. Bots of a class think at all their tables at once. An object, which is the same bot at every table, has one thread for all of them.
4. The threads are daemons: a bot that never comes back does not keep the program from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import queue
import threading
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.errors import BotFault, BotRaised, BotTimeout
from citadels_sdk.local.bot_loader import ClassEntrant, FunctionEntrant, ObjectEntrant
from citadels_sdk.local.player import Player

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from citadels_engine import Action

    from citadels_sdk.bot import Outcome
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.view.view import View

__all__ = ["InLoop", "InThread", "Mind", "Worker", "worker_for"]

EARLY_S: Final = 0.05


class Worker:
    """Does one thing after the other."""

    awaits = False
    """Whether it takes the players' methods that are awaited."""

    def submit(self, task: Callable[[], Any]) -> asyncio.Future[Any]:
        """Put a task at the end; what comes of it. A task whose future is cancelled before it begins is left out."""
        raise NotImplementedError

    def close(self) -> None:
        """Take nothing more."""


class InThread(Worker):
    """Does it in a thread of its own."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop = asyncio.get_running_loop()

    def submit(self, task: Callable[[], Any]) -> asyncio.Future[Any]:
        """Put a task at the end."""
        future: asyncio.Future[Any] = self._loop.create_future()
        future.add_done_callback(heeded)
        self._waiting.put((task, future))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="a bot thinks", daemon=True)
            self._thread.start()
        return future

    def close(self) -> None:
        """The thread ends when it comes to it."""
        self._waiting.put(None)

    def _work(self) -> None:
        while (one := self._waiting.get()) is not None:
            task, future = one
            if future.cancelled():
                continue
            result, error = None, None
            try:
                result = task()
            except Exception as raised:  # noqa: BLE001  # it belongs to who waits for the answer
                error = raised
            except BaseException as raised:  # noqa: BLE001  # a bot ends no run
                error = BotRaised(f"it raised {type(raised).__name__}")
            with contextlib.suppress(RuntimeError):  # the loop may be closed by now
                self._loop.call_soon_threadsafe(settle, future, result, error)


class InLoop(Worker):
    """Does it in the loop, as a task that is cancelled with its future."""

    awaits = True

    def __init__(self) -> None:
        self._last: asyncio.Future[Any] | None = None

    def submit(self, task: Callable[[], Awaitable[Any]]) -> asyncio.Future[Any]:
        """Put a task at the end."""
        made = asyncio.ensure_future(self._after(self._last, task))
        made.add_done_callback(heeded)
        self._last = made
        return made

    @staticmethod
    async def _after(before: asyncio.Future[Any] | None, task: Callable[[], Awaitable[Any]]) -> Any:
        if before is not None and not before.done():
            await asyncio.wait({before})
        try:
            return await task()
        except (SystemExit, KeyboardInterrupt) as raised:  # a bot ends no run
            raise BotRaised(f"it raised {type(raised).__name__}") from None


def settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Tell what came of a task, where anybody still wants to know."""
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)


def heeded(future: asyncio.Future[Any]) -> None:
    """What nobody waits for any more is no fault."""
    if not future.cancelled():
        future.exception()


def worker_for(entrant: Entrant, player: Player) -> Worker:
    """Where the player of an entrant thinks."""
    function: object
    if isinstance(entrant, ClassEntrant):
        function = entrant.cls.choose
    elif isinstance(entrant, ObjectEntrant):
        function = entrant.bot.choose
    elif isinstance(entrant, FunctionEntrant):
        function = entrant.function
    else:
        return InThread() if type(player).achoose is Player.achoose else InLoop()
    return InLoop() if inspect.iscoroutinefunction(function) else InThread()


class Mind:
    """One player, asked in order; the faults of its hooks are kept until somebody looks."""

    def __init__(self, player: Player, worker: Worker, *, shared: bool = False) -> None:
        self.player = player
        self.worker = worker
        self.shared = shared
        self.faults: list[BotFault] = []
        """What its hooks did wrong."""
        self._last: asyncio.Future[Any] | None = None

    def start(self) -> None:
        """The game begins."""
        self._tell(self.player.astart if self.worker.awaits else self.player.start)

    def event(self, told: Mapping[str, object]) -> None:
        """Something has happened."""
        if self.player.hears:
            self._tell(self.player.aevent if self.worker.awaits else self.player.event, told)

    async def choose(self, view: View, seconds: float | None) -> Action:
        """One of `view.actions`, or a `BotFault`; after so many seconds it is a `BotTimeout`."""
        ask = self.player.achoose if self.worker.awaits else self.player.choose
        future = self.worker.submit(lambda: ask(view))
        # what is cancelled a moment before its own limit plays on: a program would be ended at the limit
        early = min(EARLY_S, (seconds or 0) / 10) if self.worker.awaits else 0.0
        await self._wait(future, None if seconds is None else seconds - early)
        if future.done():
            chosen: Action = future.result()
            return chosen
        future.cancel()
        what = f"it was still thinking after {seconds or 0:.1f} s"
        raise BotTimeout(what, bot=self.player.name, seat=self.player.seat, n=view.n, kind=view.kind)

    async def end(self, outcome: Outcome | None, seconds: float) -> None:
        """The game has ended, with a result or without; the bot is let go, and waited for no longer than so."""
        if outcome is not None:
            self._tell(self.player.aend if self.worker.awaits else self.player.end, outcome)
        self._tell(self.player.aclose if self.worker.awaits else self.player.close)
        if self._last is not None:
            await self._wait(self._last, seconds)
        if not self.shared:
            self.worker.close()

    def _tell(self, hook: Callable[..., Any], *told: object) -> None:
        self._last = self.worker.submit(lambda: hook(*told))
        self._last.add_done_callback(self._note)

    def _note(self, future: asyncio.Future[Any]) -> None:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, BotFault):
            self.faults.append(error)

    @staticmethod
    async def _wait(future: asyncio.Future[Any], seconds: float | None) -> None:
        try:
            await asyncio.wait({future}, timeout=seconds)
        except asyncio.CancelledError:
            future.cancel()
            raise
