"""Basilica (4). 1 extra point for each district of odd cost in your city.

D-BASILICA-1: the cost with the Artist's gold decides, its own too (R-BAS-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class Basilica(District):
    id = "basilica"
    en = "Basilica"
    fr = "Basilique"
    pt = "Basílica"
    text = "Scores 1 point for each district of odd cost in your city."
    cost = 4

    def score(self, tally: Tally) -> None:
        odd = 0
        for built in tally.seat.city:
            odd += built.cost % 2
        tally.add(self.id, odd)


register_district(modern=Basilica())
