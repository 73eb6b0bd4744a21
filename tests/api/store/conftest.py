"""The stores that every claim is tried on: memory, Valkey, Redis where it is installed, and a cluster of three."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING

import pytest
from citadels_api.store.connect import open_store

from tests.support.servers import KINDS, Server, cluster

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from citadels_api.store.ports import Store


class Places:
    """Servers, started when first asked for, emptied for each test."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._held: dict[str, list[Server]] = {}
        self._names = count()

    def url(self, kind: str) -> str:
        """Where an empty store of that kind is."""
        if kind == "memory":
            return f"memory://{next(self._names)}"
        if kind not in self._held:
            enter = self._stack.enter_context
            self._held[kind] = enter(cluster()) if kind == "cluster" else [enter(Server(kind))]
        servers = self._held[kind]
        for server in servers:
            server.cli("FLUSHALL")
        if kind == "cluster":
            return f"redis+cluster://127.0.0.1:{servers[0].port},127.0.0.1:{servers[1].port}"
        return servers[0].url


@pytest.fixture(scope="session")
def places() -> Iterator[Places]:
    with ExitStack() as stack:
        yield Places(stack)


@pytest.fixture(params=["memory", *sorted(KINDS), pytest.param("cluster", marks=pytest.mark.heavy)])
def url(request: pytest.FixtureRequest, places: Places) -> str:
    """An empty store of each kind."""
    found: str = places.url(request.param)
    return found


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    held = await open_store(url, timeout_ms=2000)
    yield held
    await held.close()


@pytest.fixture
async def another(url: str, store: Store) -> AsyncIterator[Store]:
    """A second store at the same place, as another process has one."""
    held = await open_store(url, timeout_ms=2000)
    yield held
    await held.close()
