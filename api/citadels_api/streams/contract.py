"""Requests and responses of streams: frames of tables, notices of accounts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.play.contract import DecisionAnswer, EventAnswer, Owed, Position
from citadels_api.request_fields import After, Body, Number, Truth
from citadels_api.tables.contract import PlayerAnswer
from citadels_api.words import FrameType, NoticeType


class Frame(msgspec.Struct, frozen=True):
    """One message of a table's stream: a full view (the first frame), or the events of one step. The decision is in the newest frame only.

    Resume from `number`.
    """

    type: FrameType
    """view, events or end (the stream has ended)."""
    table: Id
    """The id of the table."""
    number: int
    """The number of the last event in the frame. Resume from it."""
    at: Time
    """When the last event in the frame happened."""
    events: list[EventAnswer]
    """The events, in order."""
    position: Position | None = None
    """The full view. It is in the first frame, in the frame that starts a game, and with `positions` in the newest frame."""
    decision: DecisionAnswer | None = None
    """The decision that the game waits for, in the newest frame."""


class Notice(msgspec.Struct, frozen=True):
    """One message of an account's stream.

    The `type` is one of these:

    - snapshot: all tables and all decisions that you owe; first, and after a lost connection.
    - table: one table has changed.
    - owed: you owe a decision now.
    - invited: you are invited to a table.
    - tournament: you are invited to a tournament.
    """

    type: NoticeType
    """snapshot, table, owed, invited or tournament."""
    number: int
    """The number to resume invitations from."""
    at: Time
    """When it happened."""
    table: Id | None = None
    """The id of the table that the notice is about."""
    owed: list[Owed] | None = None
    """The decisions that you owe."""
    tables: list[Id] | None = None
    """The unfinished tables of the account."""
    seat: int | None = None
    """The seat that the notice is about."""
    by: PlayerAnswer | None = None
    """The account that sent the invitation."""
    invite: str | None = None
    """The secret that gives you access to the table."""
    tournament: Id | None = None
    """The id of the tournament that you are invited to."""


class EventsQuery(Body):
    """Where to resume, and how long to wait."""

    after: After | None = None
    """The number of the last event that you have. Left out: the stream starts with a full view. `Last-Event-ID` means the same."""
    wait_ms: Annotated[int, Field(ge=0, le=25_000), Number] = 0
    """For JSON only: how long to wait if there are no new events."""
    positions: Truth = False
    """Whether the newest frame always contains the whole position."""


class NoticesQuery(Body):
    """Where to resume."""

    after: After | None = None
    """The number of the last notice that you have. `Last-Event-ID` means the same."""


class Frames(msgspec.Struct, frozen=True):
    """The new frames."""

    items: list[Frame]
    """The frames, oldest first; empty if nothing happened within the waiting time."""
    after: int
    """The value of `after` for the next request."""
