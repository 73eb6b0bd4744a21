"""The same on a real Valkey: a tournament from entry to its end, written by two processes, read by a third that comes late."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest
from citadels_api.context import House
from citadels_api.records.service import record
from citadels_api.store.connect import open_store
from citadels_api.tables import service as tables
from citadels_api.tournaments import control, entry, exporter, search, stream

from tests.api.tournaments.test_results import land
from tests.support.houses import playing
from tests.support.servers import Server
from tests.support.tournament_world import World, made_world

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("valkey") as server:
        yield server


@pytest.fixture
def valkey(server: Server) -> Server:
    server.cli("FLUSHALL")
    return server


async def test_two_processes_write_and_a_third_reads_the_same(valkey: Server) -> None:
    async with AsyncExitStack() as stack:
        stores = [await open_store(valkey.url, timeout_ms=5000) for _ in range(3)]
        for store in stores:
            stack.push_async_callback(store.close)
        world = await made_world(stores[0])
        houses = [world.house, *[House(store, world.house.settings, world.house.bell) for store in stores[1:]]]
        made = await world.make(house=["greedy"] * 15, settings={"duplicate": False})
        await control.conduct(world.house, world.organizer, made.id, do="start")
        fixtures = (await world.rounds(made.id)).event.open()
        assert len(fixtures) == 105
        await asyncio.gather(*[land(houses[n % 2], made.id, one) for n, one in enumerate([*fixtures, *fixtures[:20]])])
        there = await World(houses[1], None, world.organizer).rounds(made.id)
        assert (there.doc.status, len(there.event.results)) == ("over", 105)
        late = World(houses[2], None, world.organizer)
        assert (await late.there(made.id)).event.standings() == there.event.standings()
        told = [one.number for frame in await stream.events(houses[2], None, made.id, after=0) for one in frame.entries]
        assert told == list(range(1, there.number + 1))
        listed = await search.tournaments(houses[2], None, status="over")
        assert [one.id for one in listed.items] == [made.id]


async def test_a_game_is_played_and_exported_with_its_record(valkey: Server) -> None:
    async with AsyncExitStack() as stack:
        store = await open_store(valkey.url, timeout_ms=5000)
        stack.push_async_callback(store.close)
        world = await made_world(store)
        people = [await world.account() for _ in range(2)]
        made = await world.make()
        for who in people:
            await entry.enter(world.house, who, made.id)
        await control.conduct(world.house, world.organizer, made.id, do="start")
        (fixture,) = (await world.rounds(made.id)).event.open()
        name = await world.table(made.id, fixture)
        for who in people:
            await tables.join(world.house, who, name)
        await playing(world.house, name, people)
        assert (await world.rounds(made.id)).doc.status == "over"
        lines = [json.loads(line) async for line in exporter.export(world.house, world.organizer, made.id)]
        assert lines[-1] == {"game": "1.0.0.0", "record": await record(world.house, None, name)}
