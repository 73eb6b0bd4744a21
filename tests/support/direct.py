"""Requests straight into the service's ASGI application: an answer, a stream and a socket as bytes, without a network."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from tests.support.waits import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message


QUIET = 25
"""After so many turns of the loop in which nothing was said, nothing more is under way."""


class Heard:
    """An answer: its status, its headers in order, its body."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: tuple[tuple[bytes, bytes], ...], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def whole(self) -> tuple[int, tuple[tuple[bytes, bytes], ...], bytes]:
        """Everything about it."""
        return self.status, self.headers, self.body

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """A header; empty where it is not there."""
        return dict(self.headers).get(name.encode(), b"").decode()


class Exchange:
    """A request under way: what has been said so far, until it is closed."""

    def __init__(self, app: ASGIApp, scope: dict[str, Any], first: list[Message], last: Message) -> None:
        self.messages: list[Message] = []
        self.last = last
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        for message in first:
            self._incoming.put_nowait(message)
        self.task = asyncio.ensure_future(self._run(app, scope))

    async def _run(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        async def send(message: Message) -> None:
            self.messages.append(message)

        await app(scope, self._incoming.get, send)

    def say(self, text: str) -> None:
        """Send a message over a socket."""
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    @property
    def whole(self) -> tuple[object, ...]:
        """Everything that was said: the head, then the bytes, however they were cut."""
        head: list[object] = []
        said: list[bytes] = []
        for message in self.messages:
            if message["type"] == "http.response.start":
                head += [message["status"], tuple(message["headers"])]
            elif message["type"] == "http.response.body":
                said.append(message.get("body", b""))
            elif message["type"] == "websocket.send":
                said.append(message["text"].encode() + b"\n")
            else:
                head.append(tuple(sorted((name, str(value)) for name, value in message.items())))
        return (*head, b"".join(said))

    async def close(self) -> None:
        """The reader goes."""
        self._incoming.put_nowait(self.last)
        await asyncio.wait_for(self.task, 30)


class Door:
    """An application to ask; every request has the id `r`, so that nothing of an answer is by chance."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def scope(
        self, kind: str, method: str, path: str, secret: str | None, headers: Mapping[str, str] | None
    ) -> dict[str, Any]:
        """What a server would say about the request."""
        where, _, query = path.partition("?")
        named = [(b"host", b"127.0.0.1:8000")]
        if "x-request-id" not in (headers or {}):
            named.append((b"x-request-id", b"r"))
        if secret is not None:
            named.append((b"authorization", b"Bearer " + secret.encode()))
        named += [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": named,
            "client": ("127.0.0.1", 40000),
            "server": ("127.0.0.1", 8000),
            "subprotocols": ["graphql-transport-ws"],
        }

    def open(
        self,
        method: str,
        path: str,
        *,
        secret: str | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Exchange:
        """A request whose answer may go on and on."""
        named = dict(headers or {})
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if body is not None:
            named = {"content-type": "application/json", "content-length": str(len(data)), **named}
        scope = self.scope("http", method, path, secret, named)
        return Exchange(
            self.app,
            scope,
            [{"type": "http.request", "body": data, "more_body": False}],
            {"type": "http.disconnect"},
        )

    async def ask(
        self,
        method: str,
        path: str,
        *,
        secret: str | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Heard:
        """The whole answer to a request."""
        exchange = self.open(method, path, secret=secret, body=body, headers=headers)
        await asyncio.wait_for(exchange.task, 30)
        start, *rest = exchange.messages
        said = b"".join(message.get("body", b"") for message in rest)
        return Heard(int(start["status"]), tuple(start["headers"]), said)

    def socket(self, path: str = "/graphql") -> Exchange:
        """A WebSocket."""
        scope = self.scope("websocket", "GET", path, None, {"upgrade": "websocket"})
        return Exchange(
            self.app,
            scope,
            [{"type": "websocket.connect"}],
            {"type": "websocket.disconnect", "code": 1000},
        )


async def settle(exchanges: list[Exchange]) -> None:
    """Wait until nothing more is said on any of them. The door of GraphQL is made in a thread when it is first asked: that is waited for."""
    quiet, said = 0, -1
    while quiet < QUIET:
        await asyncio.sleep(0)
        now = sum(len(exchange.messages) for exchange in exchanges)
        quiet, said = (quiet + 1, said) if now == said else (0, now)
        if quiet == QUIET:
            making = [task for task in asyncio.all_tasks() if task.get_name() == "graphql"]
            if making:
                await asyncio.wait(making, timeout=PATIENCE_S)
                quiet = 0
