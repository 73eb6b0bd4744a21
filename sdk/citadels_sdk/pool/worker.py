"""What a process of the pool does: it plays the games that it is handed, and tells what came of them.

0. It is started with its `Job`, which reads orders and writes replies; that of the pool is `serve`.
1. An order is a list of games; the end of its input is its end: whoever has started it is gone then, or has no more.
2. It tells `ready`, `played` now and then while it plays a list, `done` with the last of them; `failed` where a game is broken off, and with it its
   list; `says` what a game has to say before it is over, `renew` when it gives way to another process, `cannot` where the bots could not be brought here.
3. Its standard input is empty and its standard output is the standard error, so that a bot can neither read nor write here.
4. It leaves Ctrl-C to whoever has started it, and when told to end, ends the game under way with its programs.
5. It does not outlive whoever has started it, not even while a bot hangs, and its programs do not outlive it: see `watchdog`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TypeAlias

from citadels_sdk.errors import BotFault
from citadels_sdk.local.time_limit import Signal, error_text
from citadels_sdk.pool.watchdog import guard

if TYPE_CHECKING:
    from citadels_sdk.pool.heartbeat import Board, Place


Job: TypeAlias = Callable[[BinaryIO, BinaryIO], None]
"""What a process does with its orders and its replies."""

BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.pool.worker import main; main()"
"""What a fresh interpreter is told; the argument is where it may import from."""
TELL_S = 0.05


def serve(
    play: Callable[[int, Any, Place, Callable[[object], None]], object],
    board: Board,
    index: int,
    renews: bool,
    orders: BinaryIO,
    replies: BinaryIO,
) -> None:
    """Play what is handed over, until there is no more.

    `play` has the number of a game, what there is to say about it, where it stands who is thinking, and how to say something meanwhile.
    """
    place = board.place(index)
    threads = threading.active_count()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=place.copied)
    say = partial(reply, replies, "says")
    reply(replies, "ready")
    while order := read(orders):
        batch: list[tuple[int, object]] = []
        last = perf_counter()
        for number, task in order:
            place.begin(number)
            try:
                batch.append((number, play(number, task, place, say)))
            except Exception as error:  # noqa: BLE001  # told to whoever waits
                fault = error if isinstance(error, BotFault) else None
                reply(replies, "failed", batch, number, fault, "".join(traceback.format_exception(error)))
                break
            now = perf_counter()
            if now - last > TELL_S:
                reply(replies, "played", batch)
                batch, last = [], now
            if renews and threading.active_count() > threads:
                reply(replies, "played", batch)
                reply(replies, "renew")
                return
        else:
            reply(replies, "done", batch)


def reply(replies: BinaryIO, *what: object) -> None:
    """Tell whoever has started this process."""
    pickle.dump(what, replies, protocol=5)
    replies.flush()


def read(orders: BinaryIO) -> list[tuple[int, object]] | None:
    """The next games; none at the end."""
    try:
        order: list[tuple[int, object]] = pickle.load(orders)  # noqa: S301  # it comes from the process that has started this one
    except EOFError:
        return None
    return order


def settle() -> tuple[BinaryIO, BinaryIO]:
    """Take the standard input and output for talking, leave none of it to the bots, and have a guard.

    Ctrl-C is for whoever has started this process. To be told to end is an exit from here on; before, there is nothing to be put away.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    orders = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    guard(orders.fileno(), replies.fileno())
    signal.signal(signal.SIGTERM, leave)
    return orders, replies


def leave(_signal: int, _frame: object) -> NoReturn:
    """End, through every `finally`."""
    raise Left


class Left(Signal):
    """The process was told to end; nobody takes this for the fault of a bot."""


def main() -> None:
    """A process of its own: the first thing that it hears is its job."""
    with contextlib.suppress(Left):
        orders, replies = settle()
        try:
            job = pickle.load(orders)  # noqa: S301  # it comes from the process that has started this one
        except (Left, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001  # whatever a bot's module raises
            reply(replies, "cannot", error_text(error))
        else:
            with_pipe(job, orders, replies)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def fork_main(job: Job, orders: int, replies: int) -> NoReturn:
    """A copy of the process that has started it."""
    status = 1
    try:
        os.dup2(orders, 0)
        os.dup2(replies, 1)
        os.close(orders)
        os.close(replies)
        with_pipe(job, *settle())
        status = 0
    except Left:
        status = 0
    finally:
        os._exit(status)  # nothing of the copied process is to happen here


def with_pipe(job: Job, orders: BinaryIO, replies: BinaryIO) -> None:
    """Work as long as there is somebody to tell."""
    with orders, contextlib.suppress(BrokenPipeError), replies:  # a broken pipe: nobody is there to be told
        job(orders, replies)
