"""What tournaments cost and how fast they are, offline and live; and how many games duplicate deals save.

    ./citadels bench tournament [--json] [--only offline|isolated|duplicate|live] [--games N] [--rounds N]

1. `offline`: games a second on one core and on two, and their ratio; what the runner costs over a plain loop of the same bots with the
   same views; the bytes of results a game (`bench/_tournament_offline.py`).
2. `isolated`: games a second of four bots of a file behind the wall, each in a process of its own in the sandbox, against the same games
   where they are trusted (`bench/_isolated.py`).
3. `duplicate`: the standard error with duplicate deals against that of as many single games (`bench/_duplicate.py`).
4. `live`: games a second of a tournament of house bots on the service, with one worker and with two (`bench/_tournament_live.py`).
"""

import argparse
import json
import sys
from typing import Any, Final

from citadels_engine import COMPILED

PARTS: Final = ("offline", "isolated", "duplicate", "live")


def measured(part: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """The figures of one part; what another one needs is not imported for it."""
    asked = {name: value for name in ("games", "rounds") if (value := getattr(chosen, name)) is not None}
    if part == "offline":
        from bench import _tournament_offline

        return _tournament_offline.measure(**asked)
    if part == "isolated":
        from bench import _isolated

        return _isolated.measure(**asked)
    if part == "duplicate":
        from bench import _duplicate

        return _duplicate.measure(**({"deals": asked["games"]} if "games" in asked else {}))
    from bench import _tournament_live

    return _tournament_live.measure(**asked)


def tell(part: str, found: dict[str, Any]) -> None:
    """The figures in words."""
    if part == "duplicate":
        print("duplicate: a standard error with duplicate deals against one of as many single games")
        for row in found["rows"]:
            lower = (
                "-"
                if row["lower"] is None
                else f"{100 * row['lower']:.0f} % lower (worth {row['factor']:.2f} times the games)"
            )
            print(f"  {row['players']} players, {row['first']} and {row['second']}, {row['games']} games: {lower}")
        return
    if part == "isolated":
        rates = found["games_a_second"]
        print(
            f"isolated: {rates['isolated']:,} games a second of four bots of a file, {rates['trusted']:,} where they are trusted"
        )
        print(f"  {100 * found['share']:.0f} % as many, the start of all processes among it")
        return
    rates = found["games_a_second"]
    what = "cores" if part == "offline" else "workers"
    print(
        f"{part}: {rates['1']:,} games a second with one of {what}, {rates['2']:,} with two: {found['scaling']} times"
    )
    if part == "offline":
        over = found["overhead"]
        print(
            f"  over a plain loop {100 * over['house']:.1f} % with bots of the house, {100 * over['own']:.1f} % with bots of a file"
        )
        sizes = found["bytes_a_game"]
        print("  bytes a game: " + ", ".join(f"{name} {size:,.0f}" for name, size in sizes.items()))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench tournament", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=PARTS, action="append", help="this part (default: all)")
    parser.add_argument("--games", type=int, help="games of each tournament; of `duplicate`: deals")
    parser.add_argument("--rounds", type=int, help="how often each figure is measured")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if any(value is not None and value < 1 for value in (chosen.games, chosen.rounds)):
        parser.error("at least one game and one round")
    figures: dict[str, dict[str, Any]] = {}
    for part in chosen.only or PARTS:
        figures[part] = measured(part, chosen)
        if not chosen.json:
            tell(part, figures[part])
    if chosen.json:
        print(json.dumps({"bench": "tournament", "compiled": COMPILED, **figures}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
