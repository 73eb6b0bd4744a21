"""Throne Room (6, classic). Gain 1 gold whenever the crown passes from one player to another.

K-D-THRONE_ROOM-1, R-K-16: each passing between two different players, heirs included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.effects import gain_gold

if TYPE_CHECKING:
    from citadels_engine.state import Game


class ThroneRoom(District):
    id = "throne_room"
    en = "Throne Room"
    fr = "Salle du Trône"
    pt = "Sala do Trono"
    text = "Gain 1 gold whenever the crown passes from one player to another."
    cost = 6
    bonus = True

    def on_crown_moved(self, game: Game, seat: int) -> None:
        gain_gold(game, seat, 1, "throne_room")


register_district(classic=ThroneRoom())
