"""The exchange of figures between processes, in the store: any process shows those of all."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from typing import TYPE_CHECKING, Final

from citadels_api.http.metrics import Metrics, Publisher
from citadels_api.store.keys import document
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from citadels_api.store.ports import Store


PREFIX: Final = "figure:"
"""The prefix of the figures' names among the counters of the service."""
SCALE: Final = 1_000_000
"""The store counts in whole numbers. Seconds are kept as microseconds, and all other figures likewise."""
SHOWN_MS: Final = 60_000
EVERY_S: Final = 10.0
PROCESSES: Final = 1000


class StoreExchange:
    """The exchange of all processes on one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.process = f"{os.getpid()}-{secrets.token_hex(4)}"

    async def add(self, batch: int, counts: Mapping[str, float]) -> None:
        """Add a batch of this process to the shared sums, once, even if it is sent again."""
        await self.store.tally(self.process, batch, scaled(counts))

    async def lift(self, sums: Mapping[str, float]) -> None:
        """Restore sums that are lower than before."""
        await self.store.tally(self.process, 0, {}, floors=scaled(sums))

    async def show(self, gauges: bytes) -> None:
        """Replace the gauges of this process. They disappear within a minute unless it sends them again."""
        now = await self.store.now()
        await asyncio.gather(
            self.store.put(document("gauges", self.process), gauges, ttl_ms=SHOWN_MS),
            self.store.rank(document("processes", "all"), self.process, now),
        )

    async def all(self) -> tuple[Mapping[str, float], Iterable[bytes]]:
        """The sums, and the gauges of every living process."""
        counts, listed, now = await asyncio.gather(
            self.store.counts(),
            self.store.ranked(document("processes", "all"), limit=PROCESSES),
            self.store.now(),
        )
        gone = [name for shown, name in listed if now - shown > SHOWN_MS]
        alive = [name for shown, name in listed if now - shown <= SHOWN_MS]
        await asyncio.gather(*[self.store.rank(document("processes", "all"), name, None) for name in gone])
        gauges = await asyncio.gather(*[self.store.get(document("gauges", name)) for name in alive])
        sums = {name.removeprefix(PREFIX): value / SCALE for name, value in counts.items() if name.startswith(PREFIX)}
        return sums, [one for one in gauges if one is not None]


def scaled(counts: Mapping[str, float]) -> dict[str, int]:
    """Figures as the store counts them."""
    return {PREFIX + name: round(value * SCALE) for name, value in counts.items()}


def publisher(metrics: Metrics, store: Store) -> Publisher:
    """The publisher of this process's figures."""
    return Publisher(metrics, StoreExchange(store))


async def keep_publishing(of: Publisher, *, every_s: float = EVERY_S) -> None:
    """Publish every few seconds until cancelled, and then once more; check the sums each time."""
    try:
        while True:
            with contextlib.suppress(StoreError):
                await of.publish()
                await of.collect()
            await asyncio.sleep(every_s)
    finally:
        with contextlib.suppress(StoreError, TimeoutError):
            await asyncio.wait_for(of.publish(), 1)
