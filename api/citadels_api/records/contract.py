"""What the use cases about replays, reasons and profiles answer, for both doors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.play.contract import EventAnswer, ResultAnswer
from citadels_api.request_fields import After, Body, Number, TableCursor
from citadels_api.tables.contract import SeatAnswer


class MomentDecision(msgspec.Struct, frozen=True):
    """What was asked."""

    seat: int
    """The seat that was asked."""
    kind: str
    """What was asked, as in section 1 of the notation: pick, turn, keep, ..."""


class MomentAnswer(msgspec.Struct, frozen=True):
    """The game before a decision, the decision, and what came of it; the last moment of a game is its end, without a decision."""

    n: int
    """The number of the decision; at the end how many there were."""
    position: dict[str, Any]
    """The position before the decision, section 3 of the notation: the view of these eyes without the list of what is legal, or for
    `all` the full position."""
    decision: MomentDecision | None = None
    """What was asked; null at the end."""
    seat: int | None = None
    """The seat that decided; null at the end."""
    do: str | None = None
    """The action, as its text; null at the end."""
    by: str | None = None
    """Who decided where that was not the seat's player: `ai`, `timeout`, ...; null where it was."""
    at: Time | None = None
    """When the decision came; null at the end, and where no time was kept."""
    events: list[EventAnswer] = []
    """What happened from the decision up to the next one, as these eyes saw it."""


class ReplayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Some moments of a game that is over, as somebody saw them then."""

    table: Id
    """The id of the table."""
    n: int
    """How many decisions the game had: the number of its last moment, which is its end."""
    commitment: str
    """The commitment to the seed, made before the deal: the SHA-256 of id, rules and seed."""
    seed: str
    """The seed."""
    rules: int
    """The number of the rules."""
    seats: list[SeatAnswer]
    """The seats, by number."""
    result: ResultAnswer | None
    """How the game ended."""
    scores: list[dict[str, Any]]
    """The score sheet of each seat, as the last line of a record has it: `total`, and `lines` with `for` and `points`."""
    opening: list[EventAnswer]
    """What happened before the first decision; only where the first moment is asked for."""
    moments: list[MomentAnswer]
    """The moments, in order."""


class RecordsQuery(Body):
    """Which records."""

    cursor: TableCursor | None = None
    """Where the part before ended: the `cursor` of its last line."""
    limit: Annotated[int, Field(ge=1, le=1000), Number] = 100
    """How many records at most."""


class ReplayQuery(Body):
    """With whose eyes, and which moments."""

    eyes: Literal["0", "1", "2", "3", "4", "5", "6", "7", "all"] | None = None
    """A seat, which sees what it saw then, or `all`, who see everything; left out: as spectators saw it."""
    after: After | None = None
    """The number of the last moment that is known; left out: from the first on, and what happened before it."""
    limit: Annotated[int, Field(ge=1, le=200), Number] = 100
    """How many moments at most."""
