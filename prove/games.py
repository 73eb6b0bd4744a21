"""Random games of every kind, each decision checked and some of them closely: 500, 2,000 or 100,000 games.

    ./citadels prove games --size full           over all cores, with the time that is left
    ./citadels prove games --only 4711           one set-up alone, as a failure names it

The figures are the last line, with `--json` one object; the exit status is 0 only if everything held.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from citadels_engine import COMPILED

from tests.properties.walks import SIZES, Broken, Tally, walks

SLICE = 50
MOST_FAULTS = 20


def check(first: int, count: int, probes: int) -> tuple[Tally, list[str]]:
    """Walk through so many set-ups; a fault in one does not hide the others."""
    tally, faults = Tally(), []
    for number in range(first, first + count):
        try:
            tally.add(walks(number, 1, probes))
        except Broken as fault:
            faults.append(str(fault))
    return tally, faults


def slices(first: int, games: int) -> list[tuple[int, int]]:
    """The numbers, in slices of which one core takes one after the other."""
    return [(start, min(SLICE, first + games - start)) for start in range(first, first + games, SLICE)]


def over_all_cores(todo: list[tuple[int, int]], probes: int, workers: int) -> Iterator[tuple[Tally, list[str]]]:
    """Each slice's findings, as they come."""
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(check, first, count, probes) for first, count in todo}
        while waiting:
            done: set[Future[tuple[Tally, list[str]]]]
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def report(total: Tally, faults: list[str], asked: tuple[int, int], seconds: float) -> dict[str, object]:
    """The figures."""
    games, probes = asked
    return {
        "prove": "games",
        "held": not faults and total.games == games and total.probed == games * probes,
        "compiled": COMPILED,
        "games": total.games,
        "decisions": total.decisions,
        "probed": total.probed,
        "largest": total.largest,
        "largest_at": total.largest_at,
        "scenarios": len(total.scenarios),
        "characters": len(total.characters),
        "uniques": len(total.uniques),
        "kinds": dict(sorted(total.kinds.items())),
        "situations": dict(sorted(total.situations.items())),
        "faults": len(faults),
        "seconds": round(seconds, 1),
    }


def main() -> int:
    """Walk and say what held."""
    parser = argparse.ArgumentParser(prog="./citadels prove games", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", choices=tuple(SIZES), default="quick", help="how many games (default quick)")
    parser.add_argument("--games", type=int, help="this many games instead")
    parser.add_argument("--probes", type=int, help="this many probes a game instead")
    parser.add_argument("--first", type=int, default=0, help="the number of the first set-up (default 0)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one set-up alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    games, probes = SIZES[chosen.size]
    games = games if chosen.games is None else chosen.games
    probes = probes if chosen.probes is None else chosen.probes
    first = chosen.first
    if chosen.only is not None:
        first, games = chosen.only, 1
    if games < 1 or probes < 0 or first < 0 or chosen.workers < 1:
        parser.error("at least one game and one process, no negative numbers")
    began = last = time.monotonic()
    total = Tally()
    faults: list[str] = []
    for tally, found in over_all_cores(slices(first, games), probes, chosen.workers):
        total.add(tally)
        for fault in found:
            faults.append(fault)
            if len(faults) <= MOST_FAULTS:
                print(f"BROKEN {fault}", flush=True)
        now = time.monotonic()
        walked = total.games + len(faults)
        if now - last > 5:
            last = now
            left = (now - began) / max(1, walked) * (games - walked)
            print(f"{walked:,} of {games:,} games, {left:.0f} s left", file=sys.stderr, flush=True)
    figures = report(total, faults, (games, probes), time.monotonic() - began)
    if chosen.json:
        print(json.dumps(figures))
    else:
        print(
            f"{total.games:,} games ended, {total.decisions:,} decisions, {total.probed:,} probed closely; largest list "
            f"{total.largest} actions ({total.largest_at}); {len(total.scenarios)} scenarios, {len(total.characters)} characters "
            f"and {len(total.uniques)} uniques of both editions met; {len(faults)} faults; {figures['seconds']} s"
        )
    return 0 if figures["held"] else 1


if __name__ == "__main__":
    sys.exit(main())
