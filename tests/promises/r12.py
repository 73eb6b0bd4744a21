"""Nobody in: every operation of both doors is tried by every principal, and only those come in who may; a refusal changes nothing.

And a credential that is revoked ends what it has opened: on server-sent events, lines and sockets, of another process than the one that
was told, within a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from citadels_api.graphql.rest_twins import TWINS
from citadels_api.graphql.schema import CORE
from citadels_api.routes import BY_ID, OPERATIONS
from citadels_api.settings import Settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.promises.matrix import CASES, FIELDS, NOTHING, Case, expected
from tests.promises.scenes import PRINCIPALS, Scene
from tests.support.direct import settle
from tests.support.running import Caller, Service
from tests.support.telling import Findings, slack
from tests.support.twin_houses import BEGINNING, FREE, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.operations import Operation


@dataclass(frozen=True)
class Size:
    """How many streams of each kind are revoked, in how many rounds."""

    rounds: int
    each: int


SIZES: Final = {"quick": Size(1, 3), "ci": Size(2, 5), "full": Size(20, 9)}
MOST_S: Final = 1.0


def fields() -> set[str]:
    """Every field at the top of the schema."""
    kinds = (CORE.query_type, CORE.mutation_type, CORE.subscription_type)
    return {f"{kind.name}.{name}" for kind in kinds if kind is not None for name in kind.fields}


def missing() -> list[str]:
    """Operations without an entry, and entries without an operation."""
    operations = {operation.id for operation in OPERATIONS}
    faults = [f"{name}: no operation, or no entry" for name in sorted(operations ^ set(CASES))]
    return faults + [f"{name}: no field, or no entry" for name in sorted(fields() ^ set(FIELDS))]


def filled(value: Any, names: dict[str, str]) -> Any:
    """The value with the names in it."""
    if isinstance(value, str):
        return value.format(**names)
    if isinstance(value, dict):
        return {name: filled(one, names) for name, one in value.items()}
    return [filled(one, names) for one in value] if isinstance(value, list) else value


class Matrix:
    """Both doors over one store in memory, and a scene that is made anew once it was changed."""

    def __init__(self) -> None:
        self.place = Place(lambda: BEGINNING, Settings(redis_url="memory://", **FREE))  # type: ignore[arg-type]  # by name
        self.scene: Scene | None = None
        self.finished = False
        self.digest = ""
        self.number = 0
        self.tried: Counter[str] = Counter()
        self.faults: list[str] = []

    async def ground(self, case: Case) -> Scene:
        """A scene as the case wants it."""
        if self.scene is None or self.finished != case.finished:
            self.number += 1
            self.scene = await Scene(self.place).open(self.number)
            self.finished = case.finished
            if case.finished:
                await self.scene.finish()
            self.digest = self.scene.digest()
        return self.scene

    def judge(self, what: str, principal: str, wanted: str, got: str, write: bool) -> None:
        """Note what is not as it should be."""
        assert self.scene is not None
        self.tried[wanted] += 1
        if got != wanted:
            self.faults.append(f"{what} by {principal}: {got}, not {wanted}")
        if got == "ok":
            if write:
                self.scene = None
            self.digest = self.scene.digest() if self.scene is not None else ""
        elif self.scene.digest() != self.digest:
            self.faults.append(f"{what} by {principal}: refused with {got}, and yet something has changed")
            self.scene = None

    async def rest(self, operation: Operation, principal: str) -> None:
        """Try one operation."""
        case = CASES[operation.id]
        scene = await self.ground(case)
        names = {**scene.for_case(case), "seat": "2", "code": "invalid"}
        path = operation.path.format(**names) + filled(case.query, names)
        body = None if case.body is None else filled(dict(case.body), names)
        exchange = self.place.door.open(
            operation.method, path, secret=scene.secret(principal, operation.scope), body=body
        )
        if operation.id == "followMe":
            await settle([exchange])
            await exchange.close()
        else:
            await asyncio.wait_for(exchange.task, 30)
        said = b"".join(message.get("body", b"") for message in exchange.messages[1:])
        status = exchange.messages[0]["status"]
        got = "ok" if status < 300 else str(json.loads(said)["code"])
        self.judge(operation.id, principal, expected(operation.id, case, principal), got, operation.write)

    async def graphql(self, name: str, principal: str) -> None:
        """Try one field."""
        twin = "getTable" if name == "Query.nodes" else TWINS[name]
        case = CASES[twin]
        scene = await self.ground(case)
        names = scene.for_case(case)
        text, variables = FIELDS[name]
        follows = name.startswith("Subscription.")
        exchange = self.place.door.open(
            "POST",
            "/graphql",
            secret=scene.secret(principal, BY_ID[twin].scope),
            body={"query": text, "variables": filled(variables, names)},
            headers={"accept": "text/event-stream" if follows else "application/json"},
        )
        if follows:
            await settle([exchange])
            if not exchange.task.done():
                await exchange.close()
        await asyncio.wait_for(exchange.task, 30)
        said = b"".join(message.get("body", b"") for message in exchange.messages[1:])
        if follows and b"event: next\ndata: " in said:
            said = said.split(b"event: next\ndata: ", 1)[1].split(b"\n", 1)[0]
        wanted = expected(twin, case, principal)
        if name == "Query.me" and principal == "nobody":
            wanted = "ok"
        if name in NOTHING and (wanted == "not_found" or (wanted == "unauthenticated" and principal == "nobody")):
            wanted = "nothing"
        self.judge(name, principal, wanted, code_of(json.loads(said), name), name.startswith("Mutation."))

    async def socket(self, principal: str) -> None:
        """Try to follow a private table over a socket."""
        case = CASES["followTable"]
        scene = await self.ground(case)
        text, variables = FIELDS["Subscription.events"]
        exchange, secret = self.place.door.socket(), scene.secrets[principal]
        begin = {"type": "connection_init"}
        payload = {} if secret is None else {"payload": {"authorization": f"Bearer {secret}"}}
        asked = {"query": text, "variables": filled(variables, {**scene.names, "table": scene.names[case.table]})}
        exchange.say(json.dumps(begin | payload))
        exchange.say(json.dumps({"type": "subscribe", "id": "1", "payload": asked}))
        await settle([exchange])
        if not exchange.task.done():
            await exchange.close()
        await exchange.task
        last = exchange.messages[-1]
        got = last.get("reason", "")
        if last["type"] == "websocket.send":
            told = json.loads(last["text"])
            got = "ok" if told["type"] == "next" else str(told["payload"][0]["extensions"]["code"])
        self.judge("a socket", principal, expected("followTable", case, principal), got, write=False)


def code_of(told: Any, name: str) -> str:
    """How a document ended: `ok`, `nothing` for null, or the code of the problem."""
    if told.get("errors"):
        return str(told["errors"][0]["extensions"]["code"])
    done = told["data"]["done"]
    if name in NOTHING and (done is None or done == [None]):
        return "nothing"
    if isinstance(done, dict) and "code" in done:
        return str(done["code"]).lower()
    return "ok"


async def try_some(*operations: str) -> Matrix:
    """Try some operations by everybody, at one door."""
    matrix = Matrix()
    for operation in OPERATIONS:
        for principal in PRINCIPALS:
            if operation.id in operations:
                await matrix.rest(operation, principal)
    return matrix


async def try_all(say: Callable[[str], None] = lambda _: None) -> Matrix:
    """Try everything by everybody."""
    matrix = Matrix()
    matrix.faults += missing()
    for operation in OPERATIONS:
        for principal in PRINCIPALS:
            if operation.id in CASES:
                await matrix.rest(operation, principal)
        say(f"{matrix.tried.total()} tries")
    for principal in PRINCIPALS:
        await matrix.socket(principal)
    for name in sorted(fields()):
        for principal in PRINCIPALS:
            if name in FIELDS:
                await matrix.graphql(name, principal)
        say(f"{matrix.tried.total()} tries")
    return matrix


# --- revocation ------------------------------------------------------------------------------------------------------


@dataclass
class Cut:
    """A stream that was open when its credential was revoked, and for how long it still was."""

    kind: str
    seconds: float
    told: bool
    """Whether its last words said why."""


async def listen(port: int, kind: str, table: str, secret: str, ready: asyncio.Event) -> tuple[float, bool]:
    """Follow until the service ends it: when that was, and whether it said why."""
    path = "/v1/me/stream" if kind == "my stream" else f"/v1/tables/{table}/events"
    accept = "application/x-ndjson" if kind == "ndjson" else "text/event-stream"
    data = b""
    if kind == "graphql sse":
        asked = {"query": "subscription S($t: ID!) { events(table: $t) { number } }", "variables": {"t": table}}
        data = json.dumps(asked).encode()
    head = [
        f"{'POST' if data else 'GET'} {'/graphql' if data else path} HTTP/1.1", f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {secret}", f"Accept: {accept}", "Connection: close",
    ]  # fmt: skip
    if data:
        head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = b""
    try:
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + data)
        while piece := await reader.read(65536):
            said += piece
            if said.count(b'"number"') >= 1:
                ready.set()
    finally:
        writer.transport.abort()
    return time.monotonic(), b'"credential"' in said or b'"expired"' in said


async def listen_on_socket(port: int, table: str, secret: str, ready: asyncio.Event) -> tuple[float, bool]:
    """The same over a WebSocket."""
    said = ""
    chosen: Any = ["graphql-transport-ws"]
    async with connect(f"ws://127.0.0.1:{port}/graphql", subprotocols=chosen, proxy=None) as socket:
        await socket.send(json.dumps({"type": "connection_init", "payload": {"authorization": f"Bearer {secret}"}}))
        asked = {"query": "subscription S($t: ID!) { events(table: $t) { number } }", "variables": {"t": table}}
        await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": asked}))
        with contextlib.suppress(ConnectionClosed):
            while True:
                said += str(await socket.recv())
                if '"number"' in said:
                    ready.set()
        told = socket.close_code == 4403
    return time.monotonic(), told or "expired" in said


KINDS: Final = ("sse", "ndjson", "my stream", "graphql sse", "socket")


async def revoke(size: Size, say: Callable[[str], None] = lambda _: None) -> list[Cut]:
    """Open streams at one process with a credential, and revoke it at another."""
    cuts: list[Cut] = []
    service = Service(apis=2, workers=0, clocks=0)
    async with service, Caller(service.ports) as caller:
        await caller.guest()
        table = (await caller.table(players=2, seats=[{"kind": "you"}]))["id"]
        here, there = service.ports
        for _ in range(size.rounds):
            made = await caller.call("POST", "/v1/credentials", {"name": "short", "scopes": ["play"], "days": 1})
            secret, name = made.json()["secret"], made.json()["id"]
            tasks, readies = [], []
            for kind in KINDS * size.each:
                ready = asyncio.Event()
                opening = (
                    listen_on_socket(here, table, secret, ready)
                    if kind == "socket"
                    else listen(here, kind, table, secret, ready)
                )
                tasks.append((kind, asyncio.create_task(opening)))
                readies.append(ready)
            async with asyncio.timeout(30):
                await asyncio.gather(*[ready.wait() for ready in readies])
            await caller.once("POST", f"/v1/credentials/{name}/revoke", port=there)
            revoked = time.monotonic()
            async with asyncio.timeout(30):
                for kind, task in tasks:
                    ended, told = await task
                    cuts.append(Cut(kind, ended - revoked, told))
            say(f"{len(cuts)} streams cut")
    return cuts


async def prove(size: Size, say: Callable[[str], None]) -> Findings:
    """Try everything by everybody, and revoke what is open."""
    found = Findings()
    matrix = await try_all(say)
    found.all(matrix.faults)
    cuts = await revoke(size, say)
    for cut in cuts:
        if cut.seconds > MOST_S * slack():
            found.fault(f"a stream ({cut.kind}) went on for {cut.seconds:.2f} s after its credential was revoked")
        if not cut.told:
            found.fault(f"a stream ({cut.kind}) was not told why it was ended")
    found.figures |= {
        "operations": len(CASES),
        "fields": len(FIELDS),
        "principals": len(PRINCIPALS),
        "tries": matrix.tried.total(),
        "refused": matrix.tried.total() - matrix.tried["ok"],
        "streams_cut": len(cuts),
        "longest_s": round(max(cut.seconds for cut in cuts), 3),
    }
    return found
