"""What requests may say, and what is answered, about play: decisions, moves, positions, events."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from pydantic import ConfigDict, Field

from citadels_api.contract import Id, Time
from citadels_api.problems import Refusal
from citadels_api.request_fields import ActionObject, ActionText, Body, Whole
from citadels_api.words import TableStatus


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
    asked: Time
    """Since when it has been awaited."""
    deadline: Time | None
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


class Position(msgspec.Struct, frozen=True):
    """A game as the viewer may know it after the event `number`: `view` is a position in the public notation."""

    table: Id
    """The id of the table."""
    number: int
    """The number of the last event that is in it."""
    seat: int | None
    """The viewer's seat; null for a spectator."""
    status: TableStatus
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


class Committed(msgspec.Struct, frozen=True):
    """The answer to a move: how many of the actions were taken, where the game stands for the seat, and what happened."""

    outcome: str
    """ok."""
    table: Id
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

    table: Id
    """The id of the table."""
    seat: int
    """The seat that has to answer."""
    n: int
    """The number of the decision."""
    kind: str
    """What is asked."""
    deadline: Time | None
    """When its time is up; null without a clock."""
    number: int
    """The number of the table's last event."""


class ReasonAnswer(msgspec.Struct, frozen=True):
    """Whether an action is legal now, for who asks; and if not, why not."""

    text: str
    """The action, as it was sent."""
    legal: bool
    """Whether it is legal."""
    rule: str | None
    """The rule that stands in the way, such as `D-KEEP-1`; null where it is legal, or is no action."""
    why: str | None
    """What stands in the way, in a sentence; null where it is legal."""


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
