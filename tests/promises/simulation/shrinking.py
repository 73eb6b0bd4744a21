"""Making a failing world small: which kinds of faults it needs, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.promises.simulation.weather import CALM_S, KINDS
from tests.promises.simulation.world import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Shrunk(NamedTuple):
    """A world that fails, with as little weather as possible."""

    seed: int
    without: tuple[str, ...]
    until: float
    fault: str

    @property
    def line(self) -> str:
        """How it is kept, and how it is run again: `seed; until; the kinds of faults that it needs; what is wrong`."""
        needs = ", ".join(kind for kind in KINDS if kind not in self.without)
        return f"{self.seed}; {self.until:.3f}; {needs or 'calm'}; {self.fault}"


def first_failing(seeds: Iterable[int], *, mistake: str | None = None) -> int | None:
    """The first of these worlds that fails."""
    return next((seed for seed in seeds if run(seed, mistake=mistake).faults), None)


def shrink(seed: int, *, mistake: str | None = None, say: Callable[[str], None] = lambda _: None) -> Shrunk | None:
    """The smallest weather in which the world still fails; None where it does not fail.

    One kind of fault after the other is left out, then the time of the last fault is halved towards the first that is needed.
    """
    outcome = run(seed, mistake=mistake)
    if not outcome.faults:
        return None
    fault = outcome.faults[0]
    without: tuple[str, ...] = ()
    for kind in KINDS:
        tried = run(seed, without=(*without, kind), mistake=mistake)
        if tried.faults:
            without, fault = (*without, kind), tried.faults[0]
            say(f"world {seed} fails without {kind} too")
    low, high = 0.0, CALM_S
    while high - low > 1.0:
        middle = (low + high) / 2
        tried = run(seed, without=without, until=middle, mistake=mistake)
        if tried.faults:
            high, fault = middle, tried.faults[0]
        else:
            low = middle
    return Shrunk(seed, without, round(high, 3), fault)


def read(line: str) -> Shrunk:
    """A world as it is kept."""
    seed, until, needs, fault = (part.strip() for part in line.split(";", 3))
    needed = {kind.strip() for kind in needs.split(",")}
    return Shrunk(int(seed), tuple(kind for kind in KINDS if kind not in needed), float(until), fault)
