"""What a table weighs in the server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from citadels_api.store import keys
from citadels_api.store.connect import open_store
from citadels_api.store.ports import Change

from tests.support.servers import KINDS, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio


@pytest.fixture(params=sorted(KINDS))
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with Server(request.param) as held:
        yield held


def weigh(server: Server) -> dict[str, int]:
    """The bytes of each key of the table."""
    names = server.cli("KEYS", f"{keys.tag(keys.shard_of('t'))}:t:*")
    return {name.decode().partition(":t:t")[2]: server.cli("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names}


async def test_a_whole_game_of_four_weighs_well_under_64_kb(server: Server) -> None:
    store = await open_store(server.url, timeout_ms=5000)
    await store.create("t", os.urandom(1000), "5" * 64, os.urandom(75), index="open", rank=1)
    for number in range(1, 331):
        seat = f"game_01jd0000000000000000000000:{number % 4}:{number:08d}"[-30:]
        await store.commit(
            Change(
                table="t",
                expects=number,
                number=number + 1,
                entry=os.urandom(75),
                state=os.urandom(1200),
                due_in=60_000,
                allow=60_000,
                key=seat,
                digest=os.urandom(8),
            )
        )
    weights = weigh(server)
    assert sum(weights.values()) < 60_000, weights
    await store.archive("t", os.urandom(6000), expects=331, keep_ms=None)
    weights = weigh(server)
    assert sum(weights.values()) < 9_000, weights
    await store.close()
