"""Honest when down: whatever the store does, every request is answered in time, and nothing is claimed that was not done.

1. The store is frozen, killed and slow to load, full, and read-only, while clients read, move and make tables. Every request is answered
   within 2.5 s: as it should be, or with 503 and `Retry-After`. Nobody sees a 500, or anything else that is not his fault.
2. `/healthz` is answered 200 throughout.
3. What was answered 200 was done: every acknowledged move stands in the record.
4. A moment after the store is back, the service is: whatever is sent later than 3 s after, is answered as it should be.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citadels_api.store.connect import open_store
from citadels_api.store.log_codec import unpack

from tests.support.line import Answer, Line
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings, share, slack
from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.store.ports import Store as Log

    from tests.support.recorded import Move


MOST_S = 2.5
BACK_S = 3.0
PAUSE_S = (0.05, 0.3)


@dataclass(frozen=True)
class Size:
    """How many clients, how many times all faults, how long each, and how long the calm after it; after the last it is long enough."""

    clients: int
    times: int
    fault_s: float
    calm_s: float


SIZES = {"quick": Size(10, 1, 1.5, 0.5), "ci": Size(50, 1, 1.5, 0.7), "full": Size(50, 5, 5.0, 7.0)}


@dataclass(frozen=True)
class Ask:
    """A request: when it was sent, how long its answer took, and what that was."""

    what: str
    at: float
    took: float
    status: int
    code: str = ""
    retry_after: str | None = None


@dataclass(frozen=True)
class Outage:
    """A time in which the store was not as it should be."""

    what: str
    begun: float
    ended: float


def judge(asks: list[Ask], outages: list[Outage], times: float = 1.0) -> list[str]:
    """What is wrong with the answers, for these outages; each may take so many times what is promised, and be refused no longer."""
    found = []
    for ask in asks:
        during = [outage.what for outage in outages if outage.begun - MOST_S <= ask.at <= outage.ended + BACK_S]
        when = f"{ask.what}, the store {' and '.join(during) or 'in order'}"
        if ask.took > MOST_S * times:
            found.append(f"{when}: answered after {ask.took:.2f} s")
        if ask.status == 503:
            if ask.what == "healthz" or not during:
                found.append(f"{when}: answered 503 {ask.code}")
            elif not (ask.retry_after or "").isdigit():
                found.append(f"{when}: answered 503 without Retry-After")
        elif ask.status not in (200, 201):
            found.append(f"{when}: answered {ask.status} {ask.code}")
    return found


def back(asks: list[Ask], outages: list[Outage]) -> float:
    """How long after the end of an outage somebody was still refused."""
    last = 0.0
    for ask in asks:
        before = [outage.ended for outage in outages if outage.ended <= ask.at]
        within = any(outage.begun - MOST_S <= ask.at < outage.ended for outage in outages)
        if ask.status == 503 and before and not within:
            last = max(last, ask.at - before[-1])
    return last


class Client:
    """Somebody who plays a game against himself, reads, and makes tables; he waits for no store."""

    def __init__(self, port: int, seed: int) -> None:
        self.line = Line(port, timeout_s=10.0 * slack())
        self.chance = random.Random(seed)
        self.asks: list[Ask] = []
        self.people: list[Caller] = []
        self.table: dict[str, Any] = {}
        self.moves: list[Move] = []
        self.pending: tuple[Move, str] | None = None
        """A move that was sent, and of which it is not known whether it was taken; and its key."""

    async def ask(
        self, what: str, seat: int, method: str, path: str, body: object = None, key: str = ""
    ) -> Answer | None:
        """Send a request, and note how it was answered."""
        headers = {"Authorization": f"Bearer {self.people[seat].secret}"}
        if key:
            headers["Idempotency-Key"] = key
        at = time.time()
        try:
            answer = await self.line.ask(method, path, body, headers)
        except (ConnectionError, TimeoutError) as error:
            self.asks.append(Ask(what, at, time.time() - at, 0, type(error).__name__))
            return None
        self.asks.append(Ask(what, at, time.time() - at, answer.status, answer.code, answer.headers.get("retry-after")))
        return answer

    async def sit_down(self, stack: contextlib.AsyncExitStack, ports: list[int]) -> None:
        """Become two people, and begin a game."""
        self.people = [await (await stack.enter_async_context(Caller(ports))).guest() for _ in range(2)]
        self.table = await self.people[0].table(players=2, seats=[{"kind": "you"}])
        await self.people[1].join(self.table["id"])

    async def act(self) -> None:
        """One request after the other, for as long as it is let."""
        while True:
            await asyncio.sleep(self.chance.uniform(*PAUSE_S))
            chance = self.chance.random()
            if chance < 0.15:
                await self.ask("healthz", 0, "GET", "/healthz")
            elif chance < 0.25:
                await self.ask("make a table", 0, "POST", "/v1/tables", {"players": 4})
            else:
                await self.play()

    async def play(self) -> None:
        """Look where the game stands, and make a move; or send the last again, where it is not known what became of it."""
        path = f"/v1/tables/{self.table['id']}"
        if self.pending is None:
            for seat in (0, 1):
                answer = await self.ask("look", seat, "GET", f"{path}/position")
                if answer is None or answer.status != 200:
                    return
                position = answer.json()
                if actions := offered(position):
                    move = position["decision"]["n"], seat, self.chance.choice(actions)["text"]
                    self.pending = move, secrets.token_hex(8)
                    break
        if self.pending is None:
            return  # it is over
        (n, seat, action), key = self.pending
        answer = await self.ask("move", seat, "POST", f"{path}/actions", {"n": n, "actions": [action]}, key)
        if answer is not None and answer.status == 200:
            self.moves.append(self.pending[0])
            self.pending = None

    async def settle(self, store: Log, found: Findings) -> None:
        """Compare what was acknowledged with the log that records are written from."""
        name = self.table["id"]
        if self.pending is not None:
            (n, seat, action), key = self.pending
            answer = await self.people[seat].move(name, n, [action], key)
            if answer.status != 200:
                found.fault(f"{name}: a move sent again after the faults was answered {answer}")
                return
            self.moves.append(self.pending[0])
        entries = [unpack(logged.entry) for logged in await store.log(name)]
        written = [(taken.n, taken.seat, taken.do) for entry in entries for taken in entry.taken]
        if written != self.moves:
            extra, lost = sorted(set(written) - set(self.moves)), sorted(set(self.moves) - set(written))
            found.fault(
                f"{name}: {len(written)} moves are written, {len(self.moves)} acknowledged; {lost[:3]}, {extra[:3]}"
            )


class Store:
    """What can happen to a store."""

    def __init__(self, service: Service, size: Size) -> None:
        self.server = service.store
        self.size = size
        self.outages: list[Outage] = []

    async def suffer(self, what: str, begin: Callable[[], object], end: Callable[[], object]) -> None:
        """One fault, from its beginning to its end, and a calm after it."""
        begun = time.time()
        await asyncio.to_thread(begin)
        await asyncio.sleep(self.size.fault_s)
        await asyncio.to_thread(end)
        self.outages.append(Outage(what, begun, time.time()))
        await asyncio.sleep(self.size.calm_s)

    async def all_faults(self) -> None:
        """Each fault once."""
        server = self.server
        await self.suffer("is frozen", server.pause, server.resume)
        await self.suffer("is dead", server.kill, server.start)
        await self.suffer("is full", lambda: self.set("maxmemory", "1mb"), lambda: self.set("maxmemory", "0"))
        await self.suffer(
            "is read-only",
            lambda: server.cli("REPLICAOF", "127.0.0.1", 1),
            lambda: server.cli("REPLICAOF", "NO", "ONE"),
        )
        begun = time.time()
        await asyncio.to_thread(self.load_slowly)
        self.outages.append(Outage("is loading", begun, time.time()))
        await asyncio.sleep(self.size.calm_s)

    def set(self, name: str, value: str) -> None:
        """Set one of its directives."""
        self.server.cli("CONFIG", "SET", name, value)

    def load_slowly(self) -> None:
        """Start it again so that it reads what it had for a while, and says so meanwhile."""
        with self.server.client() as client:
            keys = int(client.dbsize())
            client.bgrewriteaof()
            until(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "the log is written anew")
        delay = int(self.size.fault_s * 1e6 / max(1, keys))
        self.server.arguments = ("--key-load-delay", str(delay), "--loading-process-events-interval-bytes", "1024")
        self.server.restart()
        self.server.arguments = ()


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Let the store suffer while clients ask."""
    found = Findings()
    async with contextlib.AsyncExitStack() as stack:
        service = Service(apis=2, workers=0, clocks=1, durable=True, spoilt=spoilt, linger_ms=600_000)
        await stack.enter_async_context(service)
        clients = [Client(service.ports[number % 2], number) for number in range(size.clients)]
        for client in clients:
            stack.callback(client.line.close)
            await client.sit_down(stack, service.ports)
        store = Store(service, size)
        acting = [asyncio.create_task(client.act()) for client in clients]
        for _ in range(size.times):
            await store.all_faults()
            say(
                f"{len(store.outages)} of {size.times * 5} outages, {sum(len(client.asks) for client in clients):,} requests"
            )
        for task in acting:
            task.cancel()
        await asyncio.wait(acting)
        asks = [ask for client in clients for ask in client.asks]
        found.all(judge(asks, store.outages, slack()))
        log = await open_store(service.store.url)
        stack.push_async_callback(log.close)
        for client in clients:
            await client.settle(log, found)
        if found.faults:
            print(service.logs(), file=sys.stderr)
    felt = {
        outage.what: sum(ask.status == 503 and outage.begun <= ask.at <= outage.ended for ask in asks)
        for outage in store.outages
    }
    if not all(felt.values()):
        found.fault(f"an outage was not felt by anybody: nothing is shown by {felt}")
    found.figures |= {
        "clients": size.clients,
        "outages": len(store.outages),
        "requests": len(asks),
        "answers": dict(sorted(Counter(f"{ask.status} {ask.code}".strip() for ask in asks).items())),
        "refused_while_it": felt,
        "back_after_s": round(back(asks, store.outages), 2),
        "slowest_s": round(max(ask.took for ask in asks), 2),
        "p99_s": round(share([ask.took for ask in asks], 0.99), 3),
        "moves_acknowledged": sum(len(client.moves) for client in clients),
    }
    return found
