"""Ivory Tower (5). 5 extra points if it is your only unique district.

D-IVORY_TOWER-1: a Haunted Quarter counted as another type does not spoil it (R-IVO-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import UNIQUE, District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class IvoryTower(District):
    id = "ivory_tower"
    en = "Ivory Tower"
    fr = "Tour d'Ivoire"
    pt = "Torre de Marfim"
    text = "Scores 5 points if it is the only unique district in your city."
    cost = 5

    def score(self, tally: Tally) -> None:
        if tally.count(UNIQUE) == 1:
            tally.add(self.id, 5)


register_district(modern=IvoryTower())
