"""The health of the servers, from what they report about themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_api.store.ports import StoreDown

if TYPE_CHECKING:
    from citadels_api.store.redis.connection import Link


async def health_of(links: list[Link]) -> dict[str, object]:
    """The figures for doctor and metrics. For several servers: the sums and the worst values."""
    told = [await _facts(link) for link in links]

    def total(name: str) -> int:
        return sum(int(facts.get(name, 0)) for facts in told)

    def each(name: str) -> str:
        return "/".join(sorted({facts.get(name, "unknown") for facts in told}))

    left = [most - int(facts.get("used_memory", 0)) for facts in told if (most := int(facts.get("maxmemory", 0)))]
    valkey = "valkey_version" in told[0]
    return {
        "server": "valkey" if valkey else "redis",
        "version": each("valkey_version" if valkey else "redis_version"),
        "mode": each("server_mode" if "server_mode" in told[0] else "redis_mode"),
        "nodes": len(told),
        "used_memory": total("used_memory"),
        "maxmemory": total("maxmemory"),
        "headroom": min(left) if left else None,
        "policy": each("maxmemory_policy"),
        "aof": all(facts.get("aof_enabled") == "1" for facts in told),
        "fsync": each("fsync"),
        "aof_delayed_fsync": total("aof_delayed_fsync"),
        "replicas": total("connected_slaves"),
        "keys": total("keys"),
    }


async def free_part(links: list[Link]) -> float | None:
    """The free part of the memory of the fullest server; None if no server has a limit."""
    parts = []
    for answer in [link.send(("INFO", "memory")) for link in links]:
        told = await answer
        if isinstance(told, Exception):
            raise StoreDown("the store does not say how it is")
        facts = _read(told)
        if most := int(facts.get("maxmemory", 0)):
            parts.append(1 - int(facts.get("used_memory", 0)) / most)
    return min(parts, default=None)


def _read(info: bytes) -> dict[str, str]:
    lines = (line.partition(":") for line in info.decode().splitlines() if ":" in line)
    return {name: value for name, _, value in lines}


async def _facts(link: Link) -> dict[str, str]:
    answers = [link.send(("INFO",)), link.send(("DBSIZE",)), link.send(("CONFIG", "GET", "appendfsync"))]
    info, size, fsync = [await answer for answer in answers]
    if isinstance(info, Exception):
        raise StoreDown("the store does not say how it is")
    facts = _read(info)
    facts["keys"] = "0" if isinstance(size, Exception) else str(size)
    facts["fsync"] = fsync[1].decode() if isinstance(fsync, list) and len(fsync) == 2 else "unknown"
    return facts
