"""Merchant (6). Gain 1 gold for each of your trade districts, and 1 extra gold.

C-MERCHANT-1: the income. C-MERCHANT-2: the extra gold, whatever was gathered, at any moment (R-ARC-1); in the classic
edition after gathering (K-S7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import BONUS, Action
from citadels_engine.cards.base import TRADE, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_gold, use_up
from citadels_engine.rules.turn import bonus_is_due, gain_income

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Merchant(Character):
    id = "merchant"
    rank = 6
    en = "Merchant"
    fr = "Marchande"
    pt = "Comerciante"
    text = "Gain 1 extra gold. Gain 1 gold for each of your trade districts."
    income_type = TRADE

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if bonus_is_due(game, turn):
            out.append(BONUS)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        if action is BONUS:
            use_up(turn, "bonus")
            gain_gold(game, turn.seat, 1, "bonus")
        else:
            gain_income(game, turn, self)


class ClassicMerchant(Merchant):
    """The extra follows the action (K-S7)."""

    text = "After your action, gain 1 extra gold. Gain 1 gold for each of your trade districts."


register_character(modern=Merchant(), classic=ClassicMerchant())
