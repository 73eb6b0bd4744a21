"""Theater (6). After the draft you may swap a character card with another player, unseen.

D-THEATER-1, S2.9: before the first call; its owner may decline, the other cannot (R-THE-1). V-6: the two players are public,
the cards are theirs alone. D-THEATER-2: with 2 or 3 players
the owner chooses which own card to give; the other is drawn by lot (R-THE-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions import types
from citadels_engine.actions.forms import intern, on_seat
from citadels_engine.actions.types import PASS
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.dice import Dice
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, tell

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import Character
    from citadels_engine.state import Game


class Theater(District):
    id = "theater"
    en = "Theater"
    fr = "Théâtre"
    pt = "Teatro"
    text = "After the characters are chosen you may swap one of yours with another player's, unseen."
    cost = 6

    def on_draft_over(self, game: Game, seat: int) -> bool:
        ask(game, Swap(seat))
        return True


class Swap(Decision):
    """With whom the Theater's owner swaps characters."""

    kind = "theater"

    def options(self, game: Game) -> list[Action]:
        out: list[Action] = []
        own = game.seats[self.seat].characters
        for number, seat in enumerate(game.seats):
            if number == self.seat or len(seat.characters) == 0 or len(own) == 0:
                continue
            if len(game.seats) > 3:
                out.append(on_seat("theater", number))
            else:
                for character in own:
                    out.append(intern(f"theater {character.id} {number}"))
        out.append(PASS)
        return out

    def take(self, game: Game, action: Action) -> None:
        if not isinstance(action, types.Theater):
            if game.telling:
                tell(game, "theater", self.seat, {"with": None})
            return
        own, other = game.seats[self.seat], game.seats[action.seat]
        given = own.characters[0]
        for character in own.characters:
            if character.id == action.character:
                given = character
        taken = other.characters[0]
        if len(game.seats) <= 3:
            at = Dice(game.seed, f"theater/{game.round}").below(len(other.characters))
            taken = other.characters[at]
        own.characters = replaced(own.characters, given, taken)
        other.characters = replaced(other.characters, taken, given)
        if game.telling:
            mine: dict[str, object] = {"gave": given.id, "got": taken.id}
            theirs: dict[str, object] = {"gave": taken.id, "got": given.id}
            tell(game, "theater", self.seat, {"with": action.seat}, (self.seat, mine), (action.seat, theirs))


def replaced(held: tuple[Character, ...], old: Character, new: Character) -> tuple[Character, ...]:
    """The characters held, one in another's place."""
    return tuple([new if character is old else character for character in held])


register_district(modern=Theater())
