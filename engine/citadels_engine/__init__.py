"""The rules of Citadels, both editions, every card, for 2 to 8 players.

>>> from citadels_engine import new_game, legal_actions, apply, is_over, winners
>>> game = new_game(4, seed="a first look")
>>> while not is_over(game):
...     apply(game, legal_actions(game)[0])
>>> len(winners(game))
1

`new_game` deals, `awaited` and `legal_actions` say who may do what, `apply` acts in place and `play` on a copy. `view` is what a
seat may know; `load` and `save` read and write positions,
`why_not` names the rule that stands in the way, `sample_world` draws a whole game that agrees with what a seat has seen.
"""

from citadels_engine import game as _game
from citadels_engine.actions.forms import action_from_json, parse
from citadels_engine.actions.types import Action
from citadels_engine.cards.scenarios import SCENARIOS, scenario, scenario_cast
from citadels_engine.errors import (
    CaseError,
    CitadelsError,
    CodecError,
    IllegalAction,
    PositionError,
    RecordError,
    SetupError,
    UnknownAction,
    WorldError,
)
from citadels_engine.formats.position import load, save
from citadels_engine.formats.record_lines import RULES
from citadels_engine.game import apply, awaited, is_over, legal_actions, new_game, play, prices
from citadels_engine.inference.worlds import sample_world
from citadels_engine.rules.reasons import why_not
from citadels_engine.rules.scoring import Score, places, score, scores, winners
from citadels_engine.state import Game
from citadels_engine.views.events import Event
from citadels_engine.views.view import View, view

COMPILED: bool = not _game.__file__.endswith(".py")
"""Whether the engine runs as compiled code."""

__all__ = [
    "COMPILED",
    "RULES",
    "SCENARIOS",
    "Action",
    "CaseError",
    "CitadelsError",
    "CodecError",
    "Event",
    "Game",
    "IllegalAction",
    "PositionError",
    "RecordError",
    "Score",
    "SetupError",
    "UnknownAction",
    "View",
    "WorldError",
    "action_from_json",
    "apply",
    "awaited",
    "is_over",
    "legal_actions",
    "load",
    "new_game",
    "parse",
    "places",
    "play",
    "prices",
    "sample_world",
    "save",
    "scenario",
    "scenario_cast",
    "score",
    "scores",
    "view",
    "why_not",
    "winners",
]
