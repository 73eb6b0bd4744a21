"""What a process that plays a match says, played here: it is handed lists, and tells what came of them."""

from __future__ import annotations

import io
import pickle
from typing import Any

import pytest
from citadels_sdk.errors import BotRaised
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.match_plan import Plan, Played, Thought
from citadels_sdk.pool import worker
from citadels_sdk.pool.worker import BOOT, Left, leave, read, tell, with_pipe, work

PLAN = Plan((resolve("greedy"), resolve("random")), (0, 1), 9, "s")


def result(number: int) -> Played:
    return Played(number, 9, (1, 2), (20, 10), (5, 5), (0.1, 0.1), (0.1, 0.1), (0, 0), ())


def loads(text: bytes) -> list[Any]:
    file, found = io.BytesIO(text), list[Any]()
    while file.tell() < len(text):
        found.append(pickle.load(file))
    return found


def said(*orders: tuple[list[int], bool]) -> list[Any]:
    """What the process says that is handed these lists."""
    heard, told = io.BytesIO(b"".join(pickle.dumps(order) for order in orders)), io.BytesIO()
    work(PLAN, heard, told)
    return loads(told.getvalue())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The house's clock: each game takes so many seconds, the last for ever after."""
    steps, now = [0.0], [0.0]

    def play(plan: Plan, index: int, watch: Any) -> Played:
        assert plan is PLAN
        now[0] += steps.pop(0) if len(steps) > 1 else steps[0]
        if watch is not None:
            watch(Thought(0, 1, "pick", False))
            watch(None)
        return result(index)

    monkeypatch.setattr(worker, "play_game", play)
    monkeypatch.setattr(worker, "perf_counter", lambda: now[0])
    return steps


@pytest.mark.usefixtures("clock")
def test_each_list_is_begun_and_done() -> None:
    assert said(([0, 1], False), ([5], False)) == [
        ("ready",), ("begun",), ("done", [result(0), result(1)]), ("begun",), ("done", [result(5)]),
    ]  # fmt: skip
    assert said() == [("ready",)]


def test_games_that_take_long_are_told_now_and_then(clock: list[float]) -> None:
    clock[:] = [0.06, 0.06, 0.05, 0.05, 0.3]
    assert said(([0, 1, 2, 3, 4, 5], False)) == [
        ("ready",),
        ("begun",),
        ("played", [result(0), result(1)]),
        ("played", [result(2), result(3), result(4)]),
        ("played", [result(5)]),
        ("done", []),
    ]


@pytest.mark.usefixtures("clock")
def test_of_games_that_are_watched_each_thought_is_told() -> None:
    thinks = [("thinks", Thought(0, 1, "pick", False)), ("thinks", None)]
    assert said(([0], True), ([1], False)) == [
        ("ready",), ("begun",), *thinks, ("done", [result(0)]), ("begun",), ("done", [result(1)]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("error", "word"), [(BotRaised("it raised"), "fault"), (ZeroDivisionError("by zero"), "broken")]
)
def test_what_ends_a_list_is_told_with_the_games_before_it(
    monkeypatch: pytest.MonkeyPatch, error: Exception, word: str
) -> None:
    def play(plan: Plan, index: int, watch: object) -> Played:
        if index == 2:
            raise error
        return result(index)

    monkeypatch.setattr(worker, "play_game", play)
    told = said(([1, 2, 3], False), ([4], False))
    assert told[:2] == [("ready",), ("begun",)]
    assert told[2][:3] == (word, [result(1)], 2)
    assert type(error).__name__ in told[2][-1]
    assert str(error) in told[2][-1]
    assert told[2][-1].startswith("Traceback")
    assert (len(told[2]), told[3:]) == (5 if word == "fault" else 4, [("begun",), ("done", [result(4)])])


def test_what_is_told_is_told_at_once() -> None:
    flushed: list[int] = []

    class Pipe(io.BytesIO):
        def flush(self) -> None:
            flushed.append(len(self.getvalue()))

    pipe = Pipe()
    tell(pipe, "played", [1])
    assert loads(pipe.getvalue()) == [("played", [1])]
    assert flushed == [len(pipe.getvalue())]


def test_the_end_of_what_is_heard_is_the_end() -> None:
    assert read(io.BytesIO(pickle.dumps(([1], True)))) == ([1], True)
    assert read(io.BytesIO(b"")) is None


def test_nobody_who_is_told_is_no_fault_and_both_ends_are_closed() -> None:
    def job(heard: object, told: object) -> None:
        raise BrokenPipeError

    heard, told = io.BytesIO(), io.BytesIO()
    with_pipe(job, heard, told)
    assert (heard.closed, told.closed) == (True, True)


def test_to_be_told_to_end_passes_every_bot() -> None:
    with pytest.raises(Left):
        leave(15, None)
    assert not issubclass(Left, Exception)


def test_a_fresh_interpreter_imports_from_where_it_is_told() -> None:
    assert (
        BOOT
        == "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.pool.worker import main; main()"
    )
