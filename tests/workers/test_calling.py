"""Players called to the tables of a tournament: who comes, who does not, who goes; and nothing lost when the clock is killed."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.service import tables
from citadels_api.service.orders import ClockOrder
from citadels_api.service.tournaments.conducting import conduct
from citadels_api.service.tournaments.entering import withdraw
from citadels_api.service.tournaments.ids import table_id
from citadels_api.store.keys import document
from citadels_api.store.ports import StoreDown
from citadels_workers import calling, tournaments
from citadels_workers.calling import told_why

from tests.support.houses import make_house, play_on
from tests.support.played_live import (
    come,
    event_of_people,
    log_of,
    now_of,
    open_tables,
    pass_time,
    play_running,
)
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from citadels_api.store.ports import Change, Outcome

pytestmark = pytest.mark.interpreter

TWO: dict[str, Any] = {"settings": {"seats": 2}, "grace_ms": 10_000}
FIRST = "1.0.0.0"


def kinds(entries: list[dict[str, object]]) -> list[object]:
    """What happened, beyond what every tournament begins with."""
    return [entry["kind"] for entry in entries if entry["kind"] not in ("created", "entered", "started")]


def test_who_is_called_comes_and_plays_until_the_tournament_is_over() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, _ = await event_of_people(house, 3, settings={"seats": 2}, at_once=1)
        for _ in range(3):
            await pass_time(house, clock, 1)
            assert len(await open_tables(house, tour)) == 1, "of three one rests"
            for who in people:
                await come(house, who, tour)
            assert await play_running(house, tour, people) == 1
        await pass_time(house, clock, 2)
        assert kinds(await log_of(house, tour)) == ["round", *["result"] * 3, "ended", "revealed"]

    asyncio.run(scenario())


@pytest.mark.parametrize(("policy", "entries"), [("last", ["forfeited"]), ("withdraw", ["forfeited", "withdrew"])])
def test_who_does_not_come_forfeits_the_game_and_the_others_play_it(policy: str, entries: list[str]) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, _ = await event_of_people(house, 2, settings={"seats": 2, "no_show": policy}, grace_ms=10_000)
        await pass_time(house, clock, 2)
        assert len(await come(house, people[0], tour)) == 1
        await pass_time(house, clock, 15)
        await play_running(house, tour, people[:1])
        there = await now_of(house, tour)
        assert kinds(await log_of(house, tour))[1 : 1 + len(entries)] == entries
        result = there.event.results[FIRST]
        gone = result.fixture.seats.index(people[1].account)
        assert result.left == (gone,)
        assert result.places[gone] == 2

    asyncio.run(scenario())


def test_who_has_not_come_is_told_again_while_the_table_waits() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        _, people, _ = await event_of_people(house, 2, settings={"seats": 2}, grace_ms=60_000)
        await pass_time(house, clock, 12)
        told = await house.store.appended(document("notices", people[0].account), after=0)
        assert 2 <= len(told) <= 4

    asyncio.run(scenario())


def test_who_is_waited_for_for_long_is_told_less_and_less_often() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        _, people, _ = await event_of_people(house, 2, settings={"seats": 2}, grace_ms=86_400_000)
        await pass_time(house, clock, 3600)
        told = await house.store.appended(document("notices", people[0].account), after=0)
        assert 40 <= len(told) <= 80, "other notices keep their place"

    asyncio.run(scenario())


@pytest.mark.parametrize("paused", [False, True])
def test_a_table_that_waits_longer_than_tables_do_is_closed_by_its_tournament_only(paused: bool) -> None:
    async def scenario() -> None:
        house, _, clock = make_house(idle_table_ms=60_000)
        tour, people, ann = await event_of_people(house, 2, settings={"seats": 2}, grace_ms=86_400_000)
        await pass_time(house, clock, 2)
        await come(house, people[0], tour)
        if paused:
            await conduct(house, ann, tour, do="pause")
        await pass_time(house, clock, 200)
        if paused:
            await conduct(house, ann, tour, do="resume")
            await pass_time(house, clock, 2)
        assert "void" not in kinds(await log_of(house, tour))
        await come(house, people[1], tour)
        await pass_time(house, clock, 2)
        assert await play_running(house, tour, people) == 1

    asyncio.run(scenario())


def test_a_no_show_may_make_the_game_count_for_nobody() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, _, _ = await event_of_people(house, 2, settings={"seats": 2, "no_show": "void"}, grace_ms=10_000)
        await pass_time(house, clock, 15)
        assert kinds(await log_of(house, tour))[:3] == ["round", "forfeited", "ended"]
        assert await open_tables(house, tour) == []

    asyncio.run(scenario())


def test_a_game_to_which_nobody_comes_is_not_played() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, _, _ = await event_of_people(house, 2, **TWO)
        await pass_time(house, clock, 20)
        assert kinds(await log_of(house, tour))[:4] == ["round", "forfeited", "forfeited", "ended"]
        assert await open_tables(house, tour) == []

    asyncio.run(scenario())


def test_one_slow_player_does_not_hold_up_the_tables_of_the_others() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, _ = await event_of_people(house, 4, settings={"seats": 2}, at_once=1)
        slow, quick = people[0], people[1:]
        for _ in range(8):
            await pass_time(house, clock, 1)
            for who in people:
                await come(house, who, tour)
            await play_running(house, tour, quick, without=slow)
        there = await now_of(house, tour)
        met = [set(result.fixture.seats) for result in there.event.results.values()]
        assert len(met) == 1, "two of the three quick ones have met, the third sits with the slow one"
        assert all(slow.account in fixture.seats for fixture in there.event.unplayed.values()) is False

    asyncio.run(scenario())


def test_a_withdrawn_player_is_replaced_at_a_table_that_waits_and_at_one_that_plays() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, _ = await event_of_people(house, 3, settings={"seats": 3, "deals": 2}, at_once=1)
        await pass_time(house, clock, 1)
        for who in people:
            await come(house, who, tour)
        (playing,) = await open_tables(house, tour)
        await withdraw(house, people[0], tour, people[0].account)
        await pass_time(house, clock, 4)
        seat = (await tables.table(house, people[0], playing)).your_seat
        assert seat is not None
        assert (await tables.table(house, None, playing)).seats[seat].level == "greedy"
        with pytest.raises(Refusal, match="its tournament has decided"):
            await tables.join(house, people[0], playing)
        assert await play_running(house, tour, people[1:]) == 1
        await pass_time(house, clock, 1)
        (waiting,) = await open_tables(house, tour)
        assert sum(one.kind == "ai" for one in (await tables.table(house, None, waiting)).seats) == 1
        await withdraw(house, people[1], tour, people[1].account)
        await pass_time(house, clock, 2)
        assert sum(one.kind == "ai" for one in (await tables.table(house, None, waiting)).seats) == 2

    asyncio.run(scenario())


@pytest.mark.parametrize(("fault", "left"), [("forfeit", True), ("harmless", False)])
def test_who_hangs_forfeits_the_game_after_some_decisions_where_that_is_the_policy(fault: str, left: bool) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        limit = ClockOrder(kind="decision", limit_ms=1000)
        tour, people, _ = await event_of_people(house, 2, settings={"seats": 2, "fault": fault}, clock=limit)
        await pass_time(house, clock, 1)
        for who in people:
            await come(house, who, tour)
        (name,) = await open_tables(house, tour)
        await pass_time(house, clock, 20)
        found = await tables.table(house, None, name)
        assert found.status == ("aborted" if left else "running")
        assert all((seat.left == "forfeited") == left for seat in found.seats)

    asyncio.run(scenario())


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_table_follows_the_log_although_its_players_are_quicker(cancelled: bool) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, organizer = await event_of_people(house, 2, settings={"seats": 2})
        await pass_time(house, clock, 1)
        for who in people:
            await come(house, who, tour)
        (name,) = await open_tables(house, tour)
        await pass_time(house, clock, 5)
        commit = house.store.commit
        moved: set[int] = set()

        async def quicker(change: Change) -> Outcome:
            if change.table == name and clock.now not in moved:
                moved.add(clock.now)
                await play_on(house, name, people, random.Random(1))
            return await commit(change)

        if cancelled:
            await conduct(house, organizer, tour, do="cancel")
        else:
            await withdraw(house, people[0], tour, people[0].account)
        house.store.commit = quicker  # type: ignore[method-assign]  # somebody moves just before the clock writes
        await pass_time(house, clock, 4)
        found = await tables.table(house, None, name)
        assert found.status == ("aborted" if cancelled else "running")
        assert [seat.level for seat in found.seats].count("greedy") == (0 if cancelled else 1)

    asyncio.run(scenario())


def test_a_game_that_nobody_ends_is_played_to_its_end_by_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, _ = await event_of_people(house, 2, settings={"seats": 2, "filler": "random"})
        await pass_time(house, clock, 1)
        for who in people:
            await come(house, who, tour)
        (name,) = await open_tables(house, tour)
        await pass_time(house, clock, 10)
        assert [seat.level for seat in (await tables.table(house, None, name)).seats] == [None, None]
        monkeypatch.setattr(calling, "LONGEST", 0)
        await pass_time(house, clock, 3)
        assert [seat.level for seat in (await tables.table(house, None, name)).seats] == ["random", "random"]

    asyncio.run(scenario())


def test_the_turns_of_a_deal_begin_together() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, _ = await event_of_people(
            house, 2, settings={"seats": 2, "duplicate": True}, grace_ms=60_000, at_once=1
        )
        await pass_time(house, clock, 1)
        await come(house, people[0], tour)
        first, second = await open_tables(house, tour)
        await tables.join(house, people[1], first)
        await pass_time(house, clock, 3)
        assert [(await tables.table(house, None, one)).status for one in (first, second)] == ["open", "open"]
        await tables.join(house, people[1], second)
        await pass_time(house, clock, 3)
        assert [(await tables.table(house, None, one)).status for one in (first, second)] == ["running", "running"]

    asyncio.run(scenario())


def test_a_cancelled_tournament_breaks_off_what_is_played() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, ann = await event_of_people(house, 4, **TWO)
        await pass_time(house, clock, 1)
        await come(house, people[0], tour)
        await come(house, people[1], tour)
        await conduct(house, ann, tour, do="cancel")
        await pass_time(house, clock, 3)
        assert await open_tables(house, tour) == []
        assert (await now_of(house, tour)).doc.secret is not None

    asyncio.run(scenario())


def test_nobody_loses_a_game_by_an_hour_without_a_clock_or_by_a_pause() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour, people, ann = await event_of_people(house, 2, **TWO)
        await pass_time(house, clock, 2)
        clock.now += 3_600_000
        await pass_time(house, clock, 2)
        await conduct(house, ann, tour, do="pause")
        await pass_time(house, clock, 30)
        await conduct(house, ann, tour, do="resume")
        await pass_time(house, clock, 2)
        assert "forfeited" not in kinds(await log_of(house, tour))
        assert len(await come(house, people[0], tour)) == 1

    asyncio.run(scenario())


@pytest.mark.heavy
@pytest.mark.parametrize("after", [False, True])
def test_a_clock_killed_at_any_write_leaves_every_table_made_once(after: bool) -> None:
    async def scenario() -> None:
        count = 0
        while True:
            house, _, clock = make_house()
            tour, people, _ = await event_of_people(house, 4, **TWO)
            faulty = Faulty(clock, house.store.space)  # type: ignore[attr-defined]  # it is the memory store
            faulty.left, faulty.after = count, after
            killed, _, _ = make_house(faulty)
            died = False
            try:
                await tournaments.attend(killed, tour)
            except StoreDown:
                died = True
            await pass_time(house, clock, 4)
            there = await now_of(house, tour)
            assert kinds(await log_of(house, tour)) == ["round"]
            assert sorted(await open_tables(house, tour)) == sorted(
                table_id(tour, game) for game in there.event.fixtures
            )
            for who in people:
                assert len(await come(house, who, tour)) == 3
            if not died:
                break
            count += 1
        assert count >= 5, "the round, what is called, tables and calls are written"

    asyncio.run(scenario())


def test_why_a_game_is_not_played_any_more_is_told_from_the_game_itself_to_the_tournament() -> None:
    event: Any = SimpleNamespace(
        voided={"1": "rain", "2": "hail"}, struck={"2": "a draw", "3": "decided"}, why="no host"
    )
    assert [told_why(event, game) for game in ("1", "2", "3", "4")] == ["rain", "hail", "decided", "no host"]
    event.why = ""
    assert told_why(event, "4") == "the tournament does not need it any more"
