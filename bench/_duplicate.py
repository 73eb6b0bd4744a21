"""How much the same deals from every seat help: the standard error of the difference of two bots' mean points, paired and unpaired.

Two ways to play the same number of games among the bots of the house: *paired*, each deal once from every seat; *unpaired*, each game a deal of
its own, with seats by lot. The error of the paired games comes from how the deals differ, that of the unpaired ones from how the games do.
`told` is the unpaired error as the paired games alone tell it (`citadels_contest.stats.paired_test.gain`), which every tournament prints: here it is held
against games that were really played unpaired.
"""

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from citadels_contest.settings import Settings
from citadels_contest.standings import game_points
from citadels_contest.stats.game_results import by_round, scored
from citadels_contest.stats.paired_test import gain
from citadels_contest.types import Fixture, Result
from citadels_engine import Action, View, apply, awaited, is_over, new_game, places, scores, view
from citadels_engine.bots import Bot, make

LINEUPS: dict[int, list[tuple[str, ...]]] = {
    2: [("planner", "greedy"), ("greedy", "random"), ("greedy", "careless")],
    4: [("planner", "greedy", "greedy#2", "random"), ("greedy", "careless", "greedy#2", "greedy#3")],
    7: [
        ("planner", "greedy", "greedy#2", "greedy#3", "random", "random#2", "random#3"),
        ("greedy", "careless", "greedy#2", "greedy#3", "greedy#4", "greedy#5", "greedy#6"),
    ],
}
"""Who sits at a table of so many; the number tells those of a level apart. `careless` is greedy, but for one decision in a hundred by lot: a bot and
what becomes of it by a small change, the case that one tests most often."""
COMPARED = (("planner", "greedy"), ("greedy", "random"), ("greedy", "careless"))
CARELESS = 100


class Task(NamedTuple):
    """One game to be played."""

    fixture: Fixture
    seed: str
    playouts: int | None
    apart: bool = False
    """Whether bots of one name have a chance of their own each, as bots of different authors have."""


class Careless:
    """A greedy bot that now and then decides by lot."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.good, self.bad = make("greedy", seed), make("random", seed)

    def choose(self, view: View, events: Sequence[dict[str, object]]) -> Action:
        """One of `view.actions`."""
        bot = self.bad if self.chance.randrange(CARELESS) == 0 else self.good
        return bot.choose(view, events)


def made(name: str, seed: str, playouts: int | None) -> Bot:
    """The bot of that name."""
    return Careless(seed) if name == "careless" else make(name, seed, playouts=playouts)


def play(task: Task) -> Result:
    """What comes of it: the chance of a bot is told by the deal and the seat, never by who sits there, unless the task says so."""
    seats = task.fixture.seats
    bots = [
        made(name.partition("#")[0], f"{task.seed} {name if task.apart else f'seat {seat}'}", task.playouts)
        for seat, name in enumerate(seats)
    ]
    game = new_game(len(seats), seed=task.seed)
    seen: list[list[dict[str, object]]] = [[] for _ in bots]
    while True:
        for event in game.events:
            for seat, log in enumerate(seen):
                log.append(event.for_seat(seat))
        if is_over(game):
            break
        seat = awaited(game).seat
        apply(game, bots[seat].choose(view(game, seat), seen[seat]))
    found = [0] * len(seats)
    before = 0
    for together in places(game):
        for seat in together:
            found[seat] = before + 1
        before += len(together)
    return Result(task.fixture, tuple(found), tuple(one.total for one in scores(game)))


def play_all(tasks: Sequence[Task], jobs: int) -> list[Result]:
    """What comes of all of them, in their order."""
    if jobs == 1:
        return [play(task) for task in tasks]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(play, tasks, chunksize=1))


def paired_tasks(members: Sequence[str], deals: int, playouts: int | None, seed: str) -> list[Task]:
    """Each deal from every seat."""
    tasks = []
    for deal in range(deals):
        order = list(members)
        Random(f"{seed}/{deal}").shuffle(order)
        for turn in range(len(order)):
            fixture = Fixture(1, 0, deal, turn, tuple(order[turn:] + order[:turn]))
            tasks.append(Task(fixture, f"{seed}/{deal}", playouts))
    return tasks


def unpaired_tasks(members: Sequence[str], games: int, playouts: int | None, seed: str) -> list[Task]:
    """As many games, each of a deal of its own, with seats by lot."""
    tasks = []
    for game in range(games):
        order = list(members)
        Random(f"{seed}/lot/{game}").shuffle(order)
        tasks.append(Task(Fixture(2, 0, game, 0, tuple(order)), f"{seed}/own/{game}", playouts))
    return tasks


def spread(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def gaps(results: Iterable[Result], one: str, other: str, settings: Settings) -> list[float]:
    """The difference of the points of these two in each game."""
    found = []
    for result in results:
        points = game_points(settings, result)
        seats = result.fixture.seats
        found.append(points[seats.index(one)] - points[seats.index(other)])
    return found


def measure(
    players: Sequence[int] = (2, 4, 7),
    deals: int = 40,
    playouts: int | None = 20,
    seed: str = "duplicate",
    jobs: int = 1,
    points: str = "place",
    many: int = 10,
) -> dict[str, object]:
    """For each number of players and each two bots of the house: both standard errors, and how many games the pairing saves.

    Tables without a planner are quick and play `many` times the deals. A row is `{players, first, second, deals, games, gap, paired, unpaired, told,
    lower, factor, doubt}`: `lower` is the part by which pairing lowers the standard error, `factor` how many times the games the unpaired way needs for
    the same; an error found in so many deals is itself off by one part in the root of twice the deals, or so: `doubt`. Where all
    games went alike there is no error and nothing to compare: null.
    """
    rows: list[dict[str, object]] = []
    for count in players:
        settings = Settings(seats=count, points=points)

        def worth(result: Result, asked: Settings = settings) -> tuple[float, ...]:
            return game_points(asked, result)

        for members in LINEUPS[count]:
            number = deals if "planner" in members else many * deals
            paired = play_all(paired_tasks(members, number, playouts, seed), jobs)
            alone = play_all(unpaired_tasks(members, number * count, playouts, seed), jobs)
            games = scored(paired, worth, by_round)
            told = gain(games, members, count)
            for one, other in COMPARED:
                found = told.get((one, other))
                if found is None:
                    continue
                unpaired = spread(gaps(alone, one, other, settings))
                gap = gaps(paired, one, other, settings)
                rows.append(
                    {
                        "players": count,
                        "first": one,
                        "second": other,
                        "deals": number,
                        "games": number * count,
                        "gap": round(math.fsum(gap) / len(gap), 4),
                        "paired": round(found.paired, 5),
                        "unpaired": round(unpaired, 5),
                        "told": round(found.unpaired, 5),
                        "lower": round(1 - found.paired / unpaired, 4) if unpaired > 0 else None,
                        "factor": round((unpaired / found.paired) ** 2, 3) if found.paired > 0 else None,
                        "doubt": round(1 / math.sqrt(2 * number), 3),
                    }
                )
    return {"deals": deals, "playouts": playouts, "points": points, "rows": rows}
