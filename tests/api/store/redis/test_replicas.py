"""Commits with a WAIT behind them, over a wire that answers by hand."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store.ports import Unknown
from citadels_api.store.redis.replicas import Replicated

if TYPE_CHECKING:
    from citadels_api.store.redis.connection import Command, Reply

pytestmark = pytest.mark.anyio


class Wire:
    """Remembers what was sent; answers when it is told to. A key's first letter is its group."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Command, asyncio.Future[Reply]]] = []
        self.closed = False

    def group(self, where: str) -> int:
        return ord(where[0])

    def send(self, where: str, command: Command) -> asyncio.Future[Reply]:
        made: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.sent.append((where, command, made))
        return made

    async def close(self) -> None:
        self.closed = True
        for _, _, answer in self.sent:
            if not answer.done():
                answer.set_result(Unknown("closed"))


async def turns(count: int = 6) -> None:
    """So many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)


def replicated(replicas: int = 2) -> tuple[Replicated, Any]:
    """Commits that so many replicas have to have."""
    wire: Any = Wire()
    return Replicated(wire, replicas, 250), wire


async def test_what_comes_together_waits_behind_one_wait_for_each_connection() -> None:
    store, wire = replicated()
    for where in ("a1", "b1", "a2"):
        _ = store.send(where, ("SET", where))
    await turns()
    wait = ("WAIT", 2, 250)
    assert [(where, command) for where, command, _ in wire.sent] == [
        ("a1", ("SET", "a1")),
        ("a2", ("SET", "a2")),
        ("a1", wait),
        ("b1", ("SET", "b1")),
        ("b1", wait),
    ]
    await store.close()
    assert wire.closed


@pytest.mark.parametrize(
    ("reached", "enough"), [(0, False), (1, False), (2, True), (3, True), (Unknown("lost"), False), (None, False)]
)
async def test_enough_is_as_many_as_are_wanted(reached: Reply, enough: bool) -> None:
    store, wire = replicated()
    one, gone = store.send("a1", ("SET", "a1")), store.send("a2", ("SET", "a2"))
    await turns()
    gone.cancel()
    for (_, _, answer), reply in zip(wire.sent, (b"one", b"two", reached), strict=True):
        answer.set_result(reply)
    assert await one == (b"one", enough)
    await turns()
    assert store._tasks == {}


async def test_what_comes_meanwhile_waits_for_its_turn_on_the_same_connection() -> None:
    store, wire = replicated(1)
    first = store.send("a1", ("SET", "a1"))
    await turns()
    second = store.send("a2", ("SET", "a2"))
    await turns()
    assert len(wire.sent) == 2
    wire.sent[0][2].set_result(b"one")
    wire.sent[1][2].set_result(1)
    assert await first == (b"one", True)
    await turns()
    assert [command for _, command, _ in wire.sent[2:]] == [("SET", "a2"), ("WAIT", 1, 250)]
    wire.sent[2][2].set_result(b"two")
    wire.sent[3][2].set_result(0)
    assert await second == (b"two", False)
