"""Many games at once: as many tables of four bots as two cores carry, all running at the same time, none lost, every answer right.

1. All games are made first, and then go on side by side. Each of the four seats is played over the API by an account of its own: it looks
   when it is asked, and submits one action at a time.
2. Every game ends. Its record verifies, and the history of all answers is linearizable against it (`history`: the checker of R4).
3. No answer is an error, and no request goes without an answer.
4. A running game takes not more than 64 kB in the store. This is looked at until the first game is over, so that nothing else is counted.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.promises.history import Asked, digest, judge
from tests.support.line import Lost
from tests.support.recorded import opened
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings, share

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.line import Answer


SEATS = 4
MOST_KB = 64.0
LOOK_S = 0.5


@dataclass(frozen=True)
class Size:
    """How many games, all at the same time; how many requests are under way at most, over how many API processes."""

    games: int
    flying: int = 32
    apis: int = 2


SIZES = {"quick": Size(6), "ci": Size(12), "full": Size(1_000, 64)}


class Game:
    """A game, and all that was asked about it."""

    def __init__(self, number: int, table: dict[str, Any]) -> None:
        self.id: str = table["id"]
        self.commitment: str = table["commitment"]
        self.chance = random.Random(number)
        self.asked: list[Asked] = []


class Crowd:
    """Four accounts that play all games."""

    def __init__(self, size: Size, service: Service, people: list[Caller], found: Findings) -> None:
        self.size = size
        self.service = service
        self.people = people
        self.found = found
        self.flying = asyncio.Semaphore(size.flying)
        self.games: list[Game] = []
        self.moves = self.over = 0
        self.took_ms: list[float] = []
        self.kb = 0.0
        self.most_running = 0

    async def gather(self) -> None:
        """Make all tables and sit down."""
        empty = await asyncio.to_thread(self.used)
        await asyncio.gather(*[self.sit(number) for number in range(self.size.games)])
        self.empty = empty

    async def sit(self, number: int) -> None:
        """Make a table and sit down."""
        async with self.flying:
            edition = ("modern", "classic")[number % 2]
            table = await self.people[0].table(players=SEATS, edition=edition, seats=[{"kind": "you"}])
            for one in self.people[1:]:
                await one.join(table["id"])
        self.games.append(Game(number, table))

    def used(self) -> int:
        """The bytes that data take in the store."""
        with self.service.store.client() as store:
            told: Any = store.info("memory")
        return int(told["used_memory_dataset"])

    async def play(self, say: Callable[[str], None]) -> None:
        """Play all games to their end, and watch the store until the first one is over."""
        watching = asyncio.create_task(self.watch(say))
        try:
            await asyncio.gather(*[self.play_one(game) for game in self.games])
        finally:
            watching.cancel()

    async def watch(self, say: Callable[[str], None]) -> None:
        """Look at the store, and say how far it is."""
        while True:
            used = await asyncio.to_thread(self.used)
            if not self.over:
                self.most_running = len(self.games)
                self.kb = max(self.kb, (used - self.empty) / len(self.games) / 1024)
            say(f"{self.moves:,} moves, {self.over:,} of {len(self.games):,} games are over")
            await asyncio.sleep(LOOK_S)

    async def play_one(self, game: Game) -> None:
        """Play a game to its end; whoever is asked looks, and moves."""
        position = await self.ask(game, 0, None)
        while position is not None and position["status"] == "running":
            n, seat = position["decision"]["n"], position["decision"]["seat"]
            if position["seat"] != seat:
                position = await self.ask(game, seat, None)
            else:
                action = choice([one["text"] for one in offered(position) or []], game.chance)
                position = await self.ask(game, seat, (n, action))
                self.moves += 1
        if position is None:
            self.found.fault(f"{game.id}: nobody knows how it goes on")
        elif position["status"] != "over":
            self.found.fault(f"{game.id} has ended as {position['status']}")
        self.over += 1

    async def ask(self, game: Game, seat: int, move: tuple[int, str] | None) -> dict[str, Any] | None:
        """Look, or submit a move; what the answer shows, None where it is an error or none at all."""
        async with self.flying:
            one = Asked(time.monotonic(), 0.0, seat, move)
            game.asked.append(one)
            try:
                if move is None:
                    answer = await self.people[seat].once("GET", f"/v1/tables/{game.id}/position")
                else:
                    answer = await self.submit(game, seat, move)
            except (Lost, TimeoutError) as error:
                one.got = time.monotonic()
                self.found.fault(f"{game.id}: seat {seat} had no answer: {error!r}")
                return None
            one.got = time.monotonic()
        self.took_ms.append((one.got - one.sent) * 1000)
        if answer.status != 200:
            self.found.fault(f"{game.id}: seat {seat} was answered {answer}")
            return None
        told: dict[str, Any] = answer.json() if move is None else answer.json()["position"]
        one.version, one.seen = told["view"]["n"], digest(told["view"])
        return told

    async def submit(self, game: Game, seat: int, move: tuple[int, str]) -> Answer:
        """Submit a move, once."""
        n, action = move
        headers = {"Idempotency-Key": f"{game.id}-{n}"}
        body = {"n": n, "action": action}
        return await self.people[seat].once("POST", f"/v1/tables/{game.id}/actions", body, headers=headers)

    async def check(self, say: Callable[[str], None]) -> int:
        """Hold every game against its record; how many hold."""
        good = 0
        for game in self.games:
            record, faults = opened(await self.people[0].record(game.id), game.id, game.commitment)
            if record is not None:
                faults += judge(record, game.asked, set(range(SEATS)))
            self.found.all(faults)
            good += not faults
            say(f"{good:,} of {len(self.games):,} games are verified")
        return good


def choice(actions: list[str], chance: random.Random) -> str:
    """Build what can be built, else anything: so a game ends after some 260 decisions."""
    return chance.choice([one for one in actions if one.startswith("build ")] or actions)


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Play all games at once, and then check each."""
    found = Findings()
    service = Service(apis=size.apis, workers=0, clocks=1, spoilt=spoilt, linger_ms=3_600_000, tables_per_account=5_000)
    async with service, AsyncExitStack() as stack:
        people = [
            await (await stack.enter_async_context(Caller(service.ports, timeout_s=20))).guest() for _ in range(SEATS)
        ]
        crowd = Crowd(size, service, people, found)
        began = time.monotonic()
        await crowd.gather()
        seated = time.monotonic()
        await crowd.play(say)
        seconds = time.monotonic() - seated
        verified = await crowd.check(say) if not found.faults else 0
    if crowd.kb > MOST_KB:
        found.fault(f"a running game takes {crowd.kb:.1f} kB in the store")
    found.figures |= {
        "games_at_once": crowd.most_running,
        "verified": verified,
        "moves": crowd.moves,
        "moves_a_second": round(crowd.moves / seconds),
        "requests": len(crowd.took_ms),
        "requests_a_second": round(len(crowd.took_ms) / seconds),
        "p50_ms": round(share(crowd.took_ms, 0.5), 1),
        "p99_ms": round(share(crowd.took_ms, 0.99), 1),
        "kb_a_running_game": round(crowd.kb, 1),
        "seated_in_s": round(seated - began, 1),
        "played_in_s": round(seconds, 1),
        "checked_in_s": round(time.monotonic() - seated - seconds, 1),
    }
    return found
