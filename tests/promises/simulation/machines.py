"""The machines of a world: the processes of the service with their doors to the store and to the queue, which fail as the weather says.

1. A process that is killed does nothing more: every call that it still has under way raises `Killed`, before it is carried out or after,
   as it happens. Another one takes its place after a while.
2. A process that is frozen goes on later, as if nothing had been.
3. What is carried out on the store is carried out at once and whole, as a script is. Before and after there is a way, on which time passes
   and things are lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import random
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from citadels_api import app
from citadels_api.app import App
from citadels_api.context import NOBODYS, House
from citadels_api.http.metrics import Metrics
from citadels_api.http.page import Web
from citadels_api.jobs import DEEP, FAST, GAMES, THINKING
from citadels_api.problems import Refusal
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown, StoreError, StoreFull, Unknown
from citadels_workers import ai_games, ai_seats, clock

from tests.promises.simulation.virtual_time import SKEW

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from citadels_api.context import Share

    from tests.promises.simulation.world import World


WAY_S: Final = 0.0003
"""How long a way to the store and back takes."""
WRITES: Final = frozenset(
    ("create", "commit", "archive", "repack", "put", "rank", "append", "tally", "claim", "put_off", "spend", "drop")
)
"""What a full store refuses."""
SPARED: Final = frozenset(("claim", "put_off", "drop"))
"""Of these, what a full store still does: it needs no more memory."""


class Killed(BaseException):
    """The process is no more."""


class Process:
    """A process of the service, and its house."""

    kind = ""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.alive = True
        self.runs = asyncio.Event()
        self.runs.set()
        self.gone: asyncio.Future[None] = world.loop.create_future()
        self.skew = world.weather.skew()
        settings = world.settings
        self.house = House(Remote(self), settings, Queuing(self), Metrics())  # type: ignore[arg-type]  # every method of the port is answered by name

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something in this process, by its clock."""

        async def kept() -> Any:
            SKEW.set(self.skew)
            try:
                return await work
            except (Killed, asyncio.CancelledError):
                if self.alive:
                    raise
                return None

        return self.world.loop.create_task(kept())

    def last(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin work that goes on as long as the process lives: a fault of ours if it ends."""

        async def lasting() -> None:
            try:
                await work
            except Exception as error:  # noqa: BLE001  (whatever it is)
                self.world.fault(f"{self.name} has ended with {error!r}")

        self.world.tasks.add(self.run(lasting()))

    def check(self) -> None:
        """Nothing is done by the dead."""
        if not self.alive:
            raise Killed

    async def awake(self) -> None:
        """Wait while the process is frozen."""
        if not self.runs.is_set():
            await self.runs.wait()
        self.check()

    async def freeze(self, seconds: float) -> None:
        """Do nothing for a while."""
        self.runs.clear()
        await asyncio.sleep(seconds)
        self.runs.set()

    def kill(self) -> None:
        """Be no more."""
        self.alive = False
        if not self.gone.done():
            self.gone.set_result(None)

    def begin(self) -> None:
        """Start the work."""


class Api(Process):
    """An API process: the whole application."""

    kind = "api"

    def begin(self) -> None:
        with mock.patch.object(app, "Web", return_value=page()):
            self.app = App(self.house.settings, self.house)


@cache
def page() -> Web:
    """The page, whose files are read once for all worlds: nobody looks at it here."""
    return Web(Settings(redis_url="memory://", queue_redis_url=None), texts={})


class Worker(Process):
    """A worker: takes jobs from its queues, the first queue first."""

    kind = "worker"

    def __init__(self, world: World, name: str, *, thinking: bool = False) -> None:
        super().__init__(world, name)
        self.thinking = thinking
        self.queues = (THINKING, DEEP) if thinking else (FAST, GAMES)
        self.memory = ai_seats.Memory()

    def begin(self) -> None:
        self.last(self.work())

    async def work(self) -> None:
        """Take one job after the other."""
        while True:
            job = await self.world.queue.take(self.queues)
            await self.awake()
            try:
                ended = await self.do(*job)
            except (StoreError, Refusal):
                self.memory.forget(str(job[1][0]))
                ended = "broken off"
            self.world.sometimes(f"job {ended}")

    async def do(self, name: str, told: tuple[Any, ...]) -> str:
        """Do a job as the worker's own function does, without its thread."""
        if name in (GAMES, DEEP):
            return await ai_games.play_game(self.house, told[0], told[1])
        return await ai_seats.burst(self.house, self.memory, told[0], told[1], thinking=self.thinking)


class Clock(Process):
    """A clock process."""

    kind = "clock"

    def begin(self) -> None:
        self.last(self.tick())
        self.last(clock.keep_folding(self.house))

    async def tick(self) -> None:
        """Go round until the end of the world."""
        await clock.tick(self.house, asyncio.Event(), tell=self.told)

    def told(self, done: dict[str, int]) -> None:
        """Note what the clock had to do."""
        for what in done:
            self.world.sometimes(f"clock {what}")


class Queuing:
    """The bell of a process: its jobs are lost, doubled and late."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        """Queue a job for one AI seat."""
        self._put(THINKING if level == "planner" else FAST, (table, n, seat), at_front=False)

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        """Queue a job for a whole game."""
        self._put(DEEP if thinking else GAMES, (tournament, game), at_front=again)

    def _put(self, queue: str, told: tuple[Any, ...], *, at_front: bool) -> None:
        if self.process.alive:
            self.process.world.queue.put(queue, told, at_front=at_front)


class Queue:
    """The queue of jobs, which may lose everything."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.jobs: dict[str, list[tuple[Any, ...]]] = {name: [] for name in (FAST, GAMES, THINKING, DEEP)}
        self.rung = asyncio.Event()

    def put(self, name: str, told: tuple[Any, ...], *, at_front: bool) -> None:
        """A job comes, once or twice or late or never."""
        weather = self.world.weather
        if weather.strikes("job lost"):
            return
        times = 2 if weather.strikes("job doubled") else 1
        late = weather.span("job late", 0.1, 4.0) if weather.strikes("job late") else 0.0
        for _ in range(times):
            if late:
                self.world.loop.call_later(late, self._lay, name, told, at_front)
            else:
                self._lay(name, told, at_front)

    def _lay(self, name: str, told: tuple[Any, ...], at_front: bool) -> None:
        if len(self.jobs[name]) < 1000:
            self.jobs[name].insert(0 if at_front else len(self.jobs[name]), told)
        self.rung.set()

    async def take(self, names: tuple[str, ...]) -> tuple[str, tuple[Any, ...]]:
        """The next job of these queues."""
        while True:
            for name in names:
                if self.jobs[name]:
                    return name, self.jobs[name].pop(0)
            self.rung.clear()
            await self.rung.wait()

    def empty(self) -> None:
        """Lose everything."""
        for jobs in self.jobs.values():
            jobs.clear()


class Remote:
    """The store as one process reaches it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.world = process.world
        self.memory = MemoryStore(now=self.world.now, space=self.world.space)
        self.bells = Notices(self)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.memory, name)
        if name.startswith("_") or not inspect.iscoroutinefunction(method):
            raise AttributeError(name)

        async def call(*told: Any, **named: Any) -> Any:
            return await self._go(name, method, told, named)

        setattr(self, name, call)
        return call

    async def _go(self, name: str, method: Any, told: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """One call: the way there, the work, the way back."""
        world, process, weather = self.world, self.process, self.world.weather
        process.check()
        await asyncio.sleep(world.chance.uniform(0.5, 1.5) * WAY_S)
        if weather.strikes("store slow"):
            await asyncio.sleep(weather.span("store slow", 0.05, 0.6))
        await process.awake()
        if weather.strikes("store down") or world.store_away:
            await asyncio.sleep(0.05)
            raise StoreDown("the store is away")
        if world.store_full and name in WRITES and name not in SPARED:
            if name == "put" and told[1] is None:
                pass  # to delete needs no memory
            else:
                raise StoreFull("the store is full")
        lost = weather.strikes("store answer lost")
        if lost and weather.span("store answer lost", 0, 1) < 0.3:
            result = None  # it was the request that was lost, and nobody can tell
        else:
            result = await method(*told, **named)
            world.noted(name, told, result)
        if lost:
            await asyncio.sleep(world.settings.store_timeout_ms / 1000)
            await process.awake()
            raise Unknown("no answer came") if name in WRITES else StoreDown("no answer came")
        if world.chance.random() < 0.2:  # on the other ways nothing would happen but that time passes
            await asyncio.sleep(WAY_S)
        await process.awake()
        return result

    async def close(self) -> None:
        """There is nothing to close."""


class Notices:
    """The notices as one process hears them: some are lost with the connection, and then it is told that it missed some."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote

    async def listen(self, *channels: str) -> AsyncIterator[tuple[str, str]]:
        """The notices on these channels."""
        process, weather = self.remote.process, self.remote.world.weather
        source = self.remote.memory.bells.listen(*channels)
        try:
            async for notice in source:
                await process.awake()
                if weather.strikes("notice lost"):
                    await asyncio.sleep(weather.span("notice lost", 0.05, 2.0))
                    yield ("", "")
                else:
                    yield notice
        finally:
            with contextlib.suppress(RuntimeError):
                await source.aclose()  # type: ignore[attr-defined]  # it is a generator

    async def ring(self, channel: str, text: str) -> None:
        """Send a notice."""
        self.remote.process.check()
        await self.remote.memory.bells.ring(channel, text)


def chance_of(seed: int, what: str) -> random.Random:
    """Dice of their own for one purpose."""
    return random.Random(f"{seed}|{what}")
