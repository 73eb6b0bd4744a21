"""What a format may look at when it makes a round, and how it says that the tournament is over.

A format sees standings and results only through this: so the same field has the same next round wherever it is computed.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  (the compiled module looks up the types of the fields)
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from citadels_contest.settings import Settings
    from citadels_contest.types import Round

__all__ = ["FILL", "End", "Field", "fillers", "fills", "is_filler"]

FILL: Final = "fill:"
"""So begins the id of a bot of the house that fills a table."""


class Field(NamedTuple):
    """All that a format may look at."""

    settings: Settings
    entrants: tuple[str, ...]
    """Those still in, in order of entry."""
    entered: tuple[str, ...] = ()
    """All who ever entered, in order of entry."""
    rounds: tuple[Round, ...] = ()
    """The rounds made so far, by number."""
    ranking: tuple[str, ...] = ()
    """`entrants` by the standings now; before the first round in order of entry."""
    points: Mapping[str, float] = {}
    """Points so far, byes included."""
    table_ranking: Mapping[tuple[int, int], tuple[str, ...]] = {}
    """By round and table, of those that are finished: who came where over all games together, best first."""
    idle: frozenset[str] = frozenset()
    """Entrants without a game that is still to be played."""
    finished: bool = True
    """No game is left to be played."""
    games: int = 0
    """Games that have a result."""
    verdict: str | None = None
    """Of a sequential test; None while nothing is decided."""
    given: Round | None = None
    """The organizer's own pairings for the next round."""


class End(NamedTuple):
    """The tournament is over."""

    why: str


def is_filler(name: str) -> bool:
    """Whether that is a bot of the house that fills a table, and no entrant.

    >>> is_filler("fill:greedy:1"), is_filler("greedy")
    (True, False)
    """
    return name.startswith(FILL)


def fills(settings: Settings) -> bool:
    """Whether bots of the house take seats that stay empty."""
    return settings.odd == "fill" or settings.small_field == "fill"


def fillers(settings: Settings, count: int) -> tuple[str, ...]:
    """The bots of the house for so many empty seats of a table.

    >>> from citadels_contest.settings import Settings
    >>> fillers(Settings(filler="planner"), 2)
    ('fill:planner:1', 'fill:planner:2')
    """
    return tuple(f"{FILL}{settings.filler}:{number}" for number in range(1, count + 1))
