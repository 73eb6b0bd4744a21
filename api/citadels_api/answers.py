"""What the use cases answer, for both doors: REST encodes these as they are, GraphQL reads their attributes.

Times are milliseconds since 1970, UTC. A field that a viewer may not know is null or left out, never made up.
"""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = [
    "AccountAnswer",
    "ActionAnswer",
    "BotAnswer",
    "ClockAnswer",
    "Committed",
    "CredentialAnswer",
    "DecisionAnswer",
    "EventAnswer",
    "Frame",
    "GuestAnswer",
    "LimitsAnswer",
    "Notice",
    "Owed",
    "Page",
    "PlayerAnswer",
    "Position",
    "ResultAnswer",
    "SeatAnswer",
    "TableAnswer",
]


class PlayerAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a human, a bot, or an AI of the house; `id` is null for an AI."""

    id: str | None
    name: str
    kind: str
    level: str | None = None


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat of a table: its kind is open, reserved, human, bot or ai."""

    seat: int
    kind: str
    player: PlayerAnswer | None
    left: str | None
    """Why its player is gone: resigned or forfeited."""
    level: str | None
    """The level of the AI that plays on for its player."""
    bank_ms: int | None
    """What is left of its bank."""


class ClockAnswer(msgspec.Struct, frozen=True):
    """How much time a seat has: none (no limit), decision, bank or correspondence."""

    kind: str
    limit_ms: int | None
    bank_ms: int | None
    increment_ms: int


class ActionAnswer(msgspec.Struct, frozen=True):
    """A legal action: its canonical text, its verb, its fields."""

    text: str
    verb: str
    fields: dict[str, Any]


class DecisionAnswer(msgspec.Struct, frozen=True):
    """The decision awaited. `actions` is null for everybody but the seat that is asked; `deadline` null without a clock."""

    seat: int
    kind: str
    n: int
    asked: int
    deadline: int | None
    actions: list[ActionAnswer] | None = None


class ResultAnswer(msgspec.Struct, frozen=True):
    """How a game ended: the seats by place, the points of each seat, who left in that order."""

    places: list[list[int]]
    totals: list[int]
    left: list[int]


class TableAnswer(msgspec.Struct, frozen=True):
    """A table: its settings, its seats, where it stands. `number` is that of its last event."""

    id: str
    name: str
    status: str
    number: int
    creator: PlayerAnswer
    edition: str
    players: int
    scenario: str | None
    cast: list[str]
    uniques: list[str]
    options: dict[str, Any]
    seats: list[SeatAnswer]
    clock: ClockAnswer
    timeout: str
    visibility: str
    spectator_delay_ms: int
    rated: bool
    start: str
    rules: int
    commitment: str
    seeded: bool
    seed: str | None
    """Revealed once the game is over."""
    created: int
    started: int | None
    ended: int | None
    decision: DecisionAnswer | None
    """The decision awaited, without its actions; as late as spectators see it, for those who do not sit at the table."""
    result: ResultAnswer | None
    rematch: str | None
    archived: bool
    your_seat: int | None


class Position(msgspec.Struct, frozen=True):
    """A game as the viewer may know it after the event `number`: `view` is a position in the public notation."""

    table: str
    number: int
    seat: int | None
    """The viewer's seat; null for a spectator."""
    status: str
    view: dict[str, Any]
    decision: DecisionAnswer | None
    result: ResultAnswer | None


class EventAnswer(msgspec.Struct, frozen=True):
    """One event as the viewer may know it; the names of `facts` depend on `kind`."""

    number: int
    kind: str
    seat: int | None
    facts: dict[str, Any]


class Frame(msgspec.Struct, frozen=True):
    """One message of a stream: a full view (the first), or the events of one step, and the decision awaited after them.

    `number` is what to resume from. `decision` is there in the newest frame only.
    """

    type: str
    """view, events or end (nothing more will come)."""
    table: str
    number: int
    at: int
    events: list[EventAnswer]
    position: Position | None = None
    decision: DecisionAnswer | None = None


class Committed(msgspec.Struct, frozen=True):
    """The answer to a move: how many of the actions were taken, where the game stands for the seat, and what happened."""

    outcome: str
    table: str
    seat: int
    taken: int
    n: int
    """The number of the decision awaited after the last action taken."""
    number: int
    events: list[EventAnswer]
    position: Position
    stopped: dict[str, Any] | None
    """Why the rest of a series was not taken: a problem, as the first of a series would have got it."""
    replayed: bool = False


class Owed(msgspec.Struct, frozen=True):
    """A decision that the asker owes."""

    table: str
    seat: int
    n: int
    kind: str
    deadline: int | None
    number: int


class Notice(msgspec.Struct, frozen=True):
    """One message of an account's stream.

    `type` is snapshot (all tables and all that is owed; the first, and after a lost connection), table (one table has changed),
    owed (a decision is owed now), invited, removed or retired.
    """

    type: str
    number: int
    """What to resume invitations from."""
    at: int
    table: str | None = None
    owed: list[Owed] | None = None
    tables: list[str] | None = None
    seat: int | None = None
    by: PlayerAnswer | None = None
    invite: str | None = None


class AccountAnswer(msgspec.Struct, frozen=True):
    """An account: guest, account or bot."""

    id: str
    kind: str
    name: str
    owner: str | None
    about: str
    created: int


class BotAnswer(msgspec.Struct, frozen=True):
    """A bot, what it accepts, and whether it is there."""

    id: str
    name: str
    owner: str | None
    about: str
    present: bool
    editions: list[str]
    players: list[int]
    clocks: list[str]
    least_ms: int
    rated: bool


class CredentialAnswer(msgspec.Struct, frozen=True):
    """A credential; its `secret` is told once, when it is made."""

    id: str
    name: str
    scopes: list[str]
    created: int
    expires: int
    revoked: int | None
    table: str | None
    last_used: str | None
    secret: str | None = None


class GuestAnswer(msgspec.Struct, frozen=True):
    """A new identity with its first credential; `recovery` is the recovery code of an account, told once."""

    account: AccountAnswer
    credential: CredentialAnswer
    recovery: str | None = None


class LimitsAnswer(msgspec.Struct, frozen=True):
    """The allowance of the asker: the size of its bucket, what it refills by in a second, what remains, when it is full again."""

    capacity: int
    per_second: float
    remaining: int
    full_ms: int
    costs: dict[str, int]
    """What each operation costs."""


class Page(msgspec.Struct, frozen=True):
    """Part of a list; `next` is the cursor of the next part, null at the end."""

    items: list[Any]
    next: str | None
