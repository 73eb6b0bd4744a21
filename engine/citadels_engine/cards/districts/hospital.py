"""Hospital (6, classic). If you are murdered you may still gather when your character is called.

K-D-HOSPITAL-1, R-K-11: he reveals, gathers and stops, with no effect at the end of the turn; he cannot be robbed
(R-K-12). Its owner is asked whenever the murdered character is called and he has one not revealed; if it is another, he
can only pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import DRAW, GOLD, PASS
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, reveal, tell, the_turn
from citadels_engine.rules.turn import close_turn, gather_cards, gather_gold, offer_gathering, starts_as

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import Character
    from citadels_engine.state import Game


class Hospital(District):
    id = "hospital"
    en = "Hospital"
    fr = "Hôpital"
    pt = "Hospital"
    text = "If your character is murdered, you may still gather when it is called."
    cost = 6
    bonus = True

    def on_murdered_called(self, game: Game, seat: int, character: Character) -> bool:
        owner = game.seats[seat]
        if all(own in owner.revealed for own in owner.characters):
            return False
        starts_as(game, character, seat)
        ask(game, Ward(seat))
        return True


class Ward(Decision):
    """Whether the murdered player gathers; the turn names the murdered character."""

    kind = "ward"

    def options(self, game: Game) -> list[Action]:
        out: list[Action] = []
        if the_turn(game).character in game.seats[self.seat].characters:
            offer_gathering(game, out)
        out.append(PASS)
        return out

    def take(self, game: Game, action: Action) -> None:
        turn = the_turn(game)
        if game.telling:
            tell(game, "answer", self.seat, {"do": action.text})
        if action is PASS:
            close_turn(game)
            return
        reveal(game, self.seat, turn.character)
        if action is GOLD:
            gather_gold(game, turn)
        elif action is DRAW:
            gather_cards(game, turn)


register_district(classic=Hospital())
