"""Fair share: whatever one guest starts, the AIs at the table of somebody else answer as if he were alone.

1. Somebody plays at a table with a greedy AI, and at one with a planner, while nothing else is done. How long each answer takes is read from
   the log of the table: from the moment when the AI was asked to the moment when its turn was done.
2. A guest makes many tables where only AIs play: greedy ones, and planners. Their games run on for as long as the proof needs.
3. Somebody plays on. Half of the answers come within one and a half times what half of them took in the calm, plus 50 ms; and 99 % within a
   second. A planner's own time to search is part of it.
4. The games of the guest go on, too: no turn of theirs is refused.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from citadels_api.store.connect import open_store
from citadels_api.store.log_codec import unpack

from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings, share, slack
from tests.support.waits import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from citadels_api.store.ports import Store as Log


LEVELS: Final = ("greedy", "planner")
TIMES: Final = 1.5
MORE_MS: Final = 50
P99_MS: Final = 1000
LOOK_S: Final = 0.01
AT_ONCE: Final = 20
"""How many tables the guest orders at the same time."""


@dataclass(frozen=True)
class Size:
    """How many tables of eight AIs the guest makes of each level, and how many answers are waited for; how long a planner searches."""

    tables: tuple[int, int]
    answers: int
    planner_ms: int


SIZES = {"quick": Size((16, 9), 8, 60), "ci": Size((16, 9), 8, 60), "full": Size((266, 150), 60, 400)}


def judge(level: str, calm: list[float], flooded: list[float], times: float = 1.0) -> list[str]:
    """What is wrong with the answers of an AI, for those that came in the calm; each may take so many times what is promised."""
    found = []
    most = TIMES * share(calm, 0.5) + MORE_MS
    if (half := share(flooded, 0.5)) > most * times:
        found.append(f"half of the answers of {level} take more than {half:.0f} ms; {most:.0f} ms is promised")
    if (p99 := share(flooded, 0.99)) > P99_MS * times:
        found.append(f"one of a hundred answers of {level} takes {p99:.0f} ms; {P99_MS} ms is promised")
    return found


class Player:
    """Somebody who plays at a table of two with an AI."""

    def __init__(self, caller: Caller, log: Log, level: str) -> None:
        self.caller = caller
        self.log = log
        self.level = level
        self.chance = random.Random(24)
        self.table = ""

    async def answers(self, count: int) -> list[float]:
        """Play until the AI has answered so often, over as many games as it takes; how long each answer took, in milliseconds."""
        found: list[float] = []
        async with asyncio.timeout(PATIENCE_S * 2):
            while True:
                made = await self.caller.table(
                    players=2, seats=[{"kind": "you"}, {"kind": "ai", "level": self.level}], clock={"kind": "none"}
                )
                async for answered in self.play(made["id"]):
                    if len(found) + len(answered) >= count:
                        return found + answered
                found += answered

    async def play(self, table: str) -> AsyncIterator[list[float]]:
        """Play a game at random; after each move how long the answers took so far."""
        position = await self.caller.position(table)
        until = time.monotonic() + PATIENCE_S * 2
        while position["status"] == "running" and time.monotonic() < until:
            actions = offered(position)
            if actions is None:
                await asyncio.sleep(LOOK_S)
                position = await self.caller.position(table)
                continue
            text = self.chance.choice(actions)["text"]
            position = (await self.caller.move(table, position["decision"]["n"], [text])).json()["position"]
            yield await self.waited(table)
        yield await self.waited(table)

    async def waited(self, table: str) -> list[float]:
        """How long each answer of the AI took; decisions that it took together are one answer."""
        entries = [unpack(logged.entry) for logged in await self.log.log(table)]
        firsts = [entry.taken[0] for entry in entries if entry.taken]
        return [float(one.received - one.asked) for one in firsts if one.seat == 1]


async def flood(caller: Caller, size: Size) -> list[str]:
    """Make all tables of the guest."""
    orders = [level for level, count in zip(LEVELS, size.tables, strict=True) for _ in range(count)]
    slots = asyncio.Semaphore(AT_ONCE)

    async def make(level: str) -> str:
        async with slots:
            return str((await caller.table(players=8, seats=[{"kind": "ai", "level": level}] * 8))["id"])

    return list(await asyncio.gather(*[make(level) for level in orders]))


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Play in the calm, let a guest make his tables, and play on."""
    found = Findings()
    service = Service(
        apis=1,
        workers=2,
        thinking=1,
        clocks=1,
        own_queue=True,
        spoilt=spoilt,
        planner_ms=size.planner_ms,
        linger_ms=600_000,
    )
    async with service, Caller(service.ports) as somebody, Caller(service.ports) as guest:
        await somebody.guest()
        await guest.guest()
        store = await open_store(service.store.url)
        try:
            players = {level: Player(somebody, store, level) for level in LEVELS}
            for player in players.values():
                await player.answers(2)  # what a first call loads is no part of it
            calm = {level: await player.answers(size.answers) for level, player in players.items()}
            say(f"calm: {figures(calm)}")
            tables = await flood(guest, size)
            flooded = {level: await player.answers(size.answers) for level, player in players.items()}
            say(f"flooded: {figures(flooded)}")
            counts = await store.counts()
            found.figures["running"] = await running(guest, tables)
        finally:
            await store.close()
    for level in LEVELS:
        found.all(judge(level, calm[level], flooded[level], slack()))
    if not found.figures["running"]:
        found.fault("all games of the guest were over before the end: nothing was proved")
    found.figures |= {
        "tables": len(tables),
        "calm_ms": figures(calm),
        "flooded_ms": figures(flooded),
        "decisions": counts.get("decisions", 0),
    }
    return found


async def running(caller: Caller, tables: list[str]) -> int:
    """How many of the tables have not ended."""
    answers = await asyncio.gather(*[caller.call("GET", f"/v1/tables/{name}") for name in tables])
    return sum(answer.json()["status"] == "running" for answer in answers)


def figures(answers: dict[str, list[float]]) -> dict[str, str]:
    """Median and 99th percentile of each level."""
    return {level: f"{share(took, 0.5):.0f}/{share(took, 0.99):.0f}" for level, took in answers.items()}
