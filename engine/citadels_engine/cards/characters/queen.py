"""Queen (9). Gain 3 gold if you sit beside the player of the rank 4 character.

C-QUEEN-1: a neighbour has revealed rank 4 this round (G-14, R-QUE-1). C-QUEEN-2: killed, it shows itself at the end of
the round and pays a Queen who has been revealed (S8.2, R-QUE-2, R-QUE-3). Bewitched, the Witch's seat counts (R-WITCH-5);
of a bewitched rank 4, its player's (R-WITCH-6). At any moment of her turn, in the classic edition too (K-C-QUEEN-1, R-K-30),
where a murdered Emperor pays nothing (R-K-27) and a murdered King once, at the end, even if his Hospital has shown him before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import BONUS, Action
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_gold, holder_of, use_up
from citadels_engine.state import NOBODY

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Queen(Character):
    id = "queen"
    rank = 9
    min_players = 5
    en = "Queen"
    fr = "Reine"
    pt = "Rainha"
    text = "Gain 3 gold if you sit beside the player who revealed the rank 4 character."

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "bonus" not in turn.used and game.cast[3] is not game.killed:
            monarch = holder_of(game, game.cast[3])
            if (
                monarch != NOBODY
                and game.cast[3] in game.seats[monarch].revealed
                and are_neighbours(game, turn.seat, monarch)
            ):
                out.append(BONUS)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, "bonus")
        gain_gold(game, turn.seat, 3, "bonus")

    def on_rank4_shown(self, game: Game, seat: int) -> None:
        queen = holder_of(game, self)
        if queen != NOBODY and self in game.seats[queen].revealed and are_neighbours(game, queen, seat):
            gain_gold(game, queen, 3, "queen")


def are_neighbours(game: Game, one: int, other: int) -> bool:
    """Whether the two seats are neighbours on the circle (G-14)."""
    count = len(game.seats)
    return (one + 1) % count == other or (other + 1) % count == one


QUEEN = Queen()
register_character(modern=QUEEN, classic=QUEEN)
