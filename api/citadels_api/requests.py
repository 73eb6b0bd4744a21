"""What requests may say: bodies and query parameters. What is not named here is refused.

Bodies are read strictly: a number is no text, a text no number. Query parameters are texts, read as exactly one form of a value. The module
is long because it is the one list of them, and most of it is what OpenAPI says of each field.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from citadels_api.problems import Refusal
from citadels_api.request_fields import (
    DAY,
    NO_CONTROLS,
    About,
    AccountId,
    ActionObject,
    ActionText,
    After,
    Body,
    BotCursor,
    ClockKind,
    Edition,
    Label,
    Language,
    Level,
    Limit,
    LimitMs,
    Name,
    Number,
    Players,
    PlayersAsked,
    Scope,
    Seat,
    Secret,
    TableCursor,
    TableId,
    Truth,
    Whole,
    Word,
    read,
)

__all__ = [
    "AcceptsOrder",
    "AiOrder",
    "BotChange",
    "BotOrder",
    "BotsQuery",
    "ClaimOrder",
    "ClockOrder",
    "CredentialOrder",
    "CredentialsQuery",
    "DecisionClock",
    "EditionQuery",
    "EventsQuery",
    "GuestOrder",
    "InviteOrder",
    "JoinOrder",
    "LanguageQuery",
    "MeChange",
    "MoveOrder",
    "NameOrder",
    "NoQuery",
    "NoticesQuery",
    "QuickMatchOrder",
    "RecordsQuery",
    "RecoverOrder",
    "ReplayQuery",
    "RotateOrder",
    "SetupOrder",
    "TableOrder",
    "TablesQuery",
    "WhyNotOrder",
    "read",
]

# identity


class GuestOrder(Body):
    """A guest to be made."""

    name: Name | None = None
    """How the tables show the guest; one is made up where none is given."""


class NameOrder(Body):
    """An account to be made."""

    name: Name
    """The name of the account, which no other has."""


class ClaimOrder(Body):
    """A guest who becomes an account."""

    name: Name
    """The name of the account, which no other has."""


class RecoverOrder(Body):
    """An account whose credentials are lost."""

    name: Name
    """The name of the account."""
    recovery: Annotated[Secret, Field(max_length=100)]
    """The recovery code that was told when the account was made or recovered."""


class MeChange(Body):
    """What to change of one's account; what is left out stays."""

    name: Name | None = None
    """The new name."""
    about: About | None = None
    """What the account says of itself."""


class AcceptsOrder(Body):
    """What a bot is ready to play."""

    editions: list[Edition] = Field(default=["modern", "classic"], min_length=1, max_length=2)
    """The editions that it plays."""
    players: list[Players] = Field(default=[2, 3, 4, 5, 6, 7, 8], min_length=1, max_length=7)
    """The numbers of players that it plays with."""
    clocks: list[ClockKind] = Field(default=["none", "decision", "bank", "correspondence"], min_length=1, max_length=4)
    """The kinds of clock that it accepts."""
    least_ms: Annotated[int, Field(ge=0, le=DAY), Whole] = 0
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


class CredentialOrder(Body):
    """A credential to be made."""

    name: Label = ""
    """What to call it, so that its owner knows it again."""
    scopes: list[Scope] | None = Field(default=None, min_length=1, max_length=6)
    """What it is good for: nothing that the credential asked with is not; left out: all of that but `admin`."""
    days: Annotated[int, Field(ge=1, le=90), Whole] | None = None
    """In how many days it ends, at most 30 for a guest's; left out: as late as may be."""
    account: AccountId | None = None
    """An own bot that it is for; left out: oneself."""
    table: TableId | None = None
    """The only table that it is good for; left out: all."""


class RotateOrder(Body):
    """How a credential is replaced by a new one."""

    overlap_s: Annotated[int, Field(ge=0, le=86_400), Whole] = 0
    """For how many seconds more the old one is good."""


# tables


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
    increment_ms: Annotated[int, Field(ge=0, le=14 * DAY), Whole] = 0
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

    kind: Literal["open", "you", "ai", "reserved"] = "open"
    """open to whoever joins, you who make the table, ai of the house, or reserved for an account."""
    level: Level | None = None
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
    timeout: Literal["default_action", "ai_takes_over", "forfeit"] = "default_action"
    """What a timeout does."""
    visibility: Literal["public", "unlisted", "private"] = "public"
    """public: listed and watched by all; unlisted: watched by whoever knows the id; private: seen by those invited."""
    spectator_delay_ms: Annotated[int, Field(ge=0, le=3_600_000), Whole] = 0
    """How far behind spectators see the game."""
    rated: bool = False
    """Whether the result counts for ratings: the service then chooses the seed, and no owner has two seats."""
    start: Literal["full", "demand"] = "full"
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

    level: Level = "greedy"
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
    ai_fill: Level | None = None
    """The level of the AIs that take the seats left, so that the game starts at once; left out: wait for others."""


# play


class MoveOrder(Body):
    """One action or a series, for the decision `n`. Exactly one of `action` and `actions` is given."""

    model_config = ConfigDict(
        json_schema_extra={
            "minProperties": 2,  # says the same as `oneOf`, which generators of clients take for the whole schema
            "maxProperties": 2,
            "examples": [{"n": 17, "action": "build castle"}, {"n": 17, "actions": ["gold", {"verb": "end"}]}],
        },
    )

    n: Annotated[int, Field(ge=0, le=1_000_000), Whole]
    """The number of the decision that is answered."""
    action: ActionText | ActionObject = ""
    """The action, as text or as a JSON object with its `verb`."""
    actions: list[ActionText | ActionObject] = Field(default=[], min_length=1, max_length=32)
    """Several actions, taken in order up to the first that is illegal or no longer the seat's to take."""

    def listed(self) -> list[Any]:
        """The actions as a series."""
        if bool(self.action) == bool(self.actions):
            raise Refusal("invalid", errors=[{"path": "action", "message": "give either action or actions"}])
        return list(self.actions) or [self.action]


class WhyNotOrder(Body):
    """Which actions to look at."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"actions": ["build castle"]}]})

    actions: list[ActionText] = Field(min_length=1, max_length=64)
    """The actions, as texts in the notation."""


# queries


class NoQuery(Body):
    """No parameters."""


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


class TablesQuery(Body):
    """Which tables."""

    cursor: TableCursor | None = None
    """Where the part before ended: its `next`."""
    limit: Limit = 20
    """How many items at most."""
    status: Literal["open", "running", "over", "aborted"] | None = None
    """Those in this state; left out: open ones, and of one's own all."""
    edition: Edition | None = None
    """Only those of the edition."""
    players: PlayersAsked | None = None
    """Only those with so many seats."""
    rated: Truth | None = None
    """Only rated ones, or those that are not."""
    mine: Truth = False
    """Only those where one sits or that one has made."""


class CredentialsQuery(Body):
    """Whose credentials."""

    account: AccountId | None = None
    """An own bot; left out: oneself."""


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


class RecordsQuery(Body):
    """Which records."""

    cursor: TableCursor | None = None
    """Where the part before ended: the `cursor` of its last line."""
    limit: Annotated[int, Field(ge=1, le=1000), Number] = 100
    """How many records at most."""


class ReplayQuery(Body):
    """With whose eyes, and which moments."""

    eyes: Literal["0", "1", "2", "3", "4", "5", "6", "7", "all"] | None = None
    """A seat, which sees what it saw then, or `all`, who see everything; left out: as spectators saw it."""
    after: After | None = None
    """The number of the last moment that is known; left out: from the first on, and what happened before it."""
    limit: Annotated[int, Field(ge=1, le=200), Number] = 100
    """How many moments at most."""


class LanguageQuery(Body):
    """In which language."""

    lang: Language = "en"
    """The language of names."""


class EditionQuery(LanguageQuery):
    """Of which edition, in which language."""

    edition: Edition = "modern"
    """The edition."""
