"""Poor House (4). At the end of your turn, with an empty stash, gain 1 gold.

D-POOR_HOUSE-1, S7.1: by itself, before the Alchemist's refund (X-5, R-EOT-2). In the classic edition it costs 5 (R-K-17,
K-D-POOR_HOUSE-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.effects import gain_gold

if TYPE_CHECKING:
    from citadels_engine.state import Game


class PoorHouse(District):
    id = "poor_house"
    en = "Poor House"
    fr = "Hospice"
    pt = "Abrigo para Pobres"
    text = "At the end of your turn, if you have no gold, gain 1."
    cost = 4

    def on_turn_end(self, game: Game, seat: int) -> None:
        if game.seats[seat].gold == 0:
            gain_gold(game, seat, 1, "poor_house")


class ClassicPoorHouse(PoorHouse):
    cost = 5
    bonus = True


register_district(modern=PoorHouse(), classic=ClassicPoorHouse())
