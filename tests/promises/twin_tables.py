"""Two tables of one real service that differ only in what a viewer may not know: over a real network everything is the same, too.

Ids, moments and what is left of an allowance are the tables' own, and are made alike before it is compared; sizes are not touched.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from citadels_api.context import House, NoBell
from citadels_api.graphql.documents import trusted_by_name
from citadels_api.play.step import PACKER, Step, open_game
from citadels_api.settings import Settings
from citadels_api.store.connect import open_store
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Entry, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.store.ports import Change
from citadels_api.stored import pack
from citadels_api.tables.lifecycle import start_step
from citadels_api.tables.stored import Clock, unpack_table
from citadels_engine import apply, is_over, legal_actions
from citadels_engine.formats.codec import encode
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.promises.questions import Asker, Moment, questions
from tests.support.line import Line
from tests.support.running import Caller, Service
from tests.support.setups import setup
from tests.support.twin_houses import Person, retold, table_with
from tests.support.twins import Watched, align, answer, facts_of, sharing_twin

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.tables.stored import Table
    from citadels_engine import Game

    from tests.support.setups import Setup


OWN: Final = trusted_by_name()
MOMENT: Final = re.compile(rb"\b1[5-9]\d{11}\b")
LEFT: Final = re.compile(rb'r=\d+;t=\d+|"remaining":\d+|"fullMs":\d+')
PERSONAL: Final = ("tables", "owed", "graphql mine", "limits")
"""Questions about more than one table."""
SHOWING: Final = ("position", "events", "graphql", "table")
FOLLOWED: Final = ("sse", "ndjson", "graphql sse", "socket")


class Ported:
    """Somebody with a credential, as the tables want him."""

    def __init__(self, caller: Caller, name: str) -> None:
        self.account = caller.account
        self.name = name
        assert caller.secret is not None
        self.secret: str = caller.secret


class Pair:
    """Two tables, the second with a twin of the first one's game."""

    def __init__(self, house: House, people: list[Any], number: int, ports: list[int], *, nosy: bool = False) -> None:
        self.nosy = nosy
        """Whether it is another seat that looks than the one that may not notice."""
        self.house = house
        self.people: list[Person] = people
        self.watched = Watched(number)
        self.dealt: Setup = setup(number)
        self.ports = ports
        self.chance = Random(number)
        self.tables = ["", ""]
        self.start = 0
        self.answers = 0

    @property
    def game(self) -> Game:
        """The game of the first table."""
        return self.watched.game

    async def deal(self) -> None:
        """The first table, dealt."""
        store = self.house.store
        now = await store.now()
        made = table_with(self.dealt, self.people, now, clock=Clock(kind="none"))
        self.tables[0] = made.id
        await self.create(made)
        snapshot = await store.load(made.id, seed=True)
        assert snapshot is not None
        change = start_step(self.house, made, snapshot)
        self.start = change.number
        await store.commit(change)

    async def create(self, made: Table) -> None:
        """A table that waits."""
        entry = Entry(made.created, 1, [], [Told("created", -1, {"by": made.creator.account}, [])])
        await self.house.store.create(
            made.id, pack(made), self.dealt.seed, pack_entry(entry), index="open", rank=made.created
        )
        for person in self.people[: made.players]:
            await self.house.store.rank(document("active", person.account), made.id, made.created)

    async def skip(self) -> None:
        """A decision that nobody looks at."""
        action = self.watched.choose()
        snapshot = await self.house.store.load(self.tables[0], seed=True)
        assert snapshot is not None
        step = Step(unpack_table(snapshot.doc), open_game(snapshot), snapshot)
        step.take(action)
        await self.house.store.commit(step.change(self.house))
        self.watched.take(action)

    async def mirror(self, twin: Game, viewer: int | None) -> None:
        """The second table: the same log but for what the viewer was not told, and the twin."""
        store = self.house.store
        snapshot = await store.load(self.tables[0], seed=True)
        assert snapshot is not None
        made = unpack_table(snapshot.doc)
        made.id = table_with(self.dealt, self.people, made.created, clock=made.clock).id
        made.chance = "the second chance"
        self.tables[1] = made.id
        await self.create(made)
        log = await store.log(self.tables[0])
        number = 1
        for one in log[1:]:
            last = one is log[-1]
            change = Change(
                table=made.id,
                expects=number,
                number=one.number,
                entry=retold(one.entry, viewer, self.chance),
                doc=pack(made) if last else None,
                state=PACKER.encode(encode(twin)) if last else None,
                allow=-1 if last else None,
                moves_from="open" if last else None,
                moves_to="running" if last else None,
                rank=made.created,
            )
            await store.commit(change)
            number = one.number

    def alike(self, said: bytes, which: int) -> bytes:
        """What was said, without what is the table's own."""
        told = said.replace(self.tables[which].encode(), b"TABLE")
        return LEFT.sub(b"LEFT", MOMENT.sub(b"MOMENT", told))

    def same(self, what: str, ours: bytes, theirs: bytes, when: str) -> list[str]:
        """A fault where they differ."""
        self.answers += 1
        one, other = self.alike(ours, 0), self.alike(theirs, 1)
        return [] if one == other else [f"{when}: {what} differs: {one[:800]!r} and {other[:800]!r}"]

    async def look(self) -> list[str]:
        """Compare all that one viewer is answered, before an action, while it happens, after it."""
        watched = self.watched
        viewer = watched.viewers[int(watched.chance.random() * len(watched.viewers))]
        action = watched.choose()
        after = self.game.copy()
        apply(after, action)
        told = [event.for_seat(viewer) for event in after.events]
        facts = facts_of(self.game, after, told, viewer, action)
        when = f"{watched.where}, decision {self.game.n} ({action}), viewer {viewer}"
        twin = sharing_twin(self.game, watched.knowledge[viewer], facts, when)
        align(twin, self.game, facts)
        reply = answer(twin, self.game, action, viewer, facts, watched.chance)
        await self.mirror(twin, viewer)
        decision = self.game.pending
        assert decision is not None
        snapshot = await self.house.store.load(self.tables[0])
        assert snapshot is not None
        looks = viewer
        if self.nosy:
            looks = 0 if viewer is None else (viewer + 1) % len(self.game.seats)
        asker = Asker("network", looks, None if looks is None else self.people[looks].secret)
        mine, legal = decision.seat == viewer, frozenset(one.text for one in legal_actions(self.game))
        now = Moment("", self.game.n, snapshot.number, self.start, mine, action.text, legal)
        if self.nosy:
            return await self.ask(asker, now, when, only=SHOWING)
        faults = await self.ask(asker, now, when)
        faults += await self.follow(asker, (action.text, reply.text), snapshot.number, when)
        watched.take(action)
        if not is_over(self.game):
            later = replace(now, n=self.game.n, mine=False)
            faults += await self.ask(asker, later, f"{when}, after it", only=SHOWING)
        return faults

    async def ask(self, asker: Asker, moment: Moment, when: str, *, only: tuple[str, ...] = ()) -> list[str]:
        """Ask both what can be answered at once."""
        faults = []
        pairs = [questions(replace(moment, table=table), asker) for table in self.tables]
        line = Line(self.chance.choice(self.ports))
        for one, other in zip(*pairs, strict=True):
            if one[0] in PERSONAL or (only and one[0] not in only):
                continue
            said = []
            for _, method, path, body, headers in (one, other):
                named = {"X-Request-Id": "r", **headers}
                if asker.secret is not None:
                    named["Authorization"] = f"Bearer {asker.secret}"
                if method == "HEAD":
                    continue
                found = await line.ask(method, path, body, named)
                told = {name: value for name, value in found.headers.items() if name != "date"}
                said.append(f"{found.status} {sorted(told.items())}".encode() + found.body)
            if len(said) == 2:
                faults += self.same(one[0], said[0], said[1], when)
        line.close()
        return faults

    async def follow(self, asker: Asker, texts: tuple[str, str], number: int, when: str) -> list[str]:
        """Take the action in both while the viewer listens."""
        port = self.chance.choice(self.ports)
        decision = self.game.pending
        assert decision is not None
        actor = self.people[decision.seat].secret
        listening = [[Listening(port, kind, table, asker.secret, number) for kind in FOLLOWED] for table in self.tables]
        await asyncio.gather(*[one.open() for both in listening for one in both])
        line = Line(self.chance.choice(self.ports))
        for table, text in zip(self.tables, texts, strict=True):
            named = {"Authorization": f"Bearer {actor}", "Idempotency-Key": "the move"}
            moved = await line.ask("POST", f"/v1/tables/{table}/actions", {"n": self.game.n, "actions": [text]}, named)
            if moved.status != 200:
                raise AssertionError(f"{when}: {moved}")
        line.close()
        said = [[await one.heard() for one in both] for both in listening]
        faults = []
        for kind, ours, theirs in zip(FOLLOWED, *said, strict=True):
            faults += self.same(kind, ours, theirs, when)
        return faults


class Listening:
    """A stream or a socket, from a number on."""

    def __init__(self, port: int, kind: str, table: str, secret: str | None, number: int) -> None:
        self.port, self.kind, self.table, self.secret, self.number = port, kind, table, secret, number
        self.said = b""
        self.came = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def open(self) -> None:
        """Begin to listen; it stands when this returns."""
        self.task = asyncio.create_task(self.socket() if self.kind == "socket" else self.stream())
        await asyncio.wait_for(self.ready.wait(), 10)
        await asyncio.sleep(0.05)

    def hear(self, piece: bytes) -> None:
        """Note what was said."""
        self.said += piece
        if b'"events":[{' in self.said:
            self.came.set()

    async def stream(self) -> None:
        """Over HTTP."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b""
        path, accept = f"/v1/tables/{self.table}/events?after={self.number}", "text/event-stream"
        if self.kind == "ndjson":
            accept = "application/x-ndjson"
        if self.kind == "graphql sse":
            path = "/graphql"
            data = json.dumps(
                {"query": OWN["Events"], "variables": {"table": self.table, "after": self.number}}
            ).encode()
        head = [
            f"{'POST' if data else 'GET'} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Accept: {accept}",
            "X-Request-Id: r",
        ]
        if data:
            head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        if self.secret is not None:
            head.append(f"Authorization: Bearer {self.secret}")
        try:
            writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + data)
            first = await reader.readuntil(b"\r\n\r\n")
            self.hear(re.sub(rb"date: [^\r]*", b"", first))
            self.ready.set()
            while piece := await reader.read(65536):
                self.hear(piece)
        finally:
            writer.transport.abort()

    async def socket(self) -> None:
        """Over a WebSocket."""
        chosen: Any = ["graphql-transport-ws"]
        async with connect(f"ws://127.0.0.1:{self.port}/graphql", subprotocols=chosen, proxy=None) as socket:
            begin: dict[str, Any] = {"type": "connection_init"}
            if self.secret is not None:
                begin["payload"] = {"authorization": f"Bearer {self.secret}"}
            await socket.send(json.dumps(begin))
            variables = {"table": self.table, "after": self.number}
            asked = {"query": OWN["Events"], "variables": variables}
            await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": asked}))
            with contextlib.suppress(ConnectionClosed):
                while True:
                    self.hear(str(await socket.recv()).encode() + b"\n")
                    self.ready.set()

    async def heard(self) -> bytes:
        """All that was said until the events of the move had come; chunks are cut as the network pleases."""
        assert self.task is not None
        await asyncio.wait_for(self.came.wait(), 10)
        await asyncio.sleep(0.02)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        return re.sub(rb"\r\n[0-9a-f]+\r\n|^[0-9a-f]+\r\n", b"", self.said)


async def compare_tables(
    wanted: int, say: Callable[[str], None] = lambda _: None, *, nosy: bool = False
) -> tuple[int, list[str]]:
    """Compare so many answers of a real service; how many there were, and the faults."""
    answers, faults, number = 0, list[str](), 0
    service = Service(apis=2, workers=0, clocks=0)
    async with service:
        callers = [Caller(service.ports) for _ in range(8)]
        people = []
        for caller in callers:
            await caller.guest()
            people.append(Ported(caller, caller.account[-6:]))
        store = await open_store(service.store.url)
        house = House(store, Settings(redis_url="memory://", queue_redis_url=None), NoBell())
        try:
            while answers < wanted and not faults:
                pair = Pair(house, people, number, service.ports, nosy=nosy)
                await pair.deal()
                for _ in range(pair.chance.randrange(4, 60)):
                    if not is_over(pair.game):
                        await pair.skip()
                if not is_over(pair.game):
                    faults += await pair.look()
                answers += pair.answers
                number += 1
                say(f"{answers} answers over the network")
        finally:
            await store.close()
            for caller in callers:
                await caller.__aexit__()
    return answers, faults
