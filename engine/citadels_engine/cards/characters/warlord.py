"""Warlord (8). Destroy a district for its cost less 1; gain 1 gold for each of your military districts.

C-WARLORD-1: in any city, his own included, that is open to rank 8 (C-RANK8-2, `rank8.py`; R-WAR-1, R-WAR-2). C-RANK8-1: the
income. The classic Warlord destroys at the end of his turn and then only ends it (K-S7, K-C-WARLORD-1, R-K-13); the
Graveyard may take what he destroys (K-D-GRAVEYARD-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_both
from citadels_engine.actions.types import Action, Destroy
from citadels_engine.cards.base import MILITARY, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import destroy, find, lose_gold, use_up
from citadels_engine.rules.rank8 import ends_after, is_open, wall
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.state import Built, Game, Seat, Turn


class Warlord(Character):
    id = "warlord"
    rank = 8
    en = "Warlord"
    fr = "Condottiere"
    pt = "Senhor da Guerra"
    text = "Destroy a district of any city for 1 less than its cost. Gain 1 gold for each of your military districts."
    verbs = "destroy C-WARLORD-1"
    income_type = MILITARY

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if "destroy" not in turn.used:
            self.offer_targets(game, turn, out)

    def offer_targets(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List every district within reach and purse."""
        gold = game.seats[turn.seat].gold
        for number, seat in enumerate(game.seats):
            if is_open(game, number):
                texts: list[str] = []
                for built in seat.city:
                    if built.text in texts or built.card.immune:
                        continue
                    texts.append(built.text)
                    if self.fee(seat, built) <= gold:
                        out.append(on_both("destroy", number, built.text))

    def fee(self, seat: Seat, target: Built) -> int:
        """What the destruction costs (C-WARLORD-1, D-GREAT_WALL-1)."""
        return target.cost - 1 + wall(seat, target)

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        if not isinstance(action, Destroy):
            return 0
        seat = game.seats[action.seat]
        return self.fee(seat, seat.city[find(seat, action.district)])

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        if not isinstance(action, Destroy):
            gain_income(game, turn, self)
            return
        use_up(turn, "destroy")
        seat = game.seats[action.seat]
        at = find(seat, action.district)
        built = seat.city[at]
        lose_gold(game, turn.seat, self.fee(seat, built), "destroy")
        destroy(game, action.seat, at, "warlord")
        for number, other in enumerate(game.seats):
            for card in other.powers:
                if number != turn.seat and card.on_warlord_destroyed(game, number, built):
                    return


class ClassicWarlord(Warlord):
    """Destruction is the last thing of the turn."""

    text = (
        "At the end of your turn, destroy a district of any city for 1 less than its cost. Gain 1 gold for each of your "
        "military districts."
    )

    def insists(self, game: Game, turn: Turn, out: list[Action]) -> bool:
        return ends_after(turn, "destroy", out)

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if turn.gathered:
            self.offer_targets(game, turn, out)


register_character(modern=Warlord(), classic=ClassicWarlord())
