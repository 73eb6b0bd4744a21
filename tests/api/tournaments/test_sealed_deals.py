"""While a deal is still played at one table, nothing of it is told at another."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.context import Principal
from citadels_api.play import service as play
from citadels_api.play.step import open_game
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.records.replay import replay
from citadels_api.records.service import record, records
from citadels_api.streams.service import events
from citadels_api.tables import service as tables
from citadels_api.tournaments import control, entry, exporter, search, stream

from tests.support.houses import play_on, playing
from tests.support.tournament_world import made_world, two_turns

if TYPE_CHECKING:
    from citadels_api.context import House


pytestmark = pytest.mark.anyio

CLOSED = ["sealed", "sealed", "sealed", "[]", *["sealed"] * 6]
"""What spectators are told of a sealed table beside how it stands, in the order of `all_of`."""


async def said(asked: Any) -> str:
    """What is answered, as JSON; a refusal by its code."""
    try:
        return msgspec.json.encode(await asked).decode()
    except Refusal as refusal:
        return refusal.code


async def all_of(house: House, who: Principal | None, table: str) -> list[str]:
    """Everything that may be asked about a table."""
    exported = [text async for text, _ in records(house)]
    return [
        await said(tables.table(house, who, table)),
        await said(play.position(house, who, table)),
        await said(events(house, who, table, after=0)),
        await said(record(house, who, table)),
        json.dumps([text for text in exported if table in text]),
        await said(events(house, who, table, after=0, positions=True)),
        await said(play.reasons(house, who, table, ["gold", "pick king"])),
        *[await said(replay(house, who, table, eyes=eyes)) for eyes in (None, "0", "1", "all")],
    ]


async def test_the_end_of_one_turn_tells_nothing_until_the_other_is_over() -> None:
    world = await made_world()
    house = world.house
    people = [await world.account() for _ in range(2)]
    tour_id, (first, second) = await two_turns(world, people)
    await playing(house, first, people)
    snapshot = await house.store.load(first, seed=True)
    assert snapshot is not None
    assert snapshot.seed is not None
    game = open_game(snapshot, telling=False)
    credential = people[0].credential
    admin = Principal(msgspec.structs.replace(credential, account="acct_admin", scopes=["play", "admin"]))
    for who in (None, world.organizer, admin, await world.account()):
        told = await all_of(house, who, first)
        assert told[1:] == CLOSED
        assert json.loads(told[0])["seed"] is None
    for who in people:
        told = await all_of(house, who, first)
        assert snapshot.seed not in "".join(told)
        assert told[3:5] == ["sealed", "[]"]
        assert told[6:] == ["game_over", "sealed", "sealed", "sealed", "sealed"]
        position = json.loads(told[1])
        own = position["seat"]
        hands = [seat["hand"] for seat in position["view"]["seats"]]
        assert hands[1 - own] == len(game.seats[1 - own].hand)
        last = (await events(house, who, first, after=snapshot.number - 2))[0]
        assert [(event.kind, event.facts.get("hands")) for event in last.events][:1] == [("over", None)]
    lines = [line async for line in exporter.export(house, world.organizer, tour_id)]
    assert not [line for line in lines if '"record":' in line and '"game":"1' in line and '"entry"' not in line]
    assert not [line for line in lines if '"picks":' in line]
    frames = await stream.events(house, world.organizer, tour_id, after=0)
    assert ["picks" in one.facts for frame in frames for one in frame.entries if one.kind == "result"] == [False]
    assert all(one.sealed for one in (await search.games(house, None, tour_id)).items)

    await playing(house, second, people)
    told = await all_of(house, None, first)
    assert "sealed" not in told
    last = (await events(house, None, first, after=snapshot.number - 2))[0]
    assert len(last.events[0].facts["hands"]) == 2
    assert (
        json.loads(told[0])["seed"]
        == snapshot.seed
        == json.loads(await said(tables.table(house, None, second)))["seed"]
    )
    assert snapshot.seed in told[3]
    lines = [line async for line in exporter.export(house, world.organizer, tour_id)]
    assert len([line for line in lines if line.startswith('{"game":')]) == 2
    assert len([line for line in lines if '"picks":' in line]) == 2
    frames = await stream.events(house, None, tour_id, after=0)
    assert ["picks" in one.facts for frame in frames for one in frame.entries if one.kind == "result"] == [True, True]
    assert not any(one.sealed for one in (await search.games(house, None, tour_id)).items)


async def test_a_table_that_has_shrunk_to_its_record_stays_sealed_and_is_opened_too() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(2)]
    _, (first, second) = await two_turns(world, people)
    await playing(world.house, first, people)
    world.clock.now += world.house.settings.linger_ms + 1
    assert await attend(world.house, first) == "archived"
    assert (await all_of(world.house, None, first))[1:] == CLOSED
    mine = json.loads(await said(play.position(world.house, people[0], first)))
    assert sum(isinstance(seat["hand"], list) for seat in mine["view"]["seats"]) == 1
    await playing(world.house, second, people)
    assert "sealed" not in await all_of(world.house, None, first)


async def test_what_spectators_see_of_a_sealed_table_is_the_same_whatever_is_dealt_and_played() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(2)]
    twins = [(await two_turns(world, people))[1] for _ in range(2)]
    for names, moves in zip(twins, (3, 11), strict=True):
        for _ in range(moves):
            await play_on(world.house, names[0], people, random.Random(moves))
    seats = []
    for names in twins:
        told = await all_of(world.house, None, names[0])
        answer = json.loads(told[0])
        seats.append([seat["player"]["id"] for seat in answer.pop("seats")])
        for name in ("id", "tournament", "commitment"):
            del answer[name]
        told[0] = json.dumps(answer)
        names.append("".join(told))
    assert sorted(seats[0]) == sorted(seats[1])
    assert twins[0][2] == twins[1][2]


async def test_a_deal_that_is_played_once_is_not_sealed() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(2)]
    made = await world.make()
    for who in people:
        await entry.enter(world.house, who, made.id)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    (fixture,) = (await world.rounds(made.id)).event.open()
    name = await world.table(made.id, fixture)
    for who in people:
        await tables.join(world.house, who, name)
    assert json.loads(await said(play.position(world.house, None, name)))["status"] == "running"
