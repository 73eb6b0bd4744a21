"""GraphQL over WebSocket, with the protocol `graphql-transport-ws`.

1. The credential comes in `connection_init`, within five seconds, as `authorization`, with the same text as the header. It is never in the
   URL. Each operation pays its own cost. The service checks the credential all the time.
2. One reader reads messages, and one task per operation produces results. If the client reads slowly, sending waits; after a while the
   client is disconnected. So no data piles up.
3. A message that does not follow the protocol closes the WebSocket with the protocol's own codes.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api import strict_json
from citadels_api.graphql.documents import Faulty
from citadels_api.graphql.errors import fault, refusal_of
from citadels_api.graphql.event_stream import PATIENCE_S, ending, let_go
from citadels_api.graphql.execution import faulty, first_wait, refused, streams
from citadels_api.graphql.requests import read_object
from citadels_api.http.client_address import client_address
from citadels_api.http.middleware import request_id as id_of
from citadels_api.problems import Refusal
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.graphql.app import GraphQL
    from citadels_api.http.process import Open


PROTOCOL: Final = "graphql-transport-ws"
INIT_S: Final = 5.0
LONGEST: Final = 16 * 1024
LONGEST_ID: Final = 128
ENCODER: Final = msgspec.json.Encoder()


class Closed(Exception):
    """Closes the WebSocket with a code of the protocol."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def closing(refusal: Refusal) -> int:
    """The code that closes a refused WebSocket: 4403 means that another credential is needed, 1013 means try again."""
    if refusal.status in {401, 403}:
        return 4403
    return 1013 if refusal.status == 503 else 4429


class Gone(Exception):
    """The client does not read what is sent."""


class Socket:
    """One connection."""

    def __init__(self, door: GraphQL, scope: Any, receive: Any, send: Any) -> None:
        self.door = door
        self.scope = scope
        self.receive = receive
        self.raw_send = send
        self.sending = asyncio.Lock()
        self.said: bytes | None = None
        self.operations: dict[str, asyncio.Task[None]] = {}
        self.opened: Open | None = None
        self.address = client_address(scope, door.house.settings)
        self.request_id = id_of(scope) or ""

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        if (await self.receive())["type"] != "websocket.connect":
            return
        if PROTOCOL not in self.scope.get("subprotocols", ()):
            await self.raw_send({"type": "websocket.close", "code": 4406, "reason": "Subprotocol not acceptable"})
            return
        await self.raw_send({"type": "websocket.accept", "subprotocol": PROTOCOL})
        try:
            await self.talk()
        except Closed as end:
            await self.close(end.code, end.reason)
        except Gone:
            await self.close(4408, "Slow reader")
        except (Refusal, StoreError) as error:
            refusal = refusal_of(error, write=False)
            assert refusal is not None
            await self.close(closing(refusal), refusal.code)
        finally:
            for task in list(self.operations.values()):
                await let_go(task)
            if self.opened is not None:
                self.door.running.close(self.opened)

    async def talk(self) -> None:
        """Read messages until the client or the service ends the connection."""
        try:
            async with asyncio.timeout(INIT_S):
                message = await self.message()
                while message is not None and message.get("type") in {"ping", "pong"}:
                    await self.pong(message)
                    message = await self.message()
        except TimeoutError:
            raise Closed(4408, "Connection initialisation timeout") from None
        if message is None:
            return
        if message.get("type") != "connection_init":
            raise Closed(4401, "Unauthorized")
        await self.begin(message)
        assert self.opened is not None
        reading = asyncio.ensure_future(self.message())
        try:
            while True:
                awaited: set[asyncio.Future[Any]] = {reading, self.opened.ended}
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if self.opened.ended.done():
                    await self.end(self.opened.ended.result())
                message = reading.result()
                if message is None:
                    return
                await self.take(message)
                reading = asyncio.ensure_future(self.message())
        finally:
            await let_go(reading)

    async def message(self) -> dict[str, Any] | None:
        """The next message; None when the client is gone."""
        event = await self.receive()
        if event["type"] == "websocket.disconnect":
            return None
        text = event.get("text")
        if text is None:
            raise Closed(4400, "A message is a text")
        try:
            return strict_json.loads(text.encode("utf-8", "surrogatepass"), limit=LONGEST)
        except Refusal as refusal:
            raise Closed(4400, refusal.message[:100]) from None

    async def begin(self, message: dict[str, Any]) -> None:
        """Authenticate the client, and acknowledge it."""
        payload = message.get("payload")
        said = payload.get("authorization", payload.get("Authorization")) if isinstance(payload, dict) else None
        if said is not None and not isinstance(said, str):
            raise Closed(4400, "authorization: a text is needed")
        self.said = None if said is None else said.encode("utf-8", "replace")
        try:
            who, _ = await first_wait(self.door.running, address=self.address, said=self.said, price=1, told=[])
        except Refusal as refusal:
            raise Closed(closing(refusal), refusal.code) from None
        self.opened = self.door.running.open(who, self.address)
        await self.put({"type": "connection_ack"})

    async def take(self, message: dict[str, Any]) -> None:
        """Handle a message."""
        kind = message.get("type")
        if kind == "subscribe":
            self.subscribe(message)
        elif kind == "complete":
            task = self.operations.pop(self.name(message), None)
            if task is not None:
                task.cancel()
        elif kind in {"ping", "pong"}:
            await self.pong(message)
        elif kind == "connection_init":
            raise Closed(4429, "Too many initialisation requests")
        else:
            raise Closed(4400, "No message of the protocol")

    async def pong(self, message: dict[str, Any]) -> None:
        """Answer a ping."""
        if message["type"] == "ping":
            await self.put({"type": "pong"})

    def name(self, message: dict[str, Any]) -> str:
        """The operation id of a message."""
        name = message.get("id")
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_ID:
            raise Closed(4400, f"id: a text of 1 to {LONGEST_ID} characters is needed")
        return name

    def subscribe(self, message: dict[str, Any]) -> None:
        """Start an operation."""
        name = self.name(message)
        if name in self.operations:
            raise Closed(4409, "Subscriber already exists")
        payload = message.get("payload")
        if not isinstance(payload, dict):
            raise Closed(4400, "payload: an object is needed")
        task = asyncio.ensure_future(self.operate(name, payload))
        self.operations[name] = task
        task.add_done_callback(lambda done: self.ended(name, done))

    def ended(self, name: str, task: asyncio.Task[None]) -> None:
        """Forget a finished operation. A client that reads too slowly is disconnected."""
        if self.operations.get(name) is task:
            del self.operations[name]
        if not task.cancelled() and task.exception() is not None and self.opened is not None:
            self.opened.end("slow")

    async def operate(self, name: str, payload: dict[str, Any]) -> None:
        """Run an operation, and send its results."""
        try:
            first = await self.prepared(name, payload)
        except Faulty as found:
            first = faulty(found, self.request_id)
        except Gone:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, the client is told
            refusal = refusal_of(error, write=False)
            first = (
                {"errors": [fault(error, self.request_id)]} if refusal is None else refused(refusal, self.request_id)
            )
        if first is None:
            await self.put({"type": "complete", "id": name})
        else:
            await self.put({"type": "error", "id": name, "payload": first["errors"]})

    async def prepared(self, name: str, payload: dict[str, Any]) -> dict[str, Any] | None:
        """Send the results of an operation. An error before the first result is the whole response."""
        door = self.door
        if len(self.operations) > door.house.settings.subscriptions_per_socket:
            raise Refusal("too_many", "so many operations are not run over one socket")
        wanted = read_object(payload)
        operation = await door.open(wanted, address=self.address, said=self.said, told=[])
        asking = await door.admit(
            operation, wanted, address=self.address, said=self.said, request_id=self.request_id, told=[]
        )
        results = streams(operation, asking)
        try:
            begun = False
            async for result in results:
                if not begun and "data" not in result:
                    return result
                begun = True
                await self.put({"type": "next", "id": name, "payload": result})
        finally:
            await results.aclose()
        return None

    async def put(self, message: dict[str, Any]) -> None:
        """Send a message; one at a time."""
        async with self.sending:
            data = ENCODER.encode(message).decode()
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self.raw_send({"type": "websocket.send", "text": data})
            except OSError as error:  # a time-out is one, too
                raise Gone from error

    async def end(self, reason: str) -> None:
        """End the connection from the service's side, and tell every operation why."""
        if reason == "slow":
            raise Closed(4408, "Slow reader")
        errors = ending(reason, self.request_id)["errors"]
        for name, task in list(self.operations.items()):
            await let_go(task)
            await self.put({"type": "error", "id": name, "payload": errors})
        raise Closed(4403 if reason == "credential" else 1012, errors[0]["extensions"]["code"])

    async def close(self, code: int, reason: str) -> None:
        """Close the WebSocket, unless the client has closed it."""
        with contextlib.suppress(OSError):
            await self.raw_send({"type": "websocket.close", "code": code, "reason": reason[:120]})
