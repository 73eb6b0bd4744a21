"""Trader (6). Gain 1 gold for each of your trade districts; trade districts do not count towards your limit.

C-TRADER-1: the income. C-TRADER-2: any number of trade districts beside the one build; the School of Magic is unique and
counts (R-TRA-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import TRADE, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import District
    from citadels_engine.state import Game, Turn


class Trader(Character):
    id = "trader"
    rank = 6
    en = "Trader"
    fr = "Négociant"
    pt = "Mercador"
    text = "Trade districts do not count towards your building limit. Gain 1 gold for each of your trade districts."
    income_type = TRADE

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        gain_income(game, turn, self)

    def builds_freely(self, card: District) -> bool:
        return card.type == TRADE


register_character(modern=Trader())
