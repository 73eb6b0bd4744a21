"""Games as a PettingZoo environment: every seat is an agent, and they act one at a time (AEC).

    from citadels_sdk.adapters import pettingzoo

    env = pettingzoo.env(players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

1. The agents are `player_0` to `player_<n-1>`, by their seats. All live until the game is over; then each has its reward.
2. An observation is a dict: `observation` is the vector of what the agent's seat may know, `action_mask` tells the legal actions, and
   is all 0 while another agent has to act. The mask stands in `infos[agent]["action_mask"]` too.
3. A seat may have to answer several times in a row, and in another seat's turn.
4. `raw_env` refuses an illegal action with a ValueError that says what it stands for, and nothing has happened. With `env`, which has the
   usual wrappers, it ends the game: -1 for who chose it, 0 for the others.
5. The same seed, and the same actions, give the same game. `reset()` without a seed goes on to the next game of the sequence;
   `reset(options={"game_seed": "text"})` deals one game in particular.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # the library is not marked as typed
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # the library is not marked as typed

from citadels_sdk.adapters.common import (
    RENDER_MODES,
    Setting,
    action_space,
    bits,
    check_render_mode,
    observation_space,
    observed,
    picture,
    result,
)
from citadels_sdk.adapters.encoding import rewards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from citadels_engine import Action
    from gymnasium import spaces

    from citadels_sdk.adapters.common import Observation
    from citadels_sdk.adapters.encoding import Encoding
    from citadels_sdk.local.game_loop import Table

__all__ = ["CitadelsEnv", "env", "raw_env"]


class CitadelsEnv(AECEnv[str, "Observation", "np.int64 | None"]):  # type: ignore[misc]  # its base is not typed
    """A game with an agent at each seat.

    `reward` is what `encoding.rewards` knows: `win`, `place`, `score`. `encoding` may be one for more seats, so that one learner serves
    tables of several sizes.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # the base says it is an instance's
        "name": "citadels_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        players: int = 4,
        edition: str | None = None,
        scenario: str | None = None,
        cast: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        encoding: Encoding | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rewards(reward, [[0], [1]], [0, 0])
        self.reward = reward
        self.render_mode = check_render_mode(render_mode)
        self.setting = Setting(players, edition, scenario, cast, uniques, options)
        self.encoding = self.setting.encoding(encoding)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._observation_spaces = {agent: observation_space(self.encoding) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space(self.encoding) for agent in self.possible_agents}
        self.np_random: np.random.Generator | None = None
        self.table = self.deal("a first look")
        self.legal: dict[int, Action] = {}

    def deal(self, seed: str) -> Table:
        """The table of one game, without bots."""
        return self.setting.deal([None] * self.setting.players, seed)

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of what the agent observes."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[np.int64]:
        """The space of what the agent may do."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal the next game."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        drawn = self.np_random.bytes(16).hex()
        self.table = self.deal(str((options or {}).get("game_seed", drawn)))
        self.table.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self.nothing()} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.select()

    def select(self) -> None:
        """Ask whoever has to act now."""
        seat = self.table.awaited
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self.legal = self.encoding.legal(self.table.view().raw)
        self.infos[self.agent_selection] = {"action_mask": bits(self.encoding.mask_of(self.legal))}

    def nothing(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The mask of who has nothing to decide."""
        return bits(bytearray(self.encoding.actions))

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may know now."""
        seen = self.table.view(self.possible_agents.index(agent)).raw
        return observed(self.encoding, seen, self.encoding.mask_of(self.legal if seen.actions else {}))

    def step(self, action: np.int64 | int | None) -> None:
        """The agent selected acts; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast("None", action))
            return
        seat = self.possible_agents.index(agent)
        chosen = None if action is None else self.legal.get(int(action))
        if chosen is None:
            if action is None:
                raise ValueError(f"{agent} has to act: None is for agents whose game is over")
            raise ValueError(self.encoding.refusal(self.table.view().raw, int(action)))
        self.table.do(seat, chosen)
        self.infos[agent] = {"action_mask": self.nothing()}
        if self.table.over:
            self.finish()
        else:
            self.select()
        if self.render_mode == "human":
            self.render()

    def finish(self) -> None:
        """The game is over: everyone has a reward and knows the place."""
        self.legal = {}
        given, told = result(self.table, self.reward)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = given[seat]
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": self.nothing(), **told[seat]}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The table as who has to act sees it: the text itself, or printed where the mode is `human`."""
        if self.render_mode is None:
            raise ValueError(f"this environment was made without a render mode: {', '.join(RENDER_MODES)}")
        text = picture(self.table, self.table.awaited, self.possible_agents)
        if self.render_mode == "ansi":
            return text
        click.echo(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(**setting: Any) -> CitadelsEnv:
    """The environment without wrappers."""
    return CitadelsEnv(**setting)


def env(**setting: Any) -> wrappers.OrderEnforcingWrapper[str, Observation, np.int64 | None]:
    """The environment with the usual wrappers: an illegal action ends the game, and what is done out of order is refused.

    >>> game = env(players=2)
    >>> game.reset(seed=7)
    >>> int(game.last()[0]["action_mask"].sum()) == len(game.unwrapped.table.view().actions)
    True
    """
    wrapped = wrappers.TerminateIllegalWrapper(CitadelsEnv(**setting), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
