"""Map Room (5). 1 extra point for each card in your hand.

D-MAP_ROOM-1: a Secret Vault in hand counts too. The same in the classic edition (K-D-MAP_ROOM-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class MapRoom(District):
    id = "map_room"
    en = "Map Room"
    fr = "Salle des Cartes"
    pt = "Sala de Mapas"
    text = "Scores 1 point for each card in your hand."
    cost = 5

    def score(self, tally: Tally) -> None:
        tally.add(self.id, len(tally.seat.hand))


class ClassicMapRoom(MapRoom):
    bonus = True


register_district(modern=MapRoom(), classic=ClassicMapRoom())
