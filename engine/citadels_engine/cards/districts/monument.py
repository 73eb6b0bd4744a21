"""Monument (4). It cannot be built in a city of five or more districts; it counts as two towards a complete city.

D-MONUMENT-1: five districts, not size five (R-MON-1). D-MONUMENT-2: two towards completion, one for everything else (G-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.state import Seat


class Monument(District):
    id = "monument"
    en = "Monument"
    fr = "Monument"
    pt = "Monumento"
    text = "You cannot build it with five or more districts in your city. It counts as two districts towards a complete city."
    cost = 4
    size = 2

    def refuses(self, seat: Seat) -> bool:
        return len(seat.city) >= 5


register_district(modern=Monument())
