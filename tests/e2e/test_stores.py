"""The same service on every kind of store: a game with two AI seats is played to its end, and its record verifies."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest
from citadels_engine.formats.record import read, verify

from tests.support.running import Caller, Service, play_out
from tests.support.servers import KINDS, Server, cluster, sentinels

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def service_on(kind: str) -> Iterator[Service]:
    """A service on a store of that kind, with its queue where RQ can work."""
    with contextlib.ExitStack() as held:
        if kind == "cluster":
            nodes = held.enter_context(cluster())
            queue = held.enter_context(Server("valkey"))
            hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
            yield held.enter_context(Service(redis_url=f"redis+cluster://{hosts}", queue_url=queue.url))
        elif kind == "sentinel":
            _, watchers = held.enter_context(sentinels())
            hosts = ",".join(f"127.0.0.1:{watcher.port}" for watcher in watchers)
            yield held.enter_context(Service(redis_url=f"redis+sentinel://{hosts}/house"))
        else:
            yield held.enter_context(Service(kind=kind, tcp=True))


@pytest.mark.heavy
@pytest.mark.parametrize("kind", ["valkey", "redis", "sentinel", "cluster"])
def test_a_game_is_played_to_its_end(kind: str) -> None:
    if kind == "redis" and "redis" not in KINDS:
        pytest.skip("there is no redis-server here")

    async def scenario(service: Service) -> None:
        async with Caller(service.ports) as ann:
            await ann.guest()
            seats = [{"kind": "you"}, {"kind": "ai", "level": "greedy"}, {"kind": "ai", "level": "random"}]
            made = await ann.table(players=3, seats=seats)
            async for _ in play_out([ann], made["id"]):
                pass
            record = read(await ann.record(made["id"]))
            assert verify(record).ok
            assert {taken.by for taken in record.taken} >= {"ai", None}
            over = await ann.call("GET", "/v1/tables?status=over&mine=true")
            assert [one["id"] for one in over.json()["items"]] == [made["id"]]

    with service_on(kind) as service:
        asyncio.run(scenario(service))
