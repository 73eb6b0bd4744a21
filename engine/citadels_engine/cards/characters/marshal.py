"""Marshal (8). Take a district of cost 3 or less from another city, paying its owner the cost; gain 1 gold for each of
your military districts.

C-MARSHAL-1: not one identical to a district of his own, the Quarry notwithstanding (R-MAR-2); the Great Wall costs 1
more, paid to the owner (R-GW-1), and leaves the limit of 3 alone (R-GW-4). His own city may be complete (R-MAR-1). A
seizure is no build (S5.9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_both
from citadels_engine.actions.types import Action, Seize
from citadels_engine.cards.base import MILITARY, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import (
    add_to_city,
    find,
    move_gold,
    note_complete,
    owns,
    remove_from_city,
    tell,
    use_up,
)
from citadels_engine.rules.rank8 import is_open, wall
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.state import Built, Game, Seat, Turn


class Marshal(Character):
    id = "marshal"
    rank = 8
    en = "Marshal"
    fr = "Capitaine"
    pt = "Marechal"
    text = (
        "Take a district of cost 3 or less from another city, paying its owner the cost. Gain 1 gold for each of your "
        "military districts."
    )
    verbs = "seize C-MARSHAL-1"
    income_type = MILITARY

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if "seize" in turn.used:
            return
        own = game.seats[turn.seat]
        for number, seat in enumerate(game.seats):
            if number == turn.seat or not is_open(game, number):
                continue
            texts: list[str] = []
            for built in seat.city:
                if built.cost > 3 or built.card.immune or built.text in texts or owns(own, built.card):
                    continue
                texts.append(built.text)
                if self.fee(seat, built) <= own.gold:
                    out.append(on_both("seize", number, built.text))

    def fee(self, seat: Seat, target: Built) -> int:
        """What the owner is paid (C-MARSHAL-1, R-GW-1)."""
        return target.cost + wall(seat, target)

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        if not isinstance(action, Seize):
            return 0
        seat = game.seats[action.seat]
        return self.fee(seat, seat.city[find(seat, action.district)])

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        if not isinstance(action, Seize):
            gain_income(game, turn, self)
            return
        use_up(turn, "seize")
        seat = game.seats[action.seat]
        at = find(seat, action.district)
        built = seat.city[at]
        if game.telling:
            tell(game, "seize", turn.seat, {"of": action.seat, "district": action.district})
        move_gold(game, turn.seat, action.seat, self.fee(seat, built), "seize")
        add_to_city(game, turn.seat, remove_from_city(game, action.seat, at))
        note_complete(game, turn.seat)


register_character(modern=Marshal())
