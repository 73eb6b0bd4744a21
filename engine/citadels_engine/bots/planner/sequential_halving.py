"""The race: every action in the running meets the same worlds, and the worse half drops out, until the budget is used up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.bots.planner.rollout import play_on
from citadels_engine.errors import CitadelsError
from citadels_engine.game import apply

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine.actions.types import Action
    from citadels_engine.inference.worlds import Worlds

__all__ = ["Budget", "Race"]

FAILURES: Final = 8
"""How many worlds may fail before the race ends with what it has."""


class Budget:
    """How much one decision may use: playouts, and milliseconds where there is a clock, which tells them."""

    __slots__ = ("_began", "_clock", "_ms", "_playouts", "spent")

    def __init__(self, playouts: int, ms: float, clock: Callable[[], float] | None) -> None:
        self._playouts = playouts
        self._ms = ms
        self._clock = clock
        self._began: float = 0.0 if clock is None else clock()
        self.spent: int = 0
        """The playouts made."""

    def has_room(self, count: int, share: float) -> bool:
        """Whether so many playouts more stay within that share of the budget."""
        return self.spent + count <= self._playouts * share and self.has_time(share)

    def has_time(self, share: float) -> bool:
        """Whether the clock, if there is one, has not run through that share of the time."""
        clock = self._clock
        return clock is None or clock() - self._began < self._ms * share


class Runner:
    """An action and what its playouts were worth, taken together."""

    __slots__ = ("action", "total")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.total: float = 0.0


def standing(runner: Runner) -> float:
    """The order in the race: all that are still in it have met the same worlds."""
    return -runner.total


class Race:
    """One decision's search; among equals the action that was named first wins."""

    def __init__(self, worlds: Worlds, actions: list[Action], chance: str, budget: Budget) -> None:
        self.worlds = worlds
        self.runners: list[Runner] = [Runner(action) for action in actions]
        self.chance = chance
        self.budget = budget
        self.drawn: int = 0
        """The worlds drawn."""
        self.failed: int = 0

    def run(self) -> Action:
        """The winner; the first action where no world could be played."""
        heats = (len(self.runners) - 1).bit_length()
        for heat in range(heats):
            share = (heat + 1) / heats
            while self.failed < FAILURES and self.budget.has_room(len(self.runners), share):
                if not self.meet_world():
                    self.failed += 1
            if self.drawn > self.failed:
                self.runners.sort(key=standing)
                self.runners = self.runners[: max(2, (len(self.runners) + 1) // 2)]
        return self.runners[0].action

    def meet_world(self) -> bool:
        """Play every action still in the race in one more world; a world that not all of them have met does not count."""
        chance = f"{self.chance}/{self.drawn}"
        self.drawn += 1
        values: list[float] = []
        try:
            world = self.worlds.sample(chance)
            for runner in self.runners:
                if not self.budget.has_time(1.0):
                    return False
                self.budget.spent += 1
                game = world.copy()
                apply(game, runner.action)
                values.append(play_on(game, self.worlds.me))
        except CitadelsError:
            return False
        for i, runner in enumerate(self.runners):
            runner.total += values[i]
        return True
