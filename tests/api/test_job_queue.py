"""The bell: which queue a ring goes to, how often a game is rung for, and what becomes of rings that nobody takes."""

from __future__ import annotations

import queue
import time
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from citadels_api import job_queue
from citadels_api.context import NOBODYS, NoBell, Share
from citadels_api.http.metrics import Metrics
from citadels_api.job_queue import RqBell, make_bell, ticket
from citadels_api.jobs import DEEP, FAST, GAMES, PLAY_GAME, PLAY_SEATS, THINKING
from citadels_api.settings import Settings
from citadels_api.store.addresses import BadAddress
from structlog.testing import capture_logs

from tests.support.modules import replace_in

ANNS = Share("acct_ann", "acct_ann", awaited=False)


class Silent(RqBell):
    """A bell whose rings nobody takes, at a time that is set by hand."""

    def __init__(self, room: int = 100) -> None:
        self.again_s = 5.0
        self.rung = {}
        self.waiting = queue.Queue(room)
        self.dropped = 0
        self.heard = True
        self.told: list[int] = []
        self.lost = self.told.append

    def rings(self) -> list[Any]:
        """What was rung for since."""
        found = []
        while not self.waiting.empty():
            found.append(self.waiting.get_nowait())
        return found


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    replace_in(monkeypatch, job_queue, time, monotonic=lambda: now[0])
    return now


def test_who_searches_is_rung_for_in_a_queue_of_his_own() -> None:
    silent = Silent()
    for level in ("random", "greedy"):
        silent.call("game_1", 7, 2, level)
    silent.call("game_1", 7, 2, "planner", ANNS)
    silent.play("tour_1", "1.1")
    silent.play("tour_1", "1.2", thinking=True, share=ANNS)
    silent.play("tour_1", "1.3", again=True)
    assert silent.rings() == [
        (FAST, PLAY_SEATS, ("game_1", 7, 2), False, NOBODYS),
        (FAST, PLAY_SEATS, ("game_1", 7, 2), False, NOBODYS),
        (THINKING, PLAY_SEATS, ("game_1", 7, 2), False, ANNS),
        (GAMES, PLAY_GAME, ("tour_1", "1.1"), False, NOBODYS),
        (DEEP, PLAY_GAME, ("tour_1", "1.2"), False, ANNS),
        (GAMES, PLAY_GAME, ("tour_1", "1.3"), True, NOBODYS),
    ]


def test_a_game_is_rung_for_again_after_pauses_that_double_up_to_eight_times(hands: list[float]) -> None:
    silent = Silent()
    for pause in (5.0, 10.0, 20.0, 40.0, 40.0):
        silent.play("tour_1", "1.1")
        assert len(silent.rings()) == 1
        hands[0] += pause - 0.001
        silent.play("tour_1", "1.1")
        assert silent.rings() == []
        silent.play("tour_1", "1.2", again=True)
        silent.play("tour_1", "1.2", again=True)
        assert len(silent.rings()) == 2, "the rest of a game waits for nothing"
        hands[0] += 0.001


def test_games_that_were_rung_for_long_ago_are_forgotten_when_there_are_many(
    hands: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "WAITING", 2)
    silent = Silent()
    for number in range(5):
        silent.play("tour_1", f"1.{number}")
    hands[0] += 5
    silent.play("tour_1", "2.1")
    assert set(silent.rung) == {("tour_1", "2.1")}


def test_what_there_is_no_room_for_is_dropped_counted_and_told_of_once() -> None:
    silent = Silent(room=1)
    for _ in range(4):
        silent.call("game_1", 7, 2, "greedy")
    assert (silent.dropped, silent.told, silent.heard) == (3, [1, 1, 1], False)
    assert len(silent.rings()) == 1


def test_jobs_are_put_into_their_queues_with_their_limits() -> None:
    seat: Any = (FAST, PLAY_SEATS, ("game_1", 7, 2), False, NOBODYS)
    game: Any = (GAMES, PLAY_GAME, ("tour_1", "1.1"), True, NOBODYS)
    assert Silent().sorted([seat, game, seat]) == {FAST: [seat, seat], GAMES: [game]}
    first, second = ticket(seat), ticket(game)
    assert (first.func, first.args, first.at_front) == (PLAY_SEATS, ("game_1", 7, 2), False)
    assert (second.func, second.args, second.at_front) == (PLAY_GAME, ("tour_1", "1.1"), True)
    assert {(one.timeout, one.result_ttl, one.failure_ttl) for one in (first, second)} == {(60, 0, 3600)}


@pytest.mark.parametrize("url", ["memory://", "redis+cluster://a:1"])
def test_where_there_is_no_queue_nobody_hears_the_bell(url: str) -> None:
    assert isinstance(make_bell(Settings(redis_url=url, queue_redis_url=None), Metrics()), NoBell)


def test_the_bell_that_is_made_rings_again_after_the_lease_of_a_game_and_counts_what_it_loses() -> None:
    metrics = Metrics()
    made = make_bell(
        Settings(redis_url="redis+cluster://a:1", queue_redis_url="redis://127.0.0.1:9", game_lease_ms=7000), metrics
    )
    assert isinstance(made, RqBell)
    assert (made.again_s, made.lost) == (7.0, metrics.dropped)
    made.close()
    assert not made.thread.is_alive()


# the thread that rings


class Queues:
    """The queue's server in the hands of a test: what is put into each queue, and what goes wrong."""

    def __init__(self) -> None:
        self.batches: list[tuple[str, list[Any]]] = []
        self.faults: list[Exception] = []
        self.disconnected = 0
        self.works: list[tuple[str, list[Any]]] = []
        self.missing: int | None = None
        """How many tickets are missing; None: one for each work that is added."""

    def of(self, name: str) -> Any:
        def enqueue_many(jobs: list[Any]) -> None:
            if self.faults:
                raise self.faults.pop(0)
            self.batches.append((name, [job.args[0] for job in jobs]))

        return SimpleNamespace(enqueue_many=enqueue_many)

    def works_of(self, name: str) -> Any:
        def add(works: list[Any]) -> int:
            self.works.append((name, [(one[0], one[2]) for one in works]))
            return len(works) if self.missing is None else self.missing

        return SimpleNamespace(add=add)

    def disconnect(self) -> None:
        self.disconnected += 1


class Held(RqBell):
    """A bell whose thread is the test."""

    def __init__(self, server: Queues) -> None:
        self.again_s, self.rung, self.dropped, self.heard = 5.0, {}, 0, True
        self.waiting = queue.Queue(1000)
        self.told: list[int] = []
        self.lost = self.told.append
        self.connect = lambda: SimpleNamespace(connection_pool=server)  # type: ignore[assignment,return-value]
        self.__dict__["queues"] = {name: server.of(name) for name in (FAST, GAMES, THINKING, DEEP)}
        self.__dict__["works"] = {name: server.works_of(name) for name in (FAST, GAMES, THINKING, DEEP)}


def held(*tables: str) -> tuple[Held, Queues]:
    server = Queues()
    made = Held(server)
    for table in tables:
        made.call(table, 7, 2, "planner" if table.startswith("p") else "greedy")
    return made, server


def test_what_waits_is_handed_to_each_queue_at_once_and_the_end_comes_after_it() -> None:
    made, server = held("a", "p", "b")
    made.waiting.put(None)
    made.waiting.put((FAST, PLAY_SEATS, ("late",), False, NOBODYS))
    made.ring()
    assert server.batches == [(FAST, ["a", "b", "late"]), (THINKING, ["p"])]
    assert made.waiting.empty()


def test_no_more_than_a_hundred_are_handed_on_at_once() -> None:
    made, server = held(*[f"t{number}" for number in range(250)])
    made.waiting.put(None)
    made.ring()
    assert [len(jobs) for _, jobs in server.batches] == [100, 100, 50]


@pytest.mark.parametrize(
    ("missing", "tickets"), [(2, [(FAST, ["a", "b"])]), (0, []), (-1, []), (9, [(FAST, ["a", "b", "c"])])]
)
def test_no_more_tickets_are_made_than_are_missing(missing: int, tickets: list[Any]) -> None:
    made, server = held("a", "b", "c")
    server.missing = missing
    made.waiting.put(None)
    made.ring()
    assert server.batches == tickets
    assert server.works == [(FAST, [(name, NOBODYS) for name in "abc"])]


def test_a_work_has_the_name_of_its_table_or_of_its_game() -> None:
    made, server = held()
    made.call("game_1", 7, 2, "greedy", ANNS)
    made.play("tour_1", "1.1", share=ANNS)
    made.waiting.put(None)
    made.ring()
    assert server.works == [(FAST, [("game_1", ANNS)]), (GAMES, [("tour_1 1.1", ANNS)])]


def test_a_fault_of_one_queue_keeps_no_other_from_ringing_and_who_answers_is_looked_for_anew() -> None:
    made, server = held("a", "p", "b")
    server.faults = [ConnectionError("away")]
    made.waiting.put(None)
    with capture_logs() as logs:
        made.ring()
    assert server.batches == [(THINKING, ["p"])]
    assert (made.dropped, made.told, server.disconnected) == (2, [2], 1)
    assert made.heard, "the other one was heard"
    assert [(line["event"], line["reason"], line["queue"]) for line in logs] == [
        ("bells are dropped", "ConnectionError", "rq")
    ]


def test_losses_are_told_of_again_once_a_ring_has_come_through() -> None:
    told = []
    made, server = held()
    for faults in ([ConnectionError()], [TimeoutError()], [], [OSError()]):
        made.call("a", 7, 2, "greedy")
        made.waiting.put(None)
        server.faults = list(faults)
        with capture_logs() as logs:
            made.ring()
        told.append([line["reason"] for line in logs])
    assert told == [["ConnectionError"], [], [], ["OSError"]]
    assert made.dropped == 3


def test_an_address_whose_file_is_gone_ends_no_bell() -> None:
    made, server = held("a")

    def gone() -> None:
        raise BadAddress("no such file")

    server.disconnect = gone  # type: ignore[method-assign]
    server.faults = [ConnectionError()]
    made.waiting.put(None)
    with capture_logs():
        made.ring()
    assert made.dropped == 1


def test_a_client_is_taken_as_it_is_or_made_when_it_is_first_needed() -> None:
    client = redis.Redis()
    asked: list[int] = []

    def make() -> redis.Redis:
        asked.append(1)
        return client

    for connection in (client, make):
        made = RqBell(connection)
        assert (made.heard, made.dropped, made.again_s) == (True, 0, 5.0)
        assert (made.thread.daemon, made.thread.name) == (True, "bell")
        assert asked == []
        assert made.connection is made.connection is client
        assert set(made.queues) == {FAST, GAMES, THINKING, DEEP}
        assert {name: one.name for name, one in made.queues.items()} == {name: name for name in made.queues}
        made.close()
        assert not made.thread.is_alive()
    assert asked == [1]


def test_the_end_of_a_bell_that_is_behind_is_not_waited_for() -> None:
    steps: list[object] = []

    def put(one: object, *, timeout: float) -> None:
        steps.append((one, timeout))
        raise queue.Full

    made: Any = SimpleNamespace(
        waiting=SimpleNamespace(put=put), thread=SimpleNamespace(join=lambda *, timeout: steps.append(timeout))
    )
    RqBell.close(made)
    assert steps == [(None, 1), 2]
