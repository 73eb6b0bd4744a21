"""Magistrate (1). Put three warrants on three other characters, one of them signed; you may confiscate what the signed
one's player first pays to build.

C-MAGISTRATE-1: three different characters of the cast, the Magistrate only under the option `marks_on_self` (R-MAG-3). C-MAGISTRATE-2, C-MAGISTRATE-3: at
the first paid build, after the price and before the district enters the city (R-MAG-1); he is asked at a blank warrant
too, and can then only pass (R-MAG-2, V-8). C-MAGISTRATE-4: the build counts for the builder. C-MAGISTRATE-5: nothing
identical to a district of his own, nor a Monument that could not be built there (R-MAG-8). C-MAGISTRATE-6: he pays the
tax. C-MAGISTRATE-7: once answered, the chance is gone for that turn (R-MAG-4). A warrant shown stays so till the round
ends (R-MAG-10). Who held the card at its call decides, all round long (R-MAG-15); a builder's licence for duplicates is
not needed (R-MAG-14).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import stored
from citadels_engine.actions.types import CONFISCATE, PASS, Action, Warrants
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.building import enter_city, stand
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, gain_gold, owns, tell, the_turn, use_up
from citadels_engine.state import Markers

if TYPE_CHECKING:
    from citadels_engine.cards.base import District
    from citadels_engine.state import Game, Turn

_MENUS: Final[dict[tuple[str, ...], list[Action]]] = {}
MOST_MENUS: Final = 1024
_WARRANTS: Final[dict[tuple[str, str, str], Action]] = {}


def warrants(signed: str, first: str, second: str) -> Action:
    """The stored `warrants <signed> <first> <second>`, without its text: a menu has a hundred, and most casts have a menu of their own."""
    key = (signed, first, second)
    found = _WARRANTS.get(key)
    if found is None:
        found = _WARRANTS[key] = stored(Warrants(signed, (first, second)))
    return found


class Magistrate(Character):
    id = "magistrate"
    rank = 1
    en = "Magistrate"
    fr = "Échevin"
    pt = "Magistrado"
    text = (
        "Put three warrants facedown on three other characters; one is signed. You may confiscate the first district that "
        "the signed one's player pays for."
    )
    verbs = "warrants C-MAGISTRATE-1"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "warrants" not in turn.used:
            itself = game.options.marks_on_self
            names = tuple([character.id for character in game.cast if itself or character is not self])
            listed = _MENUS.get(names)
            if listed is None:
                listed = self.choices(names)
                if len(_MENUS) == MOST_MENUS:
                    _MENUS.clear()
                _MENUS[names] = listed
            out.extend(listed)

    def choices(self, names: tuple[str, ...]) -> list[Action]:
        """Every way to place the three warrants on three of these characters."""
        listed: list[Action] = []
        for signed in names:
            blanks = [name for name in names if name != signed]
            for i, first in enumerate(blanks):
                for second in blanks[i + 1 :]:
                    listed.append(warrants(signed, first, second))
        return listed

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Warrants)
        use_up(turn, "warrants")
        named = [character for character in game.cast if character.id in action.blank]
        signed = [character for character in game.cast if character.id == action.signed]
        markers = Markers(signed[0], tuple(named), turn.seat)
        game.warrants = markers
        if game.telling:
            on = [character.id for character in game.cast if markers.on(character)]
            secret: dict[str, object] = {"signed": action.signed}
            tell(game, "mark", turn.seat, {"verb": "warrants", "characters": on}, (turn.seat, secret))

    def on_paid_build(self, game: Game, seat: int, card: District, gold: int) -> None:
        markers = game.warrants
        if markers is None or markers.by < 0:
            enter_city(game, seat, card, gold)
        else:
            ask(game, Warrant(markers.by, seat, card, gold))


class Warrant(Decision):
    """Whether the Magistrate reveals the signed warrant and takes the district being built."""

    kind = "warrant"

    def __init__(self, seat: int, builder: int, card: District, gold: int) -> None:
        super().__init__(seat)
        self.builder = builder
        self.card = card
        self.gold = gold

    def options(self, game: Game) -> list[Action]:
        markers = game.warrants
        assert markers is not None
        city = game.seats[self.seat]
        turn = the_turn(game)
        if turn.character is markers.real and not owns(city, self.card) and not self.card.refuses(city):
            return [CONFISCATE, PASS]
        return [PASS]

    def take(self, game: Game, action: Action) -> None:
        turn = the_turn(game)
        use_up(turn, "warrant")
        if game.telling:
            tell(game, "answer", self.seat, {"do": action.text})
        if action is PASS:
            enter_city(game, self.builder, self.card, self.gold)
            return
        markers = game.warrants
        assert markers is not None
        game.warrants = Markers(markers.real, markers.blank, markers.by, (*markers.shown, turn.character))
        gain_gold(game, self.builder, self.gold, "confiscation")
        if game.telling:
            tell(game, "confiscate", self.seat, {"district": self.card.id, "from": self.builder})
        stand(game, self.seat, self.card)

    def saved(self) -> dict[str, object] | None:
        return {"kind": "warrant", "seat": self.seat, "district": self.card.id, "gold": self.gold}

    def shown(self, seat: int) -> dict[str, object]:
        return {"kind": "warrant", "seat": self.seat, "district": self.card.id, "gold": self.gold}


register_character(modern=Magistrate())
