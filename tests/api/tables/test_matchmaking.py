"""Again, and at once: one rematch for all, invitations that can be kept, lists without what is gone."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts.stored import Accepts
from citadels_api.bots.service import make_bot, retire_bot
from citadels_api.credentials.service import authenticate
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown, StoreFull
from citadels_api.streams.service import notices
from citadels_api.tables import matchmaking
from citadels_api.tables import service as tables
from citadels_api.tables.transaction import match_key, opened_table

from tests.support.houses import guest, make_house, playing, table_for
from tests.support.orders import clock_order, seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Change, Outcome, Snapshot
    from citadels_api.tables.contract import ClockOrder, SeatOrder
    from citadels_api.tables.stored import Table

pytestmark = pytest.mark.anyio


async def refused(awaitable: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await awaitable  # type: ignore[misc]  # a coroutine
    return caught.value


async def bot_of(house: House, owner: Principal, name: str, accepts: Accepts | None = None) -> Principal:
    made = await make_bot(house, owner, name=name, about="", accepts=accepts or Accepts())
    who = await authenticate(house, made.credential.secret)
    assert who is not None
    return who


async def open_tables(house: House) -> list[str]:
    return [one.id for one in (await tables.tables(house, None)).items]


@pytest.mark.parametrize("archived", [False, True])
async def test_a_rematch_is_one_table_however_late_and_whoever_asks_first(archived: bool) -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(3)]
    table = await table_for(house, people)
    await playing(house, table, people)
    if archived:
        clock.now += house.settings.linger_ms
        assert await attend(house, table) == "archived"
    got = await asyncio.gather(*[tables.rematch(house, who, table) for who in (*people, *people)])
    assert len({one.id for one in got}) == 1
    assert await open_tables(house) == [got[0].id]
    assert (await tables.rematch(house, people[1], table)).id == got[0].id


async def test_a_rematch_while_its_table_is_archived_is_made() -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    clock.now += house.settings.linger_ms
    commit = house.store.commit

    async def late(change: object) -> object:
        await attend(house, table)
        return await commit(change)  # type: ignore[arg-type]  # a change

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "commit", late)
        made = await tables.rematch(house, people[0], table)
    assert (await tables.rematch(house, people[1], table)).id == made.id


@pytest.mark.parametrize("archived", [False, True])
async def test_a_rematch_that_was_broken_off_can_be_asked_for_again(archived: bool) -> None:
    house, _, clock = make_house()
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    if archived:
        clock.now += house.settings.linger_ms
        await attend(house, table)
    first = await tables.rematch(house, people[0], table)
    await tables.abort(house, people[0], first.id)
    second = await tables.rematch(house, people[1], table)
    assert second.id != first.id
    assert (await tables.rematch(house, people[0], table)).id == second.id


async def test_a_rematch_keeps_no_seat_for_a_bot_that_is_gone() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    bot = await bot_of(house, ann, "a-bot")
    table = await table_for(house, [ann, bot])
    await playing(house, table, [ann, bot])
    await retire_bot(house, ann, bot.account)
    again = await tables.rematch(house, ann, table)
    assert [seat.kind for seat in again.seats] == ["human", "open"]


async def test_seats_are_kept_for_those_only_who_can_take_them() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    picky = await bot_of(house, bea, "picky", Accepts(players=[4]))

    async def create(*seats: SeatOrder) -> object:
        return await tables.create(house, ann, table_order(players=3, seats=list(seats)))

    for seats in (
        [seat_order("reserved", account=picky.account)],
        [seat_order("reserved", account="acct_nobody")],
        [seat_order("you"), seat_order("reserved", account=ann.account)],
        [seat_order("reserved", account=bea.account)] * 2,
    ):
        assert (await refused(create(*seats))).code == "bad_setup"
    assert await open_tables(house) == []


async def test_an_account_is_kept_one_seat() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    made = await tables.create(house, ann, table_order(players=4, seats=[seat_order("you")]))
    await tables.invite(house, ann, made.id, bea.account)
    await tables.join(house, cid, made.id)
    for who, told in ((ann, 0), (bea, 2), (cid, 0)):
        assert (await refused(tables.invite(house, ann, made.id, who.account, seat=3))).code == "already_seated"
        await tables.invite(house, ann, made.id, who.account)
        assert len(await house.store.appended(document("notices", who.account), after=0)) == told
    found = await tables.table(house, ann, made.id)
    assert [seat.kind for seat in found.seats] == ["human", "reserved", "human", "open"]


async def test_an_invitation_says_who_invites() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    bot = await bot_of(house, ann, "the-host")
    made = await tables.create(house, bot, table_order(players=2))
    assert made.creator.kind == "bot"
    await tables.invite(house, bot, made.id, bea.account)
    stream = notices(house, bea, after=0)
    told = [await asyncio.wait_for(anext(stream), 5) for _ in range(2)]
    await stream.aclose()  # type: ignore[attr-defined]  # a generator
    by = told[1].by
    assert by is not None
    assert (by.id, by.name, by.kind) == (bot.account, "the-host", "bot")


async def test_lists_forget_what_is_no_longer_kept() -> None:
    house, _, clock = make_house(keep_records_days=1)
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people)
    await playing(house, table, people)
    clock.now += house.settings.linger_ms
    assert await attend(house, table) == "archived"
    assert [one.id for one in (await tables.tables(house, None, status="over")).items] == [table]
    clock.now += 2 * 86_400_000
    assert (await tables.tables(house, None, status="over")).items == []
    assert (await tables.tables(house, people[0], status="over", mine=True)).items == []
    assert await house.store.index("over", before=None, limit=9) == []
    assert await house.store.ranked(document("mine", people[0].account)) == []


async def test_a_table_whose_maker_was_cut_off_is_closed_all_the_same() -> None:
    house, _, clock = make_house()
    ann = await guest(house)

    async def cut_off(*_: object, **__: object) -> None:
        raise StoreDown("away")

    with pytest.MonkeyPatch.context() as patch:
        for what in ("put_off", "commit"):
            patch.setattr(house.store, what, cut_off)
        patch.setattr("citadels_api.tables.creation.notify", cut_off)
        with pytest.raises(StoreDown):
            await tables.create(house, ann, table_order(players=2))
    ((_, made),) = await house.store.index("open", before=None, limit=9)
    clock.now += house.settings.idle_table_ms
    due = [name for shard in range(64) for name, _ in await house.store.claim(shard, lease_ms=1500, limit=9)]
    assert due == [made]
    assert await attend(house, made) == "closed"


async def test_nobody_has_more_tables_at_once_than_he_may() -> None:
    house, _, _ = make_house(tables_per_account=3)
    ann, bea = await guest(house), await guest(house)
    made = [(await tables.create(house, ann, table_order(players=2))).id for _ in range(3)]
    others = [(await tables.create(house, await guest(house), table_order(players=2))).id for _ in range(2)]
    for table in made:
        await tables.join(house, bea, table)
    for who in (ann, bea):
        assert (await refused(tables.create(house, who, table_order(players=2)))).code == "too_many"
        assert (await refused(tables.join(house, who, others[0]))).code == "too_many"
    assert (await tables.join(house, ann, made[0])).status == "running"
    await tables.leave(house, bea, made[1])
    assert (await tables.join(house, bea, others[0])).your_seat == 0


async def test_a_table_that_was_never_made_counts_no_more_after_a_minute() -> None:
    house, _, clock = make_house(tables_per_account=1)
    ann = await guest(house)

    async def full(*_: object, **__: object) -> None:
        raise StoreFull("full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.store, "create", full)
        with pytest.raises(StoreFull):
            await tables.create(house, ann, table_order(players=2))
    assert (await refused(tables.create(house, ann, table_order(players=2)))).code == "too_many", "it may be on its way"
    clock.now += 61_000
    assert (await tables.create(house, ann, table_order(players=2))).status == "open"
    assert (await refused(tables.create(house, ann, table_order(players=2)))).code == "too_many"


async def test_the_log_of_a_table_that_does_not_start_is_bounded() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    made = await tables.create(house, ann, table_order(players=3, seats=[seat_order("you")]))
    await tables.join(house, bea, made.id)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("citadels_api.tables.lobby.MOST_CHANGES", 2)
        for more in (
            tables.join(house, cid, made.id),
            tables.invite(house, ann, made.id, cid.account),
            tables.invite_link(house, ann, made.id),
            tables.add_ai(house, ann, made.id, None, "greedy"),
        ):
            assert (await refused(more)).code == "too_many"
        await tables.leave(house, bea, made.id)
        assert (await tables.abort(house, ann, made.id)).status == "aborted"


class Interleaved(MemoryStore):
    """A store in which others are heard between a question and its answer."""

    chance = random.Random(0)

    async def index(self, name: str, *, before: tuple[int, str] | None, limit: int) -> list[tuple[int, str]]:
        found = await super().index(name, before=before, limit=limit)
        await self.others()
        return found

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        await self.others()
        return await super().load(table, key=key, seed=seed)

    async def commit(self, change: Change) -> Outcome:
        await self.others()
        return await super().commit(change)

    async def others(self) -> None:
        for _ in range(self.chance.randrange(4)):
            await asyncio.sleep(0)


@pytest.mark.parametrize("seed", range(20))
async def test_of_all_who_seek_a_match_at_once_nobody_waits_who_need_not(seed: int) -> None:
    store = Interleaved()
    store.chance = random.Random(seed)
    house, _, _ = make_house(store)
    people = [await guest(house) for _ in range(store.chance.choice([2, 4, 6]))]
    await asyncio.gather(*[tables.quick_match(house, who, players=2) for who in people])
    assert await open_tables(house) == []
    for who in people:
        running = [one.id for one in (await tables.tables(house, who, mine=True, status="running")).items]
        assert len(running) == 1
        assert [name for _, name in await house.store.ranked(document("active", who.account))] == running


async def test_a_match_of_the_same_owner_is_passed_by() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    bot = await bot_of(house, ann, "anns-bot")
    first = await tables.quick_match(house, ann, players=2, rated=True)
    second = await tables.quick_match(house, bot, players=2, rated=True)
    assert sorted(await open_tables(house)) == sorted([first.id, second.id])


async def test_a_rated_table_keeps_no_seat_that_may_not_be_taken() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    bot = await bot_of(house, ann, "anns-bot")
    kept = seat_order("reserved", account=bot.account)
    order = table_order(players=2, seats=[seat_order("you"), kept], rated=True)
    assert (await refused(tables.create(house, ann, order))).code == "same_owner"
    for other in (ann, await bot_of(house, ann, "anns-other-bot")):
        order = table_order(players=3, seats=[kept, seat_order("reserved", account=other.account)], rated=True)
        assert (await refused(tables.create(house, bea, order))).code == "same_owner"
    made = await tables.create(house, ann, table_order(players=2, seats=[seat_order("you")], rated=True))
    assert (await refused(tables.invite(house, ann, made.id, bot.account))).code == "same_owner"
    await tables.invite(house, ann, made.id, bea.account)
    assert (await tables.join(house, bea, made.id)).status == "running"


@pytest.mark.parametrize(
    ("clock", "more"),
    [
        (clock_order("bank", limit_ms=2000, bank_ms=60_000, increment_ms=700), {"crown": 1, "timeout": "forfeit"}),
        (clock_order("correspondence", days=3), {"visibility": "unlisted", "rated": True, "start": "demand"}),
        (clock_order("decision", limit_ms=5000), {"spectator_delay_ms": 90_000, "edition": "classic", "name": "again"}),
    ],
)
async def test_a_rematch_is_played_as_the_game_before(clock: ClockOrder, more: dict[str, Any]) -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    order = table_order(players=2, seats=[seat_order("you"), seat_order()], clock=clock, **more)
    made = await tables.create(house, ann, order)
    await tables.join(house, bea, made.id)
    if order.start == "demand":
        await tables.start(house, ann, made.id)
    await tables.abort(house, ann, made.id)
    stranger = await guest(house)
    assert (await refused(tables.rematch(house, stranger, made.id))).code == "not_seated"
    found = [opened_table(one) for one in [await house.store.load(made.id)] if one is not None]
    again = await tables.rematch(house, bea, made.id)
    found += [opened_table(one) for one in [await house.store.load(again.id)] if one is not None]
    before, after = found
    for name in (
        "name", "edition", "players", "scenario", "cast", "uniques", "options", "crown", "clock", "timeout", "visibility", "delay_ms", "rated",
        "start",
    ):  # fmt: skip
        assert getattr(after, name) == getattr(before, name), name
    assert [seat.kind for seat in again.seats] == ["reserved", "human"]
    assert again.seats[1].player is not None
    assert again.seats[1].player.id == bea.account


async def test_any_number_of_other_open_tables_hides_nobody_who_waits_for_a_match() -> None:
    house, _, _ = make_house(open_tables_per_account=500, open_tables_per_address=500)
    ann, bea, flooder = [await guest(house) for _ in range(3)]
    waits = await tables.quick_match(house, ann, players=2)
    for _ in range(410):
        await tables.create(house, flooder, table_order(players=2))
    met = await tables.quick_match(house, bea, players=2)
    assert (met.id, met.status) == (waits.id, "running")


async def test_a_quick_match_is_with_somebody_rather_than_at_an_empty_table() -> None:
    house, _, clock = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    empty = await tables.quick_match(house, ann, players=3)
    await tables.leave(house, ann, empty.id)
    clock.now += 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matchmaking, "waiting", nobody)
        waits = await tables.quick_match(house, bea, players=3)
    assert waits.id != empty.id
    assert (await tables.quick_match(house, cid, players=3)).id == waits.id


async def nobody(*_: object) -> list[Table]:
    return []


async def test_a_table_that_waits_no_more_is_in_no_list_of_quick_matches() -> None:
    house, _, clock = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    started = await tables.quick_match(house, ann, players=2)
    await tables.quick_match(house, bea, players=2)
    closed = await tables.quick_match(house, cid, players=2)
    listed = match_key("modern/2/decision/30000/None/0/False")
    assert started.id != closed.id
    assert [name for _, name in await house.store.ranked(listed)] == [closed.id]
    clock.now += house.settings.idle_table_ms
    assert await attend(house, closed.id) == "closed"
    assert await house.store.ranked(listed) == []
    await house.store.rank(listed, "game_gone", 1)
    await tables.quick_match(house, ann, players=2)
    assert "game_gone" not in [name for _, name in await house.store.ranked(listed)]


async def test_a_quick_match_is_with_others_who_want_the_same() -> None:
    house, _, _ = make_house()
    wishes: list[dict[str, Any]] = [
        {},
        {"rated": True},
        {"edition": "classic"},
        {"clock": clock_order("decision", limit_ms=20_000)},
        {"clock": clock_order("bank", bank_ms=30_000)},
        {"clock": clock_order("bank", bank_ms=30_000, increment_ms=1)},
        {"clock": clock_order("bank", bank_ms=30_000, limit_ms=30_000)},
        {"players": 3},
    ]
    first = [(await tables.quick_match(house, await guest(house), **{"players": 2, **one})).id for one in wishes]
    assert len(set(first)) == len(wishes)
    second = [(await tables.quick_match(house, await guest(house), **{"players": 2, **one})).id for one in wishes]
    assert second == first
    found = await tables.table(house, None, first[0])
    assert (found.status, found.clock.kind, found.clock.limit_ms) == ("running", "decision", 30_000)
