"""How fast games are as environments: steps a second of a learner that chooses at random among the legal actions.

./citadels bench adapters                 PettingZoo with 2, 4 and 8 agents, Gymnasium among random and greedy bots
./citadels bench adapters --seconds 10 --json
"""

import argparse
import json
import random
import time
from collections.abc import Callable

import numpy as np
from citadels_sdk.adapters import gymnasium, pettingzoo

PLAYERS = (2, 4, 8)


def pick(mask: np.ndarray, chance: random.Random) -> int:
    """Any legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[chance.randrange(len(legal))])


class Agents:
    """Games with an agent at every seat."""

    def __init__(self, players: int) -> None:
        self.env = pettingzoo.raw_env(players=players)

    def play(self, seed: int, chance: random.Random) -> int:
        """Play one game; how many steps it had."""
        env, steps = self.env, 0
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            observation, *_ = env.last()
            env.step(pick(observation["action_mask"], chance))
            steps += 1
        return steps


class Learner:
    """Games of a learner among three bots."""

    def __init__(self, opponents: str) -> None:
        self.env = gymnasium.CitadelsEnv(opponents, players=4)

    def play(self, seed: int, chance: random.Random) -> int:
        """Play one game; how many steps it had."""
        observation, _ = self.env.reset(seed=seed)
        steps, over = 0, False
        while not over:
            observation, _, over, _, _ = self.env.step(pick(observation["action_mask"], chance))
            steps += 1
        return steps


def measure(play: Callable[[int, random.Random], int], seconds: float) -> tuple[float, float]:
    """Steps and games a second."""
    chance = random.Random("adapters")
    steps = games = 0
    began = time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        steps += play(games, chance)
        games += 1
    return steps / taken, games / taken


def main() -> None:
    """Measure, and print for people or for programs."""
    parser = argparse.ArgumentParser(prog="./citadels bench adapters", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--seconds", type=float, default=3, help="how long each is measured (3)")
    chosen = parser.parse_args()
    kinds: dict[str, Callable[[int, random.Random], int]] = {}
    for players in PLAYERS:
        kinds[f"pettingzoo_{players}_agents"] = Agents(players).play
    for opponents in ("random", "greedy"):
        kinds[f"gymnasium_among_3_{opponents}"] = Learner(opponents).play
    found = {}
    for name, play in kinds.items():
        steps, games = measure(play, chosen.seconds)
        found[name] = {"steps_per_second": round(steps), "games_per_second": round(games, 1)}
        if not chosen.json:
            print(f"{name:32} {steps:8.0f} steps/s {games:7.1f} games/s", flush=True)
    if chosen.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
