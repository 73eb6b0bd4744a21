"""What a store tells of its servers: the sums, and the worst of each."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store.ports import StoreDown
from citadels_api.store.redis.connection import Refused
from citadels_api.store.redis.health import health_of

if TYPE_CHECKING:
    from citadels_api.store.redis.connection import Command, Reply

pytestmark = pytest.mark.anyio


class Link:
    """A server that answers INFO, DBSIZE and CONFIG GET with these."""

    def __init__(self, info: Reply, size: Reply = 0, fsync: Reply = None) -> None:
        self.replies: dict[Command, Reply] = {
            ("INFO",): info,
            ("DBSIZE",): size,
            ("CONFIG", "GET", "appendfsync"): fsync,
        }

    def send(self, command: Command) -> asyncio.Future[Reply]:
        made: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        made.set_result(self.replies[command])
        return made


def info(**facts: object) -> bytes:
    """What INFO says."""
    return b"# Server\r\n" + "".join(f"{name}:{value}\r\n" for name, value in facts.items()).encode()


async def told(*links: Any) -> dict[str, object]:
    """The health of these servers."""
    return await health_of(list(links))


async def test_a_server_that_says_little_is_taken_for_a_redis_without_bounds() -> None:
    assert await told(Link(info())) == {
        "server": "redis",
        "version": "unknown",
        "mode": "unknown",
        "nodes": 1,
        "used_memory": 0,
        "maxmemory": 0,
        "headroom": None,
        "policy": "unknown",
        "aof": False,
        "fsync": "unknown",
        "aof_delayed_fsync": 0,
        "replicas": 0,
        "keys": 0,
    }


async def test_of_several_servers_the_sums_are_told_and_the_fullest() -> None:
    one = info(
        valkey_version="8.0.1", redis_version="7.2.4", server_mode="cluster", redis_mode="standalone", used_memory=70, maxmemory=100,
        maxmemory_policy="noeviction", aof_enabled=1, aof_delayed_fsync=2, connected_slaves=1,
    )  # fmt: skip
    two = info(
        valkey_version="8.1.0", server_mode="cluster", used_memory=5, maxmemory=20, maxmemory_policy="noeviction", aof_enabled=1,
        aof_delayed_fsync=3, connected_slaves=2,
    )  # fmt: skip
    three = info(valkey_version="8.0.1", server_mode="cluster", used_memory=1, maxmemory=0, aof_enabled=0)
    links = (
        Link(one, 4, [b"appendfsync", b"always"]),
        Link(two, 5, [b"appendfsync", b"everysec"]),
        Link(three, Refused("NO")),
    )
    assert await told(*links) == {
        "server": "valkey",
        "version": "8.0.1/8.1.0",
        "mode": "cluster",
        "nodes": 3,
        "used_memory": 76,
        "maxmemory": 120,
        "headroom": 15,
        "policy": "noeviction/unknown",
        "aof": False,
        "fsync": "always/everysec/unknown",
        "aof_delayed_fsync": 5,
        "replicas": 3,
        "keys": 9,
    }
    assert (await told(*links[:2]))["aof"] is True


async def test_a_redis_is_told_by_its_own_names() -> None:
    found = await told(Link(info(redis_version="7.0.0", redis_mode="standalone"), 1, [b"appendfsync"]))
    assert (found["server"], found["version"], found["mode"], found["fsync"]) == (
        "redis",
        "7.0.0",
        "standalone",
        "unknown",
    )


async def test_a_server_that_does_not_say_how_it_is_is_down() -> None:
    with pytest.raises(StoreDown, match="the store does not say how it is"):
        await told(Link(Refused("NOPERM")))
