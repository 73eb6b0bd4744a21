"""The processes that play a tournament: started once, handed games, watched, and ended from outside where a bot does not come back.

1. Each process reads lists of games, plays them, and tells of them in batches (`serve`); a thread here hears it.
2. While a bot thinks, that stands on the `Board` with its deadline. Past it the process is ended, and the bot has left that game at
   that decision: the game is played again, and nobody else is charged. The second time it has left from the beginning.
3. A process that ends by itself may have been ended by anybody, so the game is played again as it was. Where it ends again while
   the same bot thinks at the same decision, or `ENDS` times at any, that bot has left; one that has done so in `KNOWN` games has left at once.
4. Where a process ends while no bot of an entrant thinks, it says after every thought of that game, when it is played again, that it
   is well: a bot that has broken it is found so. A game that ends its processes all the same is void.
5. A process in which a bot has left threads behind gives way to another after that game.
"""

from __future__ import annotations

import os
import pickle
import queue
import threading
import traceback
from collections import Counter, deque
from functools import partial
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from citadels_sdk.errors import MatchBroken
from citadels_sdk.pool.heartbeat import Board
from citadels_sdk.pool.processes import CannotTravel, can_fork, end_all, let_go, start_fork, start_fresh
from citadels_sdk.pool.worker import tell
from citadels_sdk.tournaments.executors import Alone
from citadels_sdk.tournaments.game_run import Gone, Void
from citadels_sdk.tournaments.sandbox_check import play_task

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.pool.heartbeat import Place, Thought
    from citadels_sdk.pool.processes import Way, Worker
    from citadels_sdk.tournaments.game_run import Done, Hall, Task

__all__ = ["Hand", "Staff", "serve"]

TELL_S: Final = 0.05
LOOK_S: Final = 0.05
ORDER_S: Final = 0.3
"""About so long does a process play what it is handed at once."""
LARGEST: Final = 64
ORDERS: Final = 2
"""So many lists may a process have, so that it need not wait for the next one."""
KNOWN: Final = 3
ENDS: Final = 3
"""So many processes have ended in a game: while one bot was thinking, then it has left; while none was, then the game is void."""


# --- in the process --------------------------------------------------------------------------------------------------


def serve(hall: Hall, board: Board, index: int, heard: BinaryIO, told: BinaryIO) -> None:
    """Play what is handed over, until there is no more."""
    place = board.place(index)
    threads = threading.active_count()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=place.copied)

    def well() -> None:
        try:
            tell(told, "well", Void("", ""))
        except BaseException:  # noqa: BLE001  # whatever a bot has done to this process, it is of no use any more
            os._exit(1)

    tell(told, "ready")
    while order := read(heard):
        batch: list[Done | Void] = []
        last = perf_counter()
        for serial, task in order:
            place.begin(serial)
            try:
                batch.append(play_task(hall, task, place, well))
            except Exception as error:  # noqa: BLE001  # whatever it is, it is written down, and the others are played
                traceback.print_exc()
                batch.append(Void(task.game, f"it could not be played: {type(error).__name__}: {error}"))
            now = perf_counter()
            if now - last > TELL_S:
                tell(told, "played", batch)
                batch, last = [], now
            if threading.active_count() > threads:
                tell(told, "played", batch)
                tell(told, "renew")
                return
        tell(told, "done", batch)


def read(heard: BinaryIO) -> list[tuple[int, Task]] | None:
    """The next games; none at the end."""
    try:
        order: list[tuple[int, Task]] = pickle.load(heard)  # noqa: S301  # it comes from the process that has started this one
    except EOFError:
        return None
    return order


# --- seen from here --------------------------------------------------------------------------------------------------


class Hand:
    """One process, its place on the board, and what it has to do."""

    def __init__(self, worker: Worker, place: Place, index: int) -> None:
        self.worker = worker
        self.place = place
        self.index = index
        self.games: dict[int, Task] = {}
        """What it was handed and has not told of, by number."""
        self.orders = ORDERS
        """How many lists it has; before it is ready none is handed over."""
        self.late: Thought | None = None
        """For whom it was ended."""
        self.renewed = False
        """Whether it gives way to another one."""
        self.since = monotonic()
        """When it was last heard of."""


class Staff:
    """All processes of a tournament."""

    def __init__(self, hall: Hall, jobs: int, way: Way, notes: list[str]) -> None:
        self.hall = hall
        self.jobs = jobs
        self.way = way
        self.notes = notes
        self.board = Board.open(jobs, shared_file=way == "fresh")
        self.hands: list[Hand] = []
        self.todo: dict[int, Task] = {}
        """By number: what is to be heard of."""
        self.queue: deque[int] = deque()
        """What nobody was handed, in order."""
        self.serial = 0
        self.ends: Counter[tuple[str, int, int]] = Counter()
        """How many processes ended in a game, while a seat was thinking or, with -1, none; at that decision or, with -1, at any."""
        self.crashes: Counter[str] = Counter()
        """How many games each entrant has ended."""
        self.idle_ends = 0
        self.a_game_s = ORDER_S
        """About how long a game takes."""
        self.said: queue.SimpleQueue[tuple[Hand, tuple[Any, ...]]] = queue.SimpleQueue()
        self.looked = 0.0

    def play(self, tasks: Sequence[Task], heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Play them all; `heard` is told of them as they come, in any order, and now and then of none."""
        for task in tasks:
            self.serial += 1
            self.todo[self.serial] = task
            self.queue.append(self.serial)
        try:
            self.play_all(heard)
        except CannotTravel as error:
            self.settle_for_less(error, heard)

    def play_all(self, heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Play what is to be played."""
        while self.todo:
            for index in range(len(self.hands), min(self.jobs, len(self.todo))):
                self.hands.append(self.start(index))
            for hand in self.hands:
                self.feed(hand)
            try:
                hand, what = self.said.get(timeout=LOOK_S)  # a limit lets Ctrl-C through on every system
            except queue.Empty:
                heard(())
            else:
                self.hear(hand, what, heard)
            self.look()

    def settle_for_less(self, error: CannotTravel, heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """The bots cannot be brought into a fresh process: copies of this one, or this one alone."""
        end_all([hand.worker for hand in self.hands])
        self.hands = []
        self.queue = deque(sorted(self.todo))
        if can_fork():
            self.way = "fork"
            self.play_all(heard)
            return
        self.notes.append(f"played in one process: the bots could not be brought into another one ({error})")
        left = [self.todo.pop(number) for number in sorted(self.todo)]
        self.queue.clear()
        Alone(self.hall).play(left, heard)

    # --- in and out -----------------------------------------------------------------------------------------------------

    def start(self, index: int) -> Hand:
        """One more process, at that place."""
        place = self.board.place(index)
        place.begin(0)
        job = partial(serve, self.hall, self.board, index)
        if self.way == "fork":
            worker = start_fork(job, [hand.worker for hand in self.hands])
        else:
            worker = start_fresh(pickle.dumps(job, protocol=5))
        hand = Hand(worker, place, index)
        worker.thread = threading.Thread(target=self.listen, args=(hand,), name="citadels-tournament", daemon=True)
        worker.thread.start()
        return hand

    def listen(self, hand: Hand) -> None:
        """What its thread does: hear it."""
        try:
            while True:
                self.said.put((hand, pickle.load(hand.worker.heard)))  # noqa: S301  # a process that was started here
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.said.put((hand, ()))

    def feed(self, hand: Hand) -> None:
        """Hand it games, fewer towards the end, so that all end together."""
        while self.queue and hand.orders < ORDERS:
            most = int(ORDER_S / self.a_game_s) if self.a_game_s > 0 else LARGEST
            size = max(1, min(LARGEST, most, len(self.queue) // (3 * self.jobs)))
            order = [
                (number, self.todo[number])
                for number in [self.queue.popleft() for _ in range(min(size, len(self.queue)))]
            ]
            hand.games.update(order)
            hand.orders += 1
            try:
                pickle.dump(order, hand.worker.told, protocol=5)
                hand.worker.told.flush()
            except OSError:
                return  # its end is heard of like any other

    def hear(self, hand: Hand, what: tuple[Any, ...], heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Take in what a process has said."""
        match what:
            case ("ready",):
                hand.orders = 0
                self.idle_ends = 0
            case ("played" | "done", list() as batch):
                self.count(hand, batch, heard)
                hand.orders -= what[0] == "done"
            case ("well", _):
                pass
            case ("renew",):
                hand.renewed = True
            case ("cannot", str() as why):
                raise CannotTravel(why)
            case _:
                self.lost(hand, heard)

    def count(self, hand: Hand, batch: list[Done | Void], heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Take in what came of games."""
        told = {done.game for done in batch}
        for number in [number for number, task in hand.games.items() if task.game in told]:
            del hand.games[number]
            self.todo.pop(number, None)
        now = monotonic()
        took = (now - hand.since) / len(batch) if batch else self.a_game_s
        hand.since = now
        self.a_game_s += (took - self.a_game_s) / 4
        heard(batch)

    # --- who does not come back -----------------------------------------------------------------------------------------

    def look(self) -> None:
        """End the processes in which a bot is past its deadline."""
        now = perf_counter()  # the clock of all processes of this machine, as the board's deadlines are
        if now - self.looked < LOOK_S:
            return
        self.looked = now
        for hand in self.hands:
            thought = hand.place.read()
            if thought is not None and now > thought.deadline and thought.serial in hand.games and hand.late is None:
                hand.late = thought
                hand.worker.kill()

    def lost(self, hand: Hand, heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """A process has ended: somebody is charged for it, or nobody, and its games are played by another one."""
        how = hand.worker.end()
        thought, at = hand.place.read(), hand.place.serial()
        left = [number for number in hand.games if number in self.todo]
        if at in left:
            left.remove(at)
            self.judge(at, thought, hand.late, how, heard)
        elif hand.late is None and not hand.renewed:
            self.idle_ends += 1
            if self.idle_ends > 2 * self.jobs:
                raise MatchBroken(f"the processes of the tournament end before they play anything; the last {how}")
        self.queue.extendleft(sorted(left, reverse=True))
        let_go(hand.worker)
        self.hands[hand.index] = self.start(hand.index)

    def judge(
        self,
        number: int,
        thought: Thought | None,
        late: Thought | None,
        how: str,
        heard: Callable[[Sequence[Done | Void]], None],
    ) -> None:
        """What becomes of the game in which a process has ended."""
        task = self.todo[number]
        if late is not None:
            if thought is not None and (late.serial, late.seat, late.n) == (number, thought.seat, thought.n):
                self.charge(number, thought, "it did not come back in time")
            self.queue.appendleft(number)
            return
        seat = -1 if thought is None else thought.seat
        self.ends[task.game, seat, -1] += 1
        ends = self.ends[task.game, seat, -1]
        again = False
        if thought is not None:
            self.ends[task.game, seat, thought.n] += 1
            again = self.ends[task.game, seat, thought.n] > 1
        if thought is not None and (again or ends >= ENDS or self.crashes[task.bots[seat]] >= KNOWN):
            self.crashes[task.bots[seat]] += 1
            self.charge(number, thought, f"the process that it was played in {how}")
        elif ends >= ENDS:
            del self.todo[number]
            heard([Void(task.game, f"{ends} processes have ended in it while no bot was thinking; the last {how}")])
            return
        if thought is None:
            self.todo[number] = task._replace(watched=True)
        self.queue.appendleft(number)

    def charge(self, number: int, thought: Thought, what: str) -> None:
        """That bot has left the game at that decision; where it had left it already, from the beginning."""
        task = self.todo[number]
        before = [gone for gone in task.gone if gone.seat == thought.seat]
        n = 0 if before else thought.n
        gone = [one for one in task.gone if one.seat != thought.seat]
        self.todo[number] = task._replace(gone=(*gone, Gone(thought.seat, n, what)))

    def close(self) -> None:
        """End all of them."""
        try:
            end_all([hand.worker for hand in self.hands])
        finally:
            self.board.close()
