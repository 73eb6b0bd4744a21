"""King (4). Take the crown; gain 1 gold for each of your noble districts.

C-KING-1: the crown goes to him on the reveal (R-CROWN-1), bewitched or not (C-WITCH-6). S8.1: killed, he takes it at the
end of the round; so too in the classic edition (K-C-KING-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import NOBLE, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.call_order import heir_reveals
from citadels_engine.rules.effects import move_crown
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game, Turn


class King(Character):
    id = "king"
    rank = 4
    en = "King"
    fr = "Roi"
    pt = "Rei"
    text = "Take the crown. Gain 1 gold for each of your noble districts."
    income_type = NOBLE

    def on_revealed(self, game: Game, seat: int) -> None:
        move_crown(game, seat)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        gain_income(game, turn, self)

    def on_round_end(self, game: Game, seat: int) -> bool:
        move_crown(game, seat)
        heir_reveals(game, self, seat)
        return False


KING = King()
register_character(modern=KING, classic=KING)
