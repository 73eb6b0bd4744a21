"""Tournaments that begin by themselves, go on by themselves and end by themselves; and the clock that sees to them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import pytest
from citadels_api.accounts.service import make_admin
from citadels_api.credentials.service import authenticate
from citadels_api.problems import Refusal
from citadels_api.store.keys import shard_of
from citadels_api.store.ports import StoreDown
from citadels_api.tournaments.control import conduct, correct
from citadels_api.tournaments.entry import withdraw
from citadels_api.tournaments.exporter import export
from citadels_api.tournaments.log import add
from citadels_api.tournaments.search import standings
from citadels_api.tournaments.search import tournaments as tournaments_of
from citadels_api.tournaments.stream import events
from citadels_api.tournaments.subprocess_call import worked_out_beside
from citadels_contest.types import ContestError
from citadels_workers import clock as clocks
from citadels_workers import live_tournaments
from citadels_workers.clock import go_round
from citadels_workers.live_tournaments import attend, follow, following
from citadels_workers.player_calls import forfeit
from msgspec import structs

from tests.support.houses import make_house
from tests.support.played_live import (
    event_of_people,
    log_of,
    made,
    now_of,
    organizer,
    pass_time,
    play_rung,
    play_to_the_end,
)
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tournaments.log import Held

HOUSE: dict[str, Any] = {"house": ["random", "random"], "settings": {"seats": 2, "duplicate": False}}
HOUR = 3_600_000


def test_a_tournament_begins_at_its_time_and_not_before() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        at = clock.now + HOUR
        tour = await made(house, await organizer(house), begins="at", schedule={"at": at}, **HOUSE)
        clock.now = at - 1000
        await go_round(house)
        assert (await now_of(house, tour)).doc.status == "entry"
        assert rings.games == []
        await pass_time(house, clock, 3)
        assert (await now_of(house, tour)).doc.status == "running"
        assert (await play_to_the_end(house, rings, clock, tour)).doc.status == "over"

    asyncio.run(scenario())


def test_one_that_cannot_begin_at_its_time_is_cancelled_and_says_why() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        at = clock.now + HOUR
        settings = {"seats": 4, "small_field": "refuse"}
        ann = await organizer(house)
        tour = await made(house, ann, begins="at", schedule={"at": at}, house=["random"], settings=settings)
        clock.now = at
        await pass_time(house, clock, 2)
        there = await now_of(house, tour)
        assert there.doc.status == "cancelled"
        assert "could not start" in there.doc.why

    asyncio.run(scenario())


def test_a_series_goes_on_at_its_times_each_of_it_once_and_ends_with_its_count() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        at = clock.now + HOUR
        schedule = {"at": at, "every_ms": HOUR, "count": 3}
        tour = await made(house, await organizer(house), begins="every", schedule=schedule, **HOUSE)
        names, began = [tour], []
        clock.now = at - 500
        for _ in range(3):
            await pass_time(house, clock, 3)
            there = await now_of(house, names[-1])
            began.append(there.doc.started)
            if there.doc.next is not None:
                names.append(there.doc.next)
                assert (await now_of(house, names[-1])).doc.status == "entry", "one can enter the next"
            await play_rung(house, rings)
            await pass_time(house, clock, 3)
            assert (await now_of(house, there.doc.id)).doc.status == "over"
            clock.now += HOUR - 6000
        assert len(names) == 3
        assert [round((start - at) / HOUR, 1) for start in began if start is not None] == [0.0, 1.0, 2.0]
        docs = [(await now_of(house, name)).doc for name in names]
        assert [(doc.in_series, doc.series or tour) for doc in docs] == [(1, tour), (2, tour), (3, tour)]
        assert len({doc.commitment for doc in docs}) == 3
        listed = await house.store.index("tour:over", before=None, limit=10)
        assert {name for _, name in listed} == set(names)

    asyncio.run(scenario())


@pytest.mark.parametrize("when", ["in entry", "just started", "once more in entry"])
def test_a_series_that_was_cancelled_ends_there(when: str) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann, at = await organizer(house), clock.now + HOUR
        tour = await made(house, ann, begins="every", schedule={"at": at, "every_ms": HOUR}, **HOUSE)
        if when == "once more in entry":
            clock.now = at
            await pass_time(house, clock, 2)
            begun = (await now_of(house, tour)).doc
            assert (begun.status, begun.next is None) == ("running", False)
            tour = str(begun.next)
        elif when == "just started":
            await conduct(house, ann, tour, do="start")
        await conduct(house, ann, tour, do="cancel")
        await pass_time(house, clock, 2)
        clock.now = at + 3 * HOUR
        await pass_time(house, clock, 2)
        doc = (await now_of(house, tour)).doc
        assert (doc.status, doc.next) == ("cancelled", None)
        assert await house.store.index("tour:entry", before=None, limit=10) == []

    asyncio.run(scenario())


def test_times_that_are_over_are_left_out() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        at = clock.now + HOUR
        tour = await made(house, await organizer(house), begins="every", schedule={"at": at, "every_ms": HOUR}, **HOUSE)
        clock.now = at + 10 * HOUR + 1
        await go_round(house)
        there = await now_of(house, tour)
        assert there.doc.next is not None
        assert (await now_of(house, there.doc.next)).doc.schedule.at == at + 11 * HOUR

    asyncio.run(scenario())


@pytest.mark.parametrize("after", [False, True])
def test_a_clock_killed_at_any_write_starts_once_and_makes_the_next_once(after: bool) -> None:
    async def scenario() -> None:
        count = 0
        while True:
            house, _, clock = make_house()
            at = clock.now + HOUR
            tour = await made(
                house, await organizer(house), begins="every", schedule={"at": at, "every_ms": HOUR}, **HOUSE
            )
            clock.now = at
            faulty = Faulty(clock, house.store.space)  # type: ignore[attr-defined]  # it is the memory store
            faulty.left, faulty.after = count, after
            killed, _, _ = make_house(faulty)
            died = False
            try:
                await attend(killed, tour)
            except StoreDown:
                died = True
            await pass_time(house, clock, 4)
            kinds = [entry["kind"] for entry in await log_of(house, tour)]
            assert (kinds.count("started"), kinds.count("round")) == (1, 1)
            listed = await house.store.index("tour:entry", before=None, limit=10)
            assert [name for _, name in listed] == [(await now_of(house, tour)).doc.next]
            assert len((await now_of(house, listed[0][1])).event.entrants) == 2
            if not died:
                break
            count += 1
        assert count >= 6

    asyncio.run(scenario())


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("begins", ["at", "now"])
def test_one_whose_maker_was_killed_at_any_write_begins_or_is_not_there(begins: str, after: bool) -> None:
    async def scenario() -> None:
        count = 0
        while True:
            house, rings, clock = make_house()
            ann = await organizer(house)
            faulty = Faulty(clock, house.store.space)  # type: ignore[attr-defined]  # it is the memory store
            faulty.left, faulty.after = count, after
            killed, _, _ = make_house(faulty)
            schedule = {"at": clock.now + 5000} if begins == "at" else {}
            died = False
            try:
                await made(killed, ann, begins=begins, schedule=schedule, **HOUSE)
            except StoreDown:
                died = True
            for tour in [one.id for one in (await tournaments_of(house, ann, mine=True)).items]:
                await play_to_the_end(house, rings, clock, tour)
            if not died:
                break
            count += 1
        assert count >= 3, "its lists, itself and its entrants are written"

    asyncio.run(scenario())


def test_clocks_that_attend_at_the_same_time_make_each_round_once() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        others = [make_house(house.store)[0] for _ in range(3)]
        settings = {"format": "swiss", "seats": 2, "rounds": 4, "duplicate": False}
        tour = await made(house, await organizer(house), begins="now", house=["random"] * 4, settings=settings)
        for _ in range(6):
            clock.now += 1000
            await asyncio.gather(*[attend(one, tour) for one in (house, *others)])
            await play_rung(house, rings)
        kinds = [entry["kind"] for entry in await log_of(house, tour)]
        assert (kinds.count("round"), kinds.count("result"), kinds.count("ended")) == (4, 8, 1)

    asyncio.run(scenario())


class Stuck:
    """An event from which nothing can follow."""

    entrants: tuple[str, ...] = ()

    def due(self) -> None:
        raise ContestError("bad_pairings", "nobody can be paired")


class Twice:
    """An event of which a round follows that it does not take."""

    entrants: tuple[str, ...] = ()

    def due(self) -> dict[str, object]:
        return {"kind": "round", "round": 1, "pairings": [["random", "random"]]}


def test_a_round_that_cannot_be_made_pauses_the_tournament_and_says_why() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)
        after = await follow(house, there._replace(event=Stuck()))  # type: ignore[arg-type]  # that is all that is asked of it
        assert (after.doc.status, after.doc.why) == ("paused", "nobody can be paired")

    asyncio.run(scenario())


def test_what_the_contest_does_not_take_is_not_written_and_pauses_the_tournament() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)
        after = await follow(house, there._replace(event=Twice()))  # type: ignore[arg-type]  # that is all that is asked of it
        assert (after.doc.status, after.number) == ("paused", there.number + 1)
        assert "twice" in after.doc.why

    asyncio.run(scenario())


def test_a_result_that_is_written_lets_the_next_round_follow_at_once() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        settings = {"format": "swiss", "seats": 2, "rounds": 3, "duplicate": False}
        tour = await made(house, await organizer(house), begins="now", house=["random"] * 2, settings=settings)
        await pass_time(house, clock, 1)
        assert await play_rung(house, rings) == ["over"]
        assert len((await now_of(house, tour)).event.rounds) == 2

    asyncio.run(scenario())


def test_a_paused_tournament_plays_nothing_until_it_is_resumed() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        await add(house, await now_of(house, tour), [{"kind": "paused"}], due_in=0)
        await pass_time(house, clock, 5)
        assert rings.games == []
        await add(house, await now_of(house, tour), [{"kind": "resumed"}], due_in=0)
        assert (await play_to_the_end(house, rings, clock, tour)).doc.status == "over"

    asyncio.run(scenario())


def test_a_log_is_packed_a_day_after_the_end_and_reads_as_before() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        ann = await organizer(house)
        tour = await made(house, ann, begins="now", **HOUSE)
        await play_to_the_end(house, rings, clock, tour)
        await pass_time(house, clock, 3)

        async def told() -> list[Any]:
            house.folded.clear()  # as in a process that has just begun
            last = (await now_of(house, tour)).number
            frames = [await events(house, ann, tour, after=number) for number in (0, 3, last - 1)]
            facts = [[[(one.number, one.at, one.facts) for one in frame.entries] for frame in part] for part in frames]
            return [facts, [line async for line in export(house, ann, tour)], await standings(house, ann, tour)]

        for packed in (1, 2):
            before, there = await told(), await now_of(house, tour)
            assert len(await house.store.log(tour)) > packed
            clock.now += 25 * HOUR
            assert "tournament" in await go_round(house)
            assert len(await house.store.log(tour)) == packed
            assert (await now_of(house, tour)).number == there.number
            assert await told() == before
            game = next(iter(there.event.fixtures))
            for places in ([1, 2], [2, 1]):
                await correct(house, ann, tour, game, places=places, scores=[9, 8], why="seen again")
        assert (await now_of(house, tour)).event.results[game].places == (2, 1)

    asyncio.run(scenario())


def test_a_tournament_that_is_over_is_looked_at_no_more() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        await play_to_the_end(house, rings, clock, tour)
        await pass_time(house, clock, 3)
        clock.now += 25 * HOUR
        assert "tournament" in await go_round(house), "its log is packed"
        clock.now += 300 * 24 * HOUR
        assert "tournament" not in await go_round(house)
        assert live_tournaments.is_tournament(tour)

    asyncio.run(scenario())


def test_a_round_of_a_large_field_is_made_in_a_process_beside_the_clock_and_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        order = {"house": ["greedy"] * 5, "settings": {"format": "swiss", "seats": 2, "rounds": 1}}
        ann = await organizer(house)
        tour = await made(house, ann, **order)
        await conduct(house, ann, tour, do="start")
        there = await now_of(house, tour)
        assert (there.doc.status, there.event.unplayed) == ("running", {})
        expected = there.event.due()
        assert expected is not None
        asked: list[str] = []

        async def watched(house: House, there: Held, what: Literal["figures", "due"]) -> Any:
            asked.append(what)
            return await worked_out_beside(house, there, what)

        monkeypatch.setattr(live_tournaments, "LARGE", 4)
        monkeypatch.setattr(live_tournaments, "worked_out_beside", watched)
        there = await follow(house, there)
        assert asked == ["due"], "and not again, as long as the round is played"
        (made_round,) = [entry for entry in await log_of(house, tour) if entry["kind"] == "round"]
        assert {**expected, "at": made_round["at"]} == made_round

    asyncio.run(scenario())


def test_a_tournament_that_takes_long_holds_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann = await organizer(house)
        at = clock.now + HOUR
        slow = await made(house, ann, begins="at", schedule={"at": at}, **HOUSE)
        quick = await made(house, ann, begins="at", schedule={"at": at}, **HOUSE)
        goes_on, times = asyncio.Event(), 0

        async def attended(house: House, tour_id: str) -> str:
            nonlocal times
            if tour_id == slow:
                times += 1
                await asyncio.wait_for(goes_on.wait(), 300)
            return await attend(house, tour_id)

        monkeypatch.setattr(live_tournaments, "attend", attended)
        clock.now = at
        rounds = clocks.Clock(house)
        for _ in range(2):
            await rounds.go_round(0.05)
            clock.now += 3000
        assert (list(rounds.busy), times) == ([slow], 1), "it is seen to once, however often it is due"
        assert (await now_of(house, quick)).doc.status == "running"
        assert (await now_of(house, slow)).doc.status == "entry"
        goes_on.set()
        assert (await rounds.go_round())[0].get("tournament")
        assert rounds.busy == {}
        assert (await now_of(house, slow)).doc.status == "running"

    asyncio.run(scenario())


def test_a_clock_that_is_stopped_breaks_off_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        at = clock.now + HOUR
        tour = await made(house, await organizer(house), begins="at", schedule={"at": at}, **HOUSE)
        begun, stopped, broken_off = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def attended(house: House, tour_id: str) -> str:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                broken_off.set()
            return tour_id

        monkeypatch.setattr(live_tournaments, "attend", attended)
        monkeypatch.setattr(clocks, "DRAIN_S", 0.05)
        clock.now = at
        ticking = asyncio.create_task(clocks.tick(house, stopped))
        await asyncio.wait_for(begun.wait(), 300)
        stopped.set()
        await ticking
        assert broken_off.is_set()
        assert (await now_of(house, tour)).doc.status == "entry"

    asyncio.run(scenario())


# when it is looked at, and what comes next


def test_the_clock_looks_again_when_it_begins_or_after_a_minute_where_its_organizer_begins_it() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann, at = await organizer(house), clock.now + HOUR
        for begins, schedule, wait in (("at", {"at": at}, HOUR), ("demand", {}, 60_000)):
            tour = await made(house, ann, begins=begins, schedule=schedule, **HOUSE)
            assert await attend(house, tour) == "waiting"
            now = clock.now
            clock.now = now + wait - 1
            assert await house.store.claim(shard_of(tour), lease_ms=0, limit=9) == []
            clock.now = now + wait
            assert await house.store.claim(shard_of(tour), lease_ms=0, limit=9) == [(tour, clock.now)]
            await house.store.drop(tour, index=None)
            clock.now = now
        assert await attend(house, "tour_gone") == "gone"

    asyncio.run(scenario())


def test_the_next_of_a_series_is_like_this_one_but_for_its_time_its_number_and_how_it_stands() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        at = clock.now + HOUR
        schedule = {"at": at, "every_ms": HOUR, "count": 3}
        tour = await made(house, await organizer(house), begins="every", schedule=schedule, name="weekly", **HOUSE)
        doc = (await now_of(house, tour)).doc
        over = structs.replace(doc, status="over", started=1, ended=2, why="x", secret="s", entry_open=False)
        for now, begins in ((at, at + HOUR), (at + HOUR, at + HOUR), (at + HOUR + 1, at + 2 * HOUR), (0, at + HOUR)):
            found = following(over, now)
            assert found is not None
            assert (found.schedule.at, found.created) == (begins, now)
            same = structs.replace(
                found, id=doc.id, created=doc.created, schedule=doc.schedule, in_series=1, series=None
            )
            assert same == structs.replace(doc, commitment="")
            assert (found.in_series, found.series) == (2, tour)
            again = following(found, now)
            assert again is not None
            assert (again.in_series, again.series, again.id != found.id) == (3, tour, True)
            assert following(again, now) is None
        later = following(structs.replace(doc, schedule=structs.replace(doc.schedule, at=None)), doc.created)
        assert later is not None
        assert later.schedule.at == doc.created + HOUR

    asyncio.run(scenario())


@pytest.mark.parametrize("ahead", [1, 3])
def test_so_many_whole_games_are_rung_for_at_a_time(ahead: int) -> None:
    async def scenario() -> None:
        house, rings, _ = make_house(games_ahead=ahead)
        order = {"house": ["random"] * 4, "settings": {"seats": 2, "duplicate": False}}
        tour = await made(house, await organizer(house), begins="now", **order)
        there = await follow(house, await now_of(house, tour))
        assert len(there.event.unplayed) == 6
        rings.games.clear()
        assert await live_tournaments.ring(house, there) == 1000
        assert [game for _, game, _ in rings.games] == list(there.event.unplayed)[:ahead]
        assert {(name, thinks) for name, _, thinks in rings.games} == {(tour, False)}
        await conduct(house, await organizer_again(house), tour, do="cancel")
        assert await live_tournaments.ring(house, await now_of(house, tour)) is None

    asyncio.run(scenario())


async def organizer_again(house: House) -> Any:
    """An admin, who may do what the organizer may."""
    return await authenticate(house, (await make_admin(house)).credential.secret)


def test_a_log_is_left_until_it_is_old_enough_and_looked_at_again_just_then() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await play_to_the_end(house, rings, clock, tour)
        await attend(house, tour)
        there = await now_of(house, tour)
        assert there.doc.ended is not None
        lingers = house.settings.tournament_linger_ms
        assert await live_tournaments.pack(house, there) == there.doc.ended + lingers - clock.now > 0
        clock.now = there.doc.ended + lingers - 1
        assert await live_tournaments.pack(house, await now_of(house, tour)) == 1
        assert there.doc.secret == there.secret
        clock.now += HOUR
        assert await live_tournaments.pack(house, await now_of(house, tour)) == live_tournaments.FAR_MS

    asyncio.run(scenario())


def test_one_that_cannot_begin_is_over_at_once_and_no_longer_waits() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann = await organizer(house)
        at = clock.now + HOUR
        small = {"seats": 4, "small_field": "refuse"}
        tour = await made(house, ann, begins="at", schedule={"at": at}, house=["random"], settings=small)
        assert await live_tournaments.begin(house, await now_of(house, tour)) is False
        clock.now = at
        assert await live_tournaments.begin(house, await now_of(house, tour)) is True
        there = await now_of(house, tour)
        assert there.doc.status == "cancelled"
        assert there.doc.why.startswith("it could not start: ")
        assert await attend(house, tour) == "tournament"

    asyncio.run(scenario())


@pytest.mark.parametrize(("left", "wait"), [(10, 10), (1, 1), (60_000, 60_000), (HOUR, HOUR)])
def test_it_is_looked_at_again_just_when_it_begins(left: int, wait: int) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        tour = await made(house, await organizer(house), begins="at", schedule={"at": clock.now + HOUR}, **HOUSE)
        clock.now += HOUR - left
        waits: list[int] = []

        async def put_off(name: str, *, ms: int, expects: int) -> None:
            assert (name, expects) == (tour, (await now_of(house, tour)).number)
            waits.append(ms)

        house.store.put_off = put_off  # type: ignore[assignment]
        assert await attend(house, tour) == "waiting"
        assert waits == [wait]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("status", "parts", "waits", "again"),
    [
        ("running", (1000, None, None), [1000], []),
        ("running", (None, 3000, 500), [500], []),
        ("running", (None, None, None), [60_000], [None]),
        ("running", (None, None, None), [60_000, 0], [0]),
        ("running", (None, 60_000, None), [60_000, 7], [7]),
        ("running", (None, None, None), [60_000, 60_000], [90_000]),
        ("over", (None, 700, None), [700], []),
        ("over", (None, None, 40), [40], []),
    ],
)
def test_it_is_looked_at_again_when_the_first_of_its_parts_is_due(
    status: str,
    parts: tuple[int | None, ...],
    waits: list[int],
    again: list[int | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)
        there = there._replace(doc=structs.replace(there.doc, status=status))
        found: list[int] = []
        told = {"ring": [parts[0]], "see_to_tables": [parts[1]], "see_to_hooks": [parts[2], *again]}

        def part(name: str) -> Any:
            async def one(*_: object) -> int | None:
                return told[name].pop(0)

            return one

        async def same(*_: object) -> Held:
            return there

        async def put_off(_: str, *, ms: int, expects: int) -> None:
            assert expects == there.number
            found.append(ms)

        for name in told:
            monkeypatch.setattr(live_tournaments, name, part(name))
        for name in ("held", "carry_on_series", "follow", "again"):
            monkeypatch.setattr(live_tournaments, name, same)
        monkeypatch.setattr(live_tournaments, "reveal", nothing)
        house.store.put_off = put_off  # type: ignore[assignment]
        assert await attend(house, tour) == "tournament"
        assert found == waits

    asyncio.run(scenario())


async def nothing(*_: object) -> None:
    """Do nothing."""


def test_a_game_in_which_only_bots_of_the_house_are_left_is_rung_for_and_no_other() -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        tour, people, _ = await event_of_people(house, 3, settings={"seats": 2, "duplicate": False, "no_show": "last"})
        there = await follow(house, await now_of(house, tour))
        rings.games.clear()
        assert await live_tournaments.ring(house, there) is None
        assert rings.games == [], "somebody has to come to each"
        first, *_ = there.event.unplayed.values()
        await forfeit(house, tour, first.id, [first.seats[0]])
        assert await live_tournaments.ring(house, await now_of(house, tour)) is None, "the other one still comes"
        for who in people[:2]:
            await withdraw(house, who, tour, who.account)
        there = await now_of(house, tour)
        await live_tournaments.ring(house, there)
        gone = {who.account for who in people[:2]}
        whole = [game.id for game in there.event.unplayed.values() if set(game.seats) <= gone]
        assert [game for _, game, _ in rings.games] == whole

    asyncio.run(scenario())


def test_a_secret_is_published_once() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)
        assert there.doc.secret is None
        for _ in range(2):
            await live_tournaments.reveal(house, there)
        assert (await now_of(house, tour)).doc.secret == there.secret
        assert [entry["kind"] for entry in await log_of(house, tour)].count("revealed") == 1

    asyncio.run(scenario())


def test_a_log_of_a_house_in_which_nothing_lingers_is_looked_at_again_after_a_second() -> None:
    async def scenario() -> None:
        house, rings, clock = make_house(tournament_linger_ms=0)
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        await play_to_the_end(house, rings, clock, tour)
        there = await now_of(house, tour)

        async def younger(_house: House, _tour: str, number: int, *, before: int) -> bool:
            assert (number, before) == (there.number, there.now)
            return True

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(live_tournaments, "pack_log", younger)
            assert await live_tournaments.pack(house, there) == 1000

    asyncio.run(scenario())


def test_the_next_of_a_series_is_pointed_to_by_the_one_before_and_says_so() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        at = clock.now + HOUR
        tour = await made(
            house, await organizer(house), begins="every", schedule={"at": at, "every_ms": HOUR, "count": 2}, **HOUSE
        )
        clock.now = at
        await attend(house, tour)
        doc = (await now_of(house, tour)).doc
        assert doc.next is not None
        assert doc.series == tour
        changed = [entry["what"] for entry in await log_of(house, tour) if entry["kind"] == "changed"]
        assert changed == [["next"]]
        following_one = (await now_of(house, doc.next)).doc
        assert (following_one.series, following_one.next, following_one.status) == (tour, None, "entry")
        assert [entry["kind"] for entry in await log_of(house, doc.next)] == ["created", "entered", "entered"]

    asyncio.run(scenario())


def test_the_next_of_a_series_has_a_secret_of_its_own_as_long_as_any() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        at = clock.now + HOUR
        schedule = {"at": at, "every_ms": HOUR}
        tour = await made(house, await organizer(house), begins="every", schedule=schedule, **HOUSE)
        clock.now = at
        await attend(house, tour)
        there = await now_of(house, tour)
        assert there.doc.next is not None
        successor = await now_of(house, there.doc.next)
        assert len(bytes.fromhex(successor.secret)) == len(bytes.fromhex(there.secret)) == 32
        assert successor.secret != there.secret
        assert successor.doc.organizer == there.doc.organizer
        told = structs.replace(there.doc, next="tour_x", secret=there.secret, status="over", why="x", entry_open=False)
        plain = following(told, clock.now)
        assert plain is not None
        assert (plain.next, plain.secret, plain.commitment, plain.why) == (None, None, "", "")
        assert (plain.status, plain.entry_open, plain.started, plain.ended) == ("entry", True, None, None)

    asyncio.run(scenario())


@pytest.mark.parametrize("ended", ["over", "cancelled"])
@pytest.mark.parametrize(
    ("tables", "hooks", "done"),
    [(None, None, ["reveal", "pack"]), (700, None, []), (None, 40, ["reveal"]), (700, 40, [])],
)
def test_a_secret_is_published_once_nothing_is_played_and_a_log_packed_once_it_is_told(
    ended: str, tables: int | None, hooks: int | None, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)
        there = there._replace(doc=structs.replace(there.doc, status=ended))
        seen: list[str] = []
        found: list[int] = []

        def part(name: str, answer: Any) -> Any:
            async def one(*_: object) -> Any:
                seen.append(name)
                return answer

            return one

        async def put_off(_: str, *, ms: int, expects: int) -> None:
            found.append(ms)

        answers = {"ring": None, "see_to_tables": tables, "see_to_hooks": hooks, "reveal": None, "pack": 90}
        for name, answer in answers.items():
            monkeypatch.setattr(live_tournaments, name, part(name, answer))
        for name in ("held", "carry_on_series", "again"):
            monkeypatch.setattr(live_tournaments, name, part("", there))
        house.store.put_off = put_off  # type: ignore[assignment]
        assert await attend(house, tour) == "tournament"
        assert [name for name in seen if name in ("reveal", "pack")] == done
        ten_years = 10 * 366 * 86_400_000
        last = 90 if "pack" in done else ten_years
        assert found == [min(one for one in (tables, hooks, last) if one is not None)]

    asyncio.run(scenario())


def test_a_log_that_is_packed_whole_is_looked_at_again_in_ten_years(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, _ = make_house(tournament_linger_ms=5000)
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)
        asked: list[Any] = []
        younger = False

        async def pack_log(_: House, *given: Any, **named: Any) -> bool:
            asked.append((*given, named))
            return younger

        monkeypatch.setattr(live_tournaments, "pack_log", pack_log)
        for ended, left in ((there.now, 5000), (there.now - 1, 4999), (there.now - 4999, 1)):
            old = there._replace(doc=structs.replace(there.doc, ended=ended, created=0))
            assert await live_tournaments.pack(house, old) == left
        assert asked == []
        old = there._replace(doc=structs.replace(there.doc, ended=there.now - 5000))
        assert await live_tournaments.pack(house, old) == 10 * 366 * 86_400_000
        younger = True
        assert await live_tournaments.pack(house, old) == 5000
        assert asked == [(tour, there.number, {"before": there.now - 5000})] * 2
        never = there._replace(doc=structs.replace(there.doc, ended=None, created=there.now - 3000))
        assert await live_tournaments.pack(house, never) == 2000

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("entrants", "unplayed", "beside"), [(64, {}, False), (65, {}, True), (65, {"1.0.0.0": None}, False)]
)
def test_what_follows_for_more_than_64_entrants_is_found_beside_where_a_round_is_to_be_made(
    entrants: int, unplayed: dict[str, None], beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry: Any = {"kind": "round"}
    event = SimpleNamespace(entrants=range(entrants), unplayed=unplayed, due=lambda: entry)
    there: Any = SimpleNamespace(event=event)
    asked: list[Any] = []

    async def worked_out(*given: Any) -> Any:
        asked.append(given)
        return entry

    house: Any = object()
    monkeypatch.setattr(live_tournaments, "worked_out_beside", worked_out)
    assert asyncio.run(live_tournaments.due(house, there)) is entry
    assert asked == ([(house, there, "due")] if beside else [])


@pytest.mark.parametrize(("code", "again"), [("not_possible", True), ("forbidden", False)])
def test_a_refusal_that_is_not_of_the_contest_is_not_taken_for_a_pause(
    code: str, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **HOUSE)
        there = await now_of(house, tour)

        async def due(*_: object) -> Any:
            raise Refusal(code, "it rains " + "x" * 2000)

        monkeypatch.setattr(live_tournaments, "due", due)
        if not again:
            with pytest.raises(Refusal):
                await follow(house, there)
            return
        assert (await follow(house, there)).doc.status == "paused"
        (paused,) = [one for one in await log_of(house, tour) if one["kind"] == "paused"]
        assert paused["why"] == ("it rains " + "x" * 2000)[:1000]

    asyncio.run(scenario())


def test_a_tournament_is_known_by_its_id() -> None:
    assert live_tournaments.is_tournament("tour_a")
    assert not live_tournaments.is_tournament("game_tour_a")


@pytest.mark.parametrize("fault", ["", "not_possible", "bad_setup", "forbidden"])
def test_a_start_is_written_once_and_one_that_cannot_be_says_why_in_short(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[Any] = []
    series: list[bool] = []
    there: Any = SimpleNamespace(doc=SimpleNamespace(id="tour_a", status="entry"), now=5)

    async def change(_house: Any, tour: str, make: Any) -> None:
        assert tour == "tour_a"
        wanted.append([make(SimpleNamespace(doc=SimpleNamespace(status=status))) for status in ("entry", "running")])
        if fault and len(wanted) == 1:
            raise Refusal(fault, "x" * 2000)

    async def carry_on_series(_house: Any, found: Any, *, now: bool = False) -> Any:
        series.append(now)
        return found

    monkeypatch.setattr(live_tournaments, "begins_at", lambda _: 5)
    monkeypatch.setattr(live_tournaments, "house_entries", lambda _: [])
    monkeypatch.setattr(live_tournaments, "begun", lambda *_: "begun")
    monkeypatch.setattr(live_tournaments, "carry_on_series", carry_on_series)
    monkeypatch.setattr(live_tournaments, "change", change)
    house: Any = object()
    if fault == "forbidden":
        with pytest.raises(Refusal):
            asyncio.run(live_tournaments.begin(house, there))
    else:
        assert asyncio.run(live_tournaments.begin(house, there)) is True
    assert series == [True], "the next of the series is there before this one begins"
    assert wanted[0] == ["begun", None]
    if fault in ("not_possible", "bad_setup"):
        cancelled, nothing_ = wanted[1]
        why = ("it could not start: " + "x" * 2000)[:1000]
        assert (cancelled.entries, cancelled.due_in, nothing_) == ([{"kind": "cancelled", "why": why}], 0, None)
    else:
        assert len(wanted) == 1


def test_what_follows_is_written_only_after_what_it_follows_from(monkeypatch: pytest.MonkeyPatch) -> None:
    async def change(_house: Any, tour: str, make: Any) -> Any:
        return [make(SimpleNamespace(number=number)) for number in (6, 7, 8)], tour

    monkeypatch.setattr(live_tournaments, "change", change)
    there: Any = SimpleNamespace(number=7, doc=SimpleNamespace(id="tour_a"))
    entry: Any = {"kind": "round"}
    house: Any = object()
    found: Any = asyncio.run(live_tournaments.written(house, there, entry))
    assert [one and one.entries for one in found] == [None, [entry], None]


@pytest.mark.parametrize(("level", "thinking"), [("planner", True), ("greedy", False)])
def test_a_game_in_which_a_bot_searches_is_rung_for_as_such(level: str, thinking: bool) -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        tour = await made(house, await organizer(house), begins="now", **{**HOUSE, "house": ["random", level]})
        there = await follow(house, await now_of(house, tour))
        rings.games.clear()
        assert await live_tournaments.ring(house, there) == 1000
        assert rings.games == [(tour, "1.0.0.0", thinking)]

    asyncio.run(scenario())
