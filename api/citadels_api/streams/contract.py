"""What requests may say, and what is answered, about streams: frames of tables, notices of accounts."""

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
    """One message of a stream: a full view (the first), or the events of one step, and the decision awaited after them.

    `number` is what to resume from. `decision` is there in the newest frame only.
    """

    type: FrameType
    """view, events or end (nothing more will come)."""
    table: Id
    """The id of the table."""
    number: int
    """The number of the last event in it: what to resume from."""
    at: Time
    """When the last of its events happened."""
    events: list[EventAnswer]
    """The events, in order."""
    position: Position | None = None
    """The full view: in the first frame, where a game starts, and with `positions` in the newest frame."""
    decision: DecisionAnswer | None = None
    """The decision awaited, in the newest frame."""


class Notice(msgspec.Struct, frozen=True):
    """One message of an account's stream.

    `type` is snapshot (all tables and all that is owed; the first, and after a lost connection), table (one table has changed),
    owed (a decision is owed now), invited (to a table) or tournament (invited to one).
    """

    type: NoticeType
    """snapshot, table, owed, invited or tournament."""
    number: int
    """What to resume invitations from."""
    at: Time
    """When it happened."""
    table: Id | None = None
    """The id of the table that it is about."""
    owed: list[Owed] | None = None
    """The decisions owed."""
    tables: list[Id] | None = None
    """The tables of the account that are not over."""
    seat: int | None = None
    """The seat that it is about."""
    by: PlayerAnswer | None = None
    """Who invites."""
    invite: str | None = None
    """The secret that opens the table to the one invited."""
    tournament: Id | None = None
    """The id of the tournament that the account is invited to."""


class EventsQuery(Body):
    """From where on, and how long to wait."""

    after: After | None = None
    """The number of the last event that is known; left out: begin with a full view. `Last-Event-ID` says the same."""
    wait_ms: Annotated[int, Field(ge=0, le=25_000), Number] = 0
    """Only for JSON: for how long to wait where nothing has happened yet."""
    positions: Truth = False
    """Whether the newest frame always brings the whole position."""


class NoticesQuery(Body):
    """From where on."""

    after: After | None = None
    """The number of the last notice that is known. `Last-Event-ID` says the same."""


class Frames(msgspec.Struct, frozen=True):
    """What has happened."""

    items: list[Frame]
    """The frames, oldest first; none where nothing has happened in the time waited."""
    after: int
    """What to send as `after` next time."""
