"""The policy for a match: whose game has ended its process twice is set aside.

1. The first time the game is played again, and what its bots do is written down (`match_plan.Watched`).
2. The second time it is set aside, or ends the match where a fault is to end it. When more games are set aside than played, the match ends too.
3. A fault that ends the match is that of the first game that has one: those before it are played.
"""

from __future__ import annotations

from collections import Counter, deque
from functools import partial
from typing import TYPE_CHECKING, Final

from citadels_sdk.errors import MatchBroken
from citadels_sdk.isolated.process_cache import share
from citadels_sdk.local.match_plan import Played, broken_game, play_game
from citadels_sdk.pool.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.local.match_plan import Broken, Plan
    from citadels_sdk.pool.heartbeat import Place, Thought
    from citadels_sdk.pool.processes import Way


LOST: Final = 10
"""So many games at least are set aside before the match is given up."""


def play(plan: Plan, number: int, watched: bool, place: Place, _say: object) -> Played:
    """Play a game of the match, in its process."""
    return play_game(plan, number, place if watched else None)


def play_isolated(plan: Plan, number: int, watched: bool, place: Place, say: object) -> Played:
    """The same with isolated bots, which share the processor of this process."""
    share(place.index)
    return play(plan, number, watched, place, say)


class MatchPool(Supervisor[bool, Played]):
    """The processes of one match; of a game it is told whether it is watched."""

    what = "match"

    def __init__(self, plan: Plan, jobs: int, way: Way, broken: list[Broken]) -> None:
        isolated = any(one.kind == "isolated" for one in plan.entrants)
        super().__init__(partial(play_isolated if isolated else play, plan), jobs, way)
        self.plan = plan
        self.heard: Callable[[Sequence[Played]], None] = lambda _batch: None
        self.ends: tuple[int, Exception] | None = None
        self.deaths: Counter[int] = Counter()
        self.broken = broken
        """The games that were set aside."""
        self.played = 0

    def play(self, heard: Callable[[Sequence[Played]], None]) -> None:
        """Play all games; `heard` is told of them as they come, in any order."""
        self.heard = heard
        try:
            self.run(dict.fromkeys(range(self.plan.games), False))
            if self.ends is not None:
                raise self.ends[1]
        finally:
            self.close()

    def take(self, results: Sequence[Played]) -> None:
        """These games have been played."""
        if results:
            self.played += len(results)
            self.heard(results)

    def fail(self, number: int, error: Exception | None, trace: str) -> None:
        """The fault of a bot ends the match, or something else does."""
        if error is None:
            error = MatchBroken(f"game {number} could not be played:\n{trace}")
        else:
            error.add_note(f"Where it was played:\n{trace}")
        self.stop(number, error)

    def stop(self, number: int, error: Exception) -> None:
        """Play no game from this one on, and end with the error of the first."""
        if self.ends is None or number < self.ends[0]:
            self.ends = number, error
            self.todo = {one: watched for one, watched in self.todo.items() if one < number}
            self.queue = deque(one for one in self.queue if one < number)

    def judge(self, number: int, thought: Thought | None, late: Thought | None, how: str) -> bool:
        """The game is played again once."""
        del late  # nobody is late: no deadline is set
        self.deaths[number] += 1
        if self.deaths[number] < 2:
            self.todo[number] = True
            return True
        self.set_aside(broken_game(self.plan, number, how, thought))
        return False

    def set_aside(self, broken: Broken) -> None:
        """Play on without that game, as long as most games can be played."""
        again = "" if broken.repro is None else f"\nsee it again: {broken.repro}"
        if self.plan.on_fault == "raise":
            self.stop(broken.game, MatchBroken(f"{broken}{again}"))
            return
        self.broken.append(broken)
        self.todo.pop(broken.game, None)
        if (len(self.broken) >= LOST and len(self.broken) > self.played) or (not self.todo and not self.played):
            what = f"{len(self.broken)} games ended their process, and {self.played} were played; the last was"
            raise MatchBroken(f"{what} {broken}{again}")
