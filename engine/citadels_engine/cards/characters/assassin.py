"""Assassin (1). Name another character: it is killed, stays hidden and loses its whole turn.

C-ASSASSIN-1: any other character of the cast, in play or not (R-NAME-1, R-NAME-2). C-ASSASSIN-2 is kept in `call_order.py`:
a killed character is not revealed when it is called. C-ASSASSIN-3: a killed rank 4 shows itself at the end of the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import Action, Kill
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import tell, use_up

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Assassin(Character):
    id = "assassin"
    rank = 1
    en = "Assassin"
    fr = "Assassin"
    pt = "Assassina"
    text = "Name another character: it stays hidden and loses its whole turn."
    verbs = "kill C-ASSASSIN-1"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "kill" not in turn.used:
            for character in game.cast:
                if character is not self:
                    out.append(character.do_kill)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Kill)
        use_up(turn, "kill")
        for character in game.cast:
            if character.id == action.character:
                game.killed, game.killed_by = character, turn.seat
        if game.telling:
            tell(game, "mark", turn.seat, {"verb": "kill", "characters": [action.character]})


ASSASSIN = Assassin()
register_character(modern=ASSASSIN, classic=ASSASSIN)
