"""A service for the tests of this folder."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_sdk import AsyncClient, Client

from tests.support.persons import Person
from tests.support.world import World, living

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="package")
def world() -> Iterator[World]:
    """A service in memory, over HTTP."""
    with living(address_per_second=100_000.0, address_burst=1_000_000, guests_per_hour=100_000) as alive:
        yield alive


@pytest.fixture
def url(world: World) -> str:
    """Where it is."""
    return f"http://127.0.0.1:{world.port}"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the environment says where a service is."""
    monkeypatch.delenv("CITADELS_URL", raising=False)
    monkeypatch.delenv("CITADELS_TOKEN", raising=False)


@pytest.fixture(params=["sync", "async"])
def client_of(request: pytest.FixtureRequest, url: str) -> Iterator[Callable[[], Person]]:
    """Makes people who ask by one of the two clients."""
    loop = asyncio.Runner()
    made: list[Person] = []

    def make() -> Person:
        client = Client(url) if request.param == "sync" else AsyncClient(url)
        made.append(Person(client, loop))
        return made[-1]

    with loop:
        yield make
        for one in made:
            one.close()
