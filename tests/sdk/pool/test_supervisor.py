"""The supervisor of processes by itself: what it hands out, hears, counts, ends and starts again; no process is started."""

from __future__ import annotations

import io
import pickle
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.errors import BotRaised, MatchBroken
from citadels_sdk.pool import supervisor as module
from citadels_sdk.pool.heartbeat import NOTHING, Thought
from citadels_sdk.pool.processes import CannotTravel
from citadels_sdk.pool.supervisor import LARGEST, LISTS, Slot, Supervisor
from citadels_sdk.pool.worker import serve

from tests.sdk.pool.fakes import Fake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.pool.heartbeat import Place
    from citadels_sdk.pool.processes import Way, Worker


def play(number: int, task: str, place: Place, well: object) -> str:
    raise AssertionError("no game is played here")


class Small(Supervisor[str, str]):
    """A policy that notes what it is told, with games that are texts."""

    what = "game"

    def __init__(self, jobs: int = 1, games: int = 0, way: Way = "fork") -> None:
        super().__init__(play, jobs, way, MINE="told")
        self.todo = {number: f"task {number}" for number in range(1, games + 1)}
        self.queue.extend(self.todo)
        self.taken: list[list[str]] = []
        self.judged: list[tuple[Any, ...]] = []
        self.again = True

    def take(self, results: Sequence[str]) -> None:
        self.taken.append(list(results))

    def judge(self, number: int, thought: Thought | None, late: Thought | None, how: str) -> bool:
        self.judged.append((number, thought, late, how))
        return self.again


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was started, in order: the job, the way, the others, the variables, the process."""
    made: list[tuple[Any, ...]] = []

    def start(job: Any, way: Way, others: list[Worker], **variables: str) -> Worker:
        made.append((job, way, others, variables, Fake(None)))
        worker: Worker = made[-1][-1]
        return worker

    monkeypatch.setattr(module, "start", start)
    return made


def busy(jobs: int = 1, games: int = 0, *, ready: bool = True) -> Small:
    """One with all of its processes, which nobody hears."""
    one = Small(jobs, games)
    for index in range(jobs):
        one.slots[index] = one.start(index)
        one.slots[index].ready = ready
    return one


def has(one: Small, slot: Slot[str], *numbers: int) -> None:
    """The process was handed these games."""
    for number in numbers:
        slot.games[number] = one.todo[number]
        one.queue.remove(number)


# --- handing out -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "jobs", "a_game_s", "sizes"),
    [
        (0, 1, 0.1, []), (1, 1, 0.1, [1]), (9, 1, 0.1, [2, 2]), (60, 1, 0.1, [2, 2]), (60, 1, 0.001, [20, 13]), (60, 2, 0.001, [10, 8]),
        (1000, 1, 0.0, [64, 64]), (1000, 1, 0.0001, [64, 64]), (60, 1, -1.0, [20, 13]),
    ],
)  # fmt: skip
def test_lists_of_games_are_as_long_as_a_moment_and_shorter_towards_the_end(
    games: int, jobs: int, a_game_s: float, sizes: list[int]
) -> None:
    one = busy(jobs, games)
    one.a_game_s = a_game_s
    slot = one.slots[0]
    one.feed(slot)
    orders = slot.worker.told()  # type: ignore[attr-defined]  # it is a fake
    assert [len(order) for order in orders] == sizes
    expected = [(number, f"task {number}") for number in range(1, sum(sizes) + 1)]
    assert [game for order in orders for game in order] == expected
    assert list(slot.games.items()) == expected
    assert (slot.lists, len(one.queue)) == (len(sizes), games - sum(sizes))
    assert (LISTS, LARGEST) == (2, 64)


@pytest.mark.parametrize("a_game_s", [0.16, 0.3, 9.0])
def test_a_process_has_one_game_at_a_time_where_they_take_long(a_game_s: float) -> None:
    one = busy(1, 60)
    one.a_game_s = a_game_s
    one.feed(one.slots[0])
    assert (list(one.slots[0].games), one.slots[0].lists) == ([1], 1)


def test_a_process_that_is_not_ready_is_handed_nothing() -> None:
    one = busy(1, 5, ready=False)
    slot = one.slots[0]
    slot.since, one.idle_ends = 0.0, 2
    one.feed(slot)
    assert slot.games == {}
    one.hear(slot, ("ready",))
    assert slot.ready
    assert slot.since > 0.0
    assert one.idle_ends == 0
    one.feed(slot)
    assert list(slot.games) == [1]


def test_a_process_that_has_ended_meanwhile_is_heard_of_later() -> None:
    class Broken(io.BytesIO):
        def write(self, _what: Any) -> int:
            raise BrokenPipeError

    one = busy(1, 9)
    one.a_game_s = 0.0
    one.slots[0].worker.orders = Broken()
    one.feed(one.slots[0])
    assert (list(one.slots[0].games), one.slots[0].lists, list(one.queue)) == ([1, 2, 3], 1, [4, 5, 6, 7, 8, 9])


# --- hearing ---------------------------------------------------------------------------------------------------------


def test_a_game_is_counted_once_whoever_has_played_it() -> None:
    one = busy(1, 4)
    slot = one.slots[0]
    has(one, slot, 1, 2, 3)
    slot.lists = 2
    one.hear(slot, ("played", [(1, "first"), (2, "second")]))
    assert (list(slot.games), list(one.todo), slot.lists) == ([3], [3, 4], 2)
    one.hear(slot, ("done", [(2, "another"), (3, "third")]))
    assert (slot.games, list(one.todo), slot.lists) == ({}, [4], 1)
    one.hear(slot, ("done", [(3, "another")]))
    assert (one.taken, slot.lists) == ([["first", "second"], ["third"]], 0)


def test_other_words_of_a_process() -> None:
    one = busy(1, 2)
    slot = one.slots[0]
    found = []
    for word in (("says", None), ("renew",)):
        one.hear(slot, word)
        found.append(slot.renewed)
    assert found == [False, True]
    with pytest.raises(CannotTravel, match="no such module"):
        one.hear(slot, ("cannot", "no such module"))
    assert one.taken == []


def test_a_game_that_is_broken_off_ends_its_list_and_by_itself_all() -> None:
    one, fault = busy(1, 3), BotRaised("odd")
    slot = one.slots[0]
    has(one, slot, 1, 2)
    slot.lists = 1
    with pytest.raises(MatchBroken, match=r"^game 2 could not be played:\nthe trace$") as caught:
        one.hear(slot, ("failed", [(1, "first")], 2, fault, "the trace"))
    assert (one.taken, slot.lists, caught.value.__cause__) == ([["first"]], 0, fault)


def test_how_long_a_game_takes_is_averaged_with_the_last_ones_a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    one = busy(1, 8)
    slot = one.slots[0]
    one.a_game_s, slot.since = 0.5, 100.0
    monkeypatch.setattr(module, "monotonic", lambda: 103.0)
    one.count(slot, [(1, "first"), (2, "second")])
    assert (one.a_game_s, slot.since) == (0.75, 103.0)
    one.count(slot, [])
    assert one.a_game_s == 0.75


@pytest.mark.parametrize("rest", [b"", b"\x80odd"])
def test_a_thread_hears_a_process_to_its_end(rest: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    one = busy()
    slot, waited = one.slots[0], list[int]()
    slot.worker.replies = io.BytesIO(pickle.dumps(("ready",)) + pickle.dumps(("renew",)) + rest)
    monkeypatch.setattr(slot.worker, "await_end", lambda: waited.append(one.said.qsize()))
    one.listen(slot)
    assert [one.said.get_nowait() for _ in range(3)] == [(slot, ("ready",)), (slot, ("renew",)), (slot, ())]
    assert one.said.empty()
    assert waited == [2]  # it may tell how it ended before anybody hears of it


# --- who does not come back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "deadline", "number", "late", "killed"),
    [
        (10.0, 9.0, 1, None, 1), (10.0, 10.0, 1, None, 0), (10.0, 11.0, 1, None, 0), (10.0, 9.0, 5, None, 0), (10.0, 9.0, 1, Thought(1, 0, 0, 1.0), 0),
        (0.04, 0.01, 1, None, 0), (0.05, 0.01, 1, None, 1), (10.0, 0.0, 1, None, 0),
    ],
)  # fmt: skip
def test_a_process_is_ended_where_its_bot_is_past_the_deadline_of_a_game_of_its_own(
    now: float, deadline: float, number: int, late: Any, killed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = busy(1, 1)
    slot = one.slots[0]
    has(one, slot, 1)
    slot.place.begin(number)
    slot.place.think(1, 17, deadline)
    slot.late = late
    monkeypatch.setattr(module, "perf_counter", lambda: now)
    one.end_late()
    one.end_late()
    assert slot.worker.killed == killed  # type: ignore[attr-defined]  # it is a fake
    assert slot.late == (Thought(number, 1, 17, deadline) if killed else late)


def test_the_game_of_a_process_that_has_ended_is_judged_and_its_others_are_handed_on() -> None:
    one = busy(2, 6)
    slot = one.slots[1]
    has(one, slot, 2, 3, 4, 5)
    del one.todo[3]
    slot.place.begin(2)
    slot.place.think(1, 17, 9.0, "turn")
    one.hear(slot, ())
    assert one.judged == [(2, Thought(2, 1, 17, 9.0, "turn"), None, "was killed")]
    assert list(one.queue) == [4, 5, 2, 1, 6]
    assert (list(one.slots), slot.worker.replies.closed, one.idle_ends) == ([0], True, 0)


def test_a_game_that_is_not_played_again_is_handed_to_nobody() -> None:
    one = busy(1, 3)
    slot = one.slots[0]
    has(one, slot, 1, 2)
    slot.place.begin(1)
    slot.late = Thought(1, 0, 4, 9.0)
    one.again = False
    one.hear(slot, ())
    assert (one.judged, list(one.queue)) == ([(1, None, Thought(1, 0, 4, 9.0), "was killed")], [2, 3])


def test_games_that_the_judgement_has_dropped_are_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    one = busy(1, 3)
    slot = one.slots[0]
    has(one, slot, 1, 2)
    slot.place.begin(1)
    monkeypatch.setattr(one, "judge", lambda *_: one.todo.clear())
    one.hear(slot, ())
    assert list(one.queue) == [3]


def test_a_game_that_has_been_told_of_is_not_judged() -> None:
    one = busy(1, 3)
    slot = one.slots[0]
    has(one, slot, 1, 2)
    slot.place.begin(1)
    one.hear(slot, ("played", [(1, "first")]))
    one.hear(slot, ())
    assert (one.judged, list(one.queue), one.idle_ends) == ([], [2, 3], 1)


def test_processes_that_end_before_they_play_anything_end_all() -> None:
    one = busy(2, 6)
    slot = one.slots[0]
    for _ in range(4):
        one.slots[0] = slot
        one.replace(slot)
    slot.renewed = True
    one.slots[0] = slot
    one.replace(slot)
    slot.renewed, slot.late = False, Thought(1, 0, 0, 0.0)
    one.slots[0] = slot
    one.replace(slot)
    assert one.idle_ends == 4
    slot.late = None
    one.slots[0] = slot
    with pytest.raises(
        MatchBroken, match=r"^the processes of the game end before they play anything; the last was killed$"
    ):
        one.replace(slot)


# --- all of it -------------------------------------------------------------------------------------------------------


def test_a_process_is_started_with_its_job_at_its_place(started: list[tuple[Any, ...]]) -> None:
    one = Small(2, 2)
    one.board.place(1).begin(9)
    one.fill(2)
    first, second = one.slots[0], one.slots[1]
    (job, way, others, variables, worker), (_, _, later, _, _) = started
    assert (job.func, job.args) == (serve, (play, one.board, 0, False))
    assert (way, others, variables, worker) == ("fork", [], {"MINE": "told"}, first.worker)
    assert later == [first.worker]
    assert (second.index, second.place.number(), second.ready, second.lists) == (1, NOTHING, False, 0)
    thread = first.worker.thread
    assert thread is not None
    assert (thread.daemon, thread.name) == (True, "citadels-game")
    one.close()
    assert not thread.is_alive()


def test_no_process_is_heard_before_all_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    one, heard = Small(3, 3), list[int]()
    monkeypatch.setattr(one, "listen", lambda _slot: heard.append(len(one.slots)))
    one.fill(3)
    one.close()
    assert heard == [3, 3, 3]


def test_a_place_that_is_free_is_filled_when_there_is_work_for_it(started: list[tuple[Any, ...]]) -> None:
    one = busy(3, 2)
    del one.slots[1]
    one.fill(2)
    assert sorted(one.slots) == [0, 2]
    one.fill(3)
    assert sorted(one.slots) == [0, 1, 2]
    assert len(started) == 4
    one.close()


def test_a_board_is_a_file_where_processes_are_fresh() -> None:
    copies, fresh = Small(1), Small(1, way="fresh")
    assert (copies.board.file is None, fresh.board.file is None) == (True, False)
    fresh.close()


def test_all_games_are_played_by_no_more_processes_than_there_are_games(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Small(4)
    feed = one.feed

    def told(slot: Slot[str]) -> None:
        if not slot.ready:
            one.said.put((slot, ("ready",)))
        feed(slot)
        for number, task in slot.games.items():
            one.said.put((slot, ("done", [(number, f"played {task}")])))

    monkeypatch.setattr(one, "feed", told)
    monkeypatch.setattr(module, "LOOK_S", 0.001)
    one.run({7: "seven", 8: "eight"})
    workers = [slot.worker for slot in one.slots.values()]
    assert (len(workers), one.todo) == (2, {})
    assert [batch for batch in one.taken if batch] == [["played seven"], ["played eight"]]
    one.close()
    assert (one.slots, [worker.replies.closed for worker in workers]) == ({}, [True, True])
    with pytest.raises(ValueError, match="released"):
        one.board.cells[0] = 1.0


def test_while_nothing_is_said_it_is_told_that_nothing_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    one = busy(1, 1, ready=False)
    monkeypatch.setattr(module, "LOOK_S", 0.001)
    one.step()
    assert one.taken == [[]]
    one.close()


@pytest.mark.parametrize("forks", [True, False])
def test_bots_that_cannot_be_brought_elsewhere_are_copied_where_that_can_be(
    forks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "can_fork", lambda: forks)
    one = Small(1, way="fresh")
    tried: list[tuple[str, list[int]]] = []

    def play_all() -> None:
        tried.append((one.way, list(one.queue)))
        if len(tried) == 1:
            one.fill(1)
            one.queue.popleft()
            raise CannotTravel("no such module")

    monkeypatch.setattr(one, "play_all", play_all)
    if forks:
        one.run({1: "one", 2: "two"})
        assert tried == [("fresh", [1, 2]), ("fork", [1, 2])]
        assert one.slots == {}
    else:
        with pytest.raises(CannotTravel):
            one.run({1: "one", 2: "two"})
        assert (tried, list(one.todo)) == ([("fresh", [1, 2])], [1, 2])
    one.close()


def test_the_board_is_put_away_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    one, closed = Small(), list[int]()
    monkeypatch.setattr(one, "board", SimpleNamespace(close=lambda: closed.append(1)))

    def interrupted(_workers: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "end_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        one.close()
    assert closed == [1]
