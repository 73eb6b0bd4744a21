"""The clock: it goes round the due set, and attends to every table and every tournament whose time has come; and it folds the ladder.

1. Any number of clocks may run. Each claim puts the table off by the lease in the same step, so that two clocks do not see to it at once; and
   where they do, the commit lets one through. A clock that dies leaves nothing behind.
2. A turn never waits for what nobody waits for. Games that are over are shrunk a few at a time, in threads; of those that wait for that only the
   names are held here, and not too many: the others stay in the due set.
3. So what a clock holds is bounded, however much is due: so many tables are seen to at once, so many are taken in a round.
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
from citadels_api.store.connect import open_store
from citadels_api.store.keys import SHARDS
from citadels_api.store.ports import StoreError

from citadels_workers import live_tournaments
from citadels_workers.rating_fold import fold_games

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.settings import Settings


PAUSE_S: Final = 0.2
"""How long the clock rests between two rounds."""
PATIENCE_S: Final = 0.5
"""How long a round waits for what it has begun; what takes longer, as a round of a large tournament, holds up nobody else."""
DRAIN_S: Final = 2.0
"""How long what was begun has when the clock is to stop; whatever it is, it may be broken off."""
FOLD_S: Final = 1.0
"""How long it rests between two folds of the ladder."""
GONE_MS: Final = 15_000
"""After how long a table that failed here, and is taken up here no more, is taken to be seen to elsewhere."""
PUBLISH_S: Final = 2.0
"""How often it tells how late turns are."""
CLAIMED: Final = 8
"""How many tables of a shard one round takes; while more are due, the next round begins at once."""
AT_ONCE: Final = 64
"""How many tables are seen to at once."""
SHRUNK_AT_ONCE: Final = 2
"""How many games that are over are shrunk at once."""
SHRUNK_SOON: Final = 256
"""How many games that are over wait here to be shrunk."""
POLICIES: Final = {
    "fallback": "overdue",
    "timeout": "default_action",
    "takeover": "ai_takes_over",
    "forfeit": "forfeit",
}
"""What of that the clock did is a decision taken for a seat, as the metrics have it."""
LOG: Final = structlog.get_logger("clock")


class Clock:
    """A clock, and what it has in hand."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.busy: dict[str, asyncio.Task[str]] = {}
        """What is being seen to: tables and tournaments by their names."""
        self.over: dict[str, asyncio.Task[str]] = {}
        """Games that are over and are being shrunk, or wait for that."""
        self.late: dict[str, tuple[int, int]] = {}
        """Since when each table has been due that was taken up and not seen to, as it has not had its turn yet or something failed; and since when
        it was due when it was taken up last."""
        self.seen_to = asyncio.Semaphore(AT_ONCE)
        self.shrunk = asyncio.Semaphore(SHRUNK_AT_ONCE)

    async def go_round(self, patience: float | None = None) -> tuple[Counter[str], bool]:
        """One round over all shards: how often what was done, and whether more may be due that was not taken.

        It waits until all is done that it has begun, or with `patience` so long, and not for games that are shrunk. What is not done then goes on,
        and is told of by the round in which it has ended.
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
        """What of these has ended, counted; it is in hand no more."""
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
        """For how long the longest overdue table has been due of those that were taken up and not seen to.

        One that failed is taken up again, here or by another clock; what does not come back here for a while is seen to there.
        """
        gone = [name for name, (_, last) in self.late.items() if name not in self.busy and now - last > GONE_MS]
        for name in gone:
            del self.late[name]
        return max((now - since for since, _ in self.late.values()), default=0)

    async def see_to(self, table: str) -> str:
        """Attend to one table or tournament; a game that is over is only put off."""
        if live_tournaments.is_tournament(table):
            return await self.guarded(table, live_tournaments.attend(self.house, table))
        async with self.seen_to:
            return await self.guarded(table, attend(self.house, table, shrinks=False))

    async def shrink(self, table: str) -> str:
        """Shrink a game that is over to its record, when its turn comes."""
        async with self.shrunk:
            return await self.guarded(table, attend(self.house, table))

    async def guarded(self, table: str, doing: Awaitable[str]) -> str:
        """What became of it; a fault at one table does not keep the others waiting."""
        try:
            return await doing
        except (StoreError, Refusal) as error:
            return f"failed:{type(error).__name__}"
        except Exception as error:
            LOG.exception("a table could not be attended to", table=table, reason=type(error).__name__)
            return "failed"

    async def stop(self) -> None:
        """Let what was begun come to its end, and break off what takes too long; a game that is over is shrunk by the next clock."""
        for task in self.over.values():
            task.cancel()
        if self.busy:
            _, late = await asyncio.wait(self.busy.values(), timeout=DRAIN_S)
            for task in late:
                task.cancel()
        await asyncio.gather(*self.busy.values(), *self.over.values(), return_exceptions=True)


async def go_round(house: House) -> dict[str, int]:
    """One round of a clock that waits for all that it has begun; how often what was done."""
    return (await Clock(house).go_round())[0]


async def tick(house: House, stopped: asyncio.Event, *, tell: Callable[[dict[str, int]], None] | None = None) -> None:
    """Go round until stopped; a store that is away is asked again."""
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
    """Fold the rated games into the ladder, from time to time."""
    while True:
        try:
            await fold_games(house)
        except StoreError:
            pass  # the rounds tell of it
        except Exception as error:
            LOG.exception("the ladder could not be folded", reason=type(error).__name__)
        await asyncio.sleep(FOLD_S)


async def main(settings: Settings) -> None:
    """Open the store, and go round until SIGTERM."""
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
    ]
    try:
        await tick(house, stopped)
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await store.close()


def run(settings: Settings) -> None:
    """The clock's process."""
    configure(settings.log_level)
    tell_start("clock", settings.redis_url)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(settings))
