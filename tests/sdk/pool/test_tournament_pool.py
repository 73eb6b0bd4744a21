"""The processes that play a tournament, seen from here and from within; no process is started."""

from __future__ import annotations

import io
import os
import pickle
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.errors import MatchBroken
from citadels_sdk.pool import tournament_pool as module
from citadels_sdk.pool.heartbeat import Board, Thought
from citadels_sdk.pool.processes import CannotTravel
from citadels_sdk.pool.tournament_pool import ENDS, KNOWN, LARGEST, ORDERS, Hand, Staff, read, serve
from citadels_sdk.tournaments.game_run import Gone, Task, Void

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("ann", "bob")


def task(number: int, **more: Any) -> Task:
    return Task(f"1.0.0.{number}", NAMES, NAMES, "s", **more)


class Worker:
    """One process, as far as it is asked for anything."""

    def __init__(self, how: str = "was killed") -> None:
        self.told = io.BytesIO()
        self.heard = io.BytesIO()
        self.how = how
        self.killed = 0
        self.let_go = 0
        self.thread: Any = None

    def kill(self) -> None:
        self.killed += 1

    def leave(self) -> None:
        self.let_go += 1

    def end(self) -> str:
        return self.how

    def orders(self) -> list[list[int]]:
        """The numbers of the games that it was handed, a list each."""
        self.told.seek(0)
        found = []
        while order := read(self.told):
            found.append([number for number, _ in order])
        return found


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Hand]]:
    """The hands that were started, in order."""
    hands: list[Hand] = []

    def start(self: Staff, index: int) -> Hand:
        place = self.board.place(index)
        place.begin(0)
        hands.append(Hand(Worker(), place, index))  # type: ignore[arg-type]  # as much of a process as is asked
        return hands[-1]

    monkeypatch.setattr(Staff, "start", start)
    monkeypatch.setattr(module, "let_go", Worker.leave)
    monkeypatch.setattr(module, "end_all", lambda workers: [one.kill() for one in workers])
    yield hands
    hands.clear()


def staff(jobs: int = 1, games: int = 0, *, ready: bool = True) -> Staff:
    """A staff with so many processes, and so many games to play."""
    one = Staff(SimpleNamespace(), jobs, "fork", [])  # type: ignore[arg-type]  # a hall is only handed on
    for number in range(1, games + 1):
        one.todo[number] = task(number)
        one.queue.append(number)
    for index in range(jobs):
        one.hands.append(one.start(index))
        one.hands[-1].orders = 0 if ready else ORDERS
    return one


def done(*numbers: int) -> list[Any]:
    return [SimpleNamespace(game=f"1.0.0.{number}") for number in numbers]


def worker(hand: Hand) -> Any:
    return hand.worker


# handing out


@pytest.mark.parametrize(
    ("games", "jobs", "a_game_s", "sizes"),
    [
        (0, 1, 0.3, []), (1, 1, 0.3, [1]), (9, 1, 0.3, [1, 1]), (60, 1, 0.1, [2, 2]), (60, 1, 0.001, [20, 13]), (60, 2, 0.001, [10, 8]),
        (1000, 1, 0.0, [64, 64]), (1000, 1, 0.0001, [64, 64]), (60, 1, 9.0, [1, 1]), (60, 1, -1.0, [20, 13]),
    ],
)  # fmt: skip
def test_lists_of_games_are_as_long_as_a_moment_and_shorter_towards_the_end(
    games: int, jobs: int, a_game_s: float, sizes: list[int], made: list[Hand]
) -> None:
    one = staff(jobs, games)
    one.a_game_s = a_game_s
    one.feed(made[0])
    orders = worker(made[0]).orders()
    assert [len(order) for order in orders] == sizes
    assert [number for order in orders for number in order] == list(range(1, sum(sizes) + 1))
    assert list(made[0].games) == list(range(1, sum(sizes) + 1))
    assert made[0].orders == len(sizes)
    assert len(one.queue) == games - sum(sizes)
    assert (ORDERS, LARGEST) == (2, 64)


def test_a_process_that_is_not_ready_is_handed_nothing(made: list[Hand]) -> None:
    one = staff(1, 5, ready=False)
    assert made[0].orders == 2
    one.feed(made[0])
    assert worker(made[0]).orders() == []
    one.hear(made[0], ("ready",), lambda _batch: None)
    one.feed(made[0])
    assert [len(order) for order in worker(made[0]).orders()] == [1, 1]


def test_a_process_that_has_ended_meanwhile_is_heard_of_later(made: list[Hand]) -> None:
    class Broken(io.BytesIO):
        def write(self, _what: Any) -> int:
            raise BrokenPipeError

    one = staff(1, 9)
    made[0].worker.told = Broken()
    one.feed(made[0])
    assert (list(made[0].games), made[0].orders, list(one.queue)) == ([1], 1, [2, 3, 4, 5, 6, 7, 8, 9])


# hearing


def test_what_was_played_is_told_and_no_longer_to_be_done(made: list[Hand]) -> None:
    told: list[Any] = []
    one = staff(1, 4)
    one.a_game_s = 0.0
    one.feed(made[0])
    hand = made[0]
    assert (list(hand.games), hand.orders) == ([1, 2], 2)
    batch = done(1)
    one.hear(hand, ("played", batch), told.append)
    assert (list(hand.games), list(one.todo), hand.orders, told) == ([2], [2, 3, 4], 2, [batch])
    one.hear(hand, ("done", done(2)), told.append)
    assert (list(hand.games), list(one.todo), hand.orders, len(told)) == ([], [3, 4], 1, 2)
    one.hear(hand, ("well", None), told.append)
    assert (len(told), hand.renewed) == (2, False)
    one.hear(hand, ("renew",), told.append)
    assert (len(told), hand.renewed) == (2, True)
    with pytest.raises(CannotTravel, match="no such module"):
        one.hear(hand, ("cannot", "no such module"), told.append)


def test_how_long_a_game_takes_is_averaged_with_the_last_ones_a_quarter(
    made: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = staff(1, 8)
    one.a_game_s, made[0].since = 0.5, 100.0
    monkeypatch.setattr(module, "monotonic", lambda: 103.0)
    one.count(made[0], done(1, 2), lambda _batch: None)
    assert (one.a_game_s, made[0].since) == (0.75, 103.0)
    one.count(made[0], [], lambda _batch: None)
    assert one.a_game_s == 0.75


# who does not come back


@pytest.mark.parametrize(
    ("now", "deadline", "serial", "late", "killed"),
    [
        (10.0, 9.0, 1, None, 1), (10.0, 10.0, 1, None, 0), (10.0, 11.0, 1, None, 0), (10.0, 9.0, 5, None, 0), (10.0, 9.0, 1, Thought(1, 0, 0, 1.0), 0),
        (0.04, 0.01, 1, None, 0), (0.05, 0.01, 1, None, 1), (10.0, 0.0, 1, None, 0),
    ],
)  # fmt: skip
def test_a_process_is_ended_where_its_bot_is_past_the_deadline_of_a_game_of_its_own(
    now: float, deadline: float, serial: int, late: Any, killed: int, made: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = staff(1, 1)
    one.feed(made[0])
    made[0].place.begin(serial)
    made[0].place.think(1, 17, deadline)
    made[0].late = late
    monkeypatch.setattr(module, "perf_counter", lambda: now)
    one.look()
    one.look()
    assert worker(made[0]).killed == killed
    assert made[0].late == (Thought(serial, 1, 17, deadline) if killed else late)


def lost(one: Staff, hand: Hand) -> list[Any]:
    """The process has ended: what is told of it."""
    told: list[Any] = []
    one.hear(hand, (), told.extend)
    return told


def busy(one: Staff, hand: Hand, *numbers: int) -> None:
    """It was handed these games."""
    for number in numbers:
        hand.games[number] = one.todo[number]
        one.queue.remove(number)


def test_another_process_takes_the_place_and_the_games_of_one_that_has_ended(made: list[Hand]) -> None:
    one = staff(2, 6)
    hand = made[1]
    busy(one, hand, 2, 3, 4, 5)
    del one.todo[3]
    hand.place.begin(2)
    assert lost(one, hand) == []
    assert list(one.queue) == [4, 5, 2, 1, 6]
    assert (worker(hand).let_go, one.hands[1] is made[2], made[2].index) == (1, True, 1)
    assert one.todo[2].watched
    assert not one.todo[4].watched
    assert one.idle_ends == 0


def test_processes_that_end_before_they_play_anything_end_the_tournament(made: list[Hand]) -> None:
    one = staff(2, 6)
    for _ in range(4):
        lost(one, one.hands[0])
    one.hands[0].renewed = True
    lost(one, one.hands[0])
    one.hands[0].late = Thought(1, 0, 0, 0.0)
    lost(one, one.hands[0])
    assert one.idle_ends == 4
    with pytest.raises(MatchBroken, match="end before they play anything; the last was killed"):
        lost(one, one.hands[0])
    other = staff(1, 1)
    other.idle_ends = 2
    other.hear(other.hands[0], ("ready",), lambda _batch: None)
    assert other.idle_ends == 0
    assert len(made) > 2


def crash(one: Staff, number: int, thought: tuple[int, int] | None, *, late: Any = None) -> list[Any]:
    """The process that plays this game ends, while that seat thinks at that decision."""
    hand = one.hands[0]
    one.queue.remove(number)
    hand.games[number] = one.todo[number]
    hand.place.begin(number)
    if thought is not None:
        hand.place.think(*thought, 99.0)
    hand.late = late
    return lost(one, hand)


def test_who_did_not_come_back_has_left_there_and_the_second_time_from_the_beginning(made: list[Hand]) -> None:
    one = staff(1, 3)
    crash(one, 2, (1, 17), late=Thought(2, 1, 17, 0.0))
    what = "it did not come back in time"
    assert (one.todo[2].gone, list(one.queue)) == ((Gone(1, 17, what),), [2, 1, 3])
    crash(one, 2, (0, 4), late=Thought(2, 0, 4, 0.0))
    assert one.todo[2].gone == (Gone(1, 17, what), Gone(0, 4, what))
    crash(one, 2, (1, 30), late=Thought(2, 1, 30, 0.0))
    assert one.todo[2].gone == (Gone(0, 4, what), Gone(1, 0, what))
    assert len(made) == 4


@pytest.mark.parametrize(
    ("thought", "late"),
    [(None, Thought(2, 1, 17, 0.0)), ((0, 17), Thought(2, 1, 17, 0.0)), ((1, 18), Thought(2, 1, 17, 0.0)), ((1, 17), Thought(1, 1, 17, 0.0))],
)  # fmt: skip
@pytest.mark.usefixtures("made")
def test_who_answered_just_when_the_process_was_ended_is_not_charged(thought: Any, late: Thought) -> None:
    one = staff(1, 3)
    crash(one, 2, thought, late=late)
    assert (one.todo[2].gone, one.todo[2].watched, list(one.queue), one.ends.total()) == ((), False, [2, 1, 3], 0)


@pytest.mark.usefixtures("made")
def test_a_bot_that_ends_its_process_twice_at_a_decision_has_left() -> None:
    one = staff(1, 3)
    assert crash(one, 2, (1, 17)) == []
    assert (one.todo[2].gone, one.todo[2].watched, list(one.queue), one.crashes) == ((), False, [2, 1, 3], {})
    crash(one, 2, (1, 17))
    assert one.todo[2].gone == (Gone(1, 17, "the process that it was played in was killed"),)
    assert (list(one.queue), one.crashes) == ([2, 1, 3], {"bob": 1})


@pytest.mark.usefixtures("made")
def test_so_has_one_that_ends_it_three_times_at_any() -> None:
    one = staff(1, 3)
    for at, n in enumerate((17, 18, 19), 1):
        assert one.todo[2].gone == ()
        crash(one, 2, (1, n))
        assert one.ends["1.0.0.2", 1, -1] == at
    assert (ENDS, one.todo[2].gone[0].n) == (3, 19)


@pytest.mark.usefixtures("made")
def test_one_that_is_known_for_it_has_left_at_once() -> None:
    one = staff(1, 3)
    one.crashes["bob"] = KNOWN - 1
    crash(one, 1, (1, 5))
    assert one.todo[1].gone == ()
    one.crashes["bob"] = KNOWN
    crash(one, 2, (0, 5))
    assert one.todo[2].gone == ()
    crash(one, 3, (1, 5))
    assert (KNOWN, len(one.todo[3].gone), one.crashes["bob"]) == (3, 1, 4)


@pytest.mark.usefixtures("made")
def test_a_game_that_ends_its_processes_while_nobody_thinks_is_watched_and_void_in_the_end() -> None:
    one = staff(1, 3)
    for _ in range(2):
        assert crash(one, 2, None) == []
        assert (one.todo[2].watched, list(one.queue)) == (True, [2, 1, 3])
    (void,) = crash(one, 2, None)
    assert void == Void("1.0.0.2", "3 processes have ended in it while no bot was thinking; the last was killed")
    assert (list(one.todo), list(one.queue), one.crashes) == ([1, 3], [1, 3], {})


# all of it


def test_all_games_are_played_by_no_more_processes_than_there_are_games(
    made: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    one = Staff(SimpleNamespace(), 4, "fork", [])  # type: ignore[arg-type]  # a hall is only handed on
    plain = one.feed
    one.serial = 10

    def feed(hand: Hand) -> None:
        if not hand.games and hand.orders == ORDERS:
            one.said.put((hand, ("ready",)))
        plain(hand)
        for number in hand.games:
            one.said.put((hand, ("done", [SimpleNamespace(game=one.todo[number].game)])))

    monkeypatch.setattr(one, "feed", feed)
    monkeypatch.setattr(module, "LOOK_S", 0.001)
    one.play([task(1), task(2)], told.extend)
    assert (len(made), one.todo, one.serial) == (2, {}, 12)
    assert [each.game for each in told] == ["1.0.0.1", "1.0.0.2"]
    one.close()
    assert [worker(hand).killed for hand in made] == [1, 1]
    with pytest.raises(ValueError, match="released"):
        one.board.cells[0] = 1.0


def test_while_nothing_is_said_it_is_told_that_nothing_is_new(
    made: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    one = staff(1, 1, ready=False)
    monkeypatch.setattr(module, "LOOK_S", 0.001)

    def heard(batch: Any) -> None:
        told.append(list(batch))
        one.todo.clear()

    one.play_all(heard)
    assert (told, len(made)) == ([[]], 1)


@pytest.mark.parametrize("forks", [True, False])
def test_bots_that_cannot_be_brought_elsewhere_are_copied_or_played_here(
    forks: bool, made: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "can_fork", lambda: forks)
    played: list[Any] = []
    one = Staff("a hall", 1, "fresh", [])  # type: ignore[arg-type]  # it is only handed on
    ways: list[str] = []

    def play_all(heard: Any) -> None:
        ways.append(one.way)
        if len(ways) == 1:
            one.hands.append(one.start(0))
            one.queue.popleft()
            raise CannotTravel("no such module")
        played.append((list(one.queue), heard))

    class Alone:
        def __init__(self, hall: Any) -> None:
            assert hall == "a hall"

        def play(self, tasks: Any, heard: Any) -> None:
            played.append(([each.game for each in tasks], heard))

    monkeypatch.setattr(one, "play_all", play_all)
    monkeypatch.setattr(module, "Alone", Alone)
    one.play([task(1), task(2)], print)
    assert (worker(made[0]).killed, one.hands) == (1, [])
    if forks:
        assert (ways, played, one.notes) == (["fresh", "fork"], [([1, 2], print)], [])
    else:
        assert (ways, played) == (["fresh"], [(["1.0.0.1", "1.0.0.2"], print)])
        assert one.notes == ["played in one process: the bots could not be brought into another one (no such module)"]
        assert (one.todo, list(one.queue)) == ({}, [])
    one.close()


@pytest.mark.parametrize(("way", "started"), [("fork", "fork"), ("fresh", "fresh")])
def test_a_process_is_a_copy_or_a_fresh_one_and_is_heard_at_once(
    way: Any, started: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[Any, ...]] = []

    def start_fork(job: Any, others: list[Any]) -> Any:
        said.append(("fork", job.func, job.args[2], len(others)))
        return Worker()

    def start_fresh(packed: bytes) -> Any:
        job = pickle.loads(packed)
        said.append(("fresh", job.func, job.args[2], job.args[0]))
        job.args[1].close()
        return Worker()

    monkeypatch.setattr(module, "start_fork", start_fork)
    monkeypatch.setattr(module, "start_fresh", start_fresh)
    one = Staff("a hall", 2, way, [])  # type: ignore[arg-type]  # it is only handed on
    assert (one.board.file is None) == (way == "fork")
    one.board.place(1).begin(9)
    one.hands.append(one.start(0))
    hand = one.start(1)
    assert (hand.index, hand.orders, hand.place.serial()) == (1, ORDERS, 0)
    assert said[1] == (started, serve, 1, 1 if way == "fork" else "a hall")
    thread = hand.worker.thread
    assert thread is not None
    thread.join(20)
    assert not thread.is_alive()
    assert (thread.daemon, thread.name) == (True, "citadels-tournament")
    heard = [one.said.get(timeout=20) for _ in range(2)]
    assert {each.index: what for each, what in heard} == {0: (), 1: ()}
    one.board.close()


def test_a_thread_hears_a_process_to_its_end(made: list[Hand]) -> None:
    for rest in (b"", b"\x80odd"):
        one = staff(1)
        hand = made[-1]
        hand.worker.heard = io.BytesIO(pickle.dumps(("ready",)) + pickle.dumps(("renew",)) + rest)
        one.listen(hand)
        said = [one.said.get_nowait() for _ in range(3)]
        assert said == [(hand, ("ready",)), (hand, ("renew",)), (hand, ())]
        assert one.said.empty()


# in the process


class Serving:
    """A process that is told its orders at once, and what it has said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *orders: list[int], **ways: Any) -> None:
        self.board = Board.open(2, shared_file=False)
        self.begun: list[tuple[int, str]] = []
        self.said: list[tuple[Any, ...]] = []
        self.threads = iter(ways.get("threads", ()))
        self.clock = 0.0
        self.ways = ways
        monkeypatch.setattr(module, "play_task", self.play)
        monkeypatch.setattr(module, "tell", lambda _told, *what: self.said.append(what))
        monkeypatch.setattr(module, "perf_counter", lambda: self.clock)
        replace_in(monkeypatch, "citadels_sdk.pool.tournament_pool", os, register_at_fork=lambda **_: None)
        replace_in(
            monkeypatch, "citadels_sdk.pool.tournament_pool", threading, active_count=lambda: next(self.threads, 1)
        )
        text = b"".join(pickle.dumps([(number, task(number)) for number in order]) for order in orders)
        serve("a hall", self.board, 1, io.BytesIO(text), io.BytesIO())  # type: ignore[arg-type]  # it is only handed on

    def play(self, hall: Any, one: Task, place: Any, well: Any) -> Any:
        assert hall == "a hall"
        self.begun.append((place.serial(), one.game))
        self.clock += self.ways.get("takes", 0.0)
        if one.game == self.ways.get("breaks"):
            raise ValueError("odd")
        well()
        return f"done {one.game}"


def test_a_process_plays_its_lists_and_tells_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    serving = Serving(monkeypatch, [7, 8], [9])
    assert serving.begun == [(7, "1.0.0.7"), (8, "1.0.0.8"), (9, "1.0.0.9")]
    assert [one for one in serving.said if one[0] != "well"] == [
        ("ready",), ("done", ["done 1.0.0.7", "done 1.0.0.8"]), ("done", ["done 1.0.0.9"]),
    ]  # fmt: skip
    assert [one for one in serving.said if one[0] == "well"] == [("well", Void("", ""))] * 3
    assert serving.board.place(0).serial() == 0


@pytest.mark.parametrize(("takes", "batches"), [(0.025, [[7, 8]]), (0.05, [[7, 8], []]), (0.06, [[7], [8], []])])
def test_what_takes_long_is_told_meanwhile(
    takes: float, batches: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [one for one in Serving(monkeypatch, [7, 8], takes=takes).said if one[0] in ("played", "done")]
    found = [[int(each.rpartition(".")[2]) for each in one[1]] for one in said]
    assert found == batches
    assert said[-1][0] == "done"


def test_a_game_that_breaks_is_void_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serving = Serving(monkeypatch, [7, 8], breaks="1.0.0.7")
    assert serving.said[-1] == (
        "done", [Void("1.0.0.7", "it could not be played: ValueError: odd"), "done 1.0.0.8"],
    )  # fmt: skip
    assert "ValueError: odd" in capsys.readouterr().err


def test_a_process_in_which_threads_were_left_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    serving = Serving(monkeypatch, [7, 8, 9], threads=(1, 1, 2))
    assert [one for one in serving.said if one[0] != "well"] == [
        ("ready",), ("played", ["done 1.0.0.7", "done 1.0.0.8"]), ("renew",),
    ]  # fmt: skip
