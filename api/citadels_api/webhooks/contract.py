"""What requests may say, and what is answered, about webhooks of tournaments."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import Id, Millis, Time
from citadels_api.request_fields import After, Body, Limit, Whole
from citadels_api.tournaments.words import EntryKind


class WebhookAnswer(msgspec.Struct, frozen=True):
    """A webhook of a tournament; its `secret` is told once, when it is made."""

    id: Id
    """The id of the webhook."""
    tournament: Id
    """The tournament whose entries are sent."""
    url: str
    """Where they are sent to."""
    kinds: list[EntryKind]
    """The kinds of entries that are sent; none named: all."""
    created: Time
    """When it was made."""
    cursor: int
    """The number of the last entry that was delivered or passed over."""
    failures: int
    """How many attempts in a row have failed."""
    off: bool
    """Whether it was given up after too many failures; a replay turns it on again."""
    secret: str | None = None
    """What deliveries are signed with; told once, when it is made."""


class DeliveryAnswer(msgspec.Struct, frozen=True):
    """An attempt to deliver to a webhook."""

    number: int
    """Its number among the attempts, what a list goes on from."""
    id: Id
    """The id of the message; the same for every attempt at it."""
    entry: int
    """The number of the entry that was sent."""
    kind: str
    """The kind of the entry."""
    at: Time
    """When it was tried."""
    status: int | None
    """The HTTP status answered; null where there was no answer."""
    error: str | None
    """Why there was no answer, in a word; null where there was one."""
    ms: Millis
    """How long it took."""


class WebhookOrder(Body):
    """Where to tell of what happens in a tournament."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://example.com/citadels", "kinds": ["result"]}]}
    )

    url: Annotated[str, Field(min_length=8, max_length=2_000, pattern=r"^https?://[!-~]+$")]
    """The address that is called with POST. It has to be one of the open internet, unless the operator allows its host by name."""
    kinds: list[EntryKind] = Field(default=[], max_length=19)
    """The kinds of entries of the log that are sent; none named: all."""


class DeliveriesQuery(Body):
    """Which attempts."""

    after: After = 0
    """Where the part before ended: its `next`."""
    limit: Limit = 50
    """How many items at most."""


class ReplayOrder(Body):
    """From where on to tell again."""

    after: Annotated[int, Field(ge=0, le=2**53 - 1), Whole] = 0
    """The number after which everything is told again; 0: from the beginning."""
