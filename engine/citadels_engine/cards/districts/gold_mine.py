"""Gold Mine (6). Gathering gold brings 1 more (D-GOLD_MINE-1, S4.2)."""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class GoldMine(District):
    id = "gold_mine"
    en = "Gold Mine"
    fr = "Mine d'Or"
    pt = "Mina de Ouro"
    text = "When you gather gold, you gain 1 more."
    cost = 6

    def gold_gathered(self, gold: int) -> int:
        return gold + 1


register_district(modern=GoldMine())
