"""Exactly once: the same key, sent however often, makes one move and gets one answer.

1. Each move is sent under one key, often several times at once, and again until there is an answer. A proxy swallows 30 % of the
   API's answers, another in waves 30 % of the store's, each with all that wait on its connection; both are killed meanwhile.
2. All answers to a key are equal to the byte, apart from the mark of a replay; at most one has no such mark. Another body under the
   key is answered 422 `key_reused`, then and at the end of the game.
3. The record holds as many decisions as keys were acknowledged, and exactly those.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from tests.support.line import Answer
from tests.support.recorded import Move, differing, opened
from tests.support.running import Caller, Service, offered, played
from tests.support.servers import FlakyProxy
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.servers import Server


DROPPED = 0.3
WAVE_S = 0.25
COPIES = (1, 1, 2, 3)
AGAIN = 0.15
OTHERWISE = 0.1
FRESH, REPLAYED = b'"replayed":false', b'"replayed":true'


@dataclass(frozen=True)
class Size:
    """How many games, until so many moves went through the proxies; how many of one game do; how many games at a time; and after how many
    moves something is killed.
    """

    games: int
    moves: int
    of_a_game: int
    together: int
    kill_every: int


SIZES = {
    "quick": Size(4, 80, 20, 4, 30),
    "ci": Size(8, 240, 40, 8, 60),
    "full": Size(1_000, 50_000, 10_000, 24, 500),
}


@dataclass
class Key:
    """A key, what was sent under it, and all whole answers that came."""

    name: str
    move: Move
    answers: list[Answer] = field(default_factory=list)
    others: list[Answer] = field(default_factory=list)
    """Answers to another body under the key."""


def judge(key: Key) -> list[str]:
    """What is wrong with the answers to one key."""
    said = [answer for answer in key.answers if answer.status != 503]
    bad = [answer for answer in said if answer.status != 200]
    if bad:
        return [f"key {key.name}: a move sent again was answered {bad[0]}"]
    faults = []
    if len({answer.body.replace(REPLAYED, FRESH) for answer in said}) > 1:
        faults.append(f"key {key.name}: {len(said)} answers, and not all are the same")
    if sum(FRESH in answer.body for answer in said) > 1:
        faults.append(f"key {key.name}: more than one answer says that it is the first")
    wrong = [one for one in key.others if one.status != 503 and (one.status, one.code) != (422, "key_reused")]
    if wrong:
        faults.append(f"key {key.name}: another body under it was answered {wrong[0]}")
    return faults


class Bench:
    """A service, the proxies around it, and what was met."""

    def __init__(self, size: Size, service: Service, through: list[FlakyProxy], found: Findings) -> None:
        self.size = size
        self.service = service
        self.through = through
        self.found = found
        self.met: dict[str, int] = {}
        self.moves = self.sent = self.replays = 0
        self.kills: dict[str, int] = {}
        self.due = asyncio.Event()

    async def game(self, number: int) -> None:
        """Play one game, every move of it through the proxies."""
        chance = random.Random(number)
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Caller(self.service.ports)) for _ in range(2)]
            for person in people:
                await person.guest()
            table = await people[0].table(players=2, seats=[{"kind": "you"}])
            await people[1].join(table["id"])
            ports = [proxy.port for proxy in self.through]
            senders = [await stack.enter_async_context(Caller(ports, person.secret)) for person in people]
            keys: list[Key] = []
            position = await people[0].position(table["id"])
            while position["status"] == "running" and len(keys) < self.size.of_a_game:
                n, seat = position["decision"]["n"], position["decision"]["seat"]
                if position["seat"] != seat:
                    position = await people[seat].position(table["id"])
                action = chance.choice(offered(position) or [])["text"]
                key = Key(f"{number}-{n}", (n, seat, action))
                keys.append(key)
                position = await self.make(senders[seat], table["id"], key, chance)
                self.moves += 1
                if self.moves % self.size.kill_every == 0:
                    self.due.set()
            moves = [key.move for key in keys]
            async for move, _ in played(people, position, chance):
                moves.append(move)
            for key in chance.sample(keys, 12):  # a key is good as long as its game
                await self.send(senders[key.move[1]], table["id"], key)
            for key in keys:
                self.found.all(judge(key))
                self.replays += sum(REPLAYED in answer.body for answer in key.answers)
            record, faults = opened(await people[0].record(table["id"]), table["id"], table["commitment"])
            self.found.all(faults)
            if record is not None:
                self.found.all(differing(record, moves, (0, 1)))
            for sender in senders:
                for what, much in sender.met.items():
                    self.met[what] = self.met.get(what, 0) + much

    async def make(self, sender: Caller, table: str, key: Key, chance: random.Random) -> dict[str, object]:
        """Make one move; the position after it."""
        copies = [self.send(sender, table, key) for _ in range(chance.choice(COPIES))]
        ended = await asyncio.gather(*copies)
        if chance.random() < AGAIN:
            await self.send(sender, table, key)
        if chance.random() < OTHERWISE:
            n, _, action = key.move
            key.others.append(await sender.move(table, n, [action, "end"], key.name))
        position: dict[str, object] | None = ended[0].json().get("position")
        if position is None:
            raise RuntimeError(f"key {key.name}: {ended[0]}")
        return position

    async def send(self, sender: Caller, table: str, key: Key) -> Answer:
        """Send a key until there is an answer."""

        def heed(ended: Answer | Exception) -> None:
            self.sent += 1
            if isinstance(ended, Answer):
                key.answers.append(ended)

        return await sender.move(table, key.move[0], [key.move[2]], key.name, heed)

    async def waves(self, inner: FlakyProxy) -> None:
        """Lose the store's answers half of the time: each takes with it all the calls that travel together."""
        while True:
            inner.drop = 0.0 if inner.drop else DROPPED
            await asyncio.sleep(WAVE_S)

    async def kill(self) -> None:
        """Kill something every now and then."""
        victims = [*self.service.named("api"), None]
        while True:
            self.due.clear()
            await self.due.wait()
            part = victims[sum(self.kills.values()) % len(victims)]
            if part is None:
                await asyncio.to_thread(self.service.store.restart)
            else:
                await asyncio.to_thread(part.restart)
                await asyncio.to_thread(part.wait)
            name = "store" if part is None else "api"
            self.kills[name] = self.kills.get(name, 0) + 1


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Play games through proxies that lose answers, on a service whose parts are killed."""
    found = Findings()
    async with contextlib.AsyncExitStack() as stack:
        service = Service(apis=2, workers=0, clocks=0, durable=True, spoilt=spoilt)
        inner = await stack.enter_async_context(FlakyProxy(service.store, seed=1))
        service.redis_url = inner.url
        await stack.enter_async_context(service)
        outer = [FlakyProxy(cast("Server", part), seed=2) for part in service.named("api")]
        for proxy in outer:
            await stack.enter_async_context(proxy)
        for proxy in outer:
            proxy.drop = DROPPED
        bench = Bench(size, service, outer, found)
        faults = [asyncio.create_task(bench.kill()), asyncio.create_task(bench.waves(inner))]
        games = 0

        async def play_on() -> None:
            nonlocal games
            while games < size.games and bench.moves < size.moves and not found.faults:
                games += 1
                await bench.game(games)
                say(f"{bench.moves:,} of {size.moves:,} moves")

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(size.together):
                    group.create_task(play_on())
        except* RuntimeError as wrong:
            found.all([str(fault) for fault in wrong.exceptions])
        finally:
            for fault in faults:
                fault.cancel()
        if found.faults:
            print(service.logs(), file=sys.stderr)
        found.figures |= {
            "moves": bench.moves,
            "games": games,
            "sent": bench.sent,
            "replays": bench.replays,
            "answers": dict(sorted(bench.met.items())),
            "swallowed": {"store": inner.dropped, "api": sum(proxy.dropped for proxy in outer)},
            "kills": bench.kills,
        }
    return found
