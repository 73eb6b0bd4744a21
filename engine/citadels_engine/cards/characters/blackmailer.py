"""Blackmailer (2). Put two threats on two characters, one of them flowered; their players bribe you with half their gold,
or risk all of it.

C-BLACKMAILER-1: not rank 1, not killed, not bewitched, and not himself unless the table plays with `marks_on_self` (R-BLK-1). C-BLACKMAILER-2, C-BLACKMAILER-4: the
threatened player gathers at once, then answers, and does nothing else before (`turn.py`, R-BLK-6, R-BLK-8).
C-BLACKMAILER-3: the bribe is half the stash after gathering, rounded down (R-BLK-2, R-BLK-3); the marker goes unrevealed.
C-BLACKMAILER-5: refused, he may turn the marker up; flowered, it takes everything. He is asked whatever the marker is
(V-8, R-BLK-4, R-BLK-5, R-BLK-7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import stored
from citadels_engine.actions.types import BRIBE, EXPOSE, PASS, REFUSE, Action, Threats
from citadels_engine.cards.base import Character
from citadels_engine.cards.characters.thief import may_be_marked
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, move_gold, tell, the_turn, use_up
from citadels_engine.state import Markers

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn

_MENUS: Final[dict[tuple[str, ...], list[Action]]] = {}
MOST_MENUS: Final = 1024
_THREATS: Final[dict[tuple[str, str], Action]] = {}


def threats(flowered: str, blank: str) -> Action:
    """The stored `threats <flowered> <blank>`."""
    key = (flowered, blank)
    found = _THREATS.get(key)
    if found is None:
        found = _THREATS[key] = stored(Threats(flowered, blank))
    return found


class Blackmailer(Character):
    id = "blackmailer"
    rank = 2
    en = "Blackmailer"
    fr = "Maître-Chanteuse"
    pt = "Chantagista"
    text = (
        "Put two threats facedown on two characters; one is flowered. Each threatened player bribes you with half the gold, "
        "or you may turn the threat up: the flowered one takes all the gold."
    )
    verbs = "threats C-BLACKMAILER-1"

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "threats" not in turn.used:
            spared = None if game.options.marks_on_self else self
            names = tuple([character.id for character in game.cast if may_be_marked(game, character, spared)])
            listed = _MENUS.get(names)
            if listed is None:
                listed = [threats(flowered, blank) for flowered in names for blank in names if blank != flowered]
                if len(_MENUS) == MOST_MENUS:
                    _MENUS.clear()
                _MENUS[names] = listed
            out.extend(listed)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Threats)
        use_up(turn, "threats")
        flowered = [character for character in game.cast if character.id == action.flowered]
        blank = [character for character in game.cast if character.id == action.blank]
        markers = Markers(flowered[0], (blank[0],), turn.seat)
        game.threats = markers
        if game.telling:
            on = [character.id for character in game.cast if markers.on(character)]
            secret: dict[str, object] = {"flowered": action.flowered}
            tell(game, "mark", turn.seat, {"verb": "threats", "characters": on}, (turn.seat, secret))

    def on_threatened(self, game: Game, turn: Turn) -> None:
        ask(game, Threat(turn.seat))


class Threat(Decision):
    """Whether the threatened player bribes."""

    kind = "threat"

    def options(self, game: Game) -> list[Action]:
        return [BRIBE, REFUSE]

    def price(self, game: Game, action: Action) -> int:
        return game.seats[self.seat].gold // 2 if action is BRIBE else 0

    def take(self, game: Game, action: Action) -> None:
        markers = game.threats
        assert markers is not None
        turn = the_turn(game)
        if game.telling:
            tell(game, "answer", self.seat, {"do": action.text})
        if action is BRIBE:
            use_up(turn, "threat")
            move_gold(game, self.seat, markers.by, self.price(game, action), "bribe")
            real = None if markers.real is turn.character else markers.real
            blank = tuple([None if other is turn.character else other for other in markers.blank])
            game.threats = Markers(real, blank, markers.by, markers.shown)
        else:
            ask(game, Expose(markers.by))

    def saved(self) -> dict[str, object] | None:
        return None


class Expose(Decision):
    """Whether the Blackmailer turns the threat up."""

    kind = "expose"

    def options(self, game: Game) -> list[Action]:
        return [EXPOSE, PASS]

    def take(self, game: Game, action: Action) -> None:
        markers = game.threats
        assert markers is not None
        turn = the_turn(game)
        use_up(turn, "threat")
        if game.telling:
            flowered = turn.character is markers.real
            facts: dict[str, object] = {"do": action.text, "flowered": flowered} if action is EXPOSE else {"do": "pass"}
            tell(game, "answer", self.seat, facts)
        if action is EXPOSE:
            game.threats = Markers(markers.real, markers.blank, markers.by, (*markers.shown, turn.character))
            if turn.character is markers.real:
                move_gold(game, turn.seat, self.seat, game.seats[turn.seat].gold, "threat")


register_character(modern=Blackmailer())
