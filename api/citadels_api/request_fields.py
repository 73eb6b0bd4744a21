"""The kinds of fields that requests have, and how requests are read: strictly, and refused with every field that is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from citadels_api import ids
from citadels_api.contract import ID, SPAN
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping


DAY: Final = 86_400_000
NO_CONTROLS: Final = r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
"""Neither controls, but for the end of a line, nor what turns the direction of a text."""
OF_THE_HOUSE: Final = {"not": {"pattern": "^([gG][uU][eE][sS][tT]|[aA][dD][mM][iI][nN])-"}}
"""Names that the house gives itself."""


def _whole(value: object) -> object:
    """A number that is written with a point and is whole all the same: JSON knows no difference."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole: Final = BeforeValidator(_whole)

Name = Annotated[str, Field(min_length=3, max_length=32, pattern=r"^[A-Za-z0-9_.-]+$", json_schema_extra=OF_THE_HOUSE)]
Label = Annotated[str, Field(max_length=64, pattern=NO_CONTROLS)]
About = Annotated[str, Field(max_length=500, pattern=NO_CONTROLS)]
Word = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]
AccountId = Annotated[str, ID, Field(pattern=f"^acct_{ids.ID}$")]
TableId = Annotated[str, ID, Field(pattern=f"^game_{ids.ID}$")]
Secret = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[!-~]+$")]
Seat = Annotated[int, Field(ge=0, le=7), Whole]
Players = Annotated[int, Field(ge=2, le=8), Whole]
LimitMs = Annotated[int, SPAN, Field(ge=50, le=14 * DAY), Whole]
DelayMs = Annotated[int, SPAN, Field(ge=0, le=3_600_000), Whole]


class Body(BaseModel):
    """A request's body, or its query.

    What reads it is built when the first one comes. The docstrings below its fields are told by `openapi` alone, which reads them in the source.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


# actions

Figure = Annotated[int, Field(ge=-1000, le=1000), Whole]
ActionText = Annotated[str, Field(min_length=1, max_length=120)]
ActionObject = Annotated[
    dict[str, bool | Figure | str | list[Figure] | list[str] | None],
    Field(min_length=1, max_length=8),
]


# queries


def _plain_number(text: object) -> object:
    if isinstance(text, str):
        if re.fullmatch(r"0|[1-9][0-9]{0,15}", text) is None:
            raise ValueError("a whole number in plain digits is needed")
        return int(text)
    return text


def _plain_truth(text: object) -> object:
    if isinstance(text, str):
        if text not in {"true", "false"}:
            raise ValueError("true or false is needed")
        return text == "true"
    return text


Number: Final = BeforeValidator(_plain_number)
Truth = Annotated[bool, BeforeValidator(_plain_truth)]
TableCursor = Annotated[str, Field(pattern=rf"^[0-9]{{1,15}}\.game_{ids.ID}$")]
BotCursor = Annotated[str, Field(pattern=rf"^[0-9]{{1,15}}\.acct_{ids.ID}$")]
Limit = Annotated[int, Field(ge=1, le=100), Number]
After = Annotated[int, Field(ge=0, le=2**53 - 1), Number]
PlayersAsked = Annotated[int, Field(ge=2, le=8), Number]


# reading

WORDS: Final = {
    "missing": "this is needed",
    "extra_forbidden": "there is nothing of this name",
    "string_type": "a text is needed",
    "string_too_short": "at least {min_length} characters are needed",
    "string_too_long": "at most {max_length} characters are taken",
    "string_pattern_mismatch": "a text of the form {pattern} is needed",
    "int_type": "a whole number is needed",
    "int_from_float": "a whole number is needed",
    "float_type": "a number is needed",
    "finite_number": "a finite number is needed",
    "bool_type": "true or false is needed",
    "greater_than": "more than {gt} is needed",
    "greater_than_equal": "at least {ge} is needed",
    "less_than": "less than {lt} is needed",
    "less_than_equal": "at most {le} is taken",
    "literal_error": "one of these is needed: {expected}",
    "list_type": "a list is needed",
    "dict_type": "an object is needed",
    "model_type": "an object is needed",
    "model_attributes_type": "an object is needed",
    "too_short": "at least {min_length} entries are needed",
    "too_long": "at most {max_length} entries are taken",
    "union_tag_not_found": "{discriminator} is needed",
    "union_tag_invalid": "{discriminator} is one of {expected_tags}",
    "value_error": "{error}",
}
"""What is wrong with a field, by pydantic's name for it."""
OTHERWISE: Final = "this is not taken"
QUOTED: Final = ("expected", "expected_tags", "discriminator")
"""Details in which pydantic writes words as Python does."""


def in_words(kind: str, details: Mapping[str, Any]) -> str:
    """What is wrong with a field, in words of ours."""
    plain = {name: str(one).replace("'", "") if name in QUOTED else one for name, one in details.items()}
    return WORDS.get(kind, OTHERWISE).format(**plain)


def place(values: object, steps: tuple[int | str, ...]) -> str:
    """Where in the values a fault is, without the names that pydantic gives to the alternatives of a field."""
    kept: list[str] = []
    for number, step in enumerate(steps):
        if isinstance(values, dict):
            if step in values:
                values = values[step]
            elif number < len(steps) - 1:
                continue
        elif isinstance(values, list) and isinstance(step, int):
            values = values[step] if step < len(values) else None
        else:
            continue
        kept.append(str(step))
    return ".".join(kept) or "body"


def read(model: type[BaseModel], values: Mapping[str, object]) -> Any:
    """The values as the model has them; refused with every field that is wrong."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        errors = [
            {"path": place(values, one["loc"]), "message": in_words(one["type"], one.get("ctx", {}))}
            for one in error.errors(include_url=False, include_input=False)[:20]
        ]
        first = errors[0]
        raise Refusal("invalid", f"{first['path']}: {first['message']}"[:300], errors=errors) from None


class NoQuery(Body):
    """No parameters."""
