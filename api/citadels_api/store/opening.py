"""From an address to a store."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, unquote, urlsplit
from weakref import WeakValueDictionary

import msgspec

from citadels_api.store.hearing import RedisBells
from citadels_api.store.memory import MemoryStore, Space
from citadels_api.store.redis import RedisStore
from citadels_api.store.wire import Address, Single

if TYPE_CHECKING:
    from citadels_api.store.ports import Store

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
    timeout = timeout_ms / 1000
    credentials = parts.netloc.rpartition("@")[0]
    username, _, password = credentials.partition(":")
    base = Address(
        username=unquote(username),
        password=unquote(password),
        database=int(options.get("db", 0)),
        tls=ssl.create_default_context(cafile=options.get("ca")) if scheme in {"rediss", "valkeys"} else None,
    )
    if scheme == "unix":
        address = msgspec.structs.replace(base, path=unquote(parts.path))
    elif scheme in {"redis", "rediss", "valkey", "valkeys"}:
        database = parts.path.strip("/")
        address = msgspec.structs.replace(
            base,
            host=parts.hostname or "localhost",
            port=parts.port or 6379,
            database=int(database) if database else base.database,
        )
    else:
        raise ValueError(f"no store has addresses that begin with {scheme}://")

    async def locate() -> Address:
        return address

    wire = Single(locate, timeout)
    bells = RedisBells(wire, locate, timeout)
    return RedisStore(wire, bells, timeout=timeout, replicas=int(options.get("replicas", 0)))
