"""Artist (9). Put 1 gold on one or two of your districts: each costs 1 more for good.

C-ARTIST-1: another district the second time, each district once ever (R-ART-1); the Keep and a complete city too
(R-ART-3). C-ARTIST-2: the cost counts for scores, prices, the Marshal's limit and the Basilica (G-7). The same in
the classic edition (K-C-ARTIST-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import on_name
from citadels_engine.actions.types import Action, Beautify
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import find, lose_gold, tell, use_up
from citadels_engine.state import Built

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn

FEE: Final = 1


class Artist(Character):
    id = "artist"
    rank = 9
    min_players = 3
    en = "Artist"
    fr = "Artiste"
    pt = "Artista"
    text = "Put 1 gold on one or two of your districts; each costs 1 more from then on. Once for each district."
    verbs = "beautify C-ARTIST-1"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        seat = game.seats[turn.seat]
        if seat.gold >= FEE and turn.used.count("beautify") < 2:
            names: list[str] = []
            for built in seat.city:
                if not built.beautified and built.text not in names:
                    names.append(built.text)
                    out.append(on_name("beautify", built.text))

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        return FEE if isinstance(action, Beautify) else 0

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Beautify)
        use_up(turn, "beautify")
        lose_gold(game, turn.seat, FEE, "beautify")
        city = game.seats[turn.seat].city
        at = find(game.seats[turn.seat], action.district)
        built = city[at]
        city[at] = Built(built.card, True, built.tucked, built.tuckers) if built.tucked else built.card.beautiful
        if game.telling:
            tell(game, "beautify", turn.seat, {"district": action.district})


class ClassicArtist(Artist):
    min_players = 4


register_character(modern=Artist(), classic=ClassicArtist())
