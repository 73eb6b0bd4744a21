"""Profiles: what the ladder counts of each rated game, once, and what of it may be told."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
from citadels_api.play.timeouts import attend
from citadels_api.ratings import profiles
from citadels_api.ratings.stored import FoldedGame, ProfileDoc, profile_key
from citadels_api.records.service import record
from citadels_api.tables import service as tables
from citadels_engine.formats.record import read
from citadels_workers.rating_fold import copy_profile, fold_games

from tests.support.houses import playing, table_for
from tests.support.tournament_world import World, made_world, two_turns

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.ratings.contract import ProfileAnswer


async def profile_of(world: World, who: Principal, **only: Any) -> ProfileAnswer:
    return await profiles.profile(world.house, None, who.account, **only)


async def folded(world: World) -> int:
    world.clock.now += 60_000
    return await fold_games(world.house)


def picked(told: ProfileAnswer) -> dict[str, int]:
    return {one.character: one.picks for one in told.characters}


def test_a_game_counts_by_seat_and_by_character_once() -> None:
    async def scenario() -> None:
        world = await made_world()
        people = [await world.account() for _ in range(2)]
        names = [
            await table_for(world.house, people, ai=2, level="random", rated=True),
            await table_for(world.house, people, rated=True),
        ]
        for name in names:
            await playing(world.house, name, people)
        assert await folded(world) == 2
        assert await folded(world) == 0
        for who in people:
            told = await profile_of(world, who)
            wins, places, picks = 0, [], Counter[str]()
            for name in names:
                table = await tables.table(world.house, who, name)
                assert table.result is not None
                before = [seat for together in table.result.places for seat in together].index(table.your_seat or 0)
                places.append(1 + before)
                wins += table.your_seat in table.result.places[0]
                for taken in read(await record(world.house, None, name)).taken:
                    if taken.seat == table.your_seat and taken.do.startswith("pick "):
                        picks[taken.do[5:]] += 1
            assert (told.games, told.wins, told.mean_place) == (2, wins, sum(places) / 2)
            assert picked(told) == picks
            assert all(one.games <= 2 and one.wins <= one.games <= one.picks for one in told.characters)
            assert sum(one.games for one in told.seats) == 2
            assert 0 <= told.low < told.high <= 1
            small = await profile_of(world, who, seats=2)
            assert (small.games, sum(one.games for one in small.seats)) == (1, 1)
            assert (await profile_of(world, who, edition="classic")).games == 0

    asyncio.run(scenario())


def test_characters_of_a_deal_that_is_still_played_are_held_back() -> None:
    async def scenario() -> None:
        world = await made_world()
        people = [await world.account() for _ in range(2)]
        _, (first, second) = await two_turns(world, people, rated=True)
        await playing(world.house, first, people)
        assert await folded(world) == 1
        for who in people:
            told = await profile_of(world, who)
            assert (told.games, told.characters) == (1, [])
        await playing(world.house, second, people)
        once = [picked(await profile_of(world, who)) for who in people]
        assert all(once)
        assert await folded(world) == 1
        for who, before in zip(people, once, strict=True):
            told = await profile_of(world, who)
            assert told.games == 2
            assert sum(picked(told).values()) > sum(before.values())
            assert all(one.games <= 2 for one in told.characters)
            kept = await world.house.store.get(profile_key(who.account))
            assert kept is not None
            assert msgspec.msgpack.decode(kept, type=ProfileDoc).held == []

    asyncio.run(scenario())


def test_a_game_whose_log_has_shrunk_counts_all_the_same() -> None:
    async def scenario() -> None:
        world = await made_world()
        people = [await world.account() for _ in range(2)]
        name = await table_for(world.house, people, rated=True)
        await playing(world.house, name, people)
        world.clock.now += world.house.settings.linger_ms + 1
        assert await attend(world.house, name) == "archived"
        assert await fold_games(world.house) == 1
        assert (await profile_of(world, people[0])).characters

    asyncio.run(scenario())


def test_games_that_were_folded_before_anything_was_counted_do_no_harm() -> None:
    async def scenario() -> None:
        world = await made_world()
        who = await world.account()
        old = {"table": "game_1", "at": 1, "edition": "modern", "seats": 2, "places": [1, 2], "after": [{}, {}]}
        players = [{"account": who.account, "name": "ann"}, {"name": "greedy", "level": "greedy"}]
        game = msgspec.convert({**old, "players": players}, FoldedGame)
        assert (await profile_of(world, who)).mean_place is None
        for _ in range(2):
            await copy_profile(world.house, 1, game, 0)
        told = await profile_of(world, who)
        assert (told.games, told.wins, told.characters) == (1, 1, [])

    asyncio.run(scenario())
