"""Twin worlds: what a viewer cannot know is dealt anew, and it must observe the same: 3,000, 100,000 or 1,000,000 times.

    ./citadels prove twins --size full           over all cores, with the time that is left
    ./citadels prove twins --only 4711           the games from one set-up on, as a failure names it

The twins are drawn from views and events (`citadels_engine.inference.worlds`); beside each slice of them goes a slice of twins dealt from
the game itself (`tests/properties/redeal.py`). The figures are the last line, with `--json` one object; the exit status is 0 only
if nobody could tell any two worlds apart.
"""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from citadels_engine import COMPILED
from citadels_engine.dice import Dice

from tests.properties.redeal import Noticed, walk
from tests.support.setups import setup
from tests.support.twins import PER_GAME, SIZES, Leak, Tally, compare_slice

SLICE = 1_000
EVERY = 6


def check(first: int, count: int) -> tuple[Tally, int, str]:
    """One slice of both kinds: what was compared, how many observations of redealt games, the leak if there is one."""
    try:
        return compare_slice(first, count), walk(setup(first).deal(), Dice(f"walk {first}", "tests/redeal"), EVERY), ""
    except (Leak, Noticed) as leak:
        return Tally(), 0, f"set-up {first} or soon after: {leak}"


def main() -> int:
    """Compare and say what held."""
    parser = argparse.ArgumentParser(prog="./citadels prove twins", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", choices=tuple(SIZES), default="quick", help="how many comparisons (default quick)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one slice, from this set-up on")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    asked = SIZES[chosen.size] if chosen.only is None else SLICE
    starts = [first // PER_GAME * 3 for first in range(0, asked, SLICE)] if chosen.only is None else [chosen.only]
    began = last = time.monotonic()
    total, observations, leaks = Tally(), 0, 0
    with ProcessPoolExecutor(chosen.workers) as pool:
        for future in as_completed([pool.submit(check, first, SLICE) for first in starts]):
            tally, seen, leak = future.result()
            total.add(tally)
            observations += seen
            if leak:
                leaks += 1
                print(f"LEAK {leak}", flush=True)
            now = time.monotonic()
            if now - last > 5:
                last = now
                left = (now - began) / max(1, total.comparisons) * (asked - total.comparisons)
                print(f"{total.comparisons:,} of {asked:,}, {left:.0f} s left", file=sys.stderr, flush=True)
    held = leaks == 0 and total.comparisons == asked
    figures = {
        "prove": "twins",
        "held": held,
        "compiled": COMPILED,
        "comparisons": total.comparisons,
        "apart": total.apart,
        "redealt_observations": observations,
        "players": sorted(total.players),
        "editions": sorted(total.editions),
        "leaks": leaks,
        "seconds": round(time.monotonic() - began, 1),
    }
    if chosen.json:
        print(json.dumps(figures))
    else:
        print(
            f"{total.comparisons:,} comparisons, in {total.apart:,} of them the twin was another world; {observations:,} "
            f"observations of redealt games; {leaks} leaks; {figures['seconds']} s"
        )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
