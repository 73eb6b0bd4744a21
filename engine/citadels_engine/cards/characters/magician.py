"""Magician (3). Change hands with another player, or put any number of cards under the deck and draw as many.

C-MAGICIAN-1: an empty hand is no obstacle (R-MGC-1). C-MAGICIAN-2: first the cards go under the deck, then he draws; at
least one (R-DECK-4), chosen one at a time. The same in the classic edition (K-C-MAGICIAN-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_seat
from citadels_engine.actions.types import DONE, REDRAW, Action, Swap
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.decisions import Decision, by_id, distinct
from citadels_engine.rules.effects import ask, discard, gain_cards, ids, tell, use_up

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Magician(Character):
    id = "magician"
    rank = 3
    en = "Magician"
    fr = "Magicienne"
    pt = "Ilusionista"
    text = "Change hands with another player, or put any number of your cards under the deck and draw as many."
    verbs = "swap C-MAGICIAN-1, redraw C-MAGICIAN-2"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "swap" in turn.used or "redraw" in turn.used:
            return
        for seat in range(len(game.seats)):
            if seat != turn.seat:
                out.append(on_seat("swap", seat))
        if len(game.seats[turn.seat].hand) > 0:
            out.append(REDRAW)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, action.verb)
        if isinstance(action, Swap):
            own, other = game.seats[turn.seat], game.seats[action.seat]
            own.hand, other.hand = by_id(other.hand), by_id(own.hand)
            if game.telling:
                mine: dict[str, object] = {"got": ids(own.hand), "gave": ids(other.hand)}
                theirs: dict[str, object] = {"got": ids(other.hand), "gave": ids(own.hand)}
                tell(game, "swap", turn.seat, {"with": action.seat}, (turn.seat, mine), (action.seat, theirs))
        else:
            choose_discards(game, turn.seat, 0)


def choose_discards(game: Game, seat: int, count: int) -> None:
    """Ask for the next card, unless nothing is left to choose."""
    hand = game.seats[seat].hand
    if count == 0 and len(hand) == 1:
        discard(game, seat, hand[0], "redraw")
        count = 1
    if len(hand) == 0:
        gain_cards(game, seat, count, "redraw")
    else:
        ask(game, Redraw(seat, count))


class Redraw(Decision):
    """Which card goes under the deck next; `count` have gone."""

    kind = "redraw"

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count = count

    def options(self, game: Game) -> list[Action]:
        out = [card.do_discard for card in distinct(game.seats[self.seat].hand)]
        if self.count > 0:
            out.append(DONE)
        return out

    def take(self, game: Game, action: Action) -> None:
        if action is DONE:
            gain_cards(game, self.seat, self.count, "redraw")
            return
        for card in game.seats[self.seat].hand:
            if card.do_discard is action:
                discard(game, self.seat, card, "redraw")
                break
        choose_discards(game, self.seat, self.count + 1)

    def saved(self) -> dict[str, object] | None:
        return {"kind": "redraw", "seat": self.seat, "count": self.count}

    def shown(self, seat: int) -> dict[str, object]:
        return {"kind": "redraw", "seat": self.seat, "count": self.count}


MAGICIAN = Magician()
register_character(modern=MAGICIAN, classic=MAGICIAN)
