"""The map of a cluster: which servers hold something, and where a key lies."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_api.store import keys
from citadels_api.store.redis import cluster
from citadels_api.store.redis.cluster import SLOTS, Cluster

pytestmark = pytest.mark.anyio


class Link:
    """A server that is never asked."""

    def __init__(self, trouble: float = 0.0) -> None:
        self.trouble = trouble
        self.closed = False

    async def close(self) -> None:
        self.closed = True


def bare(*places: str) -> Any:
    """A cluster of these servers, of which nothing is known yet."""
    found: Any = object.__new__(Cluster)
    found._links = {(host, 1): Link() for host in places}
    found._seeds = {(places[0], 1)}
    found._holders = [None] * SLOTS
    return found


async def test_only_servers_that_hold_something_are_its_nodes_each_once() -> None:
    held = bare("a", "b")
    one, other = held._links.values()
    held._holders[3] = held._holders[9] = one
    assert await held.nodes() == [one]
    held._holders[11] = other
    assert await held.nodes() == [one, other]


async def test_before_anything_is_known_any_server_is_asked() -> None:
    held = bare("a", "b")
    quiet = held._links["b", 1]
    held._links["a", 1].trouble = 5.0
    assert await held.nodes() == [quiet]


async def test_a_map_that_is_taken_over_lets_go_of_who_holds_nothing() -> None:
    held = bare("a", "b", "c")
    seed, gone, kept = held._links.values()
    held._seed = type("Seed", (), {"host": "a"})()
    await held._adopt([[0, 99, [b"c", 1]], [100, SLOTS - 1, [b"?", 1], [b"replica", 2]]])
    assert (held._holders[0], held._holders[99], held._holders[100], held._holders[SLOTS - 1]) == (
        kept,
        kept,
        seed,
        seed,
    )
    assert [one.closed for one in (seed, gone, kept)] == [False, True, False]
    assert ("b", 1) not in held._links


@pytest.mark.parametrize(
    ("name", "slot"),
    [("foo", 12182), ("{foo}bar", 12182), ("bar{foo}", 12182), ("{}foo", 9500), ("foo{}{bar}", 8363)],
)  # fmt: skip
def test_a_key_lies_where_redis_says(name: str, slot: int) -> None:
    """12182 is what `CLUSTER KEYSLOT foo` answers; empty braces are part of a name."""
    assert cluster._slot(name) == slot


def test_keys_of_one_shard_are_of_one_group() -> None:
    held = bare("a", "b")
    one = held._links["a", 1]
    tag = keys.tag(5)
    held._holders[cluster.SHARD_SLOTS[tag]] = one
    assert held._holder(f"{tag}:anything") is one
    assert held._holder("") is None
    held._holders[12182] = one
    assert held._holder("foo") is one
