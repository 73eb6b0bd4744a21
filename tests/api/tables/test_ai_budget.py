"""The budget for AIs of the house: seats that are counted and given back, and time that is shown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts.service import make_account, make_guest
from citadels_api.bots.service import make_bot
from citadels_api.context import Share
from citadels_api.credentials.service import authenticate
from citadels_api.play.step import share_of
from citadels_api.problems import Refusal
from citadels_api.tables import service as tables
from citadels_api.tables.ai_budget import ai_budget, limits
from citadels_api.tables.stored import unpack_table
from citadels_workers.ai_seats import Memory, burst

from tests.support.houses import guest, make_house
from tests.support.orders import seat_order, table_order

pytestmark = pytest.mark.anyio

if TYPE_CHECKING:
    from citadels_api.accounts.contract import GuestAnswer
    from citadels_api.context import House, Principal
    from citadels_api.tables.contract import TableAnswer


async def table(house: House, who: Principal, ais: int, *, players: int = 4) -> TableAnswer:
    """An open table with so many AI seats."""
    return await tables.create(house, who, table_order(players=players, seats=[seat_order("ai", level="greedy")] * ais))


async def used(house: House, who: Principal) -> int:
    return (await ai_budget(house, who)).seats_used


async def refusal(doing: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await doing
    return caught.value


async def visitor(house: House, address: str) -> Principal:
    return await holder(house, await make_guest(house, name=None, address=address))


async def holder(house: House, made: GuestAnswer) -> Principal:
    assert made.credential.secret is not None
    who = await authenticate(house, made.credential.secret)
    assert who is not None
    return who


async def test_ai_seats_beyond_the_limit_are_refused_with_the_way_out() -> None:
    house, _, _ = make_house(ai_seats_per_account=5)
    ann = await guest(house)
    await table(house, ann, 3)
    fault = await refusal(table(house, ann, 3))
    assert (fault.code, fault.extra) == ("too_many", {"limit": 5, "used": 3})
    assert "3 AI seats; 3 more would exceed the limit of 5" in fault.message
    assert "abort tables, or order fewer AI seats" in fault.message
    await table(house, ann, 2)
    await table(house, ann, 0)
    assert await used(house, ann) == 5


async def test_a_refused_table_leaves_nothing_behind() -> None:
    house, _, _ = make_house(ai_seats_per_account=2)
    ann = await guest(house)
    await refusal(table(house, ann, 3))
    assert await used(house, ann) == 0
    assert (await tables.tables(house, ann, mine=True)).items == []


async def test_requests_at_one_moment_do_not_take_the_same_room() -> None:
    house, _, _ = make_house(ai_seats_per_account=6)
    ann = await guest(house)
    made = await asyncio.gather(*[table(house, ann, 2) for _ in range(20)], return_exceptions=True)
    assert sum(not isinstance(one, Refusal) for one in made) <= 3
    assert await used(house, ann) <= 6


async def test_an_ai_that_sits_down_later_is_counted_too() -> None:
    house, _, _ = make_house(ai_seats_per_account=3)
    ann = await guest(house)
    made = await table(house, ann, 2)
    await tables.add_ai(house, ann, made.id, None, "greedy")
    assert await used(house, ann) == 3
    assert (await refusal(tables.add_ai(house, ann, made.id, None, "greedy"))).code == "too_many"
    assert await used(house, ann) == 3


async def test_the_seats_of_an_aborted_table_are_given_back() -> None:
    house, _, _ = make_house(ai_seats_per_account=3)
    ann = await guest(house)
    made = await table(house, ann, 3)
    await tables.abort(house, ann, made.id)
    assert await used(house, ann) == 0
    await table(house, ann, 3)


async def test_the_seats_of_a_table_that_is_over_are_given_back() -> None:
    house, rings, _ = make_house()
    ann = await guest(house)
    made = await table(house, ann, 2, players=2)
    assert await used(house, ann) == 2
    while rings.calls:
        _, n, _, _ = rings.calls.pop(0)
        await burst(house, Memory(), made.id, n, thinking=False)
    assert (await tables.table(house, ann, made.id)).status == "over"
    assert await used(house, ann) == 0


async def test_seats_that_were_counted_for_a_table_that_was_never_made_are_taken_back() -> None:
    house, _, clock = make_house(ai_seats_per_account=3)
    ann = await guest(house)
    made = await table(house, ann, 3)
    await house.store.drop(made.id, index="open")
    assert (await refusal(table(house, ann, 1))).code == "too_many", "it may be on its way"
    clock.now += 120_000
    await table(house, ann, 1)
    assert await used(house, ann) == 1


async def test_the_guests_of_one_network_have_a_limit_together() -> None:
    house, _, _ = make_house(ai_seats_per_account=3, ai_seats_per_address=5)
    ann, bea = [await visitor(house, "192.0.2.7") for _ in range(2)]
    cid = await visitor(house, "198.51.100.9")
    await table(house, ann, 3)
    fault = await refusal(table(house, bea, 3))
    assert "your network" in fault.message
    await table(house, bea, 2)
    await table(house, cid, 3)


async def test_the_bots_of_an_owner_have_his_budget_and_his_share() -> None:
    house, _, _ = make_house()
    ann = await holder(house, await make_account(house, name="Ann", address="192.0.2.7"))
    bot = await holder(house, await make_bot(house, ann, name="botann"))
    for who in (ann, bot):
        snapshot = await house.store.load((await table(house, who, 2)).id)
        assert snapshot is not None
        assert share_of(unpack_table(snapshot.doc)) == Share(ann.account, ann.account, awaited=False)
        assert await used(house, ann) == await used(house, bot)
    assert await used(house, ann) == 4


async def test_guests_of_one_network_share_one_share_that_tells_no_address() -> None:
    house, _, _ = make_house()
    shares = []
    for address in ("192.0.2.7", "192.0.2.7", "198.51.100.9"):
        who = await visitor(house, address)
        snapshot = await house.store.load((await table(house, who, 2)).id)
        assert snapshot is not None
        shares.append(share_of(unpack_table(snapshot.doc)))
    assert shares[0].group == shares[1].group != shares[2].group
    assert len({share.account for share in shares}) == 3
    assert all(len(share.group) == 4 for share in shares), "16 bits"


async def test_a_table_is_awaited_while_somebody_who_is_no_ai_plays_there() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    made = await tables.create(
        house, ann, table_order(players=2, seats=[seat_order("you"), seat_order("ai", level="greedy")])
    )
    awaited = []
    for leave in (False, True):
        if leave:
            await tables.resign(house, ann, made.id)
        snapshot = await house.store.load(made.id)
        assert snapshot is not None
        awaited.append(share_of(unpack_table(snapshot.doc)).awaited)
    assert awaited == [True, False]


async def test_the_limits_of_a_credential_tell_of_its_budget() -> None:
    house, _, _ = make_house(ai_seats_per_account=9, ai_burst_ms=1000, ai_ms_per_second=10.0)
    ann = await guest(house)
    await table(house, ann, 3)
    await house.store.spend(f"thinking {ann.account}", cost=400, capacity=1000, per_second=10.0)
    shown = (await limits(house, ann, "192.0.2.7")).ai
    assert shown is not None
    assert (shown.seats, shown.seats_used, shown.time_ms, shown.per_second_ms, shown.time_left_ms) == (
        9,
        3,
        1000,
        10.0,
        600,
    )
    assert (await limits(house, None, "192.0.2.7")).ai is None
