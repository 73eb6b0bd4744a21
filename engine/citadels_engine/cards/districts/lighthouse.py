"""Lighthouse (3, classic). When you build it, look through the deck and take a card; the deck is shuffled.

K-D-LIGHTHOUSE-1, R-K-15: its builder alone sees the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import PASS, Action
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.decisions import Decision, distinct
from citadels_engine.rules.effects import ask, ids, note_complete, tell
from citadels_engine.rules.turn import shuffle_deck

if TYPE_CHECKING:
    from citadels_engine.state import Game


class Lighthouse(District):
    id = "lighthouse"
    en = "Lighthouse"
    fr = "Phare"
    pt = "Farol"
    text = "When you build it, look through the deck, take one card and shuffle the deck."
    cost = 3
    bonus = True

    def on_built(self, game: Game, seat: int) -> bool:
        note_complete(game, seat)
        if game.telling:
            tell(game, "search", seat, {}, (seat, {"deck": sorted(ids(game.deck))}))
        ask(game, Search(seat))
        return True


class Search(Decision):
    """Which card of the deck the builder takes."""

    kind = "search"

    def options(self, game: Game) -> list[Action]:
        out: list[Action] = [card.do_take for card in sorted(distinct(game.deck), key=str)]
        out.append(PASS)
        return out

    def take(self, game: Game, action: Action) -> None:
        taken: list[District] = []
        for card in game.deck:
            if card.do_take is action:
                taken.append(card)
                break
        for card in taken:
            game.deck.remove(card)
            game.seats[self.seat].hand.append(card)
        if game.telling:
            facts: dict[str, object] = {"cards": len(taken), "why": "lighthouse"}
            tell(game, "gain", self.seat, facts, (self.seat, {"districts": ids(taken)}))
        game.deck.sort(key=str)
        shuffle_deck(game, f"lighthouse/{game.round}/{self.seat}")


register_district(classic=Lighthouse())
