"""Many games that end together: the clock shrinks all of them to their records, beside the turns that are due meanwhile.

1. The games are over and due at the same moment, when the clock starts. Each is shrunk to its record, which is that of the moves that
   were made, and none is lost, although the clock is killed on the way and started again.
2. Meanwhile the time of people runs out at other tables, over and over. Each of those turns is attended to within a second.
3. The clock never has 128 MB resident.
"""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_api.accounts.service import make_guest
from citadels_api.context import House, NoBell
from citadels_api.credentials.service import authenticate
from citadels_api.ids import new_id
from citadels_api.settings import Settings
from citadels_api.store.connect import open_store
from citadels_api.store.keys import shard_of, tag
from citadels_api.store.log_codec import unpack
from citadels_api.stored import pack
from citadels_api.tables import service as tables
from citadels_api.tables.stored import unpack_table
from citadels_engine.formats.record import read, verify
from citadels_workers.ai_seats import Memory, burst

from tests.support.orders import clock_order, seat_order, table_order
from tests.support.running import Service
from tests.support.telling import Findings, share, slack

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.context import Principal


MOST_MB = 128.0
MOST_LATE_S = 1.0
PLAYED = 6
"""How many games are played; all others are copies of them under ids of their own."""
LIVE = 8
LIMIT_MS = 400
LINGER_MS = 1000
LOOK_S = 0.05
PATIENCE_S = 300.0


@dataclass(frozen=True)
class Size:
    """How many games end together."""

    games: int


SIZES = {"quick": Size(150), "ci": Size(500), "full": Size(2_200)}


class Endings:
    """A store in which games have ended, and others run."""

    def __init__(self, service: Service, house: House) -> None:
        self.service = service
        self.house = house
        self.texts: dict[str, list[str]] = {}
        """The moves of each game that is over."""
        self.live: list[str] = []

    async def guest(self) -> Principal:
        """Somebody who plays."""
        made = await make_guest(self.house, name=None, address="127.0.0.1")
        who = await authenticate(self.house, made.credential.secret)
        assert who is not None
        return who

    async def play(self, number: int) -> str:
        """A game of AIs, played to its end."""
        players = (4, 7, 8)[number % 3]
        order = table_order(players=players, seats=[seat_order("ai", level="greedy")] * players)
        made = await tables.create(self.house, await self.guest(), order)
        memory, n = Memory(), 0
        while await burst(self.house, memory, made.id, n, thinking=False) != "over":
            found = await tables.table(self.house, None, made.id)
            assert found.decision is not None
            n = found.decision.n
        return made.id

    async def end(self, games: int) -> None:
        """Put so many games into the store, all over."""
        played = [await self.play(number) for number in range(min(PLAYED, games))]
        moves = {}
        for name in played:
            log = await self.house.store.log(name)
            moves[name] = [taken.do for one in log for taken in unpack(one.entry).taken]
        self.texts = {name: moves[name] for name in played}
        for number in range(games - len(played)):
            model = played[number % len(played)]
            self.texts[self.copy(model, number)] = moves[model]
        await self.falls_due()

    def copy(self, model: str, number: int) -> str:
        """A copy of a game under an id of its own."""
        name = new_id("game", 1_700_000_000_000 + number)
        old, new = (f"{tag(shard_of(one))}:t:{one}" for one in (model, name))
        with self.service.store.client() as store:
            found: Any = store.hget(old, "doc")
            doc = unpack_table(found)
            doc.id = name
            together = store.pipeline(transaction=False)
            for ending in ("", ":log", ":keys", ":seed"):
                together.copy(f"{old}{ending}", f"{new}{ending}")
            together.hset(new, "doc", pack(doc))
            together.zadd(f"{tag(shard_of(name))}:idx:over", {name: doc.created})
            together.execute()
        return name

    async def falls_due(self) -> None:
        """All games that are over are due from now on."""
        await asyncio.sleep(LINGER_MS / 1000)
        now = await self.house.store.now()
        with self.service.store.client() as store:
            together = store.pipeline(transaction=False)
            for name in self.texts:
                together.zadd(f"{tag(shard_of(name))}:due", {name: now})
            together.execute()

    async def sit(self) -> None:
        """Tables of people whose time runs out at every decision."""
        people = [await self.guest() for _ in range(8)]
        order = table_order(
            players=8,
            seats=[seat_order("you"), *[seat_order()] * 7],
            clock=clock_order("decision", limit_ms=LIMIT_MS),
        )
        for _ in range(LIVE):
            made = await tables.create(self.house, people[0], order)
            for who in people[1:]:
                await tables.join(self.house, who, made.id)
            self.live.append(made.id)

    def left(self) -> int:
        """How many games still have their log."""
        with self.service.store.client() as store:
            together = store.pipeline(transaction=False)
            for name in self.texts:
                together.exists(f"{tag(shard_of(name))}:t:{name}:log")
            return sum(together.execute())

    async def fewer_than(self, games: int) -> int:
        """How many games still have their log, once those are fewer."""
        async with asyncio.timeout(PATIENCE_S):
            while (left := await asyncio.to_thread(self.left)) >= games:
                await asyncio.sleep(LOOK_S)
        return left

    async def lateness_s(self) -> list[float]:
        """How long after the end of its time each turn was attended to."""
        late = []
        grace = self.house.settings.grace_ms
        for name in self.live:
            for one in await self.house.store.log(name):
                late += [
                    (one.at - taken.asked - LIMIT_MS - grace) / 1000
                    for taken in unpack(one.entry).taken
                    if taken.by == "default" and taken.received - taken.asked >= LIMIT_MS
                ]
        return late

    async def judge(self) -> list[str]:
        """What is wrong with the records."""
        found = []
        for name, moves in self.texts.items():
            blob = await self.house.store.archived(name)
            if blob is None:
                found.append(f"{name} is lost")
                continue
            record = read(json.loads(zlib.decompress(blob))["record"])
            if [taken.do for taken in record.taken] != moves or not verify(record).ok:
                found.append(f"the record of {name} is not that of its game")
        return found


def resident_mb(pid: int) -> float:
    """The most that a process has had resident, with those that it started."""
    own = sum(
        int(line.split()[1]) / 1024
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmHWM:")
    )
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(resident_mb(int(child)) for child in below)


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Let the games end, and see the clock through them."""
    found = Findings()
    service = Service(apis=0, workers=0, clocks=1, spoilt=spoilt, linger_ms=LINGER_MS)
    async with service:
        settings = Settings(
            redis_url=service.store.url, queue_redis_url=None, linger_ms=LINGER_MS, guests_per_hour=1_000_000
        )
        store = await open_store(service.store.url)
        try:
            await watch(Endings(service, House(store, settings, NoBell())), size, say, found)
        finally:
            await store.close()
    return found


async def watch(endings: Endings, size: Size, say: Callable[[str], None], found: Findings) -> None:
    """The clock from its start until everything is shrunk."""
    clock = endings.service.named("clock")[0]
    await asyncio.to_thread(clock.kill)
    await endings.end(size.games)
    clock.start()
    began = time.monotonic()
    at_death = await endings.fewer_than(size.games)
    await asyncio.to_thread(clock.restart)
    await endings.fewer_than(at_death)  # it works again, and is in the middle of it
    await endings.sit()
    most = 0.0
    while left := await asyncio.to_thread(endings.left):
        assert clock.process is not None
        most = max(most, await asyncio.to_thread(resident_mb, clock.process.pid))
        say(f"{left:,} of {size.games:,} games are not shrunk yet")
        if time.monotonic() - began > PATIENCE_S:
            found.fault(f"{left:,} games are not shrunk after {PATIENCE_S:.0f} s")
            break
        await asyncio.sleep(LOOK_S)
    seconds = time.monotonic() - began
    late = await endings.lateness_s()
    found.figures |= {
        "games": size.games,
        "shrunk_in_s": round(seconds, 1),
        "resident_mb": round(most, 1),
        "turns": len(late),
        "median_late_s": round(share(late, 0.5), 2),
        "longest_late_s": round(max(late, default=0.0), 2),
        "shrunk_when_killed": size.games - at_death,
    }
    found.all(await endings.judge())
    if most > MOST_MB:
        found.fault(f"the clock has had {most:.0f} MB resident")
    if max(late, default=0.0) > MOST_LATE_S * slack():
        found.fault(f"a turn was attended to {max(late):.2f} s after its time was over")
    if not late:
        found.fault("no turn was attended to")
