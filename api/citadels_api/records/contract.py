"""What the use cases of replays, explanations and records return. REST and GraphQL share it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.play.contract import EventAnswer, ResultAnswer
from citadels_api.request_fields import After, Body, Number, TableCursor
from citadels_api.tables.contract import SeatAnswer


class MomentDecision(msgspec.Struct, frozen=True):
    """A decision in a replay."""

    seat: int
    """The seat that decided."""
    kind: str
    """The kind of the decision, as in section 1 of the notation: pick, turn, keep, ..."""


class MomentAnswer(msgspec.Struct, frozen=True):
    """One moment of a replay: the position before a decision, the action, and the events that followed. The last moment is the end of the
    game, without a decision.
    """

    n: int
    """The number of the decision. At the end: the number of decisions in the game."""
    position: dict[str, Any]
    """The position before the decision (section 3 of the notation): the viewer's view without the list of legal actions, or the full
    position for `all`.
    """
    decision: MomentDecision | None = None
    """The decision; null at the end."""
    seat: int | None = None
    """The seat that decided; null at the end."""
    do: str | None = None
    """The action as text; null at the end."""
    by: str | None = None
    """What decided in place of the player: `ai`, `timeout`, ...; null if the player decided."""
    at: Time | None = None
    """When the decision was made; null at the end, and if the time is unknown."""
    events: list[EventAnswer] = []
    """The events from this decision to the next one, as the viewer saw them."""


class ReplayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Some moments of a finished game, as one viewer saw them."""

    table: Id
    """The id of the table."""
    n: int
    """The number of decisions in the game. It is also the number of the last moment, the end."""
    commitment: str
    """The commitment to the seed, published before the deal: the SHA-256 of id, rules and seed."""
    seed: str
    """The seed."""
    rules: int
    """The version number of the rules."""
    seats: list[SeatAnswer]
    """The seats, by number."""
    result: ResultAnswer | None
    """How the game ended."""
    scores: list[dict[str, Any]]
    """The score sheet of each seat, as in the last line of a record: `total`, and `lines` with `for` and `points`."""
    opening: list[EventAnswer]
    """The events before the first decision. They are there only together with the first moment."""
    moments: list[MomentAnswer]
    """The moments, in order."""


class RecordsQuery(Body):
    """Which records to export."""

    cursor: TableCursor | None = None
    """The `cursor` of the last line of the previous part."""
    limit: Annotated[int, Field(ge=1, le=1000), Number] = 100
    """The maximum number of records."""


class ReplayQuery(Body):
    """Whose view, and which moments."""

    eyes: Literal["0", "1", "2", "3", "4", "5", "6", "7", "all"] | None = None
    """A seat number for what that seat saw, or `all` for everything. Left out: what spectators saw."""
    after: After | None = None
    """The number of the last moment that you have. Left out: start with the first moment and the events before it."""
    limit: Annotated[int, Field(ge=1, le=200), Number] = 100
    """The maximum number of moments."""
