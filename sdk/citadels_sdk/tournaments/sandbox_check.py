"""A game played to its end, and proved: what a bot does to it in memory, past its answers, wins nothing and costs nobody else anything.

1. A bot of this process could find the game and change it. So a game with such a bot is played again from its deal by the decisions
   alone (`follows`), and the same must come of it.
2. Where it does not, or where the game broke, the bots play it once more (`Guarded`), and the game is looked at before and after each of them has
   had its say. Who has changed it has left at that decision, whatever the policy; the others play the game again, and are charged for nothing.
3. A bot that changes the rules themselves spoils its own process, and `verify` finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine import apply, awaited, is_over
from citadels_engine.errors import CitadelsError
from citadels_engine.formats.codec import encode

from citadels_sdk.tournaments.game_run import Gone, Seated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_engine import Action
    from citadels_engine import Game as EngineGame

    from citadels_sdk.pool.heartbeat import Place
    from citadels_sdk.tournaments.game_run import Done, Hall, Task


OUTSIDE: Final = ("house", "process", "isolated")
"""Entrants of these kinds cannot reach the game: ours, programs, and bots in processes of their own."""


class Changed(Exception):
    """A bot has changed the game past its answer."""

    def __init__(self, seat: int, n: int) -> None:
        super().__init__(f"seat {seat} has changed the game at decision {n}")
        self.seat = seat
        self.n = n


def play_task(hall: Hall, task: Task, place: Place | None = None, well: Callable[[], object] | None = None) -> Done:
    """Play the game; `place` is where it is written who is thinking, `well` says that the process can go on, in a game that is watched."""
    told = well if task.watched else None
    seated = Seated(hall, task, place, told)
    if not reachable(hall, task):
        return seated.play()
    try:
        done = seated.play()
        holds = follows(hall, task, seated)
    except Exception:  # noqa: BLE001  # a game may break in any way where a bot has changed it; if none has, it breaks again
        holds = False
    return done if holds else guarded(hall, task, place, told)


def reachable(hall: Hall, task: Task) -> bool:
    """Whether a bot at that table is in the process of the game."""
    return any(name in hall.entrants and hall.entrants[name].kind not in OUTSIDE for name in task.bots)


def guarded(hall: Hall, task: Task, place: Place | None, well: Callable[[], object] | None) -> Done:
    """The game, played by those who leave it alone."""
    while True:
        seated = Guarded(hall, task, place, well)
        try:
            done = seated.play()
        except Changed as changed:
            task = task._replace(gone=without(task.gone, changed))
            continue
        if not follows(hall, task, seated):
            raise RuntimeError("it is not what its decisions make of it, and nobody was seen to change it")
        return done


def without(gone: Sequence[Gone], changed: Changed) -> tuple[Gone, ...]:
    """Who has left now: that seat at that decision, or if it had left before, from the beginning."""
    before = any(one.seat == changed.seat for one in gone)
    others = [one for one in gone if one.seat != changed.seat]
    return (*others, Gone(changed.seat, 0 if before else changed.n, "it changed the game itself, not by its answers"))


def follows(hall: Hall, task: Task, seated: Seated) -> bool:
    """Whether the game is what its decisions make of it."""
    again = hall.deal(task)
    try:
        for seat, action in seated.taken:
            if is_over(again) or awaited(again).seat != seat:
                return False
            apply(again, action.text)
    except CitadelsError:
        return False
    return again.seed == seated.game.seed and encode(again) == encode(seated.game)


class Guarded(Seated):
    """A table at which the game is looked at before and after each bot has had its say."""

    def asked(self, seat: int) -> Action:
        """What the bot answers, or the default action."""
        before, n = self.seen(), self.game.n
        action = super().asked(seat)
        self.compare(before, seat, n)
        return action

    def tell_now(self, hook: object, *told: object) -> None:
        """Tell a bot, with the game in its reach."""
        before, n = self.seen(), self.game.n
        super().tell_now(hook, *told)
        self.compare(before, int(getattr(getattr(hook, "__self__", None), "seat", -1)), n)

    def seen(self) -> tuple[EngineGame, str, object, list[tuple[int, str]]]:
        """Which game it is, and all that there is to it."""
        return self.game, self.game.seed, encode(self.game), [(seat, action.text) for seat, action in self.taken]

    def compare(self, before: object, seat: int, n: int) -> None:
        """Say who it was that has changed the game."""
        try:
            same = self.seen() == before
        except Exception:  # noqa: BLE001  # what was changed may be broken in any way
            same = False
        if not same:
            raise Changed(seat, n)
