"""The processes in which bots play: started, and ended with everything that they have started.

1. A process is a copy of this one (`fork`) where this one has a single thread, so that a bot may be defined anywhere. Else it is
   a fresh interpreter (`fresh`) where the bots can be brought there: their files or modules are imported, `__main__` never is.
2. What a process does is its `worker.Job`; it has orders and replies through pipes, and is a group of processes of its own.
3. `end_all` ends processes, with the programs of their bots, within a moment.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from typing import IO, TYPE_CHECKING, Final, Literal, TypeAlias

from citadels_sdk.pool.watchdog import signal_group
from citadels_sdk.pool.worker import BOOT, fork_main

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.pool.worker import Job


Way: TypeAlias = Literal["fork", "fresh", "one"]
GRACE_S: Final = 1.0


class CannotTravel(Exception):
    """The bots cannot be brought into a fresh process."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def way_for(entrants: Sequence[Entrant]) -> tuple[Way, str]:
    """How to start processes for these bots, and what there is to say about it."""
    forks = can_fork()
    if forks and threads() == 1:
        return "fork", ""
    if travels(entrants):
        return "fresh", ""
    if forks:
        return "fork", ""
    names = ", ".join(one.name for one in entrants if not travels([one]))
    return (
        "one",
        f"played in one process: {names} can only be found here; a bot in a file of its own is played on all cores",
    )


def can_fork() -> bool:
    """Whether a process may be copied here: on macOS a copy may not use the system's libraries."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def threads() -> int:
    """How many threads this process has, those of libraries too where they can be counted."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208  # what is counted are names, not paths
    except OSError:
        return threading.active_count()


def travels(entrants: Sequence[Entrant]) -> bool:
    """Whether a fresh interpreter could import these bots."""
    try:
        packed = pickle.dumps(list(entrants), protocol=5)
    except Exception:  # noqa: BLE001  # whatever a bot raises when it is packed
        return False
    return bool(sys.executable) and b"__main__" not in packed


# --- one process -----------------------------------------------------------------------------------------------------


def has_exited(pid: int, process: subprocess.Popen[bytes] | None) -> bool:
    """Whether the process has ended; it is not reaped yet where the system lets one look."""
    if process is not None and process.returncode is not None:
        return True
    if hasattr(os, "waitid"):
        with contextlib.suppress(ChildProcessError):  # it was reaped at this moment
            return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return process is None or process.poll() is not None


class Worker:
    """One process, seen from here."""

    def __init__(
        self, pid: int, replies: IO[bytes], orders: IO[bytes], process: subprocess.Popen[bytes] | None
    ) -> None:
        self.pid = pid
        self.replies = replies
        """What it says."""
        self.orders = orders
        """What it is told."""
        self.process = process
        self.thread: threading.Thread | None = None
        """Who hears it."""
        self.ended: str | None = None

    def end(self) -> str:
        """Make sure that it has ended, and every program that it has started; how it ended, in words."""
        if self.ended is None:
            self.kill()
            self.ended = self.reap()
        return self.ended

    def kill(self) -> None:
        """End it now."""
        if hasattr(os, "killpg"):
            signal_group(self.pid)
        elif self.process is not None:
            self.process.kill()

    def terminate(self) -> None:
        """Ask it to end."""
        if self.process is not None:
            self.process.terminate()
        else:
            os.kill(self.pid, signal.SIGTERM)

    def over(self) -> bool:
        """Whether it has ended already."""
        return self.ended is not None or has_exited(self.pid, self.process)

    def await_end(self) -> None:
        """Give it a moment to end by itself, so that it can be told how it ended."""
        until = time.monotonic() + GRACE_S
        while time.monotonic() < until and not self.over():
            time.sleep(0.005)

    def reap(self) -> str:
        """How it ended."""
        if self.process is not None:
            status = self.process.wait()
        else:
            status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        if status >= 0:
            return f"ended with status {status}"
        try:
            return f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"was ended by signal {-status}"


def start(job: Job, way: Way, others: Sequence[Worker], **variables: str) -> Worker:
    """A process that does the job, a copy of this one or a fresh interpreter."""
    return start_fork(job, others) if way == "fork" else start_fresh(pickle.dumps(job, protocol=5), **variables)


def start_fresh(packed: bytes, **variables: str) -> Worker:
    """A fresh interpreter, with these variables of its environment; its own group of processes keeps Ctrl-C away from it."""
    words = [sys.executable, "-c", BOOT, json.dumps(sys.path)]
    alone = {"process_group": 0} if os.name == "posix" else {}
    environment = {**os.environ, **variables}
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, **alone)  # type: ignore[call-overload]  # noqa: S603  # the flags of one system; our own interpreter
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(BrokenPipeError):  # its end is noticed like any other
        process.stdin.write(packed)
        process.stdin.flush()
    return Worker(process.pid, process.stdout, process.stdin, process)


def start_fork(job: Job, others: Sequence[Worker]) -> Worker:
    """A copy of this process; it keeps nothing of what belongs to the others."""
    orders_there, orders_here = os.pipe()
    replies_here, replies_there = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # that there are threads here is known, and wanted by the bots
        pid = os.fork()
    if pid == 0:
        try:
            os.setpgid(0, 0)
            os.close(orders_here)
            os.close(replies_here)
            for other in others:
                for file in (other.replies, other.orders):
                    if not file.closed:
                        os.close(file.fileno())
            fork_main(job, orders_there, replies_there)
        finally:
            os._exit(1)  # whatever goes wrong here, it is not to go on as the process that was copied
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)  # on both sides, so that it holds from here on whoever is first
    os.close(orders_there)
    os.close(replies_there)
    return Worker(pid, os.fdopen(replies_here, "rb"), os.fdopen(orders_here, "wb"), None)


def end_all(workers: Sequence[Worker]) -> None:
    """End all of them, those that do not end when they are told to after a moment."""
    for worker in workers:
        if not worker.over():
            worker.terminate()
    until = time.monotonic() + GRACE_S
    try:
        while time.monotonic() < until and not all(worker.over() for worker in workers):
            time.sleep(0.005)
    finally:
        for worker in workers:
            worker.end()
    for worker in workers:
        release(worker)


def release(worker: Worker) -> None:
    """Close the pipes of a process that has ended."""
    if worker.thread is not None:
        worker.thread.join()
    worker.replies.close()
    with contextlib.suppress(BrokenPipeError):
        worker.orders.close()
