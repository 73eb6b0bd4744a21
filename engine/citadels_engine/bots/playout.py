"""Playing a game to its end with random moves, for search and measurement.

Every list of legal actions is made, and every action is checked against it.
"""

from __future__ import annotations

from typing import Final

from citadels_engine.game import apply, legal_actions
from citadels_engine.state import OVER, Game

__all__ = ["play_out"]

MODULUS: Final = 2147483647
"""Lehmer's generator with this prime and the multiplier 48271: quick, and good enough for moves; it deals no cards."""


def play_out(game: Game, chance: int) -> int:
    """Play on at random until the game is over, in place; the number of decisions taken.

    The same game and the same `chance` give the same moves.
    """
    state = chance % (MODULUS - 1) + 1
    taken = 0
    while game.phase != OVER:
        legal = legal_actions(game)
        state = state * 48271 % MODULUS
        apply(game, legal[state * len(legal) // MODULUS])
        taken += 1
    return taken
