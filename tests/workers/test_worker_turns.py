"""One turn of a worker after the other, in this process: what it waits for, how long, and how it is known."""

from __future__ import annotations

import asyncio
import concurrent.futures
import signal
import threading
import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import redis
from citadels_api.context import Share
from citadels_api.fair_queue import Work
from citadels_api.store.ports import StoreDown
from citadels_workers import ai_games, ai_seats
from citadels_workers import worker as worker_module
from citadels_workers.ai_seats import Desk
from citadels_workers.user_error import Trouble
from citadels_workers.worker import Worker
from rq.exceptions import DequeueTimeout, StopRequested
from rq.worker import WorkerStatus

from tests.support.houses import make_house
from tests.support.modules import replace_in
from tests.support.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("valkey") as made:
        yield made


@pytest.fixture
def worker(server: Server) -> Iterator[Worker]:
    """A worker of two queues that has not begun."""
    server.cli("FLUSHALL")
    connection = redis.Redis(unix_socket_path=server.url.removeprefix("unix://"))
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    made = Worker(["fast", "games"], connection)
    setattr(made, "subscribe", lambda: setattr(made, "pubsub_thread", object()))  # noqa: B010  (nobody commands it)
    yield made
    for number, handler in before.items():  # a worker that shows up takes them over
        signal.signal(number, handler)
    connection.close()


def said(steps: list[object], *names: str) -> Any:
    """What is called on a worker is noted, and does nothing."""
    return {name: lambda *given, name=name, **named: steps.append((name, *given, *named.values())) for name in names}


def patch(worker: Worker, **done: Any) -> None:
    for name, what in done.items():
        setattr(worker, name, what)


def test_it_works_on_its_queues_in_their_order_and_a_silent_one_is_believed_for_twenty_seconds(worker: Worker) -> None:
    assert [queue.name for queue in worker.queues] == ["fast", "games"]
    assert worker.worker_ttl == 20
    assert worker.maintenance_interval == 30
    assert worker.log_job_description is False
    assert worker.pause_s == 0.0
    assert worker.connection_timeout == worker.dequeue_timeout + 3
    assert worker.ip_address == "unknown"


def test_jobs_are_taken_until_the_end_is_asked_for_and_a_server_that_is_away_ends_nothing(worker: Worker) -> None:
    steps: list[object] = []
    away = redis.ConnectionError("away")
    turns: list[BaseException | None] = [None, away, None]

    def turn() -> None:
        steps.append("turn")
        fault = turns.pop(0)
        if not turns:
            worker._stop_requested = True
        if fault is not None:
            raise fault

    patch(worker, turn=turn, **said(steps, "wait_out", "teardown", "_install_signal_handlers"))
    worker.run()
    assert steps == [("_install_signal_handlers",), "turn", "turn", ("wait_out", away), "turn", ("teardown",)]


@pytest.mark.parametrize("fault", [StopRequested(), redis.ConnectionError()])
def test_it_takes_its_leave_however_it_ends_and_a_server_that_is_away_does_not_keep_it(
    worker: Worker, fault: Exception
) -> None:
    steps: list[object] = []

    def turn() -> None:
        raise StopRequested

    def teardown() -> None:
        steps.append("teardown")
        raise redis.ConnectionError

    patch(worker, turn=turn, teardown=teardown, **said(steps, "_install_signal_handlers"))
    worker.run()
    assert steps[-1] == "teardown"

    def broken() -> None:
        raise KeyError(str(fault))

    patch(worker, turn=broken)
    with pytest.raises(KeyError):
        worker.run()
    assert steps.count("teardown") == 2


def test_a_turn_shows_up_and_does_the_job_that_comes(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[object] = []
    found: list[object] = [("job", "queue"), None, DequeueTimeout]

    def dequeue(*given: Any, **named: Any) -> Any:
        steps.append(("dequeue", given[0] is worker.queues, given[1] == worker.dequeue_timeout, *sorted(named)))
        one = found.pop(0)
        if one is DequeueTimeout:
            raise DequeueTimeout(1, "fast")
        return one

    monkeypatch.setattr(worker, "queue_class", SimpleNamespace(dequeue_any=dequeue))
    monkeypatch.setattr(Worker, "should_run_maintenance_tasks", property(lambda _: bool(found[1:])))
    patch(worker, **said(steps, "show_up", "check_for_suspension", "run_maintenance_tasks", "do"))
    for _ in range(3):
        worker.turn()
    took = ("dequeue", True, True, "connection", "serializer")
    begins: list[object] = [("show_up",), ("check_for_suspension", False)]
    keeps = ("run_maintenance_tasks",)
    assert steps == [*begins, keeps, took, ("do", "job", "queue"), *begins, keeps, took, *begins, took]


def test_a_job_is_done_for_the_server_that_it_came_from(worker: Worker) -> None:
    steps: list[object] = []
    job: Any = SimpleNamespace(redis_server_version=None)
    queue: Any = object()
    patch(worker, get_redis_server_version=lambda: (9, 9, 9), **said(steps, "execute_job"))
    worker.do(job, queue)
    assert steps == [("execute_job", job, queue)]
    assert job.redis_server_version == (9, 9, 9)


def test_it_is_known_from_the_beginning_and_again_to_a_server_that_has_forgotten_it(
    worker: Worker, server: Server
) -> None:
    worker.show_up()
    assert server.cli("SMEMBERS", "rq:workers")
    assert worker.pubsub_thread is not None
    birth = worker.connection.hget(worker.key, "birth")
    worker.show_up()
    assert worker.connection.hget(worker.key, "birth") == birth
    server.cli("FLUSHALL")
    worker.pause_s = 2.0
    worker.show_up()
    assert worker.connection.hexists(worker.key, "birth")
    assert worker.pause_s == 0.0
    worker.connection.hset(worker.key, "rest", "of ours")
    worker.register_birth()
    assert not worker.connection.hexists(worker.key, "rest")
    assert worker.ip_address


def test_a_server_that_is_away_is_given_more_and_more_time_up_to_two_seconds(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    dropped: list[bool] = []

    def drop(*, inuse_connections: bool) -> None:
        dropped.append(inuse_connections)

    replace_in(monkeypatch, worker_module, time, sleep=pauses.append)
    monkeypatch.setattr(worker.connection.connection_pool, "disconnect", drop)
    worker._state = WorkerStatus.BUSY
    for _ in range(7):
        worker.wait_out(redis.ConnectionError("away"))
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]
    assert worker.pause_s == 2.0
    assert dropped == [False] * 7
    assert worker._state == WorkerStatus.IDLE


def test_a_wrong_password_ends_a_worker_that_was_never_known_and_no_other(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_in(monkeypatch, worker_module, time, sleep=lambda _: None)
    refused = redis.AuthenticationError("WRONGPASS")
    with pytest.raises(Trouble, match="the queue refuses the name or the password"):
        worker.wait_out(refused)
    worker.show_up()
    worker.wait_out(refused)
    assert worker.pause_s == 0.1


def test_an_end_that_cannot_be_written_down_is_heeded_all_the_same(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def away(*_: object, **__: object) -> None:
        asked.append("hset")
        raise redis.ConnectionError

    monkeypatch.setattr(worker.connection, "hset", away)
    worker._shutdown_requested_date = datetime.now(UTC)
    worker.set_shutdown_requested_date()
    assert asked == ["hset"]


def test_commands_are_listened_for_again_after_a_while_and_another_fault_is_no_silence(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    replace_in(monkeypatch, worker_module, time, sleep=pauses.append)
    worker._pubsub_exception_handler(redis.ConnectionError(), None, None)
    assert pauses == [2.0]
    with pytest.raises(KeyError):
        worker._pubsub_exception_handler(KeyError(), None, None)


# the desk


class Store:
    """A store that is only closed."""

    closed = False

    async def close(self) -> None:
        self.closed = True


def desk_of(monkeypatch: pytest.MonkeyPatch, queue: str, **more: Any) -> tuple[Desk, Store, dict[str, Any]]:
    store = Store()
    asked: dict[str, Any] = {}

    async def opened(url: str, *, timeout_ms: int) -> Store:
        asked.update(url=url, timeout_ms=timeout_ms)
        return store

    async def publishing(publisher: Any) -> None:
        asked["publisher"] = publisher

    monkeypatch.setattr(ai_seats, "open_store", opened)
    monkeypatch.setattr(ai_seats, "make_bell", lambda settings, metrics: asked.update(bell=metrics))
    monkeypatch.setattr(ai_seats, "publisher", lambda metrics, kept: (metrics, kept))
    monkeypatch.setattr(ai_seats, "keep_publishing", publishing)
    settings: Any = SimpleNamespace(redis_url="redis://games", store_timeout_ms=1234, **more)
    return Desk(settings, queue), store, asked


@pytest.mark.parametrize(("queue", "thinks"), [("fast", False), ("thinking", True)])
def test_a_desk_has_the_store_of_the_games_with_its_patience_and_lets_go_of_it(
    queue: str, thinks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, store, asked = desk_of(monkeypatch, queue)
    assert (asked["url"], asked["timeout_ms"], desk.thinking) == ("redis://games", 1234, thinks)
    assert desk.publishing.result(60) is None
    assert asked["publisher"] == (desk.house.metrics, store)
    assert asked["bell"] is desk.house.metrics
    assert desk.thread.daemon
    desk.close()
    assert store.closed
    assert not desk.thread.is_alive()


def test_a_burst_is_counted_and_played_as_its_queue_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, _, _ = desk_of(monkeypatch, "thinking")
    played: list[object] = []

    async def burst(house: Any, memory: Any, table: str, n: int, *, thinking: bool, work: Any) -> str:
        played.append((house is desk.house, memory is desk.memory, table, n, thinking, work))
        return "played"

    attempts: list[int] = []
    monkeypatch.setattr(desk.house.metrics, "attempt", lambda: attempts.append(1))
    monkeypatch.setattr(ai_seats, "burst", burst)
    work: Any = "work"
    assert desk.play("game_1", 7, work) == "played"
    assert (played, attempts) == ([(True, True, "game_1", 7, True, "work")], [1])
    desk.close()


def test_work_that_is_interrupted_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, _, _ = desk_of(monkeypatch, "fast")
    begun, ended = threading.Event(), threading.Event()

    async def long() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    def interrupted(_: object) -> None:
        assert begun.wait(60)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(concurrent.futures.Future, "result", interrupted)
        with pytest.raises(KeyboardInterrupt):
            desk.do(long())
    assert ended.wait(60)
    desk.close()


@pytest.mark.parametrize(
    ("queue", "names"), [("fast", ["fast", "games"]), ("thinking", ["thinking", "deep"]), ("other", None)]
)
def test_a_worker_takes_whole_games_while_nobody_waits(
    queue: str, names: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[object] = []

    class Made:
        def __init__(self, queues: list[str], connection: object) -> None:
            steps.append((queues, connection))

        def run(self) -> None:
            steps.append("run")
            raise KeyError

    desk: Any = SimpleNamespace(close=lambda: steps.append("closed"))

    def made(_settings: object, which: str) -> Any:
        steps.append(which)
        return desk

    monkeypatch.setattr(ai_seats, "Worker", Made)
    monkeypatch.setattr(ai_seats, "Desk", made)
    monkeypatch.setattr(ai_seats, "queue_connection", lambda _: "connection")
    monkeypatch.setattr(ai_seats, "configure", steps.append)
    monkeypatch.setattr(ai_seats, "tell_start", lambda *told, **named: steps.append((*told, named)))
    settings: Any = SimpleNamespace(redis_url="redis://a", log_level="info")
    if names is None:
        with pytest.raises(ValueError, match="there is no queue 'other'; there are fast and thinking"):
            ai_seats.run(settings, queue=queue)
        assert steps == []
        return
    with pytest.raises(KeyError):
        ai_seats.run(settings, queue=queue)
    assert steps == ["info", ("worker", "redis://a", {"queue": queue}), queue, (names, "connection"), "run", "closed"]
    assert ai_seats.desk() is desk


# the jobs


SHARE = Share("net", "acct_1", awaited=False)


class Works:
    """The works of one queue in the hands of a test, and what was settled."""

    def __init__(self, *found: Work | None, fault: Exception | None = None) -> None:
        self.name = "fast"
        self.found = list(found)
        self.fault = fault
        self.settled: list[tuple[Work, bool, int]] = []

    def take(self) -> Work | None:
        if self.fault is not None:
            raise self.fault
        return self.found.pop(0) if self.found else None

    def settle(self, work: Work, took_ms: float, spent_ms: int) -> None:
        self.settled.append((work, 0 <= took_ms < 60_000, spent_ms))


def work_of(name: str, *arguments: Any) -> Work:
    return Work(name, arguments, SHARE, "1", 0, 0, 0)


def desk_with(works: Works, **more: Any) -> Any:
    desk: Any = SimpleNamespace(
        works={"fast": works, "games": works}, seats=works, thinking=False, house="house", **more
    )
    desk.work = lambda name: Desk.work(desk, name)
    desk.charge = lambda work, took_ms: (work, took_ms)
    return desk


@pytest.mark.parametrize("fault", [None, StoreDown()], ids=["played", "the store is away"])
def test_a_job_plays_at_the_desk_of_its_process_and_forgets_what_was_broken_off(
    fault: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def do(*given: object) -> str:
        asked.append(given)
        if fault is not None:
            raise fault
        return "over"

    memory = SimpleNamespace(forget=lambda table: asked.append(f"forget {table}"))
    monkeypatch.setattr(ai_seats, "_desk", [desk_with(Works(), play=do, do=do, memory=memory)])
    ai_seats.play("game_1", 7, 2)
    assert asked == [("game_1", 7, None), *["forget game_1"] * (fault is not None)]
    asked.clear()
    monkeypatch.setattr(ai_games, "play_game", lambda *given: given[:3])
    ai_games.play("tour_1", "1.0.0.0")
    assert asked == [(("house", "tour_1", "1.0.0.0"),)]


def test_a_job_does_the_work_that_comes_next_and_its_time_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    seat, game = work_of("game_9", "game_9", 3, 1), work_of("tour_9 1.1", "tour_9", "1.1")
    works = Works(seat, game)
    asked: list[object] = []

    def do(charged: Any) -> int:
        if isinstance(charged[0], Work):
            return 77
        asked.append(charged)
        return 0

    desk = desk_with(works, play=lambda *given: asked.append(given), do=do)
    monkeypatch.setattr(ai_seats, "_desk", [desk])
    monkeypatch.setattr(ai_games, "play_game", lambda *given: given[:3])
    ai_seats.play("game_1", 7, 2)
    ai_games.play("tour_1", "1.0.0.0")
    assert asked == [("game_9", 3, seat), ("house", "tour_9", "1.1")]
    assert works.settled == [(seat, True, 77), (game, True, 77)]


def test_a_job_does_the_work_that_it_names_where_the_queue_does_not_say_what_comes_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    works = Works(fault=redis.ConnectionError())
    asked: list[object] = []
    monkeypatch.setattr(ai_seats, "_desk", [desk_with(works, play=lambda *given: asked.append(given))])
    ai_seats.play("game_1", 7, 2)
    assert (asked, works.settled) == ([("game_1", 7, None)], [])


def test_a_work_that_fails_is_charged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> str:
        raise KeyError("no such bot")

    works = Works(work_of("game_9", "game_9", 3, 1))
    monkeypatch.setattr(ai_seats, "_desk", [desk_with(works, play=wrong, do=lambda _: 0)])
    with pytest.raises(KeyError):
        ai_seats.play("game_1", 7, 2)
    assert len(works.settled) == 1


def test_what_a_work_took_comes_out_of_the_budget_of_its_account() -> None:
    async def scenario() -> list[int]:
        house, _, clock = make_house(ai_burst_ms=1000, ai_ms_per_second=100.0)
        desk: Any = SimpleNamespace(house=house)
        found = [await Desk.charge(desk, work_of("t"), took) for took in (600, 600)]
        clock.now += 2000
        return [*found, await Desk.charge(desk, work_of("t"), 600)]

    assert asyncio.run(scenario()) == [0, 2000, 0]


@pytest.mark.parametrize(
    ("own", "others", "waiting", "awaited", "part", "lasts"),
    [
        (0, 0, 0, True, 1.0, ai_seats.BURST_S),
        (0, 0, 0, False, 1.0, ai_seats.ALONE_S),
        (0, 1, 1, True, 0.8, ai_seats.SHARED_S),
        (2, 2, 9, False, 0.5, ai_seats.SHARED_S),
        (149, 1, 150, False, 0.125, ai_seats.SHARED_S),
    ],
)
def test_a_job_is_shorter_and_bots_search_less_the_more_waits(
    own: int, others: int, waiting: int, awaited: bool, part: float, lasts: float
) -> None:
    work = Work("t", (), Share("net", "acct_1", awaited), "0", own, others, waiting)
    assert (ai_seats.part_of(work), ai_seats.burst_s(work)) == (part, lasts)
    assert (ai_seats.part_of(None), ai_seats.burst_s(None)) == (1.0, ai_seats.BURST_S)


def test_a_worker_looks_now_and_then_whether_a_seat_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    replace_in(monkeypatch, ai_games, time, monotonic=lambda: now[0])
    answers: list[object] = [True, redis.ConnectionError()]

    def waits() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return bool(answer)

    desk: Any = SimpleNamespace(seats=SimpleNamespace(waits=waits))
    leaves = ai_games.seat_waits(desk)
    found = []
    for step in (0.0, 0.015, 0.015, 0.015, 0.015):
        now[0] += step
        found.append(leaves())
    assert found == [False, False, True, False, False]
    assert answers == []


def test_a_job_that_is_wrong_fails_where_it_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> str:
        raise KeyError("no such bot")

    monkeypatch.setattr(ai_seats, "_desk", [desk_with(Works(), play=wrong, do=wrong)])
    monkeypatch.setattr(ai_games, "play_game", lambda *given: given)
    with pytest.raises(KeyError):
        ai_seats.play("game_1", 7, 2)
    with pytest.raises(KeyError):
        ai_games.play("tour_1", "1.0.0.0")


def test_a_planner_has_its_playouts_or_its_time_by_a_clock_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(ai_seats, "make", lambda level, _seed, **more: made.append((level, more)))
    table: Any = SimpleNamespace(chance="c")
    for playouts in (None, 0, 5):
        house: Any = SimpleNamespace(settings=SimpleNamespace(planner_playouts=playouts, planner_ms=70))
        ai_seats.bot_of(house, table, "planner", 1, 2)
        ai_seats.bot_of(house, table, "greedy", 1, 2)
        ai_seats.bot_of(house, table, "planner", 1, 2, 0.5)
    assert [level for level, _ in made] == ["planner", "greedy", "planner"] * 3
    timed, hurried, *others = [more for _, more in made if more]
    assert others == [{"playouts": 0}] * 2 + [{"playouts": 5}] * 2, "playouts are for what has to be the same again"
    assert (timed["ms"], hurried["ms"]) == (70, 35)
    monkeypatch.setattr(ai_seats, "time", SimpleNamespace(monotonic=lambda: 2.5))
    assert timed["clock"]() == 2500


def test_a_decision_of_an_ai_is_taken_when_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    clocked: list[int] = []
    game = SimpleNamespace(pending=SimpleNamespace(seat=1), n=4)

    def take(_action: str, *, by: str | None) -> None:
        assert by is None
        game.pending.seat = 2

    table = SimpleNamespace(status="running", seats=[None, SimpleNamespace(kind="ai")])
    step: Any = SimpleNamespace(
        game=game, table=table, events=[], snapshot=SimpleNamespace(now=5000), clock=clocked.append, take=take
    )
    times = iter([100.0, 100.25])
    monkeypatch.setattr(ai_seats, "time", SimpleNamespace(monotonic=lambda: next(times)))
    monkeypatch.setattr(ai_seats, "bot_of", lambda *_: None)
    monkeypatch.setattr(ai_seats, "choose", lambda *_: "gold")
    house: Any = None
    ai_seats.play_turn(house, step, 1, "greedy", [])
    assert clocked == [5250]
