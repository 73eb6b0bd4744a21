"""What a process that plays does: of a match, it plays the games that it is handed, and tells what came of them.

0. It is started with its `Job`, which hears and tells; `work` is that of a match.
1. It reads lists of games, and ends at the end of its input: whoever has started it is gone then, or has no more.
2. It tells `ready`, `begun` when it has read a list, `played` now and then while it plays a list, `done` with the last of them; `fault` where a bot's fault ends
   the match, `broken` where something else does, `cannot` where the bots could not be brought here. Where it is asked to watch,
   it tells of every thought of a bot before it begins and when it has ended (`thinks`).
3. Its standard input is empty and its standard output is the standard error, so that a bot can neither read nor write here.
4. It leaves Ctrl-C to whoever has started it, and when told to end, ends the game under way with its programs.
5. It does not outlive whoever has started it, not even while a bot hangs, and its programs do not outlive it: see `guarding`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import traceback
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TypeAlias

from citadels_sdk.errors import BotFault
from citadels_sdk.local.match_plan import play_game
from citadels_sdk.local.time_limit import Signal, told_of
from citadels_sdk.pool.watchdog import guard

if TYPE_CHECKING:
    from citadels_sdk.local.match_plan import Plan, Played, Thought

__all__ = ["BOOT", "Job", "Left", "fork_main", "main", "obey", "settle", "tell", "work"]

Job: TypeAlias = Callable[[BinaryIO, BinaryIO], None]
"""What a process does with what it hears, telling of it."""

BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.pool.worker import main; main()"
"""What a fresh interpreter is told; the argument is where it may import from."""
TELL_S = 0.1


def work(plan: Plan, heard: BinaryIO, told: BinaryIO) -> None:
    """Play what is handed over, until there is no more."""
    tell(told, "ready")

    def watch(thought: Thought | None) -> None:
        tell(told, "thinks", thought)

    while order := read(heard):
        games, watched = order
        tell(told, "begun")
        batch: list[Played] = []
        last = perf_counter()
        for index in games:
            try:
                batch.append(play_game(plan, index, watch if watched else None))
            except BotFault as fault:
                tell(told, "fault", batch, index, fault, "".join(traceback.format_exception(fault)))
                break
            except Exception:  # noqa: BLE001  # told to whoever waits, and the match ends with it
                tell(told, "broken", batch, index, traceback.format_exc())
                break
            now = perf_counter()
            if now - last > TELL_S:
                tell(told, "played", batch)
                batch, last = [], now
        else:
            tell(told, "done", batch)


def tell(told: BinaryIO, *what: object) -> None:
    """Tell whoever has started this process."""
    pickle.dump(what, told, protocol=5)
    told.flush()


def read(heard: BinaryIO) -> tuple[list[int], bool] | None:
    """The next games, and whether they are watched; none at the end."""
    try:
        order: tuple[list[int], bool] = pickle.load(heard)  # noqa: S301  # it comes from the process that has started this one
    except EOFError:
        return None
    return order


def settle() -> tuple[BinaryIO, BinaryIO]:
    """Take the standard input and output for talking, and leave none of it to the bots."""
    heard = os.fdopen(os.dup(0), "rb")
    told = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return heard, told


def obey() -> None:
    """Ctrl-C is for whoever has started this process; to be told to end is an exit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)


def leave(_signal: int, _frame: object) -> NoReturn:
    """End, through every `finally`."""
    raise Left


class Left(Signal):
    """The process was told to end; nobody takes this for the fault of a bot."""


def main() -> None:
    """A process of its own: the first thing that it hears is its job."""
    with contextlib.suppress(Left):
        obey()
        heard, told = settle()
        guard(heard.fileno(), told.fileno())
        try:
            job = pickle.load(heard)  # noqa: S301  # it comes from the process that has started this one
        except (Left, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001  # whatever a bot's module raises
            tell(told, "cannot", told_of(error))
        else:
            with_pipe(job, heard, told)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def fork_main(job: Job, heard: int, told: int) -> NoReturn:
    """A copy of the process that has started it."""
    status = 1
    try:
        obey()
        os.dup2(heard, 0)
        os.dup2(told, 1)
        os.close(heard)
        os.close(told)
        ends = settle()
        guard(*[end.fileno() for end in ends])
        with_pipe(job, *ends)
        status = 0
    except Left:
        status = 0
    finally:
        os._exit(status)  # nothing of the copied process is to happen here


def with_pipe(job: Job, heard: BinaryIO, told: BinaryIO) -> None:
    """Work as long as there is somebody to tell."""
    with heard, contextlib.suppress(BrokenPipeError), told:  # a broken pipe: nobody is there to be told
        job(heard, told)
