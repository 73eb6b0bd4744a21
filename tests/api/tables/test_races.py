"""Whatever five players ask of the same tables at the same moments, everything that is kept of a table says the same."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest
from citadels_api.play.timeouts import attend
from citadels_api.problems import Refusal
from citadels_api.store.keys import document, shard_of
from citadels_api.store.log_codec import unpack
from citadels_api.store.memory import MemoryStore
from citadels_api.tables import service as tables
from citadels_api.tables.stored import unpack_table
from citadels_api.tables.transaction import players_of

from tests.support.houses import guest, make_house
from tests.support.orders import seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.store.memory import Space
    from citadels_api.store.ports import Change, Outcome, Snapshot
    from citadels_api.tables.contract import TableAnswer

pytestmark = pytest.mark.anyio


class Interleaved(MemoryStore):
    """A store in which others are heard before each question and after it."""

    chance = random.Random(0)

    async def load(self, table: str, *, key: str | None = None, seed: bool = False) -> Snapshot | None:
        await self.others()
        found = await super().load(table, key=key, seed=seed)
        await self.others()
        return found

    async def commit(self, change: Change) -> Outcome:
        await self.others()
        outcome = await super().commit(change)
        await self.others()
        return outcome

    async def rank(self, key: str, member: str, score: int | None) -> None:
        await self.others()
        await super().rank(key, member, score)
        await self.others()

    async def others(self) -> None:
        for _ in range(self.chance.randrange(3)):
            await asyncio.sleep(0)


async def ask(house: House, who: Principal, people: list[Principal], made: list[str], chance: random.Random) -> None:
    """One question, whatever it is."""
    if not made or chance.random() < 0.1:
        seats = [seat_order("you")] if chance.random() < 0.7 else []
        seen, begins = chance.choice(["public", "private"]), chance.choice(["full", "demand"])
        players, rated = chance.choice([2, 3, 4]), chance.random() < 0.3
        order = table_order(players=players, seats=seats, visibility=seen, start=begins, rated=rated)
        made.append((await tables.create(house, who, order)).id)
        return
    table = chance.choice(made)
    told: TableAnswer | None = None
    match chance.choice(
        "join join join leave invite decline ai start abort resign rematch match attend".split()  # noqa: SIM905  (read as words)
    ):
        case "join":
            await tables.join(house, who, table, seat=chance.choice([None, None, 0, 1]))
        case "leave":
            await tables.leave(house, who, table)
        case "invite":
            await tables.invite(house, who, table, chance.choice(people).account)
        case "decline":
            await tables.decline(house, who, table)
        case "ai":
            await tables.add_ai(house, who, table, None, "random")
        case "start":
            await tables.start(house, who, table)
        case "abort":
            await tables.abort(house, who, table)
        case "resign":
            await tables.resign(house, who, table)
        case "rematch":
            told = await tables.rematch(house, who, table)
        case "match":
            told = await tables.quick_match(house, who, players=2)
        case _:
            await attend(house, table)
    if told is not None:
        made.append(told.id)


async def play_about(house: House, who: Principal, people: list[Principal], made: list[str], seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(12):
        try:
            await ask(house, who, people, made, chance)
        except Refusal as refusal:
            assert refusal.code not in ("unavailable", "internal", "unknown_outcome")  # noqa: PT017  (others are expected)


def check(space: Space, name: str, people: list[Principal]) -> None:
    """The log has no gap; due set, indexes, seats and notes say the same as the table."""
    row = space.tables[name]
    found = unpack_table(row.doc)
    number = 0
    for logged in row.log:
        entry = unpack(logged.entry)
        assert (entry.first, entry.last) == (number + 1, logged.number)
        number = logged.number
    assert number == row.number
    assert name in space.due[shard_of(name)]
    assert [index for index, held in space.indexes.items() if name in held] == [found.status]
    accounts = [seat.player.account for seat in found.seats if seat.player is not None and seat.player.account]
    kept = [seat.reserved for seat in found.seats if seat.reserved is not None]
    assert len({*accounts, *kept}) == len(accounts) + len(kept)
    for who in people:
        if who.account in players_of(found):
            assert name in space.sets[document("mine", who.account)]
            if found.status in ("open", "running"):
                assert name in space.sets[document("active", who.account)]


@pytest.mark.parametrize("seed", range(20))
async def test_all_that_is_kept_of_a_table_says_the_same(seed: int) -> None:
    store = Interleaved()
    store.chance = random.Random(seed)
    house, _, _ = make_house(store)
    people = [await guest(house) for _ in range(5)]
    made: list[str] = []
    everybody = [who for who in people for _ in range(3)]
    await asyncio.gather(
        *[play_about(house, who, people, made, 100 * seed + place) for place, who in enumerate(everybody)]
    )
    assert len(store.space.tables) > 2
    for name in store.space.tables:
        check(store.space, name, people)
