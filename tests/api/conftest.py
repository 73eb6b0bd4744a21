"""A service for the tests of the API; tests of the use cases run on asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.world import World, living

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="package")
def world() -> Iterator[World]:
    """A service in memory, over HTTP."""
    with living(address_per_second=1e6, address_burst=10_000_000, guests_per_hour=100_000, heartbeat_s=0.3) as alive:
        yield alive
