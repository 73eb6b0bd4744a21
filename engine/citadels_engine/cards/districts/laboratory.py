"""Laboratory (5). Once in your turn, discard a card for 2 gold.

D-LABORATORY-1. In the classic edition for 1 gold (K-D-LABORATORY-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions import types
from citadels_engine.actions.forms import on_name
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.decisions import distinct
from citadels_engine.rules.effects import discard, gain_gold, use_up

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game, Turn


class Laboratory(District):
    id = "laboratory"
    en = "Laboratory"
    fr = "Laboratoire"
    pt = "Laboratório"
    text = "Once in your turn, discard a card of your hand to gain 2 gold."
    cost = 5
    verb = "laboratory"
    gain: int = 2

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "laboratory" not in turn.used:
            for card in distinct(game.seats[turn.seat].hand):
                out.append(on_name("laboratory", card.id))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, types.Laboratory)
        use_up(turn, "laboratory")
        for card in game.seats[turn.seat].hand:
            if card.id == action.district:
                discard(game, turn.seat, card, "laboratory")
                break
        gain_gold(game, turn.seat, self.gain, "laboratory")


class ClassicLaboratory(Laboratory):
    text = "Once in your turn, discard a card of your hand to gain 1 gold."
    gain = 1


register_district(modern=Laboratory(), classic=ClassicLaboratory())
