"""What holds for the due set in every store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_api.store import keys
from citadels_api.store.ports import Change

from tests.api.store.trying import until_past

if TYPE_CHECKING:
    from citadels_api.store.ports import Store

pytestmark = pytest.mark.anyio
HOUR = 3_600_000
SHARD = keys.shard_of("t")
ALIKE = [name for name in (f"t{place}" for place in range(2000)) if keys.shard_of(name) == SHARD][:8]
"""Tables of one shard."""


async def due(store: Store, table: str, due_in: int) -> int:
    await store.create(table, b"doc", "seed", b"first", index="open", rank=1)
    outcome = await store.commit(Change(table=table, expects=1, number=2, entry=b"entry", due_in=due_in))
    return outcome.now + due_in


async def test_what_is_due_is_claimed_once_within_the_lease(store: Store, another: Store) -> None:
    at = await due(store, "t", 0)
    assert await store.claim(SHARD, lease_ms=HOUR, limit=10) == [("t", at)]
    assert await another.claim(SHARD, lease_ms=HOUR, limit=10) == []


async def test_a_table_is_due_from_its_making_on_where_that_is_said(store: Store) -> None:
    await store.create(ALIKE[0], b"doc", "seed", b"first", index="open", rank=1, due_in=0)
    await store.create(ALIKE[1], b"doc", "seed", b"first", index="open", rank=1, due_in=HOUR)
    await store.create(ALIKE[2], b"doc", "seed", b"first", index="open", rank=1)
    shard = keys.shard_of(ALIKE[0])
    assert [table for table, _ in await store.claim(shard, lease_ms=HOUR, limit=10)] == [ALIKE[0]]


async def test_what_was_not_done_within_the_lease_is_due_again(store: Store) -> None:
    await due(store, "t", 0)
    assert await store.claim(SHARD, lease_ms=0, limit=10)
    assert await store.claim(SHARD, lease_ms=HOUR, limit=10)


async def test_what_is_not_yet_due_is_not_claimed(store: Store) -> None:
    await due(store, "t", HOUR)
    assert await store.claim(SHARD, lease_ms=HOUR, limit=10) == []
    assert await store.oldest_due() == 0


async def test_another_shard_has_nothing_of_it(store: Store) -> None:
    await due(store, "t", 0)
    assert await store.claim((SHARD + 1) % keys.SHARDS, lease_ms=HOUR, limit=10) == []


async def test_of_many_that_are_due_the_oldest_and_the_newest_come_first_and_not_more_than_asked_for(
    store: Store,
) -> None:
    since = {}
    for table in ALIKE:
        since[table] = await due(store, table, 0)
        await until_past(store, since[table] + 1)  # so that each has a moment of its own
    claimed = [table for table, _ in await store.claim(SHARD, lease_ms=HOUR, limit=3)]
    assert sorted(claimed) == sorted([*ALIKE[:2], ALIKE[-1]])
    rest = await store.claim(SHARD, lease_ms=HOUR, limit=100)
    assert dict(rest) == {table: since[table] for table in ALIKE[2:-1]}


async def test_claims_at_the_same_time_share_what_is_due(store: Store, another: Store) -> None:
    for table in ALIKE:
        await due(store, table, 0)
    claims = await asyncio.gather(
        *((store, another)[place % 2].claim(SHARD, lease_ms=HOUR, limit=2) for place in range(8))
    )
    assert sorted(table for claimed in claims for table, _ in claimed) == sorted(ALIKE)


async def test_a_change_moves_the_entry_leaves_it_or_takes_it_out(store: Store) -> None:
    await due(store, "t", HOUR)
    await store.commit(Change(table="t", expects=2, number=3, entry=b"entry", due_in=0))
    await store.commit(Change(table="t", expects=3, number=4, entry=b"entry"))
    assert [table for table, _ in await store.claim(SHARD, lease_ms=0, limit=10)] == ["t"]
    await store.commit(Change(table="t", expects=4, number=5, entry=b"entry", due_in=-1))
    assert await store.claim(SHARD, lease_ms=0, limit=10) == []


async def test_an_entry_is_put_off_unless_the_table_has_moved_on(store: Store) -> None:
    await due(store, "t", 0)
    assert not await store.put_off("t", ms=HOUR, expects=1)
    assert await store.claim(SHARD, lease_ms=0, limit=10)
    assert await store.put_off("t", ms=HOUR, expects=2)
    assert await store.claim(SHARD, lease_ms=0, limit=10) == []
    assert await store.put_off("t", ms=0, expects=2)
    assert await store.claim(SHARD, lease_ms=0, limit=10)


async def test_how_long_the_oldest_has_been_due_is_known(store: Store) -> None:
    await due(store, "t", 0)
    since = await store.now()
    await until_past(store, since + 20)
    assert 20 <= await store.oldest_due() < HOUR
