"""Park (6). At the end of your turn, with an empty hand, gain 2 cards.

D-PARK-1, R-EOT-2: by itself; one card if the deck has one (R-PAR-1). The same in the classic edition (K-D-PARK-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.effects import gain_cards

if TYPE_CHECKING:
    from citadels_engine.state import Game


class Park(District):
    id = "park"
    en = "Park"
    fr = "Parc"
    pt = "Parque"
    text = "At the end of your turn, if your hand is empty, gain 2 cards."
    cost = 6

    def on_turn_end(self, game: Game, seat: int) -> None:
        if len(game.seats[seat].hand) == 0 and len(game.deck) > 0:
            gain_cards(game, seat, 2, "park")


class ClassicPark(Park):
    bonus = True


register_district(modern=Park(), classic=ClassicPark())
