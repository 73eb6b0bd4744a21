"""The clock: it goes round the due set, and attends to every table and every tournament whose time has come; and it folds the ladder.

Any number of clocks may run. Each claim puts the table off by the lease in the same step, so that two clocks do not see to it at once; and
where they do, the commit lets one through. A clock that dies leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, Final

import structlog
import uvloop
from citadels_api.bell import make_bell
from citadels_api.exchange import keep_publishing, publisher
from citadels_api.logs import configure
from citadels_api.problems import Refusal
from citadels_api.service.attending import attend
from citadels_api.service.house import House
from citadels_api.store.keys import SHARDS
from citadels_api.store.opening import open_store
from citadels_api.store.ports import StoreError

from citadels_workers import tournaments
from citadels_workers.ladder import fold_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.settings import Settings

__all__ = ["go_round", "run", "tick"]

PAUSE_S: Final = 0.2
"""How long the clock rests between two rounds."""
PATIENCE_S: Final = 0.5
"""How long a round waits for what it has begun; what takes longer, as a round of a large tournament, holds up nobody else."""
DRAIN_S: Final = 2.0
"""How long what was begun has when the clock is to stop; whatever it is, it may be broken off."""
FOLD_S: Final = 1.0
"""How long it rests between two folds of the ladder."""
CLAIMED: Final = 50
"""How many tables of a shard one round takes."""
POLICIES: Final = {
    "fallback": "overdue",
    "timeout": "default_action",
    "takeover": "ai_takes_over",
    "forfeit": "forfeit",
}
"""What of that the clock did is a decision taken for a seat, as the metrics have it."""
LOG: Final = structlog.get_logger("clock")


async def go_round(
    house: House, busy: dict[str, asyncio.Task[str]] | None = None, *, patience: float | None = None
) -> dict[str, int]:
    """One round over all shards; how often what was done.

    What takes longer than `patience` is left in `busy`, goes on, and is told of by the round in which it has ended.
    """
    busy = {} if busy is None else busy
    lease = house.settings.ai_lease_ms
    claimed = await asyncio.gather(
        *[house.store.claim(shard, lease_ms=lease, limit=CLAIMED) for shard in range(SHARDS)], return_exceptions=True
    )
    done: dict[str, int] = {}
    failed = [one for one in claimed if isinstance(one, BaseException)]
    due = [table for one in claimed if not isinstance(one, BaseException) for table, _ in one]
    busy.update({table: asyncio.create_task(see_to(house, table)) for table in due if table not in busy})
    if busy:
        await asyncio.wait(busy.values(), timeout=patience)
    for table in [table for table, task in busy.items() if task.done()]:
        ended = busy.pop(table).result()
        done[ended] = done.get(ended, 0) + 1
        if ended in POLICIES:
            house.metrics.fallback(POLICIES[ended])
            LOG.info("attended", table=table, policy=ended)
    if failed:
        raise failed[0]
    return done


async def see_to(house: House, table: str) -> str:
    """Attend to one table or tournament; a fault at one does not keep the others waiting."""
    try:
        if tournaments.is_tournament(table):
            return await tournaments.attend(house, table)
        return await attend(house, table)
    except (StoreError, Refusal) as error:
        return f"failed:{type(error).__name__}"
    except Exception as error:
        LOG.exception("a table could not be attended to", table=table, reason=type(error).__name__)
        return "failed"


async def tick(house: House, stopped: asyncio.Event, *, tell: Callable[[dict[str, int]], None] | None = None) -> None:
    """Go round until stopped; a store that is away is asked again."""
    pause = PAUSE_S
    busy: dict[str, asyncio.Task[str]] = {}
    while not stopped.is_set():
        try:
            done = await go_round(house, busy, patience=PATIENCE_S)
            pause = PAUSE_S
            if tell is not None:
                tell(done)
        except StoreError as error:
            if pause == PAUSE_S:
                LOG.warning("the store is away", reason=type(error).__name__)
            pause = min(2.0, pause * 2)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), pause)
    if busy:
        _, late = await asyncio.wait(busy.values(), timeout=DRAIN_S)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


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
    house = House(store, settings, make_bell(settings))
    beside = [
        asyncio.create_task(keep_publishing(publisher(house.metrics, store))),
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
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(settings))
