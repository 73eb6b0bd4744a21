"""Architect (7). Gain 2 extra cards; you may build 3 districts.

C-ARCHITECT-1: the cards, at any moment (R-ARC-1); in the classic edition after gathering (K-S7). C-ARCHITECT-2: the limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import BONUS, Action
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_cards, use_up
from citadels_engine.rules.turn import bonus_is_due

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Architect(Character):
    id = "architect"
    rank = 7
    en = "Architect"
    fr = "Architecte"
    pt = "Arquiteta"
    text = "Gain 2 extra cards. You may build up to 3 districts."
    build_limit = 3

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if bonus_is_due(game, turn) and len(game.deck) > 0:
            out.append(BONUS)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, "bonus")
        gain_cards(game, turn.seat, 2, "bonus")


class ClassicArchitect(Architect):
    """The extra follows the action (K-S7)."""

    text = "After your action, gain 2 extra cards. You may build up to 3 districts."


register_character(modern=Architect(), classic=ClassicArchitect())
