"""What a promise about the disk costs: moves a second for each way to write, in turns, on real processes and a real Valkey.

    ./citadels bench disk [--json] [--games N] [--moves N] [--rounds N]

- `default`: the store as `citadels up` starts it: every change is written before it is answered, another process syncs each second.
- `everysec`: what Redis recommends: it syncs each second itself, and answers before it writes while that is slow.
- `durable`: the store of `citadels up --durable`: every change is on disk before it is answered.

Each figure is the median of the rounds. `over_everysec` is the median of the ratios within the rounds.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import time

from bench._moves import Connection, Played, make_script, play
from bench.service import send_rest
from tests.support.running import Service

WAYS = {"default": "no", "everysec": "everysec", "durable": "always"}


async def turn(service: Service, games: int, moves: int, number: int) -> float:
    """Moves a second of so many games at once."""
    making = await Connection(service.ports[0]).open()
    scripts = [[await make_script(making, number + game)] for game in range(games)]
    connections = [await Connection(service.ports[game % 2]).open() for game in range(games)]
    results = [Played() for _ in range(games)]
    began = time.perf_counter()
    await asyncio.gather(
        *[play(connections[game], scripts[game], moves, send_rest, results[game]) for game in range(games)]
    )
    seconds = time.perf_counter() - began
    for connection in (making, *connections):
        connection.close()
    if any(one.wrong for one in results):
        raise RuntimeError("some moves failed")
    return games * moves / seconds


async def measure(games: int, moves: int, rounds: int) -> dict[str, object]:
    """All ways, round by round; the first round warms up."""
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    with contextlib.ExitStack() as stack:
        services = {
            name: stack.enter_context(Service(apis=2, workers=0, clocks=0, durable=True, fsync=fsync))
            for name, fsync in WAYS.items()
        }
        for number in range(rounds + 1):
            for name, service in services.items():
                speed = await turn(service, games, moves if number else 5, (number + 1) * games)
                if number:
                    found[name].append(speed)
                    print(f"round {number} of {rounds}, {name}: {speed:.0f} moves a second", file=sys.stderr)
    ratios = {
        name: statistics.median(one / other for one, other in zip(speeds, found["everysec"], strict=True))
        for name, speeds in found.items()
    }
    return {
        "games": games,
        "moves_per_second": {name: round(statistics.median(speeds)) for name, speeds in found.items()},
        "over_everysec": {name: round(ratio, 2) for name, ratio in ratios.items() if name != "everysec"},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench disk", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--games", type=int, default=64, help="games at once (default 64)")
    parser.add_argument("--moves", type=int, default=40, help="moves of each game in a round (default 40)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    asked = parser.parse_args()
    found = asyncio.run(measure(asked.games, asked.moves, asked.rounds))
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name.replace('_', ' ')}: {value}")


if __name__ == "__main__":
    main()
