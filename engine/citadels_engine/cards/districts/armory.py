"""Armory (3). On your turn, destroy it to destroy one other district, in any city that is not complete.

D-ARMORY-1: free of charge; neither the Armory nor the district attacked lies in a complete city (R-ARM-1, R-ARM-4), and it is
not the Armory (R-ARM-3). D-ARMORY-2: Bishop, Keep and Great Wall do not stop it (R-ARM-2). Built, it is a district
like any other, to be confiscated or not (R-MAG-12). The classic Armory reaches only another player's city (K-D-ARMORY-1,
R-K-24).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions import types
from citadels_engine.actions.forms import on_both
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.effects import destroy, find, is_complete, use_up

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game, Turn


class Armory(District):
    id = "armory"
    en = "Armory"
    fr = "Poudrière"
    pt = "Arsenal"
    text = "On your turn, destroy the Armory to destroy another district; neither may be in a complete city."
    cost = 3
    verb = "armory"
    own_city: bool = True

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if is_complete(game, game.seats[turn.seat]):
            return
        for number, seat in enumerate(game.seats):
            if is_complete(game, seat) or (number == turn.seat and not self.own_city):
                continue
            texts: list[str] = []
            for built in seat.city:
                if built.card is not self and built.text not in texts:
                    texts.append(built.text)
                    out.append(on_both("armory", number, built.text))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, types.Armory)
        use_up(turn, "armory")
        target = game.seats[action.seat]
        destroy(game, action.seat, find(target, action.district), "armory")
        city = game.seats[turn.seat].city
        for at, built in enumerate(city):
            if built.card is self:
                destroy(game, turn.seat, at, "armory")
                break


class ClassicArmory(Armory):
    text = "On your turn, destroy the Armory to destroy a district of another player's city; neither may be in a complete city."
    bonus = True
    own_city = False


register_district(modern=Armory(), classic=ClassicArmory())
