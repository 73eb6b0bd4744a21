"""Great Wall (6). The rank 8 ability costs 1 more against your city.

D-GREAT_WALL-1: it protects itself too, and against its owner's own Warlord (R-GW-2); who gets the base price gets the extra
(R-GW-1). In the classic edition it covers only the other districts of the city (K-D-GREAT_WALL-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.state import Built


class GreatWall(District):
    id = "great_wall"
    en = "Great Wall"
    fr = "Grande Muraille"
    pt = "Muralha"
    text = "The rank 8 character pays 1 more to use its ability on a district of your city."
    cost = 6

    def rank8_extra(self, target: Built) -> int:
        return 1


class ClassicGreatWall(GreatWall):
    text = "The Warlord and the Diplomat pay 1 more for any other district of your city."

    def rank8_extra(self, target: Built) -> int:
        return 0 if target.card is self else 1


register_district(modern=GreatWall(), classic=ClassicGreatWall())
