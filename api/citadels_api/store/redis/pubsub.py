"""Pub/sub on Redis: one subscribed connection per process. It opens with the first listener, and opens again after a loss."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING, Final

from citadels_api.store.ports import StoreDown, StoreError
from citadels_api.store.pubsub import Exchange
from citadels_api.store.redis.connection import BACKOFF, Address, Connection, Reply, Wire, connect, end

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


QUIET: Final = 5.0
"""After this many silent seconds the server is pinged; after twice as many without an answer the connection is closed."""


class RedisBells(Exchange):
    """Notices between processes. On a cluster, each server passes them to all others."""

    def __init__(self, wire: Wire, locate: Callable[[], Awaitable[Address]], timeout: float) -> None:
        super().__init__()
        self._wire = wire
        self._locate = locate
        self._timeout = timeout
        self._connection: Connection | None = None
        self._standing: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def _stands(self, channel: str) -> bool:
        return channel in self._standing

    def _want(self, channels: list[str]) -> None:
        if self._connection is not None:
            self._connection.tell(("SUBSCRIBE", *channels))
        elif self._task is None and not self._closed:
            self._task = asyncio.get_running_loop().create_task(self._keep())

    def _leave(self, channels: list[str]) -> None:
        self._standing.difference_update(channels)
        if self._connection is not None:
            self._connection.tell(("UNSUBSCRIBE", *channels))

    def _heard(self, reply: Reply) -> None:
        if not isinstance(reply, list) or len(reply) < 3:
            return
        kind, channel, what = reply[:3]
        if kind == b"message":
            self.deliver(channel.decode(), what.decode("utf-8", "replace"))
        elif kind == b"subscribe":
            name = channel.decode()
            if name in self._ears:
                self._standing.add(name)
                self.stood(name)

    @staticmethod
    def _lose(lost: asyncio.Event) -> Callable[[Connection], None]:
        return lambda _: lost.set()

    async def _keep(self) -> None:
        """Keep one subscribed connection, as long as the process lives."""
        attempt = 0
        while not self._closed:
            lost = asyncio.Event()
            try:
                async with asyncio.timeout(self._timeout):
                    address = await self._locate()
                    self._connection = await connect(address, self._timeout, self._lose(lost), self._heard)
            except (StoreError, TimeoutError):
                await asyncio.sleep(BACKOFF[min(attempt, len(BACKOFF) - 1)] * random.uniform(0.8, 1.2))  # noqa: S311
                attempt += 1
                continue
            attempt = 0
            if self.channels:
                self._connection.tell(("SUBSCRIBE", *self.channels))
            await self._watch(self._connection, lost)
            self._connection = None
            self._standing.clear()

    async def _watch(self, connection: Connection, lost: asyncio.Event) -> None:
        """Wait until the connection is lost or has been silent for too long."""
        clock = asyncio.get_running_loop().time
        while not lost.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(QUIET):
                    await lost.wait()
            quiet = clock() - connection.heard
            if quiet >= 2 * QUIET:
                connection.abort()
            elif quiet >= QUIET:
                connection.tell(("PING",))

    async def ring(self, channel: str, text: str) -> None:
        """Send a notice to all listeners of a channel, in all processes."""
        reply = await self._wire.send("", ("PUBLISH", channel, text))
        if isinstance(reply, Exception):
            raise StoreDown("the bell could not be rung")

    async def close(self) -> None:
        """Close the connection."""
        self._closed = True
        await end(self._task)
        self._task = None
        if self._connection is not None:
            self._connection.abort()
            self._connection = None
