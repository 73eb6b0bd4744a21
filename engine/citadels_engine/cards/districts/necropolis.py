"""Necropolis (5). You may build it by destroying one of your districts in place of paying.

D-NECROPOLIS-1: any of them, the Keep too (R-NEC-1); only the result is checked for completion (R-NEC-2). D-NECROPOLIS-2: not
paid for, so never confiscated. The Framework is destroyed by `framework`, which says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import intern
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game, Turn


class Necropolis(District):
    id = "necropolis"
    en = "Necropolis"
    fr = "Nécropole"
    pt = "Necrópole"
    text = "You may build it by destroying one of your districts in place of paying."
    cost = 5
    odd_payment = True

    def offer_own_payment(self, game: Game, turn: Turn, price: int, spare: int, out: list[Action]) -> None:
        texts: list[str] = []
        for built in game.seats[turn.seat].city:
            if built.text not in texts and built.card.id != "framework":
                texts.append(built.text)
                out.append(intern(f"build {self.id} over {built.text}"))


register_district(modern=Necropolis())
