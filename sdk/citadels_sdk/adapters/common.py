"""What both adapters share: spaces, arrays, the end of a game, the picture of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import click
import numpy as np
from citadels_engine import places, scores, view
from gymnasium import spaces

from citadels_sdk.adapters.encoding import Encoding, rewards
from citadels_sdk.local.game_loop import Table
from citadels_sdk.render.board import board, score_sheet
from citadels_sdk.render.sentences import Teller

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine.views.view import View
    from numpy.typing import NDArray

    from citadels_sdk.local.bot_loader import Entrant

__all__ = [
    "RENDER_MODES",
    "Observation",
    "Setting",
    "action_space",
    "bits",
    "check_render_mode",
    "observation_space",
    "observed",
    "picture",
    "result",
]

RENDER_MODES = ("ansi", "human")
WIDTH = 100
Observation: TypeAlias = "dict[str, NDArray[Any]]"
"""The vector under `observation`, the mask under `action_mask`."""


@dataclass(frozen=True)
class Setting:
    """What every game of an environment has in common; each field is what `play` says it is."""

    players: int
    edition: str | None = None
    scenario: str | None = None
    cast: Sequence[str] | None = None
    uniques: Sequence[str] | None = None
    options: Mapping[str, object] | None = None

    def deal(self, bots: Sequence[Entrant | None], seed: str) -> Table:
        """The table of one game; a seat that is None has no bot."""
        return Table.deal(
            bots,
            edition=self.edition,
            scenario=self.scenario,
            cast=self.cast,
            uniques=self.uniques,
            options=self.options,
            seed=seed,
        )

    def encoding(self, given: Encoding | None) -> Encoding:
        """The encoding that was given, if it fits; else the smallest one for these games."""
        game = self.deal([None] * self.players, "a first look").game
        edition = "classic" if game.classic else "modern"
        if given is None:
            return Encoding(edition, self.players)
        if given.edition != edition or given.seats < self.players:
            raise ValueError(f"{given!r} does not fit a {edition} game of {self.players} players")
        return given


def check_render_mode(mode: str | None) -> str | None:
    """The render mode, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}; None draws nothing")
    return mode


def observation_space(encoding: Encoding) -> spaces.Space[Observation]:
    """The space of the observations."""
    made = spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (encoding.length,), np.float32),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
    )
    return cast("spaces.Space[Observation]", made)


def action_space(encoding: Encoding) -> spaces.Space[np.int64]:
    """The space of the actions."""
    return spaces.Discrete(encoding.actions)


def bits(mask: bytearray) -> NDArray[np.int8]:
    """A mask as an array of its own."""
    return np.frombuffer(mask, np.int8)


def observed(encoding: Encoding, seen: View, mask: bytearray) -> Observation:
    """What an agent is given."""
    return {"observation": np.frombuffer(encoding.observe(seen), np.float32), "action_mask": bits(mask)}


def result(table: Table, reward: str) -> tuple[list[float], list[dict[str, int]]]:
    """What each seat is rewarded with, and what it is told of the result."""
    order = places(table.game)
    totals = [sheet.total for sheet in scores(table.game)]
    ranking = {seat: 1 + sum(map(len, order[:place])) for place, together in enumerate(order) for seat in together}
    told = [{"place": ranking[seat], "score": total} for seat, total in enumerate(totals)]
    return rewards(reward, order, totals), told


def picture(table: Table, seat: int | None, names: Sequence[str]) -> str:
    """The table as text, as that seat sees it; with the score sheet where the game is over."""
    seen = view(table.game, seat)
    teller = Teller(seen.edition, names, viewer=seat)
    lines = board(teller, seen, WIDTH)
    if table.over:
        lines += score_sheet(teller, scores(table.game), places(table.game), WIDTH)
    return click.unstyle("\n".join(lines)).lstrip("\n")
