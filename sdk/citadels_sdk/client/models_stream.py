"""What streams bring: the frames of a table, and the notices of an account."""

from typing import Annotated, Literal

from pydantic import Field, Tag

from citadels_sdk.client.models import Decision, Event, Model, Owed, Player, Position
from citadels_sdk.client.unknown import Unknown, kinds

__all__ = [
    "EndFrame",
    "EventsFrame",
    "Frame",
    "Frames",
    "InvitedNotice",
    "Notice",
    "OwedNotice",
    "SnapshotNotice",
    "TableNotice",
    "TournamentNotice",
    "ViewFrame",
]


class _Frame(Model):
    """What all frames have."""

    table: str
    """The id of the table."""
    number: int
    """The number of the last event in it: what to resume from."""
    at: int
    """When the last of its events happened."""
    events: tuple[Event, ...]
    """The events, in order."""
    position: Position | None = None
    """The full view: in the first frame, and where a game has just been dealt."""
    decision: Decision | None = None
    """The decision awaited, in the newest frame."""


class ViewFrame(_Frame):
    """The first frame of a stream that began without a number: a full view."""

    type: Literal["view"] = "view"


class EventsFrame(_Frame):
    """The events of one step, and the decision awaited after them."""

    type: Literal["events"] = "events"


class EndFrame(_Frame):
    """Nothing more will come."""

    type: Literal["end"] = "end"


Frame = Annotated[
    Annotated[ViewFrame, Tag("view")]
    | Annotated[EventsFrame, Tag("events")]
    | Annotated[EndFrame, Tag("end")]
    | Annotated[Unknown, Tag("unknown")],
    kinds("type", "view", "events", "end"),
]
"""One message of a table's stream."""


class Frames(Model):
    """What has happened at a table."""

    items: tuple[Frame, ...]
    """The frames, oldest first; none where nothing has happened in the time waited."""
    after: int
    """What to send as `after` next time."""


class _Notice(Model):
    """What all notices have."""

    number: int
    """What to resume invitations from."""
    at: int
    """When it happened."""


class SnapshotNotice(_Notice):
    """All tables and all that is owed: the first notice, and the first after a lost connection."""

    type: Literal["snapshot"] = "snapshot"
    owed: tuple[Owed, ...]
    """The decisions owed."""
    tables: tuple[str, ...]
    """The tables of the account that are not over."""


class TableNotice(_Notice):
    """A table has changed."""

    type: Literal["table"] = "table"
    table: str
    """The id of the table."""
    seat: int | None = None
    """The seat of the account there."""


class OwedNotice(_Notice):
    """A decision is owed now."""

    type: Literal["owed"] = "owed"
    table: str
    """The id of the table."""
    seat: int | None = None
    """The seat that is asked."""
    owed: tuple[Owed, ...]
    """The decision."""


class InvitedNotice(_Notice):
    """The account is invited to a table."""

    type: Literal["invited"] = "invited"
    table: str
    """The id of the table."""
    seat: int | None = None
    """The seat that is kept for it."""
    by: Player | None = None
    """Who invites."""
    invite: str | None = Field(default=None, repr=False)
    """The secret that opens the table to the one invited."""


class TournamentNotice(_Notice):
    """The account is invited to a tournament."""

    type: Literal["tournament"] = "tournament"
    tournament: str
    """The id of the tournament."""
    by: Player | None = None
    """Who invites."""


Notice = Annotated[
    Annotated[SnapshotNotice, Tag("snapshot")]
    | Annotated[TableNotice, Tag("table")]
    | Annotated[OwedNotice, Tag("owed")]
    | Annotated[InvitedNotice, Tag("invited")]
    | Annotated[TournamentNotice, Tag("tournament")]
    | Annotated[Unknown, Tag("unknown")],
    kinds("type", "snapshot", "table", "owed", "invited", "tournament"),
]
"""One message of an account's stream."""
