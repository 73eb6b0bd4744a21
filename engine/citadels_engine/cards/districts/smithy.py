"""Smithy (5). Once in your turn, pay 2 gold to gain 3 cards.

D-SMITHY-1: full price for what the deck has (R-SMI-1), nothing from an empty one (R-DECK-2). The same in the classic edition
(K-D-SMITHY-1, R-K-17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import SMITHY, Action
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.effects import gain_cards, lose_gold, use_up

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn

FEE: Final = 2


class Smithy(District):
    id = "smithy"
    en = "Smithy"
    fr = "Forge"
    pt = "Forja"
    text = "Once in your turn, pay 2 gold to gain 3 cards."
    cost = 5
    verb = "smithy"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "smithy" not in turn.used and game.seats[turn.seat].gold >= FEE and len(game.deck) > 0:
            out.append(SMITHY)

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        return FEE

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, "smithy")
        lose_gold(game, turn.seat, FEE, "smithy")
        gain_cards(game, turn.seat, 3, "smithy")


FORGE = Smithy()
register_district(modern=FORGE, classic=FORGE)
