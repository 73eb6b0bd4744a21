"""Writes that count only after replicas have them.

1. They have connections of their own: WAIT blocks everything behind it on its connection, and reads should not wait for replicas.
2. Writes that arrive during a WAIT are sent together, with one WAIT behind them.
3. A WAIT covers what its own connection has written last, and with it all that the server has written before. A write that finds itself done
   writes nothing. So a small write, the mark, goes before each WAIT.
4. After any fault the write is sent once more, so that it stands before a WAIT of the same server that was answered.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from citadels_api.store import keys

if TYPE_CHECKING:
    from citadels_api.store.redis.connection import Command, Reply, Wire

TAGS: Final = [keys.tag(shard) for shard in range(keys.SHARDS)]


class Replicated:
    """Writes with a WAIT behind them."""

    def __init__(self, wire: Wire, replicas: int, wait_ms: int) -> None:
        self.wire = wire
        self._replicas = replicas
        self._wait: Command = ("WAIT", replicas, wait_ms)
        self._queues: dict[int, list[tuple[str, Command | None, asyncio.Future[tuple[Reply, bool]]]]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def send(self, where: str, command: Command | None) -> asyncio.Future[tuple[Reply, bool]]:
        """The reply to a command, and whether enough replicas have it. Without a command: what the server of that key has written so far."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[tuple[Reply, bool]] = loop.create_future()
        group = self.wire.group(where)
        self._queues.setdefault(group, []).append((where, command, answer))
        if group not in self._tasks:
            self._tasks[group] = loop.create_task(self._travel(group))
        return answer

    async def everything(self) -> bool:
        """Whether enough replicas of each server have what it has written so far."""
        places = {self.wire.group(tag): tag for tag in TAGS}
        asked = [self.send(tag, None) for tag in places.values()]
        return all(enough for _, enough in await asyncio.gather(*asked))

    async def _travel(self, group: int) -> None:
        try:
            while queue := self._queues.pop(group, None):
                answers = [command and self.wire.send(where, command) for where, command, _ in queue]
                where = queue[0][0]
                marked = self.wire.send(where, ("SET", f"{where[:6]}:mark", 1))
                waited = self.wire.send(where, self._wait)
                replies = [answer and await answer for answer in answers]
                mark, reached = await marked, await waited
                enough = not isinstance(mark, Exception) and isinstance(reached, int) and reached >= self._replicas
                for reply, (_, _, told) in zip(replies, queue, strict=True):
                    if not told.done():
                        told.set_result((reply, enough))
        finally:
            del self._tasks[group]

    async def close(self) -> None:
        """Close the connections. Pending writes end without a reply."""
        await self.wire.close()
        await asyncio.gather(*self._tasks.values())
