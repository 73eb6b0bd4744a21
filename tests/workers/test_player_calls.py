"""Players called to the tables of a tournament: who comes, who does not, who goes; and nothing lost when the clock is killed."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.play.step import open_game
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.log_codec import unpack
from citadels_api.store.ports import Change, StoreDown
from citadels_api.tables import service as tables
from citadels_api.tables.stored import Clock as ClockDoc
from citadels_api.tables.stored import SeatDoc, unpack_table
from citadels_api.tournaments.control import conduct
from citadels_api.tournaments.entry import enter, withdraw
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.stored import Conditions
from citadels_workers import live_tournaments, player_calls
from citadels_workers.player_calls import Call, told_why

from tests.support.houses import guest, make_house, play_on
from tests.support.played_live import (
    come,
    event_of_people,
    log_of,
    made,
    now_of,
    open_tables,
    organizer,
    pass_time,
    play_running,
)
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Outcome, Snapshot
    from citadels_api.tables.stored import Table
    from citadels_api.tournaments.log import Held
    from citadels_contest.types import Fixture

    from tests.support.houses import Clock

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
        await pass_time(house, clock, 3600, step_s=3.0)
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
        limit = ClockDoc(kind="decision", limit_ms=1000)
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
        monkeypatch.setattr(player_calls, "LONGEST", 0)
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
                await live_tournaments.attend(killed, tour)
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


# which games are called to, and when


async def ready(count: int, **order: Any) -> tuple[House, Clock, str, list[Principal], Principal, Held]:
    """A tournament of so many people whose first round is made and to which nobody was called."""
    house, _, clock = make_house()
    tour, people, ann = await event_of_people(house, count, **order)
    there = await live_tournaments.follow(house, await now_of(house, tour))
    return house, clock, tour, people, ann, there


def sat(games: list[Fixture]) -> list[tuple[str, ...]]:
    return [game.seats for game in games]


def test_games_are_called_to_in_playing_order_as_far_as_their_players_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        _, _, _, people, _, there = await ready(4, settings={"seats": 2, "duplicate": False}, at_once=1)
        games = list(there.event.unplayed.values())
        assert len(games) == 6
        first = player_calls.chosen(there, {})
        assert first[0] == games[0]
        assert len(first) == 2
        assert {name for game in first for name in game.seats} == {who.account for who in people}, "nobody twice"
        assert [games.index(one) for one in first] == sorted(games.index(one) for one in first)
        one_busy = player_calls.chosen(there, {first[0].id: Call(there.now)})
        assert sat(one_busy) == sat(first[1:]), "those who sit there are busy, and no others"
        assert player_calls.chosen(there, {one.id: Call(there.now) for one in first}) == []
        monkeypatch.setattr(player_calls, "AT_A_TIME", 1)
        assert player_calls.chosen(there, {}) == first[:1]
        monkeypatch.undo()
        none = there._replace(doc=msgspec.structs.replace(there.doc, at_once=0))
        assert player_calls.chosen(none, {}) == first, "one at a time it is at least"

    asyncio.run(scenario())


@pytest.mark.parametrize(("at_once", "games"), [(1, 2), (2, 4), (3, 6), (9, 6)])
def test_nobody_is_called_to_more_tables_at_a_time_than_the_tournament_says(at_once: int, games: int) -> None:
    async def scenario() -> None:
        _, _, _, people, _, there = await ready(4, settings={"seats": 2, "duplicate": False}, at_once=at_once)
        found = player_calls.chosen(there, {})
        assert len(found) == games
        for who in people:
            assert sum(who.account in game.seats for game in found) <= at_once

    asyncio.run(scenario())


@pytest.mark.parametrize(("at_once", "units"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_the_turns_of_a_deal_are_called_to_together_or_not_at_all(at_once: int, units: int) -> None:
    async def scenario() -> None:
        _, _, _, _, _, there = await ready(2, settings={"seats": 2, "duplicate": True, "deals": 3}, at_once=at_once)
        found = player_calls.chosen(there, {})
        assert [one.id for one in found] == [f"1.0.{deal}.{turn}" for deal in range(units) for turn in range(2)]
        rest = player_calls.chosen(there, {found[0].id: Call(there.now)})
        if at_once == 3:
            assert [one.id for one in rest] == ["1.0.0.1"], "what is missing of a deal is made up"

    asyncio.run(scenario())


def test_a_game_in_which_nobody_has_to_come_is_called_to_by_nobody() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        ann = await organizer(house)
        order: dict[str, Any] = {
            "house": ["random", "greedy"],
            "settings": {"seats": 2, "duplicate": False},
            "at_once": 5,
        }
        tour = await made(house, ann, conditions=Conditions(kinds=["guest"]), **order)
        people = [await guest(house)]
        await enter(house, people[0], tour)
        await conduct(house, ann, tour, do="start")
        there = await live_tournaments.follow(house, await now_of(house, tour))
        assert len(there.event.unplayed) == 3
        found = player_calls.chosen(there, {})
        assert len(found) == 2
        assert all(people[0].account in game.seats for game in found)

    asyncio.run(scenario())


def test_a_look_says_when_to_look_again() -> None:
    async def scenario() -> None:
        house, clock, tour, people, _, there = await ready(2, settings={"seats": 2, "duplicate": False})
        assert await player_calls.see_to_tables(house, there) == 1000
        _, calls = await player_calls.calls_of(house, tour)
        assert calls == {FIRST: Call(clock.now, told=clock.now)}
        for who in people:
            await come(house, who, tour)
        clock.now += 1000
        assert await player_calls.see_to_tables(house, await now_of(house, tour)) == 3000
        _, calls = await player_calls.calls_of(house, tour)
        assert calls == {FIRST: Call(clock.now, told=clock.now - 1000, begun=True)}
        assert await play_running(house, tour, people) == 1
        clock.now += 1000
        assert await player_calls.see_to_tables(house, await now_of(house, tour)) is None
        assert await player_calls.calls_of(house, tour) == (None, {}), "nothing is kept of what is over"

    asyncio.run(scenario())


def test_who_is_quicker_sees_to_the_tables_and_the_other_makes_none() -> None:
    async def scenario() -> None:
        house, _, tour, _, _, there = await ready(2, settings={"seats": 2, "duplicate": False})
        put = house.store.put

        async def late(key: str, *more: Any, **named: Any) -> bool:
            return False if key == player_calls.calls_key(tour) else await put(key, *more, **named)

        house.store.put = late  # type: ignore[method-assign]  # another clock has written in between
        assert await player_calls.see_to_tables(house, there) == 1000
        assert await open_tables(house, tour) == []

    asyncio.run(scenario())


def test_a_table_that_is_missing_is_made_again_and_one_that_is_not_wanted_is_forgotten() -> None:
    async def scenario() -> None:
        house, clock, tour, _, ann, there = await ready(2, settings={"seats": 2, "duplicate": False})
        before = Call(there.now - 500, waited=700, told=3)
        again = await player_calls.see_to_table(house, there, FIRST, before, None)
        assert again == Call(clock.now, waited=700, told=clock.now)
        assert await open_tables(house, tour) == [table_id(tour, FIRST)]
        await conduct(house, ann, tour, do="cancel")
        there = await now_of(house, tour)
        assert await player_calls.see_to_table(house, there, FIRST, before, None) is None
        snapshot = await house.store.load(table_id(tour, FIRST), seed=True)
        clock.now += 50
        there = await now_of(house, tour)
        assert await player_calls.see_to_table(house, there, FIRST, before, snapshot) == Call(clock.now, 700, 3)
        snapshot = await house.store.load(table_id(tour, FIRST), seed=True)
        assert await player_calls.see_to_table(house, there, FIRST, before, snapshot) is None, "it was broken off"

    asyncio.run(scenario())


def test_a_game_whose_table_was_broken_off_is_void() -> None:
    async def scenario() -> None:
        house, clock, tour, people, _, _ = await ready(2, settings={"seats": 2, "duplicate": False})
        await pass_time(house, clock, 1)
        for who in people:
            await come(house, who, tour)
        (name,) = await open_tables(house, tour)
        for who in people:
            await tables.resign(house, who, name)
        await pass_time(house, clock, 4)
        entry = next(one for one in await log_of(house, tour) if one["kind"] == "void")
        assert (entry["game"], entry["why"]) == (FIRST, "the game was broken off")
        assert kinds(await log_of(house, tour)).count("void") == 1

    asyncio.run(scenario())


def test_the_grace_time_runs_by_looks_of_three_seconds_at_most() -> None:
    async def scenario() -> None:
        house, clock, tour, people, _, _ = await ready(2, settings={"seats": 2, "duplicate": False}, grace_ms=10_000)

        async def waited(step: int) -> int:
            clock.now += step
            await player_calls.see_to_tables(house, await now_of(house, tour))
            _, calls = await player_calls.calls_of(house, tour)
            return calls[FIRST].waited

        assert await waited(0) == 0
        assert await waited(400) == 400
        assert await waited(3000) == 3400
        assert await waited(60_000) == 6400
        assert await waited(3599) == 9400
        assert await waited(599) == 9999
        assert "forfeited" not in kinds(await log_of(house, tour))
        await come(house, people[0], tour)
        clock.now += 1
        await player_calls.see_to_tables(house, await now_of(house, tour))
        gone = [one for one in await log_of(house, tour) if one["kind"] == "forfeited"]
        assert [(one["entrant"], one["game"], one["why"]) for one in gone] == [
            (people[1].account, FIRST, "did not come to the table")
        ]

    asyncio.run(scenario())


def test_who_is_waited_for_is_told_again_after_five_seconds_and_after_a_tenth_of_the_time() -> None:
    async def scenario() -> None:
        house, clock, tour, people, ann, _ = await ready(
            2, settings={"seats": 2, "duplicate": False}, grace_ms=86_400_000
        )

        async def notices() -> int:
            return len(await house.store.appended(document("notices", people[0].account), after=0))

        async def look(step: int) -> int:
            clock.now += step
            await player_calls.see_to_tables(house, await now_of(house, tour))
            return await notices()

        assert await look(0) == 1
        assert await look(2999) == 1
        assert await look(2000) == 1
        assert await look(1) == 2, "five seconds after the first"
        (entry, *_) = await house.store.appended(document("notices", people[0].account), after=0)
        told = json.loads(entry[1])
        seats = (await tables.table(house, None, table_id(tour, FIRST))).seats
        assert seats[told["seat"]].kind == "reserved"
        assert told == {
            "table": table_id(tour, FIRST),
            "seat": told["seat"],
            "by": ann.account,
            "name": "Ann",
            "bot": False,
        }
        _, calls = await player_calls.calls_of(house, tour)
        long = {FIRST: Call(clock.now, waited=99_000, told=clock.now)}
        await house.store.put(player_calls.calls_key(tour), msgspec.msgpack.encode(long))
        for _ in range(3):
            assert await look(3000) == 2
        assert await look(1998) == 2
        assert await look(1) == 3, "after a tenth of 110 seconds"
        await conduct(house, ann, tour, do="pause")
        assert await look(60_000) == 3, "in a pause nobody is called"
        assert calls

    asyncio.run(scenario())


# a table follows the log


@pytest.mark.parametrize(("policy", "kind"), [("house", "ai"), ("absent", "bot")])
def test_a_seat_that_is_kept_goes_to_whom_the_log_says(policy: str, kind: str) -> None:
    async def scenario() -> None:
        house, clock, tour, people, _, _ = await ready(
            3, settings={"seats": 3, "duplicate": False, "empty_seat": policy}, grace_ms=60_000
        )
        await pass_time(house, clock, 1)
        await come(house, people[0], tour)
        await withdraw(house, people[1], tour, people[1].account)
        there = await now_of(house, tour)
        fixture = there.event.unplayed[FIRST]
        number = fixture.seats.index(people[1].account)
        snapshot = await house.store.load(table_id(tour, FIRST), seed=True)
        assert snapshot is not None
        table = unpack_table(snapshot.doc)
        told = player_calls.follow_open(there.event, fixture, table)
        assert [(one.kind, one.seat, one.facts) for one in told] == [
            ("join", number, {"account": None, "name": "greedy", "is": "ai"})
            if kind == "ai"
            else ("forfeit", number, {})
        ]
        assert (table.seats[number].kind, table.left) == (kind, [] if kind == "ai" else [number])
        others = [one for one in range(3) if one != number]
        before = unpack_table(snapshot.doc)
        assert [table.seats[one] for one in others] == [before.seats[one] for one in others]
        assert player_calls.follow_open(there.event, fixture, table) == [], "then there is nothing more to be told"
        table.seats[others[0]] = SeatDoc()
        (again,) = player_calls.follow_open(there.event, fixture, table)
        assert (again.kind, again.seat, again.facts) == ("reserved", others[0], {"account": fixture.seats[others[0]]})

    asyncio.run(scenario())


async def begun(**settings: Any) -> tuple[House, Clock, str, list[Principal], str]:
    """A running game of two people."""
    house, _, clock = make_house()
    limit = ClockDoc(kind="decision", limit_ms=1000)
    tour, people, _ = await event_of_people(
        house, 2, settings={"seats": 2, "duplicate": False, **settings}, clock=limit
    )
    await pass_time(house, clock, 1)
    for who in people:
        await come(house, who, tour)
    (name,) = await open_tables(house, tour)
    return house, clock, tour, people, name


@pytest.mark.parametrize(("missed", "left"), [((2, 0), []), ((3, 0), [0]), ((0, 3), [1]), ((3, 3), [0])])
def test_of_those_who_miss_three_decisions_the_first_forfeits(missed: tuple[int, int], left: list[int]) -> None:
    async def scenario() -> None:
        house, _, tour, _, name = await begun(fault="forfeit")
        there = await now_of(house, tour)
        snapshot = await house.store.load(name, seed=True)
        assert snapshot is not None
        table = unpack_table(snapshot.doc)
        for seat, count in zip(table.seats, missed, strict=True):
            seat.missed = count
        done = player_calls.followed(house, there, there.event.unplayed[FIRST], table, snapshot)
        if not left:
            assert done is None
            return
        assert done is not None
        assert done.doc is not None
        after = unpack_table(done.doc)
        assert after.left == left
        assert [seat.left for seat in after.seats] == ["forfeited" if number in left else None for number in range(2)]
        told = [(one.kind, one.seat) for one in unpack(done.entry).events]
        assert ("forfeit", left[0]) in told

    asyncio.run(scenario())


def test_who_has_withdrawn_is_played_on_by_the_house_and_asked_at_once_where_it_is_his_turn() -> None:
    async def scenario() -> None:
        house, _, tour, people, name = await begun(filler="random")
        snapshot = await house.store.load(name, seed=True)
        assert snapshot is not None
        table = unpack_table(snapshot.doc)
        game = open_game(snapshot)
        assert game.pending is not None
        before = await now_of(house, tour)
        fixture = before.event.unplayed[FIRST]
        assert player_calls.followed(house, before, fixture, table, snapshot) is None, "everybody plays"
        for who in people:
            number = fixture.seats.index(who.account)
            table = unpack_table(snapshot.doc)
            event = SimpleNamespace(
                substitutes=lambda _, number=number: {number: "house"},
                settings=SimpleNamespace(fault="harmless", filler="random"),
            )
            done = player_calls.followed(house, SimpleNamespace(event=event), fixture, table, snapshot)  # type: ignore[arg-type]
            assert done is not None
            assert done.doc is not None
            after = unpack_table(done.doc)
            assert [seat.level for seat in after.seats] == ["random" if one == number else None for one in range(2)]
            assert [seat.stays for seat in after.seats] == [one == number for one in range(2)]
            told = [(one.kind, one.seat) for one in unpack(done.entry).events]
            asked = game.pending.seat == number
            assert told == [("takeover", number), *[("ask", number)] * asked]
            assert player_calls.followed(house, SimpleNamespace(event=event), fixture, after, snapshot) is None  # type: ignore[arg-type]

    asyncio.run(scenario())


@pytest.mark.parametrize(("events", "rounds", "ends"), [(200, 101, False), (201, 101, True), (201, 100, False)])
def test_a_game_has_a_hundred_rounds_at_most(
    events: int, rounds: int, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_calls, "open_game", lambda _, *, telling: SimpleNamespace(round=rounds))
    assert player_calls.has_no_end(SimpleNamespace(players=2), SimpleNamespace(number=events)) is ends  # type: ignore[arg-type]


# against others who write too


def test_what_others_are_quicker_with_is_tried_on_what_the_table_is_then() -> None:
    async def scenario() -> None:
        house, _, _, _, name = await begun()
        snapshot = await house.store.load(name, seed=True)
        assert snapshot is not None
        seen: list[int] = []

        def make(table: Table, found: Snapshot) -> Change | None:
            seen.append(found.number)
            assert table.id == name
            return Change(table=name, expects=found.number + 1, number=found.number + 2, entry=b"")  # always too late

        await player_calls.insist(house, unpack_table(snapshot.doc), snapshot, make)
        assert seen == [snapshot.number] * 20, "then it is let be until the next look"
        seen.clear()
        await player_calls.insist(house, unpack_table(snapshot.doc), snapshot, lambda *_: None)
        assert seen == []
        await house.store.drop(name, index="running")
        await player_calls.insist(house, unpack_table(snapshot.doc), snapshot, make)
        assert seen == [snapshot.number], "a table that is gone is let be at once"

    asyncio.run(scenario())


def test_a_void_and_a_forfeit_are_written_once_and_not_after_a_result() -> None:
    async def scenario() -> None:
        house, _, tour, people, _, there = await ready(3, settings={"seats": 2, "duplicate": False, "no_show": "last"})
        loser = there.event.unplayed[FIRST].seats[0]
        for _ in range(2):
            await player_calls.forfeit(house, tour, FIRST, [loser])
        for _ in range(2):
            await player_calls.void(house, tour, FIRST, "rain")
        await player_calls.forfeit(house, tour, FIRST, [loser])
        told = [one for one in await log_of(house, tour) if one["kind"] in ("forfeited", "void")]
        assert [(one["kind"], one["game"]) for one in told] == [("forfeited", FIRST), ("void", FIRST)]
        assert told[1]["why"] == "rain"
        other = next(one for one in (await now_of(house, tour)).event.unplayed.values() if one.id != FIRST)
        gone = next(who for who in people if who.account == other.seats[0])
        await withdraw(house, gone, tour, gone.account)
        await player_calls.forfeit(house, tour, other.id, [gone.account])
        assert kinds(await log_of(house, tour)).count("forfeited") == 1, "who has withdrawn forfeits nothing"

    asyncio.run(scenario())


@pytest.mark.parametrize("status", ["running", "over"])
def test_a_table_that_was_broken_off_makes_its_game_void_as_long_as_it_is_to_be_played(
    status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    voided: list[tuple[str, str, str]] = []

    async def void(_house: Any, tour: str, game: str, why: str) -> None:
        voided.append((tour, game, why))

    monkeypatch.setattr(player_calls, "void", void)
    monkeypatch.setattr(player_calls, "opened_table", lambda _: SimpleNamespace(status="aborted"))
    event = SimpleNamespace(status=status, unplayed={FIRST: object()})
    there: Any = SimpleNamespace(event=event, doc=SimpleNamespace(id="tour_a"))
    nothing: Any = None
    snapshot: Any = object()
    assert asyncio.run(player_calls.see_to_table(nothing, there, FIRST, nothing, snapshot)) is None
    assert voided == ([("tour_a", FIRST, "the game was broken off")] if status == "running" else [])


# what follows a commit


@pytest.mark.parametrize("moves_to", ["over", "aborted", "running", None])
@pytest.mark.parametrize("kind", ["ok", "stale"])
@pytest.mark.parametrize("there", [True, False])
def test_after_what_stands_the_ai_that_is_asked_is_called_or_the_table_settled(
    moves_to: str | None, kind: str, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[Any, ...]] = []
    outcome = SimpleNamespace(kind=kind)

    class Store:
        async def commit(self, change: object) -> Any:
            done.append(("commit", change))
            return outcome

        async def load(self, name: str, *, seed: bool = False) -> Any:
            done.append(("load", name, seed))
            return "after" if there else None

    async def settle(*given: Any) -> None:
        done.append(("settle", *given))

    monkeypatch.setattr(player_calls, "settle_soon", settle)
    monkeypatch.setattr(player_calls, "call", lambda *given: done.append(("call", *given)))
    monkeypatch.setattr(player_calls, "opened_table", lambda snapshot: f"table {snapshot}")
    house: Any = SimpleNamespace(store=Store())
    table: Any = SimpleNamespace(id=FIRST)
    change: Any = SimpleNamespace(moves_to=moves_to)
    assert asyncio.run(player_calls.stand(house, table, change)) is (kind == "ok")
    expected: list[tuple[Any, ...]] = [("commit", change)]
    if kind == "ok" and moves_to in ("over", "aborted"):
        expected.append(("settle", house, table))
    elif kind == "ok":
        expected += [("load", FIRST, True), *[("call", house, "table after", "after", outcome)] * there]
    assert done == expected


def test_what_is_under_way_is_kept_for_each_tournament_by_itself() -> None:
    assert player_calls.calls_key("tour_a") == document("calls", "tour_a")


def test_an_invitation_tells_who_is_asked_the_table_the_seat_and_the_organizer(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    told: list[str] = []

    async def append(key: str, data: bytes, *, keep: int) -> None:
        kept.append((key, json.loads(data), keep))

    async def notify(_: Any, account: str) -> None:
        told.append(account)

    monkeypatch.setattr(player_calls, "notify", notify)
    organizer_ = SimpleNamespace(account="acct_org", name="Org")
    there: Any = SimpleNamespace(doc=SimpleNamespace(organizer=organizer_))
    house: Any = SimpleNamespace(store=SimpleNamespace(append=append))
    seats = [SeatDoc(kind="reserved", reserved="acct_a"), SeatDoc(), SeatDoc(kind="reserved", reserved="acct_b")]
    table: Any = SimpleNamespace(id="game_a", seats=seats)
    asyncio.run(player_calls.invite(house, there, table))
    facts = {"table": "game_a", "by": "acct_org", "name": "Org", "bot": False}
    assert kept == [
        (document("notices", "acct_a"), {**facts, "seat": 0}, 200),
        (document("notices", "acct_b"), {**facts, "seat": 2}, 200),
    ]
    assert told == ["acct_a", "acct_b"]
