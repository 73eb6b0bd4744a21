"""Room to finish: a store that strangers fill lets every running game end, and answers every read.

1. People play games, with and without AIs, on a store with little memory. Then strangers make tables until they are refused, and keep on.
   Whatever is refused is refused with 503, `store_full` and `Retry-After`.
2. Meanwhile the games are played to their end. Every move is taken, and every read is answered: positions, tables, lists, limits.
3. Readiness and the metrics say that the store is nearly full.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.support.line import Lost
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings
from tests.support.waits import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable


READS = ("/v1/tables?limit=5", "/v1/limits", "/v1/me", "/readyz", "/healthz")
AT_ONCE = 8
PAUSE_S = 0.05


@dataclass(frozen=True)
class Size:
    """The memory of the store in megabytes, how many games run, and how many tables the strangers order at least."""

    memory_mb: int
    games: int
    tables: int


SIZES = {"quick": Size(8, 3, 800), "ci": Size(8, 3, 800), "full": Size(24, 20, 4000)}


class Flood:
    """Strangers who make tables, and what they are answered."""

    def __init__(self, caller: Caller, tables: int, found: Findings) -> None:
        self.caller = caller
        self.tables = tables
        self.found = found
        self.answers: Counter[str] = Counter()
        self.over = False

    @property
    def ordered(self) -> int:
        """How many tables were ordered."""
        return sum(self.answers.values())

    async def make(self) -> None:
        """Order tables, more slowly once they are refused, until the games are over and enough were ordered."""
        until = time.monotonic() + PATIENCE_S * 8
        while (not self.over or self.ordered < self.tables) and time.monotonic() < until:
            with contextlib.suppress(Lost, TimeoutError):
                answer = await self.caller.once("POST", "/v1/tables", {"players": 8})
                what = str(answer.status) if answer.status == 201 else f"{answer.status} {answer.code}"
                self.answers[what] += 1
                if answer.status == 503 and not answer.headers.get("retry-after", "").isdigit():
                    self.found.fault(f"{what} came without Retry-After")
                if answer.status != 201 and self.ordered >= self.tables:
                    await asyncio.sleep(PAUSE_S)


class Game:
    """A game of two people and an AI, played at random."""

    def __init__(self, people: list[Caller], table: str, found: Findings) -> None:
        self.people = people
        self.table = table
        self.found = found
        self.chance = random.Random(25)
        self.moves = 0

    async def play(self) -> None:
        """Play to the end; anything but a taken move is a fault."""
        async with asyncio.timeout(PATIENCE_S * 4):
            while True:
                for person in self.people:
                    answer = await person.once("GET", f"/v1/tables/{self.table}/position")
                    if answer.status != 200:
                        self.found.fault(f"a position was answered {answer.status} {answer.code}")
                        return
                    position = answer.json()
                    while (actions := offered(position)) is not None:
                        body = {"n": position["decision"]["n"], "actions": [self.chance.choice(actions)["text"]]}
                        moved = await person.once("POST", f"/v1/tables/{self.table}/actions", body)
                        if moved.status != 200:
                            self.found.fault(f"a move was answered {moved.status} {moved.code}")
                            return
                        self.moves += 1
                        position = moved.json()["position"]
                    if position["status"] != "running":
                        if position["status"] != "over":
                            self.found.fault(f"{self.table} has ended as {position['status']}")
                        return
                await asyncio.sleep(PAUSE_S / 5)


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Begin the games, fill the store, and see every game to its end."""
    found = Findings()
    service = Service(
        apis=1,
        workers=1,
        clocks=1,
        own_queue=True,
        spoilt=spoilt,
        linger_ms=600_000,
        tables_per_account=100_000,  # the strangers are one guest
    )
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(service)
        stranger, *people = [
            await (await stack.enter_async_context(Caller(service.ports))).guest() for _ in range(1 + 2 * size.games)
        ]
        games = []
        for number in range(size.games):
            pair = people[2 * number : 2 * number + 2]
            seats = [{"kind": "you"}, {"kind": "ai", "level": "greedy"}]
            table = (await pair[0].table(players=3, seats=seats))["id"]
            await pair[1].join(table)
            games.append(Game(pair, table, found))
        service.store.cli("CONFIG", "SET", "maxmemory", f"{size.memory_mb}mb")
        flood = Flood(stranger, size.tables, found)
        making = [asyncio.create_task(flood.make()) for _ in range(AT_ONCE)]
        try:
            await full(flood)
            say(f"{flood.answers['201']} tables were made before the store was full")
            told = await readings(people[0], found)
            playing = [asyncio.create_task(game.play()) for game in games]
            reading = asyncio.create_task(read(people[0], found))
            await asyncio.gather(*playing)
            reading.cancel()
        finally:
            flood.over = True
            await asyncio.wait(making, timeout=PATIENCE_S)
            for task in making:
                task.cancel()
    for what in flood.answers:
        if what not in ("201", "503 store_full"):
            found.fault(f"{flood.answers[what]} orders of a table were answered {what}")
    found.figures |= {
        "games": len(games),
        "moves": sum(game.moves for game in games),
        "ordered": flood.ordered,
        "answers": dict(flood.answers),
        **told,
    }
    return found


async def full(flood: Flood) -> None:
    """Wait until tables are refused."""
    async with asyncio.timeout(PATIENCE_S * 4):
        while not flood.answers["503 store_full"] and flood.ordered < 4 * flood.tables:
            await asyncio.sleep(PAUSE_S)


async def readings(caller: Caller, found: Findings) -> dict[str, object]:
    """What readiness and the metrics say."""
    ready = (await caller.once("GET", "/readyz")).json()
    answer = await caller.once("GET", "/metrics")
    gauge = re.search(r"^citadels_store_full (\S+)$", answer.text, re.MULTILINE)
    if not ready.get("full"):
        found.fault(f"readiness says {ready}")
    if gauge is None or float(gauge[1]) != 1:
        found.fault("the metrics do not say that the store is full")
    return {"ready": ready.get("status"), "metric": gauge[1] if gauge else "none"}


async def read(caller: Caller, found: Findings) -> None:
    """Read again and again; every answer is 200."""
    while True:
        for path in READS:
            answer = await caller.once("GET", path)
            if answer.status != 200:
                found.fault(f"{path} was answered {answer.status} {answer.code}")
        await asyncio.sleep(PAUSE_S)
