"""Requests and responses of a tournament's webhooks."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import Id, Millis, Time
from citadels_api.request_fields import After, Body, Limit, Whole
from citadels_api.tournaments.words import EntryKind


class WebhookAnswer(msgspec.Struct, frozen=True):
    """A webhook of a tournament. Its `secret` is shown only once, when it is created."""

    id: Id
    """The id of the webhook."""
    tournament: Id
    """The tournament whose log entries are sent."""
    url: str
    """The address that receives the entries."""
    kinds: list[EntryKind]
    """The kinds of entries that are sent; an empty list means all kinds."""
    created: Time
    """When the webhook was created."""
    cursor: int
    """The number of the last entry that was delivered or skipped."""
    failures: int
    """How many attempts in a row have failed."""
    off: bool
    """Whether the webhook was turned off after too many failures. A replay turns it on again."""
    secret: str | None = None
    """The secret that signs the deliveries; shown only once, when the webhook is created."""


class DeliveryAnswer(msgspec.Struct, frozen=True):
    """An attempt to deliver an entry to a webhook."""

    number: int
    """The number of the attempt. Use it to continue a list."""
    id: Id
    """The id of the message, the same for every attempt to deliver it."""
    entry: int
    """The number of the entry that was sent."""
    kind: str
    """The kind of the entry."""
    at: Time
    """When the attempt was made."""
    status: int | None
    """The HTTP status of the response; null without a response."""
    error: str | None
    """Why there was no response, in a word; null if there was one."""
    ms: Millis
    """The duration of the attempt."""


class WebhookOrder(Body):
    """The webhook to create."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://example.com/citadels", "kinds": ["result"]}]}
    )

    url: Annotated[str, Field(min_length=8, max_length=2_000, pattern=r"^https?://[!-~]+$")]
    """The address that receives a POST request for each entry. It must be public, unless the operator allows its host by name."""
    kinds: list[EntryKind] = Field(default=[], max_length=19)
    """The kinds of log entries to send; an empty list means all kinds."""


class DeliveriesQuery(Body):
    """Which attempts to list."""

    after: After = 0
    """The `next` of the previous page."""
    limit: Limit = 50
    """The maximum number of items."""


class ReplayOrder(Body):
    """Where the replay starts."""

    after: Annotated[int, Field(ge=0, le=2**53 - 1), Whole] = 0
    """The number of an entry. Everything after it is sent again; 0 means from the start."""
