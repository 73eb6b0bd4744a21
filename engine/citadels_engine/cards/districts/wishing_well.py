"""Wishing Well (5). 1 extra point for each unique district in your city, itself included (D-WISHING_WELL-1).

In the classic edition for each other one (K-D-WISHING_WELL-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import UNIQUE, District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally


class WishingWell(District):
    id = "wishing_well"
    en = "Wishing Well"
    fr = "Fontaine aux Souhaits"
    pt = "Poço dos Desejos"
    text = "Scores 1 point for each unique district in your city, itself included."
    cost = 5

    def score(self, tally: Tally) -> None:
        tally.add(self.id, tally.count(UNIQUE))


class ClassicWishingWell(WishingWell):
    text = "Scores 1 point for each other purple district in your city."
    bonus = True

    def score(self, tally: Tally) -> None:
        tally.add(self.id, tally.count(UNIQUE) - 1)


register_district(modern=WishingWell(), classic=ClassicWishingWell())
