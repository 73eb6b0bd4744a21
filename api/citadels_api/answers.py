"""What the use cases answer, for both doors: REST encodes these as they are, GraphQL reads their attributes.

Times are milliseconds since 1970, UTC. A field that a viewer may not know is null or left out, never made up.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

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
    "OpenPlaceAnswer",
    "Owed",
    "Page",
    "PlayerAnswer",
    "Position",
    "ResultAnswer",
    "SeatAnswer",
    "SetupAnswer",
    "TableAnswer",
]

T = TypeVar("T")


class PlayerAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a human, a bot, or an AI of the house; `id` is null for an AI."""

    id: str | None
    """The id of the account; null for an AI of the house."""
    name: str
    """The name that the table shows."""
    kind: str
    """human, bot or ai."""
    level: str | None = None
    """The level of an AI: random, greedy or planner."""


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat of a table: its kind is open, reserved, human, bot or ai."""

    seat: int
    """Its number, from 0."""
    kind: str
    """open, reserved, human, bot or ai."""
    player: PlayerAnswer | None
    """Who sits there; null where nobody does."""
    left: str | None
    """Why its player is gone: resigned or forfeited."""
    level: str | None
    """The level of the AI that plays on for its player."""
    bank_ms: int | None
    """What is left of its bank."""


class ClockAnswer(msgspec.Struct, frozen=True):
    """How much time a seat has: none (no limit), decision, bank or correspondence."""

    kind: str
    """none, decision, bank or correspondence."""
    limit_ms: int | None
    """The time for one decision."""
    bank_ms: int | None
    """The time for the whole game, used where there is no limit or the limit is exceeded."""
    increment_ms: int
    """What is added to the bank after each decision."""


class ActionAnswer(msgspec.Struct, frozen=True):
    """A legal action: its canonical text, its verb, its fields."""

    text: str
    """The action in the notation's words, as it can be sent back."""
    verb: str
    """The first word of the text: what is done."""
    fields: dict[str, Any]
    """What the verb is done with; with the verb it is the action as a JSON object, which can be sent back too."""


class DecisionAnswer(msgspec.Struct, frozen=True):
    """The decision awaited. `actions` is null for everybody but the seat that is asked; `deadline` null without a clock."""

    seat: int
    """The seat that is asked."""
    kind: str
    """What is asked, as in section 1 of the notation: pick, turn, keep, ..."""
    n: int
    """The number of the decision in the game, to be sent with the answer."""
    asked: int
    """Since when it has been awaited."""
    deadline: int | None
    """When its time is up; null without a clock."""
    actions: list[ActionAnswer] | None = None
    """All legal actions, for the seat that is asked; null for everybody else."""


class ResultAnswer(msgspec.Struct, frozen=True):
    """How a game ended: the seats by place, the points of each seat, who left in that order."""

    places: list[list[int]]
    """The seats by place, the winner first; seats that share a place stand together."""
    totals: list[int]
    """The points of each seat."""
    left: list[int]
    """The seats that resigned or forfeited, in that order."""


class TableAnswer(msgspec.Struct, frozen=True):
    """A table: its settings, its seats, where it stands. `number` is that of its last event."""

    id: str
    """The id of the table."""
    name: str
    """What its creator calls it."""
    status: str
    """open, running, over or aborted."""
    number: int
    """The number of the last event."""
    creator: PlayerAnswer
    """Who made it."""
    edition: str
    """modern or classic."""
    players: int
    """How many seats it has."""
    scenario: str | None
    """The scenario whose cast is played, if any."""
    cast: list[str]
    """The characters in the game."""
    uniques: list[str]
    """The unique districts in the deck."""
    options: dict[str, Any]
    """The options of the edition that were chosen."""
    seats: list[SeatAnswer]
    """The seats, by number."""
    clock: ClockAnswer
    """How much time a seat has."""
    timeout: str
    """What a timeout does: default_action, ai_takes_over or forfeit."""
    visibility: str
    """public, unlisted or private."""
    spectator_delay_ms: int
    """How far behind spectators see the game."""
    rated: bool
    """Whether the result counts for ratings."""
    start: str
    """When it starts: full (at once when every seat is taken) or demand."""
    rules: int
    """The number of the rules; a higher one may replay otherwise."""
    commitment: str
    """The commitment to the seed, made before the deal: the SHA-256 of id, rules and seed."""
    seeded: bool
    """Whether the creator chose the seed."""
    seed: str | None
    """Revealed once the game is over."""
    created: int
    """When it was made."""
    started: int | None
    """When the game was dealt."""
    ended: int | None
    """When the game ended."""
    decision: DecisionAnswer | None
    """The decision awaited, without its actions; as late as spectators see it, for those who do not sit at the table."""
    result: ResultAnswer | None
    """How the game ended; null before."""
    rematch: str | None
    """The table of the rematch, if there is one."""
    archived: bool
    """Whether only its record is kept."""
    your_seat: int | None
    """The seat of who asks; null for everybody else."""
    tournament: str | None
    """The id of the tournament that it is played in; null outside of one."""
    fixture: str | None
    """Which of the tournament's games it is: `round.table.deal.turn`."""
    sealed: bool
    """Whether seed, record and open views are withheld, since the same deal is still played at another table."""


class OpenPlaceAnswer(msgspec.Struct, frozen=True):
    """A rank at which whoever makes the table may choose."""

    rank: int
    """The rank."""
    wanted: str | None
    """The scenario's character, which the number of players forbids; null where the scenario names none."""
    chosen: str
    """Who plays there now."""
    choices: list[str]
    """Who may play there, the default first: name one in `substitutes`."""


class SetupAnswer(msgspec.Struct, frozen=True):
    """What would be dealt at a table: as exactly as can be known before the deal."""

    edition: str
    """modern or classic."""
    players: int
    """How many seats it has."""
    scenario: str | None
    """The scenario, if one is asked for."""
    cast: list[str]
    """The characters in the game, by rank."""
    uniques: list[str]
    """The unique districts in the deck."""
    options: dict[str, Any]
    """Every option of the edition, those left out at the rulebook's value."""
    rank9: str
    """Whether a ninth character plays: never, always, or choice, which is yours to make with `rank9`."""
    places: list[OpenPlaceAnswer]
    """Where you may choose who plays; empty where you name the whole cast."""
    deck: int
    """How many district cards there are."""
    complete: int
    """How many districts complete a city."""


class Position(msgspec.Struct, frozen=True):
    """A game as the viewer may know it after the event `number`: `view` is a position in the public notation."""

    table: str
    """The id of the table."""
    number: int
    """The number of the last event that is in it."""
    seat: int | None
    """The viewer's seat; null for a spectator."""
    status: str
    """open, running, over or aborted."""
    view: dict[str, Any]
    """The position as the viewer may know it, section 3 of the notation; empty before the deal."""
    decision: DecisionAnswer | None
    """The decision awaited."""
    result: ResultAnswer | None
    """How the game ended; null before."""


class EventAnswer(msgspec.Struct, frozen=True):
    """One event as the viewer may know it; the names of `facts` depend on `kind`."""

    number: int
    """Its number in the table's log."""
    kind: str
    """What happened."""
    seat: int | None
    """Whose doing it was; null for what happens by itself."""
    facts: dict[str, Any]
    """What happened in detail, as far as the viewer may know it."""


class Frame(msgspec.Struct, frozen=True):
    """One message of a stream: a full view (the first), or the events of one step, and the decision awaited after them.

    `number` is what to resume from. `decision` is there in the newest frame only.
    """

    type: str
    """view, events or end (nothing more will come)."""
    table: str
    """The id of the table."""
    number: int
    """The number of the last event in it: what to resume from."""
    at: int
    """When the last of its events happened."""
    events: list[EventAnswer]
    """The events, in order."""
    position: Position | None = None
    """The full view: in the first frame, where a game starts, and with `positions` in the newest frame."""
    decision: DecisionAnswer | None = None
    """The decision awaited, in the newest frame."""


class Committed(msgspec.Struct, frozen=True):
    """The answer to a move: how many of the actions were taken, where the game stands for the seat, and what happened."""

    outcome: str
    """ok."""
    table: str
    """The id of the table."""
    seat: int
    """The seat that acted."""
    taken: int
    """How many of the actions were taken."""
    n: int
    """The number of the decision awaited after the last action taken."""
    number: int
    """The number of the last event."""
    events: list[EventAnswer]
    """What happened, as the seat may know it."""
    position: Position
    """The game as the seat may know it after that."""
    stopped: dict[str, Any] | None
    """Why the rest of a series was not taken: a problem, as the first of a series would have got it."""
    replayed: bool = False
    """Whether the answer is that of an earlier request under the same key."""


class Owed(msgspec.Struct, frozen=True):
    """A decision that the asker owes."""

    table: str
    """The id of the table."""
    seat: int
    """The seat that has to answer."""
    n: int
    """The number of the decision."""
    kind: str
    """What is asked."""
    deadline: int | None
    """When its time is up; null without a clock."""
    number: int
    """The number of the table's last event."""


class Notice(msgspec.Struct, frozen=True):
    """One message of an account's stream.

    `type` is snapshot (all tables and all that is owed; the first, and after a lost connection), table (one table has changed),
    owed (a decision is owed now), invited (to a table) or tournament (invited to one).
    """

    type: str
    """snapshot, table, owed, invited or tournament."""
    number: int
    """What to resume invitations from."""
    at: int
    """When it happened."""
    table: str | None = None
    """The id of the table that it is about."""
    owed: list[Owed] | None = None
    """The decisions owed."""
    tables: list[str] | None = None
    """The tables of the account that are not over."""
    seat: int | None = None
    """The seat that it is about."""
    by: PlayerAnswer | None = None
    """Who invites."""
    invite: str | None = None
    """The secret that opens the table to the one invited."""
    tournament: str | None = None
    """The id of the tournament that the account is invited to."""


class AccountAnswer(msgspec.Struct, frozen=True):
    """An account: guest, account or bot."""

    id: str
    """The id of the account."""
    kind: str
    """guest, account or bot."""
    name: str
    """Its name."""
    owner: str | None
    """The account that answers for a bot."""
    about: str
    """What it says of itself."""
    created: int
    """When it was made."""


class BotAnswer(msgspec.Struct, frozen=True):
    """A bot, what it accepts, and whether it is there."""

    id: str
    """The id of its account."""
    name: str
    """Its name."""
    owner: str | None
    """The account that answers for it."""
    about: str
    """What it says of itself."""
    present: bool
    """Whether its stream is open."""
    editions: list[str]
    """The editions that it plays."""
    players: list[int]
    """The numbers of players that it plays with."""
    clocks: list[str]
    """The kinds of clock that it accepts."""
    least_ms: int
    """The least time for a decision that it can live with."""
    rated: bool
    """Whether it plays rated games."""


class CredentialAnswer(msgspec.Struct, frozen=True):
    """A credential; its `secret` is told once, when it is made."""

    id: str
    """The public id of the credential."""
    name: str
    """What its owner calls it."""
    scopes: list[str]
    """What it is good for."""
    created: int
    """When it was made."""
    expires: int
    """When it ends."""
    revoked: int | None
    """From when on it is no longer good, if it was revoked or rotated."""
    table: str | None
    """The only table that it is good for, if it is bound to one."""
    last_used: str | None
    """The day of its last use."""
    secret: str | None = None
    """What to send as the bearer token; told once, when it is made."""


class GuestAnswer(msgspec.Struct, frozen=True):
    """A new identity with its first credential; `recovery` is the recovery code of an account, told once."""

    account: AccountAnswer
    """The new identity."""
    credential: CredentialAnswer
    """Its first credential, with the secret."""
    recovery: str | None = None
    """The recovery code of an account, told once."""


class LimitsAnswer(msgspec.Struct, frozen=True):
    """The allowance of the asker: the size of its bucket, what it refills by in a second, what remains, when it is full again."""

    capacity: int
    """The size of the bucket."""
    per_second: float
    """What it refills by in a second."""
    remaining: int
    """What remains."""
    full_ms: int
    """In how many milliseconds it is full again."""
    costs: dict[str, int]
    """What each operation costs."""


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Part of a list; `next` is the cursor of the next part, null at the end."""

    items: list[T]
    """This part of the list."""
    next: str | None
    """The cursor of the next part; null at the end."""
