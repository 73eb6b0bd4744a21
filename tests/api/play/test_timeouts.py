"""Time: whose clock runs, what is charged, and what the record says of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.play import service as play
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.store.keys import shard_of
from citadels_api.tables import service as tables
from citadels_engine.formats.record import read, verify
from citadels_workers.ai_seats import Memory, burst

from tests.support.houses import guest, make_house, move, playing, seats_of, table_for
from tests.support.orders import clock_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.play.contract import DecisionAnswer

pytestmark = pytest.mark.anyio


async def asked_now(house: House, who: Principal, table: str) -> DecisionAnswer:
    decision = (await tables.table(house, who, table)).decision
    assert decision is not None
    return decision


async def test_who_comes_back_gives_another_seat_no_more_time() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(3)]
    order = clock_order("bank", bank_ms=10_000)
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
    order = clock_order("decision", limit_ms=1000)
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
    order = clock_order("bank", bank_ms=10_000, increment_ms=500)
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
    order = clock_order("decision", limit_ms=1000)
    table = await table_for(house, people, timeout="ai_takes_over", clock=order)
    late = (await asked_now(house, people[0], table)).seat
    clock.now += 1000 + house.settings.grace_ms
    await attend(house, table)
    await playing(house, table, [(await seats_of(house, table, people))[1 - late]])
    record = read(await records.record(house, None, table))
    assert verify(record).ok
    assert {(taken.seat, taken.by) for taken in record.taken} == {(late, "ai"), (1 - late, None)}


CLOCKS = {
    "decision": clock_order("decision", limit_ms=1000),
    "bank": clock_order("bank", bank_ms=1000),
    "both": clock_order("bank", bank_ms=600, limit_ms=400),
}


@pytest.mark.parametrize("order", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize(("grace_ms", "late"), [(700, 1), (700, 700), (0, 0)])
async def test_a_move_within_the_grace_after_its_deadline_is_taken(order: Any, grace_ms: int, late: int) -> None:
    house, _, clock = make_house(grace_ms=grace_ms)
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=order)
    decision = await asked_now(house, people[0], table)
    who = (await seats_of(house, table, people))[decision.seat]
    assert decision.deadline == clock.now + 1000
    clock.now = decision.deadline + late
    answer = await move(house, who, table, random.Random(0))
    assert answer is not None
    assert (answer.outcome, answer.taken) == ("ok", 1)
    assert answer.n > decision.n
    left = (await tables.table(house, who, table)).seats[decision.seat].bank_ms
    assert left == (0 if order.kind == "bank" else None)


@pytest.mark.parametrize("order", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("grace_ms", [700, 0])
async def test_a_move_after_the_grace_is_refused_and_changes_nothing(order: Any, grace_ms: int) -> None:
    house, _, clock = make_house(grace_ms=grace_ms)
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=order)
    before = await tables.table(house, people[0], table)
    assert before.decision is not None
    assert before.decision.deadline is not None
    who = (await seats_of(house, table, people))[before.decision.seat]
    clock.now = before.decision.deadline + grace_ms + 1
    with pytest.raises(Refusal) as refused:
        await move(house, who, table, random.Random(0))
    assert refused.value.code == "clock_expired"
    assert refused.value.extra == {"n": before.decision.n, "deadline": before.decision.deadline}
    assert (await tables.table(house, people[0], table)).number == before.number


@pytest.mark.parametrize("grace_ms", [700, 0])
async def test_a_table_is_due_once_the_grace_is_over_and_not_before(grace_ms: int) -> None:
    house, _, clock = make_house(grace_ms=grace_ms)
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=CLOCKS["decision"])
    clock.now += 1000 + grace_ms - 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == []
    clock.now += 1
    assert await house.store.claim(shard_of(table), lease_ms=0, limit=10) == [(table, clock.now)]
    assert await attend(house, table) == "timeout"
