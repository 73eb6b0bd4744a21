"""What is written by hand although a library does it, beside that library: the figures of docs/decisions, as ratios within one run.

    ./citadels bench decisions [--json] [--size quick|ci|full] [--only connection,projection,...] [--cython]

Each part prints one line; `bench/_decisions/` has a module of its name, which says what is compared. CPU is meant, unless a unit is
named. What is compared takes turns, and each ratio is the median of the turns.
"""

import argparse
import json
import sys
from importlib import import_module
from typing import Any, Final

PARTS: Final = ("connection", "projection", "routing", "protocol", "statistics", "compiler", "doors")
SIZES: Final = {"quick": 2, "ci": 5, "full": 25}
"""How many turns each way has."""


def measure(parts: list[str], size: str, *, silent: bool = False) -> dict[str, Any]:
    """The figures of these parts."""
    found: dict[str, Any] = {"bench": "decisions", "size": size}
    for name in parts:
        part = import_module(f"bench._decisions.{name}")
        found[name] = part.measure(SIZES[size])
        if not silent:
            print(f"{name}: {part.line(found[name])}", flush=True)
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench decisions", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--size", choices=tuple(SIZES), default="quick", help="how many turns (default quick)")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument(
        "--cython", action="store_true", help="compile the engine with Cython first (six minutes of CPU)"
    )
    chosen = parser.parse_args()
    if unknown := set(chosen.only) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if chosen.cython:
        import_module("bench._decisions.compiler").build_cython()
    found = measure(chosen.only, chosen.size)
    if chosen.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
