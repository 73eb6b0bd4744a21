"""Connections to a Redis Cluster: each call goes to the server that holds its shard.

1. Any server tells the map of shards, in the background. Until the map is known, and while it is out of date, redirections of the servers
   find the right one.
2. If a server cannot be reached, the map is read again: another server may have replaced it.
"""

from __future__ import annotations

import asyncio
import random
from binascii import crc_hqx
from typing import Final

import msgspec

from citadels_api.store import keys
from citadels_api.store.ports import StoreDown
from citadels_api.store.redis.connection import Address, Command, Link, Refused, Reply, always, end

SLOTS: Final = 16384
PAUSE: Final = 0.1
"""The seconds between two reads of the map."""


def _slot(name: str) -> int:
    opened = name.find("{")
    closed = name.find("}", opened + 1)
    if opened >= 0 and closed > opened + 1:
        name = name[opened + 1 : closed]
    return crc_hqx(name.encode(), 0) % SLOTS


SHARD_SLOTS: Final = {keys.tag(shard): _slot(keys.tag(shard)) for shard in range(keys.SHARDS)}


class Cluster:
    """Links to the masters of a cluster."""

    def __init__(self, seeds: list[Address], timeout: float) -> None:
        self._seed = seeds[0]
        self._seeds = {(seed.host, seed.port) for seed in seeds}
        self._timeout = timeout
        self._links: dict[tuple[str, int], Link] = {}
        self._holders: list[Link | None] = [None] * SLOTS
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        for seed in seeds:
            self._link(seed.host, seed.port)
        self._look()

    def _link(self, host: str, port: int) -> Link:
        found = self._links.get((host, port))
        if found is None:
            address = msgspec.structs.replace(self._seed, host=host, port=port)
            found = self._links[host, port] = Link(always(address), self._timeout)
        return found

    def _any(self) -> Link:
        links = list(self._links.values())
        random.shuffle(links)
        return min(links, key=lambda link: link.trouble)

    def _holder(self, where: str) -> Link | None:
        slot = SHARD_SLOTS.get(where[:6])
        if slot is None and where:
            slot = _slot(where)
        return None if slot is None else self._holders[slot]

    def group(self, where: str) -> int:
        """The group of a key: keys on the same server share a connection."""
        return id(self._holder(where))

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        """Send a command to the server that holds the key `where`, or to any server."""
        link = self._holder(where)
        if link is None:
            link = self._any()
            self._look()
        elif link.trouble > 1:
            self._look()
        return link.send(command)

    async def mend(self, refusal: Refused, where: str, command: Command) -> asyncio.Future[Reply] | None:
        """Follow a redirection. While the cluster moves shards, read the map again."""
        words = str(refusal).split()
        if words[0] in {"MOVED", "ASK"} and len(words) >= 3:
            host, _, port = words[2].rpartition(":")
            link = self._link(host or self._seed.host, int(port))
            if words[0] == "MOVED":
                self._holders[int(words[1])] = link
                self._look()
            else:
                _ = link.send(("ASKING",))
            return link.send(command)
        if words[0] == "TRYAGAIN":
            await asyncio.sleep(0.05)
            return self.send(where, command)
        if words[0] in {"CLUSTERDOWN", "READONLY", "MASTERDOWN"}:
            self._look()
        return None

    def _look(self) -> None:
        if self._task is None and not self._closed:
            self._task = asyncio.get_running_loop().create_task(self._read_map())

    async def _read_map(self) -> None:
        try:
            for link in sorted(self._links.values(), key=lambda link: link.trouble):
                reply = await link.send(("CLUSTER", "SLOTS"))
                if isinstance(reply, list) and reply:
                    await self._adopt(reply)
                    break
            await asyncio.sleep(PAUSE)
        finally:
            self._task = None

    async def _adopt(self, ranges: Reply) -> None:
        """Adopt the map, and close the links to servers that hold nothing any more."""
        holders: list[Link | None] = [None] * SLOTS
        places: set[tuple[str, int]] = set()
        for first, last, master, *_ in ranges:
            host = master[0].decode() if master[0] else ""
            place = host if host not in {"", "?"} else self._seed.host, int(master[1])
            places.add(place)
            holders[first : last + 1] = [self._link(*place)] * (last + 1 - first)
        self._holders = holders
        for place in [place for place in self._links if place not in places | self._seeds]:
            await self._links.pop(place).close()

    async def nodes(self) -> list[Link]:
        """The masters that are known."""
        held = {id(link): link for link in self._holders if link is not None}
        return list(held.values()) or [self._any()]

    async def locate(self) -> Address:
        """Any server that can be reached: each passes notices to all others."""
        link = self._any()
        for (host, port), each in self._links.items():
            if each is link:
                return msgspec.structs.replace(self._seed, host=host, port=port)
        raise StoreDown("no server of the cluster is known")

    async def close(self) -> None:
        """Close all links."""
        self._closed = True
        await end(self._task)
        for link in self._links.values():
            await link.close()
