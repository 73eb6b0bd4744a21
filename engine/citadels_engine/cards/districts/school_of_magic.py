"""School of Magic (6). For abilities that gain per type it counts as the type wanted.

D-SCHOOL_OF_MAGIC-1: for the Abbot as gold or card (R-SCH-1); unique for everything else. The same in the classic edition
(K-D-SCHOOL_OF_MAGIC-1).
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class SchoolOfMagic(District):
    id = "school_of_magic"
    en = "School of Magic"
    fr = "École de Magie"
    pt = "Escola de Magia"
    text = "For abilities that gain gold or cards for districts of a type, it counts as that type."
    cost = 6
    any_type = True


SCHOOL_OF_MAGIC = SchoolOfMagic()
register_district(modern=SCHOOL_OF_MAGIC, classic=SCHOOL_OF_MAGIC)
