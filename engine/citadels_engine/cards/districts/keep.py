"""Keep (3). The rank 8 ability cannot affect it.

D-KEEP-1: neither another's nor its owner's (R-KEEP-1); the Armory can destroy it (R-ARM-2). The classic edition has two of it
(K-D-KEEP-1), identical ones (R-K-19).
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class Keep(District):
    id = "keep"
    en = "Keep"
    fr = "Donjon"
    pt = "Torre de Menagem"
    text = "The rank 8 character cannot use its ability on the Keep."
    cost = 3
    immune = True


class ClassicKeep(Keep):
    text = "The Warlord cannot destroy it and the Diplomat cannot take it."
    copies = 2


register_district(modern=Keep(), classic=ClassicKeep())
