"""Simulated worlds: the whole service in one process, on a simulated store, network, queue and time, from one seed (`tests/promises/simulation`).

1. In every world people, bots and tournaments play while calls are lost, doubled and late, processes are killed and frozen between any two
   steps, their clocks tell different times, and the store is slow, away or full. Then it grows calm, and everything has to come to its end:
   each game archived, verified and linearizable, each tournament over, each rated game rated once, nothing due, nothing listed wrongly.
2. Each situation that a fault is to bring about (`SOMETIMES`) has been met in some world: what never happens is not tested.
3. A world that fails is shrunk to the faults that it needs, and kept (`tests/promises/simulation/kept_worlds.txt`); the suite runs it again.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from tests.promises.simulation.shrinking import shrink
from tests.promises.simulation.weather import KINDS
from tests.promises.simulation.world import run
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.promises.simulation.shrinking import Shrunk
    from tests.promises.simulation.world import Outcome


KEPT: Final = Path(__file__).resolve().parent / "simulation" / "kept_worlds.txt"
SLICE: Final = 10
MOST_SHRUNK: Final = 5
SOMETIMES: Final = frozenset(
    (
        *(kind for kind in KINDS if kind != "clocks apart"), "a game was broken off", "clock archived", "clock broken off",
        "clock called", "clock closed", "clock failed:StoreDown", "clock failed:StoreFull", "clock failed:Unknown",
        "clock forfeit", "clock started", "clock takeover", "clock timeout", "clock tournament",
        "commit key_reused", "commit replay", "commit stale", "followed to the end", "job broken off", "job done",
        "job over", "job stale", "job taken", "key replayed", "moves for one decision at once", "rated",
        "refused unavailable", "refused unknown_outcome", "resigned", "revoked 401", "submit clock_expired",
        "submit conflict", "submit game_over", "taken by ai",
        "taken by default", "tournament ended",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Size:
    """How many worlds; whether they are enough to meet every situation."""

    worlds: int
    enough: bool = True


SIZES = {"quick": Size(60, enough=False), "ci": Size(500), "full": Size(50_000)}


def quiet() -> None:
    """The processes of the pool say nothing: what is wrong with a world is told by its outcome."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def pool(size: int | None) -> ProcessPoolExecutor:
    """Processes for worlds alone: what a world replaces, nothing else may use meanwhile."""
    return ProcessPoolExecutor(size, mp_context=get_context("spawn"), initializer=quiet)


def worlds(first: int, count: int) -> list[Outcome]:
    """So many worlds."""
    return [run(seed) for seed in range(first, first + count)]


async def prove(size: Size, say: Callable[[str], None], *, keep: Callable[[Shrunk], None] = lambda _: None) -> Findings:
    """Run all worlds, over all cores; shrink those that fail."""
    found = Findings()
    met: Counter[str] = Counter()
    failed: list[Outcome] = []
    lasted, done = 0.0, 0
    loop = asyncio.get_running_loop()
    with pool(os.cpu_count()) as cores:
        try:
            slices = [(first, min(SLICE, size.worlds - first)) for first in range(0, size.worlds, SLICE)]
            for future in asyncio.as_completed([loop.run_in_executor(cores, worlds, *one) for one in slices]):
                for outcome in await future:
                    done += 1
                    lasted += outcome.lasted_s
                    met.update(outcome.met)
                    if outcome.faults:
                        failed.append(outcome)
                say(f"{done:,} of {size.worlds:,} worlds, {len(failed)} have failed")
            for outcome in sorted(failed, key=lambda one: one.seed)[:MOST_SHRUNK]:
                small = await loop.run_in_executor(cores, shrink, outcome.seed)
                if small is not None:
                    keep(small)
                found.fault(f"world {outcome.seed}: {outcome.faults[0] if small is None else small.line}")
        except asyncio.CancelledError:
            cores.shutdown(wait=False, cancel_futures=True)  # whoever ends the proof does not wait for all worlds
            raise
    for outcome in failed[MOST_SHRUNK:]:
        found.fault(f"world {outcome.seed}: {outcome.faults[0]}")
    if size.enough:
        found.all([f"in no world was there: {what}" for what in sorted(SOMETIMES - set(met))])
    found.figures |= {
        "worlds": done,
        "failed": len(failed),
        "hours": round(lasted / 3600, 1),
        "situations": len(SOMETIMES & set(met)),
        "killed": sum(much for what, much in met.items() if what.endswith("killed")),
        "commits": met["commit ok"],
    }
    return found


def remember(small: Shrunk) -> None:
    """Keep a world that has failed."""
    with KEPT.open("a") as file:
        file.write(small.line + "\n")
