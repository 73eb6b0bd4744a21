"""Commits that count only when replicas have them.

1. They travel on connections of their own: WAIT stops everything behind it on its connection, and reads are not to wait for replicas.
2. What has come while one WAIT was under way leaves together, with one WAIT behind it.
3. A WAIT says something only of what was sent before it on the same connection; after any fault the commit is sent once more, so that
   its replay stands before a WAIT that was answered.
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
        """Let go of the connections; what is under way ends without an answer."""
        await self.wire.close()
        await asyncio.gather(*self._tasks.values())
