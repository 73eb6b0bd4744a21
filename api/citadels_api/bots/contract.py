"""Requests and responses of bots: what they accept, and whether they are online."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import SPAN, Id, Millis
from citadels_api.request_fields import DAY, About, Body, BotCursor, Limit, Name, Players, PlayersAsked, Truth, Whole
from citadels_api.words import ClockKind, Edition


class BotAnswer(msgspec.Struct, frozen=True):
    """A bot, what it accepts, and whether it is online."""

    id: Id
    """The id of the bot's account."""
    name: str
    """The name of the bot."""
    owner: Id | None
    """The account that owns the bot."""
    about: str
    """What the bot says about itself."""
    present: bool
    """Whether its stream is open."""
    editions: list[Edition]
    """The editions that it plays."""
    players: list[int]
    """The numbers of players that it plays with."""
    clocks: list[ClockKind]
    """The kinds of time limit that it accepts."""
    least_ms: Millis
    """The shortest time for one decision that it accepts."""
    rated: bool
    """Whether it plays rated games."""


class AcceptsOrder(Body):
    """What a bot accepts."""

    editions: list[Edition] = Field(default=["modern", "classic"], min_length=1, max_length=2)
    """The editions that it plays."""
    players: list[Players] = Field(default=[2, 3, 4, 5, 6, 7, 8], min_length=1, max_length=7)
    """The numbers of players that it plays with."""
    clocks: list[ClockKind] = Field(default=["none", "decision", "bank", "correspondence"], min_length=1, max_length=4)
    """The kinds of time limit that it accepts."""
    least_ms: Annotated[int, SPAN, Field(ge=0, le=DAY), Whole] = 0
    """The shortest time for one decision that it accepts."""
    rated: bool = True
    """Whether it plays rated games."""


class BotOrder(Body):
    """The bot to create."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "my-first-bot"}]})

    name: Name
    """The name of the bot. It must be unique among all accounts."""
    about: About = ""
    """What the bot says about itself."""
    accepts: AcceptsOrder = AcceptsOrder()
    """What the bot accepts."""


class BotChange(Body):
    """Changes to a bot. Fields that you leave out stay as they are."""

    name: Name | None = None
    """The new name."""
    about: About | None = None
    """What the bot says about itself."""
    accepts: AcceptsOrder | None = None
    """What the bot accepts. It replaces the whole previous value."""


class BotsQuery(Body):
    """Which bots to list."""

    cursor: BotCursor | None = None
    """The `next` of the previous page."""
    limit: Limit = 20
    """The maximum number of items."""
    present: Truth | None = None
    """Only bots that are online, or only those that are offline."""
    edition: Edition | None = None
    """Only bots that play this edition."""
    players: PlayersAsked | None = None
    """Only bots that play with this number of players."""
    rated: Truth | None = None
    """Only bots that play rated games, or only those that do not."""
    mine: Truth = False
    """Only your own bots."""
