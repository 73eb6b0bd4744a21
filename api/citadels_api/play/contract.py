"""Requests and responses of play: decisions, moves, positions, events."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import Id, Time
from citadels_api.problems import Refusal
from citadels_api.request_fields import ActionObject, ActionText, Body, Whole
from citadels_api.words import TableStatus


class ActionAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action: its canonical text, its verb, its fields, its price."""

    text: str
    """The action in the notation. You can send it back as it is."""
    verb: str
    """The verb: the first word of the text."""
    fields: dict[str, Any]
    """The other fields of the action. Together with the verb they are the action as a JSON object, which you can also send back."""
    price: int = 0
    """The gold that you pay to take the action; 0 where it is left out. A tax that follows is not part of it."""


class DecisionAnswer(msgspec.Struct, frozen=True):
    """The decision that the game waits for. `actions` is null except for the seat that decides; `deadline` is null without a time limit."""

    seat: int
    """The seat that decides."""
    kind: str
    """The kind of the decision, as in section 1 of the notation: pick, turn, keep, ..."""
    n: int
    """The number of the decision in the game. Send it with your answer."""
    asked: Time
    """Since when the game waits for it."""
    deadline: Time | None
    """When the time runs out; null without a time limit."""
    actions: list[ActionAnswer] | None = None
    """All legal actions, for the seat that decides; null for everybody else."""


class ResultAnswer(msgspec.Struct, frozen=True):
    """How a game ended: the seats by place, the points of each seat, and the seats that left, in that order."""

    places: list[list[int]]
    """The seats by place, the winner first. Seats that share a place are in one list."""
    totals: list[int]
    """The points of each seat."""
    left: list[int]
    """The seats that resigned or forfeited, in that order."""


class Position(msgspec.Struct, frozen=True):
    """A game as the viewer may know it after the event `number`. `view` is a position in the public notation."""

    table: Id
    """The id of the table."""
    number: int
    """The number of the last event that the position includes."""
    seat: int | None
    """The viewer's seat; null for a spectator."""
    status: TableStatus
    """open, running, over or aborted."""
    view: dict[str, Any]
    """The position as the viewer may know it (section 3 of the notation); empty before the deal."""
    decision: DecisionAnswer | None
    """The decision that the game waits for."""
    result: ResultAnswer | None
    """How the game ended; null before the end."""


class EventAnswer(msgspec.Struct, frozen=True):
    """One event as the viewer may know it. The names in `facts` depend on `kind`."""

    number: int
    """The number of the event in the table's log."""
    kind: str
    """The kind of the event."""
    seat: int | None
    """The seat that caused the event; null if no seat did."""
    facts: dict[str, Any]
    """The details of the event, as far as the viewer may know them."""


class Committed(msgspec.Struct, frozen=True):
    """The response to a move: how many actions were taken, the new state of the game for the seat, and the events."""

    outcome: str
    """ok."""
    table: Id
    """The id of the table."""
    seat: int
    """The seat that acted."""
    taken: int
    """How many of the actions were taken."""
    n: int
    """The number of the next decision after the last action taken."""
    number: int
    """The number of the last event."""
    events: list[EventAnswer]
    """The events since the decision, as far as the seat may know them."""
    position: Position
    """The game after that, as the seat may know it."""
    stopped: dict[str, Any] | None
    """Why the remaining actions were not taken: the same problem that the first action of a series would have got."""
    replayed: bool = False
    """Whether this is the stored response to an earlier request with the same idempotency key."""


class Owed(msgspec.Struct, frozen=True):
    """A decision that you owe."""

    table: Id
    """The id of the table."""
    seat: int
    """The seat that must decide."""
    n: int
    """The number of the decision."""
    kind: str
    """The kind of the decision."""
    deadline: Time | None
    """When the time runs out; null without a time limit."""
    number: int
    """The number of the table's last event."""


class ReasonAnswer(msgspec.Struct, frozen=True):
    """Whether an action is legal for you now, and if not, why not."""

    text: str
    """The action, as you sent it."""
    legal: bool
    """Whether the action is legal."""
    rule: str | None
    """The rule that forbids the action, such as `D-KEEP-1`; null if it is legal or is not an action."""
    why: str | None
    """Why the action is not legal, in one sentence; null if it is legal."""


class MoveOrder(Body):
    """One action or a series of actions for the decision `n`. Send either `action` or `actions`."""

    model_config = ConfigDict(
        json_schema_extra={
            "minProperties": 2,  # says the same as `oneOf`, which generators of clients take for the whole schema
            "maxProperties": 2,
            "examples": [{"n": 17, "action": "build castle"}, {"n": 17, "actions": ["gold", {"verb": "end"}]}],
        },
    )

    n: Annotated[int, Field(ge=0, le=1_000_000), Whole]
    """The number of the decision that you answer."""
    action: ActionText | ActionObject = ""
    """The action, as text or as a JSON object with a `verb`."""
    actions: list[ActionText | ActionObject] = Field(default=[], min_length=1, max_length=32)
    """Several actions. They are taken in order until one is illegal or another seat has to decide."""

    def listed(self) -> list[Any]:
        """The actions as a series."""
        if bool(self.action) == bool(self.actions):
            raise Refusal("invalid", errors=[{"path": "action", "message": "give either action or actions"}])
        return list(self.actions) or [self.action]


class WhyNotOrder(Body):
    """The actions to check."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"actions": ["build castle"]}]})

    actions: list[ActionText] = Field(min_length=1, max_length=64)
    """The actions, as texts in the notation."""
