"""Commits that count only after replicas have them.

1. They have connections of their own: WAIT blocks everything behind it on its connection, and reads should not wait for replicas.
2. Commits that arrive during a WAIT are sent together, with one WAIT behind them.
3. A WAIT covers only what was sent before it on the same connection. After any fault the commit is sent once more, so that its replay
   stands before a WAIT that was answered.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_api.store.redis.connection import Command, Reply, Wire


class Replicated:
    """Commits with a WAIT behind them."""

    def __init__(self, wire: Wire, replicas: int, wait_ms: int) -> None:
        self.wire = wire
        self._replicas = replicas
        self._wait: Command = ("WAIT", replicas, wait_ms)
        self._queues: dict[int, list[tuple[str, Command, asyncio.Future[tuple[Reply, bool]]]]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def send(self, where: str, command: Command) -> asyncio.Future[tuple[Reply, bool]]:
        """The reply to a command, and whether enough replicas have it."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[tuple[Reply, bool]] = loop.create_future()
        group = self.wire.group(where)
        self._queues.setdefault(group, []).append((where, command, answer))
        if group not in self._tasks:
            self._tasks[group] = loop.create_task(self._travel(group))
        return answer

    async def _travel(self, group: int) -> None:
        try:
            while queue := self._queues.pop(group, None):
                answers = [self.wire.send(where, command) for where, command, _ in queue]
                waited = self.wire.send(queue[0][0], self._wait)
                replies = [await answer for answer in answers]
                reached = await waited
                enough = isinstance(reached, int) and reached >= self._replicas
                for reply, (_, _, told) in zip(replies, queue, strict=True):
                    if not told.done():
                        told.set_result((reply, enough))
        finally:
            del self._tasks[group]

    async def close(self) -> None:
        """Close the connections. Pending commits end without a reply."""
        await self.wire.close()
        await asyncio.gather(*self._tasks.values())
