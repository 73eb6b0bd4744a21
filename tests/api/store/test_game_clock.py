"""The game clock: an outage, a jump of the store's clock, a backup take time from nobody, in every store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from citadels_api.store import keys
from citadels_api.store.game_clock import AWAY_MS, BEAT_MS, Beat
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import Change, Paused
from msgspec.structs import replace

from tests.api.store.trying import opened
from tests.support.servers import KINDS, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_api.store.ports import Snapshot, Store

pytestmark = pytest.mark.anyio
HOUR = 3_600_000
SHARD = keys.shard_of("t")
CLOCK = f"{keys.tag(SHARD)}:clock"
CHANGE = Change(table="t", expects=1, number=2, entry=b"e", state=b"s", key="0:a")
NEAR_MS = 900
"""How much later a call may come on a busy machine."""


@pytest.mark.parametrize(
    ("beat", "lag"),
    [
        (Beat(), 0),
        (Beat(10_000, 7), 7),
        (Beat(10_000 - AWAY_MS, 7), 7),
        (Beat(10_000 - AWAY_MS - 1, 7), 8),
        (Beat(10_000 - 8_000, 7), 7 + 8_000 - AWAY_MS),
        (Beat(10_000 + HOUR, 7), 7 - HOUR),
        (Beat(9_600, 7, True), 407),
        (Beat(10_400, 7, True), -393),
    ],
)
def test_the_lag_grows_by_what_nobody_looked_after(beat: Beat, lag: int) -> None:
    assert beat.lag_at(10_000) == lag


@pytest.mark.parametrize("now", [0, 5_000, 10_000 - 1, 10_000, 10_400, 12_000, 90_000])
def test_game_time_never_runs_backwards_nor_far_ahead(now: int) -> None:
    beat = Beat(10_000, 7)
    assert 10_000 - 7 <= now - beat.lag_at(now) <= 10_000 - 7 + AWAY_MS
    paused = Beat(10_000, 7, True)
    assert now - paused.lag_at(now) == 10_000 - 7


@pytest.mark.parametrize(
    ("beat", "due"),
    [(None, True), (10_000, False), (10_001 - BEAT_MS, False), (10_000 - BEAT_MS, True), (10_001, True)],
)
def test_a_beat_is_due_after_a_while_and_when_the_clock_has_jumped_back(beat: int | None, due: bool) -> None:
    assert Beat(beat).due(10_000) is due


# in the stores


@pytest.fixture(params=sorted(KINDS))
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with Server(request.param) as server:
        yield server


async def ask(store: Store, allow: int) -> None:
    """A table whose decision has a deadline."""
    await store.create("t", b"doc", "seed", b"first", index="open", rank=1)
    assert (await store.commit(replace(CHANGE, allow=allow, due_in=allow))).kind == "ok"


async def left(store: Store) -> int:
    """How long the decision may still take."""
    return left_of(await store.load("t"))


def left_of(snapshot: Snapshot | None) -> int:
    assert snapshot is not None
    assert snapshot.deadline is not None
    assert snapshot.deadline - snapshot.asked == 5_000, "both move by the same"
    return snapshot.deadline - snapshot.now


def moved(server: Server, ms: int) -> None:
    """Move the last beat, and not the game time that it showed: so an outage before now looks, or a clock that has jumped."""
    beat, lag = map(int, server.cli("HMGET", CLOCK, "beat", "lag"))
    server.cli("HSET", CLOCK, "beat", beat - ms, "lag", lag - ms)


@pytest.mark.parametrize("gone", [8_000, HOUR, -HOUR, 90 * 24 * HOUR], ids=["outage", "ahead", "back", "backup"])
async def test_what_happens_to_the_clock_takes_time_from_nobody(server: Server, gone: int) -> None:
    async with opened(server.url) as store:
        await ask(store, 5_000)
        assert await store.claim(SHARD, lease_ms=1, limit=9) == []
        moved(server, gone)
        assert 5_000 - AWAY_MS - NEAR_MS <= await left(store) <= 5_000
        assert await store.claim(SHARD, lease_ms=1, limit=9) == [], "nothing is due before its time"
        assert 5_000 - AWAY_MS - NEAR_MS <= await left(store) <= 5_000, "after the beat too"
        late = await store.commit(Change(table="t", expects=9, number=10, entry=b"e"))
        assert late.deadline is not None
        assert 5_000 - AWAY_MS - NEAR_MS <= late.deadline - late.now <= 5_000, "in the answer to a change too"
        assert await store.oldest_due() == 0
        assert await store.put_off("t", ms=0, expects=2)
        ((table, at),) = await store.claim(SHARD, lease_ms=HOUR, limit=9)
        assert table == "t"
        assert abs(at - await store.now()) <= NEAR_MS, "in the time of the store's clock"


async def test_a_repeated_change_has_the_deadline_that_it_had(server: Server) -> None:
    async with opened(server.url) as store:
        await ask(store, 5_000)
        await store.claim(SHARD, lease_ms=1, limit=9)
        first = await store.load("t", key="0:a")
        before = await store.commit(CHANGE)
        moved(server, HOUR)
        again = await store.load("t", key="0:a")
        assert first is not None
        assert again is not None
        assert first.known == again.known
        repeated = await store.commit(CHANGE)
        assert (before.kind, before.deadline) == (repeated.kind, repeated.deadline)
        assert before.kind == "replay"


async def test_while_the_games_are_paused_nothing_changes_and_no_time_runs(store: Store) -> None:
    await ask(store, 5_000)
    await store.claim(SHARD, lease_ms=1, limit=9)
    assert await store.pause(paused=True) is False
    assert await store.pause(paused=True) is True
    before = await left(store)
    for refused in (
        store.commit(Change(table="t", expects=2, number=3, entry=b"e", key="0:b")),
        store.create("new", b"doc", "seed", b"first", index="open", rank=1),
    ):
        with pytest.raises(Paused):
            await refused
    assert (await store.commit(CHANGE)).kind == "replay", "what was done is told again"
    assert (await store.commit(Change(table="none", expects=1, number=2, entry=b"e"))).kind == "gone"
    assert await store.put_off("t", ms=0, expects=2)
    assert await store.claim(SHARD, lease_ms=1, limit=9) == []
    assert await left(store) == before
    assert await store.pause(paused=False) is True
    assert await store.pause(paused=False) is False
    assert before - NEAR_MS <= await left(store) <= before
    assert [name for name, _ in await store.claim(SHARD, lease_ms=HOUR, limit=9)] == ["t"]
    assert (await store.commit(Change(table="t", expects=2, number=3, entry=b"e"))).kind == "ok"
    assert await store.create("new", b"doc", "seed", b"first", index="open", rank=1)


async def test_a_shard_without_due_tables_has_no_beat(server: Server) -> None:
    async with opened(server.url) as store:
        assert await store.claim(SHARD, lease_ms=1, limit=9) == []
        assert server.cli("EXISTS", CLOCK) == 0
        await ask(store, 5_000)
        await store.claim(SHARD, lease_ms=1, limit=9)
        assert server.cli("HGET", CLOCK, "lag") == b"0"


async def test_a_bucket_counts_as_full_after_its_clock_has_jumped_back(server: Server) -> None:
    async with opened(server.url) as store:
        spent = await store.spend("b", cost=10, capacity=10, per_second=0.01)
        assert (spent.allowed, spent.remaining) == (True, 0)
        assert not (await store.spend("b", cost=1, capacity=10, per_second=0.01)).allowed
        name = keys.document("bucket", "b")
        server.cli("SET", name, int(server.cli("GET", name)) + HOUR * 1000)
        assert (await store.spend("b", cost=1, capacity=10, per_second=0.01)).allowed


class Time:
    """A clock of the test."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


@pytest.mark.parametrize("gone", [8_000, HOUR, -HOUR], ids=["outage", "ahead", "back"])
async def test_the_store_in_memory_keeps_the_same_clock(gone: int) -> None:
    time = Time()
    store = MemoryStore(now=time, beats=True)
    await ask(store, 5_000)
    for _ in range(3):
        assert await store.claim(SHARD, lease_ms=1, limit=9) == []
        time.at += BEAT_MS
    kept = left_of(await store.load("t"))
    assert kept == 5_000 - 3 * BEAT_MS
    time.at += gone
    assert kept - AWAY_MS <= left_of(await store.load("t")) <= kept + BEAT_MS
    assert await store.claim(SHARD, lease_ms=1, limit=9) == []
    for _ in range(10):
        time.at += BEAT_MS
        due = await store.claim(SHARD, lease_ms=HOUR, limit=9)
        if due:
            assert abs(due[0][1] - time.at) <= BEAT_MS
            break
    else:
        raise AssertionError("the turn is frozen")
