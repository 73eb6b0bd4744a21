"""Requests and responses of tables: seats, time limits and settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import SPAN, Id, Millis, Time
from citadels_api.play.contract import DecisionAnswer, ResultAnswer
from citadels_api.request_fields import (
    DAY,
    NO_CONTROLS,
    AccountId,
    Body,
    DelayMs,
    Limit,
    LimitMs,
    Players,
    PlayersAsked,
    Seat,
    Secret,
    TableCursor,
    Truth,
    Whole,
    Word,
)
from citadels_api.words import (
    AiLevel,
    ClockKind,
    Departure,
    Edition,
    NinthRule,
    PlayerKind,
    SeatKind,
    SeatWish,
    StartRule,
    TableStatus,
    TimeoutPolicy,
    Visibility,
)


class PlayerAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a person, a bot, or a house AI. `id` is null for an AI."""

    id: Id | None
    """The id of the account; null for a house AI."""
    name: str
    """The name that the table shows."""
    kind: PlayerKind
    """human, bot or ai."""
    level: AiLevel | None = None
    """The level of an AI: random, greedy or planner."""


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat of a table. Its kind is open, reserved, human, bot or ai."""

    seat: int
    """The number of the seat, from 0."""
    kind: SeatKind
    """open, reserved, human, bot or ai."""
    player: PlayerAnswer | None
    """Who sits there; null if nobody does."""
    left: Departure | None
    """Why the player has left the game: resigned or forfeited; null while the player is in it."""
    level: AiLevel | None
    """The level of the AI that plays for the player; null if none does."""
    bank_ms: Millis | None
    """The time left in the bank."""


class ClockAnswer(msgspec.Struct, frozen=True):
    """How the time of a seat is limited: none (no limit), decision, bank or correspondence."""

    kind: ClockKind
    """none, decision, bank or correspondence."""
    limit_ms: Millis | None
    """The time for one decision."""
    bank_ms: Millis | None
    """The time for the whole game. It runs when there is no `limit_ms`, or when a decision takes longer than that."""
    increment_ms: Millis
    """The increment of the bank after each decision."""


class TableAnswer(msgspec.Struct, frozen=True):
    """A table: its settings, its seats and its state. `number` is the number of its last event."""

    id: Id
    """The id of the table."""
    name: str
    """The name of the table."""
    status: TableStatus
    """open, running, over or aborted."""
    number: int
    """The number of the last event."""
    creator: PlayerAnswer
    """The creator of the table."""
    edition: Edition
    """modern or classic."""
    players: int
    """The number of seats."""
    scenario: str | None
    """The scenario whose cast is played; null without one."""
    cast: list[str]
    """The characters in the game."""
    uniques: list[str]
    """The unique districts in the deck."""
    options: dict[str, Any]
    """The chosen options of the edition."""
    seats: list[SeatAnswer]
    """The seats, by number."""
    clock: ClockAnswer
    """How the time of a seat is limited."""
    timeout: TimeoutPolicy
    """What happens after a timeout: default_action, ai_takes_over or forfeit."""
    visibility: Visibility
    """public, unlisted or private."""
    spectator_delay_ms: Millis
    """The delay of the game for spectators."""
    rated: bool
    """Whether the game is rated."""
    start: StartRule
    """When the game starts: full (as soon as every seat is taken) or demand (when the creator starts it)."""
    rules: int
    """The version number of the rules. A later version may replay the game differently."""
    commitment: str
    """The commitment to the seed, published before the deal: the SHA-256 of id, rules and seed."""
    seeded: bool
    """Whether the creator chose the seed."""
    seed: str | None
    """The seed; null until the game is over or broken off."""
    created: Time
    """When the table was created."""
    started: Time | None
    """When the game was dealt."""
    ended: Time | None
    """When the game ended."""
    decision: DecisionAnswer | None
    """The decision that the game waits for, without its actions. Viewers without a seat see it with the delay of spectators."""
    result: ResultAnswer | None
    """How the game ended; null before the end."""
    rematch: Id | None
    """The table of the rematch; null without one."""
    archived: bool
    """Whether only the record of the game is stored."""
    your_seat: int | None
    """Your seat; null if you have none."""
    tournament: Id | None
    """The id of the tournament that the table belongs to; null without one."""
    fixture: str | None
    """The game of the tournament that is played here: `round.table.deal.turn`."""
    sealed: bool
    """Whether seed, record and full views are withheld because the same deal is still played at another table."""
    closes: Time | None = None
    """When the open table is closed unless it starts before: soon if nobody but its creator sits there, later otherwise. Null if it is not
    open.
    """


class OpenPlaceAnswer(msgspec.Struct, frozen=True):
    """A rank for which the creator of the table may choose the character."""

    rank: int
    """The rank."""
    wanted: str | None
    """The scenario's character, which this number of players forbids; null if the scenario names none."""
    chosen: str
    """The character for the rank now."""
    choices: list[str]
    """The characters to choose from, the default first. Name one in `substitutes`."""


class SetupAnswer(msgspec.Struct, frozen=True):
    """A preview of the game at a table, as exact as it can be before the deal."""

    edition: Edition
    """modern or classic."""
    players: int
    """The number of seats."""
    scenario: str | None
    """The requested scenario; null without one."""
    cast: list[str]
    """The characters in the game, by rank."""
    uniques: list[str]
    """The unique districts in the deck."""
    options: dict[str, Any]
    """Every option of the edition. Options that you left out have the rulebook's value."""
    rank9: NinthRule
    """Whether a ninth character plays: never, always, or choice. With choice, you decide with `rank9`."""
    places: list[OpenPlaceAnswer]
    """The ranks for which you may choose the character; empty if you name the whole cast."""
    deck: int
    """The number of district cards."""
    complete: int
    """The number of districts that complete a city."""


class NoClock(Body):
    """No limit."""

    kind: Literal["none"]
    """none."""


class DecisionClock(Body):
    """A time limit for each decision."""

    kind: Literal["decision"]
    """decision."""
    limit_ms: LimitMs
    """The time for one decision."""


class BankClock(Body):
    """A time limit for the whole game."""

    kind: Literal["bank"]
    """bank."""
    bank_ms: LimitMs
    """The time for the whole game."""
    limit_ms: LimitMs | None = None
    """The time for one decision; a longer decision uses time from the bank. Left out: the bank runs at once."""
    increment_ms: Annotated[int, SPAN, Field(ge=0, le=14 * DAY), Whole] = 0
    """The increment of the bank after each decision."""


class CorrespondenceClock(Body):
    """A time limit in days for each decision."""

    kind: Literal["correspondence"]
    """correspondence."""
    days: Annotated[int, Field(ge=1, le=14), Whole]
    """The days for one decision."""


ClockOrder = Annotated[NoClock | DecisionClock | BankClock | CorrespondenceClock, Field(discriminator="kind")]


class SeatOrder(Body):
    """How to fill a seat."""

    kind: SeatWish = "open"
    """open for everybody, you for the creator of the table, ai for a house AI, or reserved for an account."""
    level: AiLevel | None = None
    """The level of the AI. Left out: greedy."""
    account: AccountId | None = None
    """The account that the seat is reserved for."""


class SetupOrder(Body):
    """The setup of a game. Without a scenario and a cast, it is the first game of the rulebook."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": 3, "scenario": "devious_dignitaries__000"}]})

    edition: Edition = "modern"
    """modern (2016) or classic (2000, with The Dark City)."""
    players: Players = 4
    """The number of seats."""
    scenario: Word | None = None
    """A scenario of the rulebook: its id in the catalogue."""
    cast: list[Word] | None = Field(default=None, max_length=9)
    """The characters by rank, instead of the scenario's."""
    uniques: list[Word] | None = Field(default=None, max_length=40)
    """The unique districts, instead of the scenario's."""
    bonus: list[Word] = Field(default=[], max_length=14)
    """Classic edition: bonus districts to add. Beyond three, each replaces a purple district, by default the last one of the catalogue."""
    rank9: bool | None = None
    """Whether a ninth character plays, when the rules leave the choice to you. Left out: as few characters as the rules allow."""
    substitutes: list[Word] = Field(default=[], max_length=2)
    """Characters in place of those that this number of players forbids, or the ninth one if the scenario names none."""
    options: dict[Word, bool | Annotated[int, Whole] | str] = Field(
        default={}, max_length=10, json_schema_extra={"additionalProperties": False}
    )
    """Options of the edition. Options that you leave out have the rulebook's value."""
    crown: Seat | None = None
    """The seat that begins. It needs the option `initial_crown` = `chosen_seat`."""


class TableOrder(SetupOrder):
    """The table to create. Without a scenario and a cast, it plays the first game of the rulebook."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "players": 3,
                    "seats": [{"kind": "you"}, {"kind": "ai", "level": "greedy"}, {"kind": "ai", "level": "random"}],
                }
            ]
        }
    )

    name: str = Field(default="", max_length=60, pattern=NO_CONTROLS)
    """The name of the table."""
    seats: list[SeatOrder] = Field(default=[], max_length=8)
    """How to fill the seats, in order. Seats that you leave out are open."""
    clock: ClockOrder = NoClock(kind="none")
    """The time limit of every seat. Left out: none."""
    timeout: TimeoutPolicy = "default_action"
    """What happens after a timeout."""
    visibility: Visibility = "public"
    """public: listed, and everybody may watch; unlisted: everybody who knows the id may watch; private: only players and invited accounts."""
    spectator_delay_ms: DelayMs = 0
    """The delay of the game for spectators."""
    rated: bool = False
    """Whether the game is rated. In a rated game the service chooses the seed, and no owner has two seats."""
    start: StartRule = "full"
    """full: start as soon as every seat is taken; demand: start when the creator says so."""
    seed: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    """The seed of the deal, 64 hex digits, for a game that is not rated. Left out: the service draws one."""


class JoinOrder(Body):
    """The seat to take."""

    seat: Seat | None = None
    """The number of the seat. Left out: the first free seat."""
    invite: Secret | None = None
    """The secret of an invitation."""


class InviteOrder(Body):
    """The account to invite."""

    account: AccountId
    """The account of a person or a bot."""
    seat: Seat | None = None
    """The seat to reserve for the account. Left out: the first free seat."""


class AiOrder(Body):
    """The house AI."""

    level: AiLevel = "greedy"
    """The level: how well the AI plays, and how long it thinks."""


class QuickMatchOrder(Body):
    """The game that you want. You join a waiting table, or the service creates one."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": 4, "ai_fill": "greedy"}]})

    edition: Edition = "modern"
    """The edition."""
    players: Players = 4
    """The number of players."""
    clock: ClockOrder | None = None
    """The time limit of each seat. Left out: half a minute for each decision."""
    rated: bool = False
    """Whether the game is rated."""
    ai_fill: AiLevel | None = None
    """The level of the AIs that fill the other seats, so that the game starts at once. Left out: wait for other players."""


class TablesQuery(Body):
    """Which tables to list."""

    cursor: TableCursor | None = None
    """The `next` of the previous page."""
    limit: Limit = 20
    """The maximum number of items."""
    status: TableStatus | None = None
    """Only tables in this state. Left out: open tables, or with `mine` tables in any state."""
    edition: Edition | None = None
    """Only tables of this edition."""
    players: PlayersAsked | None = None
    """Only tables with this number of seats."""
    rated: Truth | None = None
    """Only rated tables, or only those that are not rated."""
    mine: Truth = False
    """Only tables that you created or sit at."""


class InviteLink(msgspec.Struct, frozen=True):
    """An invitation that you can pass on."""

    table: str
    """The id of the table."""
    invite: Annotated[str, msgspec.Meta(min_length=1)]
    """The secret. Whoever has it may see and join the table. If you put it into a link, put it behind a #."""
