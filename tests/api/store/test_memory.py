"""The store in memory on a clock of a test: what ends at a moment is there until just before it."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_api.store import keys
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import Change

pytestmark = pytest.mark.anyio
SHARD = keys.shard_of("t")
ALIKE = [name for name in (f"t{place}" for place in range(4000)) if keys.shard_of(name) == SHARD][:7]
"""Tables of one shard."""


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


def made() -> tuple[MemoryStore, Clock]:
    clock = Clock()
    return MemoryStore(now=clock), clock


async def begin(store: MemoryStore, table: str = "t", **more: Any) -> bool:
    return await store.create(table, b"doc", "seed", b"first", index="open", rank=7, **more)


async def test_a_document_is_there_until_its_time_is_over() -> None:
    store, clock = made()
    await store.put("a", b"1", ttl_ms=10)
    await store.put("b", b"2", ttl_ms=0)
    assert await store.get("b") is None
    clock.now += 9
    assert await store.get("a") == b"1"
    clock.now += 1
    assert await store.get("a") is None
    assert "a" not in store.space.documents
    assert await store.put("a", b"3", expects=None), "what is over is not there"


async def test_an_archive_is_there_until_its_time_is_over() -> None:
    store, clock = made()
    await begin(store)
    assert await store.archive("t", b"blob", expects=1, keep_ms=10)
    clock.now += 9
    assert await store.archived("t") == b"blob"
    assert not await begin(store)
    clock.now += 1
    assert await store.archived("t") is None
    assert "t" not in store.space.tables
    assert await begin(store)


async def test_what_is_due_is_claimed_at_its_moment_and_put_off_by_the_lease() -> None:
    store, clock = made()
    await begin(store, due_in=10)
    clock.now += 9
    assert await store.claim(SHARD, lease_ms=100, limit=5) == []
    assert await store.oldest_due() == 0
    clock.now += 1
    assert await store.oldest_due() == 0
    assert await store.claim(SHARD, lease_ms=100, limit=5) == [("t", 1_000_010)]
    clock.now += 99
    assert await store.claim(SHARD, lease_ms=100, limit=5) == []
    clock.now += 4
    assert await store.oldest_due() == 3
    assert await store.claim(SHARD, lease_ms=100, limit=5) == [("t", 1_000_110)]


@pytest.mark.parametrize(
    ("limit", "places"), [(7, [0, 1, 2, 3, 4, 5, 6]), (6, [0, 1, 2, 4, 5, 6]), (5, [0, 1, 2, 5, 6]), (2, [0, 6]), (1, [0])]
)  # fmt: skip
async def test_of_many_that_are_due_the_oldest_and_the_newest_are_claimed(limit: int, places: list[int]) -> None:
    store, clock = made()
    for number, name in enumerate(ALIKE):
        await begin(store, name, due_in=number)
    clock.now += 50
    found = await store.claim(SHARD, lease_ms=1, limit=limit)
    assert [ALIKE.index(name) for name, _ in found] == places
    assert await store.oldest_due() == (50 - next((place for place in range(7) if place not in places), 50))


async def test_a_change_sets_what_it_names_by_the_clock() -> None:
    store, clock = made()
    await begin(store)
    clock.now += 5
    done = await store.commit(
        Change(table="t", expects=1, number=3, entry=b"e", allow=20, due_in=30, key="k", digest=b"d", moves_from="open",
               moves_to="running", rank=9, counts={"moves": 2})
    )  # fmt: skip
    assert (done.kind, done.number, done.now, done.deadline) == ("ok", 3, 1_000_005, 1_000_025)
    found = await store.load("t", key="k")
    assert found is not None
    assert (found.asked, found.deadline, found.now) == (1_000_005, 1_000_025, 1_000_005)
    assert found.known is not None
    assert (found.known.number, found.known.deadline, found.known.digest) == (3, 1_000_025, b"d")
    assert store.space.due[SHARD] == {"t": 1_000_035}
    assert await store.index("open", before=None, limit=5) == []
    assert await store.index("running", before=None, limit=5) == [(9, "t")]
    assert await store.counts() == {"moves": 2}
    clock.now += 1
    again = await store.commit(
        Change(table="t", expects=3, number=4, entry=b"e", allow=0, due_in=0, counts={"moves": 1})
    )
    assert (again.deadline, store.space.due[SHARD], await store.counts()) == (1_000_006, {"t": 1_000_006}, {"moves": 3})
    await store.commit(Change(table="t", expects=4, number=5, entry=b"e", allow=-1, due_in=-1))
    found = await store.load("t")
    assert found is not None
    assert (found.asked, found.deadline, store.space.due[SHARD]) == (1_000_006, None, {})


async def test_a_table_is_put_off_only_as_long_as_it_has_not_moved_on() -> None:
    store, _ = made()
    await begin(store)
    assert not await store.put_off("t", ms=5, expects=2)
    assert not await store.put_off("nobody", ms=5, expects=0)
    assert store.space.due[SHARD] == {}
    assert await store.put_off("t", ms=5, expects=1)
    assert store.space.due[SHARD] == {"t": 1_000_005}


async def test_a_batch_counts_once_and_floors_lift() -> None:
    store, _ = made()
    await store.tally("a", 1, {"moves": 2})
    await store.tally("a", 1, {"moves": 2})
    await store.tally("a", 2, {"moves": 3}, floors={"moves": 4, "games": 6})
    assert await store.counts() == {"moves": 5, "games": 6}
    await store.tally("b", 1, {"moves": 1}, floors={"moves": 9})
    assert await store.counts() == {"moves": 9, "games": 6}


async def test_a_list_keeps_its_newest_and_numbers_from_one() -> None:
    store, _ = made()
    assert [await store.append("a", value, keep=2) for value in (b"x", b"y", b"z")] == [1, 2, 3]
    assert await store.appended("a", after=0) == [(2, b"y"), (3, b"z")]
    assert await store.appended("a", after=2) == [(3, b"z")]
    assert await store.appended("nothing", after=0) == []


async def test_its_health_counts_tables_and_documents() -> None:
    store, _ = made()
    await begin(store)
    await store.put("a", b"1")
    await store.put("b", b"1")
    assert await store.health() == {"version": "memory", "mode": "memory", "keys": 3}


async def test_a_sorted_set_gives_a_hundred_where_nobody_says_how_many() -> None:
    store, _ = made()
    for number in range(101):
        await store.rank("a", f"m{number:03d}", number)
    assert len(await store.ranked("a")) == 100
    await store.rank("a", "m100", None)
    assert (await store.ranked("a", limit=1)) == [(99, "m099")]
    assert await store.ranked("a", before=(1, "m001")) == [(0, "m000")]
