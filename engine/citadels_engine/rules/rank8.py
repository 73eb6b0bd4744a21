"""What stops the rank 8 ability (C-RANK8-2), the Witch's use of it too (R-WITCH-13).

A complete city, the Bishop, the Keep, and the Great Wall's price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import END
from citadels_engine.rules.effects import holder_of, is_complete
from citadels_engine.state import NOBODY

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Built, Game, Seat, Turn

__all__ = ["ends_after", "is_open", "protected_seat", "wall"]


def is_open(game: Game, number: int) -> bool:
    """Whether the ability may be used on the seat's city at all, the user's own included (R-WAR-1, R-BIS-1)."""
    return number != protected_seat(game) and not is_complete(game, game.seats[number])


def protected_seat(game: Game) -> int:
    """The seat that the Bishop protects: revealed, not killed; bewitched, it is the Witch's (C-BISHOP-2, C-WITCH-8)."""
    bishop = game.cast[4]
    if not bishop.protects or bishop is game.killed:
        return NOBODY
    holder = holder_of(game, bishop)
    if holder == NOBODY or bishop not in game.seats[holder].revealed:
        return NOBODY
    return game.bewitched_by if bishop is game.bewitched else holder


def wall(seat: Seat, target: Built) -> int:
    """What the Great Wall of the city adds to the price (D-GREAT_WALL-1, R-GW-2)."""
    extra = 0
    for card in seat.powers:
        extra += card.rank8_extra(target)
    return extra


def ends_after(turn: Turn, verb: str, out: list[Action]) -> bool:
    """In the classic edition the ability is the last thing of the turn: list the end of it, and nothing else (K-S7)."""
    if verb not in turn.used:
        return False
    out.append(END)
    return True
