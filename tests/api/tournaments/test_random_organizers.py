"""Whatever organizers, entrants and tables do, in two processes of which either may be restarted at any moment, the log stays whole."""

from __future__ import annotations

import asyncio
import os
import random
from typing import TYPE_CHECKING

import pytest
from citadels_api.context import House
from citadels_api.problems import Refusal
from citadels_api.store.memory import MemoryStore
from citadels_api.tournaments import control, entry
from citadels_api.tournaments.log import Wanted, add, change, entries_of, held
from citadels_api.tournaments.stored import Conditions

from tests.api.tournaments.test_results import Faulty
from tests.support.tournament_world import World, made_world, result_for

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.tournaments.log import Held

pytestmark = pytest.mark.anyio
SIZE = {"quick": 4, "ci": 24, "full": 1000}[os.environ.get("CITADELS_SIZE", "quick")]
ACTS = "enter enter enter withdraw start round round result result result result correct void pause resume resume open close pairings restart".split()  # noqa: SIM905  (read as words)


async def act(world: World, house: House, tour_id: str, people: list[Principal], chance: random.Random) -> None:
    """One thing that somebody does."""
    there = await held(house, tour_id)
    assert there is not None
    event, organizer = there.event, world.organizer
    games = list(event.fixtures.values())
    match chance.choice(ACTS):
        case "enter":
            await entry.enter(house, chance.choice(people), tour_id)
        case "withdraw":
            who = chance.choice(people)
            await entry.withdraw(house, who, tour_id, who.account)
        case "start" | "pause" | "resume" | "open" | "close" as do:
            await control.conduct(house, organizer, tour_id, do=do)
        case "round":
            due = event.due()
            if due is not None and due["kind"] != "ended":
                await add(house, there, [due])
        case "result" if event.unplayed:
            fixture = chance.choice(list(event.unplayed.values()))
            result = result_for(fixture, chance)

            def make(now: Held) -> Wanted | None:
                return Wanted([result]) if fixture.id in now.event.unplayed else None

            await change(house, tour_id, make, key=f"result-{fixture.id}", tried=False)
        case "correct" if games:
            fixture = chance.choice(games)
            places = list(range(1, len(fixture.seats) + 1))
            await control.correct(house, organizer, tour_id, fixture.id, places=places, why="a word")
        case "void" if games:
            await control.correct(house, organizer, tour_id, chance.choice(games).id, why="a mistake")
        case "pairings" if event.entrants:
            pair = chance.sample(list(event.entrants), min(2, len(event.entrants)))
            await control.set_pairings(house, organizer, tour_id, round=len(event.rounds) + 1, pairings=[pair])
        case "restart":
            house.folded.clear()


async def try_acts(world: World, house: House, tour_id: str, people: list[Principal], seed: int) -> None:
    """Many things, one after the other; a refusal is an answer."""
    chance = random.Random(seed)
    for _ in range(60):
        try:
            await act(world, house, tour_id, people, chance)
        except Refusal as refusal:
            assert refusal.code != "internal"  # noqa: PT017 - which refusals there are is not the claim


@pytest.mark.parametrize("seed", range(SIZE))
async def test_the_log_stays_whole(seed: int) -> None:
    form = ("round-robin", "swiss", "arena", "gauntlet")[seed % 4]
    world = await made_world(Faulty())
    store = world.house.store
    assert isinstance(store, MemoryStore)
    settings = {"format": form, "rounds": 3} if form in ("swiss", "arena") else {"format": form}
    made = await world.make(settings={**settings, "late": "zero"}, conditions=Conditions(kinds=["account"], most=6))
    people = [await world.account() for _ in range(8)]
    other = House(Faulty(space=store.space), world.house.settings, world.house.bell)
    await asyncio.gather(
        *[try_acts(world, house, made.id, people, 2 * seed + n) for n, house in enumerate((world.house, other))]
    )
    here, there = await world.there(made.id), await World(other, None, world.organizer).there(made.id)
    world.house.folded.clear()
    fresh = await world.there(made.id)
    for one in (here, there):
        assert one.number == fresh.number
        assert one.event.standings() == fresh.event.standings()
        assert (one.event.results, one.event.voided) == (fresh.event.results, fresh.event.voided)
    assert fresh.doc.status == fresh.event.status
    logged = await store.log(made.id)
    entries = [line for one in logged for line in entries_of(one)]
    assert fresh.number == len(entries) == logged[-1].number
    results = [line["game"] for line in entries if line["kind"] == "result"]
    assert len(results) == len(set(results))
    assert len(fresh.event.entrants) - len(fresh.event.withdrawn) <= 6
    settled = fresh.event.results.keys() | fresh.event.voided.keys() | fresh.event.struck.keys()
    assert settled.isdisjoint(fresh.event.unplayed)
    assert settled | fresh.event.unplayed.keys() == fresh.event.fixtures.keys()
