"""Haunted Quarter (2). At the end it counts as one type of your choice.

D-HAUNTED_QUARTER-1, S10.2: one choice for all of scoring, the best one (R-HQ-1), made in `scoring.py`; counted as another
type it is no longer unique. D-HAUNTED_QUARTER-2: during play it is unique (R-HQ-2).
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class HauntedQuarter(District):
    id = "haunted_quarter"
    en = "Haunted Quarter"
    fr = "Cour des Miracles"
    pt = "Bairro Assombrado"
    text = "At the end of the game it counts as a district of the type you choose."
    cost = 2


register_district(modern=HauntedQuarter())
