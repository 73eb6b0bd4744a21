"""Seats: who may have one, what is noted of it, and that a full table starts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown, Unknown
from citadels_api.tables import service as tables

from tests.support.houses import guest, make_house, playing, table_for
from tests.support.orders import seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Outcome

pytestmark = pytest.mark.anyio


async def code_of(awaitable: object) -> str:
    with pytest.raises(Refusal) as caught:
        await awaitable  # type: ignore[misc]  # a coroutine
    return caught.value.code


async def noted(house: House, who: Principal, which: str) -> list[str]:
    return [name for _, name in await house.store.ranked(document(which, who.account))]


async def test_whoever_asks_for_a_seat_twice_at_once_keeps_his_table_at_hand() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))
    await asyncio.gather(*[tables.join(house, bea, made.id) for _ in range(4)], return_exceptions=True)
    assert await noted(house, bea, "active") == [made.id]
    assert await noted(house, bea, "mine") == [made.id]


async def test_a_maker_who_gets_no_seat_keeps_his_table_at_hand() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    kept = [seat_order("reserved", account=(await guest(house)).account) for _ in range(2)]
    made = await tables.create(house, ann, table_order(players=2, seats=kept))
    assert await code_of(tables.join(house, ann, made.id)) == "table_full"
    assert await noted(house, ann, "active") == [made.id]
    assert [one.id for one in (await tables.tables(house, ann, mine=True)).items] == [made.id]


async def test_a_finished_table_is_at_nobodys_hand_whatever_is_asked() -> None:
    house, _, _ = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    assert await code_of(tables.join(house, people[0], table)) == "game_over"
    assert await code_of(tables.join(house, await guest(house), table)) == "not_open"
    assert await noted(house, people[0], "active") == []
    assert await noted(house, people[0], "mine") == [table]


async def test_who_may_only_have_the_seat_kept_for_him_gets_no_other() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    seats = [seat_order("you"), seat_order("reserved", account=bea.account), seat_order()]
    made = await tables.create(house, ann, table_order(players=3, seats=seats, visibility="private"))
    assert await code_of(tables.join(house, bea, made.id, seat=2)) == "forbidden"
    assert (await tables.join(house, bea, made.id)).your_seat == 1


async def test_who_takes_another_seat_gives_back_the_one_kept_for_him() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    seats = [seat_order("you"), seat_order("reserved", account=bea.account), seat_order()]
    made = await tables.create(house, ann, table_order(players=3, seats=seats))
    assert (await tables.join(house, bea, made.id, seat=2)).your_seat == 2
    assert (await tables.join(house, cid, made.id)).status == "running"


class Forgetful(MemoryStore):
    """A store that does as it is told, and now and then gives no answer or fails."""

    lost = 0
    """How many answers to commits are lost."""
    down = False
    """Whether ranking fails."""

    async def commit(self, change: Change) -> Outcome:
        outcome = await super().commit(change)
        if self.lost:
            self.lost -= 1
            if change.key is None:
                raise Unknown("no answer")
            return await super().commit(change)
        return outcome

    async def rank(self, key: str, member: str, score: int | None) -> None:
        if self.down and score is None:
            raise StoreDown("away")
        await super().rank(key, member, score)


async def test_a_seat_taken_without_an_answer_is_taken() -> None:
    store = Forgetful()
    house, _, _ = make_house(store)
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=3, seats=[seat_order("you")]))
    store.lost = 1
    assert (await tables.join(house, bea, made.id)).your_seat == 1
    store.lost = 1
    assert (await tables.leave(house, bea, made.id)).your_seat is None
    store.lost = 1
    added = await tables.add_ai(house, ann, made.id, None, "random")
    assert [seat.kind for seat in added.seats] == ["human", "ai", "open"]


async def test_what_was_done_is_done_though_the_store_fails_after_it() -> None:
    store = Forgetful()
    house, _, _ = make_house(store)
    ann = await guest(house)
    made = await tables.create(house, ann, table_order(players=2))
    store.down = True
    assert (await tables.abort(house, ann, made.id)).status == "aborted"


async def test_a_full_table_that_nobody_could_start_is_started_by_the_clock() -> None:
    house, _, clock = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")]))

    async def broken(*_: object, **__: object) -> None:
        raise StoreDown("away")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("citadels_api.tables.seats.start_if", broken)
        with pytest.raises(StoreDown):
            await tables.join(house, bea, made.id)
    assert (await tables.table(house, ann, made.id)).status == "open"
    clock.now += house.settings.ai_lease_ms
    due = [name for shard in range(64) for name, _ in await house.store.claim(shard, lease_ms=1500, limit=9)]
    assert due == [made.id]
    assert await attend(house, made.id) == "started"
    assert (await tables.table(house, ann, made.id)).status == "running"


async def test_a_table_that_was_broken_off_leaves_nothing_behind() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await tables.abort(house, people[0], table)
    clock.now += house.settings.linger_ms
    assert await attend(house, table) == "dropped"
    for who in people:
        assert await noted(house, who, "mine") == []


async def test_a_seat_taken_while_another_request_fails_is_noted() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=3, seats=[seat_order("you")]))
    rank = house.store.rank

    async def just_before(key: str, member: str, score: int | None) -> None:
        if score is None:
            patch.undo()
            assert (await tables.join(house, bea, made.id, seat=1)).your_seat == 1
        await rank(key, member, score)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "rank", just_before)
        assert await code_of(tables.join(house, bea, made.id, seat=0)) == "table_full"
    assert await noted(house, bea, "active") == [made.id]
    assert await noted(house, bea, "mine") == [made.id]


async def test_a_list_of_ones_own_tables_shows_no_other() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await tables.create(house, ann, table_order(players=2, visibility="private"))
    await house.store.rank(document("mine", bea.account), made.id, 1)
    assert (await tables.tables(house, bea, mine=True)).items == []
