"""The GraphQL door is made when it is first wanted, once, and beside everything else."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.app import build, preload
from citadels_api.context import House, NoBell
from citadels_api.graphql import door
from citadels_api.graphql.door import Door
from citadels_api.http.process import Running
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_api.app import App

PATIENCE_S = 20


class Making:
    """Takes the place of the import: waits for leave, and counts; fails as often as it is told to."""

    def __init__(self, *, failures: int = 0) -> None:
        self.begun = threading.Event()
        self.leave = threading.Event()
        self.made = 0
        self.failures = failures

    def __call__(self, name: str) -> Any:
        assert name == "citadels_api.graphql.app"
        self.begun.set()
        assert self.leave.wait(PATIENCE_S)
        self.made += 1
        if self.made <= self.failures:
            raise ImportError(name)
        return SimpleNamespace(graphql_app=lambda house, running: answer)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Takes the place of the door itself."""
    scope["answered"] = True


def tried(monkeypatch: pytest.MonkeyPatch, making: Making, scenario: Callable[[Door], Awaitable[None]]) -> None:
    """Run a scenario with a door that is not made yet."""
    monkeypatch.setattr(door, "import_module", making)

    async def go() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await scenario(
                Door(Running(House(MemoryStore(), Settings(redis_url="memory://", queue_redis_url=None), NoBell())))
            )

    asyncio.run(go())


def asked(one: Door) -> tuple[dict[str, Any], asyncio.Task[None]]:
    """A request under way."""
    scope: dict[str, Any] = {}
    return scope, asyncio.ensure_future(one(scope, None, None))


def test_requests_that_come_together_wait_for_one_making(monkeypatch: pytest.MonkeyPatch) -> None:
    making = Making()

    async def scenario(one: Door) -> None:
        requests = [asked(one) for _ in range(5)]
        await asyncio.to_thread(making.begun.wait, PATIENCE_S)  # the loop goes on meanwhile
        requests += [asked(one) for _ in range(5)]
        await asyncio.sleep(0)
        assert not any(task.done() for _, task in requests)
        making.leave.set()
        await asyncio.gather(*(task for _, task in requests))
        await asked(one)[1]
        assert all(scope["answered"] for scope, _ in requests)

    tried(monkeypatch, making, scenario)
    assert making.made == 1


def test_who_leaves_before_it_is_made_leaves_the_others_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    making = Making()

    async def scenario(one: Door) -> None:
        (_, first), (scope, second) = asked(one), asked(one)
        await asyncio.to_thread(making.begun.wait, PATIENCE_S)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        making.leave.set()
        await second
        assert scope["answered"]

    tried(monkeypatch, making, scenario)
    assert making.made == 1


def test_a_making_that_fails_is_tried_again_by_who_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    making = Making(failures=1)
    making.leave.set()

    async def scenario(one: Door) -> None:
        both = await asyncio.gather(asked(one)[1], asked(one)[1], return_exceptions=True)
        assert [type(each) for each in both] == [ImportError, ImportError]
        scope, task = asked(one)
        await task
        assert scope["answered"]

    tried(monkeypatch, making, scenario)
    assert making.made == 2


def test_a_process_makes_it_in_idle_time_and_loads_the_client_of_the_queue() -> None:
    loaded = threading.Event()

    class Bell(NoBell):
        def load(self) -> None:
            loaded.set()

    async def go() -> App:
        settings = Settings(redis_url="memory://", queue_redis_url=None)
        app = build(settings, House(MemoryStore(), settings, Bell()))
        assert app.graphql.made is None
        await preload(app, 0)
        return app

    assert asyncio.run(go()).graphql.made is not None
    assert loaded.is_set()
