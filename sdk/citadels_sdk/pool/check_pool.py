"""The policy for a check: a bot that ends its process, or hangs it, is at fault there, and the check goes on.

1. A game is played twice in one process, then once in another, where sets and dicts of texts have another order.
2. A process that ends, or in which nothing happens for `KILL` times the limit, is ended; the game ends there, and the next one gets a new process.
3. What only this process knows cannot be brought to another: it plays here, and is not watched.
"""

from __future__ import annotations

import contextlib
import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from citadels_sdk.checking.checked_seat import PATIENCE, Mishap, Sat, sit
from citadels_sdk.errors import BotDied, BotNotFound, BotTimeout
from citadels_sdk.pool.processes import CannotTravel, travels
from citadels_sdk.pool.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from citadels_sdk.checking.plan import Planned
    from citadels_sdk.errors import BotFault
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.pool.heartbeat import Place, Thought


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
        with CheckPools(entrant, limit) as pools:
            try:
                pools.prepare()
            except CannotTravel:
                pass
            else:
                yield pools.play
                return
    yield partial(play_here, entrant, limit)


def can_play_apart(entrant: Entrant) -> bool:
    """Whether a fresh interpreter has the same bot: that of a file, or what can be imported; a program is one of its own already."""
    return (entrant.has_source or entrant.kind in ("class", "function")) and travels([entrant])


def fatal(entrant: Entrant, limit: float, planned: Planned, n: int) -> Mishap | None:
    """What ends the process of the bot when it plays the game up to that decision; None where nothing does."""
    if can_play_apart(entrant):
        with CheckPools(entrant, limit) as pools, contextlib.suppress(CannotTravel):
            pools.prepare()
            for mishap in pools.pools[0].play(Order(planned, 1, n))[0].mishaps:
                if mishap.fatal:
                    return mishap
    return None


def play_here(entrant: Entrant, limit: float, planned: Planned) -> list[Sat]:
    """Play the game twice, in this process."""
    first = sit(planned, entrant, limit)
    return [first] if first.hung else [first, sit(planned, entrant, limit)]


class Order(NamedTuple):
    """A game to be played so many times, to its end or up to a decision."""

    planned: Planned
    times: int
    until: int | None = None


def play(entrant: Entrant, limit: float, _number: int, order: Order, place: Place, say: Callable[[Sat], None]) -> None:
    """Play a game of the check, in its process, and say what came of it each time; where it hung, it is not played again."""

    def note(kind: str, n: int) -> None:
        place.think(order.planned.seat, n, perf_counter() + patience_of(limit), kind)

    for _ in range(order.times):
        note("on_start", 0)
        sat = sit(order.planned, entrant, limit, note, order.until)
        place.rest()
        with contextlib.suppress(OSError, ValueError):  # a bot may have closed it
            sys.stdout.flush()  # once the game is told, this process may be ended at any moment
        say(sat)
        if sat.hung:
            break


def patience_of(limit: float) -> float:
    """For how many seconds nothing may happen in a process."""
    return KILL * limit + GRACE_S


class CheckPool(Supervisor[Order, None]):
    """One process of a bot that is checked."""

    what = "check"

    def __init__(self, entrant: Entrant, limit: float, hash_seed: str) -> None:
        super().__init__(partial(play, entrant, limit), 1, "fresh", PYTHONHASHSEED=hash_seed)
        self.entrant = entrant
        self.limit = limit
        self.last = 0
        """The number of the last game."""
        self.sats: list[Sat] = []
        """What came of it, each time."""

    def prepare(self) -> None:
        """Wait until the process has the bot; `CannotTravel` where it cannot be imported there."""
        self.fill(1)
        until = monotonic() + READY_S
        while not self.slots[0].ready:
            if monotonic() >= until:
                raise BotNotFound(f"{self.entrant.name} could not be read in {READY_S:g} s")
            self.step()

    def play(self, order: Order) -> list[Sat]:
        """Play the game, until it ends with its process."""
        self.prepare()
        self.sats = []
        self.last += 1
        self.todo[self.last] = order
        self.queue.append(self.last)
        self.play_all()
        return self.sats

    def take(self, results: Sequence[None]) -> None:
        """The game is over; what came of it has been said."""

    def note(self, words: Sat) -> None:
        """The game has been played once."""
        self.sats.append(words)

    def judge(self, number: int, thought: Thought | None, late: Thought | None, how: str) -> bool:
        """The game has ended with its process."""
        del self.todo[number]
        at = late or thought
        kind, n = ("on_start", 0) if at is None else (at.kind, at.n)
        if late is None:
            self.sats.append(ended(BotDied(f"its process {how}"), n, kind, NOT_EXIT))
        else:
            seconds = f"{patience_of(self.limit):g} s"
            said = f"it did not come back in {seconds}, could not be interrupted, and its process was ended"
            self.sats.append(ended(BotTimeout(said), n, kind))
        return False

    def end_idle(self, ready: bool, how: str) -> None:
        """The bot has ended a process that was at no game: the next one ends there."""
        if not ready:
            raise BotNotFound(f"{self.entrant.name} ends the process that reads it: it {how}")
        for number in list(self.todo):
            self.judge(number, None, None, how)
        self.queue.clear()


class CheckPools:
    """The two processes of a bot that is checked."""

    def __init__(self, entrant: Entrant, limit: float) -> None:
        self.pools = [CheckPool(entrant, limit, seed) for seed in HASH_SEEDS]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self.pools:
            pool.close()

    def prepare(self) -> None:
        """Have both processes running with the bot."""
        for pool in self.pools:
            pool.fill(1)
        for pool in self.pools:
            pool.prepare()

    def play(self, planned: Planned) -> list[Sat]:
        """Play the game twice in the first process, and once in the second; not again where it hung."""
        self.prepare()
        first, second = self.pools
        sats = first.play(Order(planned, 2))
        return sats if sats[-1].hung else [*sats, *second.play(Order(planned, 1))]


def ended(fault: BotFault, n: int, kind: str, advice: str = "") -> Sat:
    """A game that ended with the process."""
    mishap = Mishap.of(fault, n, kind)
    return Sat(mishaps=(replace(mishap, advice=advice or mishap.advice, fatal=True),), hung=True)
