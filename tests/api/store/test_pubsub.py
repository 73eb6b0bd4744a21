"""What holds for bells in every store."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store import keys, pubsub
from citadels_api.store.ports import Change
from citadels_api.store.pubsub import LISTENER_LIMIT, MISSED

if TYPE_CHECKING:
    from citadels_api.store.ports import Store

pytestmark = pytest.mark.anyio


def listening(store: Store, *channels: str) -> Any:
    return aclosing(store.bells.listen(*channels))


async def test_a_listener_hears_first_that_it_stands_and_then_what_is_rung(store: Store, another: Store) -> None:
    async with listening(store, "a", "b") as heard:
        assert await anext(heard) == MISSED
        for channel, text in (("a", "1"), ("c", "2"), ("b", "3"), ("a", "4")):
            await another.bells.ring(channel, text)
        assert [await anext(heard) for _ in range(3)] == [("a", "1"), ("b", "3"), ("a", "4")]


async def test_a_commit_rings_with_the_table_and_its_number(store: Store, another: Store) -> None:
    await store.create("t", b"doc", "seed", b"first", index="open", rank=1)
    async with listening(another, keys.bell("t")) as heard:
        assert await anext(heard) == MISSED
        await store.commit(Change(table="t", expects=7, number=8, entry=b"stale"))
        sent = Change(table="t", expects=1, number=5, entry=b"entry", key="k")
        await store.commit(sent)
        await store.commit(sent)
        await store.commit(Change(table="t", expects=5, number=6, entry=b"entry"))
        assert [await anext(heard) for _ in range(2)] == [(keys.bell("t"), "t 5"), (keys.bell("t"), "t 6")]


async def test_all_listeners_of_a_channel_hear_it(store: Store) -> None:
    async with listening(store, "a") as one, listening(store, "a") as two:
        assert await anext(one) == await anext(two) == MISSED
        await store.bells.ring("a", "1")
        assert await anext(one) == await anext(two) == ("a", "1")


async def test_a_listener_that_goes_leaves_the_others_listening(store: Store) -> None:
    async with listening(store, "a") as stays:
        await anext(stays)
        async with listening(store, "a", "b") as goes:
            await anext(goes)
        await store.bells.ring("a", "1")
        assert await anext(stays) == ("a", "1")
    async with listening(store, "a") as back:
        assert await anext(back) == MISSED
        await store.bells.ring("a", "2")
        assert await anext(back) == ("a", "2")


async def test_a_slow_listener_is_told_that_it_missed_something(
    store: Store, another: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pubsub, "LISTENER_LIMIT", 10)
    async with listening(store, "a") as slow, listening(store, "a", "done") as quick:
        await anext(slow)
        await anext(quick)
        for number in range(11):
            await another.bells.ring("a", str(number))
            await anext(quick)
        assert await anext(slow) == MISSED
        await another.bells.ring("a", "after")
        assert await anext(slow) == ("a", "after")
    assert LISTENER_LIMIT > 10


async def test_many_rings_all_arrive_or_are_said_to_be_missed(url: str, store: Store, another: Store) -> None:
    """On one server they come in order and none is missed; in a cluster each may take another way."""
    rung = [str(number) for number in range(200)]
    texts: list[str] = []
    async with listening(store, "a") as heard:
        await anext(heard)
        await asyncio.gather(*(another.bells.ring("a", text) for text in rung))
        while set(texts) != set(rung) and "" not in texts:
            texts.append((await anext(heard))[1])
    if "+cluster:" in url:
        assert "" in texts or sorted(texts, key=int) == rung
    else:
        assert texts == rung
