"""A store that already runs: its connection, its properties, and how it keeps its data."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citadels_api.store.addresses import shown

from citadels_workers.store_choice import new_enough
from citadels_workers.user_error import Trouble
from citadels_workers.valkey import ON_DISK, WRITTEN

if TYPE_CHECKING:
    from redis import Redis


TIMEOUT = 3.0


class Unreachable(Trouble):
    """The store does not answer or cannot be used. The text says why."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What one server reports about itself."""

    version: str
    usable: bool
    append_only: bool
    fsync: str
    """`always`, `everysec`, `no`, or empty if the server does not tell."""
    policy: str
    used: int
    limit: int
    """The maximum memory in bytes; 0 without a limit."""
    skew_ms: int
    """How far its clock is ahead of ours."""
    writes: bool
    """Whether its last write to disk succeeded."""
    fsync_delayed: int
    delay_ms: float
    """The round-trip time of one call."""

    def losses(self) -> str:
        """Which data may be lost, in a sentence."""
        if not self.append_only:
            return "it writes no append-only file: what it holds may be lost when it ends"
        return {
            "always": ON_DISK,
            "everysec": "it is written to disk every second: a power cut may lose the last seconds, and so may a crash of the store "
            "while the disk is slow, for it then answers up to two seconds before it writes",
            "no": f"{WRITTEN}; a power cut may lose the last half minute (of the store of `citadels up`: the last seconds)",
        }.get(self.fsync, "it writes an append-only file; how often to disk it does not tell")


def nodes(url: str) -> list[Redis]:
    """A connection to each server that holds a part of the store: one server, or every primary of a cluster."""
    from citadels_api.store.redis.clients import clients_of
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return clients_of(
        url,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        decode_responses=True,
        retry=Retry(NoBackoff(), 0),
    )


def workers(url: str) -> dict[str, int]:
    """The number of RQ workers with a recent heartbeat, by queue."""
    import redis

    found: dict[str, int] = {}
    try:
        (node,) = nodes(url)
        names: Any = node.smembers("rq:workers")
        for name in names:
            queues: Any = node.hget(name, "queues")  # gone when the worker is silent for too long
            for queue in (queues or "").split(","):
                if queue:
                    found[queue] = found.get(queue, 0) + 1
    except (redis.RedisError, OSError) as error:
        raise Unreachable(f"{shown(url)} does not answer: {error}") from error
    return found


def facts(url: str) -> list[Facts]:
    """What each server of a store reports about itself."""
    import redis
    from redis.exceptions import RedisClusterException  # which is no RedisError
    from redis.sentinel import MasterNotFoundError

    try:
        return [_facts(node) for node in nodes(url)]
    except redis.AuthenticationError as error:
        raise Unreachable(f"{shown(url)} refuses the name or the password in its address") from error
    except MasterNotFoundError as error:  # its text quotes what each of them said
        refused = "refuse the name or the password in sentinel_username and sentinel_password"
        why = refused if "AuthenticationError" in str(error) else "do not answer, or know no master of that name"
        raise Unreachable(f"{shown(url)} does not answer: its Sentinels {why}") from None
    except (redis.RedisError, RedisClusterException, OSError, ValueError) as error:
        short = str(error).partition(" : <")[0].rstrip(".")  # what follows are the client's settings
        raise Unreachable(f"{shown(url)} does not answer: {short}") from error


def _facts(node: Redis) -> Facts:
    import redis

    began = time.monotonic()
    seconds, micros = node.time()
    ended = time.monotonic()
    ours = time.time() - (ended - began) / 2
    said: dict[str, Any] = node.info()
    try:
        asked: Any = node.config_get("appendfsync")
    except redis.ResponseError:  # managed services hide their settings
        asked = {}
    valkey = said.get("valkey_version")
    return Facts(
        version=f"Valkey {valkey}" if valkey else f"Redis {said.get('redis_version', '?')}",
        usable=new_enough(said),
        append_only=bool(said.get("aof_enabled")),
        fsync=asked.get("appendfsync", ""),
        policy=str(said.get("maxmemory_policy", "")),
        used=int(said.get("used_memory", 0)),
        limit=int(said.get("maxmemory", 0)),
        skew_ms=round((int(seconds) + int(micros) / 1e6 - ours) * 1000),
        writes=said.get("aof_last_write_status", "ok") == "ok",
        fsync_delayed=int(said.get("aof_delayed_fsync", 0)),
        delay_ms=round((ended - began) * 1000, 2),
    )
