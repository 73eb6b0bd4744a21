"""Games as a Gymnasium environment: one seat learns, and bots play the others.

    import gymnasium
    import citadels_sdk.adapters.gymnasium

    env = gymnasium.make("citadels_sdk/Citadels-v0", opponents=["greedy", "greedy", "random"])
    observation, info = env.reset(seed=7)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, truncated, info = env.step(action)

1. An observation is a dict: `observation` is the vector of what the seat may know, `action_mask` tells the legal actions; the mask stands
   in `info["action_mask"]` too, and `action_masks()` answers it, for sb3-contrib. Between two steps the bots play until the seat is asked
   again.
2. The opponents are whatever `play` takes: names of bots of the house, files, classes, functions, programs. One alone plays all the
   other seats; a list is seated from the learner's left.
3. The reward comes at the end. `info` then has `place` and `score`. A game is never truncated.
4. An illegal action loses: the episode ends with -1, and `info["illegal"]` says why. With `illegal="raise"` it is a ValueError, and
   nothing has happened.
5. The same seed, and the same actions, give the same game, as long as the opponents leave all chance to their `random`. `reset()` without
   a seed goes on to the next game of the sequence; `reset(options={"game_seed": "text"})` deals one game in particular, and `"seat"` says
   where the learner sits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, cast

import click
import gymnasium
from gymnasium.error import ResetNeeded

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
from citadels_sdk.local.bot_loader import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from citadels_engine import Action
    from numpy.typing import NDArray

    from citadels_sdk.adapters.common import Observation
    from citadels_sdk.adapters.encoding import Encoding
    from citadels_sdk.local.bot_loader import BotLike
    from citadels_sdk.local.game_loop import Table

__all__ = ["ID", "CitadelsEnv"]

ID: Final = "citadels_sdk/Citadels-v0"
"""The name for `gymnasium.make`; importing this module registers it."""


class CitadelsEnv(gymnasium.Env["Observation", "np.int64"]):
    """A game in which one seat is the learner's.

    `seat` is where it sits, None for anywhere. `reward` is what `encoding.rewards` knows: `win`, `place`, `score`.

    >>> env = CitadelsEnv("random", players=3, seat=1)
    >>> observation, info = env.reset(seed=7)
    >>> int(observation["action_mask"].sum()) == int(info["action_mask"].sum()) > 1
    True
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  # as the base has it

    def __init__(
        self,
        opponents: BotLike | Sequence[BotLike] = "greedy",
        *,
        players: int | None = None,
        seat: int | None = None,
        edition: str | None = None,
        scenario: str | None = None,
        cast: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        illegal: Literal["lose", "raise"] = "lose",
        encoding: Encoding | None = None,
        render_mode: str | None = None,
    ) -> None:
        rewards(reward, [[0], [1]], [0, 0])
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal: {illegal!r} is not one of lose, raise")
        likes = seated(opponents, (players or 4) - 1)
        self.players = players or 1 + len(likes)
        if len(likes) != self.players - 1:
            raise ValueError(f"opponents: {len(likes)} for a table of {self.players}")
        self.opponents = [resolve(like) for like in likes]
        self.seat = seat
        self.reward = reward
        self.illegal = illegal
        self.render_mode = check_render_mode(render_mode)
        self.setting = Setting(self.players, edition, scenario, cast, uniques, options)
        self.encoding = self.setting.encoding(encoding)
        self.observation_space = observation_space(self.encoding)
        self.action_space = action_space(self.encoding)
        self.table: Table | None = None
        self.lost = False
        """Whether an illegal action has ended the game before its time."""
        self.me = 0
        self.legal: dict[int, Action] = {}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next game, and play until the learner is asked."""
        super().reset(seed=seed)
        self.close()
        wanted = options or {}
        drawn, anywhere = self.np_random.bytes(16).hex(), int(self.np_random.integers(self.players))
        me = wanted.get("seat", anywhere if self.seat is None else self.seat)
        if type(me) is not int or not 0 <= me < self.players:
            raise ValueError(f"seat: there is no seat {me!r} among {self.players}")
        self.me = me
        last = self.players - 1 - me
        self.table = self.setting.deal(
            [*self.opponents[last:], None, *self.opponents[:last]], str(wanted.get("game_seed", drawn))
        )
        self.lost = False
        self.table.begin()
        self.go_on(self.table)
        return self.observe(self.table)

    def go_on(self, table: Table) -> bool:
        """The bots play until the learner is asked, or the game is over; whether it is."""
        while not table.over and table.awaited != self.me:
            table.step()
        if table.over:
            table.end()
            table.close()
        return table.over

    def observe(self, table: Table) -> tuple[Observation, dict[str, Any]]:
        """What the learner sees, and the info beside it."""
        seen = table.view(self.me).raw
        self.legal = self.encoding.legal(seen)
        info: dict[str, Any] = {"action_mask": bits(self.encoding.mask_of(self.legal)), "seat": self.me, "n": seen.n}
        return observed(self.encoding, seen, self.encoding.mask_of(self.legal)), info

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner acts, and the bots play until it is asked again."""
        table = self.table
        if table is None or table.over or self.lost:
            raise ResetNeeded("there is no game under way: call reset()")
        chosen = self.legal.get(int(action))
        if chosen is None:
            return self.refuse(table, int(action))
        table.do(self.me, chosen)
        over = self.go_on(table)
        observation, info = self.observe(table)
        if self.render_mode == "human":
            self.render()
        if not over:
            return observation, 0.0, False, False, info
        given, places = result(table, self.reward)
        return observation, given[self.me], True, False, {**info, **places[self.me]}

    def refuse(self, table: Table, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An illegal action loses the game, or is an error."""
        observation, info = self.observe(table)
        reason = self.encoding.refusal(table.view(self.me).raw, action)
        if self.illegal == "raise":
            raise ValueError(reason)
        self.lost = True
        table.close()
        return observation, -1.0, True, False, {**info, "illegal": reason}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the last observation, True for every legal action: what sb3-contrib's MaskablePPO asks an environment for.

        >>> env = CitadelsEnv("random", players=3, seat=1)
        >>> observation, info = env.reset(seed=7)
        >>> bool((env.action_masks() == observation["action_mask"]).all())
        True
        """
        if self.table is None:
            raise ResetNeeded("there is no game yet: call reset()")
        return bits(self.encoding.mask_of(self.legal)).astype(bool)

    def render(self) -> str | None:
        """The table as the learner sees it: the text itself, or printed where the mode is `human`."""
        if self.render_mode is None:
            raise ValueError(f"this environment was made without a render mode: {', '.join(RENDER_MODES)}")
        if self.table is None:
            raise ResetNeeded("there is no game yet: call reset()")
        text = picture(self.table, self.me, self.table.names)
        if self.render_mode == "ansi":
            return text
        click.echo(text)
        return None

    def close(self) -> None:
        """Let the bots go."""
        if self.table is not None:
            self.table.close()
            self.table = None


def seated(opponents: BotLike | Sequence[BotLike], others: int) -> list[BotLike]:
    """The opponents from the learner's left; one alone sits at each of the other seats."""
    if isinstance(opponents, list | tuple):
        return list(cast("Sequence[BotLike]", opponents))
    return [cast("BotLike", opponents)] * others


if ID not in gymnasium.registry:
    gymnasium.register(ID, "citadels_sdk.adapters.gymnasium:CitadelsEnv")  # pyright: ignore[reportUnknownMemberType]  # its `kwargs` are a plain dict
