"""What the intervals of the leaderboard are worth: seasons whose strengths are known, rated as the service rates them.

In a season some newcomers, equally likely of any strength from that of `random` to that of `planner`, play at tables whose other seats are taken by bots of
the house (`--house` says how often) or by each other. Who comes first is drawn by the model itself. Told are, after so many games, how often the interval
holds the strength, how wide it is, and the error of the rating; and when a rating is sure enough for a place on the leaderboard: after how many games, and
how often the interval holds the strength then.

    ./citadels bench ladder
    ./citadels bench ladder --players 2 4 7 --house 0.5 0 --seasons 40 --json
"""

import argparse
import json
import math
import sys
from random import Random
from typing import Any, NamedTuple

from citadels_sdk.ratings import ANCHORS, NEW, PARAMETERS, SCALE, SURE, Rating, rate

TOLD = (1, 5, 10, 20, 30, 50, 75, 100)
"""After how many games the intervals are looked at."""
LEVELS = ("random", "greedy", "greedy", "planner")
"""Bots of the house that newcomers meet, each as often as it stands here."""
NEWCOMERS = 20
LEAST = 20
"""So many games a place on the leaderboard needs."""


class Seen(NamedTuple):
    """A rating after a game, and the true strength."""

    strength: float
    rating: Rating

    @property
    def held(self) -> bool:
        """Whether the interval holds the strength."""
        return abs(self.strength - self.rating.mu) <= SURE * self.rating.sigma

    @property
    def width(self) -> float:
        """How wide the interval is, as it is shown."""
        return 2 * SURE * self.rating.sigma * SCALE


def drawn(strengths: list[float], chance: Random) -> list[int]:
    """The places of a game among these strengths, drawn by the model of Luce on the scale of a table of that size."""
    scale = PARAMETERS["beta"] * math.sqrt(len(strengths))
    luck = [strength / scale - math.log(-math.log(chance.random())) for strength in strengths]
    return [1 + sum(other > own for other in luck) for own in luck]


def season(players: int, house: float, games: int, start: Rating, chance: Random) -> list[list[Seen]]:
    """For each newcomer the ratings after each of its games, until all have played so many."""
    strengths = [chance.uniform(ANCHORS["random"].mu, ANCHORS["planner"].mu) for _ in range(NEWCOMERS)]
    ratings = [start] * NEWCOMERS
    seen: list[list[Seen]] = [[] for _ in range(NEWCOMERS)]
    while min(len(one) for one in seen) < games:
        first = min(range(NEWCOMERS), key=lambda who: (len(seen[who]), chance.random()))
        others = [who for who in range(NEWCOMERS) if who != first]
        chance.shuffle(others)
        table: list[int | str] = [first]
        while len(table) < players:
            table.append(chance.choice(LEVELS) if chance.random() < house else others.pop())
        before = [ANCHORS[who] if isinstance(who, str) else ratings[who] for who in table]
        places = drawn([ANCHORS[who].mu if isinstance(who, str) else strengths[who] for who in table], chance)
        fixed = [seat for seat, who in enumerate(table) if isinstance(who, str)]
        for who, after in zip(table, rate(before, places, fixed), strict=True):
            if isinstance(who, int):
                ratings[who] = after
                seen[who].append(Seen(strengths[who], after))
    return seen


def told_after(seen: list[Seen]) -> dict[str, float]:
    """What the intervals after some number of games are worth."""
    widths = sorted(one.width for one in seen)
    square = sum((one.rating.mu - one.strength) ** 2 for one in seen) / len(seen)
    return {
        "held": round(sum(one.held for one in seen) / len(seen), 3),
        "width": round(widths[len(widths) // 2]),
        "error": round(math.sqrt(square) * SCALE),
    }


def measure(players: int, house: float, games: int, seasons: int, width: float, start: Rating) -> dict[str, Any]:
    """What the ratings of so many seasons are worth."""
    chance = Random(f"ladder/{players}/{house}")
    courses = [course for _ in range(seasons) for course in season(players, house, games, start, chance)]
    ranked: list[Seen] = []
    needed: list[int] = []
    for course in courses:
        at = next((n for n, one in enumerate(course, 1) if n >= LEAST and one.width <= width), None)
        if at is not None:
            ranked.append(course[at - 1])
            needed.append(at)
    needed.sort()
    place: dict[str, Any] = {"share": round(len(ranked) / len(courses), 3)}
    if ranked:
        place |= {"games": needed[len(needed) // 2], "most": needed[len(needed) * 95 // 100], **told_after(ranked)}
    return {
        "players": players,
        "house": house,
        "after": {count: told_after([one[count - 1] for one in courses]) for count in TOLD if count <= games},
        "place": place,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench ladder", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 7], help="seats at a table (default 2 4 7)")
    parser.add_argument("--house", type=float, nargs="+", default=[0.5, 0.0],
                        help="how often another seat is one of the house (default 0.5 0)")  # fmt: skip
    parser.add_argument("--games", type=int, default=100, help="games of each newcomer (default 100)")
    parser.add_argument("--seasons", type=int, default=10, help=f"seasons of {NEWCOMERS} newcomers (default 10)")
    parser.add_argument("--width", type=float, default=400, help="how wide a ranked interval may be (default 400)")
    parser.add_argument("--start", type=float, default=NEW.mu, help=f"the `mu` of a newcomer (default {NEW.mu:.4g})")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if not all(2 <= players <= 8 for players in chosen.players) or chosen.games < 1 or chosen.seasons < 1:
        parser.error("2 to 8 players, a game or more, a season or more")
    start = Rating(chosen.start, NEW.sigma)
    found = [
        measure(players, house, chosen.games, chosen.seasons, chosen.width, start)
        for house in chosen.house
        for players in chosen.players
    ]
    if chosen.json:
        print(json.dumps({"bench": "ladder", "width": chosen.width, "seasons": found}))
        return 0
    for one in found:
        print(f"{one['players']} at a table, {one['house']:.0%} of the other seats of the house")
        for count, figures in one["after"].items():
            print(f"  after {count:3} games  {figures}")
        print(f"  at a place       {one['place']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
