"""Imperial Treasury (5). 1 extra point for each gold in your stash.

D-IMPERIAL_TREASURY-1: gold on districts does not count (R-SCO-1). In the classic edition it costs 4 (R-K-17,
K-D-IMPERIAL_TREASURY-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class ImperialTreasury(District):
    id = "imperial_treasury"
    en = "Imperial Treasury"
    fr = "Trésor Impérial"
    pt = "Tesouro Imperial"
    text = "Scores 1 point for each gold in your stash."
    cost = 5

    def score(self, tally: Tally) -> None:
        tally.add(self.id, tally.seat.gold)


class ClassicImperialTreasury(ImperialTreasury):
    cost = 4
    bonus = True


register_district(modern=ImperialTreasury(), classic=ClassicImperialTreasury())
