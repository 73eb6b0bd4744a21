"""Alchemist (6). At the end of your turn you get back the gold that you paid for districts.

C-ALCHEMIST-1: the gold paid this turn for builds that stand, and nothing paid otherwise (R-ALC-1, R-ALC-2).
C-ALCHEMIST-2: gold already returned by a confiscation, and cards paid, do not come back. The classic Alchemist's tax is
not refunded either (K-C-ALCHEMIST-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_gold

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Alchemist(Character):
    id = "alchemist"
    rank = 6
    en = "Alchemist"
    fr = "Alchimiste"
    pt = "Alquimista"
    text = "At the end of your turn you get back all the gold that you paid to build districts."

    def on_turn_end(self, game: Game, turn: Turn) -> None:
        gain_gold(game, turn.seat, turn.spent, "refund")


ALCHEMIST = Alchemist()
register_character(modern=ALCHEMIST, classic=ALCHEMIST)
