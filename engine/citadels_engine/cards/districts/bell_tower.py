"""Bell Tower (5, classic). When you build it you may announce that seven districts complete a city.

K-D-BELL_TOWER-1: it counts as the seventh itself; lost, it is eight again, whoever owned it last (R-K-8, R-K-9, R-K-28).
K-D-BELL_TOWER-2: such a city is complete for everything (`verbs.completion_size`). K-D-BELL_TOWER-3: all who have seven
when it takes effect complete their cities at one moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import ANNOUNCE, PASS
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, has_completed, is_complete, note_complete, tell

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game


class BellTower(District):
    id = "bell_tower"
    en = "Bell Tower"
    fr = "Beffroi"
    pt = "Campanário"
    text = "When you build it, you may announce that seven districts complete a city, as long as it stands."
    cost = 5
    bonus = True

    def on_built(self, game: Game, seat: int) -> bool:
        ask(game, Chime(seat))
        return True

    def on_lost(self, game: Game) -> None:
        if game.announced:
            game.announced = False
            if game.telling:
                tell(game, "announce", -1, {"on": False})


class Chime(Decision):
    """Whether the builder announces the shorter game; the check for completion waits for the answer."""

    kind = "chime"

    def options(self, game: Game) -> list[Action]:
        return [ANNOUNCE, PASS]

    def take(self, game: Game, action: Action) -> None:
        if action is PASS:
            if game.telling:
                tell(game, "answer", self.seat, {"do": "pass"})
            note_complete(game, self.seat)
            return
        game.announced = True
        if game.telling:
            tell(game, "announce", self.seat, {"on": True})
        together = [
            number
            for number, seat in enumerate(game.seats)
            if is_complete(game, seat) and not has_completed(game, number)
        ]
        if together:
            game.completed = (*game.completed, tuple(together))
            if game.telling:
                for number in together:
                    tell(game, "complete", number, {})


register_district(classic=BellTower())
