"""From an address to a store."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, unquote, urlsplit
from weakref import WeakValueDictionary

from msgspec.structs import replace

from citadels_api.store.cluster import Cluster
from citadels_api.store.hearing import RedisBells
from citadels_api.store.memory import MemoryStore, Space
from citadels_api.store.redis import RedisStore
from citadels_api.store.replicated import Replicated
from citadels_api.store.sentinel import master_by
from citadels_api.store.wire import Address, Single, always

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.store.ports import Store
    from citadels_api.store.wire import Wire

__all__ = ["open_store"]

SPACES: Final[WeakValueDictionary[str, Space]] = WeakValueDictionary()
"""The spaces of this process that have a name."""


async def open_store(url: str, *, timeout_ms: int = 700) -> Store:
    """A store at `redis://`, `rediss://`, `valkey://`, `unix://path`, `redis+sentinel://host:port,host:port/service[/database]`,
    `redis+cluster://host:port,host:port` or `memory://[name]`. It need not be up yet.

    After `?`: `replicas=1` lets a commit count only when a replica has it; `db=1` names the database of a socket. Stores
    `memory://name` of one process share what they keep.
    """
    parts = urlsplit(url)
    scheme = parts.scheme
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if scheme == "memory":
        name = parts.netloc + parts.path
        return MemoryStore(space=SPACES.setdefault(name, Space()) if name else None)
    credentials, _, hosts = parts.netloc.rpartition("@")
    username, _, password = credentials.partition(":")
    base = Address(
        username=unquote(username),
        password=unquote(password),
        database=int(options.get("db", 0)),
        tls=ssl.create_default_context(cafile=options.get("ca")) if scheme.startswith(("rediss", "valkeys")) else None,
    )
    timeout = timeout_ms / 1000
    path = parts.path.strip("/").split("/")
    kind, _, form = scheme.partition("+")
    replicas = int(options.get("replicas", 0))
    if scheme == "unix":
        locate = always(replace(base, path=unquote(hosts + parts.path)))
    elif kind not in {"redis", "rediss", "valkey", "valkeys"} or form not in {"", "sentinel", "cluster"}:
        raise ValueError(f"no store has addresses that begin with {scheme}://")
    elif form == "cluster":
        seeds = [replace(base, host=host, port=port) for host, port in _places(hosts, 6379)]
        cluster = Cluster(seeds, timeout)
        return _store(cluster, cluster.locate, lambda: Cluster(seeds, timeout), timeout, replicas)
    elif form == "sentinel":
        if not path[0]:
            raise ValueError("the address of a store behind Sentinel ends with /name-of-the-service")
        watch = Address(
            username=options.get("sentinel_username", ""), password=options.get("sentinel_password", ""), tls=base.tls
        )
        watchers = [replace(watch, host=host, port=port) for host, port in _places(hosts, 26379)]
        master = replace(base, database=int(path[1]) if path[1:] else base.database)
        locate = master_by(watchers, path[0], master, timeout * 0.4)
    else:
        host, port = _places(hosts, 6379)[0]
        locate = always(replace(base, host=host, port=port, database=int(path[0]) if path[0] else base.database))
    return _store(Single(locate, timeout), locate, lambda: Single(locate, timeout), timeout, replicas)


def _store(
    wire: Wire, locate: Callable[[], Awaitable[Address]], again: Callable[[], Wire], timeout: float, replicas: int
) -> Store:
    replicated = Replicated(again(), replicas, max(int(timeout * 400), 1)) if replicas else None
    return RedisStore(wire, RedisBells(wire, locate, timeout), timeout=timeout, replicated=replicated)


def _places(hosts: str, default: int) -> list[tuple[str, int]]:
    """Hosts and ports of `host:port,[::1]:port,host`."""
    split = [urlsplit(f"//{place}") for place in hosts.split(",")]
    return [(place.hostname or "localhost", place.port or default) for place in split]
