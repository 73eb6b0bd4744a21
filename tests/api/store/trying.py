"""What tests of faults share: a store that is closed at the end, a table, and changes whose outcome comes in time."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from citadels_api.store import keys
from citadels_api.store.connect import open_store
from citadels_api.store.ports import Change, StoreDown, StoreError

from tests.support.waits import until_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.store.ports import Store


@asynccontextmanager
async def opened(url: str, timeout_ms: int = 600) -> AsyncIterator[Store]:
    store = await open_store(url, timeout_ms=timeout_ms)
    try:
        yield store
    finally:
        await store.close()


async def begin(store: Store, table: str = "t") -> None:
    assert await store.create(table, b"doc", "secret", b"first", index="open", rank=7)


def change(expects: int = 1, *, key: str | None = "0:a", table: str = "t") -> Change:
    counts = {"moves": 1}
    return Change(table=table, expects=expects, number=expects + 1, entry=b"entry", key=key, digest=b"d", counts=counts)


async def outcome_of(store: Store, sent: Change) -> str:
    """The kind of outcome or of error, which must come in time."""
    async with asyncio.timeout(30):
        try:
            return (await store.commit(sent)).kind
        except StoreError as fault:
            return type(fault).__name__


async def warm(store: Store) -> None:
    """Make the server know the scripts, so that the next answer is the one that counts."""
    await begin(store, "warm")
    await store.commit(Change(table="warm", expects=1, number=2, entry=b"entry"))
    await store.append(keys.document("warm", "warm"), b"", keep=1)


async def until_past(store: Store, moment: int) -> None:
    """Wait until the store's clock has come to a moment."""

    async def past() -> bool:
        return await store.now() >= moment

    await until_async(past, "the store's clock goes on", pause_s=0.001)


async def until_up(store: Store) -> None:
    async with asyncio.timeout(30):
        while True:
            try:
                await store.now()
            except StoreDown:
                await asyncio.sleep(0.02)
            else:
                return
