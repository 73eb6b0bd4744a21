"""Recorded decisions of both editions, and events as each sort of viewer is told them: those of the page's unit tests."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_engine.views.reader import read_view

if TYPE_CHECKING:
    from citadels_engine.views.view import View


FOLDER = Path(__file__).parents[1] / "web" / "unit" / "support"
NAMES = ["Ann", "Bob", "Óscar", "dee", "Eve", "Ian", "Uma", "Zoé"]


@functools.cache
def decisions() -> tuple[View, ...]:
    """Each decision as the seat sees it that has to take it."""
    told = json.loads((FOLDER / "play_decisions.json").read_text("utf-8"))["decisions"]
    return tuple(read_view(one["position"], one["viewer"], one["position"]["decision"]["actions"]) for one in told)


@functools.cache
def told_events() -> tuple[dict[str, Any], ...]:
    """Each with its `edition`, its `viewer` and the `event`."""
    return tuple(json.loads((FOLDER / "told_events.json").read_text("utf-8"))["told"])
