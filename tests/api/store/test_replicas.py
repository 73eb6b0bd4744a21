"""Commits that count only when a replica has them."""

from __future__ import annotations

import asyncio

import pytest
from citadels_api.store import keys

from tests.api.store.trying import begin, change, opened, outcome_of
from tests.support.servers import Server

pytestmark = pytest.mark.anyio


async def test_without_its_replica_a_commit_is_unknown_where_replicas_are_asked_for() -> None:
    with Server(tcp=True, config={"repl-diskless-sync-delay": "0"}) as master, Server(tcp=True) as replica:
        replica.cli("REPLICAOF", "127.0.0.1", master.port)
        async with opened(f"{master.url}?replicas=1") as store, asyncio.timeout(30):
            while replica.cli("INFO", "replication")["master_link_status"] != "up":
                await asyncio.sleep(0.02)
            await begin(store)
            await store.secure()
            for number in range(1, 6):
                replica.pause()
                assert await outcome_of(store, change(number, key=f"0:{number}")) == "Unknown"
                replica.resume()
                while await outcome_of(store, change(number, key=f"0:{number}")) != "replay":
                    await asyncio.sleep(0.02)
                held = replica.cli("HGET", f"{keys.tag(keys.shard_of('t'))}:t:t", "number")
                assert held == b"%d" % (number + 1)


async def test_a_replay_over_a_new_line_waits_for_the_replica_too() -> None:
    with Server(tcp=True, config={"repl-diskless-sync-delay": "0"}) as master, Server(tcp=True) as replica:
        replica.cli("REPLICAOF", "127.0.0.1", master.port)
        async with opened(f"{master.url}?replicas=1") as one, opened(f"{master.url}?replicas=1") as two:
            async with asyncio.timeout(30):
                while replica.cli("INFO", "replication")["master_link_status"] != "up":
                    await asyncio.sleep(0.02)
                await begin(one)
                while await outcome_of(one, change()) not in {"ok", "replay"}:
                    await asyncio.sleep(0.02)
            replica.pause()
            assert await outcome_of(one, change(2, key="0:b")) == "Unknown"
            assert await outcome_of(two, change(2, key="0:b")) == "Unknown"
            replica.resume()


async def test_reads_do_not_wait_for_a_replica_that_is_gone() -> None:
    with Server(tcp=True) as master:
        async with opened(f"{master.url}?replicas=1", 1000) as store:
            async with opened(master.url) as plain:
                await begin(plain)
            commits = [asyncio.ensure_future(outcome_of(store, change(key=f"0:{place}"))) for place in range(50)]
            for _ in range(50):
                assert await store.load("t") is not None
            assert not any(commit.done() for commit in commits)
            ends = await asyncio.gather(*commits)
            assert sorted(set(ends)) == ["Unknown", "stale"]
