"""The processes of a match: handed games, watched, ended.

1. A process is a copy of this one or a fresh interpreter: `processes` says when which.
2. Each has a thread here that hands it games and hears what came of them. A process that has ended is noticed by the end of its
   output, whatever ended it.
3. The games that it still had are played again, each handed over alone and watched. A game whose process has ended twice is set
   aside, or ends the match where a fault is to end it; a process that ended before it had begun what it was handed does not count.
   When more games are set aside than played, the match ends too.
4. `close` ends every process, with the programs of its bots, within a moment.
"""

from __future__ import annotations

import pickle
import queue
import threading
import time
from collections import Counter, deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.errors import BotFault, MatchBroken
from citadels_sdk.local.match_plan import broken_game
from citadels_sdk.pool.processes import CannotTravel, end_all, start_fork, start_fresh
from citadels_sdk.pool.worker import work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.local.match_plan import Broken, Plan, Played
    from citadels_sdk.pool.processes import Way, Worker

__all__ = ["Crew"]

LARGEST: Final = 64
LOST: Final = 10
"""So many games at least are set aside before the match is given up."""


class Crew:
    """The processes of one match."""

    def __init__(self, plan: Plan, jobs: int, way: Way, broken: list[Broken]) -> None:
        self.plan = plan
        self.jobs = jobs
        self.way = way
        self.workers: list[Worker] = []
        self.job = partial(work, plan)
        self.packed = b"" if way == "fork" else pickle.dumps(self.job, protocol=5)
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
        if not had or not worker.begun:
            self.idle_deaths += 1
            if self.idle_deaths > 2 * self.jobs:
                raise MatchBroken(f"the processes of the match end before they play anything; the last {how}")
        else:
            self.deaths.update(had)
        if worker.begun and len(had) == 1 and self.deaths[had[0]] >= 2:
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
        worker = start_fork(self.job, self.workers) if self.way == "fork" else start_fresh(self.packed)
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
                elif what[0] == "begun":
                    worker.begun = True
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
                    worker.has, worker.begun = games, False
                    return games, watched
                if self.closing or not self.todo:
                    return [], False
            time.sleep(0.05)

    def close(self) -> None:
        """End all of them."""
        self.closing = True
        end_all(self.workers)
