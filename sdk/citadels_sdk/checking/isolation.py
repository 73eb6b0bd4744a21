"""The bot plays in processes of its own, which are watched: one that ends or hangs is a fault of the bot, and not the end of the check.

1. A game is played twice in one process, then once in another, where sets and dicts of texts have another order.
2. A process that ends, or says nothing for `KILL` times the limit, is ended; the game ends there, and the next one gets a new process.
3. What only this process knows cannot be brought to another: it plays here, and is not watched.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self

from citadels_sdk.checking.checked_seat import PATIENCE, Mishap, Sat, sit
from citadels_sdk.errors import BotDied, BotNotFound, BotTimeout
from citadels_sdk.pool.processes import CannotTravel, start_fresh, travels
from citadels_sdk.pool.worker import Left, obey, settle, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from citadels_sdk.checking.plan import Planned
    from citadels_sdk.errors import BotFault
    from citadels_sdk.local.bot_loader import Entrant

__all__ = ["Apart", "fatal", "main", "playing"]

BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.checking.isolation import main; main()"
)
HASH_SEEDS: Final = ("0", "1")
"""Of the two processes; a report is the same each time."""
KILL: Final = 2 * PATIENCE
GRACE_S: Final = 1.0
NOT_EXIT: Final = (
    "A bot does not end its own process: look for `os._exit`, for signals, and for what crashes in a library."
)
READY_S: Final = 60.0
"""For reading the bot's file."""


@contextmanager
def playing(entrant: Entrant, limit: float) -> Generator[Callable[[Planned], list[Sat]]]:
    """How to play a game several times: apart where the bot can be brought there, else here."""
    if can_play_apart(entrant):
        with Apart(entrant, limit) as apart:
            try:
                apart.start()
            except CannotTravel:
                pass
            else:
                yield apart.play
                return
    yield partial(play_here, entrant, limit)


def can_play_apart(entrant: Entrant) -> bool:
    """Whether a fresh interpreter has the same bot: that of a file, or what can be imported; a program is one of its own already."""
    return (entrant.told or entrant.kind in ("class", "function")) and travels([entrant])


def fatal(entrant: Entrant, limit: float, planned: Planned, n: int) -> Mishap | None:
    """What ends the process of the bot when it plays the game up to that decision; None where nothing does."""
    if can_play_apart(entrant):
        with Apart(entrant, limit) as apart, contextlib.suppress(CannotTravel):
            for mishap in apart.play_in(0, planned, until=n)[0].mishaps:
                if mishap.fatal:
                    return mishap
    return None


def play_here(entrant: Entrant, limit: float, planned: Planned) -> list[Sat]:
    """Play the game twice, in this process."""
    first = sit(planned, entrant, limit)
    return [first] if first.hung else [first, sit(planned, entrant, limit)]


class Apart:
    """The two processes of a bot that is checked."""

    def __init__(self, entrant: Entrant, limit: float) -> None:
        self.packed = pickle.dumps((entrant, limit), protocol=5)
        self.entrant = entrant
        self.limit = limit
        self.children: list[Child | None] = [None, None]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for child in self.children:
            if child is not None:
                child.end()

    def start(self) -> None:
        """Have both processes running with the bot; `CannotTravel` where it cannot be imported there."""
        for number, child in enumerate(self.children):
            if child is None or child.ended:
                self.children[number] = Child(self.packed, self.limit, HASH_SEEDS[number])
        for child in self.children:
            if child is not None:
                child.wait(self.entrant)

    def play(self, planned: Planned) -> list[Sat]:
        """Play the game twice in the first process, and once in the second."""
        sats = self.play_in(0, planned, 2)
        return sats if sats[-1].hung else [*sats, *self.play_in(1, planned, 1)]

    def play_in(self, number: int, planned: Planned, times: int = 1, until: int | None = None) -> list[Sat]:
        """Play the game in one of them, to its end or up to a decision."""
        self.start()
        child = self.children[number]
        assert child is not None
        return child.play(planned, times, until)


class Child:
    """One process, seen from here."""

    def __init__(self, packed: bytes, limit: float, hash_seed: str) -> None:
        self.limit = limit
        self.ready = False
        self.ended = ""
        """How it ended."""
        self.said: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self.worker = start_fresh(packed, BOOT, PYTHONHASHSEED=hash_seed)
        self.thread = threading.Thread(target=self.attend, name="citadels-check", daemon=True)
        self.thread.start()

    def attend(self) -> None:
        """Hear what it says, in a thread."""
        try:
            while True:
                self.said.put(pickle.load(self.worker.heard))  # noqa: S301  # a process that was started here
        except Exception:  # noqa: BLE001  # its end, or what a bot has written there
            self.said.put(("over",))

    def hear(self, seconds: float) -> tuple[Any, ...]:
        """The next that it says."""
        try:
            return self.said.get(timeout=seconds)
        except queue.Empty:
            return ("late",)

    def wait(self, entrant: Entrant) -> None:
        """Wait until it has the bot."""
        if self.ready:
            return
        match self.hear(READY_S):
            case ("ready",):
                self.ready = True
            case ("cannot", str() as why):
                raise CannotTravel(why)
            case ("late",):
                raise BotNotFound(f"{entrant.name} could not be read in {READY_S:g} s")
            case _:
                raise BotNotFound(f"{entrant.name} ends the process that reads it: it {self.end(GRACE_S)}")

    def play(self, planned: Planned, times: int, until: int | None) -> list[Sat]:
        """Play the game so many times, or until it ends there."""
        sats: list[Sat] = []
        patience = KILL * self.limit + GRACE_S
        kind, n = "on_start", 0
        with contextlib.suppress(OSError):  # its end is heard
            pickle.dump((planned, times, until), self.worker.told, protocol=5)
            self.worker.told.flush()
        while len(sats) < times and not (sats and sats[-1].hung):
            match self.hear(patience):
                case ("doing", str() as kind, int() as n):
                    pass
                case ("sat", Sat() as sat):
                    sats.append(sat)
                case ("late",):
                    self.end()
                    said = (
                        f"it did not come back in {patience:g} s, could not be interrupted, and its process was ended"
                    )
                    sats.append(ended(BotTimeout(said), n, kind))
                case _:
                    sats.append(ended(BotDied(f"its process {self.end(GRACE_S)}"), n, kind, NOT_EXIT))
        return sats

    def end(self, grace: float = 0.0) -> str:
        """End it, if it has not ended by itself after so many seconds; how it ended, in words."""
        if not self.ended:
            if grace and self.worker.process is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.worker.process.wait(grace)
            self.ended = self.worker.end()
            self.thread.join()
            self.worker.heard.close()
            with contextlib.suppress(OSError):
                self.worker.told.close()
        return self.ended


def ended(fault: BotFault, n: int, kind: str, advice: str = "") -> Sat:
    """A game that ended with the process."""
    mishap = Mishap.of(fault, n, kind)
    return Sat(mishaps=(replace(mishap, advice=advice or mishap.advice, fatal=True),), hung=True)


# --- in the process --------------------------------------------------------------------------------------------------


def main() -> None:
    """A process of its own: the first thing that it hears is the bot."""
    obey()
    heard, told = settle()
    try:
        entrant, limit = pickle.load(heard)  # noqa: S301  # it comes from the process that has started this one
    except Exception as error:  # noqa: BLE001  # whatever a bot's module raises
        tell(told, "cannot", f"{type(error).__name__}: {error}")
        return
    with heard, contextlib.suppress(Left, BrokenPipeError), told:  # a broken pipe: nobody is there to be told
        serve(entrant, limit, heard, told)


def serve(entrant: Entrant, limit: float, heard: BinaryIO, told: BinaryIO) -> None:
    """Play what is handed over, until there is no more."""
    tell(told, "ready")
    while True:
        try:
            planned, times, until = pickle.load(heard)  # noqa: S301  # as above
        except EOFError:
            return
        for _ in range(times):
            sat = sit(planned, entrant, limit, partial(tell, told, "doing"), until)
            with contextlib.suppress(OSError, ValueError):  # a bot may have closed it
                sys.stdout.flush()  # once the game is told, this process may be ended at any moment
            tell(told, "sat", sat)
            if sat.hung:
                break
