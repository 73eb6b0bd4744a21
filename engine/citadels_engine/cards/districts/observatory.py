"""Observatory (4). When you gather cards, you draw 3 in place of 2 (D-OBSERVATORY-1, S4.2).

In the classic edition it costs 5 (K-D-OBSERVATORY-1).
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class Observatory(District):
    id = "observatory"
    en = "Observatory"
    fr = "Observatoire"
    pt = "Observatório"
    text = "When you gather cards, you draw 3 in place of 2."
    cost = 4

    def cards_drawn(self, count: int) -> int:
        return count + 1


class ClassicObservatory(Observatory):
    cost = 5


register_district(modern=Observatory(), classic=ClassicObservatory())
