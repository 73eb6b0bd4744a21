"""The greedy bot: it takes what looks best now, by rules of thumb, and always the same in the same place.

1. `observation.py` reads the view: purses, hands, cities, who is close to the end.
2. `district_value.py` says what a district is worth in a city, `build_plan.py` what to build with the gold there is.
3. `character_value.py` says how much a seat would like a character, `character_guess.py` who probably holds it, and who is to be feared.
4. `draft.py`, `turn.py`, `targets.py` and `answers.py` decide, one function a kind of decision or of action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.bots.greedy.answers import answer
from citadels_engine.bots.greedy.observation import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

__all__ = ["GreedyBot"]


class GreedyBot:
    """A sound player without memory or chance."""

    def choose(self, view: View, events: Sequence[dict[str, object]]) -> Action:
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        return answer(Table(view, events))
