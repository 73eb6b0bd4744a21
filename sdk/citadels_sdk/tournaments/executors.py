"""Who plays the games of a tournament: this process, or others that stay from round to round (`TournamentPool`)."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Protocol

from citadels_sdk.pool.processes import cores, way_for
from citadels_sdk.tournaments.game_run import Void
from citadels_sdk.tournaments.sandbox_check import play_task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from citadels_sdk.tournaments.game_run import Done, Hall, Task


class Executor(Protocol):
    """Who plays games."""

    def play(self, tasks: Sequence[Task], heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Play them all; `heard` is told of them as they come, in any order, and now and then of none."""


class Alone:
    """All games in this process, one after the other: there is no help against a bot that hangs or ends it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def play(self, tasks: Sequence[Task], heard: Callable[[Sequence[Done | Void]], None]) -> None:
        """Play them all; what the bots print goes to the standard error."""
        for task in tasks:
            with redirect_stdout(sys.stderr):
                done = played_here(self.hall, task)
            heard([done])


def played_here(hall: Hall, task: Task) -> Done | Void:
    """The game, or why it could not be played."""
    try:
        return play_task(hall, task)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is written down, and the others are played
        return Void(task.game, f"it could not be played: {type(error).__name__}: {error}")


@contextmanager
def executor_for(hall: Hall, jobs: int | None, notes: list[str]) -> Iterator[Executor]:
    """Who is to play, in so many processes; `notes` is told what there is to say about it."""
    wanted = cores() if jobs is None else jobs
    objects = [one.name for one in hall.entrants.values() if one.kind == "object"]
    if objects:
        notes.append(
            f"played one game after the other, in one process: {', '.join(objects)} is one object for all games; a class is made anew for each"
        )
        yield Alone(hall)
        return
    way, note = way_for(list(hall.entrants.values()))
    if way == "one":
        notes.append(note)
    if way == "one" or (wanted == 1 and all(one.kind == "house" for one in hall.entrants.values())):
        yield Alone(hall)
        return
    from citadels_sdk.pool.tournament_pool import TournamentPool

    with closing(TournamentPool(hall, wanted, way, notes)) as pool:
        if any(one.kind == "isolated" for one in hall.entrants.values()):
            pool.share()
        yield pool
