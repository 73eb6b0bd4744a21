"""The best of several things, if it is good enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action

__all__ = ["Best"]


class Best:
    """The action that weighs most, if it weighs more than `least`; among equals the first."""

    __slots__ = ("action", "value")

    def __init__(self, least: float) -> None:
        self.action: Action | None = None
        self.value: float = least

    def weigh(self, action: Action, value: float) -> None:
        """Let an action compete."""
        if value > self.value:
            self.action, self.value = action, value
