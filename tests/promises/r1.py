"""Durable: what was acknowledged survives the kill of every process, while the disk is slow; with `--durable` a power cut too.

1. People play games, and now and then become guests, make tables, make and revoke credentials. Each sync of the disk takes long. At some
   moment all processes are killed, or the store alone. They are started again, and what is there is compared with what was acknowledged.
2. The store has the settings of `citadels up`. In some rounds it has those of `citadels up --durable`, and the append-only file is cut back
   to what had been synced when its processes were killed: that is what a power cut leaves, on a disk that does what it says.
3. Every acknowledged move stands in the log, in its place, and at most one more of each game: the one that was under way. The number and
   the log of a table agree: no change is half there. Every acknowledged guest, table and credential is there; no revoked one is let in.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_api.store.connect import open_store
from citadels_api.store.log_codec import unpack
from citadels_workers import startup
from citadels_workers.startup import Wishes
from citadels_workers.store_choice import Choice

from tests.support.line import Answer, Line
from tests.support.preloaded import cut_power
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings, slack
from tests.support.waits import until_async

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.store.ports import Store

    from tests.support.recorded import Move


OTHER = 0.1
"""How often somebody does something else than to move."""
DISK_MS = {"default": 600, "durable": 5}
"""How long a sync takes: where answers wait for it, so long that moves still come."""


@dataclass(frozen=True)
class Size:
    """How many rounds of each kind, how many games at once, how many moves are acknowledged in a round before something is killed."""

    rounds: dict[str, int]
    games: int
    moves: int


SIZES = {
    "quick": Size({"default": 2, "durable": 1}, 8, 150),
    "ci": Size({"default": 2, "durable": 1}, 16, 300),
    "full": Size({"default": 15, "durable": 5}, 64, 5_000),
}


def fsync_of(*, durable: bool) -> str:
    """The setting of the store of `citadels up`."""
    choice, house = Choice("bundled", "", binary=Path("server")), Any
    stores = startup._own_stores(Wishes(durable=durable), choice, house, (Path(), Path(), 0))  # type: ignore[arg-type]  # not started
    return stores[0].fsync


@dataclass
class Game:
    """A game of two people who sit here, and what was acknowledged of it."""

    people: list[Caller]
    table: str = ""
    moves: list[Move] = field(default_factory=list)
    pending: Move | None = None
    position: dict[str, Any] = field(default_factory=dict)


@dataclass
class Deeds:
    """What else was acknowledged."""

    guests: list[str] = field(default_factory=list)
    """Secrets."""
    tables: list[str] = field(default_factory=list)
    credentials: list[tuple[Caller, str]] = field(default_factory=list)
    """Who made which one."""
    revoked: list[str] = field(default_factory=list)
    """Secrets."""

    def count(self) -> int:
        """How many."""
        return len(self.guests) + len(self.tables) + len(self.credentials) + len(self.revoked)


class Ended(Exception):
    """A request had no definite good answer: the kill has come."""


class Round:
    """What happens until the kill."""

    others = OTHER

    def __init__(self, service: Service, games: list[Game], deeds: Deeds, chance: random.Random) -> None:
        self.service = service
        self.games = games
        self.deeds = deeds
        self.chance = chance
        self.taken = 0
        self.wrong: list[str] = []
        """Answers that nobody has to expect."""
        self.lines: dict[int, Line] = {}

    async def ask(
        self, who: int, secret: str | None, method: str, path: str, body: object = None, **headers: str
    ) -> Answer:
        """A request over the connection of a game; an answer above 299 ends the round for it."""
        ports = self.service.ports
        line = self.lines.setdefault(who, Line(ports[who % len(ports)], timeout_s=10.0 * slack()))
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        try:
            answer = await line.ask(method, path, body, headers)
        except (ConnectionError, TimeoutError):
            raise Ended from None
        if answer.status >= 300:
            if answer.status != 503:
                self.wrong.append(f"{method} {path}: {answer}")
            raise Ended
        return answer

    async def play(self, who: int) -> None:
        """Play one game, until the kill comes."""
        game = self.games[who]
        with contextlib.suppress(Ended):
            while True:
                if self.chance.random() < self.others:
                    await self.other(who, game)
                else:
                    await self.move(who, game)

    async def other(self, who: int, game: Game) -> None:
        """Become another guest, make a table, make a credential and revoke it."""
        guest = (await self.ask(who, None, "POST", "/v1/guests", {})).json()["credential"]["secret"]
        self.deeds.guests.append(guest)
        own = game.people[0]
        made = (await self.ask(who, own.secret, "POST", "/v1/tables", {"players": 4})).json()["id"]
        self.deeds.tables.append(made)
        told = (await self.ask(who, own.secret, "POST", "/v1/credentials", {"scopes": ["play"]})).json()
        self.deeds.credentials.append((own, told["id"]))
        await self.ask(who, own.secret, "POST", f"/v1/credentials/{told['id']}/revoke")
        self.deeds.revoked.append(told["secret"])

    async def move(self, who: int, game: Game) -> None:
        """One move, or a new game after the last one."""
        if not game.position or game.position["status"] != "running":
            raise Ended  # its next game begins after the kill, so that what was played is compared first
        n, seat = game.position["decision"]["n"], game.position["decision"]["seat"]
        path = f"/v1/tables/{game.table}"
        secret = game.people[seat].secret
        if game.position["seat"] != seat:
            game.position = (await self.ask(who, secret, "GET", f"{path}/position")).json()
        action = self.chance.choice(offered(game.position) or [])["text"]
        game.pending = n, seat, action
        key = secrets.token_hex(8)
        answer = await self.ask(
            who, secret, "POST", f"{path}/actions", {"n": n, "actions": [action]}, **{"Idempotency-Key": key}
        )
        game.moves.append(game.pending)
        game.pending = None
        game.position = answer.json()["position"]
        self.taken += 1


def judge(table: str, acknowledged: list[Move], pending: Move | None, written: list[Move]) -> list[str]:
    """What is wrong with what a table has, after what was acknowledged and what was under way."""
    if written == acknowledged or (pending is not None and written == [*acknowledged, pending]):
        return []
    lost = [move for move in acknowledged if move not in written]
    return [
        f"{table}: of {len(acknowledged)} acknowledged moves {len(lost)} are lost, {len(written)} are there; {lost[:3]}"
    ]


async def compare(store: Store, games: list[Game], deeds: Deeds, found: Findings) -> None:
    """Compare what is there with what was acknowledged."""
    for game in games:
        snapshot, logged = await store.load(game.table), await store.log(game.table)
        entries = [unpack(one.entry) for one in logged]
        written = [(taken.n, taken.seat, taken.do) for entry in entries for taken in entry.taken]
        found.all(judge(game.table, game.moves, game.pending, written))
        if snapshot is None or not logged or snapshot.number != logged[-1].number:
            found.fault(f"{game.table}: its number and its log do not agree")
        game.moves, game.pending = written, None
    for name in deeds.tables:
        if await store.load(name) is None:
            found.fault(f"{name}: a table that was acknowledged is not there")


async def asked_for(deeds: Deeds, ports: list[int], found: Findings) -> None:
    """Ask the service itself for people and credentials."""

    async def status(secret: str) -> int:
        async with Caller(ports, secret) as caller:
            return (await caller.call("GET", "/v1/me")).status

    for secret in deeds.guests:
        if await status(secret) != 200:
            found.fault("a guest who was acknowledged is unknown")
    for secret in deeds.revoked:
        if await status(secret) != 401:
            found.fault("a credential that was revoked is good again")
    for who, made in deeds.credentials:
        listed = (await who.call("GET", "/v1/credentials")).json().get("items", [])
        if made not in [one["id"] for one in listed]:
            found.fault("a credential that was acknowledged is not listed")


async def begin(game: Game) -> None:
    """Deal a new game, or see where the present one stands."""
    if not game.position or game.position["status"] != "running":
        game.table = (await game.people[0].table(players=2, seats=[{"kind": "you"}]))["id"]
        await game.people[1].join(game.table)
        game.moves, game.pending = [], None
    game.position = await game.people[0].position(game.table)


def kill(service: Service, victim: str) -> None:
    """Kill everything at one moment, or the store alone."""
    service.store.signal(signal.SIGKILL)
    parts = list(service.parts.values()) if victim == "all" else []
    for part in parts:
        part.signal(signal.SIGKILL)
    service.kill_store()
    for part in parts:
        part.kill()


async def prove_kind(
    kind: str, size: Size, say: Callable[[str], None], found: Findings, chance: random.Random, fsync: str, disk_ms: int
) -> dict[str, int]:
    """All rounds with one kind of store."""
    counts = {"acknowledged": 0, "others": 0, "kills": 0, "bytes_cut": 0}
    async with contextlib.AsyncExitStack() as stack:
        service = Service(
            apis=2 if size.games > 16 else 1,
            workers=0,
            clocks=0,
            durable=True,
            fsync=fsync,
            disk_ms=disk_ms,
            linger_ms=600_000,
            store_timeout_ms=5_000,
        )
        await stack.enter_async_context(service)
        games = [
            Game([await stack.enter_async_context(Caller(service.ports)) for _ in range(2)]) for _ in range(size.games)
        ]
        for game in games:
            for person in game.people:
                await person.guest()
        for number in range(size.rounds[kind]):
            if found.faults:
                break  # what is lost would be met again and again
            for game in games:
                await begin(game)
            deeds = Deeds()
            going = Round(service, games, deeds, chance)
            tasks = [asyncio.create_task(going.play(who)) for who in range(len(games))]
            wanted = size.moves + chance.randrange(size.moves // 2)
            await until_async(
                lambda going=going, wanted=wanted, tasks=tasks: going.taken >= wanted or all(t.done() for t in tasks),  # type: ignore[misc]  # it binds them
                "the moves of a round",
                patience_s=300,
            )
            victim = "all" if kind == "durable" or number % 2 == 0 else "store"
            await asyncio.to_thread(kill, service, victim)
            await asyncio.gather(*tasks)
            for line in going.lines.values():
                line.close()
            if kind == "durable":
                counts["bytes_cut"] += cut_power(service.store.directory)
            await asyncio.to_thread(service.start_store)
            for part in service.parts.values():
                if not part.alive:
                    await asyncio.to_thread(part.start)
                await asyncio.to_thread(part.wait)
            store = await open_store(service.store.url, timeout_ms=5_000)
            try:
                await compare(store, games, deeds, found)
            finally:
                await store.close()
            await asked_for(deeds, service.ports, found)
            found.all(going.wrong)
            counts["acknowledged"] += going.taken
            counts["others"] += deeds.count()
            counts["kills"] += 1
            say(f"{kind}: round {number + 1} of {size.rounds[kind]}, {counts['acknowledged']:,} moves acknowledged")
        if found.faults:
            print(service.logs(), file=sys.stderr)
    return counts


async def prove(
    size: Size, say: Callable[[str], None], *, spoilt: str | None = None, disk_ms: int | None = None
) -> Findings:
    """Kill, start again and compare. `spoilt` is the setting of the store to use in place of its own."""
    found = Findings()
    chance = random.Random(1)
    for kind, rounds in size.rounds.items():
        if rounds:
            fsync = spoilt or fsync_of(durable=kind == "durable")
            counts = await prove_kind(kind, size, say, found, chance, fsync, disk_ms or DISK_MS[kind])
            found.figures[kind] = {"rounds": rounds, "appendfsync": fsync, **counts}
    return found
