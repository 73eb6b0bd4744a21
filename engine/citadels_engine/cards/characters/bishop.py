"""Bishop (5). Rank 8 cannot touch your districts this round; gain 1 gold for each of your religious districts.

C-BISHOP-1: the income. C-BISHOP-2 and C-BISHOP-3 are asked in `rank8.py`: from the reveal on (R-BIS-2), not killed; where
he is bewitched, the Witch's city is protected (C-WITCH-8). The same in the classic edition (K-C-BISHOP-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import RELIGIOUS, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game, Turn


class Bishop(Character):
    id = "bishop"
    rank = 5
    en = "Bishop"
    fr = "Évêque"
    pt = "Bispo"
    text = (
        "The rank 8 character cannot touch your districts this round. Gain 1 gold for each of your religious districts."
    )
    income_type = RELIGIOUS
    protects = True

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        gain_income(game, turn, self)


BISHOP = Bishop()
register_character(modern=BISHOP, classic=BISHOP)
