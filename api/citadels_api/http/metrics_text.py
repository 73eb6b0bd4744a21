"""The response of `/metrics`, in the text format of Prometheus: the figures of all processes and of the store.

1. Every figure shown is true now. While the store is away nobody knows the figures of all processes: `citadels_store_up` is 0, and
   everything else is left out. Prometheus handles a missing counter well, but reads a lower counter as a restart.
2. Scrapes within one second share one response.
"""

from __future__ import annotations

import asyncio
import math
import time
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from citadels_api.http.shared_metrics import PREFIX
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.http.process import Running


WAIT_S: Final = 1.5
KEPT_S: Final = 1.0
"""How long a response is reused."""


class Exposition:
    """The response, made again on request when the last one is too old."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self._making: asyncio.Task[bytes] | None = None
        self._begun = -math.inf

    async def text(self) -> bytes:
        """The figures, at most a moment old."""
        now = time.monotonic()
        if self._making is None or (self._making.done() and now - self._begun >= KEPT_S):
            self._making = asyncio.create_task(self.made(), name="figures")
            self._begun = now
        return await asyncio.shield(self._making)

    async def made(self) -> bytes:
        """The figures of all processes and of the store; if the store is away, only that fact."""
        store = self.running.house.store
        try:
            async with asyncio.timeout(WAIT_S):
                health, oldest, counts, (together, held) = await asyncio.gather(
                    store.health(), store.oldest_due(), store.counts(), self.running.publisher.render()
                )
        except (StoreError, TimeoutError):
            return said({})
        counted = {name: count for name, count in counts.items() if not name.startswith(PREFIX)}
        return together + said(
            health, oldest_s=max(oldest / 1000, held), counts=counted, full=self.running.house.room.low
        )


def said(
    health: dict[str, object], *, oldest_s: float = 0.0, counts: dict[str, int] | None = None, full: bool = False
) -> bytes:
    """The figures of the store; if it is away (it has no health), only that fact."""
    registry = CollectorRegistry()

    def gauge(name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"citadels_{name}", text, labels, registry=registry)

    gauge("store_up", "Whether the store answers").set(bool(health))
    if not health:
        return generate_latest(registry)
    gauge("oldest_due_seconds", "How long the longest overdue table has been due").set(oldest_s)
    left = health.get("headroom")
    gauge(
        "memory_headroom_bytes",
        "Free memory of the store, on its fullest server; infinite if no server has a limit",
    ).set(left if isinstance(left, int) else math.inf)
    gauge("store_full", "Whether so little memory is free that nothing new is made").set(full)
    store = gauge("store", "What the store reports about itself, where it is a number", "figure")
    for name, value in health.items():
        if isinstance(value, int | float):
            store.labels(name).set(value)
    house = gauge("count", "The counters of the service", "counter")
    for name, count in (counts or {}).items():
        house.labels(name).set(count)
    return generate_latest(registry)
