"""Seer (3). Take a random card from each other player who has one, then give each of them a card of your choice. Limit 2.

C-SEER-1: taken in seat order from her left, all before any is given (R-SEE-2); giving is compulsory (R-SEE-3). C-SEER-2:
players without cards neither give nor receive. She holds a card for each she took (R-SEE-1). C-SEER-3: she may build two
districts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_both
from citadels_engine.actions.types import SEE, Action, Give
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.decisions import Decision, distinct
from citadels_engine.rules.effects import ask, move_card, random_card, use_up

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Seer(Character):
    id = "seer"
    rank = 3
    en = "Seer"
    fr = "Voyante"
    pt = "Vidente"
    text = (
        "Take a random card from each other player's hand, then give each of them one card. You may build 2 districts."
    )
    verbs = "see C-SEER-1"
    build_limit = 2

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "see" not in turn.used and len(holders(game, turn.seat)) > 0:
            out.append(SEE)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, "see")
        to = holders(game, turn.seat)
        for seat in to:
            move_card(game, random_card(game, seat, "seer"), seat, turn.seat, "seer")
        give_back(game, turn.seat, to)


def holders(game: Game, seat: int) -> tuple[int, ...]:
    """The other seats that hold cards, clockwise from the seat's left."""
    count = len(game.seats)
    around = [(seat + i) % count for i in range(1, count)]
    return tuple([other for other in around if len(game.seats[other].hand) > 0])


def give_back(game: Game, seat: int, to: tuple[int, ...]) -> None:
    """Ask for the next gift; the last card of a hand goes by itself."""
    if len(to) == 0:
        return
    hand = game.seats[seat].hand
    if len(to) == 1 and len(hand) == 1:
        move_card(game, hand[0], seat, to[0], "seer")
    else:
        ask(game, Return(seat, to))


class Return(Decision):
    """Which card the Seer gives to the next of those she took from."""

    kind = "return"

    def __init__(self, seat: int, to: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.to = to

    def options(self, game: Game) -> list[Action]:
        return [on_both("give", self.to[0], card.id) for card in distinct(game.seats[self.seat].hand)]

    def take(self, game: Game, action: Action) -> None:
        assert isinstance(action, Give)
        for card in game.seats[self.seat].hand:
            if card.id == action.district:
                move_card(game, card, self.seat, self.to[0], "seer")
                break
        give_back(game, self.seat, self.to[1:])

    def saved(self) -> dict[str, object] | None:
        return {"kind": "return", "seat": self.seat, "to": list(self.to)}

    def shown(self, seat: int) -> dict[str, object]:
        return {"kind": "return", "seat": self.seat, "to": list(self.to)}


register_character(modern=Seer())
