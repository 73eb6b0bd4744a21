"""The processes in which bots play: which way they are started, how many threads are counted before a copy, how they end."""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.pool import processes, worker
from citadels_sdk.pool.processes import (
    GRACE_S,
    Worker,
    cores,
    end_all,
    release,
    start,
    start_fork,
    start_fresh,
    travels,
    way_for,
)
from citadels_sdk.pool.worker import BOOT, leave, reply

from tests.sdk.bots import First
from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO


def test_a_thread_that_was_started_is_counted() -> None:
    before, over = processes.threads(), threading.Event()
    thread = threading.Thread(target=over.wait, args=(20,))
    thread.start()
    try:
        assert processes.threads() == before + 1
    finally:
        over.set()
        thread.join(30)


def test_where_threads_cannot_be_counted_those_of_python_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(_place: str) -> list[str]:
        raise OSError("there is no /proc")

    monkeypatch.setattr(os, "listdir", no)
    assert processes.threads() == threading.active_count()


# --- which way -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forks", "threads", "like", "way"),
    [
        (True, 1, First, "fork"), (True, 2, First, "fresh"), (False, 1, First, "fresh"), (True, 2, lambda view: view.actions[0], "fork"),
        (False, 1, lambda view: view.actions[0], "one"),
    ],
)  # fmt: skip
def test_the_way_hangs_on_the_system_the_threads_and_the_bots(
    monkeypatch: pytest.MonkeyPatch, forks: bool, threads: int, like: Any, way: str
) -> None:
    monkeypatch.setattr(processes, "can_fork", lambda: forks)
    monkeypatch.setattr(processes, "threads", lambda: threads)
    note = "" if way != "one" else (
        "played in one process: function can only be found here; a bot in a file of its own is played on all cores"
    )  # fmt: skip
    assert way_for([resolve("greedy"), resolve(like)]) == (way, note)


def test_a_copy_is_made_where_the_system_lets_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert processes.can_fork() is hasattr(os, "fork")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert processes.can_fork() is False


def test_as_many_cores_are_used_as_this_process_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3, 5, 7} if pid == 0 else set(), raising=False)
    assert cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert cores() == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1


def test_what_can_be_imported_travels_and_main_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert travels([resolve("greedy"), resolve(First)])
    assert not travels([resolve(lambda view: view.actions[0])])
    monkeypatch.setattr(First, "__module__", "__main__")
    monkeypatch.setattr(sys.modules["__main__"], "First", First, raising=False)
    assert not travels([resolve(First)])
    monkeypatch.undo()
    monkeypatch.setattr(sys, "executable", "")
    assert not travels([resolve("greedy")])


# --- one process -----------------------------------------------------------------------------------------------------


def status(code: int) -> str:
    """How a process has ended that ended so."""

    class Ended:
        pid = 0

        def wait(self) -> int:
            return code

    return Worker(0, io.BytesIO(), io.BytesIO(), Ended()).reap()  # type: ignore[arg-type]  # a fake


def test_how_a_process_ended_is_told_in_words() -> None:
    assert [status(code) for code in (0, 3, -9, -15, -63)] == [
        "ended with status 0", "ended with status 3", "was ended by SIGKILL", "was ended by SIGTERM", "was ended by signal 63",
    ]  # fmt: skip


def test_a_fresh_interpreter_has_its_job_its_variables_and_a_group_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    boot = "import json, os, sys; print(sys.argv[1] == json.dumps(json.loads(sys.argv[1])), os.environ['MINE'], os.getpgrp() == os.getpid(), sys.stdin.read())"
    monkeypatch.setattr(processes, "BOOT", boot)
    worker = start_fresh(b"packed", MINE="told")
    assert not worker.over()
    worker.orders.close()
    assert worker.replies.read() == b"True told True packed\n"
    until(worker.over, "it has ended")
    assert worker.end() == "ended with status 0" == worker.end()
    assert worker.over()
    release(worker)
    assert worker.replies.closed


def test_a_fresh_interpreter_plays_unless_it_is_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    class Popen:
        pid = 7
        stdin, stdout = io.BytesIO(), io.BytesIO()

        def __init__(self, words: list[str], **more: Any) -> None:
            given.append((words, more))

    monkeypatch.setattr(subprocess, "Popen", Popen)
    worker = start_fresh(b"packed")
    words, more = given[0]
    assert words[:3] == [sys.executable, "-c", BOOT]
    assert (more["stdin"], more["stdout"], more["env"]) == (subprocess.PIPE, subprocess.PIPE, dict(os.environ))
    assert "stderr" not in more
    assert (Popen.stdin.getvalue(), worker.pid) == (b"packed", 7)


def told_once(orders: BinaryIO, replies: BinaryIO) -> None:
    """A job: say who it is, then wait for the end."""
    reply(replies, os.getpid(), os.getpgrp(), signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
    orders.read()


def test_a_copy_does_its_job_in_a_group_of_its_own_and_ends_with_what_it_hears() -> None:
    worker = start_fork(told_once, [])
    assert pickle.load(worker.replies) == (worker.pid, worker.pid, True)
    assert not worker.over()
    worker.orders.close()
    until(worker.over, "it has ended")
    assert worker.end() == "ended with status 0"
    release(worker)


def test_a_process_that_is_told_to_end_while_it_starts_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(worker, "guard", lambda *_: seen.append(signal.getsignal(signal.SIGTERM)))
    started = start_fork(
        lambda _orders, replies: reply(replies, seen == [signal.SIG_DFL], signal.getsignal(signal.SIGTERM) is leave), []
    )
    assert pickle.load(started.replies) == (True, True)
    end_all([started])


def test_a_copy_keeps_nothing_of_the_others() -> None:
    first = start_fork(told_once, [])
    second = start_fork(told_once, [first])
    assert pickle.load(first.replies)[0] == first.pid
    assert pickle.load(second.replies)[0] == second.pid
    first.orders.close()
    until(first.over, "the end of what it hears is its end, whoever else was copied")
    end_all([first, second])
    assert second.over()


class Fake(Worker):
    """A process that is none."""

    def __init__(self, ends: Callable[[float], bool], now: list[float]) -> None:
        super().__init__(0, io.BytesIO(), io.BytesIO(), None)
        self.ends, self.now, self.told_to, self.killed = ends, now, 0, 0

    def terminate(self) -> None:
        self.told_to += 1

    def over(self) -> bool:
        return self.killed > 0 or self.ends(self.now[0])

    def end(self) -> str:
        self.killed += 1
        return ""


def test_all_are_told_to_end_and_have_a_moment_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def sleep(_seconds: float) -> None:
        now[0] += 0.25

    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    before, soon = Fake(lambda at: True, now), Fake(lambda at: at >= 0.5, now)
    end_all([before, soon])
    assert ((before.told_to, soon.told_to), now[0]) == ((0, 1), 0.5)
    assert [one.killed for one in (before, soon)] == [1, 1]
    assert before.replies.closed
    assert soon.orders.closed
    never = Fake(lambda at: False, now)
    end_all([never])
    assert (now[0], GRACE_S, never.killed) == (1.5, 1.0, 1)


def test_a_process_has_a_moment_to_end_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(
        processes, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=lambda _s: now.append(now.pop() + 0.25))
    )
    soon = Fake(lambda at: at >= 0.5, now)
    soon.await_end()
    assert now == [0.5]
    Fake(lambda at: False, now).await_end()
    assert now == [1.5]


def test_a_process_that_is_reaped_at_this_moment_is_over() -> None:
    worker = start_fork(lambda _orders, _replies: None, [])
    os.waitpid(worker.pid, 0)
    assert worker.over()
    worker.ended = ""
    release(worker)


def test_a_process_does_its_job_as_a_copy_or_in_a_fresh_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    monkeypatch.setattr(processes, "start_fork", lambda job, others: made.append((job, others)))
    monkeypatch.setattr(processes, "start_fresh", lambda packed, **more: made.append((pickle.loads(packed), more)))
    start(told_once, "fork", [], MINE="told")
    start(told_once, "fresh", [], MINE="told")
    assert made == [(told_once, []), (told_once, {"MINE": "told"})]


def test_a_thread_that_hears_is_waited_for() -> None:
    worker, heard = Fake(lambda at: True, [0.0]), list[int]()
    worker.thread = threading.Thread(target=lambda: heard.append(1))
    worker.thread.start()
    release(worker)
    assert heard == [1]
