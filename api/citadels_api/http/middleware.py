"""The ASGI middleware around the application. Each layer has one concern, and none reads `request.url`.

From the outside in: `RequestId`, `Secure`, `Heads`, `Hosts`, `Origins`, `Catch`, `BodyLimit`, `Pressed`. Refusals of the inner layers pass
through `Origins`, so that browsers may read them. `wrap` puts all layers around an application.
"""

from __future__ import annotations

import json
import re
import secrets
import traceback
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, Literal

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from citadels_api.http.compression import Pressed
from citadels_api.problems import MEDIA_TYPE, Refusal
from citadels_api.strict_json import LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send


_HTTP: Final = "http"
_WEBSOCKET: Final = "websocket"


def request_id(scope: Scope) -> str | None:
    """The id of the request, after `RequestId` has set it."""
    state: dict[str, Any] = scope.get("state") or {}
    found = state.get("request_id")
    return found if isinstance(found, str) else None


def problem_response(refusal: Refusal, *, request_id: str | None = None) -> Response:
    """A refusal as an HTTP response."""
    body = json.dumps(refusal.to_json(request_id=request_id), separators=(",", ":"))
    return Response(body, refusal.status, refusal.headers(), MEDIA_TYPE)


async def send_problem(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Send a refusal as the response; reject a WebSocket handshake."""
    if scope["type"] == _WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
    else:
        await problem_response(refusal, request_id=request_id(scope))(scope, receive, send)


class RequestId:
    """Gives every request an id: the client's own if it is valid. Logs and the response contain it."""

    _SANE: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the id of the request."""
        if scope["type"] not in {_HTTP, _WEBSOCKET}:
            await self.app(scope, receive, send)
            return
        name = Headers(scope=scope).get("x-request-id", "")
        if self._SANE.fullmatch(name) is None:
            name = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = name
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=name)
        header = (b"x-request-id", name.encode())

        async def send_named(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.accept"}:
                message["headers"] = [*message.get("headers", ()), header]
            await send(message)

        await self.app(scope, receive, send_named)


class Secure:
    """Adds security headers: no MIME sniffing, no referrer, and no caching unless the application allows it."""

    _ALWAYS: Final = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
    _UNLESS_SET: Final = (b"cache-control", b"no-store")

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers."""
        if scope["type"] != _HTTP:
            await self.app(scope, receive, send)
            return

        async def send_secure(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *self._ALWAYS]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append(self._UNLESS_SET)
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, send_secure)


class Heads:
    """Answers HEAD like GET, without the body: the application sends the body, and this layer drops it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Drop the body."""
        if scope.get("method") != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app(scope, receive, send_head)


class Hosts:
    """Accepts only requests for our host names: a name, or `*.` and a name; None accepts any host. Health checks may use an IP address.

    With `near`, any IP address and a missing Host header are accepted too. A page on another site whose name was redirected to this machine
    (DNS rebinding) still has the name of that site, and is refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        allowed: Collection[str] | None = None,
        *,
        near: bool = False,
        exempt: Collection[str] = ("/healthz", "/readyz"),
    ) -> None:
        self.app = app
        self.near = near
        self.names = (
            None if allowed is None else frozenset(name.lower() for name in allowed if not name.startswith("*."))
        )
        self.endings = tuple(name[1:].lower() for name in allowed or () if name.startswith("*."))
        self.exempt = frozenset(exempt)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse requests for other hosts."""
        if self.names is not None and scope["type"] in {_HTTP, _WEBSOCKET} and scope["path"] not in self.exempt:
            hosts = Headers(scope=scope).getlist("host")
            if len(hosts) > 1 or not (self.is_ours(hosts[0]) if hosts else self.near):
                said = "the Host header names no host of this service: CITADELS_HOSTS says which are"
                await send_problem(scope, receive, send, Refusal("invalid", said))
                return
        await self.app(scope, receive, send)

    def is_ours(self, host: str) -> bool:
        """Whether a Host header, with or without a port, names one of the allowed hosts."""
        name = re.sub(r":\d*\Z", "", host.lower())
        if self.names is None or name in self.names or (name.endswith(self.endings) and not name.startswith(".")):
            return True
        return self.near and is_address(name)


def is_address(name: str) -> bool:
    """Whether a host is an IP address.

    >>> is_address("192.0.2.7"), is_address("[::1]"), is_address("192.0.2.7.example")
    (True, True, False)
    """
    with suppress(ValueError):
        ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
        return True
    return False


class Origins:
    """Handles CORS: pages of the named origins may call and read. Other origins are refused. Requests without an origin or from the same
    origin pass.

    There are no cookies, so it sends no headers about credentials. With `loopback`, any origin on this machine is accepted.
    """

    METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
    ACCEPTED: Final = (
        "Accept, Authorization, Citadels-Invite, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-Id, "
        "Apollographql-Client-Name, Apollographql-Client-Version"
    )
    EXPOSED: Final = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
    _LOOPBACK: Final = re.compile(r"https?://(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?")

    def __init__(
        self, app: ASGIApp, origins: Collection[str] = (), *, loopback: bool = False, max_age: int = 600
    ) -> None:
        self.app = app
        self.origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        self.loopback = loopback
        self.max_age = str(max_age)

    def judge(self, origin: str, host: str | None) -> Literal["same", "allowed", "foreign"]:
        """Classify the Origin header of a request to this Host."""
        origin = origin.lower()
        scheme, mark, place = origin.partition("://")
        if mark and scheme in {"http", "https"} and host is not None and place == host.lower():
            return "same"
        if origin in self.origins or (self.loopback and self._LOOPBACK.fullmatch(origin) is not None):
            return "allowed"
        return "foreign"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer preflights, refuse foreign origins, and send CORS headers."""
        if scope["type"] not in {_HTTP, _WEBSOCKET}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        named = headers.getlist("origin")
        verdict = "same"
        if named:
            verdict = "foreign" if len(named) > 1 else self.judge(named[0], headers.get("host"))
        preflight = bool(named) and scope.get("method") == "OPTIONS" and "access-control-request-method" in headers

        async def send_open(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer.add_vary_header("Origin")
                if verdict == "allowed":
                    answer["Access-Control-Allow-Origin"] = named[0]
                    answer["Access-Control-Expose-Headers"] = self.EXPOSED
            await send(message)

        if verdict == "foreign":
            refusal = Refusal("forbidden", "requests from this origin are not taken")
            await send_problem(scope, receive, send_open, refusal)
        elif preflight:
            answer = Response(status_code=204)
            answer.headers["Access-Control-Allow-Origin"] = named[0]
            answer.headers["Access-Control-Allow-Methods"] = self.METHODS
            answer.headers["Access-Control-Allow-Headers"] = self.ACCEPTED
            answer.headers["Access-Control-Max-Age"] = self.max_age
            answer.headers["Vary"] = "Access-Control-Request-Method, Access-Control-Request-Headers"
            await answer(scope, receive, send_open)
        else:
            await self.app(scope, receive, send_open)


class Catch:
    """Turns uncaught exceptions into responses: a refusal into its own, any other exception into `internal`. It logs them once, without
    values.
    """

    def __init__(self, app: ASGIApp, *, failed: Callable[[str], object] = lambda _: None) -> None:
        self.app = app
        self.failed = failed
        self.log = structlog.get_logger("citadels_api")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application; only a cancellation leaves this layer."""
        started = False
        held: list[Message] = []  # an answer 500: Starlette gives one of its own before it raises

        async def send_noticed(message: Message) -> None:
            nonlocal started
            if held or (message["type"] == "http.response.start" and message["status"] == 500):
                held.append(message)
                return
            started = started or message["type"] in {"http.response.start", "websocket.close"}
            await send(message)

        refusal: Refusal | None = None
        fault: Exception | None = None
        try:
            await self.app(scope, receive, send_noticed)
        except ClientDisconnect:
            return
        except Refusal as caught:
            refusal = caught
        except Exception as error:  # noqa: BLE001 - the last one who can answer
            fault = error
        if fault is not None:
            if scope["type"] not in {_HTTP, _WEBSOCKET}:
                raise fault  # a start that failed
            operation = scope.get("operation", "none")
            if not started:  # what has begun to be answered is counted already
                self.failed(operation)
            self.log.error(
                "unexpected",
                error=type(fault).__name__,
                frames=_frames(fault),
                operation=operation,
                method=scope.get("method"),
                status=500 if scope["type"] == _HTTP else None,
            )
            refusal = Refusal("internal")
        if refusal is None:
            for message in held:
                await send(message)
        elif started:
            pass  # half an answer is ended by the protocol
        elif scope["type"] == _WEBSOCKET and refusal.code == "internal":
            await send({"type": "websocket.close", "code": 1011, "reason": refusal.code})
        else:
            await send_problem(scope, receive, send, refusal)


def _frames(error: Exception, most: int = 8) -> list[str]:
    """Where the exception happened: names and lines of the code, without values."""
    frames = [f"{frame.f_code.co_qualname}:{line}" for frame, line in traceback.walk_tb(error.__traceback__)]
    return frames[-most:]


class BodyTooLarge(Refusal):
    """Raised when the body exceeds the limit. `BodyLimit` answers, even if the application handles the exception."""

    __slots__ = ()

    def __init__(self, limit: int) -> None:
        super().__init__("too_large", f"a body may have {limit} bytes", limit=limit)


class BodyLimit:
    """Answers a body above the limit with 413, as soon as its length is announced or reached."""

    def __init__(self, app: ASGIApp, limit: int = LIMIT) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the bytes that the application reads."""
        if scope["type"] != _HTTP:
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if len(announced) > 18 or not announced.isdecimal() or int(announced) > self.limit:
            await send_problem(scope, receive, send, BodyTooLarge(self.limit))
            return
        read, over, started = 0, False, False

        async def receive_counted() -> Message:
            nonlocal read, over
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > self.limit:
                    over = True
                    raise BodyTooLarge(self.limit)
            return message

        async def send_unless_over(message: Message) -> None:
            nonlocal started
            if over and not started:
                return  # somebody made an answer of the exception
            started = True
            await send(message)

        try:
            await self.app(scope, receive_counted, send_unless_over)
        except Exception:
            if not over:
                raise
        if over and not started:
            await send_problem(scope, receive, send, BodyTooLarge(self.limit))


def wrap(
    app: ASGIApp,
    *,
    hosts: Collection[str] | None = None,
    near: bool = False,
    origins: Collection[str] = (),
    loopback: bool = False,
    limit: int = LIMIT,
    failed: Callable[[str], object] = lambda _: None,
) -> ASGIApp:
    """The application with all its middleware."""
    inner = Origins(Catch(BodyLimit(Pressed(app), limit), failed=failed), origins, loopback=loopback)
    return RequestId(Secure(Heads(Hosts(inner, hosts, near=near))))
