"""Requests straight into an ASGI application, and what it answers."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from citadels_api.app import App
from citadels_api.context import House
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message


@dataclass
class Answer:
    """Whatever was sent."""

    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode() for name, value in self.messages[0]["headers"]}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def _run(app: ASGIApp, scope: dict[str, Any], incoming: Iterable[Message]) -> Answer:
    answer = Answer()
    waiting = iter(incoming)

    async def receive() -> Message:
        return next(waiting)

    async def send(message: Message) -> None:
        answer.messages.append(message)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]  # an Awaitable that is a coroutine
    return answer


def _headers(headers: dict[str, str] | list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    pairs = headers.items() if isinstance(headers, dict) else headers
    return [(name.lower().encode(), value.encode()) for name, value in pairs]


def ask(
    app: ASGIApp,
    method: str = "GET",
    path: str = "/",
    headers: dict[str, str] | list[tuple[str, str]] | None = None,
    chunks: Iterable[bytes] = (b"",),
) -> Answer:
    """The answer to an HTTP request; after the chunks the client is gone."""
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": _headers(headers or {"host": "localhost"}),
    }
    parts = list(chunks)
    incoming = [{"type": "http.request", "body": part, "more_body": part is not parts[-1]} for part in parts]
    return _run(app, scope, [*incoming, {"type": "http.disconnect"}])


def connect(app: ASGIApp, headers: dict[str, str] | None = None, *says: str) -> Answer:
    """What is sent on a WebSocket that says this and leaves."""
    scope = {
        "type": "websocket",
        "path": "/ws",
        "query_string": b"",
        "headers": _headers(headers or {"host": "localhost"}),
    }
    incoming: list[Message] = [{"type": "websocket.connect"}]
    incoming += [{"type": "websocket.receive", "text": text} for text in says]
    return _run(app, scope, [*incoming, {"type": "websocket.disconnect", "code": 1001}])


class Silent:
    """A bell that nobody hears."""

    def ring(self, *_: object, **__: object) -> None:
        """Nothing happens."""


def app(**settings: Any) -> App:
    """The whole of the service in this process, on a store in memory."""
    chosen = Settings.model_validate({"redis_url": "memory://", **settings})
    return App(chosen, House(MemoryStore(), chosen, Silent()))  # type: ignore[arg-type]  # no AI is called here


@cache
def served() -> App:
    """The same for all who only read."""
    return app()
