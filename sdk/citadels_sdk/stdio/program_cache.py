"""Programs that play more than one game: kept while they have none, and shared where they can play many.

1. A program is taken for a game and given back; nobody else has it meanwhile, unless it plays `many` games at once.
2. It is ended when it is given back, unless it can play on; what is kept is ended with this process at the latest.
3. A process that was forked off does not touch the programs of its parent.
4. A program in the sandbox is never told of the same deal twice: where a deal is played from every seat, it would know too much.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from typing import TYPE_CHECKING, Final

from citadels_sdk.stdio.program import Program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.sandbox.policy import Policy


MOST_IDLE: Final = 8
"""How many programs of a command line may be kept without a game."""

_kept: dict[tuple[int, tuple[str, ...], Policy | None], list[Program]] = {}
_lock = threading.Lock()
_processes: set[int] = set()
"""The processes that end their programs when they end."""


def take(
    command: Sequence[str], game: str, hello: float, grace: float, policy: Policy | None = None, deal: str = ""
) -> Program:
    """A program of that command line that can play the game; `deal` is what is dealt there, where that is to be new to it."""
    key = (os.getpid(), tuple(command), policy)
    new = {deal} if deal else set()
    while True:
        with _lock:
            program = next((one for one in _kept.get(key, []) if _is_free(one, game) and not new & one.deals), None)
            if program is not None:
                program.games.add(game)
                program.deals |= new
        if program is None:
            break
        if program.closed is None and not program.exited():
            return program
        give_back(program, game)
    program = Program(command, grace, policy)
    program.games.add(game)
    program.deals |= new
    try:
        ready = program.greet(hello)
    except BaseException:
        program.leave()
        raise
    if ready.games != "one":
        _end_with_process()
        with _lock:
            _kept.setdefault(key, []).append(program)
    return program


def _is_free(program: Program, game: str) -> bool:
    """Whether the program can play that game now; none has two seats of one game."""
    ready = program.greeted
    if ready is None or program.failed is not None or game in program.games:
        return False
    return not program.games or (ready.games == "many" and len(program.games) < ready.accepts.tables)


def give_back(program: Program, game: str) -> None:
    """The game is over for the program, in one way or another."""
    key = (program.owner, program.command, program.policy)
    with _lock:
        program.games.discard(game)
        kept = _kept.get(key, [])
        if program.games and program.failed is None:
            return
        if program in kept:
            idle = sum(not one.games for one in kept)
            if _plays_on(program) and idle <= MOST_IDLE:
                return
            kept.remove(program)
    program.leave()


def _plays_on(program: Program) -> bool:
    """Whether the program can play another game: it lives, and no answer of an earlier one can come for it."""
    owes = program.greeted is not None and program.greeted.games == "next" and program.dropped.total() > 0
    return program.failed is None and program.closed is None and not owes and not program.exited()


def end_idle() -> None:
    """Say bye to the programs that are kept without a game."""
    with _lock:
        idle: list[Program] = []
        for (owner, *_), kept in _kept.items():
            if owner == os.getpid():
                idle.extend(one for one in kept if not one.games)
                kept[:] = [one for one in kept if one.games]
    for program in idle:
        program.leave()


def _end_with_process() -> None:
    """A worker process of multiprocessing ends without what atexit holds, hence is told in its own way."""
    here = os.getpid()
    if here in _processes:
        return
    _processes.add(here)
    atexit.register(end_idle)
    if "multiprocessing.util" in sys.modules:
        from multiprocessing.util import Finalize

        Finalize(None, end_idle, exitpriority=10)
