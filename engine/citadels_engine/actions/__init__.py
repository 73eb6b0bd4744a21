"""Actions: what a seat can answer, as typed values (`types`), as text and JSON (`forms`), and what is played for an absent player (`default`)."""

from citadels_engine.actions import types
from citadels_engine.actions.types import *  # noqa: F403  (bots write `actions.Build`)

__all__: list[str] = []
__all__ += types.__all__
