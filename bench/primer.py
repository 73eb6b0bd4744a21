"""What games of our own bots say about strategy: seats, characters, gold or cards, the end; the tables of docs/STRATEGY.md.

    ./citadels bench primer [--json] [--games N] [--write]

1. `length`: games of greedy bots alone, at every number of players.
2. `seats`: who wins, by the distance from the first crown, among greedy bots.
3. `characters`: one pick in each game is made by lot among what is on offer, everything else is greedy: what taking that character
   once is worth. Beside it how often it is murdered and robbed where it is in play, and how often each bot takes it where it is offered.
4. `gathering`: one gathering in each game is played both ways, gold and cards, each then played on to the end.
5. `draft`: the planner, which decides only the draft, only the rest, or all, and leaves what it does not decide to greedy; against three
   greedy bots.
6. `bots`: the example bots, each alone against three greedy bots, every deal from every seat.

Intervals are Wilson's for shares and Student's for differences, at 95 %. Where several picks of one game are counted, the interval
is that of the number of games. All but `length` is the modern first game with four players. `--write` puts the tables into the page.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from citadels_contest import mean_interval, wilson
from citadels_engine import COMPILED
from citadels_engine.cards.registry import CHARACTERS
from citadels_sdk import match

from bench._primer import EXAMPLES, ROOT, SEATS, entrant, forced, gathered, length, partly, picks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE: Final = ROOT / "docs" / "STRATEGY.md"


# --- the figures -----------------------------------------------------------------------------------------------------


def share(wins: float, games: int) -> dict[str, float]:
    """A share with its interval."""
    found = wilson(wins, games)
    return {"games": games, "share": round(wins / games, 4), "low": round(found.low, 4), "high": round(found.high, 4)}


def mean(values: Iterable[float]) -> float:
    """The mean, to one digit."""
    listed = list(values)
    return round(sum(listed) / len(listed), 1) if listed else 0.0


def measure_length(pool: ProcessPoolExecutor, games: int) -> dict[str, Any]:
    """Games at every number of players."""
    found = {}
    for players in range(2, 9):
        played = list(pool.map(length, [(players, number) for number in range(games)], chunksize=16))
        found[str(players)] = {
            "games": games,
            "rounds": mean(one.rounds for one in played),
            "decisions": mean(one.decisions for one in played),
            "winner": mean(one.best for one in played),
            "points": mean(one.mean for one in played),
            "first": share(sum(one.first_won for one in played), games),
        }
        if players == SEATS:
            found["seats"] = {str(i): share(sum(one.by_distance[i] for one in played), games) for i in range(SEATS)}
    return found


def measure_characters(pool: ProcessPoolExecutor, games: int) -> dict[str, Any]:
    """What taking each character once is worth, and what befalls it."""
    played = list(pool.map(forced, range(games), chunksize=16))
    held: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    robbed: Counter[str] = Counter()
    for one in played:
        for murdered, stolen, holding in one.met:
            names = holding.split()
            held.update(names)
            killed[murdered] += murdered in names
            robbed[stolen] += stolen in names
    found = {}
    for name in sorted({one.character for one in played} - {""}, key=rank):
        shares = [one.share for one in played if one.character == name]
        found[name] = {
            "taken": share(sum(shares), len(shares)),
            "murdered": round(killed[name] / held[name], 4),
            "robbed": round(robbed[name] / held[name], 4),
        }
    return found


def measure_picks(pool: ProcessPoolExecutor, games: int, playouts: int) -> dict[str, Any]:
    """How often each bot takes a character that it is offered."""
    found: dict[str, Any] = {}
    for name in ("greedy", "mayor", "planner"):
        count = games if name != "planner" else max(1, games // 4)
        chosen = [one for game in pool.map(picks, [(name, i, playouts) for i in range(count)]) for one in game]
        on_offer = Counter(character for _, choice in chosen if len(choice) > 1 for character in choice)
        taken = Counter(character for character, choice in chosen if len(choice) > 1)
        found[name] = {
            "games": count,
            **{one: round(taken[one] / on_offer[one], 4) for one in sorted(on_offer, key=rank)},
        }
    return found


def measure_gathering(pool: ProcessPoolExecutor, games: int) -> dict[str, Any]:
    """Gold or cards, by how many cards of the hand the city lacks."""
    played = [one for one in pool.map(gathered, range(games), chunksize=16) if one is not None]
    found = {}
    for cards in range(5):
        mine = [one for one in played if min(one.cards, 4) == cards]
        if mine:
            better = mean_interval([[one.gold - one.drawn] for one in mine])
            found[str(cards)] = {
                "games": len(mine),
                "gold": round(sum(one.gold for one in mine) / len(mine), 4),
                "cards": round(sum(one.drawn for one in mine) / len(mine), 4),
                "better": round(better.mean, 4),
                "low": round(better.low or 0.0, 4),
                "high": round(better.high or 0.0, 4),
            }
    return found


def measure_draft(pool: ProcessPoolExecutor, games: int, playouts: int) -> dict[str, Any]:
    """What the planner wins by the draft alone, by the rest alone, by all."""
    return {
        part: share(sum(pool.map(partly, [(part, i, playouts) for i in range(games)], chunksize=SEATS)), games)
        for part in ("draft", "rest", "all")
    }


def measure_bots(games: int, jobs: int) -> dict[str, Any]:
    """Each example against three greedy bots."""
    found: dict[str, Any] = {}
    for name in EXAMPLES:
        row = match(entrant(name), "greedy", games=games, seats=SEATS, seed="primer", jobs=jobs, progress=False).rows[0]
        low, high = round(row.share.low, 4), round(row.share.high, 4)
        found[name] = {
            "games": games, "share": round(row.share.share, 4), "low": low, "high": high,
            "points": round(row.score.mean, 1), "faults": row.faults,
        }  # fmt: skip
    return found


def rank(name: str) -> int:
    """The character's place in the order of the calls."""
    return CHARACTERS["modern"][name].rank


def measure(games: int, playouts: int, jobs: int) -> dict[str, Any]:
    """Everything."""
    with ProcessPoolExecutor(jobs) as pool:
        lengths = measure_length(pool, games)
        seats = lengths.pop("seats")
        return {
            "bench": "primer",
            "compiled": COMPILED,
            "length": lengths,
            "seats": seats,
            "characters": measure_characters(pool, 10 * games),
            "picks": measure_picks(pool, max(1, games // 10), playouts),
            "gathering": measure_gathering(pool, 10 * games),
            "draft": measure_draft(pool, max(SEATS, games // 5), playouts),
            "bots": measure_bots(max(SEATS, games // 5), jobs),
        }


# --- the page --------------------------------------------------------------------------------------------------------


def percent(found: dict[str, float]) -> str:
    """A share with its interval, as the page has it."""
    return f"{100 * found['share']:.1f} % ({100 * found['low']:.1f} to {100 * found['high']:.1f})"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of the page."""
    lines = [" | ".join(head), "|".join("---" for _ in head), *[" | ".join(map(str, row)) for row in rows]]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)


def tables(found: dict[str, Any]) -> dict[str, str]:
    """The tables of the page by their names."""
    return {
        "length": table(
            ["players", "games", "rounds", "decisions", "points of the winner", "of all", "the first to complete wins"],
            [
                [n, one["games"], one["rounds"], one["decisions"], one["winner"], one["points"], percent(one["first"])]
                for n, one in found["length"].items()
            ],
        ),
        "seats": table(
            ["seat", "games", "wins"],
            [
                [("has the first crown", "next", "third", "last")[int(n)], one["games"], percent(one)]
                for n, one in found["seats"].items()
            ],
        ),
        "characters": table(
            ["character", "games", "taken once by lot: wins", "murdered", "robbed", "greedy takes it", "mayor", "planner"],
            [
                [
                    name, one["taken"]["games"], percent(one["taken"]), *(f"{100 * one[what]:.0f} %" for what in ("murdered", "robbed")),
                    *(f"{100 * found['picks'][bot].get(name, 0):.0f} %" for bot in ("greedy", "mayor", "planner")),
                ]
                for name, one in found["characters"].items()
            ],
        ),
        "gathering": table(
            ["cards the city lacks", "games", "with gold", "with cards", "gold is better by"],
            [
                [
                    n if n != "4" else "4 or more", one["games"], f"{100 * one['gold']:.1f} %", f"{100 * one['cards']:.1f} %",
                    f"{100 * one['better']:+.1f} ({100 * one['low']:+.1f} to {100 * one['high']:+.1f})",
                ]
                for n, one in found["gathering"].items()
            ],
        ),
        "draft": table(
            ["the planner decides", "games", "wins"],
            [
                [{"draft": "the draft alone", "rest": "everything else", "all": "everything"}[part], one["games"], percent(one)]
                for part, one in found["draft"].items()
            ],
        ),
        "bots": table(
            ["bot", "games", "wins", "points"],
            [[name, one["games"], percent(one), one["points"]] for name, one in found["bots"].items()],
        ),
    }  # fmt: skip


def written(text: str, made: dict[str, str]) -> str:
    """The page with these tables between its marks `<!-- table: name -->` and `<!-- end -->`."""
    for name, lines in made.items():
        begin, end = f"<!-- table: {name} -->\n", "<!-- end -->"
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise SystemExit(f"{PAGE.name} has no place for the table {name!r}")
        text = f"{before}{begin}{lines}\n{end}{after}"
    return text


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench primer", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--games", type=int, default=2000, help="games of the smallest series (default 2000)")
    parser.add_argument("--playouts", type=int, default=100, help="the planner's playouts a decision (default 100)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/STRATEGY.md")
    chosen = parser.parse_args()
    if chosen.games < 20 or chosen.playouts < 1 or chosen.jobs < 1:
        parser.error("at least 20 games, one playout, one process")
    found = measure(chosen.games, chosen.playouts, chosen.jobs)
    made = tables(found)
    if chosen.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    if chosen.json:
        print(json.dumps(found))
        return 0
    for name, lines in made.items():
        print(f"{name}\n\n{lines}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
