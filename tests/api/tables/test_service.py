"""Tables: made, found, filled, left, invited to, resigned from, played again."""

from __future__ import annotations

import asyncio
import random

import pytest
from citadels_api.play import service as play
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.tables import service as tables
from citadels_engine.formats.record import read, verify

from tests.support.houses import guest, make_house, move, play_on, playing, seats_of, table_for
from tests.support.orders import clock_order, seat_order, table_order

pytestmark = pytest.mark.anyio


async def code_of(awaitable: object) -> str:
    with pytest.raises(Refusal) as caught:
        await awaitable  # type: ignore[misc]  # a coroutine
    return caught.value.code


async def test_a_table_starts_when_it_is_full() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))
    assert made.status == "open"
    assert made.commitment
    assert made.seed is None
    assert (await tables.join(house, bea, made.id)).status == "running"
    cid = await guest(house)
    assert await code_of(tables.join(house, cid, made.id)) == "already_started"
    assert await code_of(tables.join(house, bea, made.id)) == "already_seated"


async def test_a_table_on_demand_waits_for_its_maker() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")], start="demand"))
    assert await code_of(tables.start(house, ann, made.id)) == "not_open"
    assert (await tables.join(house, bea, made.id)).status == "open"
    assert await code_of(tables.start(house, bea, made.id)) == "forbidden"
    assert (await tables.start(house, ann, made.id)).status == "running"


@pytest.mark.parametrize(
    "order",
    [
        {"players": 9},
        {"players": 2, "cast": ["king"]},
        {"players": 4, "scenario": "no such"},
        {"players": 2, "seats": [seat_order()] * 3},
        {"players": 2, "rated": True, "seed": "1"},
        {"players": 2, "options": {"no_such": 1}},
        {"edition": "third"},
    ],
)
async def test_what_cannot_be_set_up_is_refused(order: dict[str, object]) -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    assert await code_of(tables.create(house, ann, table_order(**order))) == "bad_setup"


async def test_every_scenario_can_be_played() -> None:
    from citadels_engine import SCENARIOS

    house, _, _ = make_house()
    ann = await guest(house)
    for name in SCENARIOS:
        made = await tables.create(house, ann, table_order(players=5, scenario=name))
        assert made.scenario == name


async def test_a_private_table_is_for_the_invited() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    made = await tables.create(
        house, ann, table_order(players=3, seats=[seat_order("you")], visibility="private", start="demand")
    )
    assert await code_of(tables.table(house, bea, made.id)) == "not_found"
    assert await code_of(tables.join(house, bea, made.id)) == "not_found"
    secret = await tables.invite_link(house, ann, made.id)
    assert (await tables.table(house, bea, made.id, invite=secret)).id == made.id
    assert (await tables.join(house, bea, made.id, invite=secret)).your_seat == 1
    await tables.invite(house, ann, made.id, cid.account)
    assert (await tables.join(house, cid, made.id)).your_seat == 2
    assert await code_of(tables.table(house, None, made.id, invite="wrong")) == "not_found"


async def test_a_reserved_seat_can_be_declined() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    made = await tables.create(
        house, ann, table_order(players=2, seats=[seat_order("you"), seat_order("reserved", account=bea.account)])
    )
    assert await code_of(tables.join(house, cid, made.id)) == "table_full"
    await tables.decline(house, bea, made.id)
    assert (await tables.join(house, cid, made.id)).status == "running"


async def test_two_who_want_the_last_seat() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    others = [await guest(house) for _ in range(8)]
    made = await tables.create(house, ann, table_order(players=4, seats=[seat_order("you")]))
    got = await asyncio.gather(*[tables.join(house, who, made.id) for who in others], return_exceptions=True)
    assert sum(1 for one in got if not isinstance(one, BaseException)) == 3
    assert {one.code for one in got if isinstance(one, Refusal)} <= {"table_full", "already_started"}
    assert (await tables.table(house, ann, made.id)).status == "running"


async def test_lists_are_paged_without_gap_or_double() -> None:
    house, _, clock = make_house()
    ann, bea = await guest(house), await guest(house)
    made: list[str] = []
    for _ in range(25):
        clock.now += random.Random(len(made)).randrange(2)
        made.append((await tables.create(house, ann, table_order(players=2))).id)
    await tables.create(house, ann, table_order(players=2, visibility="unlisted"))
    found: list[str] = []
    cursor = None
    while True:
        page = await tables.tables(house, bea, cursor=cursor, limit=7)
        found.extend(one.id for one in page.items)
        cursor = page.next
        if cursor is None:
            break
    assert sorted(found) == sorted(made)
    assert len((await tables.tables(house, ann, mine=True, limit=50)).items) == 26
    assert await code_of(tables.tables(house, bea, cursor="x")) == "invalid"


@pytest.mark.parametrize(("limit", "told"), [(0, 1), (1000, 100)])
async def test_a_page_of_tables_has_one_at_least_and_100_at_most(limit: int, told: int) -> None:
    house, _, _ = make_house(open_tables_per_account=101, open_tables_per_address=101)
    ann = await guest(house)
    for _ in range(told + 1):
        await tables.create(house, ann, table_order(players=2))
    page = await tables.tables(house, None, limit=limit)
    assert len(page.items) == told
    assert len((await tables.tables(house, None, cursor=page.next, limit=limit)).items) == 1


async def test_who_resigns_is_placed_last_and_the_game_goes_on() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(4)]
    table = await table_for(house, people)
    seats = await seats_of(house, table, people)
    chance = random.Random(2)
    for _ in range(30):
        await play_on(house, table, people, chance)
    await tables.resign(house, seats[2], table)
    for _ in range(10):
        await play_on(house, table, people, chance)
    await tables.resign(house, seats[0], table)
    await playing(house, table, people)
    found = await tables.table(house, people[0], table)
    assert found.result is not None
    assert found.result.left == [2, 0]
    assert found.result.places[-2:] == [[0], [2]]
    record = read(await records.record(house, None, table))
    assert verify(record).ok
    assert any(taken.by == "default" for taken in record.taken)


async def test_a_game_that_all_leave_is_broken_off() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people)
    for who in people:
        await tables.resign(house, who, table)
    assert (await tables.table(house, people[0], table)).status == "aborted"
    assert await code_of(records.record(house, None, table)) == "not_found"


async def test_abort_before_the_first_turn_only() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    assert (await tables.abort(house, people[1], table)).status == "aborted"
    table = await table_for(house, people)
    chance = random.Random(2)
    for _ in range(30):
        await play_on(house, table, people, chance)
    assert await code_of(tables.abort(house, people[1], table)) == "already_started"


async def test_rated_tables_take_one_seat_of_an_owner() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=3, seats=[seat_order("you")], rated=True))
    await tables.join(house, bea, made.id)
    from citadels_api.bots.service import make_bot
    from citadels_api.credentials.service import authenticate

    bot = await make_bot(house, ann, name="anns-bot", about="", accepts=None)
    who = await authenticate(house, bot.credential.secret)
    assert await code_of(tables.join(house, who, made.id)) == "same_owner"


async def test_quick_match_finds_or_makes() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(4)]
    got = [await tables.quick_match(house, who, players=2) for who in people]
    assert got[0].id == got[1].id
    assert got[2].id == got[3].id
    assert got[0].id != got[2].id
    assert (await tables.quick_match(house, people[0], players=4, ai_fill="greedy")).status == "running"


async def test_a_rematch_is_one_table_for_all() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, ai=1)
    assert await code_of(tables.rematch(house, people[0], table)) == "not_open"
    await playing(house, table, people)
    first = await tables.rematch(house, people[0], table)
    second = await tables.rematch(house, people[1], table)
    assert first.id == second.id != table
    assert (await tables.join(house, people[1], first.id)).status == "running"


# time


@pytest.mark.parametrize("policy", ["default_action", "ai_takes_over", "forfeit"])
async def test_what_runs_out_of_time_is_settled_by_the_policy(policy: str) -> None:
    house, rings, clock = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people, timeout=policy, clock=clock_order("decision", limit_ms=1000))
    before = await tables.table(house, people[0], table)
    assert before.decision is not None
    assert before.decision.deadline == clock.now + 1000
    clock.now += 1000 + house.settings.grace_ms - 1
    assert await attend(house, table) == "early"
    clock.now += 1
    words = {"default_action": "timeout", "ai_takes_over": "takeover", "forfeit": "forfeit"}
    assert await attend(house, table) == words[policy]
    after = await tables.table(house, people[0], table)
    assert after.decision is not None
    seat = after.seats[before.decision.seat]
    if policy == "default_action":
        assert after.decision.n == before.decision.n + 1
    elif policy == "forfeit":
        assert seat.left == "forfeited"
        assert after.decision.n > before.decision.n
    else:
        assert seat.level == "greedy"
        assert rings.calls[-1][1:3] == (before.decision.n, before.decision.seat)
        seats = await seats_of(house, table, people)
        own = seats[before.decision.seat]
        await tables.join(house, own, table)
        assert (await tables.table(house, people[0], table)).seats[before.decision.seat].level is None


async def test_a_move_after_the_deadline_is_refused_though_nobody_has_moved_since() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=clock_order("decision", limit_ms=1000))
    found = await tables.table(house, None, table)
    assert found.decision is not None
    who = (await seats_of(house, table, people))[found.decision.seat]
    position = await play.position(house, who, table)
    assert position.decision is not None
    assert position.decision.actions is not None
    clock.now += 5000
    action = position.decision.actions[0].text
    assert await code_of(play.submit(house, who, table, n=position.decision.n, actions=[action])) == "clock_expired"


async def test_a_move_after_the_default_action_is_told_that_time_was_over() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=clock_order("decision", limit_ms=1000))
    found = await tables.table(house, None, table)
    assert found.decision is not None
    who = (await seats_of(house, table, people))[found.decision.seat]
    clock.now += 1000 + house.settings.grace_ms
    assert await attend(house, table) == "timeout"
    n = found.decision.n
    assert await code_of(play.submit(house, who, table, n=n, actions=["gold"], key="k")) == "clock_expired"
    assert await code_of(play.submit(house, who, table, n=n + 99, actions=["gold"])) == "conflict"


async def test_ones_own_tables_are_listed_whatever_has_become_of_them() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    running = await table_for(house, people)
    ended = await table_for(house, people)
    await tables.abort(house, people[0], ended)
    waiting = (await tables.create(house, people[0], table_order(players=2))).id
    mine = [one.id for one in (await tables.tables(house, people[0], mine=True)).items]
    assert {running, waiting} <= set(mine)
    assert [one.id for one in (await tables.tables(house, people[0])).items] == [waiting]


async def test_a_bank_is_charged_and_refilled() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=clock_order("bank", bank_ms=10_000, increment_ms=200))
    seats = await seats_of(house, table, people)
    chance = random.Random(0)
    found = await tables.table(house, None, table)
    assert found.decision is not None
    seat = found.decision.seat
    clock.now += 3000
    await move(house, seats[seat], table, chance)
    found = await tables.table(house, None, table)
    assert found.seats[seat].bank_ms == 7200
    assert found.seats[1 - seat].bank_ms == 10_000
    assert found.decision is not None
    again = found.seats[found.decision.seat].bank_ms
    assert again is not None
    assert found.decision.deadline == clock.now + again


async def test_an_ai_that_does_not_answer_is_called_again_and_then_passed_over() -> None:
    house, rings, clock = make_house()
    ann = await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("ai", level="greedy")] * 2))
    assert len(rings.calls) == 1
    clock.now += house.settings.ai_lease_ms
    assert await attend(house, made.id) == "called"
    assert len(rings.calls) == 2
    clock.now += house.settings.ai_limit_ms
    assert await attend(house, made.id) == "fallback"
    found = await tables.table(house, ann, made.id)
    assert found.decision is not None
    assert found.decision.n == 1
    assert len(rings.calls) == 3


async def test_what_nobody_starts_is_closed_and_forgotten() -> None:
    house, _, clock = make_house()
    ann = await guest(house)
    made = await tables.create(house, ann, table_order(players=2))
    clock.now += house.settings.idle_table_ms
    assert await attend(house, made.id) == "closed"
    clock.now += house.settings.linger_ms
    assert await attend(house, made.id) == "dropped"
    assert await code_of(tables.table(house, ann, made.id)) == "not_found"


async def test_spectators_are_behind_and_see_nothing_sooner() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, spectator_delay_ms=60_000)
    chance = random.Random(0)
    views = []
    for _ in range(40):
        clock.now += 10_000
        await play_on(house, table, people, chance)
        own = await play.position(house, people[0], table)
        views.append((clock.now, own.number, own.view["n"]))
        shown = [entry for entry in views if entry[0] <= clock.now - 60_000]
        if clock.now - views[0][0] < 50_000:
            assert await code_of(play.position(house, None, table)) == "not_started"
        if shown:
            late = await play.position(house, None, table)
            assert late.number == shown[-1][1]
            assert late.view["n"] == shown[-1][2]
        assert (await tables.table(house, None, table)).decision is None


async def test_a_game_without_a_clock_does_not_wait_for_ever() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    clock.now += house.settings.idle_game_ms - 1
    assert await attend(house, table) == "early"
    clock.now += 1
    assert await attend(house, table) == "broken off"
    assert (await tables.table(house, people[0], table)).status == "aborted"
