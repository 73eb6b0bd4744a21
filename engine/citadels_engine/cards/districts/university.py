"""University (6, classic). It costs 6 for every price and scores 8 (K-D-UNIVERSITY-1, R-IMP-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class University(District):
    id = "university"
    en = "University"
    fr = "Université"
    pt = "Universidade"
    text = "Scores 2 extra points."
    cost = 6

    def score(self, tally: Tally) -> None:
        tally.add(self.id, 2)


register_district(classic=University())
