"""Random games a second of the engine, compiled and interpreted, beside OpenSpiel's hearts.

    ./citadels bench engine [--json] [--games N] [--rounds N]

Every figure of one engine comes from a process of its own; the two take turns, and each figure is the median of the rounds, so
that ratios hold on a machine that is busy with other things. A game counts from its deal to its end, with the full rules, every
list of legal actions made and every action checked against it; casts and unique districts are mixed anew for each game.

- `games_per_second`, `decisions_per_second`: the engine's own loop, `citadels_engine.bots.playout.play_out`.
- `stepped_decisions_per_second`: the same games, each decision taken from an interpreted Python loop; `vs_open_spiel_hearts` is
  that figure at 4 players over hearts' player decisions a second, stepped in the same way (both deal their games inside).
- `told_games_per_second`: as `games_per_second`, with the events of every action kept.
- microseconds for one copy, view, list of legal actions, position written and read again, stored game written and read again: at 100
  decisions into 4-player games. `codec_bytes`: such a stored game as msgpack, on average.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import citadels_engine
import msgspec
from citadels_engine import apply, is_over, legal_actions, load, new_game, save, view
from citadels_engine.bots.playout import play_out
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.formats.codec import decode, encode
from citadels_engine.state import Game

from tools.fetch import fetch

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = (2, 4, 7)


class Plan:
    """A set-up whose cast and unique districts are drawn from all there are; to draw it is no part of the measuring."""

    def __init__(self, number: int, players: int) -> None:
        chance = random.Random(number * 31 + players)
        by_rank: dict[int, list[str]] = {}
        for character in CHARACTERS["modern"].values():
            if players >= character.min_players:
                by_rank.setdefault(character.rank, []).append(character.id)
        ranks = 8 if players == 2 else chance.choice((8, 9))
        self.players = players
        self.seed = str(number)
        self.cast = [chance.choice(by_rank[rank]) for rank in range(1, ranks + 1)]
        self.uniques = chance.sample([card.id for card in DISTRICTS["modern"].values() if card.unique], 14)

    def deal(self, telling: bool = False) -> Game:
        """The game, validated and dealt."""
        return new_game(self.players, cast=self.cast, uniques=self.uniques, seed=self.seed, telling=telling)


def stepped(game: Game, chance: Callable[[], float]) -> int:
    """Play on from here, one call for the list and one for the action."""
    taken = 0
    while not is_over(game):
        legal = legal_actions(game)
        apply(game, legal[int(chance() * len(legal))])
        taken += 1
    return taken


def measure(games: int) -> dict[str, Any]:
    """All figures of the engine that this process has."""
    found: dict[str, Any] = {"compiled": citadels_engine.COMPILED, "begun": 0, "ended": 0}
    chance = random.Random(1).random
    for players in PLAYERS:
        plans = [Plan(number, players) for number in range(games)]
        for plan in plans[:20]:
            play_out(plan.deal(), 1)
        found[f"games {players}"], found[f"decisions {players}"] = timed(plans, found)
        began, decisions = time.perf_counter(), 0
        for plan in plans:
            decisions += stepped(plan.deal(), chance)
        found[f"stepped {players}"] = decisions / (time.perf_counter() - began)
    found["told 4"], _ = timed([Plan(number, 4) for number in range(games)], found, telling=True)
    found.update(moments())
    return found


def timed(plans: list[Plan], found: dict[str, Any], telling: bool = False) -> tuple[float, float]:
    """Games and decisions a second of the engine's own loop."""
    began, decisions = time.perf_counter(), 0
    for number, plan in enumerate(plans):
        game = plan.deal(telling)
        found["begun"] += 1
        decisions += play_out(game, number)
        found["ended"] += is_over(game)
    seconds = time.perf_counter() - began
    return len(plans) / seconds, decisions / seconds


def moments() -> dict[str, float]:
    """Microseconds for single calls, each the best of several runs over games in their middle."""
    games = []
    for number in range(20):
        game = Plan(number, 4).deal()
        for _ in range(100):
            if not is_over(game):
                apply(game, legal_actions(game)[number % len(legal_actions(game))])
        games.append(game)

    def legal(game: Game) -> None:
        game.legal = None
        legal_actions(game)

    calls: dict[str, Callable[[Game], object]] = {
        "copy": Game.copy,
        "view": lambda game: view(game, 0),
        "legal_actions": legal,
        "position": lambda game: load(save(game)),
        "codec": lambda game: decode(encode(game), game.seed),
    }
    found = {"codec bytes": statistics.mean(len(msgspec.msgpack.encode(encode(game))) for game in games)}
    for name, call in calls.items():
        best = float("inf")
        for _ in range(7):
            began = time.perf_counter()
            for _ in range(10):
                for game in games:
                    call(game)
            best = min(best, time.perf_counter() - began)
        found[f"{name} us"] = best / (10 * len(games)) * 1e6
    return found


def hearts(seconds: float) -> float:
    """Player decisions a second of OpenSpiel's hearts, stepped from Python with random moves."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]  # fetched by this bench alone

    game = pyspiel.load_game("hearts")
    chance = random.Random(1).random
    decisions = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                decisions += 1
    return decisions / (time.perf_counter() - began)


def child(build: str, games: int) -> dict[str, Any]:
    """The figures of one engine, from a process of its own; without a build the interpreted one."""
    path = os.pathsep.join([build, str(ROOT)] if build else [str(ROOT), str(ROOT / "engine")])
    command = [sys.executable, "-m", "bench.engine", "--measure", str(games)]
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise SystemExit(f"bench engine: a measuring process failed:\n{run.stderr}")
    figures: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    if figures["compiled"] is not bool(build):
        raise SystemExit(f"bench engine: wanted compiled = {bool(build)}, got {figures['compiled']}")
    return figures


def middle(rounds: list[dict[str, Any]], name: str) -> float:
    """The median of a figure."""
    return float(statistics.median(one[name] for one in rounds))


def report(games: int, count: int, show: Callable[[str], None]) -> dict[str, Any]:
    """Measure both engines and the yardstick, in turns."""
    build = os.environ.get("CITADELS_BUILD", "")
    if not build:
        raise SystemExit("bench engine: there is no compiled engine here; ./citadels bench makes it first")
    fetch("pyspiel", "open_spiel")
    compiled, interpreted, yardstick = [], [], []
    for number in range(count):
        show(f"round {number + 1} of {count}: compiled, interpreted, hearts")
        compiled.append(child(build, games))
        interpreted.append(child("", max(20, games // 6)))
        yardstick.append(hearts(2.0))
    begun = sum(one["begun"] for one in compiled + interpreted)
    return {
        "bench": "engine",
        "compiled": True,
        "completed": sum(one["ended"] for one in compiled + interpreted) / begun,
        "games": begun,
        "games_per_second": {str(players): round(middle(compiled, f"games {players}")) for players in PLAYERS},
        "decisions_per_second": {str(players): round(middle(compiled, f"decisions {players}")) for players in PLAYERS},
        "stepped_decisions_per_second": {
            str(players): round(middle(compiled, f"stepped {players}")) for players in PLAYERS
        },
        "told_games_per_second": {"4": round(middle(compiled, "told 4"))},
        "interpreted_games_per_second": {
            str(players): round(middle(interpreted, f"games {players}")) for players in PLAYERS
        },
        "compiled_vs_interpreted": round(middle(compiled, "games 4") / middle(interpreted, "games 4"), 2),
        "vs_open_spiel_hearts": round(middle(compiled, "stepped 4") / statistics.median(yardstick), 2),
        "open_spiel_hearts_decisions_per_second": round(statistics.median(yardstick)),
        "microseconds": {
            name: {
                "compiled": round(middle(compiled, f"{name} us"), 2),
                "interpreted": round(middle(interpreted, f"{name} us"), 2),
            }
            for name in ("copy", "view", "legal_actions", "position", "codec")
        },
        "codec_bytes": round(middle(compiled, "codec bytes")),
    }


def main() -> None:
    """Measure, and print for people or for programs."""
    parser = argparse.ArgumentParser(prog="./citadels bench engine", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--games", type=int, default=3000, help="games of each kind in a round (3000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each engine is measured (3)")
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        print(json.dumps(measure(chosen.measure)))
        return
    found = report(chosen.games, chosen.rounds, lambda line: print(line, file=sys.stderr, flush=True))
    if chosen.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:40} {value}")


if __name__ == "__main__":
    main()
