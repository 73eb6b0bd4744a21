"""The processes of a match: started, handed games, watched, ended.

1. A process is a copy of this one (`fork`) where this one has a single thread, so that a bot may be defined anywhere. Else it is
   a fresh interpreter (`fresh`) where the bots can be brought there: their files or modules are imported, `__main__` never is.
2. Each has a thread here that hands it games and hears what came of them. A process that has ended is noticed by the end of its
   output, whatever ended it.
3. The games that it still had are played again, each handed over alone and watched. A game whose process has ended twice is set
   aside, or ends the match where a fault is to end it. When more games are set aside than played, the match ends too.
4. `close` ends every process, with the programs of its bots, within a moment.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter, deque
from typing import IO, TYPE_CHECKING, Any, Final, Literal, TypeAlias

from citadels_sdk.errors import BotFault, MatchBroken
from citadels_sdk.scheduling import broken_game
from citadels_sdk.working import BOOT, fork_main

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.entrants import Entrant
    from citadels_sdk.scheduling import Broken, Plan, Played, Thought

__all__ = ["CannotTravel", "Crew", "Way", "can_fork", "cores", "start_fresh", "travels", "way_for"]

Way: TypeAlias = Literal["fork", "fresh", "one"]
LARGEST: Final = 64
GRACE_S: Final = 1.0
LOST: Final = 10
"""So many games at least are set aside before the match is given up."""


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


class Worker:
    """One process, seen from here."""

    def __init__(self, pid: int, heard: IO[bytes], told: IO[bytes], process: subprocess.Popen[bytes] | None) -> None:
        self.pid = pid
        self.heard = heard
        """What it says."""
        self.told = told
        """What it is told."""
        self.process = process
        self.has: list[int] = []
        """The games that it was handed and has not told of."""
        self.thinks: Thought | None = None
        """What a bot was doing when it was last heard of, in a game that is watched."""
        self.ready = False
        self.thread: threading.Thread | None = None
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
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
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
        if self.ended is not None:
            return True
        if self.process is not None:
            return self.process.poll() is not None
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return found is not None

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


def start_fresh(packed: bytes, boot: str | None = None, **variables: str) -> Worker:
    """A fresh interpreter, with these variables of its environment; its own group of processes keeps Ctrl-C away from it."""
    words = [sys.executable, "-c", BOOT if boot is None else boot, json.dumps(sys.path)]
    alone = {"process_group": 0} if os.name == "posix" else {}
    environment = {**os.environ, **variables}
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, **alone)  # type: ignore[call-overload]  # noqa: S603  # the flags of one system; our own interpreter
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(BrokenPipeError):  # its end is noticed like any other
        process.stdin.write(packed)
        process.stdin.flush()
    return Worker(process.pid, process.stdout, process.stdin, process)


def start_fork(plan: Plan, others: Sequence[Worker]) -> Worker:
    """A copy of this process; it keeps nothing of what belongs to the others."""
    heard_there, told_here = os.pipe()
    heard_here, told_there = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # that there are threads here is known, and wanted by the bots
        pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.close(told_here)
        os.close(heard_here)
        for other in others:
            for file in (other.heard, other.told):
                if not file.closed:
                    os.close(file.fileno())
        fork_main(plan, heard_there, told_there)
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)  # on both sides, so that it holds from here on whoever is first
    os.close(heard_there)
    os.close(told_there)
    return Worker(pid, os.fdopen(heard_here, "rb"), os.fdopen(told_here, "wb"), None)


# --- all of them -----------------------------------------------------------------------------------------------------


class Crew:
    """The processes of one match."""

    def __init__(self, plan: Plan, jobs: int, way: Way, broken: list[Broken]) -> None:
        self.plan = plan
        self.jobs = jobs
        self.way = way
        self.workers: list[Worker] = []
        self.packed = b"" if way == "fork" else pickle.dumps(plan, protocol=5)
        self.todo = set(range(plan.games))
        """Games whose result has not been told."""
        self.next = 0
        self.again: deque[int] = deque()
        self.limit = plan.games
        """Games from here on are not played any more, since one of them ends the match."""
        self.ends: tuple[int, Exception] | None = None
        self.deaths: Counter[int] = Counter()
        self.broken = broken
        """The games that were set aside."""
        self.played = 0
        self.idle_deaths = 0
        self.closing = False
        self.lock = threading.Lock()
        self.said: queue.SimpleQueue[tuple[Worker, tuple[Any, ...]]] = queue.SimpleQueue()

    def play(self, heard: Callable[[Sequence[Played]], None]) -> None:
        """Play all games; `heard` is told of them as they come, in any order."""
        try:
            for _ in range(self.jobs):
                self.start()
            for worker in self.workers:
                self.listen(worker)
            while self.waiting():
                try:
                    worker, what = self.said.get(timeout=0.5)  # a limit lets Ctrl-C through on every system
                except queue.Empty:
                    continue
                self.hear(worker, what, heard)
            if self.ends is not None:
                raise self.ends[1]
        finally:
            self.close()

    def waiting(self) -> bool:
        """Whether a game is still to be heard of that counts."""
        if self.ends is None:
            return bool(self.todo)
        return any(index < self.limit for index in self.todo)

    def hear(self, worker: Worker, what: tuple[Any, ...], heard: Callable[[Sequence[Played]], None]) -> None:
        """Take in what a process has said."""
        match what:
            case ("ready",):
                worker.ready = True
            case ("played" | "done", batch):
                self.count(worker, batch, heard)
            case ("fault", batch, int() as index, BotFault() as fault, str() as trace):
                self.count(worker, batch, heard)
                fault.add_note(f"Where it was played:\n{trace}")
                self.stop(index, fault)
            case ("broken", batch, int() as index, str() as trace):
                self.count(worker, batch, heard)
                self.stop(index, MatchBroken(f"game {index} could not be played:\n{trace}"))
            case ("thinks", thought):
                worker.thinks = thought
            case ("cannot", str() as why):
                raise CannotTravel(why)
            case _:
                self.lost(worker)

    def count(self, worker: Worker, batch: Sequence[Played], heard: Callable[[Sequence[Played]], None]) -> None:
        """Take in the results; of a game played twice, the first."""
        fresh = [played for played in batch if played.number in self.todo]
        told = {played.number for played in batch}
        self.todo -= told
        with self.lock:
            worker.has = [index for index in worker.has if index not in told]
        if fresh:
            self.played += len(fresh)
            heard(fresh)

    def stop(self, index: int, error: Exception) -> None:
        """Play no game from this one on, and end with the error of the first."""
        with self.lock:
            if self.ends is None or index < self.ends[0]:
                self.ends = index, error
                self.limit = index

    def lost(self, worker: Worker) -> None:
        """A process has ended: its games are played again, by another one."""
        how = worker.end()
        had = sorted(index for index in worker.has if index in self.todo)
        worker.has = []
        if not had:
            self.idle_deaths += 1
            if self.idle_deaths > 2 * self.jobs:
                raise MatchBroken(f"the processes of the match end before they play anything; the last {how}")
        self.deaths.update(had)
        if len(had) == 1 and self.deaths[had[0]] >= 2:
            self.set_aside(broken_game(self.plan, had[0], how, worker.thinks))
        else:
            with self.lock:
                self.again.extend(had)
        if self.waiting():
            self.listen(self.start())

    def set_aside(self, broken: Broken) -> None:
        """Play on without that game, as long as most games can be played."""
        again = "" if broken.repro is None else f"\nsee it again: {broken.repro}"
        if self.plan.on_fault == "raise":
            self.stop(broken.game, MatchBroken(f"{broken}{again}"))
            return
        self.broken.append(broken)
        self.todo.discard(broken.game)
        if (len(self.broken) >= LOST and len(self.broken) > self.played) or (not self.todo and not self.played):
            what = f"{len(self.broken)} games ended their process, and {self.played} were played; the last was"
            raise MatchBroken(f"{what} {broken}{again}")

    # --- in and out -----------------------------------------------------------------------------------------------------

    def start(self) -> Worker:
        """One more process."""
        worker = start_fork(self.plan, self.workers) if self.way == "fork" else start_fresh(self.packed)
        self.workers.append(worker)
        return worker

    def listen(self, worker: Worker) -> None:
        """Hand it games, and hear it, in a thread."""
        worker.thread = threading.Thread(target=self.attend, args=(worker,), name="citadels-match", daemon=True)
        worker.thread.start()

    def attend(self, worker: Worker) -> None:
        """What the thread does."""
        try:
            while True:
                what = pickle.load(worker.heard)  # noqa: S301  # a process that was started here
                if what[0] in ("ready", "done"):
                    if what[0] == "done":
                        self.said.put((worker, what))
                    games, watched = self.hand_over(worker)
                    if not games:
                        return
                    pickle.dump((games, watched), worker.told, protocol=5)
                    worker.told.flush()
                else:
                    self.said.put((worker, what))
                    if what[0] in ("fault", "broken", "cannot"):
                        return
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.said.put((worker, ()))

    def hand_over(self, worker: Worker) -> tuple[list[int], bool]:
        """The next games for a process, and whether they are watched; waits while others may fail.

        They are fewer towards the end, so that all end together.
        """
        while True:
            with self.lock:
                watched = bool(self.again)
                if watched:
                    games = [self.again.popleft()]
                else:
                    left = self.limit - self.next
                    size = max(1, min(LARGEST, left // (3 * self.jobs)))
                    games = list(range(self.next, min(self.limit, self.next + size)))
                    self.next += len(games)
                if games:
                    worker.has = games
                    return games, watched
                if self.closing or not self.todo:
                    return [], False
            time.sleep(0.05)

    def close(self) -> None:
        """End all of them."""
        self.closing = True
        for worker in self.workers:
            if not worker.over():
                worker.terminate()
        until = time.monotonic() + GRACE_S
        try:
            while time.monotonic() < until and not all(worker.over() for worker in self.workers):
                time.sleep(0.005)
        finally:
            for worker in self.workers:
                worker.end()
        for worker in self.workers:
            if worker.thread is not None:
                worker.thread.join()
            worker.heard.close()
            with contextlib.suppress(BrokenPipeError):
                worker.told.close()
