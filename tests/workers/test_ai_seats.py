"""AI seats in real workers: bursts, stale jobs, bells over Sentinel."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from citadels_api.context import NoBell
from citadels_api.http.metrics import Metrics
from citadels_api.job_queue import RqBell, queue_connection
from citadels_api.jobs import FAST, PLAY_SEATS
from citadels_api.records import service as records
from citadels_api.settings import Settings
from citadels_api.tables import service as tables
from citadels_api.tables.transaction import opened_table
from citadels_engine.formats.record import read, steps, verify
from citadels_workers import ai_seats as seats
from citadels_workers.ai_seats import Memory, bot_of, burst
from msgspec import structs
from structlog.testing import capture_logs

from tests.support.houses import Rings, guest, make_house
from tests.support.orders import seat_order, table_order
from tests.support.servers import FlakyProxy, Server, sentinels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_api.context import House
    from citadels_api.tables.contract import TableAnswer
    from citadels_api.tables.stored import Table
    from citadels_engine import Action
    from citadels_engine.formats.record import Record
    from citadels_engine.views.view import View

pytestmark = pytest.mark.interpreter


def settings(url: str) -> Settings:
    return Settings(redis_url=url, queue_redis_url=None)


async def ai_table(house: House, *levels: str) -> TableAnswer:
    ann = await guest(house)
    seats = [seat_order("ai", level=level) for level in levels]
    return await tables.create(house, ann, table_order(players=len(seats), seats=seats))


async def finish(house: House, rings: Rings, *, playouts: bool = False) -> list[str]:
    """Play whatever was rung for, until nobody rings any more; how each burst ended."""
    memories = {False: Memory(), True: Memory()}
    ended = []
    while rings.calls:
        table, n, _, level = rings.calls.pop(0)
        thinking = level == "planner"
        ended.append(await burst(house, memories[thinking], table, n, thinking=thinking))
    return ended


@pytest.mark.parametrize("levels", [("random", "greedy", "greedy"), ("greedy", "random")])
def test_ai_seats_alone_finish_a_game(levels: tuple[str, ...]) -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        made = await ai_table(house, *levels)
        assert (await finish(house, rings))[-1] == "over"
        record = read(await records.record(house, None, made.id))
        assert verify(record).ok
        assert {taken.by for taken in record.taken} == {"ai"}

    asyncio.run(scenario())


def test_a_thinking_seat_is_passed_on_to_its_own_queue() -> None:
    async def scenario() -> None:
        house, rings, _ = make_house(planner_playouts=2)
        await ai_table(house, "planner", "random")
        passed: list[str] = []
        memories = {False: Memory(), True: Memory()}
        for _ in range(30):
            table, n, _, level = rings.calls.pop(0)
            wrong = await burst(house, memories[level != "planner"], table, n, thinking=level != "planner")
            assert wrong == "passed on"
            assert rings.calls.pop(0) == (table, n, _, level)
            passed.append(await burst(house, memories[level == "planner"], table, n, thinking=level == "planner"))
            if passed[-1] == "over":
                break
        assert set(passed) <= {"passed on", "over"}

    asyncio.run(scenario())


def test_a_second_execution_of_a_job_is_stale() -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        await ai_table(house, "greedy", "greedy")
        table, n, _, _ = rings.calls[0]
        got = await asyncio.gather(*[burst(house, Memory(), table, n, thinking=False) for _ in range(5)])
        assert min(got) == "over"
        assert got.count("stale") == 4
        assert verify(read(await records.record(house, None, table))).ok

    asyncio.run(scenario())


# --- what a bot is handed ---------------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """What a bot was handed for one decision."""

    seat: int
    n: int
    level: str
    seed: str
    events: str


class Listener:
    """A bot that keeps what it was handed, and takes any action by its own chance."""

    def __init__(self, level: str, seed: str, heard: list[Heard]) -> None:
        self.level, self.seed, self.heard = level, seed, heard

    def choose(self, view: View, events: Sequence[dict[str, Any]]) -> Action:
        assert view.own is not None
        self.heard.append(Heard(view.own.seat, view.n, self.level, self.seed, json.dumps(list(events))))
        return Random(self.seed).choice(view.actions)


def listened(patch: pytest.MonkeyPatch, *levels: str) -> tuple[Record, list[Heard]]:
    """A whole game of such seats, and what each bot was handed on the way."""
    heard: list[Heard] = []
    patch.setattr(seats, "make", lambda level, seed, **_: Listener(level, seed, heard))

    async def scenario() -> Record:
        house, rings, _ = make_house(planner_playouts=2)
        made = await ai_table(house, *levels)
        assert (await finish(house, rings))[-1] == "over"
        return read(await records.record(house, None, made.id))

    return asyncio.run(scenario()), heard


@pytest.mark.parametrize("levels", [("greedy", "greedy"), ("greedy", "planner", "greedy")])
def test_a_bot_is_handed_all_that_its_seat_has_seen_up_to_its_decision(
    monkeypatch: pytest.MonkeyPatch, levels: tuple[str, ...]
) -> None:
    record, heard = listened(monkeypatch, *levels)
    told: dict[int, list[dict[str, Any]]] = {seat: [] for seat in range(len(levels))}
    known: list[tuple[int, int, str]] = []
    for _, game in steps(record, telling=True):
        for seat, events in told.items():
            events.extend(event.for_seat(seat) for event in game.events)
        if game.pending is not None:
            seat = game.pending.seat
            known.append((seat, game.n, json.dumps(told[seat])))
    assert [(one.seat, one.n) for one in heard] == [(seat, n) for seat, n, _ in known]
    assert [(one.n, one.events) for one in heard] == [(n, events) for _, n, events in known]


def test_a_bot_has_another_chance_for_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    _, heard = listened(monkeypatch, "greedy", "greedy")
    assert len({one.seat for one in heard}) == 2
    assert len(heard) > 50
    assert len({one.seed for one in heard}) == len(heard)


def test_the_chance_of_a_bot_comes_from_table_seat_and_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[str] = []

    asked = [("one", 1, 12), ("one", 1, 12), ("one", 1, 13), ("one", 0, 12), ("two", 1, 12), ("one", 11, 2)]

    async def opened() -> tuple[House, Table]:
        house, _, _ = make_house(planner_playouts=2)
        made = await ai_table(house, "greedy", "greedy")
        snapshot = await house.store.load(made.id)
        assert snapshot is not None
        return house, opened_table(snapshot)

    def keep(level: str, seed: str, **_: object) -> Listener:
        seeds.append(seed)
        return Listener(level, seed, [])

    monkeypatch.setattr(seats, "make", keep)
    house, table = asyncio.run(opened())
    for level in ("random", "greedy", "planner"):
        for chance, seat, n in asked:
            bot_of(house, structs.replace(table, chance=chance), level, seat, n)
        assert seeds[0] == seeds[1]
        assert len(set(seeds)) == len(seeds) - 1
        seeds.clear()


# --- bells ------------------------------------------------------------------------------------------------------------


def test_a_bell_says_where_and_nothing_more() -> None:
    with Server("valkey") as server:
        bell = RqBell(queue_connection(settings(server.url)))
        bell.call("game_x", 7, 2, "greedy")
        bell.close()
        job = bell.queues[FAST].get_jobs()[0]
        assert job.func_name == PLAY_SEATS
        assert job.args == ["game_x", 7, 2]
        assert not job.kwargs


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("valkey://valkey:6379/2", "valkey", None),
        ("redis://valkey.example:6379", "valkey.example", None),
        ("unix:///run/valkey/x.sock?db=1", None, "/run/valkey/x.sock"),
    ],
)
def test_only_the_scheme_of_an_address_is_read_as_redis(url: str, host: str | None, path: str | None) -> None:
    given = queue_connection(settings(url)).connection_pool.connection_kwargs
    assert (given.get("host"), given.get("path")) == (host, path)


def test_a_bell_that_cannot_ring_holds_nobody_up() -> None:
    with Server("valkey") as server:
        bell = RqBell(queue_connection(settings(server.url)))
    bell.call("game_x", 7, 2, "greedy")
    for _ in range(500):
        if bell.dropped:
            break
        time.sleep(0.02)
    assert bell.dropped == 1
    assert isinstance(NoBell(), NoBell)


def test_a_bell_leaves_a_server_that_has_become_a_replica() -> None:
    async def comes(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not holds():
                await asyncio.sleep(0.01)

    async def scenario(old: Server, new: Server) -> None:
        async with FlakyProxy(old) as address:
            bell = RqBell(queue_connection(settings(address.url)))
            bell.call("game_x", 7, 2, "greedy")
            await comes(lambda: old.cli("LLEN", "rq:queue:fast") == 1)
            old.cli("REPLICAOF", "127.0.0.1", new.port)
            address.server = new  # the address is another server's now, and the old connection still stands
            bell.call("game_x", 8, 2, "greedy")
            await comes(lambda: bell.dropped == 1)
            bell.call("game_x", 9, 2, "greedy")
            await comes(lambda: new.cli("LLEN", "rq:queue:fast") == 1)
            await asyncio.to_thread(bell.close)

    with Server(tcp=True) as old, Server(tcp=True) as new:
        asyncio.run(scenario(old, new))


@pytest.mark.heavy
def test_the_queue_may_stand_behind_sentinel() -> None:
    with sentinels() as (data, watchers):
        hosts = ",".join(f"127.0.0.1:{watcher.port}" for watcher in watchers)
        bell = RqBell(queue_connection(settings(f"redis+sentinel://{hosts}/house")))
        bell.call("game_x", 7, 2, "greedy")
        bell.close()
        assert bell.queues[FAST].count == 1
        assert data[0].cli("LLEN", "rq:queue:fast") == 1


def test_bells_that_never_come_to_the_queue_are_counted_and_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics, lost = Metrics(), threading.Event()

    def count(rings: int) -> None:
        metrics.dropped(rings)
        lost.set()

    def refuse(*_: object) -> None:
        raise ConnectionError

    with capture_logs() as told:
        bell = RqBell(queue_connection(settings("redis://127.0.0.1:1")), lost=count)
        monkeypatch.setattr(bell.queues[FAST], "enqueue_many", refuse)
        for n in range(3):
            lost.clear()
            bell.call("game_x", n, 0, "greedy")
            assert lost.wait(20)
        bell.close()
    assert metrics.figures()[0]['["citadels_bells_dropped_total", {}]'] == bell.dropped == 3
    assert [(line["event"], line["reason"]) for line in told] == [("bells are dropped", "ConnectionError")]


def test_the_log_of_the_table_not_played_at_for_longest_is_forgotten_first() -> None:
    memory = Memory(size=2)
    for table in ("a", "b", "a", "c"):
        memory.keep(table, 1, [])
    assert list(memory.tables) == ["a", "c"]
    memory.forget("a")
    memory.forget("nobody")
    assert list(memory.tables) == ["c"]


def test_only_what_is_new_in_a_log_is_read_and_all_of_it_where_the_table_was_further_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        table = (await ai_table(house, "random", "random")).id
        await finish(house, rings)
        numbers = [one.number for one in await house.store.log(table)]
        asked: list[dict[str, int]] = []
        read_log = house.store.log

        async def log(name: str, **which: int) -> list[Any]:
            asked.append(which)
            return await read_log(name, **which)

        monkeypatch.setattr(house.store, "log", log)
        memory = Memory()
        for number, expected in (
            (numbers[1], (0, 2)),
            (numbers[3], (numbers[1], 4)),
            (numbers[3], None),
            (numbers[0], (0, 1)),
        ):
            asked.clear()
            found = await memory.entries(house, table, number)
            if expected is None:
                assert (asked, len(found)) == ([], 4)
            else:
                assert (asked, len(found)) == ([{"after": expected[0], "until": number}], expected[1])

    asyncio.run(scenario())


def test_a_burst_that_lasts_too_long_is_passed_on_to_whoever_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        table = (await ai_table(house, "greedy", "greedy")).id
        called = rings.calls.pop()
        assert await burst(house, Memory(), table, called[1], thinking=False) == "passed on"
        assert rings.calls == [called]
        assert await burst(house, Memory(), table, called[1] + 1, thinking=False) == "stale"
        assert await burst(house, Memory(), "game_gone", 0, thinking=False) == "gone"

    monkeypatch.setattr(seats, "BURST_S", -1.0)
    asyncio.run(scenario())


def test_a_burst_ends_where_a_player_is_asked_and_does_nothing_there() -> None:
    async def scenario() -> None:
        house, rings, _ = make_house()
        ann = await guest(house)
        order = table_order(players=2, seats=[seat_order("you"), seat_order("ai", level="greedy")], crown=1)
        table = (await tables.create(house, ann, order)).id
        called = rings.calls.pop()
        assert await burst(house, Memory(), table, called[1], thinking=False) == "done"
        decision = (await tables.table(house, ann, table)).decision
        assert decision is not None
        assert decision.seat == 0
        number = (await tables.table(house, ann, table)).number
        assert await burst(house, Memory(), table, decision.n, thinking=False) == "stale"
        assert (await tables.table(house, ann, table)).number == number
        await tables.abort(house, ann, table)
        assert await burst(house, Memory(), table, decision.n, thinking=False) == "stale"
        assert rings.calls == []

    asyncio.run(scenario())
