"""Dragon Gate (6). 2 extra points.

D-DRAGON_GATE-1. In the classic edition it costs 6 for every price and scores 8 (K-D-DRAGON_GATE-1): the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class DragonGate(District):
    id = "dragon_gate"
    en = "Dragon Gate"
    fr = "Dracoport"
    pt = "Portão do Dragão"
    text = "Scores 2 extra points."
    cost = 6

    def score(self, tally: Tally) -> None:
        tally.add(self.id, 2)


DRAGON_GATE = DragonGate()
register_district(modern=DRAGON_GATE, classic=DRAGON_GATE)
