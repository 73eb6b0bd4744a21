"""Capitol (5). 3 extra points if your city has three districts of one type.

D-CAPITOL-1: once only; it counts itself among the uniques (R-CAP-1), the Haunted Quarter as what it is counted as (X-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import TYPES, District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class Capitol(District):
    id = "capitol"
    en = "Capitol"
    fr = "Capitole"
    pt = "Capitólio"
    text = "Scores 3 points if you have three or more districts of one type."
    cost = 5

    def score(self, tally: Tally) -> None:
        if any(tally.count(type) >= 3 for type in TYPES):
            tally.add(self.id, 3)


register_district(modern=Capitol())
