"""A store that is there already: one server, a master behind Sentinel, a cluster, each asked what it is."""

from pathlib import Path

import pytest
from citadels_workers.named_store import Unreachable, facts, workers

from tests.support import servers
from tests.workers.test_valkey import store


@pytest.mark.parametrize("kind", sorted(servers.KINDS))
def test_a_server_tells_what_it_is(kind: str) -> None:
    with servers.Server(kind, config={"requirepass": "hush", "maxmemory": "50mb"}, tcp=True) as server:
        (one,) = facts(f"redis://:hush@127.0.0.1:{server.port}/0?replicas=1")
        assert one.usable
        assert one.version.lower().startswith(kind)
        assert (one.append_only, one.policy, one.limit) == (False, "noeviction", 50 << 20)
        with pytest.raises(Unreachable, match="refuses the name or the password") as fault:
            facts(f"redis://:wrong@127.0.0.1:{server.port}/0")
        assert "wrong" not in str(fault.value)


def test_a_cluster_tells_of_every_primary() -> None:
    with servers.cluster() as held:
        found = facts("redis+cluster://" + ",".join(f"127.0.0.1:{server.port}" for server in held))
    assert len(found) == 3
    assert all(one.usable for one in found)


def test_a_master_is_found_by_its_sentinels() -> None:
    with servers.sentinels() as (_, watchers):
        found = facts(f"redis+sentinel://127.0.0.1:{watchers[0].port}/house")
    assert len(found) == 1
    assert found[0].usable


@pytest.mark.parametrize(
    "url",
    ["redis://:hush@127.0.0.1:9", "redis+sentinel://:hush@127.0.0.1:9/house", "redis+cluster://:hush@127.0.0.1:9"],
)
def test_who_does_not_answer_is_named_without_secrets(url: str) -> None:
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:9.* does not answer") as fault:
        facts(url)
    assert "hush" not in str(fault.value)
    assert not str(fault.value).endswith(".")  # the sentence goes on with the way out
    assert len(str(fault.value)) < 250


def test_workers_are_counted_by_their_queues(tmp_path: Path) -> None:
    with store(tmp_path) as server:
        assert workers(server.url) == {}
        server.ask("SADD rq:workers rq:worker:a rq:worker:b rq:worker:silent")
        server.ask("HSET rq:worker:a queues fast")
        server.ask("HSET rq:worker:b queues fast,thinking")
        assert workers(server.url) == {"fast": 2, "thinking": 1}
