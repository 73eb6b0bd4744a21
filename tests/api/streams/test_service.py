"""Streams: a full view first, then every event once, whatever breaks off in between."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.bots.service import make_bot
from citadels_api.credentials.service import authenticate
from citadels_api.play import service as play
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Entry
from citadels_api.store.ports import Snapshot
from citadels_api.streams import log_tail
from citadels_api.streams.log_tail import LOOK_AGAIN_S
from citadels_api.streams.service import Follower, asked_now, events, frames, notices
from citadels_api.tables import service as tables

from tests.support.houses import guest, make_house, play_on, playing, seats_of, table_for
from tests.support.orders import clock_order, seat_order, table_order

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.context import House, Principal
    from citadels_api.play.contract import EventAnswer
    from citadels_api.store.ports import Logged
    from citadels_api.streams.contract import Frame, Notice

pytestmark = pytest.mark.anyio


async def follow(
    house: House, who: Principal | None, table: str, chance: random.Random | None = None
) -> tuple[list[EventAnswer], list[Frame]]:
    """Everything a viewer gets to the end, who now and then breaks off and comes back with the last number he saw."""
    seen: list[EventAnswer] = []
    views: list[Frame] = []
    after: int | None = None
    while True:
        stream = frames(house, who, table, after=after)
        async with contextlib.aclosing(stream):  # type: ignore[type-var]  # a generator
            async for frame in stream:
                if frame.type == "end":
                    return seen, views
                if frame.type == "view":
                    views.append(frame)
                seen.extend(frame.events)
                after = frame.number
                if chance is not None and chance.random() < 0.2:
                    break


@pytest.mark.parametrize("breaking", [False, True])
async def test_no_gap_and_no_double(breaking: bool) -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    made = await tables.create(house, people[0], table_order(players=3, seats=[seat_order("you")]))
    followers = [
        asyncio.create_task(follow(house, who, made.id, random.Random(place) if breaking else None))
        for place, who in enumerate((*people, None))
    ]
    await asyncio.sleep(0)
    await tables.join(house, people[1], made.id)
    await tables.add_ai(house, people[0], made.id, None, "random")
    await playing(house, made.id, people)
    number = (await tables.table(house, None, made.id)).number
    for task in followers:
        seen, views = await asyncio.wait_for(task, 30)
        assert views[0].number < number
        assert [event.number for event in seen] == list(range(views[0].number + 1, number + 1))


async def test_the_deal_brings_a_full_view() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    made = await tables.create(house, people[0], table_order(players=2, seats=[seat_order("you")]))
    stream = frames(house, people[0], made.id)
    first = await anext(stream)
    assert first.type == "view"
    assert first.position is None
    await tables.join(house, people[1], made.id)
    while True:
        frame = await asyncio.wait_for(anext(stream), 5)
        if any(event.kind == "start" for event in frame.events):
            break
    assert frame.position is not None
    assert frame.position.seat == 0
    assert isinstance(frame.position.view["seats"][0]["hand"], list)
    await stream.aclose()  # type: ignore[attr-defined]  # a generator


async def test_only_the_seat_that_is_asked_gets_the_actions() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    seats = await seats_of(house, table, people)
    for seat, who in (*seats.items(), (None, None)):
        frame = (await events(house, who, table, after=0))[-1]
        assert frame.decision is not None
        assert (frame.decision.actions is not None) == (frame.decision.seat == seat)


async def test_a_long_poll_waits_for_what_comes() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    number = (await tables.table(house, None, table)).number
    assert await events(house, None, table, after=number) == []
    waiting = asyncio.create_task(events(house, None, table, after=number, wait_ms=20_000))
    for _ in range(5):
        await asyncio.sleep(0)
    await play_on(house, table, people, random.Random(0))
    got = await asyncio.wait_for(waiting, 30)
    assert got[0].events[0].number == number + 1


async def test_a_private_table_cannot_be_followed() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    made = await tables.create(house, ann, table_order(players=2, visibility="private"))
    with pytest.raises(Refusal) as caught:
        await anext(frames(house, None, made.id))
    assert caught.value.code == "not_found"


async def test_a_late_spectator_sees_the_same_log_later() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, spectator_delay_ms=30_000)
    chance = random.Random(0)
    stamps: list[tuple[int, int]] = []
    for _ in range(30):
        clock.now += 5000
        await play_on(house, table, people, chance)
        stamps.append((clock.now, (await events(house, people[0], table, after=0))[-1].number))
        shown = [event.number for frame in await events(house, None, table, after=0) for event in frame.events]
        due = [number for at, number in stamps if at <= clock.now - 30_000]
        assert (shown or [0])[-1] == (due[-1] if due else (shown or [0])[-1])
        assert not due or shown == list(range(1, due[-1] + 1))


async def test_one_stream_of_everything_that_concerns_me() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    stream = notices(house, bea)

    async def until(*wanted: str) -> Notice:
        while True:
            notice = await asyncio.wait_for(anext(stream), 5)
            if notice.type in wanted:
                return notice

    first = await until("snapshot")
    assert first.owed == []
    made = await tables.create(
        house, ann, table_order(players=2, seats=[seat_order("you"), seat_order("reserved", account=bea.account)])
    )
    invited = await until("invited")
    assert (invited.table, invited.seat) == (made.id, 1)
    await tables.join(house, bea, made.id)
    chance = random.Random(1)
    while (await until("snapshot", "owed", "table")).owed in (None, []):
        await play_on(house, made.id, [ann], chance)
    await stream.aclose()  # type: ignore[attr-defined]  # a generator
    again = notices(house, bea, after=0)
    kinds = [(await asyncio.wait_for(anext(again), 5)).type for _ in range(2)]
    assert kinds == ["snapshot", "invited"]
    await again.aclose()  # type: ignore[attr-defined]  # a generator


async def test_the_decision_comes_in_the_last_frame_whoever_moves_between_two_reads() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    read = house.store.log

    async def late(name: str, **which: int) -> list[Logged]:
        await play_on(house, table, people, random.Random(0))
        return await read(name, **which)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "log", late)
        got = await events(house, people[0], table, after=0)
    assert [frame.decision is not None for frame in got] == [False] * (len(got) - 1) + [True]
    again = await events(house, people[0], table, after=got[-1].number)
    assert [frame.decision is not None for frame in again] == [True]


async def test_an_archived_table_is_followed_as_before() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    viewers = (*people, None)

    async def told(who: Principal | None) -> list[Any]:
        seen, views = await follow(house, who, table)
        caught_up = await events(house, who, table, after=0)
        return [seen, [view.position and view.position.view for view in views], [one.position for one in caught_up]]

    before = [await told(who) for who in viewers]
    clock.now += house.settings.linger_ms
    assert await attend(house, table) == "archived"
    after = [await told(who) for who in viewers]
    number = (await tables.table(house, None, table)).number
    assert [one.type for one in await events(house, None, table, after=number)] == ["end"]
    assert [one[:2] for one in after] == [one[:2] for one in before]
    dealt = [position for position in after[0][2] if position is not None]
    assert dealt[0].view["n"] == 0
    assert dealt[0].result is None
    assert before[0][2][: len(after[0][2])] == after[0][2][: len(before[0][2])]


async def test_a_game_that_was_broken_off_awaits_nothing() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await tables.abort(house, people[0], table)
    for who in (*people, None):
        assert (await play.position(house, who, table)).decision is None
        assert [frame.decision for frame in await events(house, who, table, after=0)][-2:] == [None, None]


async def test_a_late_spectator_learns_late_who_has_gone_and_who_plays_on() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(4)]
    order = clock_order("decision", limit_ms=1000)
    table = await table_for(house, people, clock=order, timeout="ai_takes_over", spectator_delay_ms=60_000)
    seats = await seats_of(house, table, people)
    stranger = await guest(house)
    before = [await tables.table(house, who, table) for who in (stranger, None)]
    clock.now += 1000 + house.settings.grace_ms
    assert await attend(house, table) == "takeover"
    await tables.resign(house, seats[3], table)
    assert [await tables.table(house, who, table) for who in (stranger, None)] == before
    listed = await tables.tables(house, None, status="running")
    assert [(seat.left, seat.level) for seat in listed.items[0].seats] == [(None, None)] * 4
    own = await tables.table(house, people[0], table)
    assert own.seats[3].left == "resigned"


async def test_the_maker_of_a_table_who_watches_late_is_not_told_of_each_move() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    made = await tables.create(house, ann, table_order(players=2, spectator_delay_ms=60_000))
    await tables.join(house, bea, made.id)
    await tables.join(house, cid, made.id)
    stream = notices(house, ann)
    assert (await asyncio.wait_for(anext(stream), 5)).type == "snapshot"
    waiting = asyncio.ensure_future(anext(stream))
    for _ in range(3):
        await play_on(house, made.id, [bea, cid], random.Random(0))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    await tables.abort(house, bea, made.id)
    assert (await asyncio.wait_for(waiting, 30)).type == "table"
    await stream.aclose()  # type: ignore[attr-defined]  # a generator


async def test_a_table_joined_while_the_stream_of_notices_opens_is_in_it() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))
    read = house.store.ranked
    joined: list[str] = []

    async def just_before(key: str, **which: Any) -> list[tuple[int, str]]:
        found = await read(key, **which)
        if key == document("active", bea.account):
            patch.undo()
            joined.append((await tables.join(house, bea, made.id)).status)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "ranked", just_before)
        stream = notices(house, bea)
        first = await asyncio.wait_for(anext(stream), 5)
    assert joined == ["running"]
    assert first.tables == [made.id]
    await tables.abort(house, ann, made.id)
    assert (await asyncio.wait_for(anext(stream), 5)).table == made.id
    await stream.aclose()  # type: ignore[attr-defined]  # a generator


async def creates(house: House, who: Principal) -> str:
    return (await tables.create(house, who, table_order(players=2, seats=[seat_order("you")]))).id


async def creates_for_another(house: House, who: Principal) -> str:
    return (await tables.create(house, who, table_order(players=2, seats=[seat_order("ai", level="greedy")]))).id


async def seeks(house: House, who: Principal) -> str:
    return (await tables.quick_match(house, who, players=2)).id


@pytest.mark.parametrize("take", [creates, creates_for_another, seeks])
async def test_who_makes_a_table_hears_of_it_and_of_its_start_on_a_stream_that_is_open(
    take: Callable[[House, Principal], Awaitable[str]],
) -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    stream = notices(house, ann)
    assert (await asyncio.wait_for(anext(stream), 5)).tables == []
    table = await take(house, ann)
    assert (await asyncio.wait_for(anext(stream), 5)).tables == [table]
    coming = asyncio.ensure_future(anext(stream))
    await tables.join(house, bea, table)
    assert (await tables.table(house, bea, table)).status == "running"
    assert (await asyncio.wait_for(coming, 30)).table == table
    assert (await asyncio.wait_for(anext(stream), 5)).table == table
    await stream.aclose()  # type: ignore[attr-defined]  # a generator


async def test_a_rematch_is_told_to_both_who_played() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    before = await table_for(house, [ann, bea])
    await tables.abort(house, ann, before)
    streams = [notices(house, who) for who in (ann, bea)]
    for stream in streams:
        assert (await asyncio.wait_for(anext(stream), 5)).tables == []
    again = await tables.rematch(house, ann, before)
    assert (await asyncio.wait_for(anext(streams[0]), 5)).tables == [again.id]
    assert (await asyncio.wait_for(anext(streams[1]), 5)).type == "invited"
    await tables.join(house, bea, again.id)
    for stream in streams:
        while again.id not in ((told := await asyncio.wait_for(anext(stream), 5)).table, *(told.tables or [])):
            pass
        await stream.aclose()  # type: ignore[attr-defined]  # a generator


async def test_who_makes_a_table_that_starts_at_once_is_told_what_he_owes() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    stream = notices(house, ann)
    assert (await asyncio.wait_for(anext(stream), 5)).tables == []
    table = await table_for(house, [ann], ai=1, crown=0)
    assert (await tables.table(house, ann, table)).decision is not None
    told = await asyncio.wait_for(anext(stream), 5)
    assert [owed.table for owed in told.owed or []] == [table]
    await stream.aclose()  # type: ignore[attr-defined]  # a generator


async def test_who_watches_late_is_shown_nothing_before_its_time_and_waits_for_the_next_entry_only() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, spectator_delay_ms=30_000)
    late = Follower(house, None, table, None)
    first = await late.first()
    assert (first.number, first.position, first.decision) == (0, None, None)
    assert (await tables.table(house, None, table)).number == 0
    dealt = clock.now
    for _ in range(3):
        clock.now += 4000
        await play_on(house, table, people, random.Random(0))
    clock.now = dealt + 29_000
    assert await late.more() == []
    assert late.wait_s == pytest.approx(1.005)
    clock.now = dealt + 30_000
    *_, frame = await late.more()
    assert (frame.number, frame.decision) == (late.seen, None), "what is awaited now is not told"
    assert frame.position is not None
    assert late.wait_s == pytest.approx(4.005)
    clock.now = dealt + 38_000
    assert [one.decision for one in await late.more()] == [None, None]
    again = await Follower(house, None, table, None).first()
    assert again.position is not None
    assert again.number == again.position.number == late.seen
    clock.now = dealt + 42_000
    assert [one.decision for one in await late.more()] == [None], "though it is the newest there is"
    assert late.wait_s == LOOK_AGAIN_S


async def test_an_invitation_is_told_once_on_a_stream_with_its_number_and_who_invites() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await make_bot(house, ann, name="a-bot")
    bot = await authenticate(house, made.credential.secret)
    assert bot is not None

    async def invited_by(who: Principal) -> str:
        seats = [seat_order("you"), seat_order("reserved", account=bea.account)]
        return (await tables.create(house, who, table_order(players=2, seats=seats))).id

    first = await invited_by(ann)
    stream = notices(house, bea)
    snapshot = await asyncio.wait_for(anext(stream), 5)
    assert (snapshot.type, snapshot.number) == ("snapshot", 1), "what was told before is not told again"
    told: list[Notice] = []
    tables_made = [await invited_by(bot)]
    while len(told) < 2:
        notice = await asyncio.wait_for(anext(stream), 5)
        if notice.type == "invited":
            told.append(notice)
            if len(told) == 1:
                tables_made.append(await invited_by(ann))
    await stream.aclose()  # type: ignore[attr-defined]  # a generator
    assert [(one.number, one.table, one.seat) for one in told] == [(2, tables_made[0], 1), (3, tables_made[1], 1)]
    assert [one.by and (one.by.id, one.by.kind) for one in told] == [(bot.account, "bot"), (ann.account, "human")]
    again = notices(house, bea, after=0)
    got = [await asyncio.wait_for(anext(again), 5) for _ in range(4)]
    await again.aclose()  # type: ignore[attr-defined]  # a generator
    assert [one.table for one in got if one.type == "invited"] == [first, *tables_made]


async def test_a_long_poll_lasts_a_minute_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_tail, "LONGEST_WAIT_MS", 1)
    house, _, _ = make_house()
    table = await table_for(house, [await guest(house) for _ in range(2)])
    number = (await tables.table(house, None, table)).number
    assert await asyncio.wait_for(events(house, None, table, after=number, wait_ms=60_000), 5) == []


@pytest.mark.parametrize("seat", [None, 0])
async def test_before_the_deal_nobody_is_asked(seat: int | None) -> None:
    undealt = Snapshot(doc=b"", number=1, state=None, asked=5, deadline=None, now=9)
    assert asked_now(undealt, seat, Entry(5, 1, [], [])) is None
