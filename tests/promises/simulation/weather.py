"""What goes wrong in a world: every fault that may happen, how often it does in this world, and each single decision, all from the seed.

Each kind of fault has dice of its own. So one kind can be left out (`without`), and a failing world can be shrunk kind by kind.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


CALM_S: Final = 30.0
"""From then on nothing goes wrong, and everything has to come to its end."""
RATES: Final = {
    "store down": 0.02,
    "store answer lost": 0.03,
    "store slow": 0.02,
    "request lost": 0.03,
    "answer lost": 0.05,
    "request doubled": 0.05,
    "notice lost": 0.2,
    "job lost": 0.1,
    "job doubled": 0.1,
    "job late": 0.1,
}
"""The faults of single calls, each with its largest rate."""
EVENTS: Final = {
    "api killed": 6.0,
    "worker killed": 6.0,
    "clock killed": 8.0,
    "api frozen": 12.0,
    "worker frozen": 8.0,
    "clock frozen": 10.0,
    "store away": 12.0,
    "store full": 15.0,
    "queue emptied": 15.0,
}
"""The faults that come at a moment, each with its least mean distance in seconds."""
CLOCKS: Final = "clocks apart"
"""The clocks of the processes tell different times."""
KINDS: Final = (*RATES, *EVENTS, CLOCKS)


class Weather:
    """The faults of one world."""

    def __init__(self, seed: int, *, without: Iterable[str] = ()) -> None:
        left_out = frozenset(without)
        self.met: dict[str, int] = {}
        self.calm = False
        self._dice = {kind: random.Random(f"{seed}|{kind}") for kind in KINDS}
        self.rates = {
            kind: self._dice[kind].choice((0.0, 0.3, 1.0)) * most * (kind not in left_out)
            for kind, most in RATES.items()
        }
        self.moments = sorted(
            (at, kind, self._dice[kind].random())
            for kind, distance in EVENTS.items()
            for at in self._times(kind, distance)
            if kind not in left_out
        )
        """When which fault comes, and a number below 1 that says whom it hits."""
        self.skewed = CLOCKS not in left_out

    def _times(self, kind: str, distance: float) -> list[float]:
        """The moments of a fault; in half of all worlds there are none."""
        dice = self._dice[kind]
        if dice.random() < 0.5:
            return []
        found: list[float] = []
        at = dice.expovariate(1 / distance)
        while at < CALM_S:
            found.append(round(at, 3))
            at += dice.expovariate(1 / distance)
        return found

    def strikes(self, kind: str) -> bool:
        """Whether this fault happens at this call."""
        rate = self.rates[kind]
        if rate == 0 or self.calm or self._dice[kind].random() >= rate:
            return False
        self.note(kind)
        return True

    def span(self, kind: str, least: float, most: float) -> float:
        """How long it takes."""
        return self._dice[kind].uniform(least, most)

    def skew(self) -> float:
        """How many seconds the clock of a new process is ahead."""
        return self._dice[CLOCKS].choice((0.0, 0.0, 3.0, -2.0, 3600.0)) if self.skewed else 0.0

    def note(self, what: str) -> None:
        """Something was met."""
        self.met[what] = self.met.get(what, 0) + 1
