"""What is played for a seat whose player is absent or out of time (R-TURN-5).

It gathers gold, declines every option, neither bribes nor reveals; where a choice is forced, the choice is by lot, from the
game's own stream `absent/<n>`, so that it is the same whoever works it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import DONE, END, GOLD, PASS, REFUSE
from citadels_engine.dice import Dice
from citadels_engine.game import awaited, legal_actions

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game

__all__ = ["default_action"]

DECLINING: Final = (GOLD, PASS, REFUSE, END, DONE)
"""What an absent player does wherever it is legal."""


def default_action(game: Game) -> Action:
    """The action taken for whoever has to act.

    >>> from citadels_engine import load
    >>> game = load({
    ...     "cast": "assassin thief magician king bishop merchant architect warlord".split(),
    ...     "seats": [{"characters": ["assassin"], "gold": 9, "hand": ["temple"]}, {}, {}, {}],
    ...     "turn": {"character": "assassin", "gathered": True},
    ... })
    >>> str(default_action(game))
    'end'
    """
    awaited(game)
    legal = legal_actions(game)
    for action in DECLINING:
        if action in legal:
            return action
    forced = [action for action in legal if action.verb == "crown" and action.text.count(" ") == 1]
    choices = forced or list(legal)
    return choices[Dice(game.seed, f"absent/{game.n}").below(len(choices))]
