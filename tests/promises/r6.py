"""Fail-over: with `replicas=1`, promoting the replica undoes nothing that was acknowledged.

1. People play, become guests, make tables, make and revoke credentials, and send again what was answered 503. At some moment the replica is
   cut off from the store; a little later it is promoted, while the old store still answers; then the service is led to the new one.
2. Every acknowledged move stands in the log of the promoted store, in its place, and at most one more of each game: the one under way. Every
   acknowledged guest, table and credential is there; no revoked credential is let in.
3. The old store becomes the replica of the new one, and all begins anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citadels_api.store.connect import open_store

from tests.promises.r1 import Deeds, Ended, Game, Round, asked_for, begin, compare
from tests.support.running import Caller, Service
from tests.support.servers import FlakyProxy, Server
from tests.support.telling import Findings
from tests.support.waits import until_async

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.line import Answer


CUT_S = 0.8
"""How long the replica is cut off before it is promoted: longer than a WAIT."""
GIVEN_UP_S = 120.0
"""How long the same is sent again."""
BOTH_S = 0.2
"""How long two stores are there after that."""


@dataclass(frozen=True)
class Size:
    """How many promotions, how many games at once, how many moves are acknowledged before the replica is cut off."""

    promotions: int
    games: int
    moves: int


SIZES = {"quick": Size(2, 8, 100), "ci": Size(2, 12, 150), "full": Size(20, 32, 1_100)}


class Stubborn(Round):
    """Who is answered 503 sends the same again, until the service is led to another store."""

    others = 0.3
    over = False
    unsure = 0

    async def ask(
        self, who: int, secret: str | None, method: str, path: str, body: object = None, **headers: str
    ) -> Answer:
        """A request that is sent again."""
        until = time.monotonic() + GIVEN_UP_S
        while time.monotonic() < until and not self.over and not self.wrong:
            try:
                return await super().ask(who, secret, method, path, body, **headers)
            except Ended:
                self.unsure += 1
                await asyncio.sleep(0.02)
        raise Ended


class Pair:
    """A store and its replica, which hears of it through a proxy; and the proxy through which the service reaches the store."""

    def __init__(self, store: Server, stack: contextlib.AsyncExitStack) -> None:
        self.store = store
        self.replica = Server(tcp=True, config={"repl-diskless-sync-delay": "0"})
        self.front = FlakyProxy(store)
        self.between = FlakyProxy(store)
        self.stack = stack

    async def start(self) -> None:
        """Start the replica and both proxies; the store is started by the service."""
        self.stack.callback(self.replica.close)
        await asyncio.to_thread(self.replica.start)
        await self.stack.enter_async_context(self.front)
        await self.stack.enter_async_context(self.between)

    async def follow(self) -> None:
        """Let the replica follow the store, and wait until it has all of it."""
        self.between.server = self.store
        self.between.frozen = False
        self.between.cut()
        await asyncio.to_thread(self.replica.cli, "REPLICAOF", "127.0.0.1", self.between.port)

        async def up() -> bool:
            said = await asyncio.to_thread(self.replica.cli, "INFO", "replication")
            return bool(said["master_link_status"] == "up")

        await until_async(up, "the replica follows the store")

    async def promote(self) -> None:
        """Cut the replica off, promote it while the old store still answers, lead the service there, and let the old store begin anew."""
        self.between.frozen = True
        await asyncio.sleep(CUT_S)
        await asyncio.to_thread(self.replica.cli, "REPLICAOF", "NO", "ONE")
        await asyncio.sleep(BOTH_S)
        self.store, self.replica = self.replica, self.store
        self.front.server = self.store
        self.front.cut()

    async def again(self) -> None:
        """Let the old store follow the new one."""
        await asyncio.to_thread(self.replica.restart)
        await self.follow()


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Promote the replica under load, again and again."""
    found = Findings()
    chance = random.Random(1)
    taken = others = revoked = unsure = 0
    async with contextlib.AsyncExitStack() as stack:
        service = Service(apis=2, workers=0, clocks=0, tcp=True, spoilt=spoilt, linger_ms=600_000)
        service.store.config["repl-diskless-sync-delay"] = "0"
        pair = Pair(service.store, stack)
        await pair.start()
        await asyncio.to_thread(service.store.start)
        await pair.follow()
        service.redis_url = f"{pair.front.url}?replicas=1"
        service.queue_url = f"redis://127.0.0.1:{pair.front.port}/1"
        service.start_store = lambda: None  # type: ignore[method-assign]  # it runs, with a replica
        await stack.enter_async_context(service)
        games = [
            Game([await stack.enter_async_context(Caller(service.ports)) for _ in range(2)]) for _ in range(size.games)
        ]
        for game in games:
            for person in game.people:
                await person.guest()
        for number in range(size.promotions):
            if found.faults:
                break  # what is lost would be met again and again
            for game in games:
                await begin(game)
            deeds = Deeds()
            going = Stubborn(service, games, deeds, chance)
            tasks = [asyncio.create_task(going.play(who)) for who in range(len(games))]
            wanted = size.moves + chance.randrange(size.moves // 2)

            def enough(going: Stubborn = going, wanted: int = wanted, tasks: list[asyncio.Task[None]] = tasks) -> bool:
                return going.taken >= wanted or all(task.done() for task in tasks)

            await until_async(enough, "the moves of a round", patience_s=300)
            await pair.promote()
            going.over = True
            await asyncio.gather(*tasks)
            for line in going.lines.values():
                line.close()
            store = await open_store(pair.store.url, timeout_ms=5_000)
            try:
                await compare(store, games, deeds, found)
            finally:
                await store.close()
            await pair.again()
            await asked_for(deeds, service.ports, found)
            found.all(going.wrong)
            taken, others, unsure = taken + going.taken, others + deeds.count(), unsure + going.unsure
            revoked += len(deeds.revoked)
            say(f"promotion {number + 1} of {size.promotions}, {taken:,} moves acknowledged")
        if found.faults:
            print(service.logs(), file=sys.stderr)
    if not unsure:
        found.fault("nobody was answered 503: the replica was never missed, and nothing is shown")
    found.figures |= {
        "promotions": size.promotions,
        "moves_acknowledged": taken,
        "others_acknowledged": others,
        "revocations": revoked,
        "sent_again": unsure,
    }
    return found
