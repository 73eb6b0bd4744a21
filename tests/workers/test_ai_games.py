"""Whole games of tournaments: played in one go, written once, whatever is killed."""

from __future__ import annotations

import asyncio
import contextlib
from hashlib import sha256
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.job_queue import RqBell, queue_connection
from citadels_api.jobs import DEEP, GAMES, PLAY_GAME
from citadels_api.play.game_log import deal
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.settings import Settings
from citadels_api.store.ports import StoreDown
from citadels_api.stored import pack
from citadels_api.tables import service as tables
from citadels_api.tables.stored import unpack_table
from citadels_api.tournaments.control import conduct
from citadels_api.tournaments.ids import table_id
from citadels_engine import apply, is_over
from citadels_engine.formats.record import read, verify
from citadels_workers import ai_games
from citadels_workers.ai_games import play_game
from citadels_workers.clock import go_round
from citadels_workers.live_tournaments import follow
from citadels_workers.tournament_tables import create, table_of

from tests.support.houses import make_house
from tests.support.played_live import log_of, made, now_of, organizer, pass_time, play_rung, play_to_the_end
from tests.support.servers import Server
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from citadels_api.context import House
    from citadels_api.tables.stored import Table
    from citadels_api.tournaments.log import Held

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
            text = await records.record(house, None, table_id(tour, game))
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
            text = await records.record(house, None, table_id(tour, GAME))
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
        writing = ai_games.write

        async def write(*given: Any) -> bool:
            await conduct(house, ann, tour, do="cancel")
            return await writing(*given)

        monkeypatch.setattr(ai_games, "write", write)
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
        assert (job.func_name, job.args, job.kwargs) == (PLAY_GAME, ["tour_x", "1.0.0.0"], {})
        assert [job.args for job in bell.queues[DEEP].get_jobs()] == [["tour_x", "1.0.0.1"]]


def test_the_rest_of_a_game_comes_before_the_other_games() -> None:
    with Server("valkey") as server:
        bell = RqBell(queue_connection(Settings(redis_url=server.url, queue_redis_url=None)))
        bell.play("tour_x", "1.0.0.0", thinking=True)
        bell.play("tour_x", "1.0.1.0", thinking=True)
        bell.play("tour_x", "1.0.2.0", thinking=True, again=True)
        bell.close()
        assert [job.args[1] for job in bell.queues[DEEP].get_jobs()] == ["1.0.2.0", "1.0.0.0", "1.0.1.0"]


def test_a_game_whose_job_was_lost_gets_another_one() -> None:
    with Server("valkey") as server:
        settings = Settings(redis_url=server.url, queue_redis_url=None)
        for lost in (False, True):
            bell = RqBell(queue_connection(settings), again_s=0)
            for _ in range(3):
                bell.play("tour_x", "1.0.0.0")
            bell.close()
            assert bell.queues[GAMES].count == 1, "one job is enough while it waits"
            if not lost:
                server.cli("DEL", bell.queues[GAMES].key)


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
    monkeypatch.setattr(ai_games, "SLICE_S", 0.0)

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
        assert verify(read(await records.record(house, None, table_id(tour, GAME)))).ok

    asyncio.run(scenario())


def test_a_game_in_slices_is_the_game_in_one() -> None:
    async def scenario() -> None:
        house, _, _ = make_house(planner_playouts=1)
        settings = {"seats": 2, "duplicate": False}
        tour = await made(house, await organizer(house), house=["planner", "random"], settings=settings, begins="now")
        there = await follow(house, await now_of(house, tour))
        fixture = there.event.fixtures[GAME]
        table, seed = table_of(there, fixture)
        whole = ai_games.play_out(house, table, seed, 0)
        assert isinstance(whole, ai_games.Played)
        begun: ai_games.Begun = []
        for _ in range(5):
            left = ai_games.play_out(house, table_of(there, fixture)[0], seed, 0, begun, 0.0)
            assert isinstance(left, list)
            assert len(left) == len(begun) + 1
            begun = left
        rest = ai_games.play_out(house, table_of(there, fixture)[0], seed, 0, begun)
        assert isinstance(rest, ai_games.Played)
        assert [one.do for one in rest.entry.taken] == [one.do for one in whole.entry.taken]

    asyncio.run(scenario())


# what is written of a game


async def dealt(house: House, **settings: Any) -> tuple[str, Held, Table, str]:
    """The first game of a tournament of two bots of the house, as a worker takes it up."""
    order = {"seats": 2, "duplicate": False, **settings}
    tour = await made(house, await organizer(house), house=["greedy", "random"], settings=order, begins="now")
    there = await follow(house, await now_of(house, tour))
    return tour, there, *table_of(there, there.event.fixtures[GAME])


class Ticking:
    """A time of the house's own: so many seconds go by from one look to the next."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 100.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


NOW = 1_800_000_000_000


def test_all_that_is_told_of_a_game_is_what_happened_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai_games, "time", Ticking(0.25))

    async def scenario() -> None:
        house, _, _ = make_house()
        _, _, table, seed = await dealt(house)
        done = ai_games.play_out(house, table, seed, NOW)
        assert isinstance(done, ai_games.Played)
        record = read(done.record)
        assert verify(record).ok
        taken = done.entry.taken
        assert [one.do for one in taken] == [one.do for one in record.taken]
        assert [one.n for one in taken] == list(range(len(taken)))
        assert [(one.ms, one.by) for one in taken] == [(0, None)] * len(taken)
        assert (
            [one.asked for one in taken]
            == [one.received for one in taken]
            == [NOW + 250 * (one + 1) for one in range(len(taken))]
        )
        assert [one.seat for one in taken] == [one.seat for one in record.taken]
        first, *_, last = done.entry.events
        assert (first.kind, first.seat, first.facts) == ("start", -1, {"crown": deal(table, seed, telling=False).crown})
        assert (last.kind, last.seat) == ("end", -1)
        assert last.facts == {"places": table.places, "totals": table.totals, "left": [], "seed": seed}
        assert (table.status, table.started, table.ended) == ("over", NOW, NOW + 250 * (len(taken) + 1))
        assert (table.seed, table.decisions) == (seed, len(taken))
        assert (done.entry.at, done.entry.first) == (table.ended, 2)
        assert record.header.names == [seat.player.name for seat in table.seats if seat.player]
        assert record.header.date == "2027-01-15"
        again = deal(table, seed, telling=False)
        for one in taken:
            apply(again, one.do)
        assert (done.rounds, is_over(again)) == (again.round, True)

    asyncio.run(scenario())


def test_a_sealed_game_keeps_its_seed_and_a_seat_that_is_given_up_takes_the_default_action() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        _, _, table, seed = await dealt(house)
        table.sealed = True
        table.seats[0].left, table.left = "forfeited", [0]
        done = ai_games.play_out(house, table, seed, NOW)
        assert isinstance(done, ai_games.Played)
        assert table.seed is None
        assert done.entry.events[-1].facts["seed"] is None
        assert {(one.seat, one.by) for one in done.entry.taken} == {(0, "default"), (1, None)}
        decisions = read(done.record).taken
        assert {(one.seat, one.by) for one in decisions} == {(0, "default"), (1, "ai")}
        assert table.places == [[1], [0]]

    asyncio.run(scenario())


def test_a_slice_ends_when_its_time_is_over_and_never_without_a_new_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        _, there, table, seed = await dealt(house)
        monkeypatch.setattr(ai_games, "time", Ticking(0.1))
        begun = ai_games.play_out(house, table, seed, NOW, None, 1.0)
        assert isinstance(begun, list)
        assert len(begun) == 5, "each decision looks twice, and more than a second has gone by at the sixth"
        fresh = table_of(there, there.event.fixtures[GAME])[0]
        monkeypatch.setattr(ai_games, "time", Ticking(50.0))
        further = ai_games.play_out(house, fresh, seed, NOW + 7, begun, 1.0)
        assert isinstance(further, list)
        assert further[:5] == begun, "what was decided stays, and when"
        assert len(further) == 6
        assert further[5][1] == NOW + 7 + 100_000

    asyncio.run(scenario())


def test_a_bot_sees_what_its_seat_sees_and_one_that_plays_at_random_does_not_look() -> None:
    event = SimpleNamespace(kind="draw", seat=0, public={"count": 2}, private={"cards": ["tavern"]})
    told: list[Any] = []
    seen: list[list[dict[str, Any]]] = [[], [], [], []]

    class Told:
        def for_seat(self, seat: int) -> dict[str, Any]:
            return {"seat": seat}

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ai_games, "Told", SimpleNamespace(of=lambda _: Told()))
        ai_games.tell([event, event], told, seen, ["greedy", None, "random", "planner"])
    assert len(told) == 2
    assert seen == [[{"seat": 0}] * 2, [], [], [{"seat": 3}] * 2]


# who plays it


def test_a_lease_is_one_s_own_renewed_and_given_back() -> None:
    async def scenario() -> None:
        house, _, clock = make_house(game_lease_ms=60)
        async with ai_games.leased(house, "game_1") as own:
            assert own
            async with ai_games.leased(house, "game_1") as other:
                assert not other
            async with ai_games.leased(house, "game_2") as another:
                assert another, "each game has its own"
            held = await house.store.get(ai_games.lease_key("game_1"))
            assert held is not None
            assert len(held) == 8
            clock.now += 61
            assert await house.store.get(ai_games.lease_key("game_1")) is None
        async with ai_games.leased(house, "game_1") as again:
            assert again

    asyncio.run(scenario())


def test_what_was_decided_is_kept_for_an_hour_and_forgotten_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai_games, "SLICE_S", 0.0)

    async def scenario() -> None:
        house, rings, clock = make_house(planner_playouts=1)
        settings = {"seats": 2, "duplicate": False}
        tour = await made(house, await organizer(house), house=["planner", "random"], settings=settings, begins="now")
        await follow(house, await now_of(house, tour))
        rings.games.clear()
        assert await play_game(house, tour, GAME) == "passed on"
        assert rings.games == [(tour, GAME, True)]
        key = ai_games.begun_key(table_id(tour, GAME))
        assert key != ai_games.lease_key(table_id(tour, GAME))
        kept = await house.store.get(key)
        assert kept is not None
        assert len(ai_games.BEGUN.decode(kept)) == 1
        clock.now += 3_599_999
        assert await house.store.get(key) is not None
        clock.now += 1
        assert await house.store.get(key) is None

    asyncio.run(scenario())


def test_a_game_is_written_at_the_number_after_what_was_there_and_only_by_the_first() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour, _, table, seed = await dealt(house)
        assert await create(house, table, seed)
        done = ai_games.play_out(house, table_copy(table), seed, NOW)
        assert isinstance(done, ai_games.Played)
        assert not await ai_games.write(house, done, 2)
        assert await ai_games.write(house, done, 1) is True
        assert not await ai_games.write(house, done, 1)
        found = await house.store.load(table.id)
        assert found is not None
        assert found.number == 1 + len(done.entry.events)
        listed = [name for _, name in await house.store.index("over", before=None, limit=9)]
        assert listed == [table.id]
        assert await house.store.index("open", before=None, limit=9) == []
        counts = await house.store.counts()
        assert counts["decisions"] == len(done.entry.taken)
        assert counts["games:over"] == 1
        text = await records.record(house, None, table.id)
        assert text == done.record
        assert await play_game(house, tour, GAME) == "over", "the result is told by whoever finds the table"
        assert await play_game(house, "tour_gone", GAME) == "gone"
        assert await play_game(house, tour, "9.9.9.9") == "stale"

    asyncio.run(scenario())


def table_copy(table: Table) -> Table:
    return unpack_table(pack(table))


def test_a_game_that_others_have_begun_to_play_is_left_to_them() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour, _, table, seed = await dealt(house)
        table.status = "running"
        assert await create(house, table, seed)
        assert await play_game(house, tour, GAME) == "running"
        assert (await now_of(house, tour)).event.unplayed

    asyncio.run(scenario())


@pytest.mark.parametrize("fault", [StoreDown("away"), Refusal("unknown_outcome")])
def test_a_job_whose_result_could_not_be_told_is_broken_off_and_not_failed(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    class Desk:
        house, thinking = None, False

        def work(self, _: str) -> contextlib.AbstractContextManager[None]:
            return contextlib.nullcontext()

        def do(self, work: Coroutine[object, object, object]) -> None:
            work.close()
            raise fault

    monkeypatch.setattr(ai_games, "desk", Desk)
    ai_games.play("tour_1", "1.0.0.0")
