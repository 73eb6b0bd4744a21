"""The policy for a tournament: a bot that does not come back, or ends its process, has left that game, and nobody else is charged.

1. A bot past its deadline has left at that decision, and the game is played again. The second time it has left from the beginning.
2. A process that ends by itself may have been ended by anybody, so the game is played again as it was. Where it ends again while
   the same bot thinks at the same decision, or `ENDS` times at any, that bot has left; one that has done so in `KNOWN` games has left at once.
3. Where a process ends while no bot of an entrant thinks, it says after every thought of that game, when it is played again, that it
   is well: a bot that has broken it is found so. A game that ends its processes all the same is void.
4. The processes stay from round to round. One in which a bot has left threads behind gives way to another.
"""

from __future__ import annotations

import os
import traceback
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from citadels_sdk.isolated.process_cache import share
from citadels_sdk.pool.processes import CannotTravel
from citadels_sdk.pool.supervisor import Supervisor
from citadels_sdk.tournaments.executors import Alone
from citadels_sdk.tournaments.game_run import Done, Gone, Task, Void
from citadels_sdk.tournaments.sandbox_check import play_task

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.pool.heartbeat import Place, Thought
    from citadels_sdk.pool.processes import Way
    from citadels_sdk.tournaments.game_run import Hall


KNOWN: Final = 3
ENDS: Final = 3
"""So many processes have ended in a game: while one bot was thinking, then it has left; while none was, then the game is void."""


def play(hall: Hall, _number: int, task: Task, place: Place, say: Callable[[object], None]) -> Done | Void:
    """Play a game of the tournament, in its process."""

    def prove_well() -> None:
        try:
            say(Void("", ""))
        except BaseException:  # noqa: BLE001  # whatever a bot has done to this process, it is of no use any more
            os._exit(1)

    try:
        return play_task(hall, task, place, prove_well)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is written down, and the others are played
        traceback.print_exc()
        return Void(task.game, f"it could not be played: {type(error).__name__}: {error}")


def play_isolated(hall: Hall, number: int, task: Task, place: Place, say: Callable[[object], None]) -> Done | Void:
    """The same with isolated bots, which share the processor of this process."""
    share(place.index)
    return play(hall, number, task, place, say)


class TournamentPool(Supervisor[Task, Done | Void]):
    """The processes of one tournament."""

    what = "tournament"
    renews = True

    def __init__(self, hall: Hall, jobs: int, way: Way, notes: list[str]) -> None:
        super().__init__(partial(play, hall), jobs, way)
        self.hall = hall
        self.notes = notes
        self.heard: Callable[[Sequence[Done | Void]], None] = lambda _batch: None
        self.last = 0
        """The number of the last game."""
        self.ends: Counter[tuple[str, int, int]] = Counter()
        """How many processes ended in a game, while a seat was thinking or, with -1, none; at that decision or, with -1, at any."""
        self.crashes: Counter[str] = Counter()
        """How many games each entrant has ended."""

    def share(self) -> None:
        """Have each process share its processor with the isolated bots that it asks."""
        self.play_one = partial(play_isolated, self.hall)

    def play(self, tasks: Sequence[Task], heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Play them all; `heard` is told of them as they come, in any order, and now and then of none."""
        self.heard = heard
        numbered = dict(enumerate(tasks, self.last + 1))
        self.last += len(tasks)
        try:
            self.run(numbered)
        except CannotTravel as error:
            self.notes.append(f"played in one process: the bots could not be brought into another one ({error})")
            left = [self.todo.pop(number) for number in sorted(self.todo)]
            self.queue.clear()
            Alone(self.hall).play(left, heard)

    def take(self, results: Sequence[Done | Void]) -> None:
        """These games have been played, or none since a moment."""
        self.heard(results)

    def judge(self, number: int, thought: Thought | None, late: Thought | None, how: str) -> bool:
        """Charge the bot that has ended the process, or nobody; a game that nobody is charged for is void in the end."""
        task = self.todo[number]
        if late is not None:
            if thought is not None and (late.number, late.seat, late.n) == (number, thought.seat, thought.n):
                self.charge(number, thought, "it did not come back in time")
            return True
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
            self.heard(
                [Void(task.game, f"{ends} processes have ended in it while no bot was thinking; the last {how}")]
            )
            return False
        if thought is None:
            self.todo[number] = task._replace(watched=True)
        return True

    def charge(self, number: int, thought: Thought, what: str) -> None:
        """That bot has left the game at that decision; where it had left it already, from the beginning."""
        task = self.todo[number]
        before = [gone for gone in task.gone if gone.seat == thought.seat]
        n = 0 if before else thought.n
        gone = [one for one in task.gone if one.seat != thought.seat]
        self.todo[number] = task._replace(gone=(*gone, Gone(thought.seat, n, what)))
