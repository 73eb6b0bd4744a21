"""The clock: it scans the due set and processes every table and every tournament that is due. It also updates the ratings.

1. Any number of clocks may run. A claim postpones a table by the lease in the same step, so that two clocks do not process it at the same
   time. If they do, only one commit succeeds. A clock that dies leaves nothing behind.
2. A turn never waits for work that nobody waits for. Finished games are archived a few at a time, in threads. For the games that wait, the
   clock keeps only the names, and a limited number of them; the others stay in the due set.
3. So a clock's memory is bounded, however many tables are due: both the tables in progress and the tables claimed per round are limited.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import Counter
from typing import TYPE_CHECKING, Final

import structlog
import uvloop
from citadels_api.context import House
from citadels_api.http.logs import configure, tell_start
from citadels_api.http.metrics import Metrics
from citadels_api.http.shared_metrics import keep_publishing, publisher
from citadels_api.job_queue import make_bell
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.room import keep_looking
from citadels_api.store.connect import open_store
from citadels_api.store.keys import SHARDS
from citadels_api.store.ports import StoreError

from citadels_workers import live_tournaments
from citadels_workers.rating_fold import fold_games

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.settings import Settings


PAUSE_S: Final = 0.2
"""The pause between two rounds."""
PATIENCE_S: Final = 0.5
"""How long a round waits for its work. Slower work, such as a round of a large tournament, delays nothing else."""
DRAIN_S: Final = 2.0
"""How long running work may take when the clock stops. Any of it may be interrupted safely."""
FOLD_S: Final = 1.0
"""The pause between two updates of the ratings."""
GONE_MS: Final = 15_000
"""After this time, a table that failed here and is no longer claimed here counts as processed by another clock."""
PUBLISH_S: Final = 2.0
"""How often the clock reports how late turns are."""
CLAIMED: Final = 8
"""How many tables of a shard one round claims. If more are due, the next round starts at once."""
AT_ONCE: Final = 64
"""How many tables are processed at once."""
SHRUNK_AT_ONCE: Final = 2
"""How many finished games are archived at once."""
SHRUNK_SOON: Final = 256
"""How many finished games may wait in this clock to be archived."""
POLICIES: Final = {
    "fallback": "overdue",
    "timeout": "default_action",
    "takeover": "ai_takes_over",
    "forfeit": "forfeit",
}
"""The clock's actions that count as decisions for a seat in the metrics."""
LOG: Final = structlog.get_logger("clock")


class Clock:
    """A clock and its work in progress."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.busy: dict[str, asyncio.Task[str]] = {}
        """Work in progress: tables and tournaments by name."""
        self.over: dict[str, asyncio.Task[str]] = {}
        """Finished games that are being archived, or wait for it."""
        self.late: dict[str, tuple[int, int]] = {}
        """For each table that was claimed and not processed (it waits for its turn, or failed): since when it has been due, and its due
        time at the last claim.
        """
        self.seen_to = asyncio.Semaphore(AT_ONCE)
        self.shrunk = asyncio.Semaphore(SHRUNK_AT_ONCE)

    async def go_round(self, patience: float | None = None) -> tuple[Counter[str], bool]:
        """One round over all shards: the count of each outcome, and whether more tables may be due.

        It waits until all its work is done, or `patience` seconds without waiting for archiving. Unfinished work continues, and a later
        round counts it.
        """
        store, lease = self.house.store, self.house.settings.ai_lease_ms
        claims = [store.claim(shard, lease_ms=lease, limit=CLAIMED) for shard in range(SHARDS)]
        (moment,), claimed = await asyncio.gather(
            asyncio.gather(store.now(), return_exceptions=True), asyncio.gather(*claims, return_exceptions=True)
        )
        failed = [one for one in (moment, *claimed) if isinstance(one, BaseException)]
        found = [one for one in claimed if not isinstance(one, BaseException)]
        for table, at in sorted((one for shard in found for one in shard), key=lambda one: -one[1]):
            if table not in self.busy and table not in self.over:
                self.busy[table] = asyncio.create_task(self.see_to(table))
                if not live_tournaments.is_tournament(table):
                    self.late[table] = self.late.get(table, (at, at))[0], at
        if self.busy:
            await asyncio.wait(self.busy.values(), timeout=patience)
        done = self.ended(self.busy)
        if self.over and patience is None:
            await asyncio.wait(self.over.values())
        done += self.ended(self.over)
        if isinstance(moment, int):
            self.house.metrics.held(self.longest_late_ms(moment) / 1000)
        if failed:
            raise failed[0]
        return done, any(len(shard) == CLAIMED for shard in found)

    def ended(self, tasks: dict[str, asyncio.Task[str]]) -> Counter[str]:
        """Remove and count the tasks that have ended."""
        done: Counter[str] = Counter()
        for table in [table for table, task in tasks.items() if task.done()]:
            ended = tasks.pop(table).result()
            if not ended.startswith("failed"):
                self.late.pop(table, None)
            if ended == "over" and len(self.over) < SHRUNK_SOON:
                self.over[table] = asyncio.create_task(self.shrink(table))
                continue
            done[ended] += 1
            if ended in POLICIES:
                self.house.metrics.fallback(POLICIES[ended])
                LOG.info("attended", table=table, policy=ended)
        return done

    def longest_late_ms(self, now: int) -> int:
        """How long the longest overdue table has been due, among those that were claimed and not processed.

        A failed table is claimed again, here or by another clock. If it does not come back here for a while, another clock processes it.
        """
        gone = [name for name, (_, last) in self.late.items() if name not in self.busy and now - last > GONE_MS]
        for name in gone:
            del self.late[name]
        return max((now - since for since, _ in self.late.values()), default=0)

    async def see_to(self, table: str) -> str:
        """Process one table or tournament. A finished game is only put off."""
        if live_tournaments.is_tournament(table):
            return await self.guarded(table, live_tournaments.attend(self.house, table))
        async with self.seen_to:
            return await self.guarded(table, attend(self.house, table, shrinks=False))

    async def shrink(self, table: str) -> str:
        """Archive a finished game as its record, when a slot is free."""
        async with self.shrunk:
            return await self.guarded(table, attend(self.house, table))

    async def guarded(self, table: str, doing: Awaitable[str]) -> str:
        """The outcome of the work. A fault at one table does not stop the others."""
        try:
            return await doing
        except (StoreError, Refusal) as error:
            return f"failed:{type(error).__name__}"
        except Exception as error:
            LOG.exception("a table could not be attended to", table=table, reason=type(error).__name__)
            return "failed"

    async def stop(self) -> None:
        """Let running work finish, and cancel what takes too long. The next clock archives the finished games."""
        for task in self.over.values():
            task.cancel()
        if self.busy:
            _, late = await asyncio.wait(self.busy.values(), timeout=DRAIN_S)
            for task in late:
                task.cancel()
        await asyncio.gather(*self.busy.values(), *self.over.values(), return_exceptions=True)


async def go_round(house: House) -> dict[str, int]:
    """One round that waits for all its work; the count of each outcome."""
    return (await Clock(house).go_round())[0]


async def tick(house: House, stopped: asyncio.Event, *, tell: Callable[[dict[str, int]], None] | None = None) -> None:
    """Run rounds until stopped; if the store is away, try again."""
    clock = Clock(house)
    pause = PAUSE_S
    while not stopped.is_set():
        more = False
        try:
            done, more = await clock.go_round(PATIENCE_S)
            pause = PAUSE_S
            if tell is not None:
                tell(done)
        except StoreError as error:
            if pause == PAUSE_S:
                LOG.warning("the store is away", reason=type(error).__name__)
            pause = min(2.0, pause * 2)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), 0 if more else pause)
    await clock.stop()


async def keep_folding(house: House) -> None:
    """Update the ratings with finished rated games, from time to time."""
    while True:
        try:
            await fold_games(house)
        except StoreError:
            pass  # the rounds tell of it
        except Exception as error:
            LOG.exception("the ladder could not be folded", reason=type(error).__name__)
        await asyncio.sleep(FOLD_S)


async def main(settings: Settings) -> None:
    """Open the store, and run the clock until SIGTERM."""
    store = await open_store(settings.redis_url, timeout_ms=settings.store_timeout_ms)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stopped.set)
    metrics = Metrics()
    house = House(store, settings, make_bell(settings, metrics), metrics)
    beside = [
        asyncio.create_task(keep_publishing(publisher(house.metrics, store), every_s=PUBLISH_S)),
        asyncio.create_task(keep_folding(house)),
        asyncio.create_task(keep_looking(house.room, house.store)),
    ]
    try:
        await tick(house, stopped)
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await store.close()


def run(settings: Settings) -> None:
    """The process of the clock."""
    configure(settings.log_level)
    tell_start("clock", settings.redis_url)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(settings))
