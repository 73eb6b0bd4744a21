"""Finding the master: the first Sentinel that answers tells it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from citadels_api.store.ports import StoreDown, StoreError
from citadels_api.store.redis.connection import Address, connect

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


async def _ask(sentinel: Address, service: str, timeout: float) -> tuple[str, int]:
    connection = await connect(sentinel, timeout)
    try:
        reply = await connection.send(("SENTINEL", "GET-MASTER-ADDR-BY-NAME", service))
    finally:
        connection.abort()
    if not isinstance(reply, list):
        raise StoreDown(f"the sentinel at {sentinel!r} knows no {service!r}")
    return reply[0].decode(), int(reply[1])


def master_by(
    sentinels: list[Address], service: str, base: Address, timeout: float
) -> Callable[[], Awaitable[Address]]:
    """A locator for the master of a service. It asks all Sentinels at once. Afterwards the server itself is asked whether it is the master."""

    async def locate() -> Address:
        why = "none answers"
        asked = [asyncio.ensure_future(_ask(sentinel, service, timeout)) for sentinel in sentinels]
        try:
            for answer in asyncio.as_completed(asked):
                try:
                    host, port = await answer
                except StoreError as fault:
                    why = str(fault)
                    continue
                return msgspec.structs.replace(base, host=host, port=port, master=True)
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        raise StoreDown(f"no sentinel tells where {service!r} is: {why}")

    return locate
