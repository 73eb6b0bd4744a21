"""Decisions and actions: what is asked, what may be answered, and the answer that is sent."""

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
    """Reads a text among the fields of an action; an empty one says nothing."""

    def read(action: Any) -> object:
        value = action.fields.get(name)
        return value if isinstance(value, str) and value else None

    return read


def number_in(name: str) -> Callable[[Any], object]:
    """Reads a number among the fields of an action; -1 says nothing."""

    def read(action: Any) -> object:
        value = action.fields.get(name)
        return value if isinstance(value, int) and value >= 0 and not isinstance(value, bool) else None

    return read


def blanks(action: Any) -> object:
    """The characters with blank markers."""
    value = action.fields.get("blank")
    return [value] if isinstance(value, str) else value


@strawberry.type(description="A legal action. Each verb has some of the fields; the others are null.")
class Action:
    """A legal action."""

    text: str = told("The action in the notation: what can be sent back as it is.")
    verb: str = told("What is done: the first word of the text.")
    character: str | None = told("A character: of `pick`, `kill`, `rob`, `theater`, ...", word_in("character"))
    district: str | None = told("A district: of `build`, `keep`, `destroy`, ...", word_in("district"))
    seat: int | None = told("Another seat: of `swap`, `destroy`, `give`, `crown`, ...", number_in("seat"))
    own: str | None = told("`exchange`: the district that is given.", word_in("own"))
    type: str | None = told("`spy`: the type of district.", word_in("type"))
    what: str | None = told("`bonus`, `give`: what is chosen.", word_in("what"))
    taking: str | None = told("`crown`: what is taken for it.", word_in("taking"))
    gold: int | None = told("`income` of the Abbot: how much gold.", number_in("gold"))
    cards: int | None = told("`income` of the Abbot, `build` of the Thieves' Den: how many cards.", number_in("cards"))
    framework: bool | None = told("`build`: whether the Framework pays.", lambda action: action.fields.get("framework"))
    over: str | None = told("`build` of the Necropolis: the district that pays.", word_in("over"))
    lender: int | None = told("`build` of the Cardinal: the seat whose gold is taken.", number_in("lender"))
    signed: str | None = told("`warrants`: the character with the signed one.", word_in("signed"))
    flowered: str | None = told("`threats`: the character with the flowered one.", word_in("flowered"))
    blank: list[str] | None = told("`warrants`, `threats`: the characters with the blank ones.", blanks)


stands_for(ActionAnswer, Action)
Decision: Any = output(DecisionAnswer, "Decision", of=(Action,))
Owed: Any = output(OwedAnswer, "Owed")
Result: Any = output(ResultAnswer, "Result")


@strawberry.input(description="An action: either its `text`, or its `verb` with the fields that the verb has.")
class ActionInput:
    """An action that is sent."""

    text: str | None = strawberry.field(default=None, description="The action in the notation, such as `build castle`.")
    verb: str | None = strawberry.field(default=None, description="What is done: the first word of the text.")
    character: str | None = strawberry.field(default=None, description="A character.")
    district: str | None = strawberry.field(default=None, description="A district.")
    seat: int | None = strawberry.field(default=None, description="Another seat.")
    own: str | None = strawberry.field(default=None, description="`exchange`: the district that is given.")
    type: str | None = strawberry.field(default=None, description="`spy`: the type of district.")
    what: str | None = strawberry.field(default=None, description="`bonus`, `give`: what is chosen.")
    taking: str | None = strawberry.field(default=None, description="`crown`: what is taken for it.")
    gold: int | None = strawberry.field(default=None, description="`income` of the Abbot: how much gold.")
    cards: int | None = strawberry.field(default=None, description="How many cards.")
    framework: bool | None = strawberry.field(default=None, description="`build`: whether the Framework pays.")
    over: str | None = strawberry.field(default=None, description="`build`: the district that pays.")
    lender: int | None = strawberry.field(default=None, description="`build`: the seat whose gold is taken.")
    signed: str | None = strawberry.field(default=None, description="`warrants`: the signed one.")
    flowered: str | None = strawberry.field(default=None, description="`threats`: the flowered one.")
    blank: list[str] | None = strawberry.field(default=None, description="`warrants`, `threats`: the blank ones.")


FIELDS: Final = tuple(name for name in ActionInput.__annotations__ if name != "text")


def action_of(input: ActionInput, number: int = 0) -> str | dict[str, Any]:
    """The action as a move takes it, its text or its JSON object; `number` is its place in the list."""
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
