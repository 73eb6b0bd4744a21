"""The supervisor of the processes in which bots play: it starts them, hands them games, watches them, ends them, and starts others in their place.

1. A process is a copy of this one or a fresh interpreter (`processes`); it plays lists of games and tells of them (`worker`). A thread here
   reads what it says, and notices its end by the end of its output, whatever ended it.
2. While a bot thinks, that stands on the `Board`, with a deadline where there is one. Past it the process is ended.
3. A process that has ended has lost the game that it was at, which a policy judges (`judge`), and costs no other: those are handed to the next process.
   Where processes end before they play anything, all of it ends (`MatchBroken`).
4. Fresh interpreters that cannot import the bots give way to copies, where there can be any; else `CannotTravel` is raised.
5. `close` ends every process, with the programs of its bots, within a moment.

A policy is a class of its own: `match_pool`, `tournament_pool`, `check_pool`.
"""

from __future__ import annotations

import pickle
import queue
import threading
from collections import deque
from functools import partial
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from citadels_sdk.errors import MatchBroken
from citadels_sdk.pool.heartbeat import NOTHING, Board
from citadels_sdk.pool.processes import CannotTravel, can_fork, end_all, release, start
from citadels_sdk.pool.worker import serve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from citadels_sdk.pool.heartbeat import Place, Thought
    from citadels_sdk.pool.processes import Way, Worker


Task = TypeVar("Task")
Result = TypeVar("Result")

LOOK_S: Final = 0.05
LIST_S: Final = 0.3
"""About so long does a process play what it is handed at once."""
LARGEST: Final = 64
LISTS: Final = 2
"""So many lists of quick games may a process have, so that it need not wait for the next one."""


class Slot(Generic[Task]):
    """One process, its place on the board, and what it has to do."""

    def __init__(self, worker: Worker, place: Place, index: int) -> None:
        self.worker = worker
        self.place = place
        self.index = index
        self.games: dict[int, Task] = {}
        """What it was handed and has not told of, by number."""
        self.ready = False
        self.lists = 0
        """How many lists of games it has."""
        self.late: Thought | None = None
        """For whom it was ended."""
        self.renewed = False
        """Whether it gives way to another one."""
        self.since = monotonic()
        """When it was last heard of."""


class Supervisor(Generic[Task, Result]):
    """The processes of one match, tournament or check."""

    what: ClassVar[str]
    """What they play, in words."""
    renews: ClassVar[bool] = False
    """Whether a process in which a bot has left threads behind gives way to another one after that game."""

    def __init__(
        self,
        play: Callable[[int, Task, Place, Callable[[object], None]], Result],
        jobs: int,
        way: Way,
        **variables: str,
    ) -> None:
        self.play_one = play
        self.jobs = jobs
        self.way = way
        self.variables = variables
        """Those of the environment of fresh interpreters."""
        self.board = Board.open(jobs, shared_file=way == "fresh")
        self.slots: dict[int, Slot[Task]] = {}
        self.todo: dict[int, Task] = {}
        """By number: the games that are to be heard of."""
        self.queue: deque[int] = deque()
        """Those that no process has, in order."""
        self.idle_ends = 0
        self.a_game_s = LIST_S
        """About how long a game takes."""
        self.said: queue.SimpleQueue[tuple[Slot[Task], tuple[Any, ...]]] = queue.SimpleQueue()
        self.looked = 0.0

    # --- a policy -------------------------------------------------------------------------------------------------------

    def take(self, results: Sequence[Result]) -> None:
        """These games have been played; now and then, none."""
        raise NotImplementedError

    def note(self, words: Any) -> None:
        """A game that is under way has something to say."""

    def judge(self, number: int, thought: Thought | None, late: Thought | None, how: str) -> bool:
        """Whether the game at which a process has ended is played again; `late` is for whom the process was ended here."""
        raise NotImplementedError

    def fail(self, number: int, error: Exception | None, trace: str) -> None:
        """The game was broken off in its process by that fault of a bot, or by something else."""
        raise MatchBroken(f"game {number} could not be played:\n{trace}") from error

    def end_idle(self, ready: bool, how: str) -> None:
        """A process has ended that was at no game; `ready` is whether it had the bots."""
        self.idle_ends += 1
        if self.idle_ends > 2 * self.jobs:
            raise MatchBroken(f"the processes of the {self.what} end before they play anything; the last {how}")

    # --- all of it ------------------------------------------------------------------------------------------------------

    def run(self, tasks: Mapping[int, Task]) -> None:
        """Play these games, by number; they are told of in any order."""
        self.todo.update(tasks)
        self.queue.extend(tasks)
        try:
            self.play_all()
        except CannotTravel:
            if not can_fork():
                raise
            self.end_all()
            self.way = "fork"
            self.queue = deque(sorted(self.todo))
            self.play_all()

    def play_all(self) -> None:
        """Play what is to be played."""
        while self.todo:
            self.step()

    def step(self) -> None:
        """Hand out games, and wait a moment for what a process says."""
        self.fill(min(self.jobs, len(self.todo)))
        for slot in self.slots.values():
            self.feed(slot)
        try:
            slot, what = self.said.get(timeout=LOOK_S)  # a limit lets Ctrl-C through on every system
        except queue.Empty:
            self.take(())
        else:
            self.hear(slot, what)
        self.end_late()

    def close(self) -> None:
        """End all of them."""
        try:
            self.end_all()
        finally:
            self.board.close()

    def end_all(self) -> None:
        """End every process."""
        slots, self.slots = self.slots, {}
        end_all([slot.worker for slot in slots.values()])

    # --- in and out -----------------------------------------------------------------------------------------------------

    def fill(self, count: int) -> None:
        """Have at least so many processes; they are heard when all are started, so that no thread runs while this process is copied."""
        started: list[Slot[Task]] = []
        for index in range(self.jobs):
            if index not in self.slots and len(self.slots) < count:
                self.slots[index] = self.start(index)
                started.append(self.slots[index])
        for slot in started:
            slot.worker.thread = threading.Thread(
                target=self.listen, args=(slot,), name=f"citadels-{self.what}", daemon=True
            )
            slot.worker.thread.start()

    def start(self, index: int) -> Slot[Task]:
        """One more process, at that place."""
        place = self.board.place(index)
        place.begin(NOTHING)
        job = partial(serve, self.play_one, self.board, index, self.renews)
        others = [slot.worker for slot in self.slots.values()]
        return Slot(start(job, self.way, others, **self.variables), place, index)

    def listen(self, slot: Slot[Task]) -> None:
        """What its thread does: hear it."""
        try:
            while True:
                self.said.put((slot, pickle.load(slot.worker.replies)))  # noqa: S301  # a process that was started here
        except Exception:  # noqa: BLE001  # its end, or what a bot has written there
            slot.worker.await_end()
            self.said.put((slot, ()))

    def feed(self, slot: Slot[Task]) -> None:
        """Hand it games, fewer towards the end, so that all end together."""
        most = int(LIST_S / self.a_game_s) if self.a_game_s > 0 else LARGEST
        while self.queue and slot.ready and slot.lists < (LISTS if most > 1 else 1):
            size = max(1, min(LARGEST, most, len(self.queue) // (3 * self.jobs)))
            numbers = [self.queue.popleft() for _ in range(min(size, len(self.queue)))]
            order = [(number, self.todo[number]) for number in numbers]
            slot.games.update(order)
            slot.lists += 1
            try:
                pickle.dump(order, slot.worker.orders, protocol=5)
                slot.worker.orders.flush()
            except OSError:
                return  # its end is heard of like any other

    def hear(self, slot: Slot[Task], what: tuple[Any, ...]) -> None:
        """Take in what a process has said."""
        match what:
            case ("ready",):
                slot.ready, slot.since = True, monotonic()
                self.idle_ends = 0
            case ("played" | "done", list() as batch):
                self.count(slot, batch)
                slot.lists -= what[0] == "done"
            case ("failed", list() as batch, int() as number, error, str() as trace):
                self.count(slot, batch)
                slot.lists -= 1
                self.fail(number, error, trace)
            case ("says", words):
                self.note(words)
            case ("renew",):
                slot.renewed = True
            case ("cannot", str() as why):
                raise CannotTravel(why)
            case _:
                self.replace(slot)

    def count(self, slot: Slot[Task], batch: list[tuple[int, Result]]) -> None:
        """Take in what came of games; of a game that was played twice, the first."""
        fresh = [result for number, result in batch if self.todo.pop(number, None) is not None]
        for number, _ in batch:
            slot.games.pop(number, None)
        now = monotonic()
        took = (now - slot.since) / len(batch) if batch else self.a_game_s
        slot.since = now
        self.a_game_s += (took - self.a_game_s) / 4
        if fresh:
            self.take(fresh)

    # --- who does not come back -----------------------------------------------------------------------------------------

    def end_late(self) -> None:
        """End the processes in which a bot is past its deadline."""
        now = perf_counter()  # the clock of all processes of this machine, as the board's deadlines are
        if now - self.looked < LOOK_S:
            return
        self.looked = now
        for slot in self.slots.values():
            thought = slot.place.read()
            if thought is not None and now > thought.deadline and thought.number in slot.games and slot.late is None:
                slot.late = thought
                slot.worker.kill()

    def replace(self, slot: Slot[Task]) -> None:
        """A process has ended: the game that it was at is judged, and its others are played by another one."""
        how = slot.worker.end()
        del self.slots[slot.index]
        release(slot.worker)
        thought, at = slot.place.read(), slot.place.number()
        left = sorted(number for number in slot.games if number in self.todo and number != at)
        if at in slot.games and at in self.todo:
            if self.judge(at, thought, slot.late, how):
                self.queue.appendleft(at)
        elif slot.late is None and not slot.renewed:
            self.end_idle(slot.ready, how)
        self.queue.extendleft(reversed([number for number in left if number in self.todo]))
