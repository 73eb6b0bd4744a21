"""What requests may say, and what is answered, about bots: what they accept, and whether they are there."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import SPAN, Id, Millis
from citadels_api.request_fields import DAY, About, Body, BotCursor, Limit, Name, Players, PlayersAsked, Truth, Whole
from citadels_api.words import ClockKind, Edition


class BotAnswer(msgspec.Struct, frozen=True):
    """A bot, what it accepts, and whether it is there."""

    id: Id
    """The id of its account."""
    name: str
    """Its name."""
    owner: Id | None
    """The account that answers for it."""
    about: str
    """What it says of itself."""
    present: bool
    """Whether its stream is open."""
    editions: list[Edition]
    """The editions that it plays."""
    players: list[int]
    """The numbers of players that it plays with."""
    clocks: list[ClockKind]
    """The kinds of clock that it accepts."""
    least_ms: Millis
    """The least time for a decision that it can live with."""
    rated: bool
    """Whether it plays rated games."""


class AcceptsOrder(Body):
    """What a bot is ready to play."""

    editions: list[Edition] = Field(default=["modern", "classic"], min_length=1, max_length=2)
    """The editions that it plays."""
    players: list[Players] = Field(default=[2, 3, 4, 5, 6, 7, 8], min_length=1, max_length=7)
    """The numbers of players that it plays with."""
    clocks: list[ClockKind] = Field(default=["none", "decision", "bank", "correspondence"], min_length=1, max_length=4)
    """The kinds of clock that it accepts."""
    least_ms: Annotated[int, SPAN, Field(ge=0, le=DAY), Whole] = 0
    """The least time for a decision that it can live with."""
    rated: bool = True
    """Whether it plays rated games."""


class BotOrder(Body):
    """A bot to be made."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "my-first-bot"}]})

    name: Name
    """The name of the bot, which no other account has."""
    about: About = ""
    """What the bot says of itself."""
    accepts: AcceptsOrder = AcceptsOrder()
    """What it is ready to play."""


class BotChange(Body):
    """What to change of a bot; what is left out stays."""

    name: Name | None = None
    """The new name."""
    about: About | None = None
    """What the bot says of itself."""
    accepts: AcceptsOrder | None = None
    """What it is ready to play; replaces what stood there whole."""


class BotsQuery(Body):
    """Which bots."""

    cursor: BotCursor | None = None
    """Where the part before ended: its `next`."""
    limit: Limit = 20
    """How many items at most."""
    present: Truth | None = None
    """Only those that are there, or are not."""
    edition: Edition | None = None
    """Only those that play the edition."""
    players: PlayersAsked | None = None
    """Only those that play with so many."""
    rated: Truth | None = None
    """Only those that play rated games, or do not."""
    mine: Truth = False
    """Only one's own."""
