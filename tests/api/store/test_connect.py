"""From an address to a store, and how calls travel."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_api.store.connect import open_store
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown
from citadels_api.store.redis import connection

from tests.support.servers import FlakyProxy, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.interpreter, pytest.mark.anyio]
DOCUMENT = "{s:00}:account:ada"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(tcp=True) as held:
        yield held


async def test_stores_in_memory_are_apart_unless_they_have_a_name() -> None:
    one, two, other = [await open_store(url) for url in ("memory://ours", "memory://ours", "memory://")]
    await one.put(DOCUMENT, b"one")
    assert await two.get(DOCUMENT) == b"one"
    assert await other.get(DOCUMENT) is None
    assert isinstance(one, MemoryStore)


@pytest.mark.parametrize(
    "form", ["redis://127.0.0.1:{port}", "valkey://127.0.0.1:{port}/0", "redis://localhost:{port}/"]
)
async def test_a_server_has_several_names(server: Server, form: str) -> None:
    store = await open_store(form.format(port=server.port), timeout_ms=2000)
    assert await store.put(DOCUMENT, b"one")
    assert server.cli("GET", DOCUMENT) == b"one"
    await store.close()


@pytest.mark.parametrize("form", ["redis://127.0.0.1:{port}/3", "redis://127.0.0.1:{port}?db=3"])
async def test_a_database_may_be_chosen(server: Server, form: str) -> None:
    store = await open_store(form.format(port=server.port), timeout_ms=2000)
    await store.put(DOCUMENT, b"one")
    assert server.cli("GET", DOCUMENT) is None
    await store.close()


async def test_a_user_comes_in_with_name_and_password(server: Server) -> None:
    server.cli("ACL", "SETUSER", "ada", "on", ">a/b:c@d", "allkeys", "allchannels", "allcommands")
    store = await open_store(f"redis://ada:a%2Fb%3Ac%40d@127.0.0.1:{server.port}", timeout_ms=2000)
    await store.put(DOCUMENT, b"one")
    await store.close()
    server.cli("ACL", "SETUSER", "default", "off")
    store = await open_store(server.url, timeout_ms=2000)
    with pytest.raises(StoreDown):
        await store.get(DOCUMENT)
    await store.close()


@pytest.mark.parametrize(
    "url", ["http://localhost", "redis+nothing://localhost", "localhost:6379", "redis+sentinel://localhost"]
)
async def test_an_address_of_no_store_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="address"):
        await open_store(url)


async def test_a_host_without_a_name_is_down_and_nothing_hangs() -> None:
    # long enough for any resolver to say no: uvloop tells the loop of an answer that comes after the time is over
    store = await open_store("redis://no-such-host.invalid:1", timeout_ms=20_000)
    async with asyncio.timeout(30):
        with pytest.raises(StoreDown):
            await store.now()
        await store.close()


async def test_calls_of_one_moment_leave_in_one_piece(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_store(server.url, timeout_ms=2000)
    await store.now()
    pieces: list[int] = []
    flush = connection.Connection._flush

    def counted(self: connection.Connection) -> None:
        pieces.append(len(self._out))
        flush(self)

    monkeypatch.setattr(connection.Connection, "_flush", counted)
    await asyncio.gather(*(store.put(f"{{s:{shard:02d}}}:x:y", b"one") for shard in range(50)))
    assert pieces == [50]
    await store.close()


async def test_more_calls_than_can_wait_are_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PENDING_LIMIT", 10)
    store = await open_store(server.url, timeout_ms=2000)
    await store.now()
    told = await asyncio.gather(*(store.get(DOCUMENT) for _ in range(15)), return_exceptions=True)
    assert sum(isinstance(answer, StoreDown) for answer in told) == 5
    assert await store.get(DOCUMENT) is None
    await store.close()


async def test_large_values_travel_whole(server: Server) -> None:
    async with FlakyProxy(server) as proxy:
        store = await open_store(proxy.url, timeout_ms=5000)
        values = [bytes([number]) * 700_000 for number in range(5)]
        await asyncio.gather(*(store.put(f"{DOCUMENT}{number}", value) for number, value in enumerate(values)))
        assert await asyncio.gather(*(store.get(f"{DOCUMENT}{number}") for number in range(5))) == values
        await store.close()
