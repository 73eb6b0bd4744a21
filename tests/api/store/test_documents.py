"""What holds in every store for documents, sorted sets, numbered lists and buckets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_api.store import keys

from tests.api.store.trying import until_past
from tests.support.waits import until_async

if TYPE_CHECKING:
    from citadels_api.store.ports import Store

pytestmark = [pytest.mark.interpreter, pytest.mark.anyio]
KEY = keys.document("account", "ada")


async def test_a_document_is_what_was_put_last(store: Store, another: Store) -> None:
    assert await store.get(KEY) is None
    assert await store.put(KEY, b"one")
    assert await store.put(KEY, b"")
    assert await another.get(KEY) == b""
    assert await store.put(KEY, None)
    assert await store.put(KEY, None)
    assert await store.get(KEY) is None


async def test_a_document_is_written_only_over_what_was_expected(store: Store) -> None:
    assert not await store.put(KEY, b"one", expects=b"zero")
    assert await store.put(KEY, b"one", expects=None)
    assert not await store.put(KEY, b"two", expects=None)
    assert not await store.put(KEY, b"two", expects=b"")
    assert await store.put(KEY, b"two", expects=b"one")
    assert not await store.put(KEY, None, expects=b"one")
    assert not await store.put(KEY, None, expects=None)
    assert await store.get(KEY) == b"two"
    assert await store.put(KEY, None, expects=b"two")
    assert await store.get(KEY) is None
    assert await store.put(KEY, None, expects=None)


async def test_of_many_that_replace_a_document_exactly_one_does(store: Store, another: Store) -> None:
    await store.put(KEY, b"old")
    done = await asyncio.gather(
        *((store, another)[place % 2].put(KEY, b"%d" % place, expects=b"old") for place in range(16))
    )
    assert sum(done) == 1
    assert await store.get(KEY) == b"%d" % done.index(True)


async def test_a_document_lives_for_as_long_as_it_was_given(store: Store) -> None:
    assert await store.put(KEY, b"one", expects=None, ttl_ms=40)
    assert await store.put(keys.document("account", "bob"), b"two", ttl_ms=40)

    async def gone() -> bool:
        return await store.get(KEY) is None

    await until_async(gone, "the document is gone")
    assert await store.put(KEY, b"two", expects=None)


async def test_a_document_that_is_written_again_lives_on(store: Store) -> None:
    assert await store.put(KEY, b"one", ttl_ms=40)
    assert await store.put(KEY, b"two", expects=b"one")
    since = await store.now()
    await until_past(store, since + 60)
    assert await store.get(KEY) == b"two"


async def test_a_sorted_set_is_read_from_the_highest_down(store: Store) -> None:
    for member, score in (("a", 3), ("b", 1), ("c", 3), ("d", 2), ("e", 3)):
        await store.rank(KEY, member, score)
    await store.rank(KEY, "b", 9)
    await store.rank(KEY, "d", None)
    await store.rank(KEY, "nobody", None)
    whole = [(9, "b"), (3, "e"), (3, "c"), (3, "a")]
    assert await store.ranked(KEY) == whole
    assert await store.ranked(KEY, limit=2) == whole[:2]
    assert await store.ranked(KEY, before=(3, "e")) == whole[2:]
    assert await store.ranked(KEY, before=(3, "d"), limit=1) == [(3, "c")]
    assert await store.ranked(KEY, before=(3, "a")) == []
    assert await store.ranked(keys.document("none", "none")) == []


async def test_times_in_milliseconds_keep_all_their_digits(store: Store) -> None:
    await store.rank(KEY, "a", 1_794_997_396_297)
    assert await store.ranked(KEY) == [(1_794_997_396_297, "a")]


async def test_a_numbered_list_numbers_from_one_and_keeps_the_newest(store: Store) -> None:
    assert await store.appended(KEY, after=0) == []
    assert [await store.append(KEY, b"%d" % item, keep=3) for item in range(1, 6)] == [1, 2, 3, 4, 5]
    assert await store.appended(KEY, after=0) == [(3, b"3"), (4, b"4"), (5, b"5")]
    assert await store.appended(KEY, after=4) == [(5, b"5")]
    assert await store.appended(KEY, after=5) == []


async def test_what_is_appended_at_the_same_time_gets_different_numbers(store: Store, another: Store) -> None:
    numbers = await asyncio.gather(*((store, another)[item % 2].append(KEY, b"x", keep=100) for item in range(20)))
    assert sorted(numbers) == list(range(1, 21))


async def test_a_bucket_gives_what_it_holds_and_says_when_to_come_again(store: Store) -> None:
    first = await store.spend("b", cost=3, capacity=5, per_second=0.001)
    second = await store.spend("b", cost=3, capacity=5, per_second=0.001)
    third = await store.spend("b", cost=2, capacity=5, per_second=0.001)
    assert (first.allowed, first.remaining, first.retry_ms, first.full_ms) == (True, 2, 0, 3_000_000)
    assert (second.allowed, second.remaining) == (False, 2)
    assert 990_000 < second.retry_ms <= 1_000_000
    assert (third.allowed, third.remaining) == (True, 0)


async def test_what_is_looked_at_costs_nothing(store: Store) -> None:
    looked = await store.spend("b", cost=0, capacity=5, per_second=0.001)
    assert (looked.allowed, looked.remaining, looked.full_ms) == (True, 5, 0)


async def test_a_bucket_fills_again(store: Store) -> None:
    assert (await store.spend("b", cost=5, capacity=5, per_second=100)).allowed
    for _ in range(1000):
        if (await store.spend("b", cost=5, capacity=5, per_second=100)).allowed:
            return
        await asyncio.sleep(0.005)
    pytest.fail("the bucket stays empty")


async def test_buckets_are_apart(store: Store) -> None:
    assert (await store.spend("a", cost=5, capacity=5, per_second=0.001)).allowed
    assert (await store.spend("b", cost=5, capacity=5, per_second=0.001)).allowed


async def test_many_at_once_do_not_get_more_than_the_bucket_holds(store: Store, another: Store) -> None:
    tries = [(store, another)[place % 2].spend("b", cost=1, capacity=20, per_second=0.001) for place in range(100)]
    assert sum(bucket.allowed for bucket in await asyncio.gather(*tries)) == 20


async def test_the_clock_is_the_same_for_all(store: Store, another: Store) -> None:
    before = await store.now()
    between = await another.now()
    assert before <= between <= await store.now()


async def test_a_store_tells_how_it_is(store: Store) -> None:
    told = await store.health()
    assert {"version", "mode", "keys"} <= set(told)
