"""Results come into the log from the ends of tables: all of them, each once, whoever reports, however often, however many at a time."""

from __future__ import annotations

import asyncio
import random
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from citadels_api.context import House
from citadels_api.problems import Refusal
from citadels_api.records.service import record
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import Unknown
from citadels_api.tables import service as tables
from citadels_api.tables.transaction import opened_table
from citadels_api.tournaments import control, entry
from citadels_api.tournaments.log import Wanted, change, entries_of
from citadels_api.tournaments.results import report

from tests.support.houses import playing
from tests.support.tournament_world import World, made_world, result_for

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.store.ports import Change, Outcome, Snapshot
    from citadels_api.tournaments.log import Held
    from citadels_contest.types import Fixture

pytestmark = pytest.mark.anyio


async def running(world: World, people: list[Principal], **order: object) -> tuple[str, list[Fixture]]:
    """A tournament of these people, whose first round is made."""
    made = await world.make(**order)
    for who in people:
        await entry.enter(world.house, who, made.id)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    return made.id, (await world.rounds(made.id)).event.open()


async def seated(world: World, tour_id: str, fixture: Fixture, people: list[Principal]) -> str:
    """The table of a game, at which everybody sits who is called to it."""
    table = await world.table(tour_id, fixture)
    for who in people:
        if who.account in fixture.seats:
            await tables.join(world.house, who, table)
    return table


async def test_the_end_of_a_table_is_a_result_with_its_record() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(2)]
    tour_id, (fixture,) = await running(world, people)
    table = await seated(world, tour_id, fixture, people)
    await playing(world.house, table, people)
    there = await world.rounds(tour_id)
    result = there.event.results[fixture.id]
    snapshot = await world.house.store.load(table)
    assert snapshot is not None
    kept = opened_table(snapshot)
    text = await record(world.house, None, table)
    assert result.scores == tuple(kept.totals or [])
    assert [place for place, _ in sorted(zip(result.places, result.scores, strict=True))] == sorted(result.places)
    assert result.record == sha256(text.encode()).hexdigest()
    assert [len(picks) for picks in result.picks] == [2 * result.rounds] * 2
    assert there.doc.status == "over"
    number = there.number
    await report(world.house, kept)
    assert (await world.there(tour_id)).number == number


async def test_a_table_that_is_broken_off_counts_for_nobody() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(2)]
    tour_id, (fixture,) = await running(world, people)
    table = await seated(world, tour_id, fixture, people)
    for who in people:
        await tables.resign(world.house, who, table)
    there = await world.there(tour_id)
    assert list(there.event.voided) == [fixture.id]


async def test_at_a_table_of_a_tournament_nobody_decides_for_himself() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(2)]
    tour_id, (fixture,) = await running(world, people)
    table = await world.table(tour_id, fixture)
    house, organizer = world.house, world.organizer
    codes = []
    for asked in (
        tables.abort(house, organizer, table),
        tables.invite_link(house, organizer, table),
        tables.add_ai(house, organizer, table, None, "greedy"),
        tables.decline(house, people[0], table),
        tables.start(house, organizer, table),
    ):
        with pytest.raises(Refusal) as caught:
            await asked
        codes.append(caught.value.code)
    await tables.join(house, people[0], table)
    with pytest.raises(Refusal) as caught:
        await tables.leave(house, people[0], table)
    await tables.join(house, people[1], table)
    with pytest.raises(Refusal) as aborted:
        await tables.abort(house, people[0], table)
    assert {*codes, caught.value.code, aborted.value.code} == {"forbidden"}
    assert "tournament" in str(caught.value)


class Faulty(MemoryStore):
    """A store in which others are heard before and after each commit, and whose answers are lost now and then."""

    chance = random.Random(0)
    lost = 0.0

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        await asyncio.sleep(0)
        return await super().load(table, key=key, seed=seed)

    async def commit(self, change: Change) -> Outcome:
        for _ in range(self.chance.randrange(3)):
            await asyncio.sleep(0)
        outcome = await super().commit(change)
        if change.table.startswith("tour_") and self.chance.random() < self.lost:
            raise Unknown("no answer")
        return outcome


async def land(house: House, tour_id: str, fixture: Fixture) -> None:
    """Report a made-up result."""

    def make(there: Held) -> Wanted | None:
        known = fixture.id in there.event.unplayed
        return Wanted([result_for(fixture, random.Random(fixture.id))]) if known else None

    await change(house, tour_id, make, key=f"result-{fixture.id}", tried=False)


async def test_two_hundred_results_at_one_moment_from_three_processes_all_land_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await made_world(Faulty())
    store = world.house.store
    assert isinstance(store, MemoryStore)
    others = [House(Faulty(space=store.space), world.house.settings, world.house.bell) for _ in range(2)]
    made = await world.make(house=["greedy"] * 20 + ["random"], settings={"format": "round-robin", "duplicate": False})
    await control.conduct(world.house, world.organizer, made.id, do="start")
    fixtures = (await world.rounds(made.id)).event.open()
    assert len(fixtures) == 210
    houses = [world.house, *others]
    monkeypatch.setattr(Faulty, "lost", 0.05)
    await asyncio.gather(
        *[land(houses[n % 3], made.id, fixture) for n, fixture in enumerate([*fixtures, *fixtures[:40]])]
    )
    for house in houses:
        there = (await World(house, None, world.organizer).there(made.id)).event
        assert len(there.results) == 210
    told = [entry for one in await store.log(made.id) for entry in entries_of(one) if entry["kind"] == "result"]
    assert sorted(str(one["game"]) for one in told) == sorted(one.id for one in fixtures)
