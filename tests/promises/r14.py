"""No 5xx from input: whatever is sent, no answer is a server's error, nothing unexpected is logged, and what is refused has changed nothing.

1. Most of it goes straight into the application, where each refusal is held against a count of what was written.
2. The rest goes over a real network to real processes, with connections broken off and lengths that are wrong; and schemathesis
   (`tests/contract`) sends what the descriptions make it think of.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

import structlog
from citadels_api.play.step import Step, open_game
from citadels_api.settings import Settings
from citadels_api.tables.stored import unpack_table
from citadels_engine import legal_actions

from tests.promises.matrix import FIELDS
from tests.promises.mutating import Wanted, mutated, valid
from tests.promises.scenes import Scene
from tests.support.running import Caller, Service
from tests.support.schemathesis_run import bystander, examine, logged_faults, tournaments_of
from tests.support.telling import Findings
from tests.support.twin_houses import BEGINNING, FREE, Place
from tests.support.twins import REFUSED

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Size:
    """How many requests straight in, how many over the network, how many examples of schemathesis (0: none)."""

    straight: int
    network: int
    examples: int


SIZES: Final = {"quick": Size(4_000, 400, 0), "ci": Size(8_000, 800, 0), "full": Size(1_000_000, 20_000, 100)}
SLICE: Final = 25_000
PER_SCENE: Final = 1_500
SHARE: Final = (
    "owner",
    "owner",
    "owner",
    "other seat",
    "spectator",
    "nobody",
    "garbage",
    "wrong scope",
    "this table only",
)
PLAYERS: Final = ("owner", "other seat")
SLOW_S: Final = 20.0


@dataclass
class Sent:
    """What was sent, and what is wrong with what came back."""

    requests: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Sent) -> None:
        """Count in what another has sent."""
        self.requests += other.requests
        self.statuses += other.statuses
        self.operations += other.operations
        self.faults += other.faults


class Counting(Place):
    """A service in memory that counts what is written, allowances apart."""

    def __init__(self) -> None:
        super().__init__(lambda: BEGINNING, Settings(redis_url="memory://", **FREE))  # type: ignore[arg-type]  # by name
        self.written = 0
        for name in ("create", "commit", "archive", "repack", "drop", "put", "rank", "append", "put_off"):
            self.watch(name)

    def watch(self, name: str) -> None:
        """Count the calls of a method that have written something."""
        honest: Any = getattr(self.store, name)

        async def counted(*rest: Any, **named: Any) -> Any:
            done = await honest(*rest, **named)
            self.written += done is not False and getattr(done, "kind", "ok") == "ok"
            return done

        setattr(self.store, name, counted)


def refused(status: int, body: bytes) -> bool:
    """Whether an answer says that nothing was done."""
    if status >= 400:
        return True
    if not body.startswith(b'{"data":'):
        return False
    told = json.loads(body)
    if told["data"] is None:
        return True
    done = [one for one in told["data"].values() if isinstance(one, dict) and "code" not in one]
    return not done and bool(told.get("errors"))


class Straight:
    """Requests straight into an application."""

    def __init__(self, chance: Random, *only: str) -> None:
        self.chance = chance
        self.only = only
        """The operations that are asked; none named: all."""
        self.place = Counting()
        self.sent = Sent()
        self.unexpected: list[Any] = []

    async def send(self, wanted: Wanted, secret: str | None) -> None:
        """Send one, and judge the answer."""
        place = self.place
        headers = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in wanted.headers]
        scope = place.door.scope("http", wanted.method, "/", secret, None)
        path, _, query = wanted.path.partition("?")
        scope |= {"path": unquote(path), "raw_path": path.encode(), "query_string": query.encode()}
        named = {name for name, _ in headers}
        scope["headers"] = [one for one in scope["headers"] if one[0] not in named] + headers
        before = place.written
        messages: list[Any] = []
        incoming = [{"type": "http.request", "body": wanted.body, "more_body": False}]
        gone = asyncio.Event()

        async def receive() -> Any:
            if incoming:
                return incoming.pop()
            await asyncio.wait_for(gone.wait(), 300)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            messages.append(message)
            if message["type"] == "http.response.start" and endless(message):
                gone.set()

        try:
            async with asyncio.timeout(SLOW_S):
                await place.door.app(scope, receive, send)
        except Exception as error:  # noqa: BLE001  whatever comes out is a fault
            self.sent.faults.append(f"{wanted}: {type(error).__name__} came out: {error}")
            return
        status = messages[0]["status"]
        body = b"".join(one.get("body", b"") for one in messages[1:])
        self.sent.requests += 1
        self.sent.statuses[str(status)] += 1
        self.sent.operations[wanted.operation] += 1
        if status >= 500 or b"Traceback" in body or b'"internal"' in body[:300]:
            self.sent.faults.append(f"{wanted}: {status} {body[:300]!r}")
        if place.written != before and refused(status, body):
            self.sent.faults.append(f"{wanted}: refused with {status}, and yet something was written")

    async def run(self, count: int) -> Sent:
        """Send so many, on new ground now and then."""
        scene, good, number = Scene(self.place), list[Wanted](), 0
        with structlog.testing.capture_logs() as lines:
            while self.sent.requests < count and len(self.sent.faults) < 20:
                if self.sent.requests % PER_SCENE == 0 or not good:
                    number += 1
                    scene = await Scene(self.place).open(number)
                    for name in dict.fromkeys(SHARE):
                        if name not in ("nobody", "garbage"):
                            await scene.who(scene.secrets[name])
                    for _ in range(20):
                        await asyncio.sleep(0)  # the day of use is noted on the side
                    good = [one for one in valid(scene.names) if not self.only or one.operation in self.only]
                secret = scene.secrets[self.chance.choice(SHARE)]
                wanted = self.chance.choice(good)
                if self.sent.requests % 8 == 0:
                    wanted, asked = await self.move(scene, wanted)
                    secret = scene.secrets[asked]
                await self.send(mutated(wanted, self.chance), secret)
        self.sent.faults += [f"logged: {line}" for line in lines if line["log_level"] in ("error", "critical")]
        return self.sent

    async def move(self, scene: Scene, otherwise: Wanted) -> tuple[Wanted, str]:
        """A good move of whoever is asked in the game that runs, over either door; once it does not run, something else."""
        house, table_id = self.place.house, scene.names["running"]
        while True:
            snapshot = await house.store.load(table_id, seed=True)
            assert snapshot is not None
            table = unpack_table(snapshot.doc)
            if table.status != "running":
                return otherwise, "owner"
            step = Step(table, open_game(snapshot), snapshot)
            game = step.game
            assert game is not None
            assert game.pending is not None
            text = self.chance.choice(legal_actions(game)).text
            if game.pending.seat < len(PLAYERS):
                break
            step.take(text)  # the AI's
            await house.store.commit(step.change(house))
        headers = (("Content-Type", "application/json"), ("Idempotency-Key", f"k{self.sent.requests % 40}"))
        asked = PLAYERS[game.pending.seat]
        if self.chance.random() < 0.5:
            body: Any = {"n": game.n, "actions": [text, self.chance.choice(REFUSED)]}
            path = f"/v1/tables/{table_id}/actions"
            return Wanted("submitActions", "POST", path, headers, json.dumps(body).encode()), asked
        given = {"table": table_id, "n": game.n, "actions": [{"text": text}, {"verb": "build", "district": "castle"}]}
        body = {"query": FIELDS["Mutation.submit"][0], "variables": {"input": given}}
        return Wanted("Mutation.submit", "POST", "/graphql", headers, json.dumps(body).encode()), asked


def endless(message: Any) -> bool:
    """Whether the answer is a stream."""
    media: bytes = dict(message["headers"]).get(b"content-type", b"")
    return media.startswith((b"text/event-stream", b"application/x-ndjson"))


def straight(first: int, count: int) -> Sent:
    """A slice, in a process of its own."""
    return asyncio.run(Straight(Random(first)).run(count))


# --- over the network ------------------------------------------------------------------------------------------------


def raw(wanted: Wanted, secret: str | None, chance: Random) -> tuple[bytes, bool]:
    """The request as bytes: most often as it should be, sometimes with a wrong length, a broken line, a chunked body; whether an answer
    is due.
    """
    headers = {"Host": "127.0.0.1", "Connection": "close"}
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret}"
    headers |= dict(wanted.headers)
    kind, body = chance.randrange(12), wanted.body
    if kind == 0:
        headers["Content-Length"] = str(len(body) + chance.choice((-1, 1, 10, 10**6, 10**20)))
    elif kind == 1:
        headers["Transfer-Encoding"] = "chunked"
        body = b"%x\r\n%b\r\n" % (len(body), body) + chance.choice((b"0\r\n\r\n", b"zz\r\n", b""))
    elif body or kind == 2:
        headers.setdefault("Content-Length", str(len(body)))
    head = f"{wanted.method} {wanted.path} HTTP/1.1\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in headers.items()
    )
    data = head.encode("latin-1", "replace") + b"\r\n" + body
    if kind == 3:
        at = chance.randrange(len(data))
        data = data[:at] + chance.randbytes(3) + data[at:]
    if kind == 4:
        data = data[: chance.randrange(len(data))]
    return data, kind > 4 and "Content-Length" not in dict(wanted.headers)


async def over_network(count: int, say: Callable[[str], None] = lambda _: None) -> Sent:
    """Send so many over a real network, some of them broken, to real processes."""
    sent, chance = Sent(), Random(14)
    service = Service(apis=2, workers=0, clocks=1)
    async with service, Caller(service.ports) as caller, Caller(service.ports) as other, Caller(service.ports) as third:
        await asyncio.gather(caller.become("caller"), other.guest(), third.guest())
        untouched = (await third.table(players=2, seats=[{"kind": "you"}], visibility="private"))["id"]
        before = bystander(service, untouched)
        names = await names_of(caller, other)
        good = valid(names)
        gate = asyncio.Semaphore(16)

        async def one() -> None:
            wanted = mutated(chance.choice(good), chance)
            data, due = raw(wanted, chance.choice((caller.secret, caller.secret, other.secret, None)), chance)
            async with gate:
                status = await exchange(chance.choice(service.ports), data, 5.0 if due else 0.3)
            sent.requests += 1
            sent.statuses[status] += 1
            sent.operations[wanted.operation] += 1
            if status.startswith("5") or (due and status == "open"):
                sent.faults.append(f"{status} for {data[:600]!r}")

        while sent.requests < count and len(sent.faults) < 20:
            await asyncio.gather(*[one() for _ in range(min(200, count - sent.requests))])
            say(f"{sent.requests:,} of {count:,} over the network")
        if bystander(service, untouched) != before or not before:
            sent.faults.append("a table that nobody has touched is another")
        sent.faults += [f"logged: {line[:300]}" for line in logged_faults(service)]
        if not all(part.alive for part in service.parts.values()):
            sent.faults.append("a process has ended")
    return sent


async def names_of(caller: Caller, other: Caller) -> dict[str, str]:
    """The ids that valid requests need."""
    tables = {}
    for name in ("running", "waiting", "full", "invited", "away"):
        tables[name] = (await caller.table(players=2, crown=0, start="demand", seats=[{"kind": "you"}]))["id"]
    await other.join(tables["running"])
    await caller.call("POST", f"/v1/tables/{tables['running']}/start")
    bot = (await caller.call("POST", "/v1/bots", {"name": f"bot-{caller.account[-8:]}"})).json()["account"]["id"]
    tournaments = await tournaments_of(caller, other)
    credential = (await caller.call("POST", "/v1/credentials", {"name": "spare"})).json()["id"]
    legal = (await caller.position(tables["running"]))["decision"]["actions"]
    return {
        **tables, **tournaments, "account": caller.account, "other": other.account, "guest": other.account, "bot": bot, "credential": credential,
        "name": "somebody", "free": "somebodyelse", "n": "0", "action": legal[0]["text"] if legal else "gold",
    }  # fmt: skip


async def exchange(port: int, data: bytes, patience_s: float) -> str:
    """The status of the answer; `cut` where the connection was closed without one, `open` where none came in time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        async with asyncio.timeout(patience_s):
            head = await reader.readline()
            while head.startswith(b"HTTP/1.1 100"):
                await reader.readline()
                head = await reader.readline()
            return head.split(b" ")[1].decode() if head.startswith(b"HTTP/1.1 ") else "cut"
    except TimeoutError:
        return "open"
    except OSError:
        return "cut"
    finally:
        writer.transport.abort()


async def prove(size: Size, say: Callable[[str], None]) -> Findings:
    """Send everything."""
    found, total = Findings(), Sent()
    slices = [(at, min(SLICE, size.straight - at)) for at in range(0, size.straight, SLICE)]

    def work() -> None:
        with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
            for future in as_completed([pool.submit(straight, *one) for one in slices]):
                total.add(future.result())
                say(f"{total.requests:,} of {size.straight:,} straight in")

    await asyncio.to_thread(work)
    found.all(total.faults)
    network = await over_network(size.network, say)
    found.all(network.faults)
    calls: Counter[str] = Counter()
    linked = 0
    if size.examples:
        for door, phases, examples in (
            ("rest", "examples,coverage,fuzzing", size.examples),
            ("rest", "stateful", size.examples * 20),
            ("graphql", "fuzzing", size.examples * 2),
        ):
            ran, faults = await examine(door, phases=phases, examples=examples, say=say)
            found.all(faults.faults)
            calls[f"{door} {phases.split(',')[-1]}"] = ran.calls.total()
            linked += ran.linked
    found.figures |= {
        "requests": total.requests + network.requests + calls.total(),
        "straight": total.requests,
        "network": network.requests,
        "schemathesis": dict(calls),
        "linked": linked,
        "statuses": dict(sorted((total.statuses + network.statuses).items())),
        "operations": len(total.operations),
    }
    return found
