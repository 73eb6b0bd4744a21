"""The catalogue: every position that the practice server has, as it lies in `catalogue/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from citadels_api.tables.stored import Clock as TableClock
from citadels_engine import new_game
from msgspec import field

from citadels_workers.practice.determinism import fixed_id

FILES: Final = Path(__file__).with_name("catalogue")


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table: a set-up with its seed, and the actions that were taken since."""

    name: str
    title: str
    edition: str
    kind: str
    """The kind of the decision awaited; `over` where the game has ended, `open` where it has not begun."""
    players: int
    seat: int
    """Where the practice player sits."""
    asked: int | None
    """Whose decision is awaited."""
    others: str
    """`play`: AIs of the house play the other seats, at once. `wait`: other accounts sit there, and do nothing by themselves."""
    shows: list[str] = []
    """Actions that are legal, for the sake of which the position is here."""
    count: int = 0
    """How many actions are legal."""
    cast: list[str]
    uniques: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    clock: TableClock = TableClock(kind="none")
    seed: str
    do: str = ""

    @property
    def table(self) -> str:
        """The id of its table."""
        return fixed_id("game", self.name)

    @property
    def actions(self) -> list[str]:
        """What was done, in order."""
        return self.do.split("; ") if self.do else []

    def deal(self) -> Any:
        """The game as it was dealt."""
        return new_game(
            self.players,
            edition=self.edition,
            cast=self.cast,
            uniques=self.uniques,
            options=self.options,
            seed=self.seed,
        )


@cache
def catalogue() -> dict[str, Entry]:
    """All entries by name, in the order of the files."""
    found: dict[str, Entry] = {}
    for edition in ("modern", "classic"):
        text = (FILES / f"{edition}.json").read_bytes()
        for entry in msgspec.json.decode(text, type=list[Entry]):
            if entry.name in found:
                raise ValueError(f"{entry.name} is there twice")
            found[entry.name] = entry
    return found
