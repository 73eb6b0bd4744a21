"""Library (6). When you gather cards, you keep all that you draw.

D-LIBRARY-1, S4.2: with the Observatory all three (R-LIB-1). In the classic edition both; with the Observatory two of the
three (K-D-LIBRARY-1).
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class Library(District):
    id = "library"
    en = "Library"
    fr = "Bibliothèque"
    pt = "Biblioteca"
    text = "When you gather cards, you keep all the cards drawn."
    cost = 6

    def cards_kept(self, drawn: int, count: int) -> int:
        return drawn


class ClassicLibrary(Library):
    text = "When you draw cards as your action, you keep two of them."

    def cards_kept(self, drawn: int, count: int) -> int:
        return 2


register_district(modern=Library(), classic=ClassicLibrary())
