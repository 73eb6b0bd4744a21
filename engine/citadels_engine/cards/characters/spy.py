"""Spy (2). Look at a player's hand, having named a type: for each card of that type take 1 gold from the player and gain
a card from the deck.

C-SPY-1, C-SPY-2: where the stash is too small all of it is taken, the cards come in full. R-SPY-2: look, gold, cards; an
empty hand may be looked at. R-SPY-1: the type printed counts, for the Haunted Quarter too. R-SPY-3: all learn the number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_both
from citadels_engine.actions.types import Action
from citadels_engine.actions.types import Spy as SpyAction
from citadels_engine.cards.base import TYPES, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.decisions import by_id
from citadels_engine.rules.effects import gain_cards, ids, move_gold, tell, use_up
from citadels_engine.state import Look

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Spy(Character):
    id = "spy"
    rank = 2
    en = "Spy"
    fr = "Espion"
    pt = "Espião"
    text = (
        "Name a player and a type and look at the hand: for each card of the type take 1 gold from the player and gain 1 "
        "card from the deck."
    )
    verbs = "spy C-SPY-1"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "spy" not in turn.used:
            for seat in range(len(game.seats)):
                if seat != turn.seat:
                    for type in TYPES:
                        out.append(on_both("spy", seat, type))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, SpyAction)
        use_up(turn, "spy")
        hand = by_id(game.seats[action.seat].hand)
        matches = 0
        for card in hand:
            if card.type == action.type:
                matches += 1
        game.looks = (*game.looks, Look(turn.seat, action.seat, tuple(hand)))
        if game.telling:
            facts: dict[str, object] = {"of": action.seat, "type": action.type, "matches": matches}
            tell(game, "look", turn.seat, facts, (turn.seat, {"hand": ids(hand)}))
        move_gold(game, action.seat, turn.seat, min(matches, game.seats[action.seat].gold), "spy")
        if matches > 0:
            gain_cards(game, turn.seat, matches, "spy")


register_character(modern=Spy())
