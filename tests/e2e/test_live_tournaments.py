"""A live tournament over real processes, while API, workers and clock are killed and the queue is emptied: nothing is lost, nothing is played twice.

Bots of the house play among each other and against people; one who has entered never comes.
"""

from __future__ import annotations

import asyncio
import os
import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.context import House, NoBell
from citadels_api.settings import Settings
from citadels_api.store.connect import open_store
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.log import entries_of, held
from citadels_contest.log import result_from
from citadels_engine.formats.record import read, verify

from tests.support.running import Caller, Service, offered
from tests.support.telling import run

if TYPE_CHECKING:
    from citadels_api.tournaments.log import Held

pytestmark = pytest.mark.heavy

SIZE = os.environ.get("CITADELS_SIZE", "quick")
ROUNDS = {"quick": 1, "ci": 2, "full": 8}[SIZE]
HOUSE = {"quick": 6, "ci": 6, "full": 21}[SIZE]
DEALS = {"quick": 1, "ci": 1, "full": 3}[SIZE]
TURNS = {"quick": 1, "ci": 1, "full": 10}[SIZE]
KILL_EVERY_S = 0.4


async def take_part(caller: Caller, tour: str, chance: random.Random) -> None:
    """Come to every table of a tournament to which one is called, and play there, until it is over."""
    async with asyncio.timeout(200):
        while True:
            found = (await caller.call("GET", f"/v1/tournaments/{tour}")).json()
            if found["status"] in ("over", "cancelled"):
                return
            for game in (await caller.call("GET", f"/v1/tournaments/{tour}/games?limit=100")).json()["items"]:
                if caller.account in game["seats"] and game["status"] != "over":
                    await move_at(caller, game["table"], chance)
            await asyncio.sleep(0.05)


async def move_at(caller: Caller, table: str, chance: random.Random) -> None:
    """Sit down if a seat is kept there, and take the decisions that are asked for."""
    answer = await caller.call("GET", f"/v1/tables/{table}")
    if answer.status != 200:
        return  # it is about to be made
    if answer.json()["your_seat"] is None:
        await caller.call("POST", f"/v1/tables/{table}/join", {})
    while True:
        answer = await caller.call("GET", f"/v1/tables/{table}/position")
        if answer.status != 200 or (actions := offered(answer.json())) is None:
            return
        await caller.move(table, answer.json()["decision"]["n"], [chance.choice(actions)["text"]])


async def kill(service: Service, killed: set[str]) -> None:
    """Kill one part after the other, and empty the queue; so often over."""
    parts = [*service.named("fast"), *service.named("clock"), *service.named("api")]
    for part in [None, *parts] * TURNS:
        await asyncio.sleep(KILL_EVERY_S)
        if part is None:
            service.queue.cli("FLUSHALL")
            killed.add("queue")
            continue
        await asyncio.to_thread(part.restart)
        await asyncio.to_thread(part.wait)
        killed.add(part.name.rstrip("0123456789"))


async def spend() -> tuple[Held, list[dict[str, Any]], dict[str, str], set[str]]:
    """Run the event; how it stands, its log, the records by game, and what was killed."""
    killed: set[str] = set()
    service = Service(apis=1, workers=2, clocks=1, own_queue=True, game_lease_ms=600, ai_lease_ms=300)
    async with service, Caller(service.ports) as ann, Caller(service.ports) as bea, Caller(service.ports) as cid:
        callers = [await caller.guest() for caller in (ann, bea, cid)]
        made = (await ann.call("POST", "/v1/accounts", {"name": "Organizer"})).json()
        boss = Caller(service.ports, made["credential"]["secret"])
        order = {
            "name": "Open",
            "house": ["greedy", "random", "random"] * (HOUSE // 3),
            "settings": {"format": "swiss", "seats": 3, "rounds": ROUNDS, "deals": DEALS, "forfeits": 20},
            "conditions": {"kinds": ["guest"]},
            "grace_ms": 3000,
        }
        tour = str((await boss.call("POST", "/v1/tournaments", order)).json()["id"])
        for caller in callers:
            entered = await caller.call("POST", f"/v1/tournaments/{tour}/entrants", {})
            assert entered.status in (200, 201, 409), entered
        killing = asyncio.create_task(kill(service, killed))
        try:
            started = await boss.call("POST", f"/v1/tournaments/{tour}/conduct", {"do": "start"})
            assert started.status == 200 or started.code == "already_started", started
            async with asyncio.timeout(200):
                await asyncio.gather(*[
                    take_part(caller, tour, random.Random(seed)) for seed, caller in enumerate(callers[:2])
                ])  # fmt: skip
            await killing
        finally:
            killing.cancel()
            await asyncio.wait([killing])
        async with boss:
            store = await open_store(service.store.url)
            try:
                house = House(store, Settings(redis_url=service.store.url, queue_redis_url=None), NoBell())
                there = await held(house, tour)
                assert there is not None
                log: list[dict[str, Any]] = [entry for one in await store.log(tour) for entry in entries_of(one)]
            finally:
                await store.close()
            records = {game: await boss.record(table_id(tour, game)) for game in there.event.results}
    return there, log, records, killed


def test_a_live_tournament_survives_the_kills_of_everything_but_its_store() -> None:
    there, log, records, killed = run(spend(), 300)
    event = there.event
    assert there.doc.status == "over", there.doc.why
    assert killed >= {"fast", "clock", "api", "queue"}
    assert len(event.rounds) == ROUNDS
    assert not event.unplayed
    results = [result_from(entry) for entry in log if entry["kind"] == "result"]
    assert sorted(one.fixture.id for one in results) == sorted(event.results), "each game has one result"
    assert set(event.fixtures) == set(event.results) | set(event.voided)
    for one in results:
        record = read(records[one.fixture.id])
        assert verify(record).ok
        assert sha256(records[one.fixture.id].encode()).hexdigest() == one.record
        assert record.header.players == len(one.fixture.seats)
    absent = [name for names in event.forfeited.values() for name in names]
    assert len(set(absent)) == 1, "only who never comes forfeits"
    for one in results:
        for seat, name in enumerate(one.fixture.seats):
            if name in absent:
                assert one.left == (seat,)
                assert one.places[seat] == 3
