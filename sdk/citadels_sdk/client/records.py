"""Records as a service gives them: the text, the engine's record, the check."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_engine import Game
    from citadels_engine.formats.record import Record, Verdict

__all__ = ["RecordPage", "RecordText", "TournamentExport"]


@dataclass(frozen=True)
class RecordText:
    """A game from deal to score, as the service tells it; nothing in it is believed before it is verified."""

    text: str

    @cached_property
    def record(self) -> Record:
        """The record as the engine reads it; a `RecordError` where it cannot be read."""
        from citadels_engine.formats.record import read

        return read(self.text)

    def verify(self) -> Verdict:
        """Play it again, and check the seed against its commitment, every action, and the result."""
        from citadels_engine.formats.record import verify

        return verify(self.record)

    def replay(self) -> Game:
        """The game at its end."""
        from citadels_engine.formats.record import replay

        return replay(self.record)

    def save(self, path: str | Path) -> None:
        """Write the text into a file, as `citadels replay` and `citadels verify` read it."""
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Some records; `next` is the cursor of the next part, None at the end."""

    items: tuple[RecordText, ...]
    next: str | None


@dataclass(frozen=True)
class TournamentExport:
    """A whole tournament as the service tells it, a JSON object a line; nothing in it is believed before it is verified.

    `citadels tournament verify` recomputes everything from the file that `save` writes.
    """

    text: str

    @cached_property
    def lines(self) -> tuple[Mapping[str, Any], ...]:
        """The lines: the tournament, its log, its records."""
        return tuple(json.loads(line) for line in self.text.splitlines() if line)

    @property
    def whole(self) -> bool:
        """Whether there is a tournament, and no line that says that the service broke off."""
        known = ("event", "entry", "record")
        return (
            bool(self.lines)
            and "event" in self.lines[0]
            and all(any(one in line for one in known) for line in self.lines)
        )

    @property
    def event(self) -> Mapping[str, Any]:
        """What the tournament was set to be."""
        found: Mapping[str, Any] = self.lines[0]["event"]
        return found

    @property
    def entries(self) -> tuple[Mapping[str, Any], ...]:
        """Its log."""
        return tuple(line["entry"] for line in self.lines if "entry" in line)

    @property
    def records(self) -> Mapping[str, RecordText]:
        """The records of its games, by the game's id."""
        return {line["game"]: RecordText(line["record"]) for line in self.lines if "record" in line}

    def save(self, path: str | Path) -> None:
        """Write it into a file."""
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")
