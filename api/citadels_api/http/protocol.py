"""HTTP for uvicorn, with a time limit for every wait for a client.

1. A request has one deadline from its first byte to the last byte of its body. A connection that sends nothing has the same deadline. A
   client that misses it gets 408 if a response is still possible, and the connection is closed.
2. A response may take any time while the client reads it. A client that leaves a full buffer unread is disconnected. uvicorn closes idle
   keep-alive connections.
3. Head and trailers together have a byte limit; beyond it the response is 431. `middleware.BodyLimit` limits bodies.
4. A client's mistake or disconnect is not an error of the service. It logs no traceback.
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
"""Seconds to wait before closing: a connection closed with unread bytes is reset, and the client loses the response."""


@dataclass(frozen=True, slots=True)
class Reception:
    """The time and size limits for clients."""

    deadline: float = 10.0
    """Seconds from the first byte of a request to the last."""
    stall: float = 30.0
    """Seconds within which a client must read some of the waiting data."""
    head_bytes: int = 16 * 1024
    """Maximum bytes of request line, headers and trailers."""
    per_address: int | None = None
    """Maximum open connections from one address in one process. Leave it off behind a proxy: all its clients have one address."""
    cut: Callable[[str], object] = lambda _why: None
    """Called for each connection that is cut, with the reason: `deadline`, `head`, `syntax`, `stall` or `connections`."""


def protocol(reception: Reception | None = None) -> type[HttpToolsProtocol]:
    """The protocol class for uvicorn's option `http=`."""
    settings = reception or Reception()

    class Protocol(Receiving):
        reception = settings
        open_from: ClassVar[Counter[str]] = Counter()

    return Protocol


class Receiving(HttpToolsProtocol):
    """One connection. `protocol` makes the subclass that has settings."""

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
        """Count the connection, and wait for its first request until the deadline."""
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
        """Stop all timers: the connection is gone."""
        self._wait_no_more()
        self._unread_no_more()
        self._discount()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to the WebSocket protocol, which has its own timeouts. It still counts as open."""
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
        """Process the bytes, then decide whether to wait for more."""
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
        """Whether these bytes ended the connection or upgraded it to a WebSocket."""
        return self._turned_away or self.transport.is_closing() or self.transport.get_protocol() is not self

    def on_message_begin(self) -> None:
        """Start a request."""
        if self._turned_away:
            return
        super().on_message_begin()
        self._begun += 1
        self._receiving = True
        self._head_done = False
        self._head_bytes = self._fields_bytes = 0

    def on_url(self, url: bytes) -> None:
        """Count the URL as part of the head."""
        self._fields_bytes += len(url)
        if not self._turned_away:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header as part of the head. A trailer counts too and is dropped, so that nobody takes it for a header."""
        self._fields_bytes += len(name) + len(value) + 4
        if self._turned_away:
            return
        if not self._head_done:
            super().on_header(name, value)
        elif self._fields_bytes > self.reception.head_bytes:
            self._turn_away(Refusal("headers_too_large"), "head")

    def on_headers_complete(self) -> None:
        """Check the size of the complete head, then handle the request."""
        if self._turned_away:
            return
        self._head_done = True
        if self._fields_bytes > self.reception.head_bytes:
            self._turn_away(Refusal("headers_too_large"), "head")
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body."""
        if not self._turned_away:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
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
        """Start the timer: the client has a full buffer to read."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.reception.stall, self._stalled)

    def resume_writing(self) -> None:
        """Stop the timer: the client has read the buffer."""
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
        """Refuse bytes that are not HTTP like any other bad request."""
        if not self._turned_away:
            self._turn_away(Refusal("invalid", msg), "syntax")

    def _turn_away(self, refusal: Refusal, why: str) -> None:
        """Refuse the current request, unless a response has started: two responses would mix."""
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
        """Read no more. A client that is still sending gets a moment to read the response."""
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
