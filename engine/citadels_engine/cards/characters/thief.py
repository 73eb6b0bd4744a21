"""Thief (2). Name another character; when its player reveals it, all that player's gold is yours.

C-THIEF-1: not rank 1, not the killed, not the bewitched character (R-THI-2), classic too (K-C-THIEF-1). C-THIEF-2,
C-THIEF-3: taken on the reveal, before gathering (`call_order.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import Action, Rob
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import tell, use_up

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Thief(Character):
    id = "thief"
    rank = 2
    en = "Thief"
    fr = "Voleur"
    pt = "Ladrão"
    text = "Name a character of rank 3 or more; when it is revealed you take all its player's gold."
    verbs = "rob C-THIEF-1"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "rob" not in turn.used:
            for character in game.cast:
                if may_be_marked(game, character, self):
                    out.append(character.do_rob)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Rob)
        use_up(turn, "rob")
        for character in game.cast:
            if character.id == action.character:
                game.robbed, game.robbed_by = character, turn.seat
        if game.telling:
            tell(game, "mark", turn.seat, {"verb": "rob", "characters": [action.character]})


def may_be_marked(game: Game, character: Character, by: Character | None) -> bool:
    """Whether rank 2 may name the character: not rank 1, killed or bewitched, nor itself, `by`, where that matters.

    C-THIEF-1, C-BLACKMAILER-1, C-WITCH-10.
    """
    return (
        character.rank > 1 and character is not by and character is not game.killed and character is not game.bewitched
    )


THIEF = Thief()
register_character(modern=THIEF, classic=THIEF)
