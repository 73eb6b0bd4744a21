"""What a server says about itself is read from its own words: every fact, its default, and what may be lost."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
import redis
from citadels_workers import named_store
from citadels_workers.named_store import Facts, Unreachable, facts, nodes, workers
from citadels_workers.valkey import ON_DISK, WRITTEN
from redis.exceptions import RedisClusterException
from redis.sentinel import MasterNotFoundError

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = Facts("Redis 7.2.0", True, False, "", "", 0, 0, 0, True, 0, 0.0)


class Node:
    """A server that says what a test wants."""

    def __init__(self, info: dict[str, Any], config: dict[str, Any] | None, at: tuple[int, int] = (1000, 0)) -> None:
        self.said, self.config, self.at = info, config, at

    def time(self) -> tuple[int, int]:
        return self.at

    def info(self) -> dict[str, Any]:
        return self.said

    def config_get(self, name: str) -> dict[str, Any]:
        assert name == "appendfsync"
        if self.config is None:
            raise redis.ResponseError("unknown command 'CONFIG'")
        return self.config


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Our own clocks: what `monotonic` answers one after the other; `time` is 1000.5."""
    answers: list[float] = [5.0, 5.0]
    with monkeypatch.context() as patched:
        replace_in(patched, named_store, time, monotonic=lambda: answers.pop(0), time=lambda: 1000.5)
        yield answers


def read(node: Node) -> Facts:
    found: Any = node
    return named_store._facts(found)


EVERY_SECOND = (
    "it is written to disk every second: a power cut may lose the last seconds, and so may a crash of the store while the disk is slow, "
    "for it then answers up to two seconds before it writes"
)


@pytest.mark.parametrize(
    ("info", "config", "changed"),
    [
        ({"redis_version": "7.2.0"}, {}, {}),
        ({"redis_version": "7.2.0", "aof_enabled": 1}, {"appendfsync": "always"}, {"append_only": True, "fsync": "always"}),
        ({"redis_version": "7.2.0"}, None, {}),
        ({"redis_version": "6.2.0"}, {}, {"version": "Redis 6.2.0", "usable": False}),
        ({"valkey_version": "8.1.0", "redis_version": "7.2.4"}, {}, {"version": "Valkey 8.1.0"}),
        ({"redis_version": "7.2.0", "maxmemory_policy": "noeviction"}, {}, {"policy": "noeviction"}),
        ({"redis_version": "7.2.0", "used_memory": "12", "maxmemory": "34"}, {}, {"used": 12, "limit": 34}),
        ({"redis_version": "7.2.0", "aof_last_write_status": "err"}, {}, {"writes": False}),
        ({"redis_version": "7.2.0", "aof_last_write_status": "ok", "aof_delayed_fsync": 3}, {}, {"fsync_delayed": 3}),
    ],
)  # fmt: skip
def test_each_fact_is_read_from_what_is_said(
    info: dict[str, Any], config: dict[str, Any] | None, changed: dict[str, Any], still: list[float]
) -> None:
    found = read(Node(info, config, (1000, 500_000)))
    assert still == []
    assert {name: getattr(found, name) for name in Facts.__slots__} == {
        name: changed.get(name, getattr(PLAIN, name)) for name in Facts.__slots__
    }


def test_a_clock_is_compared_with_ours_in_the_middle_of_the_answer(still: list[float]) -> None:
    still[:] = [5.0, 5.25]  # ours was 1000.375 then
    found = read(Node({"redis_version": "7.2.0"}, {}, (1001, 875_000)))
    assert (found.skew_ms, found.delay_ms) == (1500, 250.0)


@pytest.mark.parametrize(
    ("append_only", "fsync", "said"),
    [
        (False, "always", "it writes no append-only file: what it holds may be lost when it ends"),
        (True, "always", ON_DISK),
        (True, "everysec", EVERY_SECOND),
        (
            True,
            "no",
            f"{WRITTEN}; a power cut may lose the last half minute (of the store of `citadels up`: the last seconds)",
        ),
        (True, "", "it writes an append-only file; how often to disk it does not tell"),
    ],
)
def test_what_may_be_lost_is_said_in_a_sentence(append_only: bool, fsync: str, said: str) -> None:
    assert Facts("", True, append_only, fsync, "", 0, 0, 0, True, 0, 0.0).losses() == said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (redis.AuthenticationError("WRONGPASS"), r"redis://h:1 refuses the name or the password in its address$"),
        (
            MasterNotFoundError("No master: AuthenticationError(...)"),
            r"its Sentinels refuse the name or the password in sentinel_username and sentinel_password$",
        ),
        (MasterNotFoundError("No master"), r"its Sentinels do not answer, or know no master of that name$"),
        (redis.ConnectionError("refused. : <Connection(secret)>"), r"redis://h:1 does not answer: refused$"),
        (RedisClusterException("no slots"), r"redis://h:1 does not answer: no slots$"),
        (OSError("gone"), r"redis://h:1 does not answer: gone$"),
        (ValueError("odd."), r"redis://h:1 does not answer: odd$"),
    ],
)
def test_why_a_store_cannot_be_asked_is_said(error: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_url: str) -> list[Any]:
        raise error

    monkeypatch.setattr(named_store, "nodes", away)
    with pytest.raises(Unreachable, match=said):
        facts("redis://h:1")
    if isinstance(error, (redis.ConnectionError, OSError)):
        with pytest.raises(Unreachable, match="redis://h:1 does not answer: "):
            workers("redis://h:1")


def test_a_connection_waits_three_seconds_and_does_not_try_again() -> None:
    (node,) = nodes("redis://127.0.0.1:9/2")
    given = node.connection_pool.connection_kwargs
    assert (given["socket_timeout"], given["socket_connect_timeout"], given["decode_responses"]) == (3.0, 3.0, True)
    assert given["retry"].get_retries() == 0
    node.close()


def test_workers_are_counted_queue_by_queue_and_a_silent_one_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    class Queues:
        def smembers(self, key: str) -> list[str]:
            assert key == "rq:workers"
            return ["a", "b", "silent"]

        def hget(self, name: str, field: str) -> str | None:
            assert field == "queues"
            return {"a": "fast,thinking", "b": "fast,"}.get(name)

    monkeypatch.setattr(named_store, "nodes", lambda _url: [Queues()])
    assert workers("redis://h:1") == {"fast": 2, "thinking": 1}
