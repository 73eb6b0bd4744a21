"""The planner: it tries each action in many worlds that could be the real one, and takes what turns out best.

1. `worlds.py` draws the worlds, from the view and the events alone: hidden hands, characters and the deck fall anew in each.
2. In each world every action in the running is taken and played on, all seats as the greedy bot plays, until the next round has
   been played, or to the end where somebody has completed a city; `rollout.py` says what that is worth.
3. All actions meet the same worlds, so that the luck of a world weighs on all alike; `sequential_halving.py` drops the worse half again and again.
4. Its chance is a text of its own and the number of the decision: the same view, events, text and playouts give the same action.
   With a limit in milliseconds the clock handed in has a say too.
5. Where no world can be drawn it plays as the greedy bot does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.bots.greedy import GreedyBot
from citadels_engine.bots.planner.sequential_halving import Budget, Race
from citadels_engine.dice import Dice
from citadels_engine.errors import WorldError
from citadels_engine.inference.knowledge import Knowledge
from citadels_engine.inference.worlds import Worlds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

__all__ = ["PlannerBot"]

PLAYOUTS: Final = 400
"""How many playouts a decision takes where nobody says: some 60 ms, compiled."""
A_MILLISECOND: Final = 20
"""More playouts than any machine makes in a millisecond: a clock that stands still does not hold the game up."""
MOST: Final = 24
"""How many actions take part in the race."""


class PlannerBot:
    """Searches within a budget: `playouts` a decision, or `ms` milliseconds by `clock`, which tells them; with both, what ends first."""

    def __init__(
        self,
        seed: str,
        playouts: int | None = None,
        ms: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if playouts is not None and playouts < 1:
            raise ValueError(f"playouts: {playouts} is less than one")
        if ms is not None and not 0 < ms < 1e9:
            raise ValueError(f"ms: {ms} is no time to think")
        if ms is not None and clock is None:
            raise ValueError("ms: a limit in milliseconds wants a clock")
        if playouts is None:
            playouts = PLAYOUTS if ms is None else int(A_MILLISECOND * ms) + 1
        self.seed: str = seed
        self.playouts: int = playouts
        self.ms: float = 0.0 if ms is None else ms
        self.clock: Callable[[], float] | None = None if ms is None else clock

    def choose(self, view: View, events: Sequence[dict[str, object]]) -> Action:
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        budget = Budget(self.playouts, self.ms, self.clock)
        usual = GreedyBot().choose(view, events)
        worlds = worlds_of(view, events)
        if worlds is None:
            return usual
        chance = f"{self.seed}/{view.n}"
        return Race(worlds, entrants(view, usual, self.playouts, chance), chance, budget).run()


def worlds_of(view: View, events: Sequence[dict[str, object]]) -> Worlds | None:
    """The worlds of the view and the events; of the view alone where the events do not tell the whole game; or none."""
    try:
        if len(events) > 0:
            knowledge = Knowledge(view)
            for event in events:
                knowledge.see(event)
            return Worlds(view, knowledge)
    except (WorldError, LookupError, ValueError, AssertionError):
        pass  # events that do not begin with the deal end in any of these
    try:
        return Worlds(view)
    except WorldError:
        return None


def entrants(view: View, usual: Action, playouts: int, chance: str) -> list[Action]:
    """The actions that are tried: the usual one first, and of long lists as many by lot as the playouts can tell apart."""
    others = [action for action in view.actions if action != usual]
    room = max(1, min(MOST, playouts // 4) - 1)
    if len(others) > room:
        Dice(chance, "entrants").shuffle(others)
    return [usual, *others[:room]]
