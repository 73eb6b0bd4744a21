"""Patrician (4). Take the crown; gain 1 card for each of your noble districts.

C-PATRICIAN-1: cards, not gold. The crown moves as the King's does (R-CROWN-1, S8.1, C-WITCH-6).
"""

from __future__ import annotations

from citadels_engine.cards.characters.king import King
from citadels_engine.cards.registry import register_character


class Patrician(King):
    id = "patrician"
    en = "Patrician"
    fr = "Patricien"
    pt = "Patrício"
    text = "Take the crown. Gain 1 card for each of your noble districts."
    income_in_cards = True


register_character(modern=Patrician())
