"""Museum (4). Once in your turn, tuck a card of your hand under it; each scores 1 point.

D-MUSEUM-1, D-MUSEUM-2: a tucked Secret Vault is 1 point like any other card (R-MUS-2). D-MUSEUM-3: exchanged or seized, the
cards go along (R-DIP-3). D-MUSEUM-4: destroyed, they are discarded (`verbs.destroy`). Who tucked a card knows it (R-MUS-1).
The same in the classic edition (K-D-MUSEUM-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions import types
from citadels_engine.actions.forms import on_name
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.decisions import distinct
from citadels_engine.rules.effects import tell, use_up
from citadels_engine.state import Built

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.rules.scoring import Tally
    from citadels_engine.state import Game, Turn


class Museum(District):
    id = "museum"
    en = "Museum"
    fr = "Musée"
    pt = "Museu"
    text = "Once in your turn, put a card of your hand facedown under it. Scores 1 point for each card under it."
    cost = 4
    verb = "museum"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "museum" not in turn.used:
            for card in distinct(game.seats[turn.seat].hand):
                out.append(on_name("museum", card.id))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, types.Museum)
        use_up(turn, "museum")
        seat = game.seats[turn.seat]
        for card in seat.hand:
            if card.id == action.district:
                seat.hand.remove(card)
                for at, built in enumerate(seat.city):
                    if built.card is self:
                        tuckers = (*built.tuckers, turn.seat)
                        seat.city[at] = Built(self, built.beautified, (*built.tucked, card), tuckers)
                        break
                break
        if game.telling:
            tell(game, "tuck", turn.seat, {"count": 1}, (turn.seat, {"districts": [action.district]}))

    def score(self, tally: Tally) -> None:
        for built in tally.seat.city:
            if built.card is self:
                tally.add(self.id, len(built.tucked))


class ClassicMuseum(Museum):
    bonus = True


register_district(modern=Museum(), classic=ClassicMuseum())
