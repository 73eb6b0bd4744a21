"""What a process of the pool says, played here: it is handed lists, and tells what came of them."""

from __future__ import annotations

import io
import os
import pickle
import threading
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.errors import BotRaised
from citadels_sdk.pool import worker
from citadels_sdk.pool.heartbeat import Board
from citadels_sdk.pool.worker import BOOT, Left, leave, read, reply, serve, with_pipe

from tests.sdk.pool.fakes import loads
from tests.support.modules import replace_in

if TYPE_CHECKING:
    from citadels_sdk.pool.heartbeat import Place


class Serving:
    """A process that is told its orders at once; each game takes so many seconds of the house's clock, the last for ever after."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *orders: list[int], renews: bool = False, **ways: Any) -> None:
        self.steps: list[float] = list(ways.get("takes", [0.0]))
        self.threads = iter(ways.get("threads", ()))
        self.error: Exception | None = ways.get("error")
        self.now = 0.0
        self.begun: list[tuple[int, int, object]] = []
        self.board = Board.open(2, shared_file=False)
        monkeypatch.setattr(worker, "perf_counter", lambda: self.now)
        replace_in(monkeypatch, worker, os, register_at_fork=lambda **_: None)
        replace_in(monkeypatch, worker, threading, active_count=lambda: next(self.threads, 1))
        text = b"".join(pickle.dumps([(number, f"task {number}") for number in order]) for order in orders)
        replies = io.BytesIO()
        serve(self.play, self.board, 1, renews, io.BytesIO(text), replies)
        self.said = loads(replies.getvalue())

    def play(self, number: int, task: object, place: Place, say: Any) -> str:
        self.begun.append((place.number(), number, task))
        if number == 8 and self.error is not None:
            raise self.error
        if number == 5:
            say("well")
        self.now += self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return f"played {number}"


def played(*numbers: int) -> list[tuple[int, str]]:
    return [(number, f"played {number}") for number in numbers]


def test_a_process_plays_its_lists_and_tells_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    serving = Serving(monkeypatch, [7, 8], [9])
    assert serving.begun == [(7, 7, "task 7"), (8, 8, "task 8"), (9, 9, "task 9")]
    assert serving.said == [("ready",), ("done", played(7, 8)), ("done", played(9))]
    assert serving.board.place(0).number() == 0


def test_a_game_can_say_something_before_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Serving(monkeypatch, [5]).said == [("ready",), ("says", "well"), ("done", played(5))]


def test_games_that_take_long_are_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    takes = [0.03, 0.03, 0.025, 0.0125, 0.3]
    assert Serving(monkeypatch, [0, 1, 2, 3, 4, 6], takes=takes).said == [
        ("ready",), ("played", played(0, 1)), ("played", played(2, 3, 4)), ("played", played(6)), ("done", []),
    ]  # fmt: skip


@pytest.mark.parametrize("error", [BotRaised("it raised"), ZeroDivisionError("by zero")])
def test_what_breaks_a_game_off_ends_its_list_and_is_told(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    said = Serving(monkeypatch, [7, 8, 9], [4], error=error).said
    assert said[0] == ("ready",)
    assert said[1][:3] == ("failed", played(7), 8)
    assert str(said[1][3]) == (str(error) if isinstance(error, BotRaised) else "None")
    assert said[1][4].startswith("Traceback")
    assert f"{type(error).__name__}: {error}" in said[1][4]
    assert said[2:] == [("done", played(4))]


@pytest.mark.parametrize("renews", [True, False])
def test_a_process_in_which_threads_were_left_gives_way_where_that_is_wanted(
    monkeypatch: pytest.MonkeyPatch, renews: bool
) -> None:
    said = Serving(monkeypatch, [7, 8, 9], renews=renews, threads=(1, 1, 2)).said
    if renews:
        assert said == [("ready",), ("played", played(7, 8)), ("renew",)]
    else:
        assert said == [("ready",), ("done", played(7, 8, 9))]


def test_what_is_told_is_told_at_once() -> None:
    flushed: list[int] = []

    class Pipe(io.BytesIO):
        def flush(self) -> None:
            flushed.append(len(self.getvalue()))

    pipe = Pipe()
    reply(pipe, "played", [1])
    assert loads(pipe.getvalue()) == [("played", [1])]
    assert flushed == [len(pipe.getvalue())]


def test_the_end_of_what_is_heard_is_the_end() -> None:
    assert read(io.BytesIO(pickle.dumps([(1, True)]))) == [(1, True)]
    assert read(io.BytesIO(b"")) is None


def test_nobody_who_is_told_is_no_fault_and_both_ends_are_closed() -> None:
    def job(orders: object, replies: object) -> None:
        raise BrokenPipeError

    orders, replies = io.BytesIO(), io.BytesIO()
    with_pipe(job, orders, replies)
    assert (orders.closed, replies.closed) == (True, True)


def test_to_be_told_to_end_passes_every_bot() -> None:
    with pytest.raises(Left):
        leave(15, None)
    assert not issubclass(Left, Exception)


def test_a_fresh_interpreter_imports_from_where_it_is_told() -> None:
    assert (
        BOOT
        == "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.pool.worker import main; main()"
    )
