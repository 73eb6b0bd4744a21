"""What `/metrics` says, in the text format of Prometheus."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.rest.running import Running

__all__ = ["FAILED", "REGISTRY", "REQUESTS", "SECONDS", "STREAMS", "count", "exposition"]

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

REQUESTS: Final = Counter(
    "citadels_requests", "Requests answered, by operation and status.", ("operation", "status"), registry=REGISTRY
)
SECONDS: Final = Histogram(
    "citadels_request_seconds",
    "From the head of a request to the head of its answer, by operation.",
    ("operation",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    registry=REGISTRY,
)
STREAMS: Final = Gauge("citadels_streams", "Streams that are open in this process.", registry=REGISTRY)
FAILED: Final = Counter(
    "citadels_failures", "Requests that failed through a mistake of the service.", registry=REGISTRY
)
OLDEST_DUE: Final = Gauge(
    "citadels_oldest_due_seconds", "For how long the longest overdue table has been due.", registry=REGISTRY
)
STORE_UP: Final = Gauge("citadels_store_up", "Whether the store answers.", registry=REGISTRY)
STORE: Final = Gauge(
    "citadels_store", "What the store says of itself, where it is a number.", ("figure",), registry=REGISTRY
)
COUNTS: Final = Gauge("citadels_count", "The counters of the house.", ("counter",), registry=REGISTRY)
WAIT_S: Final = 1.5


@lru_cache(maxsize=2000)
def _children(operation: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(operation, str(status)), SECONDS.labels(operation)


def count(operation: str, status: int, seconds: float) -> None:
    """Count an answer."""
    requests, duration = _children(operation, status)
    requests.inc()
    duration.observe(seconds)


async def exposition(running: Running) -> bytes:
    """All figures of this process, and those of the store if it answers."""
    STREAMS.set(len(running.streams))
    store = running.house.store
    try:
        async with asyncio.timeout(WAIT_S):
            health, oldest, counts = await asyncio.gather(store.health(), store.oldest_due(), store.counts())
    except (StoreError, TimeoutError):
        STORE_UP.set(0)
        return generate_latest(REGISTRY)
    STORE_UP.set(1)
    OLDEST_DUE.set(oldest / 1000)
    for name, value in health.items():
        if isinstance(value, int | float):
            STORE.labels(name).set(value)
    for name, count in counts.items():
        COUNTS.labels(name).set(count)
    return generate_latest(REGISTRY)
