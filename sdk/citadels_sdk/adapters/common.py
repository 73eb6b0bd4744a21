"""What both adapters share: spaces, arrays, the end of a game, the picture of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import click
import numpy as np
from citadels_engine import places, scores, view
from gymnasium import spaces

from citadels_sdk.adapters.encoding import Encoding, rewards
from citadels_sdk.board import board, score_sheet
from citadels_sdk.telling import Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.views import View
    from numpy.typing import NDArray

    from citadels_sdk.playing import Table

__all__ = [
    "RENDER_MODES",
    "Observation",
    "action_space",
    "bits",
    "check_render_mode",
    "encoding_for",
    "observation_space",
    "observed",
    "picture",
    "result",
]

RENDER_MODES = ("ansi", "human")
WIDTH = 100
Observation: TypeAlias = "dict[str, NDArray[Any]]"
"""The vector under `observation`, the mask under `action_mask`."""


def encoding_for(encoding: Encoding | None, edition: str, players: int) -> Encoding:
    """The encoding that was given, if it fits; else the smallest one for that many players."""
    if encoding is None:
        return Encoding(edition, players)
    if encoding.edition != edition or encoding.seats < players:
        raise ValueError(f"{encoding!r} does not fit a {edition} game of {players} players")
    return encoding


def check_render_mode(mode: str | None) -> str | None:
    """The render mode, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {mode!r} is not one of {', '.join(RENDER_MODES)}")
    return mode


def observation_space(encoding: Encoding) -> spaces.Dict:
    """The space of the observations."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (encoding.length,), np.float32),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
    )


def action_space(encoding: Encoding) -> spaces.Discrete:
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
