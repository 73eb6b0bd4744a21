"""The dispatcher: how REST turns a request into a response.

1. It checks rate limit, credential and scope before it answers anything. A handler may declare a first read, which runs at the same time.
   So all of this is one wait for the store.
2. Every failure is a problem: a `Refusal` as it is; a store that is away as `unavailable`, or as `unknown_outcome` if something may have
   been written. Other exceptions go up to the middleware.
3. Every response tells the remaining rate limit, also a refusal, as soon as the limit is known.
4. An operation of cost 0 needs no credential, no bucket and no store. A steady operation uses a bucket if there is one.
5. HEAD is answered like GET, at the same cost, without the body. For a stream it returns the headers.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api import rate_limits
from citadels_api.context import needs_room
from citadels_api.credentials import service as credential_service
from citadels_api.http.auth import bearer, covered, together
from citadels_api.http.compression import MAY_BE_PRESSED
from citadels_api.http.content import choose, content_type, read_all
from citadels_api.http.middleware import request_id
from citadels_api.operations import PUBLIC, Operation, Router
from citadels_api.problems import MEDIA_TYPE, PAUSE_RETRY_S, Refusal
from citadels_api.rest.request import Reply, Request, Stream, read_body, read_query
from citadels_api.rest.streaming import EVENT_STREAM, let_go, send_stream
from citadels_api.store.ports import Paused, StoreDown, StoreError, StoreFull

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from citadels_api.http.process import Running

    Receive = Callable[[], Awaitable[Any]]
    Send = Callable[[Any], Awaitable[None]]
    Fields = list[tuple[bytes, bytes]]


ENCODER: Final = msgspec.json.Encoder()
JSON: Final = (b"content-type", b"application/json")
FIRST_S: Final = 0.2
"""How long a stream may still be refused. After that its headers are sent, even if it has no data yet."""
PROBLEM: Final = (b"content-type", MEDIA_TYPE.encode())


class Rest:
    """The REST API as an ASGI application."""

    def __init__(self, running: Running, operations: Iterable[Operation]) -> None:
        self.running = running
        self.router = Router(operations)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            raise RuntimeError("the REST door answers HTTP only")
        told: Fields = []
        try:
            operation, path = self.find(scope)
            await self.perform(operation, path, scope, receive, send, told)
        except Refusal as refusal:
            await self.refuse(scope, send, refusal, told)
        except StoreError as error:
            write = scope["method"] not in {"GET", "HEAD"}
            if isinstance(error, Paused):
                await self.refuse(scope, send, Refusal("unavailable", str(error), retry_after=PAUSE_RETRY_S), told)
                return
            known = isinstance(error, StoreDown | StoreFull) or not write
            await self.refuse(scope, send, Refusal("unavailable" if known else "unknown_outcome", retry_after=1), told)

    def knows(self, path: str) -> bool:
        """Whether an address has an operation, for any method."""
        return self.router.find(path) is not None

    def find(self, scope: Any) -> tuple[Operation, dict[str, str]]:
        """The operation of the request, and the parameters in its path."""
        found = self.router.find(scope["path"])
        if found is None:
            raise Refusal("not_found", "there is nothing at this address")
        methods, path = found
        method = scope["method"]
        operation = methods.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise Refusal("method_not_allowed", allow=sorted({*methods, "HEAD"} if "GET" in methods else methods))
        scope["operation"] = operation.id
        return operation, path

    async def perform(
        self, operation: Operation, path: dict[str, str], scope: Any, receive: Receive, send: Send, told: Fields
    ) -> None:
        """Check the request, run the operation, send the response."""
        headers = dict(scope["headers"])
        request = Request(scope, operation, path, headers, self.running)
        if operation.steady:
            await rate_limits.charge(self.running.house, request.address, operation.cost, told)
        if operation.cost and not operation.steady:
            try:
                await self.admit(request, receive, told)
            except StoreError:
                raise Refusal("unavailable", retry_after=1) from None  # nothing was written yet
        else:
            request.query = read_query(operation.query, scope["query_string"])
        if operation.makes:
            needs_room(self.running.house)
        if operation.media != ("application/json",):
            request.media = choose(operation.media, headers.get(b"accept"))
        answer = await operation.run(request)
        if operation.write:
            await self.running.house.store.secure()
        scope[MAY_BE_PRESSED] = operation.pressed and (not isinstance(answer, Stream) or answer.ends)
        if isinstance(answer, Stream):
            await self.stream(request, answer, receive, send, told)
            return
        status, fields = operation.status, [JSON]
        if isinstance(answer, Reply):
            status = answer.status or status
            fields = [content_type(answer.media), *answer.headers]
            answer = answer.body
        body = answer if isinstance(answer, bytes) else b"" if answer is None else ENCODER.encode(answer)
        if status in {204, 304}:
            fields = fields[1:]
        else:
            fields.append((b"content-length", b"%d" % len(body)))
        await send({"type": "http.response.start", "status": status, "headers": fields + told})
        await send({"type": "http.response.body", "body": body})

    async def admit(self, request: Request, receive: Receive, told: Fields) -> None:
        """Check rate limit, credential, scope and body."""
        operation, house = request.operation, self.running.house
        fault: Refusal | None = None
        secret: str | None = None
        ahead: Awaitable[Any] | None = None
        try:
            secret = bearer(request.headers.get(b"authorization"))
            if secret is not None:
                request.expected = self.running.known.get(secret)
            request.query = read_query(operation.query, request.scope["query_string"])
            data = await read_all(receive) if operation.body is not None else b""
            request.body = read_body(operation, request.headers, data)
            if operation.ahead is not None:
                ahead = operation.ahead(request)
        except Refusal as refusal:
            fault = refusal
        address, mine, who, ahead_came = await together(
            rate_limits.spend_address(house, request.address, operation.cost),
            None if secret is None else rate_limits.spend_credential(house, rate_limits.digest(secret), operation.cost),
            None if secret is None else credential_service.authenticate(house, secret),
            ahead,
        )
        if isinstance(address, BaseException):
            raise address
        if isinstance(mine, BaseException):
            raise mine
        told += rate_limits.headers(house.settings, address, None if isinstance(who, BaseException) else mine)
        rate_limits.check(address)
        if isinstance(who, BaseException):
            raise who
        if mine is not None:
            rate_limits.check(mine)
        if fault is not None and fault.code == "unauthenticated":
            raise fault
        request.who = who
        if who is not None and secret is not None and request.expected is None:
            self.running.remember(secret, who)
        if operation.scope != PUBLIC:
            covered(who, operation.scope)
        if fault is not None:
            raise fault
        if isinstance(ahead_came, BaseException):
            raise ahead_came
        request.ahead = ahead_came

    async def stream(self, request: Request, stream: Stream, receive: Receive, send: Send, told: Fields) -> None:
        """Start a stream when its first piece is there; until then it may still be refused."""
        opened = self.running.open(request.who, request.address)
        try:
            following = asyncio.ensure_future(anext(stream.pieces, None))
            await asyncio.wait({following}, timeout=FIRST_S)
            if following.done():
                following.result()
            fields = [content_type(stream.media), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": fields + told})
            if request.scope["method"] == "HEAD":
                await send({"type": "http.response.body", "body": b""})
                await let_go(stream, following)
                return
            beat = self.running.house.settings.heartbeat_s
            with self.running.house.metrics.stream("sse" if stream.media == EVENT_STREAM else "ndjson"):
                await send_stream(stream, opened, following, receive, send, beat)
        finally:
            self.running.close(opened)

    async def refuse(self, scope: Any, send: Send, refusal: Refusal, told: Fields) -> None:
        """Send a problem."""
        scope["code"] = refusal.code
        document = refusal.to_json(instance=scope["path"], request_id=request_id(scope))
        body = ENCODER.encode(document)
        fields = [PROBLEM, (b"content-length", b"%d" % len(body))]
        fields += [(name.lower().encode(), value.encode()) for name, value in refusal.headers().items()]
        await send({"type": "http.response.start", "status": refusal.status, "headers": fields + told})
        await send({"type": "http.response.body", "body": body})
