"""The random bot: every legal action is as likely as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses by the stream `bot/random` of its own seed, one number a decision."""

    def __init__(self, seed: str) -> None:
        self.dice: Dice = Dice(seed, "bot/random")

    def choose(self, view: View, events: Sequence[dict[str, object]]) -> Action:
        actions = view.actions
        return actions[self.dice.below(len(actions))]
