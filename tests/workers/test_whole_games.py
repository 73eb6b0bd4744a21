"""Whole games of tournaments: played in one go, written once, whatever is killed."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

import pytest
from citadels_api.bell import DEEP, GAME_JOB, GAMES, RqBell, queue_connection
from citadels_api.service import archiving, tables
from citadels_api.service.tournaments.conducting import conduct
from citadels_api.service.tournaments.ids import table_id
from citadels_api.settings import Settings
from citadels_api.store.ports import StoreDown
from citadels_engine.record import read, verify
from citadels_workers import whole_games
from citadels_workers.clock import go_round
from citadels_workers.fixtures import table_of
from citadels_workers.tournaments import follow
from citadels_workers.whole_games import play_game

from tests.support.houses import make_house
from tests.support.played_live import log_of, made, now_of, organizer, pass_time, play_rung, play_to_the_end
from tests.support.servers import Server
from tests.workers.faulty import Faulty

GAME = "1.0.0.0"


def test_a_tournament_of_the_house_is_played_to_its_end() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        settings = {"seats": 2, "deals": 2}
        tour = await made(house, await organizer(house), house=["greedy", "random"], settings=settings, begins="now")
        there = await play_to_the_end(house, rings, clock, tour)
        assert there.doc.status == "over", there.doc.why
        assert len(there.event.results) == 4
        await pass_time(house, clock, 1)
        assert (await now_of(house, tour)).doc.secret == there.secret
        for game, result in there.event.results.items():
            text = await archiving.record(house, None, table_id(tour, game))
            assert verify(read(text)).ok
            shown = await tables.table(house, None, table_id(tour, game))
            assert shown.result is not None
            assert [result.scores[seat] for seat in range(2)] == shown.result.totals
            assert all(result.picks)

    asyncio.run(scenario())


def test_a_job_that_runs_several_times_at_once_gives_one_game_and_one_result() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour = await made(
            house, await organizer(house), house=["random", "random"], settings={"seats": 2}, begins="now"
        )
        await pass_time(house, clock, 1)
        ended = await asyncio.gather(*[play_game(house, tour, GAME) for _ in range(5)])
        assert sorted(ended) == ["over", "taken", "taken", "taken", "taken"]
        assert await play_game(house, tour, GAME) == "stale"
        assert [entry["kind"] for entry in await log_of(house, tour)].count("result") == 1

    asyncio.run(scenario())


@pytest.mark.parametrize("after", [False, True])
def test_a_worker_killed_at_any_write_loses_and_repeats_nothing(after: bool) -> None:
    async def scenario() -> None:
        count = 0
        while True:
            house, _, clock = make_house()
            tour = await made(
                house, await organizer(house), house=["random", "random"], settings={"seats": 2}, begins="now"
            )
            await pass_time(house, clock, 1)
            faulty = Faulty(clock, house.store.space)  # type: ignore[attr-defined]  # it is the memory store
            faulty.left, faulty.after = count, after
            killed, _, _ = make_house(faulty)
            died = False
            try:
                await play_game(killed, tour, GAME)
            except StoreDown:
                died = True
            clock.now += house.settings.game_lease_ms + 1
            await play_game(house, tour, GAME)
            assert [entry["kind"] for entry in await log_of(house, tour)].count("result") == 1
            result = (await now_of(house, tour)).event.results[GAME]
            text = await archiving.record(house, None, table_id(tour, GAME))
            assert verify(read(text)).ok
            assert result.record == sha256(text.encode()).hexdigest()
            if not died:
                break
            count += 1
        assert count >= 5, "lease, table, game, record and result are written"

    asyncio.run(scenario())


def test_a_game_that_ends_after_all_was_cancelled_is_told_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann = await organizer(house)
        tour = await made(house, ann, house=["random", "random"], settings={"seats": 2}, begins="now")
        await pass_time(house, clock, 1)
        writing = whole_games.write

        async def write(*given: Any) -> bool:
            await conduct(house, ann, tour, do="cancel")
            return await writing(*given)

        monkeypatch.setattr(whole_games, "write", write)
        await play_game(house, tour, GAME)
        await pass_time(house, clock, 100)
        assert [entry["kind"] for entry in await log_of(house, tour)][-2:] == ["cancelled", "revealed"]

    asyncio.run(scenario())


def test_games_whose_bells_are_lost_are_rung_for_again() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        tour = await made(
            house, await organizer(house), house=["random", "random"], settings={"seats": 2}, begins="now"
        )
        await pass_time(house, clock, 1)
        assert (tour, GAME, False) in rings.games
        rings.games.clear()
        await pass_time(house, clock, 3)
        assert (tour, GAME, False) in rings.games
        assert await play_rung(house, rings)

    asyncio.run(scenario())


def test_the_bell_puts_a_game_into_the_queue_once_in_a_while_with_nothing_but_its_ids() -> None:
    with Server("valkey") as server:
        bell = RqBell(queue_connection(Settings(redis_url=server.url, queue_redis_url=None)), again_s=1000)
        for _ in range(3):
            bell.play("tour_x", "1.0.0.0")
            bell.play("tour_x", "1.0.0.1", thinking=True)
        bell.close()
        (job,) = bell.queues[GAMES].get_jobs()
        assert (job.func_name, job.args, job.kwargs) == (GAME_JOB, ["tour_x", "1.0.0.0"], {})
        assert [job.args for job in bell.queues[DEEP].get_jobs()] == [["tour_x", "1.0.0.1"]]


def test_the_rest_of_a_game_comes_before_the_other_games() -> None:
    with Server("valkey") as server:
        bell = RqBell(queue_connection(Settings(redis_url=server.url, queue_redis_url=None)))
        bell.play("tour_x", "1.0.0.0", thinking=True)
        bell.play("tour_x", "1.0.1.0", thinking=True)
        bell.play("tour_x", "1.0.2.0", thinking=True, again=True)
        bell.close()
        assert [job.args[1] for job in bell.queues[DEEP].get_jobs()] == ["1.0.2.0", "1.0.0.0", "1.0.1.0"]


def test_a_game_that_was_rung_for_long_ago_is_rung_for_again() -> None:
    with Server("valkey") as server:
        bell = RqBell(queue_connection(Settings(redis_url=server.url, queue_redis_url=None)), again_s=0)
        for _ in range(3):
            bell.play("tour_x", "1.0.0.0")
        bell.close()
        assert bell.queues[GAMES].count == 3


def test_equal_bots_of_the_house_tie_exactly_over_the_turns_of_a_deal() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        tour = await made(
            house, await organizer(house), house=["random", "random"], settings={"seats": 2, "deals": 2}, begins="now"
        )
        there = await play_to_the_end(house, rings, clock, tour)
        assert [one.points for one in there.event.standings()] == [2.0, 2.0]

    asyncio.run(scenario())


def test_a_game_of_bots_that_search_is_played_in_slices_behind_whatever_else_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whole_games, "SLICE_S", 0.0)

    async def scenario() -> None:
        house, rings, clock = make_house(planner_playouts=1)
        settings = {"seats": 2, "duplicate": False}
        tour = await made(house, await organizer(house), house=["planner", "random"], settings=settings, begins="now")
        clock.now += 1000
        await go_round(house)
        assert rings.games == [(tour, GAME, True)]
        ended = []
        while (await now_of(house, tour)).event.unplayed:
            ended += await play_rung(house, rings)
        assert ended == ["passed on"] * (len(ended) - 1) + ["over"]
        assert len(ended) > 20
        assert verify(read(await archiving.record(house, None, table_id(tour, GAME)))).ok

    asyncio.run(scenario())


def test_a_game_in_slices_is_the_game_in_one() -> None:
    async def scenario() -> None:
        house, _, _ = make_house(planner_playouts=1)
        settings = {"seats": 2, "duplicate": False}
        tour = await made(house, await organizer(house), house=["planner", "random"], settings=settings, begins="now")
        there = await follow(house, await now_of(house, tour))
        fixture = there.event.fixtures[GAME]
        table, seed = table_of(there, fixture)
        whole = whole_games.play_out(house, table, seed, 0)
        assert isinstance(whole, whole_games.Played)
        begun: whole_games.Begun = []
        for _ in range(5):
            left = whole_games.play_out(house, table_of(there, fixture)[0], seed, 0, begun, 0.0)
            assert isinstance(left, list)
            assert len(left) == len(begun) + 1
            begun = left
        rest = whole_games.play_out(house, table_of(there, fixture)[0], seed, 0, begun)
        assert isinstance(rest, whole_games.Played)
        assert [one.do for one in rest.entry.taken] == [one.do for one in whole.entry.taken]

    asyncio.run(scenario())
