"""HTTP as this service receives it: uvicorn's protocol with an end to every wait for a client.

1. From the first byte of a request to the last of its body there is one deadline, however the bytes trickle; a connection that
   sends nothing at all has the same time. Who misses it gets 408, where an answer is still possible, and is closed.
2. A response may take as long as it likes, as long as its reader reads: who leaves a full buffer standing is cut off. A connection
   kept alive between requests is uvicorn's to close.
3. Head and trailers have a budget of bytes, beyond which the answer is 431. Bodies are limited further in (`shell.BodyLimit`).
4. What a client sends wrong, or a client that leaves, is no error of the service: no traceback is logged.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from starlette.requests import ClientDisconnect
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from citadels_api.problems import MEDIA_TYPE, Refusal

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope


LINGER: Final = 1.0
"""Seconds; a connection closed on unread bytes is reset, and its answer is lost."""


@dataclass(frozen=True, slots=True)
class Reception:
    """How long and how much the service waits for."""

    deadline: float = 10.0
    """Seconds from the first byte of a request to the last."""
    stall: float = 30.0
    """Seconds in which a reader has to take something of what waits for him."""
    head_bytes: int = 16 * 1024
    """Request line, headers and trailers."""
    per_address: int | None = None
    """Connections at a time from one address, in one process; leave it off behind a proxy, which is one address itself."""
    cut: Callable[[str], object] = lambda _why: None
    """Is told `deadline`, `head`, `syntax`, `stall` or `connections` for each connection that was cut."""


def protocol(reception: Reception | None = None) -> type[HttpToolsProtocol]:
    """The class for uvicorn's `http=`."""
    settings = reception or Reception()

    class Protocol(Receiving):
        reception = settings
        open_from: ClassVar[Counter[str]] = Counter()

    return Protocol


class Receiving(HttpToolsProtocol):
    """One connection; `protocol` makes the class that has settings."""

    reception: ClassVar[Reception]
    open_from: ClassVar[Counter[str]]

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._app = self.app
        self.app = self._answer
        self._waiting: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._begun = 0  # requests of which something came
        self._timed = 0  # the one of them that the timer is for
        self._receiving = False
        self._head_done = False
        self._head_bytes = 0  # since the present request began, as they came
        self._fields_bytes = 0  # the same, as they were understood
        self._turned_away = False
        self._counted: str | None = None

    async def _answer(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        with suppress(ClientDisconnect):  # nobody is left to be told
            await self._app(scope, receive, send)

    @property
    def _last_cycle(self) -> RequestResponseCycle | None:
        return self.cycle

    # the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """The connection is counted, and its first request awaited until the deadline."""
        super().connection_made(transport)
        if self.reception.per_address is not None and self.client is not None:
            address = self.client[0]
            if self.open_from[address] >= self.reception.per_address:
                self._close("connections")
                return
            self.open_from[address] += 1
            self._counted = address
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._wait_no_more()
        self._unread_no_more()
        self._discount()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """The connection goes over to the WebSocket protocol, which has its own clocks; it still counts."""
        if self._turned_away:
            return
        self._wait_no_more()
        super().handle_websocket_upgrade()
        if self._counted is not None:
            successor: Any = self.transport.get_protocol()
            lost = successor.connection_lost

            def lost_and_discounted(exc: Exception | None) -> None:
                self._discount()
                lost(exc)

            successor.connection_lost = lost_and_discounted

    def _discount(self) -> None:
        if self._counted is not None:
            self.open_from[self._counted] -= 1
            if not self.open_from[self._counted]:
                del self.open_from[self._counted]
            self._counted = None

    # the bytes

    def data_received(self, data: bytes) -> None:
        """The bytes are taken in; then it is clear whether more is awaited."""
        if self._turned_away:
            return
        begun, receiving = self._begun, self._receiving
        super().data_received(data)
        if self._refused_meanwhile():
            return
        if self._begun == begun or (self._begun == begun + 1 and not receiving):
            self._head_bytes += len(data)  # all of it is this request's
        head_bytes = max(self._head_bytes, self._fields_bytes)
        if self._receiving and not self._head_done and head_bytes > self.reception.head_bytes:
            self._turn_away(Refusal("headers_too_large"), "head")
        elif self._receiving or (cycle := self._last_cycle) is None or cycle.response_complete:
            if self._timed != self._begun:
                self._wait_no_more()
            self._wait()
        else:
            self._wait_no_more()

    def _refused_meanwhile(self) -> bool:
        """Whether what just came has ended the connection, or made it a WebSocket's."""
        return self._turned_away or self.transport.is_closing() or self.transport.get_protocol() is not self

    def on_message_begin(self) -> None:
        """A request begins."""
        if self._turned_away:
            return
        super().on_message_begin()
        self._begun += 1
        self._receiving = True
        self._head_done = False
        self._head_bytes = self._fields_bytes = 0

    def on_url(self, url: bytes) -> None:
        """The address counts for the head."""
        self._fields_bytes += len(url)
        if not self._turned_away:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header counts for the head; a trailer counts, too, and is dropped: it must not pass for a header."""
        self._fields_bytes += len(name) + len(value) + 4
        if self._turned_away:
            return
        if not self._head_done:
            super().on_header(name, value)
        elif self._fields_bytes > self.reception.head_bytes:
            self._turn_away(Refusal("headers_too_large"), "head")

    def on_headers_complete(self) -> None:
        """The head is whole; within the budget it is answered."""
        if self._turned_away:
            return
        self._head_done = True
        if self._fields_bytes > self.reception.head_bytes:
            self._turn_away(Refusal("headers_too_large"), "head")
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body is handed on."""
        if not self._turned_away:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        if not self._turned_away:
            self._receiving = False
            super().on_message_complete()

    # the wait

    def _wait(self) -> None:
        if self._waiting is None:
            self._timed = self._begun
            self._waiting = self.loop.call_later(self.reception.deadline, self._missed)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _missed(self) -> None:
        self._waiting = None
        if self._receiving:
            self._turn_away(Refusal("timed_out"), "deadline")
        else:
            self._close("deadline")

    def pause_writing(self) -> None:
        """The reader is behind by a whole buffer."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.reception.stall, self._stalled)

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        self._unread_no_more()

    def _unread_no_more(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _stalled(self) -> None:
        self._unread = None
        self._close("stall")
        self.transport.abort()  # a close would wait for the reader

    # the end

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is refused as any other request."""
        if not self._turned_away:
            self._turn_away(Refusal("invalid", msg), "syntax")

    def _turn_away(self, refusal: Refusal, why: str) -> None:
        """Refuses the request that is coming in, unless an answer is on its way: two would mix."""
        cycle = self._last_cycle
        if cycle is None:
            free = True
        elif self._receiving and cycle.scope is self.scope:  # it has been handed on already
            free = not self.pipeline and not cycle.response_started
        else:
            free = cycle.response_complete
        if free:
            self.transport.write(_as_bytes(refusal))
        self._close(why, linger=free)

    def _close(self, why: str, *, linger: bool = False) -> None:
        """Nothing more is taken in; a client who is still sending gets a moment to read why."""
        self._turned_away = True
        self._wait_no_more()
        cycle = self._last_cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if linger and self.transport.can_write_eof():
            self.transport.write_eof()
            self._waiting = self.loop.call_later(LINGER, self.transport.close)
        else:
            self.transport.close()
        self.reception.cut(why)


def _as_bytes(refusal: Refusal) -> bytes:
    body = json.dumps(refusal.to_json(), separators=(",", ":")).encode()
    head = f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return STATUS_LINE[refusal.status] + head.encode() + body
