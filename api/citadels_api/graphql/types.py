"""The types, inputs and enums of the schema, generated from the contracts. A field is declared only in the contract.

1. An output type reads the answer that it is generated from: it has the same fields and descriptions. A string that is an id, a word of a
   closed list, a time or a duration has the schema's own type. A struct has the type generated from it.
2. A type that contains other types receives them as `of`, so that the order of generation is visible.
3. Differences from the contract are arguments at the place of generation: fields that are renamed, left out, or read in another way.
4. An input has the fields of the REST body, and the parameters of the REST path.
"""

from __future__ import annotations

import inspect
from enum import Enum
from functools import cache
from operator import attrgetter, itemgetter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
import strawberry
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from citadels_api.contract import ID, MOMENT, SPAN, Mark
from citadels_api.field_texts import field_texts
from citadels_api.graphql.fields import told
from citadels_api.graphql.nodes import Node
from citadels_api.graphql.scalars import Json, Millis, Time
from citadels_api.words import Words, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Field = tuple[Any, Any]

CONTRACTS: Final[dict[Any, Any]] = {}
"""The contract type of each schema type: a struct, a model, a mark, or a union of models."""
SCALARS: Final[dict[Any, Any]] = {ID: strawberry.ID, MOMENT: Time, SPAN: Millis}


def output(
    answer: type,
    name: str,
    *,
    of: tuple[Any, ...] = (),
    node: bool = False,
    only: tuple[str, ...] | None = None,
    renamed: Mapping[str, str] | None = None,
    fields: Mapping[str, Any] | None = None,
    text: str | None = None,
    nullable: tuple[str, ...] | None = None,
) -> Any:
    """The output type that reads this answer.

    `fields` are the fields that differ from the contract: another type, or a type and how to read it (`told`); None leaves one out.
    `renamed` gives the schema's name of a field. For a body that is returned, `nullable` names the fields that may be null.
    """
    renamed = renamed or {}
    otherwise = dict(fields or {})
    known = {CONTRACTS[one]: one for one in of}
    texts = field_texts(answer)
    hints = get_type_hints(answer, include_extras=True)
    read: Callable[[str], Any] = itemgetter if issubclass(answer, BaseModel) else attrgetter
    made: dict[str, Field] = {}
    for field in hints if only is None else only:
        if field in otherwise:
            own = otherwise.pop(field)
            if own is not None:
                made[field] = own if isinstance(own, tuple) else (own, told(texts[field]))
        elif field in texts and not (node and field == "id"):
            called = renamed.get(field, field)
            own_read = read(field) if called != field or read is itemgetter else None
            kind = type_of(hints[field], known)
            if nullable is not None and field not in nullable:
                kind = without_null(kind)
            made[called] = (kind, told(texts[field], own_read))
    made |= {field: own for field, own in otherwise.items() if own is not None}
    built = strawberry.type(class_of(name, made, (Node,) if node else ()), description=text or text_of(answer))
    CONTRACTS[built] = answer
    return built


def input_of(
    body: type[BaseModel] | None,
    name: str,
    *,
    of: tuple[Any, ...] = (),
    unset: bool = False,
    defaults: bool = True,
    fields: Mapping[str, Any] | None = None,
    text: str | None = None,
    **address: str,
) -> Any:
    """The input with the fields of this body, after the parameters of the path, each with its description.

    With `unset`, a missing field differs from a null one. With `defaults` off, no field has a default.
    """
    otherwise = dict(fields or {})
    made: dict[str, Field] = {
        field: (strawberry.ID, strawberry.field(description=about)) for field, about in address.items()
    }
    if body is not None:
        known = {CONTRACTS[one]: one for one in of}
        texts, hints = field_texts(body), get_type_hints(body, include_extras=True)
        for field, declared in body.model_fields.items():
            default = declared.default if defaults or declared.is_required() else None
            if field in otherwise:
                made[field] = input_field(otherwise.pop(field), None, texts[field], unset=unset)
                continue
            made[field] = input_field(type_of(hints[field], known), default, texts[field], unset=unset)
    made |= otherwise
    built = strawberry.input(class_of(name, made), description=text or text_of(body))
    CONTRACTS[built] = body
    return built


def input_field(kind: Any, default: Any, text: str, *, unset: bool) -> Field:
    """A field of an input. An optional one has its default if that is a plain value."""
    if default is PydanticUndefined:
        return kind, strawberry.field(description=text)
    if isinstance(default, bool | int | str):
        if isinstance(kind, type) and issubclass(kind, Enum):
            default = next(one for one in kind if one.value == default)
        return kind, strawberry.field(default=default, description=text)
    return kind | None, strawberry.field(default=strawberry.UNSET if unset else None, description=text)


def payload(name: str, field: str, kind: Any, text: str) -> Any:
    """The result of a change: the changed object, under its name."""
    made = {field: (kind, told(f"The {field}.", lambda answer: answer))}
    return strawberry.type(class_of(name, made), description=text)


def stands_for(contract: Any, kind: Any) -> None:
    """Register a handwritten type for a contract type, or for a union of several."""
    CONTRACTS[kind] = frozenset(get_args(get_args(contract)[0])) if get_origin(contract) is Annotated else contract


@cache
def enum_of(kind: Any) -> Any:
    """The enum of a closed list of words: each value stands for the word in REST."""
    words = words_of(kind)
    values = {
        word.upper().replace("-", "_").replace(":", "_"): strawberry.enum_value(word, description=text)
        for word, text in words.words.items()
    }
    functional: Any = Enum
    return strawberry.enum(functional(words.name, values, module=__name__), description=words.text)


def type_of(hint: Any, known: Mapping[Any, Any]) -> Any:
    """The schema type of a contract type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return type_of_marked(hint, parts[0], parts[1:], known)
    if origin in {Union, UnionType}:
        several = [one for one in parts if one is not NoneType]
        kind = type_of(several[0], known) if len(several) == 1 else known[frozenset(several)]
        return kind | None if NoneType in parts else kind
    if origin in {list, tuple}:
        each: Any = type_of(parts[0], known)
        return list[each]
    if hint is dict or origin is dict or hint is Any:
        return Json
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct | BaseModel):
        return known[hint]
    return hint


def type_of_marked(hint: Any, plain: Any, marks: tuple[Any, ...], known: Mapping[Any, Any]) -> Any:
    """The schema type of a contract type that says more than JSON does."""
    for mark in marks:
        if isinstance(mark, Words):
            return enum_of(hint) if mark.enum else str
        if isinstance(mark, Mark):
            return SCALARS.get(mark) or known[mark]
    return type_of(plain, known)


def without_null(kind: Any) -> Any:
    """The type without null."""
    return next(one for one in get_args(kind) if one is not NoneType) if NoneType in get_args(kind) else kind


def word(member: Enum | None) -> Any:
    """The word of an enum value; None without a value."""
    return None if member is None else member.value


def class_of(name: str, made: Mapping[str, Field], bases: tuple[type, ...] = ()) -> type:
    """A class as a strawberry type."""
    body: dict[str, Any] = {"__annotations__": {field: kind for field, (kind, _) in made.items()}}
    return type(name, bases, body | {field: own for field, (_, own) in made.items()})


def text_of(contract: type | None) -> str:
    """The description of a contract."""
    return inspect.cleandoc(contract.__doc__ or "") if contract is not None else ""
