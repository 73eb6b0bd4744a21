"""Stables (2). Building it does not count towards your limit.

D-STABLES-1, S5.7: even when the limit is used up, save for the Navigator (R-STB-1). D-STABLES-2: confiscated, the builder may
still build another.
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class Stables(District):
    id = "stables"
    en = "Stables"
    fr = "Écuries"
    pt = "Estábulos"
    text = "Building the Stables does not count towards your building limit."
    cost = 2
    outside_limit = True


register_district(modern=Stables())
