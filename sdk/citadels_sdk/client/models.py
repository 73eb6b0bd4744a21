"""What a service answers about tables and games, as frozen, typed models.

1. A model holds every member that the service's description has, under its own name. Members that it does not know are passed over.
2. A word of a closed list may be one that came after this toolkit: it is then an `Unknown`, as a clock of an unknown kind is.
3. Times are milliseconds since 1970, UTC. What a viewer may not know is None.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, Tag, model_validator

from citadels_sdk.client.unknown import Unknown, kinds
from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from citadels_sdk.view.view import View

__all__ = [
    "BankClock",
    "Clock",
    "ClockKind",
    "Committed",
    "CorrespondenceClock",
    "Decision",
    "DecisionClock",
    "Edition",
    "Event",
    "InviteLink",
    "LegalAction",
    "Level",
    "Model",
    "Ninth",
    "NoClock",
    "OpenPlace",
    "Owed",
    "Page",
    "Player",
    "Position",
    "Result",
    "Scope",
    "Seat",
    "Start",
    "Status",
    "Table",
    "TableSetup",
    "Timeout",
    "Visibility",
    "Word",
]

T = TypeVar("T")
Word = Annotated[T | Unknown, Field(union_mode="left_to_right")]
"""A word of a closed list, or one that came after this toolkit."""

Edition = Literal["modern", "classic"]
Level = Literal["random", "greedy", "planner"]
ClockKind = Literal["none", "decision", "bank", "correspondence"]
Scope = Literal["play", "table:create", "account:write", "credential:write", "tournament:write", "admin"]
Status = Literal["open", "running", "over", "aborted"]
Timeout = Literal["default_action", "ai_takes_over", "forfeit"]
Visibility = Literal["public", "unlisted", "private"]
Start = Literal["full", "demand"]
Ninth = Literal["never", "always", "choice"]
DAY_MS = 86_400_000


class Model(BaseModel):
    """What all answers have in common: they cannot be changed, and pass over what they do not know."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True, extra="ignore", defer_build=True, hide_input_in_errors=True
    )

    def __str__(self) -> str:
        return repr(self)


class Page(Model, Generic[T]):
    """Part of a list; `next` is the cursor of the next part, None at the end."""

    items: tuple[T, ...]
    """This part of the list."""
    next: str | None
    """The cursor of the next part."""


# tables


class Player(Model):
    """Who sits at a seat: a human, a bot, or an AI of the house; `id` is None for an AI."""

    id: str | None
    """The id of the account."""
    name: str
    """The name that the table shows."""
    kind: Word[Literal["human", "bot", "ai"]]
    """human, bot or ai."""
    level: Word[Level | None] = None
    """The level of an AI."""


class Seat(Model):
    """A seat of a table."""

    seat: int
    """Its number, from 0."""
    kind: Word[Literal["open", "reserved", "human", "bot", "ai"]]
    """open, reserved, human, bot or ai."""
    player: Player | None
    """Who sits there; None where nobody does."""
    left: Word[Literal["resigned", "forfeited"] | None]
    """Why its player is gone."""
    level: Word[Level | None]
    """The level of the AI that plays on for its player."""
    bank_ms: int | None
    """What is left of its bank."""


class NoClock(Model):
    """No limit."""

    kind: Literal["none"] = "none"


class DecisionClock(Model):
    """So much time for each decision.

    >>> DecisionClock(limit_ms=30_000)
    DecisionClock(kind='decision', limit_ms=30000)
    """

    kind: Literal["decision"] = "decision"
    limit_ms: int
    """The time for one decision."""


class BankClock(Model):
    """So much time for the game, and an increment for each decision."""

    kind: Literal["bank"] = "bank"
    bank_ms: int
    """The time for the whole game."""
    limit_ms: int | None = None
    """The time for one decision; what exceeds it is taken from the bank. None: all is."""
    increment_ms: int = 0
    """What is added to the bank after each decision."""


class CorrespondenceClock(Model):
    """So many days for each decision."""

    kind: Literal["correspondence"] = "correspondence"
    days: int
    """The days for one decision."""

    @property
    def limit_ms(self) -> int:
        """The time for one decision."""
        return self.days * DAY_MS

    @model_validator(mode="before")
    @classmethod
    def _days(cls, told: object) -> object:
        """An answer tells the days in milliseconds."""
        limit = told.get("limit_ms") if is_object(told) and "days" not in told else None
        return {"kind": "correspondence", "days": limit // DAY_MS} if isinstance(limit, int) else told


Clock = Annotated[
    Annotated[NoClock, Tag("none")]
    | Annotated[DecisionClock, Tag("decision")]
    | Annotated[BankClock, Tag("bank")]
    | Annotated[CorrespondenceClock, Tag("correspondence")]
    | Annotated[Unknown, Tag("unknown")],
    kinds("kind", "none", "decision", "bank", "correspondence"),
]
"""How much time a seat has."""


class LegalAction(Model):
    """A legal action: its canonical text, its verb, its fields."""

    text: str
    """The action in the notation's words, as it can be sent back."""
    verb: str
    """The first word of the text: what is done."""
    fields: Mapping[str, object]
    """What the verb is done with; with the verb it is the action as a JSON object, which can be sent back too."""

    def __str__(self) -> str:
        return self.text


class Decision(Model):
    """The decision awaited. `actions` is None for everybody but the seat that is asked."""

    seat: int
    """The seat that is asked."""
    kind: str
    """What is asked: pick, turn, keep, ..."""
    n: int
    """The number of the decision in the game, to be sent with the answer."""
    asked: int
    """Since when it has been awaited."""
    deadline: int | None
    """When its time is up; None without a clock."""
    actions: tuple[LegalAction, ...] | None = None
    """All legal actions, for the seat that is asked."""


class Result(Model):
    """How a game ended."""

    places: tuple[tuple[int, ...], ...]
    """The seats by place, the winner first; seats that share a place stand together."""
    totals: tuple[int, ...]
    """The points of each seat."""
    left: tuple[int, ...]
    """The seats that resigned or forfeited, in that order."""


class OpenPlace(Model):
    """A rank at which whoever makes the table may choose."""

    rank: int
    """The rank."""
    wanted: str | None
    """The scenario's character, which the number of players forbids; null where the scenario names none."""
    chosen: str
    """Who plays there now."""
    choices: tuple[str, ...]
    """Who may play there, the default first: name one in `substitutes`."""


class TableSetup(Model):
    """What would be dealt at a table: as exactly as can be known before the deal."""

    edition: Word[Edition]
    """modern or classic."""
    players: int
    """How many seats it has."""
    scenario: str | None
    """The scenario, if one is asked for."""
    cast: tuple[str, ...]
    """The characters in the game, by rank."""
    uniques: tuple[str, ...]
    """The unique districts in the deck."""
    options: Mapping[str, object]
    """Every option of the edition, those left out at the rulebook's value."""
    rank9: Word[Ninth]
    """Whether a ninth character plays: never, always, or choice, which is yours to make with `rank9`."""
    places: tuple[OpenPlace, ...]
    """Where you may choose who plays; empty where you name the whole cast."""
    deck: int
    """How many district cards there are."""
    complete: int
    """How many districts complete a city."""


class Table(Model):
    """A table: its settings, its seats, where it stands."""

    id: str
    """The id of the table."""
    name: str
    """What its creator calls it."""
    status: Word[Status]
    """open, running, over or aborted."""
    number: int
    """The number of the last event."""
    creator: Player
    """Who made it."""
    edition: Word[Edition]
    """modern or classic."""
    players: int
    """How many seats it has."""
    scenario: str | None
    """The scenario whose cast is played, if any."""
    cast: tuple[str, ...]
    """The characters in the game."""
    uniques: tuple[str, ...]
    """The unique districts in the deck."""
    options: Mapping[str, object]
    """The options of the edition that were chosen."""
    seats: tuple[Seat, ...]
    """The seats, by number."""
    clock: Clock
    """How much time a seat has."""
    timeout: Word[Timeout]
    """What a timeout does."""
    visibility: Word[Visibility]
    """public, unlisted or private."""
    spectator_delay_ms: int
    """How far behind spectators see the game."""
    rated: bool
    """Whether the result counts for ratings."""
    start: Word[Start]
    """When it starts: full (at once when every seat is taken) or demand."""
    rules: int
    """The number of the rules; a higher one may replay otherwise."""
    commitment: str
    """The commitment to the seed, made before the deal."""
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
    decision: Decision | None
    """The decision awaited, without its actions."""
    result: Result | None
    """How the game ended; None before."""
    rematch: str | None
    """The table of the rematch, if there is one."""
    archived: bool
    """Whether only its record is kept."""
    your_seat: int | None
    """The seat of who asks; None for everybody else."""
    tournament: str | None
    """The id of the tournament that it is played in; None outside of one."""
    fixture: str | None
    """Which of the tournament's games it is: `round.table.deal.turn`."""
    sealed: bool
    """Whether seed, record and open views are withheld, since the same deal is still played at another table."""


class InviteLink(Model):
    """An invitation that can be passed on."""

    table: str
    """The id of the table."""
    invite: str = Field(repr=False)
    """The secret that lets its holder see and join the table."""


# play


class Event(Model):
    """One event as the viewer may know it; the names of `facts` depend on `kind`."""

    number: int
    """Its number in the table's log."""
    kind: str
    """What happened."""
    seat: int | None
    """Whose doing it was; None for what happens by itself."""
    facts: Mapping[str, object]
    """What happened in detail, as far as the viewer may know it."""

    def to_json(self) -> dict[str, object]:
        """The event as the notation writes it: kind, seat, and the facts beside them.

        >>> Event(number=7, kind="gold", seat=2, facts={"amount": 2}).to_json()
        {'kind': 'gold', 'seat': 2, 'amount': 2}
        """
        return {"kind": self.kind, **({} if self.seat is None else {"seat": self.seat}), **self.facts}


class Position(Model):
    """A game as the viewer may know it after the event `number`."""

    table: str
    """The id of the table."""
    number: int
    """The number of the last event that is in it."""
    seat: int | None
    """The viewer's seat; None for a spectator."""
    status: Word[Status]
    """open, running, over or aborted."""
    told: Mapping[str, object] = Field(alias="view")
    """The position as the viewer may know it, section 3 of the notation (the member `view` of the JSON)."""
    decision: Decision | None
    """The decision awaited."""
    result: Result | None
    """How the game ended; None before."""
    tag: str | None = Field(default=None, exclude=True, repr=False)
    """The ETag that it came with."""

    def view(self, events: Iterable[Event] = (), *, time_left: float | None = None) -> "View":
        """The position as bots see it, with the events that the seat has seen, and the seconds that are left."""
        from citadels_sdk.view.view import View

        actions = None if self.decision is None or self.decision.actions is None else self.decision.actions
        texts = None if actions is None else [action.text for action in actions]
        seen = [event.to_json() for event in events]
        return View.read(self.told, self.seat, actions=texts, events=seen, time_left=time_left)


class Committed(Model):
    """The answer to a move: how many of the actions were taken, where the game stands for the seat, and what happened."""

    outcome: Word[Literal["ok"]]
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
    events: tuple[Event, ...]
    """What happened, as the seat may know it."""
    position: Position
    """The game as the seat may know it after that."""
    stopped: Mapping[str, object] | None
    """Why the rest of a series was not taken: a problem, as the first of a series would have got it."""
    replayed: bool = False
    """Whether the answer is that of an earlier request under the same key."""


class Owed(Model):
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
    """When its time is up; None without a clock."""
    number: int
    """The number of the table's last event."""
