"""Following: every entry once and in order, from any number on, however the stream was lost; everything in one call at the end."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest
from citadels_api.problems import Refusal
from citadels_api.tables import search as table_search
from citadels_api.tournaments import control, exporter, search, statistics, stream
from citadels_api.tournaments.ids import seed_of
from citadels_api.tournaments.log import Wanted, add, change
from citadels_contest.log import read_entry
from citadels_contest.settings import settings_from
from citadels_contest.tournament import fold

from tests.support.tournament_world import made_world, result_for

if TYPE_CHECKING:
    from citadels_api.tournaments.contract import TournamentFrame

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio


async def reveal(world: World, tour_id: str) -> None:
    """What the clock does once nothing is played any more."""
    from msgspec.structs import replace

    await change(
        world.house, tour_id, lambda there: Wanted([{"kind": "revealed"}], replace(there.doc, secret=there.secret))
    )


async def test_a_stream_that_is_lost_again_and_again_has_no_gap_and_no_duplicate() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy", "random"])
    chance = random.Random(1)
    seen: list[int] = []
    last: list[TournamentFrame] = []

    async def follow() -> None:
        while True:
            after = seen[-1] if seen else 0
            async with aclosing(stream.frames(world.house, None, made.id, after=after)) as frames:  # type: ignore[type-var]  # a generator
                async for frame in frames:
                    seen.extend(one.number for one in frame.entries)
                    if frame.type == "end":
                        last.append(frame)
                        return
                    if chance.random() < 0.4:
                        break  # the connection is lost

    following = asyncio.create_task(follow())
    await control.conduct(world.house, world.organizer, made.id, do="start")
    there = await world.rounds(made.id)
    for fixture in there.event.open():
        await add(world.house, await world.there(made.id), [result_for(fixture, chance)])
        await asyncio.sleep(0)
    await world.rounds(made.id)
    await reveal(world, made.id)
    await asyncio.wait_for(following, 30)
    there = await world.there(made.id)
    assert seen == list(range(1, there.number + 1))
    assert last[0].number == there.number


async def test_the_newest_frame_has_the_standings_and_the_first_says_where_it_stands() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    await control.conduct(world.house, world.organizer, made.id, do="start")
    there = await world.play(made.id)
    (state,) = await stream.events(world.house, None, made.id)
    assert (state.type, state.number, state.entries) == ("state", there.number, [])
    assert state.standings is not None
    frames = await stream.events(world.house, None, made.id, after=0)
    assert [frame.standings is not None for frame in frames] == [False] * (len(frames) - 1) + [True]
    assert frames[-1].standings == state.standings
    assert await stream.events(world.house, None, made.id, after=there.number) == []


async def test_a_number_that_it_never_had_brings_where_it_stands_and_no_gap_after_it() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    (state,) = await stream.events(world.house, None, made.id, after=made.number + 500, wait_ms=20_000)
    assert (state.type, state.number) == ("state", made.number)
    async with aclosing(stream.frames(world.house, None, made.id, after=made.number + 500)) as frames:  # type: ignore[type-var]  # a generator
        assert (await anext(frames)).type == "state"
        await control.conduct(world.house, world.organizer, made.id, do="start")
        assert [one.kind for one in (await asyncio.wait_for(anext(frames), 10)).entries] == ["started"]


async def test_waits_for_what_comes() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    waiting = asyncio.create_task(stream.events(world.house, None, made.id, after=made.number, wait_ms=20_000))
    await asyncio.sleep(0.01)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    (frame,) = await asyncio.wait_for(waiting, 30)
    assert [one.kind for one in frame.entries] == ["started"]


async def test_statistics_have_the_number_of_the_log_and_stay_while_nothing_happens() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.play(made.id)
    first = await search.standings(world.house, None, made.id)
    assert await search.standings(world.house, None, made.id) is first
    assert first.statistics["games"] == {"counted": 2, "deals": 1, "tables": 1}
    await control.correct(world.house, world.organizer, made.id, "1.0.0.0", why="void")
    assert (await search.standings(world.house, None, made.id)).number == first.number + 1


async def test_the_export_is_what_the_tournament_can_be_folded_from_again() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy"])
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.play(made.id)
    lines = [json.loads(line) async for line in exporter.export(world.house, world.organizer, made.id)]
    assert lines[0]["event"]["secret"] is None
    assert lines[0]["event"]["settings"]["seed"] == ""
    await reveal(world, made.id)
    lines = [json.loads(line) async for line in exporter.export(world.house, world.organizer, made.id)]
    event = lines[0]["event"]
    assert event["settings"]["seed"] == seed_of(event["secret"], "lots")
    entries = [read_entry(json.dumps(line["entry"])) for line in lines if "entry" in line]
    again = fold(settings_from(event["settings"]), entries)
    there = await world.there(made.id)
    assert again.standings() == there.event.standings()
    assert list(again.fixtures.values()) == list(there.event.fixtures.values())


async def test_a_private_one_is_followed_by_nobody_else() -> None:
    world = await made_world()
    made = await world.make(visibility="private")
    other = await world.account()
    for asked in (
        stream.events(world.house, other, made.id, after=0),
        search.standings(world.house, other, made.id),
        search.games(world.house, other, made.id),
        anext(exporter.export(world.house, other, made.id)),
        anext(stream.frames(world.house, other, made.id)),
    ):
        with pytest.raises(Refusal, match="not_found"):
            await asked


async def test_games_are_listed_page_by_page_in_playing_order() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy", "random"], settings={"duplicate": False})
    await control.conduct(world.house, world.organizer, made.id, do="start")
    fixtures = (await world.rounds(made.id)).event.open()
    await add(world.house, await world.there(made.id), [result_for(fixtures[0], random.Random(0))])
    found, cursor = [], None
    while True:
        page = await search.games(world.house, None, made.id, cursor=cursor, limit=4)
        found.extend(page.items)
        cursor = page.next
        if cursor is None:
            break
    assert [one.id for one in found] == [one.id for one in fixtures]
    assert [one.status for one in found] == ["over"] + ["waiting"] * 5
    assert len({one.table for one in found}) == 6
    mine = await search.games(world.house, None, made.id, entrant="greedy#2", status="waiting")
    assert all("greedy#2" in one.seats for one in mine.items)
    for one in (fixtures[0].id, fixtures[3].id):
        page = await search.games(world.house, None, made.id, game=one)
        assert ([found.id for found in page.items], page.next) == ([one], None)
    assert (await search.games(world.house, None, made.id, game="1.0.0.99")).items == []
    assert (await search.games(world.house, None, made.id, game=fixtures[0].id, status="waiting")).items == []
    table = await table_search.table(world.house, None, await world.table(made.id, fixtures[1]))
    assert table.fixture == fixtures[1].id
    assert [one.id for one in (await search.games(world.house, None, made.id, status="open")).items] == [fixtures[1].id]


@pytest.mark.heavy
async def test_figures_of_many_games_are_worked_out_beside_the_service_and_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy"])
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await world.play(made.id)
    on_the_spot = await search.standings(world.house, None, made.id)
    world.house.folded.clear()
    monkeypatch.setattr(statistics, "AT_ONCE", 3)
    beside = await asyncio.gather(*[search.standings(world.house, None, made.id) for _ in range(3)])
    assert [one == on_the_spot for one in beside] == [True] * 3
    assert beside[0] is beside[1] is beside[2]


async def test_standings_that_take_long_come_in_a_frame_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    await control.conduct(world.house, world.organizer, made.id, do="start")
    (fixture, *_) = (await world.rounds(made.id)).event.open()
    monkeypatch.setattr(statistics, "QUICK_S", 0.001)
    kept = world.house.folded[made.id]
    kept.placed = (0, time.monotonic(), 0.005, [])
    frames = stream.frames(world.house, None, made.id, after=(await world.there(made.id)).number)
    async with aclosing(frames):  # type: ignore[type-var]  # a generator
        coming = asyncio.ensure_future(anext(frames))
        await asyncio.sleep(0)
        await add(world.house, await world.there(made.id), [result_for(fixture, random.Random(0))])
        first = await asyncio.wait_for(coming, 30)
        second = await asyncio.wait_for(anext(frames), 10)
    assert (first.type, first.standings) == ("entries", None)
    assert (second.type, second.number, second.entries) == ("state", first.number, [])
    assert second.standings is not None
    assert second.standings[0].games == 1
