"""R22, simulated worlds: 60, 500 or 50,000 seeded worlds, each with its faults; a failing one is shrunk, printed and kept.

    ./citadels prove r22 --size full
    ./citadels prove r22 --world 4711                                 one world alone
    ./citadels prove r22 --world "4711; 12.5; job lost, store slow"   as it is kept

The figures are the last line, with `--json` one object; the exit status is 0 only if everything held.
"""

import sys
from functools import partial

from tests.promises import r22
from tests.promises.simulation.shrinking import read
from tests.promises.simulation.weather import CALM_S, KINDS
from tests.promises.simulation.world import run
from tests.support.telling import main

LIMIT_S = 4 * 3600.0
"""All worlds of the full size take hours."""


def look(words: str) -> int:
    """Run one world, and tell what is wrong with it and what was met in it."""
    r22.quiet()
    whole = f"{words}; {CALM_S}; {', '.join(KINDS)};"
    small = read(f"{words};" if ";" in words else whole)
    outcome = run(small.seed, without=small.without, until=small.until)
    for what, much in outcome.met.items():
        print(f"{much:6} {what}")
    for fault in outcome.faults:
        print(f"BROKEN {fault}", file=sys.stderr)
    print(f"world {outcome.seed}: {outcome.lasted_s:.1f} s, {len(outcome.faults)} faults, digest {outcome.digest}")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--world"] and len(sys.argv) == 3:
        sys.exit(look(sys.argv[2]))
    sys.exit(main("r22", __doc__, r22.SIZES, partial(r22.prove, keep=r22.remember), LIMIT_S))
