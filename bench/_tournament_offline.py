"""Games a second of a tournament on this machine, on one core and on two; what the runner costs over a plain loop; how large results are.

All figures that are compared come from turns within one run: a tournament on one core, the same on two, the same games in a plain loop,
and again. The plain loop deals the same games in this process, and asks the same bots with the same views: of the house with the
engine's, others with `citadels_sdk.View`. It checks nothing, watches nobody and writes nothing down. What the runner costs is told
in processor time, which what else runs on the machine hardly moves, of all processes together, their start among it.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from citadels_engine import Action, Game, apply, awaited, is_over, new_game, scores
from citadels_engine import view as see
from citadels_engine.bots import make
from citadels_sdk import Bot, Tournament, View, tournament
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.deal import chance_of
from citadels_sdk.tournaments import local_run

ROOT: Final = Path(__file__).resolve().parents[1]
SEATS: Final = 4
MAYOR: Final = str(ROOT / "examples" / "mayor.py")
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "house": ("greedy", "greedy", "greedy", "greedy"),
    "own": (MAYOR, MAYOR, "greedy", "greedy"),
}
"""Who plays: bots of the house, and two of a file among them."""

Asked = Callable[[Game, int, list[dict[str, object]]], Action | str]


def measure(*, games: int = 2000, rounds: int = 5) -> dict[str, Any]:
    """The figures; `games` are those of each tournament."""
    deals = max(1, games // SEATS)
    rates: dict[int, list[float]] = {1: [], 2: []}
    costs: dict[str, list[float]] = {name: [] for name in FIELDS}
    sizes: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for name, field in FIELDS.items():
                out = Path(folder) / f"{name}-{number}"
                seconds, used, played = timed(field, deals, 1, out / "1")
                kinds = {one.id: bot for one, bot in zip(played.entrants, field, strict=True)}
                before = processor()
                totals = plain_loop(played, kinds)
                costs[name].append(used / (processor() - before))
                assert totals == [played.contest.results[game].scores for game in played.contest.fixtures]
                if name == "house":
                    both, _, _ = timed(field, deals, 2, out / "2")
                    rates[1].append(len(totals) / seconds)
                    rates[2].append(len(totals) / both)
                    if not number:
                        sizes = sizes_of(played, out / "1")
    scaling = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    return {
        "games": deals * SEATS,
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "games_a_second": {str(jobs): round(statistics.median(found), 1) for jobs, found in rates.items()},
        "scaling": round(statistics.median(scaling), 2),
        "overhead": {name: round(statistics.median(found) - 1, 3) for name, found in costs.items()},
        "bytes_a_game": sizes,
        "rounds": {
            "games_a_second": {str(jobs): [round(one, 1) for one in found] for jobs, found in rates.items()},
            "overhead": {name: [round(one - 1, 3) for one in found] for name, found in costs.items()},
        },
    }


def timed(field: tuple[str, ...], deals: int, jobs: int, out: Path) -> tuple[float, float, Tournament]:
    """A tournament kept in a folder, without the tables and the page, which are made once in the end: seconds, seconds of all processors, and itself."""
    before, began = processor(), time.perf_counter()
    with patch.object(local_run, "write_results"):
        played = tournament(
            list(field), seats=SEATS, deals=deals, seed="bench", jobs=jobs, out=out, progress=False, isolate=False
        )
    return time.perf_counter() - began, processor() - before, played


def processor() -> float:
    """The processor time of this process and of those that it has waited for, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def sizes_of(played: Tournament, out: Path) -> dict[str, float]:
    """The bytes a game of each file, as soon as the tables and the page are there too."""
    played.save(out)
    count = len(played.results)
    found = {file.name: round(file.stat().st_size / count, 1) for file in sorted(out.iterdir()) if file.suffix}
    return {**found, "all": round(sum(found.values()), 1)}


# --- the plain loop --------------------------------------------------------------------------------------------------


def plain_loop(played: Tournament, kinds: dict[str, str]) -> list[tuple[int, ...]]:
    """The same games, by nothing but a loop; the scores of each."""
    found = []
    for fixture in played.contest.fixtures.values():
        seed = played.described.seed_of(played.contest.deal_label(fixture))
        game = new_game(len(fixture.seats), seed=seed, telling=True)
        asked = [ask(kinds[name], chance_of(seed, seat)) for seat, name in enumerate(fixture.seats)]
        heard: list[list[dict[str, object]]] = [[] for _ in asked]
        while True:
            for event in game.events:
                for seat, log in enumerate(heard):
                    log.append(event.for_seat(seat))
            if is_over(game):
                break
            seat = awaited(game).seat
            apply(game, asked[seat](game, seat, heard[seat]))
        found.append(tuple(sheet.total for sheet in scores(game)))
    return found


def ask(kind: str, chance: str) -> Asked:
    """How a bot is asked without any ado."""
    if not kind.endswith(".py"):
        house = make(kind, chance)
        return lambda game, seat, heard: house.choose(see(game, seat), heard)
    bot: Bot = resolve(kind).cls()  # type: ignore[attr-defined]  # the entrant of a class
    bot.random = Random(chance)

    def choose(game: Game, seat: int, heard: list[dict[str, object]]) -> Action | str:
        answer = bot.choose(View(see(game, seat), heard))
        assert isinstance(answer, Action | str)
        return answer

    return choose
