"""Decisions and actions in GraphQL: the decision, the legal actions, and the action that a client sends."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from collections.abc import Callable
from typing import Any, Final

import strawberry

from citadels_api.graphql.fields import told
from citadels_api.graphql.types import output, stands_for
from citadels_api.play.contract import ActionAnswer, DecisionAnswer, ResultAnswer
from citadels_api.play.contract import Owed as OwedAnswer
from citadels_api.problems import Refusal


def word_in(name: str) -> Callable[[Any], object]:
    """Read a string field of an action; an empty string means null."""

    def read(action: Any) -> object:
        value = action.fields.get(name)
        return value if isinstance(value, str) and value else None

    return read


def number_in(name: str) -> Callable[[Any], object]:
    """Read a number field of an action; -1 means null."""

    def read(action: Any) -> object:
        value = action.fields.get(name)
        return value if isinstance(value, int) and value >= 0 and not isinstance(value, bool) else None

    return read


def blanks(action: Any) -> object:
    """The characters with blank markers."""
    value = action.fields.get("blank")
    return [value] if isinstance(value, str) else value


@strawberry.type(description="A legal action. Each verb uses some of the fields; the others are null.")
class Action:
    """A legal action."""

    text: str = told("The action in the notation. You can send it back as it is.")
    verb: str = told("The verb: the first word of the text.")
    character: str | None = told("A character: of `pick`, `kill`, `rob`, `theater`, ...", word_in("character"))
    district: str | None = told("A district: of `build`, `keep`, `destroy`, ...", word_in("district"))
    seat: int | None = told("Another seat: of `swap`, `destroy`, `give`, `crown`, ...", number_in("seat"))
    own: str | None = told("`exchange`: the district to give.", word_in("own"))
    type: str | None = told("`spy`: the type of district.", word_in("type"))
    what: str | None = told("`bonus`, `give`: the choice.", word_in("what"))
    taking: str | None = told("`crown`: what the player takes in exchange.", word_in("taking"))
    gold: int | None = told("`income` of the Abbot: the amount of gold.", number_in("gold"))
    cards: int | None = told(
        "`income` of the Abbot, `build` of the Thieves' Den: the number of cards.", number_in("cards")
    )
    framework: bool | None = told("`build`: whether the Framework pays.", lambda action: action.fields.get("framework"))
    over: str | None = told("`build` of the Necropolis: the district that pays.", word_in("over"))
    lender: int | None = told("`build` of the Cardinal: the seat whose gold is taken.", number_in("lender"))
    signed: str | None = told("`warrants`: the character with the signed warrant.", word_in("signed"))
    flowered: str | None = told("`threats`: the character with the flowered threat.", word_in("flowered"))
    blank: list[str] | None = told("`warrants`, `threats`: the characters with blank markers.", blanks)
    price: int = told(
        "The gold that you pay to take the action; 0 if you pay nothing. A tax that follows is not part of it."
    )


stands_for(ActionAnswer, Action)
Decision: Any = output(DecisionAnswer, "Decision", of=(Action,))
Owed: Any = output(OwedAnswer, "Owed")
Result: Any = output(ResultAnswer, "Result")


@strawberry.input(description="An action: either its `text`, or its `verb` with the fields of that verb.")
class ActionInput:
    """An action to send."""

    text: str | None = strawberry.field(default=None, description="The action in the notation, such as `build castle`.")
    verb: str | None = strawberry.field(default=None, description="The verb: the first word of the text.")
    character: str | None = strawberry.field(default=None, description="A character.")
    district: str | None = strawberry.field(default=None, description="A district.")
    seat: int | None = strawberry.field(default=None, description="Another seat.")
    own: str | None = strawberry.field(default=None, description="`exchange`: the district to give.")
    type: str | None = strawberry.field(default=None, description="`spy`: the type of district.")
    what: str | None = strawberry.field(default=None, description="`bonus`, `give`: the choice.")
    taking: str | None = strawberry.field(default=None, description="`crown`: what the player takes in exchange.")
    gold: int | None = strawberry.field(default=None, description="`income` of the Abbot: the amount of gold.")
    cards: int | None = strawberry.field(default=None, description="The number of cards.")
    framework: bool | None = strawberry.field(default=None, description="`build`: whether the Framework pays.")
    over: str | None = strawberry.field(default=None, description="`build`: the district that pays.")
    lender: int | None = strawberry.field(default=None, description="`build`: the seat whose gold is taken.")
    signed: str | None = strawberry.field(
        default=None, description="`warrants`: the character with the signed warrant."
    )
    flowered: str | None = strawberry.field(
        default=None, description="`threats`: the character with the flowered threat."
    )
    blank: list[str] | None = strawberry.field(
        default=None, description="`warrants`, `threats`: the characters with blank markers."
    )


FIELDS: Final = tuple(name for name in ActionInput.__annotations__ if name != "text")


def action_of(input: ActionInput, number: int = 0) -> str | dict[str, Any]:
    """The action as a move takes it: its text or its JSON object. `number` is its index in the list."""
    said = {name: value for name in FIELDS if (value := getattr(input, name)) is not None}
    if input.text is not None:
        if said:
            raise Refusal("invalid", f"actions.{number}: an action is its text, or its verb with fields; not both")
        return input.text
    if input.verb is None:
        raise Refusal("invalid", f"actions.{number}: an action needs its text, or its verb with fields")
    if input.verb == "threats" and input.blank is not None and len(input.blank) == 1:
        said["blank"] = input.blank[0]
    return said
