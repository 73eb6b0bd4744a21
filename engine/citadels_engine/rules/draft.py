"""The draft: choosing characters, for 2 to 8 players (S2).

What comes next follows from the crown, which does not move before the calls (R-SEL-6), and from the numbers of characters
picked and set aside, so nothing else is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.dice import Dice
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, tell
from citadels_engine.state import PICK, TURNS, Facedown

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import Character
    from citadels_engine.state import Game

__all__ = [
    "PICK_BY",
    "SET_ASIDE",
    "Pick",
    "SetAside",
    "faceup_count",
    "next_in_draft",
    "picks_each",
    "start_round",
    "takes_facedown",
]


def faceup_count(players: int, characters: int) -> int:
    """How many characters lie faceup (S2.2, K-S4): the more, the fewer the players."""
    return max(0, characters - players - 2) if players >= 4 else 0


def picks_each(players: int) -> int:
    """How many characters each player has (S2.6, S2.7, S3.4, K-S5)."""
    return 2 if players <= 3 else 1


def takes_facedown(game: Game) -> bool:
    """Whether the last player also gets the first facedown card (S2.5, R-SEL-3)."""
    return len(game.seats) >= 7 and len(game.cast) == len(game.seats) + 1


def start_round(game: Game) -> None:
    """Collect the characters, those out of play too, and begin the selection (S2.1, S2.8)."""
    game.phase = PICK
    game.called = 0
    game.turn = None
    game.faceup = ()
    game.facedown = ()
    game.pool = ()
    for seat in game.seats:
        seat.characters = ()
        seat.revealed = ()
        seat.built = ()


def set_aside_at_random(game: Game) -> None:
    """Some characters faceup, never one of rank 4, and one facedown (S2.2, S2.3, R-SEL-1, R-SEL-2)."""
    dice = Dice(game.seed, f"characters/{game.round}")
    left = list(game.pool)
    if not left:
        placed = list(game.faceup)
        for seat in game.seats:
            placed.extend(seat.characters)
        left = [character for character in game.cast if character not in placed]
    count = faceup_count(len(game.seats), len(game.cast)) - len(game.faceup)
    if game.options.facedown_first:
        hidden = draw_facedown(dice, left)
        faceup = draw_faceup(dice, left, count)
    else:
        faceup = draw_faceup(dice, left, count)
        hidden = draw_facedown(dice, left)
    game.faceup = (*game.faceup, *faceup)
    game.facedown = hidden
    game.pool = tuple(left)
    if game.telling:
        shown = [character.id for character in game.faceup]
        tell(game, "round", -1, {"round": game.round, "crown": game.crown, "faceup": shown})


def draw_facedown(dice: Dice, left: list[Character]) -> tuple[Facedown, ...]:
    """Draw the facedown character, which nobody knows; none where a position has left none."""
    if len(left) == 0:
        return ()
    return (Facedown(left.pop(dice.below(len(left)))),)


def draw_faceup(dice: Dice, left: list[Character], count: int) -> list[Character]:
    """Draw the faceup characters; one of rank 4 is put back and another drawn in its place."""
    faceup: list[Character] = []
    while len(faceup) < count and any(character.rank != 4 for character in left):
        at = dice.below(len(left))
        if left[at].rank != 4:
            faceup.append(left.pop(at))
    return faceup


def next_in_draft(game: Game) -> None:
    """Ask who chooses now, or end the draft (S2.4 to S2.7)."""
    players = len(game.seats)
    picked = 0
    for seat in game.seats:
        picked += len(seat.characters)
    if len(game.facedown) == 0:
        set_aside_at_random(game)
    aside = len(game.facedown) - 1
    if len(game.pool) == 0:
        end_draft(game)
    elif players == 2 and picked >= 2 and aside < picked - 1:
        chooser = (game.crown + picked - 1) % 2
        if len(game.pool) == 1:
            put_aside(game, chooser, game.pool[0], "set_aside")
        else:
            ask(game, SET_ASIDE[chooser])
    elif picked < players * picks_each(players):
        if players == 3 and picked == 3 and aside == 0 and not game.classic and len(game.pool) > 1:
            discard_middle(game)
        ask(game, PICK_BY[(game.crown + picked) % players])
    else:
        end_draft(game)


def discard_middle(game: Game) -> None:
    """With 3 players one of the five cards left goes facedown, and nobody knows which (S2.7, R-SEL-5)."""
    left = list(game.pool)
    hidden = left.pop(Dice(game.seed, f"middle/{game.round}").below(len(left)))
    game.pool = tuple(left)
    game.facedown = (*game.facedown, Facedown(hidden))
    if game.telling:
        tell(game, "leave", -1, {"count": 1})


def put_aside(game: Game, seat: int, character: Character, kind: str) -> None:
    """The seat puts a character of the pool facedown aside; it alone knows which (V-2)."""
    game.pool = tuple([other for other in game.pool if other is not character])
    game.facedown = (*game.facedown, Facedown(character, (seat,)))
    if game.telling:
        tell(game, kind, seat, {"count": 1}, (seat, {"character": character.id}))


def end_draft(game: Game) -> None:
    """The cards left go facedown, the Theater may be used, then the calls begin (S2.4, S2.9)."""
    players = len(game.seats)
    last = (game.crown + players * picks_each(players) - 1) % players
    while len(game.pool) > 0:
        put_aside(game, last, game.pool[0], "leave")
    game.phase = TURNS
    for i in range(players):
        for card in game.seats[i].powers:
            if card.on_draft_over(game, i):
                return


class Pick(Decision):
    """Which character the seat keeps."""

    kind = "pick"

    def options(self, game: Game) -> list[Action]:
        return [character.do_pick for character in self.offered(game)]

    def offered(self, game: Game) -> list[Character]:
        """The characters to choose from: the pool, for the last of 7 or 8 players the first facedown card too."""
        offered = list(game.pool)
        if self.sees_facedown(game):
            offered.append(game.facedown[0].character)
        return offered

    def sees_facedown(self, game: Game) -> bool:
        """Whether the first facedown card is on offer (S2.5, R-SEL-4)."""
        return len(game.pool) == 1 and takes_facedown(game)

    def take(self, game: Game, action: Action) -> None:
        offered = self.offered(game)
        seat = game.seats[self.seat]
        for character in offered:
            if character.do_pick is action:
                seat.characters = (*seat.characters, character)
                if game.telling:
                    known: dict[str, object] = {
                        "character": character.id,
                        "offered": [other.id for other in offered],
                    }
                    tell(game, "pick", self.seat, {"left": len(offered) - 1}, (self.seat, known))
                if self.sees_facedown(game):
                    other = offered[0] if character is offered[1] else offered[1]
                    game.pool = ()
                    game.facedown = (Facedown(other, (self.seat,)), *game.facedown[1:])
                else:
                    game.pool = tuple([other for other in game.pool if other is not character])

    def saved(self) -> dict[str, object] | None:
        return None


class SetAside(Decision):
    """Which character goes facedown aside, with 2 players (S2.6)."""

    kind = "set_aside"

    def options(self, game: Game) -> list[Action]:
        return [character.do_set_aside for character in game.pool]

    def take(self, game: Game, action: Action) -> None:
        for character in game.pool:
            if character.do_set_aside is action:
                put_aside(game, self.seat, character, "set_aside")

    def saved(self) -> dict[str, object] | None:
        return None


PICK_BY: Final = [Pick(seat) for seat in range(8)]
SET_ASIDE: Final = [SetAside(seat) for seat in range(8)]
