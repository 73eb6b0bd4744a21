"""King (4). Take the crown; gain 1 gold for each of your noble districts.

C-KING-1: the crown goes to him on the reveal (R-CROWN-1), bewitched or not (C-WITCH-6). S8.1: killed, he takes it at the
end of the round; so too in the classic edition (K-C-KING-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.calling import heir_reveals
from citadels_engine.cards import NOBLE, Character
from citadels_engine.registry import register_character
from citadels_engine.turn import gain_income
from citadels_engine.verbs import move_crown

if TYPE_CHECKING:
    from citadels_engine.actions import Action
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
