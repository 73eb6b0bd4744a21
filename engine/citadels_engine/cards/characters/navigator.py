"""Navigator (7). Gain 4 gold or 4 cards; you cannot build.

C-NAVIGATOR-1: one of the two, at any moment (R-ARC-1); in the classic edition after gathering (K-S7). C-NAVIGATOR-2: nothing
at all is built, not even Stables, by whatever payment (R-NAV-1, R-STB-1, K-C-NAVIGATOR-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_name
from citadels_engine.actions.types import Action, Bonus
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_cards, gain_gold, use_up
from citadels_engine.rules.turn import bonus_is_due

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Navigator(Character):
    id = "navigator"
    rank = 7
    en = "Navigator"
    fr = "Navigatrice"
    pt = "Navegadora"
    text = "Gain 4 gold or 4 cards. You cannot build."
    build_limit = 0

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if bonus_is_due(game, turn):
            out.append(on_name("bonus", "gold"))
            if len(game.deck) > 0:
                out.append(on_name("bonus", "cards"))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Bonus)
        use_up(turn, "bonus")
        if action.what == "gold":
            gain_gold(game, turn.seat, 4, "bonus")
        else:
            gain_cards(game, turn.seat, 4, "bonus")


class ClassicNavigator(Navigator):
    """The extra follows the action (K-S7)."""

    text = "After your action, gain 4 gold or 4 cards. You cannot build."


register_character(modern=Navigator(), classic=ClassicNavigator())
