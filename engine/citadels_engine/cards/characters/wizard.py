"""Wizard (3). Look at another player's hand and take a card: keep it, or pay for it and build it at once.

C-WIZARD-1: once he has looked he must take a card, if there is one (R-WIZ-1); he builds it only after gathering
(R-WIZ-2), in any way in which a district can be paid for (R-WIZ-3). C-WIZARD-2: that build is outside the limit.
C-WIZARD-3: during the whole turn he may build districts identical to ones in his city. What cannot be built he only takes
(R-WIZ-4); what he builds at once is taxed (R-WIZ-5). A card kept is known to both (R-VIS-3). Classic the same
(K-C-WIZARD-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_seat
from citadels_engine.actions.types import Action, Build, Peek
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.building import build, can_stand, gold_paid, offer_ways
from citadels_engine.rules.decisions import Decision, by_id, distinct
from citadels_engine.rules.effects import ask, ids, move_card, tell, the_turn, use_up
from citadels_engine.state import Look

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Wizard(Character):
    id = "wizard"
    rank = 3
    en = "Wizard"
    fr = "Sorcier"
    pt = "Mago"
    text = (
        "Look at a player's hand and take a card: keep it, or pay for it and build it at once, outside the limit. This turn "
        "you may build duplicates."
    )
    verbs = "peek C-WIZARD-1"
    duplicates = True

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "peek" not in turn.used:
            for seat in range(len(game.seats)):
                if seat != turn.seat:
                    out.append(on_seat("peek", seat))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Peek)
        use_up(turn, "peek")
        hand = by_id(game.seats[action.seat].hand)
        game.looks = (*game.looks, Look(turn.seat, action.seat, tuple(hand)))
        if game.telling:
            tell(game, "look", turn.seat, {"of": action.seat}, (turn.seat, {"hand": ids(hand)}))
        if len(hand) > 0:
            ask(game, Take(turn.seat, action.seat))


class Take(Decision):
    """Which card the Wizard takes from the hand he has seen, and whether he builds it at once."""

    kind = "take"

    def __init__(self, seat: int, source: int) -> None:
        super().__init__(seat)
        self.source = source

    def options(self, game: Game) -> list[Action]:
        turn = the_turn(game)
        seat = game.seats[self.seat]
        out: list[Action] = []
        for card in distinct(by_id(game.seats[self.source].hand)):
            out.append(card.do_take)
            if turn.gathered and can_stand(seat, card, True):
                offer_ways(game, turn, card, len(seat.hand), out)
        return out

    def take(self, game: Game, action: Action) -> None:
        hand = game.seats[self.source].hand
        for card in hand:
            if card.do_take is action:
                move_card(game, card, self.source, self.seat, "wizard")
                return
            if isinstance(action, Build) and action.district == card.id:
                hand.remove(card)
                if game.telling:
                    facts: dict[str, object] = {"to": self.seat, "count": 1, "why": "wizard", "districts": [card.id]}
                    tell(game, "move", self.source, facts)
                build(game, the_turn(game), card, action, immediate=True)
                return

    def price(self, game: Game, action: Action) -> int:
        if isinstance(action, Build):
            for card in game.seats[self.source].hand:
                if card.id == action.district:
                    return gold_paid(game.seats[self.seat], card, action)
        return 0

    def saved(self) -> dict[str, object] | None:
        return {"kind": "take", "seat": self.seat, "from": self.source}

    def shown(self, seat: int) -> dict[str, object]:
        return {"kind": "take", "seat": self.seat, "from": self.source}


WIZARD = Wizard()
register_character(modern=WIZARD, classic=WIZARD)
