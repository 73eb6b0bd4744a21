"""Time: whose clock runs, what is charged, and what the record says of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from citadels_api.service import archiving, play, tables
from citadels_api.service.attending import attend
from citadels_api.service.orders import ClockOrder
from citadels_engine.record import read, verify
from citadels_workers.seats import Memory, burst

from tests.api.service.houses import guest, make_house, move, playing, seats_of, table_for

if TYPE_CHECKING:
    from citadels_api.answers import DecisionAnswer
    from citadels_api.service.house import House, Principal

pytestmark = pytest.mark.anyio


async def asked_now(house: House, who: Principal, table: str) -> DecisionAnswer:
    decision = (await tables.table(house, who, table)).decision
    assert decision is not None
    return decision


async def test_who_comes_back_gives_another_seat_no_more_time() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(3)]
    order = ClockOrder("bank", bank_ms=10_000)
    table = await table_for(house, people, timeout="ai_takes_over", clock=order)
    seats = await seats_of(house, table, people)
    late = (await asked_now(house, people[0], table)).seat
    clock.now += 10_000 + house.settings.grace_ms
    assert await attend(house, table) == "takeover"
    decision = await asked_now(house, people[0], table)
    await burst(house, Memory(), table, decision.n, thinking=False)
    before = await asked_now(house, people[0], table)
    assert before.seat != late
    clock.now += 6000
    await tables.join(house, seats[late], table)
    assert await asked_now(house, people[0], table) == before
    await move(house, seats[before.seat], table, random.Random(0))
    assert (await tables.table(house, people[0], table)).seats[before.seat].bank_ms == 4000


async def test_who_comes_back_to_his_own_decision_is_asked_anew() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    order = ClockOrder("decision", limit_ms=1000)
    table = await table_for(house, people, timeout="ai_takes_over", clock=order)
    seats = await seats_of(house, table, people)
    late = (await asked_now(house, people[0], table)).seat
    clock.now += 1000 + house.settings.grace_ms
    await attend(house, table)
    assert (await asked_now(house, people[0], table)).deadline is None
    await tables.join(house, seats[late], table)
    assert (await asked_now(house, people[0], table)).deadline == clock.now + 1000
    assert await play.owed(house, seats[late])


async def test_who_is_taken_over_has_used_his_bank_up() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    order = ClockOrder("bank", bank_ms=10_000, increment_ms=500)
    table = await table_for(house, people, timeout="ai_takes_over", clock=order)
    seats = await seats_of(house, table, people)
    late = (await asked_now(house, people[0], table)).seat
    clock.now += 10_000 + house.settings.grace_ms
    await attend(house, table)
    await tables.join(house, seats[late], table)
    found = await tables.table(house, people[0], table)
    assert found.seats[late].bank_ms == 500
    assert found.decision is not None
    assert found.decision.deadline == clock.now + 500


async def test_the_record_says_which_decisions_an_ai_took_for_a_player() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    order = ClockOrder("decision", limit_ms=1000)
    table = await table_for(house, people, timeout="ai_takes_over", clock=order)
    late = (await asked_now(house, people[0], table)).seat
    clock.now += 1000 + house.settings.grace_ms
    await attend(house, table)
    await playing(house, table, [(await seats_of(house, table, people))[1 - late]])
    record = read(await archiving.record(house, None, table))
    assert verify(record).ok
    assert {(taken.seat, taken.by) for taken in record.taken} == {(late, "ai"), (1 - late, None)}
