"""What each switch of a tournament's deals does to the standings: `deals`, `duplicate`, `shared`, at the same number of games.

Four bots that are each greedy but for one decision in a hundred by lot, and so equally strong, play round robins. Told is by how much the mean points of two
of them differ by luck alone: the standard error of a difference in the standings. Each event has the same number of games: with `duplicate` few deals,
each from every seat, without it so many more deals.

    ./citadels bench shared
    ./citadels bench shared --players 2 3 --events 200 --json
"""

import argparse
import json
import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, product

from citadels_contest.settings import settings_from
from citadels_contest.tournament import Tournament

from bench._duplicate import Task, play

BOTS = tuple(f"careless#{number}" for number in range(1, 5))


def differences(task: tuple[dict[str, object], str]) -> list[float]:
    """The differences of mean points of each two bots, after one event."""
    settings, name = task
    event = Tournament(settings_from({**settings, "seed": name}))
    for bot in BOTS:
        event.apply({"kind": "entered", "entrant": bot})
    event.apply({"kind": "started"})
    while event.status == "running":
        due = event.due()
        if due is not None:
            event.apply(due)
        for game in list(event.open()):
            found = play(Task(game, f"{name} {event.deal_label(game)}", None, apart=True))
            event.apply(
                {
                    "kind": "result",
                    "game": game.id,
                    "seats": list(game.seats),
                    "places": list(found.places),
                    "scores": list(found.scores),
                }
            )
    means = {standing.entrant: standing.mean for standing in event.standings()}
    return [means[one] - means[other] for one, other in combinations(BOTS, 2)]


def measure(players: int, deals: int, events: int, jobs: int) -> list[dict[str, object]]:
    """The standard error of a difference, with each of the switches on and off."""
    found: list[dict[str, object]] = []
    with ProcessPoolExecutor(jobs) as pool:
        for duplicate, shared in product((True, False), (True, False)):
            each = deals if duplicate else deals * players
            settings = {"seats": players, "deals": each, "duplicate": duplicate, "shared": shared}
            tasks = [(settings, f"{players} {duplicate} {shared} {number}") for number in range(events)]
            squares = [gap**2 for gaps in pool.map(differences, tasks, chunksize=4) for gap in gaps]
            error = math.sqrt(sum(squares) / len(squares))
            found.append({**settings, "error": round(error, 4)})
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench shared", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3], help="seats at a table (default 2 3)")
    parser.add_argument("--deals", type=int, default=2, help="deals of a pairing, each from every seat (default 2)")
    parser.add_argument("--events", type=int, default=60, help="events of each kind (default 60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if not all(2 <= players <= 3 for players in chosen.players) or chosen.deals < 1 or chosen.events < 1:
        parser.error("2 or 3 players, so that there are several tables; a deal or more, an event or more")
    found = [row for players in chosen.players for row in measure(players, chosen.deals, chosen.events, chosen.workers)]
    if chosen.json:
        print(json.dumps({"bench": "shared", "events": chosen.events, "switches": found}))
        return 0
    for row in found:
        print(", ".join(f"{name} {value}" for name, value in row.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
