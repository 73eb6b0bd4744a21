"""Factory (5). Other unique districts are 1 cheaper to build.

D-FACTORY-1: what you pay to build, never the cost (R-FAC-1, G-7). In the classic edition it costs 6 (K-D-FACTORY-1, R-K-17).
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class Factory(District):
    id = "factory"
    en = "Factory"
    fr = "Manufacture"
    pt = "Fábrica"
    text = "You pay 1 less to build any other unique district."
    cost = 5

    def build_price(self, card: District, price: int) -> int:
        return price if card is self else price - 1


class ClassicFactory(Factory):
    cost = 6
    bonus = True


register_district(modern=Factory(), classic=ClassicFactory())
