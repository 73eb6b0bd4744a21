"""A cluster whose parts move or fail, and a master whose place another takes."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import pytest
from citadels_api.store import keys
from citadels_api.store.connect import open_store
from citadels_api.store.ports import Change, StoreDown, StoreError
from citadels_api.store.pubsub import MISSED

from tests.support.servers import KINDS, Server, cluster, sentinels

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from citadels_api.store.ports import Store

pytestmark = [pytest.mark.anyio, pytest.mark.heavy]
T = TypeVar("T")
SHARDS = [f"{keys.tag(shard)}:x:y" for shard in range(keys.SHARDS)]


@pytest.fixture(params=sorted(KINDS))
def nodes(request: pytest.FixtureRequest) -> Iterator[list[Server]]:
    with cluster(request.param) as held:
        yield held


@pytest.fixture
async def store(nodes: list[Server]) -> AsyncIterator[Store]:
    held = await open_store(f"redis+cluster://127.0.0.1:{nodes[1].port}", timeout_ms=500)
    yield held
    await held.close()


async def patiently(call: Callable[[], Awaitable[T]]) -> T:
    """The answer, as soon as there is one."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await call()
            except StoreError:
                await asyncio.sleep(0.05)


def change(expects: int) -> Change:
    return Change(table="t", expects=expects, number=expects + 1, entry=b"entry", key=f"0:{expects}", digest=b"d")


async def begin(store: Store) -> None:
    assert await store.create("t", b"doc", "secret", b"first", index="open", rank=7)


async def test_all_shards_are_reached_from_any_server(nodes: list[Server], store: Store) -> None:
    await asyncio.gather(*(store.put(key, key.encode()) for key in SHARDS))
    assert await asyncio.gather(*(store.get(key) for key in SHARDS)) == [key.encode() for key in SHARDS]
    held = [node.cli("DBSIZE") for node in nodes]
    assert sum(held) == keys.SHARDS
    assert min(held) > 0
    told = await store.health()
    assert (told["nodes"], told["keys"], told["headroom"]) == (3, keys.SHARDS, None)


async def test_the_room_left_is_that_of_the_fullest_server(nodes: list[Server], store: Store) -> None:
    for node, limit in zip(nodes, ("900mb", "90mb", "0"), strict=True):
        node.cli("CONFIG", "SET", "maxmemory", limit)
    left = (await store.health())["headroom"]
    for node in nodes:
        node.cli("CONFIG", "SET", "maxmemory", "0")
    assert isinstance(left, int)
    assert 0 < left < 90 << 20


async def test_a_table_is_played_on_after_its_shard_has_moved(nodes: list[Server], store: Store) -> None:
    await begin(store)
    slot = nodes[0].cli("CLUSTER", "KEYSLOT", keys.tag(keys.shard_of("t")))
    source = next(node for node in nodes if node.cli("CLUSTER", "COUNTKEYSINSLOT", slot))
    target = next(node for node in nodes if node is not source)
    ids = {node.port: node.cli("CLUSTER", "MYID").decode() for node in nodes}
    target.cli("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[source.port])
    source.cli("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target.port])
    assert await store.put(SHARDS[keys.shard_of("t")], b"new")  # ASK: what is not there yet is made where it will be
    assert target.cli("CLUSTER", "COUNTKEYSINSLOT", slot) == 1
    with pytest.raises(StoreDown):  # TRYAGAIN: some of the table's keys are not there, and may be with the other
        await store.commit(change(1))
    names = source.cli("CLUSTER", "GETKEYSINSLOT", slot, 100)
    source.cli("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *names)
    for node in (target, source, *nodes):
        node.cli("CLUSTER", "SETSLOT", slot, "NODE", ids[target.port])
    assert (await patiently(lambda: store.commit(change(1)))).kind == "ok"
    assert (await patiently(lambda: store.commit(change(1)))).kind == "replay"
    assert [logged.number for logged in await store.log("t")] == [1, 2]


async def test_what_a_dead_server_does_not_hold_is_served_on(nodes: list[Server], store: Store) -> None:
    for node in nodes:
        node.cli("CONFIG", "SET", "cluster-require-full-coverage", "no")
    await asyncio.gather(*(store.put(key, b"one") for key in SHARDS))
    lost = nodes[2].cli("DBSIZE")
    nodes[2].kill()
    async with asyncio.timeout(30):
        told = await asyncio.gather(*(store.get(key) for key in SHARDS), return_exceptions=True)
    assert sum(isinstance(answer, StoreError) for answer in told) == lost
    nodes[2].start()
    assert await patiently(lambda: asyncio.gather(*(store.get(key) for key in SHARDS[:8])))


async def test_bells_ring_across_the_cluster(nodes: list[Server], store: Store) -> None:
    other = await open_store(f"redis+cluster://127.0.0.1:{nodes[2].port}", timeout_ms=500)
    async with asyncio.timeout(30):
        heard = other.bells.listen("a", keys.bell("t"))
        assert await anext(heard) == MISSED
        await store.bells.ring("a", "1")
        assert await anext(heard) == ("a", "1")
        await begin(store)
        await store.commit(change(1))
        assert await anext(heard) == (keys.bell("t"), "t 2")
    await other.close()


@pytest.mark.parametrize("kind", sorted(KINDS))
async def test_when_the_master_dies_its_replica_is_found(kind: str) -> None:
    with ExitStack() as stack:
        (master, replica), watchers = stack.enter_context(sentinels(kind))
        places = ",".join(f"127.0.0.1:{watcher.port}" for watcher in watchers)
        store = await open_store(f"redis+sentinel://{places}/house", timeout_ms=500)
        sure = await open_store(f"redis+sentinel://{places}/house?replicas=1", timeout_ms=500)
        heard = store.bells.listen(keys.bell("t"))
        async with asyncio.timeout(60):
            assert await anext(heard) == MISSED
            await begin(store)
            for number in range(1, 6):
                assert (await patiently(partial(sure.commit, change(number)))).kind in {"ok", "replay"}
            watchers[0].kill()
            master.kill()
            assert (await patiently(lambda: store.commit(change(5)))).kind == "replay"
            assert (await patiently(lambda: store.commit(change(6)))).kind in {"ok", "replay"}
            assert [logged.number for logged in await store.log("t")] == [1, 2, 3, 4, 5, 6, 7]
            assert replica.cli("ROLE")[0] == b"master"
            while await anext(heard) != MISSED:
                pass
        await store.close()
        await sure.close()


async def test_sentinels_that_know_nothing_are_a_store_that_is_down() -> None:
    with sentinels() as (_, watchers):
        store = await open_store(f"redis+sentinel://127.0.0.1:{watchers[0].port}/nobody", timeout_ms=300)
        async with asyncio.timeout(30):
            with pytest.raises(StoreError):
                await store.now()
        await store.close()
