"""How often the greedy bot wins: against random ones at 2, 4 and 7 players, and from each seat against its like.

Each deal is played once from every seat, so that the luck of the deal and of the seat cancels out. A shared victory counts as its
share. The interval is Wilson's, at 95 %.

    ./citadels bench bots                    400 games or more of each kind
    ./citadels bench bots --games 2000 --json
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from citadels_engine import COMPILED, apply, awaited, is_over, view, winners
from citadels_engine.bots import Bot, make

from tests.properties.setups import Setup, setup

KINDS = ("first_game", "modern", "classic")
"""The set-ups: the modern first game, and each edition with random casts."""


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


def against_random(kind: str, players: int, number: int) -> list[float]:
    """The greedy bot's share of the victory from each seat of one deal, all others random."""
    shares = []
    for place in range(players):
        names = ["greedy" if seat == place else "random" for seat in range(players)]
        bots = [make(name, f"bench {number} {place} {seat}") for seat, name in enumerate(names)]
        won = play_out(deal_of(kind, players, number), bots)
        shares.append(1 / len(won) if place in won else 0.0)
    return shares


def against_itself(kind: str, players: int, number: int) -> list[float]:
    """Each seat's share of the victory where all are greedy."""
    won = play_out(deal_of(kind, players, number), [make("greedy", "") for _ in range(players)])
    return [1 / len(won) if seat in won else 0.0 for seat in range(players)]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def job(task: tuple[str, str, int, int]) -> list[float]:
    """One deal of one series."""
    series, kind, players, number = task
    return against_random(kind, players, number) if series == "random" else against_itself(kind, players, number)


def tasks(series: str, players: int, games: int) -> list[tuple[str, str, int, int]]:
    """The deals of a series: as many as make up the games, the kinds in turn."""
    deals = math.ceil(games / players) if series == "random" else games
    return [(series, KINDS[number % len(KINDS)], players, number // len(KINDS)) for number in range(deals)]


def run(pool: ProcessPoolExecutor, series: str, players: int, games: int) -> dict[str, object]:
    """One series: the figures."""
    todo = tasks(series, players, games)
    watch = watched(pool.map(job, todo, chunksize=4), len(todo), f"{series}, {players} players")
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
        shares = [share for task, result in zip(todo, results, strict=True) if task[1] == kind for share in result]
        by_kind[kind] = round(sum(shares) / len(shares), 4)
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
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if chosen.games < 1 or any(not 2 <= players <= 8 for players in chosen.players):
        parser.error("at least one game, 2 to 8 players")
    figures: dict[str, dict[str, object]] = {"against_random": {}, "against_itself": {}}
    with ProcessPoolExecutor(chosen.workers) as pool:
        for players in chosen.players:
            figures["against_random"][str(players)] = run(pool, "random", players, chosen.games)
            figures["against_itself"][str(players)] = run(pool, "itself", players, chosen.games)
    if chosen.json:
        print(json.dumps({"bench": "bots", "compiled": COMPILED, **figures}))
        return 0
    for name, series in figures.items():
        for players, found in series.items():
            print(f"{name.replace('_', ' ')}, {players} players: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
