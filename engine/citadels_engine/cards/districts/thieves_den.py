"""Thieves' Den (6). You may pay any part of its price with cards of your hand.

D-THIEVES_DEN-1: any cards but itself, the Secret Vault included (R-THD-1); the cards are chosen one at a time
(`building.Pay`). D-THIEVES_DEN-2: confiscated, only the gold comes back (R-MAG-6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import intern
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game, Turn


class ThievesDen(District):
    id = "thieves_den"
    en = "Thieves' Den"
    fr = "Tripot"
    pt = "Covil dos Ladrões"
    text = "You may pay any part of its price with cards of your hand, 1 card for 1 gold."
    cost = 6
    odd_payment = True

    def offer_own_payment(self, game: Game, turn: Turn, price: int, spare: int, out: list[Action]) -> None:
        gold = game.seats[turn.seat].gold
        for cards in range(1, min(price, spare) + 1):
            if gold >= price - cards:
                out.append(intern(f"build {self.id} cards {cards}"))
            elif turn.character.lends:
                turn.character.offer_loans(game, turn, self, price - cards, cards, spare - cards, out)


register_district(modern=ThievesDen())
