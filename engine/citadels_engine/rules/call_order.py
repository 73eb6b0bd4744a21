"""The calls: ranks in order, what happens on a reveal, and the end of the round (S3, S8).

The game itself calls: whose the crown is changes nothing before the next draft (R-CALL-1, C-RANK4-1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.rules.draft import start_round
from citadels_engine.rules.effects import holder_of, ids, move_gold, reveal, tell
from citadels_engine.rules.turn import starts_as
from citadels_engine.state import NOBODY, OVER

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character
    from citadels_engine.state import Game

__all__ = ["begin_turn", "heir_reveals", "next_call"]


def next_call(game: Game) -> None:
    """Call the next rank; after the last the round ends (S3.1, S3.5)."""
    if game.called >= len(game.cast):
        end_round(game)
        return
    character = game.cast[game.called]
    game.called += 1
    holder = holder_of(game, character)
    if holder == NOBODY or character is game.killed:
        if game.telling:
            tell(game, "call", NOBODY, {"rank": character.rank, "character": character.id})
        if character is game.killed:
            call_murdered(game, character)
    else:
        begin_turn(game, character, holder)


def call_murdered(game: Game, character: Character) -> None:
    """A killed character stays hidden and skips its turn (S3.2), unless a card of the classic game has a say."""
    for i, seat in enumerate(game.seats):
        for card in seat.powers:
            if card.on_murdered_called(game, i, character):
                return


def begin_turn(game: Game, character: Character, seat: int) -> None:
    """The seat reveals the character: the robbery, then the crown, then the turn proper (S3.3, R-THI-1, R-MAG-13)."""
    reveal(game, seat, character)
    if character is game.robbed and game.robbed_by != NOBODY:
        move_gold(game, seat, game.robbed_by, game.seats[seat].gold, "robbery")
    starts_as(game, character, seat)
    character.on_revealed(game, seat)


def end_round(game: Game) -> None:
    """A killed rank 4 shows itself, then the round is closed (S8, C-RANK4-2)."""
    killed = game.killed
    if killed is not None and killed.rank == 4:
        holder = holder_of(game, killed)
        if holder != NOBODY and killed.on_round_end(game, holder):
            return
    close_round(game)


def close_round(game: Game) -> None:
    """Markers go; then the game is over or the next round begins (S8.3, S8.4)."""
    game.killed, game.killed_by = None, NOBODY
    game.bewitched, game.bewitched_by = None, NOBODY
    game.robbed, game.robbed_by = None, NOBODY
    game.warrants = None
    game.threats = None
    if len(game.completed) > 0:
        game.phase = OVER
        game.called = 0
        if game.telling:
            tell(game, "over", NOBODY, {"hands": [ids(seat.hand) for seat in game.seats]})
    else:
        game.round += 1
        start_round(game)


def heir_reveals(game: Game, character: Character, seat: int) -> None:
    """The killed rank 4 is shown, and a Queen beside its player is paid (S8.1, S8.2, R-R4-1)."""
    reveal(game, seat, character)
    game.cast[-1].on_rank4_shown(game, seat)
