"""AI seats: one job plays a whole burst of consecutive AI decisions.

1. A job contains a table, a decision and a seat, nothing else. If the game has moved on, the job is stale and does nothing.
2. An AI gets its seat's view and the events that this seat has seen. It commits like any other player. Its idempotency key is its seat and
   decision, so that several executions give one move.
3. A job is a ticket: the worker plays the table that comes next (`citadels_api.fair_queue`), and charges the time to its maker.
4. A burst ends after a while, and the rest is queued again: no table blocks the others. It ends sooner if others wait, or if only AIs play.
5. Bots that search do so for a shorter time if much waits: the more of their own maker's, the shorter. The move counts as hurried then, in
   the table and in the metrics. A fixed number of playouts stays as it is.
6. A worker caches the events of tables; the log is the truth.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

import redis
import structlog
import uvloop
from citadels_api.context import House
from citadels_api.fair_queue import FairQueue
from citadels_api.http.logs import configure, tell_start
from citadels_api.http.metrics import Metrics
from citadels_api.http.shared_metrics import keep_publishing, publisher
from citadels_api.job_queue import make_bell, queue_connection
from citadels_api.jobs import DEEP, FAST, GAMES, THINKING
from citadels_api.play.step import Step, level_of, open_game, share_of
from citadels_api.records.service import TABLE_EVENTS
from citadels_api.store.connect import open_store
from citadels_api.store.log_codec import unpack
from citadels_api.store.ports import Snapshot, StoreError
from citadels_api.tables.ai_budget import spend_time
from citadels_api.tables.transaction import opened_table, settle_indexes
from citadels_engine import view
from citadels_engine.bots import make

from citadels_workers.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from citadels_api.fair_queue import Work
    from citadels_api.settings import Settings
    from citadels_api.store.log_codec import Entry
    from citadels_api.tables.stored import Table
    from citadels_engine import Action, Game
    from citadels_engine.bots import Bot


BURST_S: Final = 0.25
"""How long one job may play at one table."""
ALONE_S: Final = 0.1
"""The same at a table where only AIs play."""
SHARED_S: Final = 0.03
"""The same if others wait. Whoever comes then waits for no more than this and one decision."""
HURRIED: Final = (0.25, 0.125)
"""How much shorter bots search for each work that waits besides theirs; and the least part of their usual time."""
REMEMBERED: Final = 300
"""The number of tables whose events a worker caches."""
LOG: Final = structlog.get_logger("seats")
T = TypeVar("T")


class Memory:
    """A cache of the events of recently played tables, as in their logs."""

    def __init__(self, size: int = REMEMBERED) -> None:
        self.size = size
        self.tables: OrderedDict[str, tuple[int, list[Entry]]] = OrderedDict()

    async def entries(self, house: House, table: str, number: int) -> list[Entry]:
        """The log of a table up to a number."""
        known, entries = self.tables.get(table, (0, []))
        if known > number:
            known, entries = 0, []
        if known < number:
            read = await house.store.log(table, after=known, until=number)
            entries = entries + [unpack(one.entry) for one in read]
            self.keep(table, number, entries)
        return entries

    def keep(self, table: str, number: int, entries: list[Entry]) -> None:
        """Cache a table's log, and evict the table that was not played for the longest time."""
        self.tables[table] = (number, entries)
        self.tables.move_to_end(table)
        while len(self.tables) > self.size:
            self.tables.popitem(last=False)

    def forget(self, table: str) -> None:
        """Forget a finished table."""
        self.tables.pop(table, None)


def seen_by(entries: list[Entry], seat: int) -> list[dict[str, Any]]:
    """The events of the game as a seat has seen them."""
    return [event.for_seat(seat) for entry in entries for event in entry.events if event.kind not in TABLE_EVENTS]


def bot_of(house: House, table: Table, level: str, seat: int, n: int, part: float = 1.0) -> Bot:
    """The bot for one decision. Its random seed comes from the table, and differs for each decision. If it searches, it does so for this
    part of its usual time.
    """
    seed = sha256(f"{table.chance}|{seat}|{n}".encode()).hexdigest()
    if level != "planner":
        return make(level, seed)
    playouts = house.settings.planner_playouts
    if playouts is not None:
        return make(level, seed, playouts=playouts)
    return make(level, seed, ms=house.settings.planner_ms * part, clock=monotonic_ms)


def monotonic_ms() -> float:
    """The planner's clock."""
    return time.monotonic() * 1000


def choose(bot: Bot, game: Game, seat: int, events: list[dict[str, Any]]) -> Action:
    """The bot's action. The bot gets the view of its seat, never the game."""
    return bot.choose(view(game, seat), events)


def part_of(work: Work | None) -> float:
    """The part of their usual time for which bots search.

    The works of the same maker and the other makers count, not the works of others: whoever lets much be done hurries his own bots.
    """
    each, least = HURRIED
    return 1.0 if work is None else max(least, 1 / (1 + each * work.load))


def burst_s(work: Work | None) -> float:
    """How long a job may play at its table."""
    if work is None:
        return BURST_S
    if work.waiting:
        return SHARED_S
    return BURST_S if work.share.awaited else ALONE_S


async def burst(
    house: House, memory: Memory, table_id: str, n: int, *, thinking: bool, work: Work | None = None
) -> str:
    """Play the AI seats of a table, from decision `n` on. Returns the outcome in one word."""
    part, lasts = part_of(work), burst_s(work)
    began = time.monotonic()
    snapshot = await house.store.load(table_id, seed=True)
    first = True
    while snapshot is not None:
        table = opened_table(snapshot)
        if table.status != "running" or snapshot.state is None:
            return "stale" if first else "over"
        game = open_game(snapshot)
        decision = game.pending
        if decision is None or (first and game.n != n):
            return "stale"
        seat = decision.seat
        level = level_of(table, seat)
        if level is None:
            return "stale" if first else "done"
        if (level == "planner") != thinking or time.monotonic() - began > lasts:
            house.bell.call(table_id, game.n, seat, level, share_of(table))
            return "passed on"
        entries = [] if level == "random" else await memory.entries(house, table_id, snapshot.number)
        asked_n = game.n
        step = Step(table, game, snapshot)
        play_turn(house, step, seat, level, entries, part)
        change = step.change(house, key=f"ai-{seat}-{asked_n}", digest=b"ai")
        outcome = await house.store.commit(change)
        if outcome.kind != "ok":
            memory.forget(table_id)
            return "stale"
        if change.moves_to is not None:
            memory.forget(table_id)
            await settle_indexes(house, table)
            return "over"
        if level != "random":
            memory.keep(table_id, outcome.number, [*entries, step.entry()])
        assert change.state is not None
        snapshot = Snapshot(
            doc=change.doc or snapshot.doc,
            number=outcome.number,
            state=change.state,
            asked=outcome.now,
            deadline=None,
            now=outcome.now,
            seed=snapshot.seed,
        )
        first = False
    return "gone"


def play_turn(house: House, step: Step, seat: int, level: str, entries: list[Entry], part: float = 1.0) -> None:
    """Take one decision and the following ones of the same seat. A searching bot takes only one, so that others see its moves one by one."""
    game, table = step.game, step.table
    assert game is not None
    seen = seen_by(entries, seat)
    told = len(step.events)
    loaded, started = step.snapshot.now, time.monotonic()
    if part < 1.0 and level == "planner" and house.settings.planner_playouts is None:
        table.hurried += 1
        step.doc_changed = True
        house.metrics.hurried()
    while game.pending is not None and game.pending.seat == seat and table.status == "running":
        action = choose(bot_of(house, table, level, seat, game.n, part), game, seat, seen)
        step.clock(loaded + int((time.monotonic() - started) * 1000))
        step.take(action, by=None if table.seats[seat].kind == "ai" else "ai")
        seen.extend(event.for_seat(seat) for event in step.events[told:] if event.kind not in TABLE_EVENTS)
        told = len(step.events)
        if level == "planner":
            return


# the worker


class Desk:
    """What a worker process keeps between jobs; `desk` returns this process's one.

    Its event loop runs in a thread of its own all the time, so that it reconnects to the store between jobs too.
    """

    def __init__(self, settings: Settings, queue: str) -> None:
        self.loop = uvloop.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="desk", daemon=True)
        self.thread.start()
        self.thinking = queue == THINKING
        self.memory = Memory()
        store = self.do(open_store(settings.redis_url, timeout_ms=settings.store_timeout_ms))
        metrics = Metrics()
        self.house = House(store, settings, make_bell(settings, metrics), metrics)
        self.publishing = asyncio.run_coroutine_threadsafe(
            keep_publishing(publisher(self.house.metrics, store)), self.loop
        )

    @cached_property
    def works(self) -> dict[str, FairQueue]:
        """The works of the queues of this worker."""
        connection = queue_connection(self.house.settings)
        return {name: FairQueue(name, connection) for name in ((THINKING, DEEP) if self.thinking else (FAST, GAMES))}

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop and return its result; cancel it if this thread is interrupted."""
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def play(self, table: str, n: int, work: Work | None = None) -> str:
        """Play a burst."""
        self.house.metrics.attempt()
        return self.do(burst(self.house, self.memory, table, n, thinking=self.thinking, work=work))

    @contextlib.contextmanager
    def work(self, name: str) -> Iterator[Work | None]:
        """The work of a queue that comes next, whose time is charged at the end; None if none waits, or if nobody can tell."""
        work = None
        with contextlib.suppress(redis.RedisError):
            work = self.works[name].take()
        began = time.monotonic()
        try:
            yield work
        finally:
            if work is not None:
                took_ms = (time.monotonic() - began) * 1000
                with contextlib.suppress(redis.RedisError, StoreError):
                    self.works[name].settle(work, took_ms, self.do(self.charge(work, took_ms)))

    async def charge(self, work: Work, took_ms: float) -> int:
        """Take the time of a work from the budget of its account. Returns for how long its other works come last."""
        spent = await spend_time(self.house, work.share.account, max(1, round(took_ms)))
        return 0 if spent.allowed else spent.retry_ms

    @property
    def seats(self) -> FairQueue:
        """The seats that wait for workers of this kind."""
        return self.works[THINKING if self.thinking else FAST]

    def close(self) -> None:
        """Publish the last metrics, and close the store."""
        self.publishing.cancel()
        with contextlib.suppress(StoreError, TimeoutError):
            self.do(asyncio.wait_for(self.house.store.close(), 2))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(2)


_desk: list[Desk] = []


def desk() -> Desk:
    """The desk of this worker process."""
    return _desk[0]


def play(table: str, n: int, seat: int) -> None:
    """The job: play the burst that comes next; where none waits, the one that begins with this decision."""
    own = desk()
    with own.work(own.seats.name) as work:
        if work is not None:
            table, n, seat = work.arguments
        try:
            ended = own.play(table, n, work)
        except StoreError as error:
            own.memory.forget(table)
            LOG.warning("burst broken off", table=table, n=n, seat=seat, reason=type(error).__name__)
            return
        LOG.debug("burst", table=table, n=n, seat=seat, reason=ended)


def run(settings: Settings, *, queue: str) -> None:
    """Work on one queue until SIGTERM; the current job is finished first. Whole games are taken when no seats wait."""
    if queue not in (FAST, THINKING):
        raise ValueError(f"there is no queue {queue!r}; there are {FAST} and {THINKING}")
    configure(settings.log_level)
    tell_start("worker", settings.redis_url, queue=queue)
    _desk[:] = [Desk(settings, queue)]
    names = [FAST, GAMES] if queue == FAST else [THINKING, DEEP]
    try:
        Worker(names, queue_connection(settings)).run()
    finally:
        _desk[0].close()
