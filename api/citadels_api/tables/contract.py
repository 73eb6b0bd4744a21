"""What requests may say, and what is answered, about tables: their seats, clocks and settings."""

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
    """Who sits at a seat: a human, a bot, or an AI of the house; `id` is null for an AI."""

    id: Id | None
    """The id of the account; null for an AI of the house."""
    name: str
    """The name that the table shows."""
    kind: PlayerKind
    """human, bot or ai."""
    level: AiLevel | None = None
    """The level of an AI: random, greedy or planner."""


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat of a table: its kind is open, reserved, human, bot or ai."""

    seat: int
    """Its number, from 0."""
    kind: SeatKind
    """open, reserved, human, bot or ai."""
    player: PlayerAnswer | None
    """Who sits there; null where nobody does."""
    left: Departure | None
    """Why its player is gone: resigned or forfeited."""
    level: AiLevel | None
    """The level of the AI that plays on for its player."""
    bank_ms: Millis | None
    """What is left of its bank."""


class ClockAnswer(msgspec.Struct, frozen=True):
    """How much time a seat has: none (no limit), decision, bank or correspondence."""

    kind: ClockKind
    """none, decision, bank or correspondence."""
    limit_ms: Millis | None
    """The time for one decision."""
    bank_ms: Millis | None
    """The time for the whole game, used where there is no limit or the limit is exceeded."""
    increment_ms: Millis
    """What is added to the bank after each decision."""


class TableAnswer(msgspec.Struct, frozen=True):
    """A table: its settings, its seats, where it stands. `number` is that of its last event."""

    id: Id
    """The id of the table."""
    name: str
    """What its creator calls it."""
    status: TableStatus
    """open, running, over or aborted."""
    number: int
    """The number of the last event."""
    creator: PlayerAnswer
    """Who made it."""
    edition: Edition
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
    timeout: TimeoutPolicy
    """What a timeout does: default_action, ai_takes_over or forfeit."""
    visibility: Visibility
    """public, unlisted or private."""
    spectator_delay_ms: Millis
    """How far behind spectators see the game."""
    rated: bool
    """Whether the result counts for ratings."""
    start: StartRule
    """When it starts: full (at once when every seat is taken) or demand."""
    rules: int
    """The number of the rules; a higher one may replay otherwise."""
    commitment: str
    """The commitment to the seed, made before the deal: the SHA-256 of id, rules and seed."""
    seeded: bool
    """Whether the creator chose the seed."""
    seed: str | None
    """Revealed once the game is over."""
    created: Time
    """When it was made."""
    started: Time | None
    """When the game was dealt."""
    ended: Time | None
    """When the game ended."""
    decision: DecisionAnswer | None
    """The decision awaited, without its actions; as late as spectators see it, for those who do not sit at the table."""
    result: ResultAnswer | None
    """How the game ended; null before."""
    rematch: Id | None
    """The table of the rematch, if there is one."""
    archived: bool
    """Whether only its record is kept."""
    your_seat: int | None
    """The seat of who asks; null for everybody else."""
    tournament: Id | None
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

    edition: Edition
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
    rank9: NinthRule
    """Whether a ninth character plays: never, always, or choice, which is yours to make with `rank9`."""
    places: list[OpenPlaceAnswer]
    """Where you may choose who plays; empty where you name the whole cast."""
    deck: int
    """How many district cards there are."""
    complete: int
    """How many districts complete a city."""


class NoClock(Body):
    """No limit."""

    kind: Literal["none"]
    """none."""


class DecisionClock(Body):
    """So much time for each decision."""

    kind: Literal["decision"]
    """decision."""
    limit_ms: LimitMs
    """The time for one decision."""


class BankClock(Body):
    """So much time for the game."""

    kind: Literal["bank"]
    """bank."""
    bank_ms: LimitMs
    """The time for the whole game."""
    limit_ms: LimitMs | None = None
    """The time for one decision; what exceeds it is taken from the bank. Left out: all is."""
    increment_ms: Annotated[int, SPAN, Field(ge=0, le=14 * DAY), Whole] = 0
    """What is added to the bank after each decision."""


class CorrespondenceClock(Body):
    """So many days for each decision."""

    kind: Literal["correspondence"]
    """correspondence."""
    days: Annotated[int, Field(ge=1, le=14), Whole]
    """The days for one decision."""


ClockOrder = Annotated[NoClock | DecisionClock | BankClock | CorrespondenceClock, Field(discriminator="kind")]


class SeatOrder(Body):
    """What a seat is to be."""

    kind: SeatWish = "open"
    """open to whoever joins, you who make the table, ai of the house, or reserved for an account."""
    level: AiLevel | None = None
    """The level of an AI; left out: greedy."""
    account: AccountId | None = None
    """Whom a reserved seat is kept for."""


class SetupOrder(Body):
    """A game to be set up. Without a scenario and a cast it is the rulebook's first game."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": 3, "scenario": "devious_dignitaries__000"}]})

    edition: Edition = "modern"
    """modern (2016) or classic (2000, with The Dark City)."""
    players: Players = 4
    """How many seats it has."""
    scenario: Word | None = None
    """A scenario of the rulebook, by its id in the catalogue."""
    cast: list[Word] | None = Field(default=None, max_length=9)
    """The characters by rank, in place of a scenario's."""
    uniques: list[Word] | None = Field(default=None, max_length=40)
    """The unique districts, in place of the scenario's."""
    bonus: list[Word] = Field(default=[], max_length=14)
    """Classic: bonus districts that are added; beyond three, one of the purple ones leaves for each, by default the last of the catalogue."""
    rank9: bool | None = None
    """Whether a ninth character plays where the rules leave the choice; left out: as few characters as the rules allow."""
    substitutes: list[Word] = Field(default=[], max_length=2)
    """Who plays in place of a scenario's character that the number of players forbids, or as the ninth where the scenario names none."""
    options: dict[Word, bool | Annotated[int, Whole] | str] = Field(
        default={}, max_length=10, json_schema_extra={"additionalProperties": False}
    )
    """Options of the edition: those that are left out have the rulebook's value."""
    crown: Seat | None = None
    """Who begins; only with the option `initial_crown` = `chosen_seat`."""


class TableOrder(SetupOrder):
    """A table to be made. Without a scenario and a cast the rulebook's first game is set up."""

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
    """What to call it."""
    seats: list[SeatOrder] = Field(default=[], max_length=8)
    """What the seats are to be, in order; those that are left out are open."""
    clock: ClockOrder = NoClock(kind="none")
    """The clock of every seat; left out: none."""
    timeout: TimeoutPolicy = "default_action"
    """What a timeout does."""
    visibility: Visibility = "public"
    """public: listed and watched by all; unlisted: watched by whoever knows the id; private: seen by those invited."""
    spectator_delay_ms: DelayMs = 0
    """How far behind spectators see the game."""
    rated: bool = False
    """Whether the result counts for ratings: the service then chooses the seed, and no owner has two seats."""
    start: StartRule = "full"
    """Start at once when every seat is taken, or when the creator says so."""
    seed: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    """The seed of the deal, 64 hex digits, in a game that is not rated; left out: the service draws one."""


class JoinOrder(Body):
    """How to take a seat."""

    seat: Seat | None = None
    """The seat wanted; left out: the first that is free."""
    invite: Secret | None = None
    """The secret of an invitation."""


class InviteOrder(Body):
    """Whom to invite."""

    account: AccountId
    """The account, of a person or a bot."""
    seat: Seat | None = None
    """The seat to keep for it; left out: the first that is free."""


class AiOrder(Body):
    """An AI of the house."""

    level: AiLevel = "greedy"
    """How well it plays, and how long it thinks."""


class QuickMatchOrder(Body):
    """What kind of game is wanted: a waiting table is joined, or a new one made."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": 4, "ai_fill": "greedy"}]})

    edition: Edition = "modern"
    """The edition."""
    players: Players = 4
    """How many players."""
    clock: ClockOrder | None = None
    """How much time a seat has; left out: half a minute for each decision."""
    rated: bool = False
    """Whether the result counts for ratings."""
    ai_fill: AiLevel | None = None
    """The level of the AIs that take the seats left, so that the game starts at once; left out: wait for others."""


class TablesQuery(Body):
    """Which tables."""

    cursor: TableCursor | None = None
    """Where the part before ended: its `next`."""
    limit: Limit = 20
    """How many items at most."""
    status: TableStatus | None = None
    """Those in this state; left out: open ones, and of one's own all."""
    edition: Edition | None = None
    """Only those of the edition."""
    players: PlayersAsked | None = None
    """Only those with so many seats."""
    rated: Truth | None = None
    """Only rated ones, or those that are not."""
    mine: Truth = False
    """Only those where one sits or that one has made."""


class InviteLink(msgspec.Struct, frozen=True):
    """An invitation that can be passed on."""

    table: str
    """The id of the table."""
    invite: Annotated[str, msgspec.Meta(min_length=1)]
    """The secret that lets its holder see and join the table. A client that makes a link of it puts it behind a #."""
