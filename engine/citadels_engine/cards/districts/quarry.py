"""Quarry (5). You may build districts identical to ones in your city.

D-QUARRY-1: any number, at once (R-QUA-1). D-QUARRY-2: only builds, nothing acquired. D-QUARRY-3: they stay when it is lost.
The classic Quarry allows one duplicate at a time (K-D-QUARRY-1, R-K-18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.state import Seat


class Quarry(District):
    id = "quarry"
    en = "Quarry"
    fr = "Carrière"
    pt = "Pedreira"
    text = "You may build districts identical to ones in your city."
    cost = 5

    def allows_duplicate(self, seat: Seat) -> bool:
        return True


class ClassicQuarry(Quarry):
    text = "You may build one district identical to one in your city, one such pair at a time."
    bonus = True

    def allows_duplicate(self, seat: Seat) -> bool:
        seen: list[District] = []
        for built in seat.city:
            if built.card in seen:
                return False
            seen.append(built.card)
        return True


register_district(modern=Quarry(), classic=ClassicQuarry())
