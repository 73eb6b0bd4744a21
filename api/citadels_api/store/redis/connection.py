"""Pipelined connections to Redis.

1. All calls of two turns of the event loop leave in one write. Replies are matched to calls by their order. There are no transactions.
2. A call is a future that always gets a result: the reply, `Refused` (the server refused), `StoreDown` (the call was never sent) or
   `Unknown` (it was sent, and no reply came). Awaiting code raises these.
3. If the oldest call waits longer than the time limit, the whole connection is closed: behind a frozen server nothing else moves either.
4. A `Link` keeps one connection alive. It reconnects at once after a loss. If that fails, calls fail at once until it has reconnected in
   the background.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import hiredis
import msgspec

from citadels_api.store.ports import StoreDown, StoreError, Unknown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from ssl import SSLContext  # noqa: TC004  an address is never read from bytes, and `ssl` is loaded only where it is used


Command = tuple[str | bytes | int, ...]
Reply = Any

PENDING_LIMIT: Final = 20_000
"""How many calls may wait on one connection."""
BACKOFF: Final = (0.05, 0.1, 0.2, 0.4, 0.8)
"""The pauses before further attempts to connect, in seconds. The last one is repeated."""


_pack = cast("Callable[[Command], bytes]", hiredis.pack_command)


class Refused(Exception):
    """The server's refusal. Its first word is the error code."""

    @property
    def word(self) -> str:
        """The error code: NOSCRIPT, OOM, READONLY, MOVED, ..."""
        return str(self).partition(" ")[0]


class Address(msgspec.Struct, frozen=True):
    """A server, and how to connect to it."""

    host: str = ""
    port: int = 6379
    path: str = ""
    username: str = ""
    password: str = ""
    database: int = 0
    tls: SSLContext | None = None
    master: bool = False
    """Whether the server must be a master."""

    def __repr__(self) -> str:
        return self.path or f"{self.host}:{self.port}"

    def greeting(self) -> list[Command]:
        """The first commands on a new connection."""
        said: list[Command] = []
        if self.password:
            said.append(("AUTH", self.username, self.password) if self.username else ("AUTH", self.password))
        if self.database:
            said.append(("SELECT", self.database))
        said.append(("ROLE",) if self.master else ("PING",))
        return said


class Wire(Protocol):
    """The connections of a store: to one server, or to many."""

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        """Send a command to the server that holds the key `where` (any server if it is empty)."""
        ...

    def group(self, where: str) -> int:
        """A number that is equal for all keys that share a connection at the moment."""
        ...

    async def mend(self, refusal: Refused, where: str, command: Command) -> asyncio.Future[Reply] | None:
        """After a refusal: send the command again if that helps, otherwise None."""
        ...

    async def nodes(self) -> list[Link]:
        """A link to each server that holds keys."""
        ...

    async def close(self) -> None:
        """Close all links."""
        ...


class Connection(asyncio.Protocol):
    """One connection. `pushed` receives every message that the server sends on its own (subscriptions)."""

    def __init__(
        self, timeout: float, lost: Callable[[Connection], None], pushed: Callable[[Reply], None] | None = None
    ) -> None:
        self.timeout = timeout
        self.lost = lost
        self.pushed = pushed
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(replyError=Refused)
        self._transport: asyncio.Transport | None = None
        self._pending: deque[tuple[asyncio.Future[Reply], float]] = deque()
        self._out: list[bytes] = []
        self._watch: asyncio.TimerHandle | None = None
        self.heard = self._loop.time()

    @property
    def open(self) -> bool:
        """Whether calls can be sent."""
        return self._transport is not None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called when the connection is open."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one without being one

    def send(self, command: Command, answer: asyncio.Future[Reply] | None = None) -> asyncio.Future[Reply]:
        """Send a command together with the others of this turn."""
        if answer is None:
            answer = self._loop.create_future()
        if self._transport is None or len(self._pending) >= PENDING_LIMIT:
            answer.set_result(StoreDown("too many calls wait for the store" if self._transport else "not connected"))
            return answer
        packed = _pack(command)
        if not self._out:
            self._loop.call_soon(self._soon)
        self._out.append(packed)
        now = self._loop.time()
        self._pending.append((answer, now))
        if self._watch is None:
            self._watch = self._loop.call_at(now + self.timeout, self._look)
        return answer

    def tell(self, command: Command) -> None:
        """Send a command whose reply comes as a push message."""
        if self._transport is not None:
            self._transport.write(_pack(command))

    def _soon(self) -> None:
        """Wait one more turn, so that calls made during the first turn are sent too."""
        self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self._transport is not None and self._out:
            self._transport.write(self._out[0] if len(self._out) == 1 else b"".join(self._out))
            self._out.clear()

    def _look(self) -> None:
        """Close the connection if its oldest call has waited too long after all received data was read."""
        self._watch = None
        if not self._pending:
            return
        due = self._pending[0][1] + self.timeout
        if due > self._loop.time():
            self._watch = self._loop.call_at(due, self._look)
        else:  # this process may have been the one that slept: read first
            self._watch = self._loop.call_later(0.005, self._give_up, self._pending[0][0])

    def _give_up(self, oldest: asyncio.Future[Reply]) -> None:
        self._watch = None
        if self._pending and self._pending[0][0] is oldest:
            self.abort()
        else:
            self._look()

    def data_received(self, data: bytes) -> None:
        """Match the received replies with the calls."""
        self.heard = self._loop.time()
        reader = self._reader
        pending = self._pending
        try:
            reader.feed(data)
            while (reply := reader.gets()) is not False:
                if self.pushed is not None:
                    self.pushed(reply)
                    continue
                answer = pending.popleft()[0]
                if not answer.done():
                    answer.set_result(reply)
        except (hiredis.ProtocolError, IndexError):  # not Redis, or out of step
            self.abort()

    def abort(self) -> None:
        """Drop the connection. Calls without a reply get `Unknown`."""
        if self._transport is not None:
            self._transport.abort()
            self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection is lost."""
        if self._transport is not None:
            self._end()

    def _end(self) -> None:
        self._transport = None
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        unsent = len(self._out)
        self._out.clear()
        pending, self._pending = self._pending, deque()
        left = len(pending) - unsent
        for place, (answer, _) in enumerate(pending):
            if not answer.done():
                answer.set_result(Unknown("no answer from the store") if place < left else StoreDown("connection lost"))
        self.lost(self)


def _nothing(_: Connection) -> None:
    """Do nothing when the connection is lost."""


async def connect(
    address: Address,
    timeout: float,
    lost: Callable[[Connection], None] = _nothing,
    pushed: Callable[[Reply], None] | None = None,
) -> Connection:
    """An open connection to a server that has answered; `StoreDown` if there is none within `timeout`."""
    loop = asyncio.get_running_loop()
    made = Connection(timeout, _nothing)
    try:
        async with asyncio.timeout(timeout):
            if address.path:
                await loop.create_unix_connection(lambda: made, address.path)
            else:
                await loop.create_connection(lambda: made, address.host, address.port, ssl=address.tls)
            replies = [await answer for answer in [made.send(command) for command in address.greeting()]]
    except (OSError, ValueError) as fault:  # a time-out is an OSError without a text; a name may be none
        made.abort()
        raise StoreDown(f"no store at {address!r}: {str(fault) or 'no answer'}") from None
    except BaseException:
        made.abort()
        raise
    for command, reply in zip(address.greeting(), replies, strict=True):
        if isinstance(reply, Exception):
            made.abort()
            why = reply.word if isinstance(reply, Refused) else str(reply)
            raise StoreDown(f"the store at {address!r} refuses {command[0]!s}: {why}")
    if address.master and replies[-1][0] != b"master":
        made.abort()
        raise StoreDown(f"the store at {address!r} is not the master")
    if not made.open:
        raise StoreDown(f"the store at {address!r} has hung up")
    made.timeout, made.lost, made.pushed = timeout, lost, pushed
    return made


async def end(task: asyncio.Task[None] | None) -> None:
    """Cancel a task, and wait a limited time for its end."""
    if task is not None:
        task.cancel()
        await asyncio.wait([task], timeout=1.0)


def always(address: Address) -> Callable[[], Awaitable[Address]]:
    """A locator for a server with a fixed address."""

    async def locate() -> Address:
        return address

    return locate


class Link:
    """A link to one server. `locate` finds its address, each time anew."""

    def __init__(self, locate: Callable[[], Awaitable[Address]], timeout: float) -> None:
        self._locate = locate
        self._timeout = timeout
        self._connection: Connection | None = None
        self._waiting: list[tuple[Command, asyncio.Future[Reply]]] = []
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._down: str | None = None
        self._closed = False

    @property
    def trouble(self) -> int:
        """0: connected; 1: not yet; 2: failed so far."""
        return 0 if self._connection is not None else 1 if self._down is None else 2

    def send(self, command: Command) -> asyncio.Future[Reply]:
        """Send a command, or raise at once that the store is down."""
        if self._connection is not None:
            return self._connection.send(command)
        answer: asyncio.Future[Reply] = self._loop.create_future()
        if self._down is not None:
            answer.set_result(StoreDown(self._down))
        else:
            self._waiting.append((command, answer))
            self._connect()
        return answer

    def _connect(self) -> None:
        if self._task is None and not self._closed:
            self._task = self._loop.create_task(self._reconnect())

    async def _reconnect(self) -> None:
        """Try until connected. Calls that waited for the first attempt get its error."""
        attempt = 0
        try:
            while (connection := await self._attempt()) is None:
                self._fail()
                pause = BACKOFF[min(attempt, len(BACKOFF) - 1)]
                await asyncio.sleep(pause * random.uniform(0.8, 1.2))  # noqa: S311 - only so that many do not come at once
                attempt += 1
                if self._closed:
                    return
            connection.timeout = self._timeout
            self._connection = connection
            self._down = None
        finally:
            self._task = None
            if self._connection is None:
                self._down = self._down or "the store cannot be found"
                self._fail()
        waiting, self._waiting = self._waiting, []
        for command, answer in waiting:
            if not answer.done():
                _ = connection.send(command, answer)

    async def _attempt(self) -> Connection | None:
        try:
            async with asyncio.timeout(self._timeout * 0.4):
                address = await self._locate()
            return await connect(address, self._timeout * 0.4, self._lose)
        except (StoreError, TimeoutError) as fault:
            self._down = str(fault) or "the store does not answer"
            return None

    def _fail(self) -> None:
        waiting, self._waiting = self._waiting, []
        for _, answer in waiting:
            if not answer.done():
                answer.set_result(StoreDown(self._down or "the store is closed"))

    def _lose(self, connection: Connection) -> None:
        if connection is self._connection:
            self._connection = None
            self._connect()

    def drop(self) -> None:
        """Look for the server again: this one is no longer the right one."""
        if self._connection is not None:
            self._connection.abort()

    async def close(self) -> None:
        """Close the link."""
        self._closed = True
        self._down = "the store is closed"
        await end(self._task)
        if self._connection is not None:
            self._connection.abort()
        self._fail()


class Single:
    """The connections to one server."""

    def __init__(self, locate: Callable[[], Awaitable[Address]], timeout: float) -> None:
        self._link = Link(locate, timeout)

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        """Send a command."""
        return self._link.send(command)

    def group(self, where: str) -> int:
        """All keys share the one connection."""
        return 0

    async def mend(self, refusal: Refused, where: str, command: Command) -> asyncio.Future[Reply] | None:
        """Leave a replica where the master should be, so that the next call finds the master."""
        if refusal.word == "READONLY":
            self._link.drop()
        return None

    async def nodes(self) -> list[Link]:
        """The one server."""
        return [self._link]

    async def close(self) -> None:
        """Close the link."""
        await self._link.close()
