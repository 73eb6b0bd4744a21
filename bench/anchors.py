"""How strong the levels of the house are, on the scale of the ratings: what the anchors of `citadels_sdk.ratings` are.

Tables of four (`--players`), each deal from every seat: a planner among three greedy bots, and two greedy bots against two random ones. The strengths are
fitted over all games at once (`citadels_contest.stats.plackett_luce`), `greedy` being the middle, and told on the scale of `mu`.

    ./citadels bench anchors
    ./citadels bench anchors --deals 200 --playouts 100 --json
"""

import argparse
import json
import os
import sys

from citadels_contest.stats.plackett_luce import fit
from citadels_sdk.ratings import PARAMETERS, SCALE

from bench._duplicate import paired_tasks, play_all


def fields(players: int) -> list[tuple[str, list[str]]]:
    """Who sits at the tables: the stronger one's name, and all members, those of a level told apart."""
    half = players // 2
    lone = ["planner", *[f"greedy#{at}" for at in range(2, players + 1)]]
    mixed = [*[f"greedy#{at}" for at in range(1, half + 1)], *[f"random#{at}" for at in range(half + 1, players + 1)]]
    return [("planner", lone), ("greedy", mixed)]


def measure(players: int, deals: int, easy: int, playouts: int | None, jobs: int, seed: str) -> dict[str, object]:
    """The strength of each level, with its interval, on the scale of `mu`."""
    results = []
    for name, members in fields(players):
        number = deals if name == "planner" else easy
        played = play_all(paired_tasks(members, number, playouts, f"{seed}/{players}/{name}"), jobs)
        for one in played:
            seats = tuple(seat.partition("#")[0] for seat in one.fixture.seats)
            table = 0 if name == "planner" else 1
            results.append(one._replace(fixture=one.fixture._replace(table=table, seats=seats)))
    middle = PARAMETERS["mu"] * SCALE
    found = fit(results, ("random", "greedy", "planner"), lambda one: f"{one.table}/{one.deal}", middle, "greedy")
    return {
        one.entrant: {
            "mu": round(one.rating / SCALE, 2),
            "low": None if one.low is None else round(one.low / SCALE, 2),
            "high": None if one.high is None else round(one.high / SCALE, 2),
            "seats": one.games,
        }
        for one in found
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench anchors", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=4, help="seats at a table (default 4)")
    parser.add_argument("--deals", type=int, default=60, help="deals with a planner (default 60)")
    parser.add_argument("--easy", type=int, default=500, help="deals without one (default 500)")
    parser.add_argument("--playouts", type=int, help="the planner's budget a decision (default: its own)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--seed", default="anchors", help="what the deals are drawn from")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if not 2 <= chosen.players <= 8 or chosen.deals < 2 or chosen.easy < 2:
        parser.error("2 to 8 players, two deals or more")
    found = measure(chosen.players, chosen.deals, chosen.easy, chosen.playouts, chosen.workers, chosen.seed)
    if chosen.json:
        print(json.dumps({"bench": "anchors", "players": chosen.players, "levels": found}))
        return 0
    for level, figures in found.items():
        print(f"{level}: {figures}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
