"""What `/metrics` says, in the text format of Prometheus: the figures of all processes, and what the store says of itself."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from citadels_api.exchange import PREFIX
from citadels_api.metrics import render
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.rest.running import Running

__all__ = ["exposition"]

REGISTRY: Final = CollectorRegistry()
OLDEST_DUE: Final = Gauge(
    "citadels_oldest_due_seconds", "For how long the longest overdue table has been due", registry=REGISTRY
)
STORE_UP: Final = Gauge("citadels_store_up", "Whether the store answers", registry=REGISTRY)
HEADROOM: Final = Gauge(
    "citadels_memory_headroom_bytes",
    "Memory that the store has left, the fullest of its servers; infinite where none has a limit",
    registry=REGISTRY,
)
HEADROOM.set(math.nan)
STORE: Final = Gauge(
    "citadels_store", "What the store says of itself, where it is a number", ("figure",), registry=REGISTRY
)
COUNTS: Final = Gauge("citadels_count", "The counters of the house", ("counter",), registry=REGISTRY)
WAIT_S: Final = 1.5


async def exposition(running: Running) -> bytes:
    """The figures of all processes and of the store; of this process alone where the store is away."""
    house = running.house
    store = house.store
    try:
        async with asyncio.timeout(WAIT_S):
            health, oldest, counts = await asyncio.gather(store.health(), store.oldest_due(), store.counts())
            together = await running.publisher.render()
    except (StoreError, TimeoutError):
        STORE_UP.set(0)
        return render(house.metrics.registry) + generate_latest(REGISTRY)
    STORE_UP.set(1)
    OLDEST_DUE.set(oldest / 1000)
    left = health.get("headroom")
    HEADROOM.set(left if isinstance(left, int) else math.inf)
    for name, value in health.items():
        if isinstance(value, int | float):
            STORE.labels(name).set(value)
    for name, count in counts.items():
        if not name.startswith(PREFIX):
            COUNTS.labels(name).set(count)
    return together + generate_latest(REGISTRY)
