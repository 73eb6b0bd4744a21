"""A story that is told and kept: who asks for what, and what it comes to, an answer or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable


T = TypeVar("T")


class Story:
    """Lines of a kept file."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def tell(self, what: str, asked: Awaitable[T]) -> T | None:
        """What is asked for, and what it comes to; None where it is refused."""
        self.lines.append(f"== {what}")
        try:
            answer = await asked
        except Refusal as refusal:
            self.lines.append(f"  refused: {msgspec.json.encode(refusal.to_json()).decode()}")
            return None
        self.note(answer)
        return answer

    def note(self, answer: Any) -> None:
        """An answer, a field a line, without what is empty."""
        told = msgspec.to_builtins(answer)
        if isinstance(told, dict):
            self.lines += [
                f"  {name}: {msgspec.json.encode(value).decode()}"
                for name, value in told.items()
                if value not in (None, [], {}, "")
            ]
        elif isinstance(told, list):
            self.lines += [f"  - {msgspec.json.encode(one).decode()}" for one in told] or ["  nothing"]
        else:
            self.lines.append(f"  {msgspec.json.encode(told).decode()}")
