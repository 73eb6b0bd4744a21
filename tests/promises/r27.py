"""Our outage is not theirs (R27), and a clock that jumps harms nobody (R21): no time is charged in which the service was away.

1. People sit at tables at which every decision has a limit of 5 seconds, and whoever is late forfeits. A second after a decision was asked the
   store is frozen, or killed, or the clocks are, for 8 seconds; or the store's clock jumps by an hour, forwards and backwards; or the store
   is killed, and comes back as it was at a backup that is older than the limit; or the operator pauses the games.
2. Afterwards everybody moves, and every move is taken. Nobody has forfeited. Nobody is refused as too quick, although the rate limits are
   those of everyday.
3. The log says so: a decision's `asked` has moved by the outage, and the time that is charged for it is less than the limit.
4. At the end nobody moves any more, and at every table the one who should have forfeits: the clocks do run.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citadels_api.store.connect import open_store
from citadels_api.store.log_codec import unpack

from tests.support.preloaded import JumpingClock
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings, slack
from tests.support.waits import until_async

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.store.log_codec import Taken


LIMIT_MS = 5_000
AWAY_S = 8.0
BEFORE_S = 1.0
CHARGED_MS = 2_500
"""The most that may be charged for a decision that was asked a second before, and answered as soon as could be: with a second of the outage."""
HOUR_S = 3_600


@dataclass(frozen=True)
class Size:
    """How many tables, and how many times each trouble."""

    tables: int
    times: int


SIZES = {"quick": Size(3, 1), "ci": Size(4, 1), "full": Size(16, 5)}


@dataclass
class Table:
    """A table of two."""

    id: str
    people: list[Caller]
    position: dict[str, Any]


class Place:
    """A service, its tables, and what can happen to it."""

    def __init__(self, service: Service, clock: JumpingClock, found: Findings) -> None:
        self.service = service
        self.clock = clock
        self.found = found
        self.tables: list[Table] = []
        self.chance = random.Random(1)
        self.moves = 0

    async def sit(self, stack: contextlib.AsyncExitStack, tables: int) -> None:
        """Begin the games."""
        for _ in range(tables):
            people = [await (await stack.enter_async_context(Caller(self.service.ports))).guest() for _ in range(2)]
            made = await people[0].table(
                players=2,
                seats=[{"kind": "you"}],
                clock={"kind": "decision", "limit_ms": LIMIT_MS},
                timeout="forfeit",
            )
            await people[1].join(made["id"])
            self.tables.append(Table(made["id"], people, await people[0].position(made["id"])))

    async def move(self, when: str) -> None:
        """Everybody who is asked moves."""

        async def one(table: Table) -> None:
            table.position = position = await table.people[0].position(table.id)
            if position["status"] != "running":
                self.found.fault(f"{when}: a game is {position['status']}, and its players moved in time")
                return
            n, seat = position["decision"]["n"], position["decision"]["seat"]
            position = await table.people[seat].position(table.id)
            action = self.chance.choice(offered(position) or [])["text"]
            answer = await table.people[seat].move(table.id, n, [action])
            if answer.status != 200:
                self.found.fault(f"{when}: a move in time was answered {answer}")
            self.moves += 1

        await asyncio.gather(*map(one, self.tables))

    async def suffer(self, what: str, trouble: Callable[[], Awaitable[None]], charged_ms: int = CHARGED_MS) -> None:
        """Everybody moves, the trouble comes and goes, and everybody moves again."""
        await self.move(f"before {what}")
        await asyncio.sleep(BEFORE_S)
        began = time.monotonic()
        await trouble()
        away_ms = (time.monotonic() - began) * 1000
        await self.move(f"after {what}")
        if not self.found.faults and what in ("a frozen store", "a dead store", "no clock", "a pause"):
            await self.look(what, away_ms, charged_ms)

    async def look(self, what: str, away_ms: float, charged_ms: int) -> None:
        """Whether the log says what was charged, and what was not."""
        store = await open_store(self.service.store.url, timeout_ms=5_000)
        try:
            for table in self.tables:
                taken = [one for logged in await store.log(table.id) for one in unpack(logged.entry).taken]
                self.found.all(judge(f"{table.id}, after {what}", taken, away_ms, charged_ms * slack()))
        finally:
            await store.close()

    async def frozen(self) -> None:
        """The store does nothing."""
        self.service.store.pause()
        await asyncio.sleep(AWAY_S)
        self.service.store.resume()

    async def dead(self) -> None:
        """The store is not there."""
        await asyncio.to_thread(self.service.store.kill)
        await asyncio.sleep(AWAY_S)
        await asyncio.to_thread(self.service.store.start)
        await self.ready()

    async def clockless(self) -> None:
        """No clock runs."""
        for part in self.service.named("clock"):
            await asyncio.to_thread(part.kill)
        await asyncio.sleep(AWAY_S)
        for part in self.service.named("clock"):
            part.start()

    async def jump(self, seconds: int) -> None:
        """The store's clock jumps, and the service's clock goes a few rounds."""
        self.clock.move(seconds)
        ahead = (await asyncio.to_thread(self.service.store.cli, "TIME"))[0] - time.time()
        if abs(ahead - seconds) > HOUR_S / 2:
            self.found.fault(f"the store's clock has not jumped: it is {ahead:.0f} s ahead, and nothing is shown")
        await asyncio.sleep(BEFORE_S)

    async def restored(self) -> None:
        """Everybody plays on for longer than the limit; then the store comes back as it was before."""
        folder = self.service.store.directory / "appendonlydir"
        kept = folder.with_name("kept")
        shutil.copytree(folder, kept)
        for _ in range(3):
            await asyncio.sleep(LIMIT_MS / 2000)
            await self.move("after the backup")
        await asyncio.to_thread(self.service.store.kill)
        shutil.rmtree(folder)
        kept.rename(folder)
        await asyncio.to_thread(self.service.store.start)
        await self.ready()

    async def paused(self) -> None:
        """The operator pauses the games, and lets them go on."""
        store = await open_store(self.service.store.url, timeout_ms=5_000)
        try:
            await store.pause(paused=True)
            await asyncio.sleep(AWAY_S)
            for table in self.tables:
                await self.refused(table)
            await store.pause(paused=False)
        finally:
            await store.close()

    async def refused(self, table: Table) -> None:
        """During a pause the position is shown, and a move is refused for the time being."""
        position = await table.people[0].position(table.id)
        n, seat = position["decision"]["n"], position["decision"]["seat"]
        own = await table.people[seat].position(table.id)
        body = {"n": n, "actions": [(offered(own) or [])[0]["text"]]}
        for path, sent in ((f"/v1/tables/{table.id}/actions", body), ("/v1/tables", {"players": 2})):
            answer = await table.people[seat].once("POST", path, sent)
            if (answer.status, answer.code, answer.headers.get("retry-after")) != (503, "unavailable", "5"):
                self.found.fault(f"during a pause {path} was answered {answer}")

    async def ready(self) -> None:
        """The API is back."""
        for part in self.service.named("api"):
            await asyncio.to_thread(part.wait)

    async def forfeit(self) -> None:
        """Nobody moves any more."""
        left = list(self.tables)

        async def over() -> bool:
            for table in [*left]:
                if (await table.people[0].position(table.id))["status"] != "running":
                    left.remove(table)
            return not left

        try:
            await until_async(over, "the end of all games", patience_s=LIMIT_MS / 1000 * 6, pause_s=0.3)
        except TimeoutError:
            self.found.fault(f"{len(left)} games go on although nobody moves: the clock stands still")


def judge(where: str, taken: list[Taken], away_ms: float, charged_ms: float) -> list[str]:
    """What is wrong with how the last decision is logged, which was asked before an outage and taken after it."""
    last, before = taken[-1], taken[-2]
    found = []
    if last.ms > charged_ms:
        found.append(f"{where}: {last.ms} ms are charged")
    if last.asked - before.received < away_ms - charged_ms:
        found.append(
            f"{where}: asked {last.asked - before.received} ms after the last move, and the outage was {away_ms:.0f}"
        )
    return found


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Let everything happen to the service while people think."""
    found = Findings()
    async with contextlib.AsyncExitStack() as stack:
        everyday: dict[str, Any] = {
            "rate_per_second": 20,
            "rate_burst": 60,
            "address_per_second": 200,
            "address_burst": 600,
            "guests_per_hour": 100,
        }
        service = Service(apis=1, workers=0, clocks=1, durable=True, spoilt=spoilt, linger_ms=600_000, **everyday)
        clock = JumpingClock(service.store.directory)
        service.store.variables |= clock.variables
        await stack.enter_async_context(service)
        place = Place(service, clock, found)
        await place.sit(stack, size.tables)
        troubles: dict[str, Callable[[], Awaitable[None]]] = {
            "a frozen store": place.frozen,
            "a clock an hour ahead": lambda: place.jump(HOUR_S),
            "a dead store": place.dead,
            "a clock that is right again": lambda: place.jump(0),
            "no clock": place.clockless,
            "a pause": place.paused,
            "a clock an hour behind": lambda: place.jump(-HOUR_S),
            "a restored backup": place.restored,
        }
        done = 0
        for _ in range(size.times):
            for what, trouble in troubles.items():
                if not found.faults:
                    await place.suffer(what, trouble)
                    done += 1
                    say(f"{done} of {size.times * len(troubles)}: {what}")
        if not found.faults:
            await place.forfeit()
        else:
            print(service.logs(), file=sys.stderr)
        met: dict[str, int] = {}
        for table in place.tables:
            for person in table.people:
                for what, much in person.met.items():
                    met[what] = met.get(what, 0) + much
        if met.get("429"):
            found.fault(f"{met['429']} requests were refused as too many")
        found.figures |= {
            "tables": size.tables,
            "troubles": done,
            "moves": place.moves,
            "answers": dict(sorted(met.items())),
        }
    return found
