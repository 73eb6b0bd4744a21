"""Scholar (7). Draw 7 cards, keep 1, shuffle the rest into the deck; you may build 2 districts.

C-SCHOLAR-1: with fewer than seven cards she draws them all (R-DECK-5), with none the ability is not offered (R-DECK-2);
the whole deck is shuffled (R-DECK-6). C-SCHOLAR-2: the limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import STUDY, Action
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import draw, ids, tell, use_up
from citadels_engine.rules.turn import keep_some

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Scholar(Character):
    id = "scholar"
    rank = 7
    en = "Scholar"
    fr = "Archiviste"
    pt = "Estudiosa"
    text = "Draw 7 cards, keep 1 and shuffle the others into the deck. You may build up to 2 districts."
    verbs = "study C-SCHOLAR-1"
    build_limit = 2

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "study" not in turn.used and len(game.deck) > 0:
            out.append(STUDY)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, "study")
        drawn = draw(game, 7)
        if game.telling:
            facts: dict[str, object] = {"count": len(drawn), "from": "study"}
            tell(game, "draw", turn.seat, facts, (turn.seat, {"districts": ids(drawn)}))
        keep_some(game, turn, drawn, 1, "study")


register_character(modern=Scholar())
