"""How tables are stored: every field that is left out has its default, so that older documents stay readable."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Status = Literal["open", "running", "over", "aborted"]


SeatKind = Literal["open", "reserved", "human", "bot", "ai"]


Timeout = Literal["default_action", "ai_takes_over", "forfeit"]


Visibility = Literal["public", "unlisted", "private"]


class Clock(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """How much time a seat has: so much for each decision, a bank that an increment refills, or days.

    `limit_ms` is the time for one decision, `bank_ms` that for the whole game; `increment_ms` is added after each decision.
    Where both a limit and a bank are set, what exceeds the limit is taken from the bank.
    """

    kind: Literal["none", "decision", "bank", "correspondence"] = "decision"
    limit_ms: int | None = None
    bank_ms: int | None = None
    increment_ms: int = 0


class Player(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """Who sits at a seat: an account, or an AI of a level. `owner` is the account that answers for it."""

    account: str | None = None
    name: str = ""
    level: str | None = None
    owner: str | None = None


class SeatDoc(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A seat of a table."""

    kind: SeatKind = "open"
    player: Player | None = None
    reserved: str | None = None
    """The account that the seat is kept for."""
    level: str | None = None
    """The level of the AI that plays on for a player who is out of time."""
    stays: bool = False
    """Whether that AI plays to the end: a tournament's word, which the player does not take back."""
    left: str | None = None
    """Why the player is gone: resigned or forfeited. The default action plays on."""
    bank_ms: int = 0
    missed: int = 0
    """How many decisions ran out of time."""


class Table(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Everything about a table but the state of its game."""

    id: str
    created: int
    creator: Player
    status: Status = "open"
    name: str = ""
    edition: str = "modern"
    players: int = 4
    scenario: str | None = None
    cast: list[str]
    uniques: list[str]
    options: dict[str, object] = {}
    crown: int | None = None
    seats: list[SeatDoc]
    clock: Clock = Clock(kind="none")
    timeout: Timeout = "default_action"
    visibility: Visibility = "public"
    delay_ms: int = 0
    """How far behind spectators see the game."""
    rated: bool = False
    start: Literal["full", "demand"] = "full"
    rules: int = 1
    commitment: str
    seed: str | None = None
    """Revealed once the game is over."""
    seeded: bool = False
    """Whether the creator chose the seed."""
    invite: str | None = None
    """The digest of the secret of its invitation link."""
    match: str | None = None
    """What quick matches it answers to."""
    started: int | None = None
    ended: int | None = None
    left: list[int] = []
    """The seats that resigned or forfeited, in that order."""
    places: list[list[int]] | None = None
    totals: list[int] | None = None
    """The points of each seat, once the game is over."""
    decisions: int = 0
    """How many decisions the game took, once it is over."""
    rematch: str | None = None
    archived: bool = False
    """Whether only its record is left; not kept, but seen when it is read."""
    chance: str = ""
    """What the AI seats' dice are thrown from; known to nobody outside, and not the game's seed."""
    idle: int = 0
    """How many decisions in a row no player has taken: a game that everybody has left does not go on for ever."""
    fallbacks: int = 0
    """How many decisions were taken for AI seats that did not answer."""
    tournament: str | None = None
    """The tournament that it is played in."""
    fixture: str | None = None
    """Which of its games it is: `round.table.deal.turn`."""
    sealed: bool = False
    """Whether seed, record and open views are withheld: the same deal is still played at another table."""
    origin: str = ""
    """The network where the guest who made it was made, as 16 bits of a digest: the AIs of its guests share one share of the workers."""
    hurried: int = 0
    """How many decisions its AI seats took after searching for a shorter time than usual, because much was to be done."""


TABLES: Final = msgspec.msgpack.Decoder(Table)


def unpack_table(data: bytes) -> Table:
    """The table of these bytes."""
    return TABLES.decode(data)
