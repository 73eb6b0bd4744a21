"""What the models of a service's answers stand on: what all have in common, clocks, and what a model can do beyond its fields.

The rules that hold for all of them stand in `citadels_sdk.live.models`.
"""

from typing import TYPE_CHECKING, Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, Tag, model_validator

from citadels_sdk.client.unknown import Unknown, kinds
from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from citadels_sdk.client.models import Decision, Event
    from citadels_sdk.view.view import View

__all__ = [
    "ActionBase",
    "BankClock",
    "Clock",
    "CorrespondenceClock",
    "DecisionClock",
    "EventBase",
    "Model",
    "NoClock",
    "Page",
    "PositionBase",
    "Tagged",
    "Word",
]

T = TypeVar("T")
Word = Annotated[T | Unknown, Field(union_mode="left_to_right")]
"""A word of a closed list, or one that came after this toolkit."""
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


# clocks


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


# what models can do


class ActionBase(Model):
    """A legal action is its text."""

    if TYPE_CHECKING:
        text: str

    def __str__(self) -> str:
        return self.text


class EventBase(Model):
    """An event can be written as the notation does."""

    if TYPE_CHECKING:
        kind: str
        seat: int | None
        facts: "Mapping[str, object]"

    def to_json(self) -> dict[str, object]:
        """The event as the notation writes it: kind, seat, and the facts beside them.

        >>> from citadels_sdk.live import Event
        >>> Event(number=7, kind="gold", seat=2, facts={"amount": 2}).to_json()
        {'kind': 'gold', 'seat': 2, 'amount': 2}
        """
        return {"kind": self.kind, **({} if self.seat is None else {"seat": self.seat}), **self.facts}


class Tagged(Model):
    """An answer that may be asked for again, as long as nothing has happened."""

    tag: str | None = Field(default=None, exclude=True, repr=False)
    """The ETag that it came with."""


class PositionBase(Tagged):
    """A position can be seen as bots see it."""

    if TYPE_CHECKING:
        seat: int | None
        told: "Mapping[str, object]"
        decision: "Decision | None"

    def view(self, events: "Iterable[Event]" = (), *, time_left: float | None = None) -> "View":
        """The position as bots see it, with the events that the seat has seen, and the seconds that are left."""
        from citadels_sdk.view.view import View

        actions = None if self.decision is None else self.decision.actions
        texts = None if actions is None else [action.text for action in actions]
        seen = [event.to_json() for event in events]
        return View.read(self.told, self.seat, actions=texts, events=seen, time_left=time_left)
