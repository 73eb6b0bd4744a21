"""From an address to a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from citadels_api.store.addresses import read_address
from citadels_api.store.memory import MemoryStore, Space
from citadels_api.store.redis.cluster import Cluster
from citadels_api.store.redis.connection import Address, Single, always
from citadels_api.store.redis.pubsub import RedisBells
from citadels_api.store.redis.replicas import Replicated
from citadels_api.store.redis.sentinel import master_by
from citadels_api.store.redis.store import RedisStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.store.ports import Store
    from citadels_api.store.redis.connection import Wire


SPACES: Final[WeakValueDictionary[str, Space]] = WeakValueDictionary()
"""The named memory spaces of this process."""


async def open_store(url: str, *, timeout_ms: int = 700) -> Store:
    """A store at an address (`addresses.read_address` lists the forms). The server need not be up yet.

    Stores `memory://name` of one process share their data.
    """
    address = read_address(url)
    if address.form == "memory":
        return MemoryStore(space=SPACES.setdefault(address.path, Space()) if address.path else None)
    base = Address(
        username=address.username,
        password=address.password,
        database=address.database,
        tls=address.tls.context() if address.tls else None,
    )
    timeout = timeout_ms / 1000
    each = [replace(base, host=host, port=port) for host, port in address.places]
    if address.form == "cluster":
        cluster = Cluster(each, timeout)
        return _store(cluster, cluster.locate, lambda: Cluster(each, timeout), timeout, address.replicas)
    if address.form == "sentinel":
        watch = Address(
            username=address.sentinel_username,
            password=address.sentinel_password,
            tls=address.sentinel_tls.context() if address.sentinel_tls else None,
        )
        watchers = [replace(watch, host=host, port=port) for host, port in address.places]
        locate = master_by(watchers, address.service, base, timeout * 0.4)
    else:
        locate = always(replace(base, path=address.path) if address.path else each[0])
    return _store(Single(locate, timeout), locate, lambda: Single(locate, timeout), timeout, address.replicas)


def _store(
    wire: Wire, locate: Callable[[], Awaitable[Address]], again: Callable[[], Wire], timeout: float, replicas: int
) -> Store:
    replicated = Replicated(again(), replicas, max(int(timeout * 400), 1)) if replicas else None
    return RedisStore(wire, RedisBells(wire, locate, timeout), timeout=timeout, replicated=replicated)
