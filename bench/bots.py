"""How often the bots of the house win: greedy against random, greedy from each seat against its like, the planner against greedy.

Each deal is played once from every seat, so that the luck of the deal and of the seat cancels out. A shared victory counts as its
share. The interval is Wilson's, at 95 %. The planner thinks long, so its series runs where it is named.

    ./citadels bench bots                                     400 games or more of greedy's kinds, at 2, 4 and 7 players
    ./citadels bench bots --games 2000 --json
    ./citadels bench bots --series planner --players 4        the planner against three greedy bots
    ./citadels bench bots --series planner --players 4 --playouts 100 --games 136 --first 34
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from citadels_engine import COMPILED, apply, awaited, is_over, view, winners
from citadels_engine.bots import Bot, make

from tests.support.setups import Setup, setup

KINDS = ("first_game", "modern", "classic")
"""The set-ups: the modern first game, and each edition with random casts."""
SERIES = {"random": "against_random", "itself": "against_itself", "planner": "planner_against_greedy"}


class Task(NamedTuple):
    """One deal of one series; `playouts` a decision of the planner's, or as many as it likes."""

    series: str
    kind: str
    players: int
    number: int
    playouts: int | None


def deal_of(kind: str, players: int, number: int) -> Setup:
    """A set-up of the kind; the same for the same number."""
    if kind == "first_game":
        found = setup(players - 2)
        return Setup(players, found.edition, found.cast, found.uniques, seed=f"bench {number}")
    step = 1 if kind == "modern" else 2
    return setup(28 * number + 7 * step + players - 2)


def play_out(dealt: Setup, bots: list[Bot]) -> list[int]:
    """Play a game to its end; who wins."""
    game = dealt.deal(telling=True)
    seen: list[list[dict[str, object]]] = [[] for _ in bots]
    while True:
        for event in game.events:
            for seat, log in enumerate(seen):
                log.append(event.for_seat(seat))
        if is_over(game):
            return winners(game)
        seat = awaited(game).seat
        apply(game, bots[seat].choose(view(game, seat), seen[seat]))


def against_others(task: Task) -> list[float]:
    """The share of the victory from each seat of one deal: greedy where all others are random, the planner where they are greedy."""
    one, other = ("planner", "greedy") if task.series == "planner" else ("greedy", "random")
    shares = []
    for place in range(task.players):
        names = [one if seat == place else other for seat in range(task.players)]
        bots = [
            make(name, f"bench {task.number} {place} {seat}", playouts=task.playouts) for seat, name in enumerate(names)
        ]
        won = play_out(deal_of(task.kind, task.players, task.number), bots)
        shares.append(1 / len(won) if place in won else 0.0)
    return shares


def against_itself(task: Task) -> list[float]:
    """Each seat's share of the victory where all are greedy."""
    won = play_out(deal_of(task.kind, task.players, task.number), [make("greedy", "") for _ in range(task.players)])
    return [1 / len(won) if seat in won else 0.0 for seat in range(task.players)]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def job(task: Task) -> list[float]:
    """One deal of one series."""
    return against_itself(task) if task.series == "itself" else against_others(task)


def tasks(series: str, players: int, chosen: argparse.Namespace) -> list[Task]:
    """The deals of a series: as many as make up the games, the kinds in turn."""
    deals = chosen.games if series == "itself" else math.ceil(chosen.games / players)
    numbers = range(chosen.first, chosen.first + deals)
    return [Task(series, KINDS[at % len(KINDS)], players, at // len(KINDS), chosen.playouts) for at in numbers]


def run(pool: ProcessPoolExecutor, series: str, players: int, chosen: argparse.Namespace) -> dict[str, object]:
    """One series: the figures."""
    todo = tasks(series, players, chosen)
    watch = watched(pool.map(job, todo, chunksize=1), len(todo), f"{series}, {players} players")
    results = list(watch)
    if series == "itself":
        played = len(results)
        seats = [sum(column) for column in zip(*results, strict=True)]
        return {
            "games": played,
            "seats": [round(wins / played, 4) for wins in seats],
            "intervals": [[round(end, 4) for end in wilson(wins, played)] for wins in seats],
        }
    played = sum(len(result) for result in results)
    wins = sum(sum(result) for result in results)
    by_kind = {}
    for kind in KINDS:
        shares = [share for task, result in zip(todo, results, strict=True) if task.kind == kind for share in result]
        if shares:
            by_kind[kind] = {"games": len(shares), "wins": round(sum(shares) / len(shares), 4)}
    interval = [round(end, 4) for end in wilson(wins, played)]
    return {"games": played, "wins": round(wins / played, 4), "interval": interval, "by_kind": by_kind}


def watched(results: Iterator[list[float]], count: int, what: str) -> Iterator[list[float]]:
    """The results, with a line of progress now and then."""
    began = last = time.monotonic()
    for done, result in enumerate(results, 1):
        yield result
        now = time.monotonic()
        if now - last > 5 or done == count:
            last = now
            left = (now - began) / done * (count - done)
            print(f"{what}: {done} of {count} deals, {left:.0f} s left", file=sys.stderr, flush=True)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench bots", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=400, help="games of each series, at least (default 400)")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 7], help="numbers of players (default 2 4 7)")
    parser.add_argument(
        "--series", nargs="+", default=["random", "itself"], choices=SERIES, help="(default random itself)"
    )
    parser.add_argument("--playouts", type=int, help="the planner's budget a decision (default: its own)")
    parser.add_argument(
        "--first", type=int, default=0, help="the first deal of each series, to run it in parts (default 0)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if chosen.games < 1 or chosen.first < 0 or any(not 2 <= players <= 8 for players in chosen.players):
        parser.error("at least one game, 2 to 8 players")
    if chosen.playouts is not None and chosen.playouts < 1:
        parser.error("at least one playout")
    figures: dict[str, dict[str, object]] = {SERIES[series]: {} for series in chosen.series}
    with ProcessPoolExecutor(chosen.workers) as pool:
        for players in chosen.players:
            for series in chosen.series:
                figures[SERIES[series]][str(players)] = run(pool, series, players, chosen)
    if chosen.json:
        print(json.dumps({"bench": "bots", "compiled": COMPILED, **figures}))
        return 0
    for name, series in figures.items():
        for players, found in series.items():
            print(f"{name.replace('_', ' ')}, {players} players: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
