"""Statue (3). 5 extra points if you have the crown at the end.

D-STATUE-1: the crown as it lies after a killed rank 4 has shown itself (R-STA-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class Statue(District):
    id = "statue"
    en = "Statue"
    fr = "Statue Équestre"
    pt = "Estátua"
    text = "Scores 5 points if you have the crown at the end of the game."
    cost = 3

    def score(self, tally: Tally) -> None:
        if tally.game.crown == tally.number:
            tally.add(self.id, 5)


register_district(modern=Statue())
