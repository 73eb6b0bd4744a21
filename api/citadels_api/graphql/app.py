"""GraphQL as an ASGI application: POST and GET, server-sent events, and WebSockets.

1. Every response is in GraphQL's own form: `data`, or `errors` that each have `extensions.code`.
2. For clients that accept `application/graphql-response+json`, the HTTP status depends on the document. For others, a document with
   mistakes gets 200, as in older GraphQL. Mistakes in the request itself have their own status for all clients.
3. GET is for queries with a hash. A subscription needs `text/event-stream` or a WebSocket.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import msgspec
from graphql import OperationType

from citadels_api import strict_json
from citadels_api.graphql import persisted_queries, sdl
from citadels_api.graphql.documents import Documents, Faulty, trusted_documents
from citadels_api.graphql.errors import OURS, own_fault, refusal_of, retry_after
from citadels_api.graphql.event_stream import EVENT_STREAM, send_events
from citadels_api.graphql.execution import (
    Fields,
    Operation,
    Request,
    admit,
    faulty,
    first_wait,
    open_operation,
    refused,
    run,
)
from citadels_api.graphql.requests import NOT_FOUND, Unregistered, read_object, read_query, text_of
from citadels_api.graphql.rest_twins import TWINS
from citadels_api.graphql.schema import CORE
from citadels_api.graphql.sockets import Socket
from citadels_api.http.client_address import client_address
from citadels_api.http.compression import MAY_BE_PRESSED
from citadels_api.http.content import choose, read_all
from citadels_api.http.middleware import request_id as id_of
from citadels_api.http.process import Running
from citadels_api.problems import Refusal
from citadels_api.routes import BY_ID
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.graphql.context import Asking
    from citadels_api.graphql.requests import Wanted


RESPONSE: Final = "application/graphql-response+json"
PLAIN: Final = "application/json"
OFFERED: Final = (RESPONSE, PLAIN, EVENT_STREAM)
ENCODER: Final = msgspec.json.Encoder()


class GraphQL:
    """The GraphQL application of one process."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.house = running.house
        settings = self.house.settings
        self.documents = Documents(CORE, introspection=settings.introspection, trusted=trusted_documents())
        self.only_trusted = settings.trusted_documents_only

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, or serve a WebSocket."""
        if scope["type"] == "websocket":
            await Socket(self, scope, receive, send).serve()
            return
        told: Fields = []
        try:
            await self.answer(scope, receive, send, told)
        except (Refusal, StoreError) as error:
            refusal = refusal_of(error, write=scope["method"] not in {"GET", "HEAD"})
            assert refusal is not None
            await self.refuse(scope, send, refusal, told)

    async def answer(self, scope: Any, receive: Any, send: Any, told: Fields) -> None:
        """Read the request, check it, execute it, send the response."""
        headers = dict(scope["headers"])
        accepted = headers.get(b"accept")
        media = PLAIN if accepted is None else choose(OFFERED, accepted)
        said = headers.get(b"authorization")
        address = client_address(scope, self.house.settings)
        request_id = id_of(scope) or ""
        try:
            wanted = await self.wanted(scope, headers, receive)
            operation = await self.open(wanted, address=address, said=said, told=told)
            if scope["method"] != "POST" and operation.meant.kind is not OperationType.QUERY:
                raise Refusal("method_not_allowed", "GET is for queries", allow=["POST"])
        except Faulty as found:
            await first_wait(self.running, address=address, said=said, price=1, told=told)
            body = faulty(found, request_id)
            await self.send(send, body, 400 if media == RESPONSE else 200, media, told)
            return
        scope[MAY_BE_PRESSED] = media != EVENT_STREAM and may_be_pressed(operation)
        if operation.follows and media != EVENT_STREAM:
            raise Refusal("not_acceptable", "a subscription is sent as text/event-stream, or over a WebSocket")
        asking = await self.admit(operation, wanted, address=address, said=said, request_id=request_id, told=told)
        if media == EVENT_STREAM:
            await send_events(self.running, operation, asking, receive, send, told)
            return
        body = await run(operation, asking)
        scope["code"] = code = own_fault(body.get("errors", ()))
        status = OURS[code] if code is not None else 200 if "data" in body else 400
        await self.send(send, body, status, media, told)

    async def wanted(self, scope: Any, headers: dict[bytes, bytes], receive: Any) -> Wanted:
        """The content of a request."""
        method = scope["method"]
        if method == "POST":
            check_media(headers.get(b"content-type", b""))
            return read_object(strict_json.loads(await read_all(receive)))
        if method in {"GET", "HEAD"}:
            return read_query(scope["query_string"])
        raise Refusal("method_not_allowed", allow=["GET", "HEAD", "POST"])

    async def open(self, wanted: Wanted, *, address: str, said: bytes | None, told: Fields) -> Operation:
        """The operation of a request. The lookup of a hash that this process does not know has a cost."""
        digest = wanted.digest
        if wanted.text is not None and digest is not None and not persisted_queries.fits(digest, wanted.text):
            raise Refusal("invalid", "extensions.persistedQuery.sha256Hash: is not the hash of the document")
        if wanted.text is None and digest is not None and not self.only_trusted and not self.documents.text_of(digest):
            await first_wait(self.running, address=address, said=said, price=persisted_queries.LOOKUP, told=told)
            text = await persisted_queries.fetch(self.house.store, digest)
            if text is None:
                raise Unregistered(NOT_FOUND)
            told.clear()  # what is left is told once the document is paid for
            operation = open_operation(self.documents, Request(text, wanted.variables, wanted.operation_name))
            self.documents.learn(digest, text)
            return operation
        operation = open_operation(self.documents, text_of(self.documents, wanted, only_trusted=self.only_trusted))
        if wanted.text is not None and digest is not None and persisted_queries.due(operation.known, wanted.text):
            return replace(operation, price=operation.price + persisted_queries.REGISTRATION)
        return operation

    async def admit(
        self, operation: Operation, wanted: Wanted, *, address: str, said: bytes | None, request_id: str, told: Fields
    ) -> Asking:
        """The context for the resolvers, after all checks. A document that came with its hash is registered."""
        asking = await admit(
            self.running, address=address, said=said, request_id=request_id, operation=operation, told=told
        )
        text, digest = wanted.text, wanted.digest
        if text is not None and digest is not None:
            self.documents.learn(digest, text)
            if persisted_queries.due(operation.known, text):
                await persisted_queries.register(self.house.store, digest, text, operation.known)
        return asking

    async def send(
        self,
        send: Any,
        body: dict[str, Any],
        status: int,
        media: str,
        told: Fields,
        extra: dict[str, str] | None = None,
    ) -> None:
        """Send a response."""
        data = ENCODER.encode(body)
        kind = PLAIN if media == EVENT_STREAM else media
        fields = [
            (b"content-type", f"{kind}; charset=utf-8".encode()),
            (b"cache-control", b"no-store"),
            (b"content-length", b"%d" % len(data)),
        ]
        for name, value in (extra or {}).items():
            fields.append((name.lower().encode(), value.encode()))
        if extra is None and "errors" in body and (seconds := retry_after(body["errors"])) is not None:
            fields.append((b"retry-after", seconds.encode()))
        await send({"type": "http.response.start", "status": status, "headers": fields + told})
        await send({"type": "http.response.body", "body": data})

    async def refuse(self, scope: Any, send: Any, refusal: Refusal, told: Fields) -> None:
        """Send a response that contains only a refusal."""
        scope["code"] = refusal.code
        body = refused(refusal, id_of(scope) or "")
        status = refusal.status
        if isinstance(refusal, Unregistered):
            body["errors"][0]["extensions"]["code"] = PROTOCOL[refusal.protocol_code]
            status = 200  # clients of the protocol look at the message, not at the status
        accepted = dict(scope["headers"]).get(b"accept", b"")
        media = RESPONSE if RESPONSE.encode() in accepted.lower() else PLAIN
        await self.send(send, body, status, media, told, refusal.headers())


PROTOCOL: Final = {
    "PersistedQueryNotFound": "PERSISTED_QUERY_NOT_FOUND",
    "PersistedQueryNotSupported": "PERSISTED_QUERY_NOT_SUPPORTED",
}
"""The codes that clients of the protocol expect. All other codes are the service's own."""


def may_be_pressed(operation: Operation) -> bool:
    """Whether the response contains nothing hidden, so that it may be compressed. The REST twin of each field says so."""
    reads = operation.meant.kind is OperationType.QUERY
    return reads and all(BY_ID[TWINS[name]].pressed for name in operation.meant.fields)


def check_media(value: bytes) -> None:
    """Refuse bodies that are not JSON."""
    media, _, parameters = value.partition(b";")
    charset = parameters.strip().lower()
    if media.strip().lower() != PLAIN.encode() or charset not in {b"", b"charset=utf-8", b'charset="utf-8"'}:
        raise Refusal("unsupported_media_type", allow_media=[PLAIN])


def graphql_app(house: House, running: Running | None = None) -> GraphQL:
    """The GraphQL application of a service. `running` is the state that it shares with REST in the same process."""
    return GraphQL(Running(house) if running is None else running)


def schema_text() -> str:
    """The GraphQL schema in the schema definition language."""
    return sdl()
