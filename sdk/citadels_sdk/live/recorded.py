"""Records as a service gives them: the text, the engine's record, the check."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_engine import Game
    from citadels_engine.record import Record, Verdict

__all__ = ["RecordPage", "RecordText"]


@dataclass(frozen=True)
class RecordText:
    """A game from deal to score, as the service tells it; nothing in it is believed before it is verified."""

    text: str

    @cached_property
    def record(self) -> Record:
        """The record as the engine reads it; a `RecordError` where it cannot be read."""
        from citadels_engine.record import read

        return read(self.text)

    def verify(self) -> Verdict:
        """Play it again, and check the seed against its commitment, every action, and the result."""
        from citadels_engine.record import verify

        return verify(self.record)

    def replay(self) -> Game:
        """The game at its end."""
        from citadels_engine.record import replay

        return replay(self.record)

    def save(self, path: str | Path) -> None:
        """Write the text into a file, as `citadels replay` and `citadels verify` read it."""
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Some records; `next` is the cursor of the next part, None at the end."""

    items: tuple[RecordText, ...]
    next: str | None
