"""Open tables: how many there may be, when they are closed, and what happens to them while the store is full."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_api.accounts.service import make_guest
from citadels_api.credentials.service import authenticate
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.tables import service as tables

from tests.support.houses import guest, make_house
from tests.support.orders import clock_order, seat_order, table_order

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from citadels_api.context import House, Principal
    from citadels_api.tables.contract import TableAnswer

pytestmark = pytest.mark.anyio


async def table(house: House, who: Principal) -> TableAnswer:
    """A table of two at which its maker sits."""
    return await tables.create(house, who, table_order(players=2, seats=[seat_order("you")]))


async def refused(doing: Awaitable[object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await doing
    return caught.value


async def visitor(house: House, address: str) -> Principal:
    made = await make_guest(house, name=None, address=address)
    assert made.credential.secret is not None
    who = await authenticate(house, made.credential.secret)
    assert who is not None
    return who


async def test_an_account_has_no_more_open_tables_than_it_may() -> None:
    house, _, _ = make_house(open_tables_per_account=2)
    ann = await guest(house)
    for _ in range(2):
        await table(house, ann)
    fault = await refused(table(house, ann))
    assert (fault.code, fault.extra) == ("too_many", {"limit": 2, "used": 2})
    assert fault.message == "your account has 2 tables that have not started, and may have no more: start or abort some"


async def test_the_guests_of_one_network_have_no_more_open_tables_together() -> None:
    house, _, _ = make_house(open_tables_per_account=2, open_tables_per_address=3)
    ann, bea = [await visitor(house, "192.0.2.7") for _ in range(2)]
    cid = await visitor(house, "198.51.100.9")
    for who in (ann, ann, bea):
        await table(house, who)
    assert "your network has 3 tables" in (await refused(table(house, bea))).message
    await table(house, cid)


@pytest.mark.parametrize("how", ["starts", "is aborted"])
async def test_a_table_that_is_not_open_any_more_makes_room(how: str) -> None:
    house, _, _ = make_house(open_tables_per_account=1)
    ann, bea = await guest(house), await guest(house)
    made = await table(house, ann)
    if how == "starts":
        assert (await tables.join(house, bea, made.id)).status == "running"
    else:
        await tables.abort(house, ann, made.id)
    await table(house, ann)


async def test_a_table_that_starts_at_once_needs_no_room_among_the_open_ones() -> None:
    house, _, _ = make_house(open_tables_per_account=0)
    ann = await guest(house)
    order = table_order(players=2, seats=[seat_order("you"), seat_order("ai", level="greedy")])
    assert (await tables.create(house, ann, order)).status == "running"


async def test_requests_at_one_moment_make_no_more_open_tables() -> None:
    house, _, _ = make_house(open_tables_per_account=3)
    ann = await guest(house)
    made = await asyncio.gather(*[table(house, ann) for _ in range(20)], return_exceptions=True)
    assert sum(not isinstance(one, Refusal) for one in made) <= 3
    assert len((await tables.tables(house, None)).items) <= 3


async def test_a_table_that_nobody_joins_is_closed_soon_and_says_when() -> None:
    house, _, clock = make_house(lonely_table_ms=60_000)
    ann = await guest(house)
    made = await table(house, ann)
    assert made.closes == made.created + 60_000
    assert (await tables.table(house, ann, made.id)).closes == made.closes
    clock.now += 59_999
    assert await attend(house, made.id) == "early"
    clock.now += 1
    assert await attend(house, made.id) == "closed"
    found = await tables.table(house, ann, made.id)
    assert (found.status, found.closes) == ("aborted", None)


async def test_a_table_waits_longer_once_somebody_has_come_or_is_invited() -> None:
    house, _, clock = make_house(lonely_table_ms=60_000, idle_table_ms=3_600_000)
    ann, bea = await guest(house), await guest(house)
    joined = await tables.create(house, ann, table_order(players=3, seats=[seat_order("you")]))
    joined = await tables.join(house, bea, joined.id)
    kept = await tables.create(house, ann, table_order(players=2, seats=[seat_order("reserved", account=bea.account)]))
    assert [one.closes for one in (joined, kept)] == [one.created + 3_600_000 for one in (joined, kept)]
    clock.now += 60_001
    assert [await attend(house, one.id) for one in (joined, kept)] == ["early", "early"]
    left = await tables.leave(house, bea, joined.id)
    assert left.closes == joined.created + 60_000
    assert await attend(house, joined.id) == "closed"


async def test_while_the_store_is_full_nobody_sits_down_but_who_comes_back() -> None:
    house, _, clock = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    made = await table(house, ann)
    played = await tables.create(
        house,
        ann,
        table_order(
            players=2, seats=[seat_order("you")], timeout="ai_takes_over", clock=clock_order("decision", limit_ms=1000)
        ),
    )
    await tables.join(house, bea, played.id)
    clock.now += 2000
    assert await attend(house, played.id) == "takeover"
    house.room.note(0.05)
    fault = await refused(tables.join(house, cid, made.id))
    assert (fault.code, fault.extra["retry_after"]) == ("store_full", 15)
    replaced = next(place for place, seat in enumerate((await tables.table(house, ann, played.id)).seats) if seat.level)
    assert (await tables.join(house, (ann, bea)[replaced], played.id)).status == "running"
