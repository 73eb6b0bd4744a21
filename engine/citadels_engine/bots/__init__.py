"""The players of the house: each sees a View and the events of its seat, nothing else.

>>> from citadels_engine import awaited, new_game, view
>>> game = new_game(4, seed="an example")
>>> seat = awaited(game).seat
>>> make("greedy", "any text").choose(view(game, seat), []).verb
'pick'

A bot keeps nothing from one decision to the next but its chance, and that is handed in as a text of its own, never the game's
seed. `events` are what its seat has seen so far, oldest first, each as `Event.for_seat` tells it; a bot plays without them too,
knowing less. The planner thinks as long as its budget lets it: so many playouts, or so many milliseconds by a clock that is
handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from citadels_engine.bots.greedy import GreedyBot
from citadels_engine.bots.planner import PlannerBot
from citadels_engine.bots.random_bot import RandomBot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

__all__ = ["NAMES", "Bot", "GreedyBot", "PlannerBot", "RandomBot", "make"]

NAMES: Final = ("random", "greedy", "planner")


class Bot(Protocol):
    """Who answers the decisions of one seat."""

    def choose(self, view: View, events: Sequence[dict[str, object]]) -> Action:
        """One of `view.actions`; it is asked only where there are any."""
        ...


def make(
    name: str,
    seed: str,
    *,
    playouts: int | None = None,
    ms: float | None = None,
    clock: Callable[[], float] | None = None,
) -> Bot:
    """The bot of that name, one of `NAMES`; `seed` is all its chance.

    The budget is the planner's, and the others have no use for it: playouts a decision, or milliseconds by the clock, which
    tells milliseconds from any beginning. Without one it has playouts enough for a good game.
    """
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot()
    if name == "planner":
        return PlannerBot(seed, playouts, ms, clock)
    raise ValueError(f"there is no bot {name!r}; there are {', '.join(NAMES)}")
