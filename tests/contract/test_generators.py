"""`openapi.json` says nothing that a generator of clients takes for something else, or passes over.

1. What may be left out of a request has its default in the words that describe it, not under `default`: generators take a property with a
   default for one that is always there, or lose the schema where alternatives have one.
2. What is always in an answer is required there, so that no client has to ask whether it is.
3. An array has `items`; an object has no alternatives beside its properties; the bodies of an answer have a form that generators know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.published import openapi_document
from citadels_api.request_fields import Body
from citadels_api.rest.openapi import name_of, reached
from citadels_api.routes import OPERATIONS
from citadels_api.tables.contract import PlayerAnswer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_api.operations import Operation
    from pydantic import BaseModel

pytestmark = pytest.mark.interpreter

DOCUMENT = openapi_document()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
KNOWN_MEDIA = ("application/json", "text/")
ALTERNATIVES = ("anyOf", "oneOf", "allOf")


def told(operation: Operation) -> dict[str, Any]:
    """What is said of an operation."""
    found: dict[str, Any] = DOCUMENT["paths"][operation.path][operation.method.lower()]
    return found


def sent(operation: Operation) -> Iterator[tuple[str, Any]]:
    """The schemas of what clients send."""
    for parameter in told(operation)["parameters"]:
        yield parameter["name"], parameter["schema"]
    for content in told(operation).get("requestBody", {"content": {}})["content"].values():
        yield "body", content["schema"]


def got(operation: Operation) -> Iterator[tuple[str, Any]]:
    """The schemas of what clients get."""
    for status, said in told(operation)["responses"].items():
        answer = DOCUMENT["components"]["responses"][named(said)] if "$ref" in said else said
        for medium, content in answer.get("content", {}).items():
            yield f"{status} {medium}", content["schema"]


def named(schema: Any) -> str:
    """The last step of a reference."""
    return str(schema["$ref"]).rpartition("/")[2]


def inside(place: str, schema: Any, seen: set[str]) -> Iterator[tuple[str, Any]]:
    """A schema and all that it consists of, each named one once."""
    if "$ref" in schema:
        name = named(schema)
        if name not in seen:
            seen.add(name)
            yield from inside(name, SCHEMAS[name], seen)
        return
    yield place, schema
    for name, value in schema.get("properties", {}).items():
        yield from inside(f"{place}.{name}", value, seen)
    for word in ("items", "additionalProperties", "contentSchema"):
        if isinstance(schema.get(word), dict):
            yield from inside(f"{place}[]", schema[word], seen)
    for word in ALTERNATIVES:
        for one in schema.get(word, []):
            yield from inside(place, one, seen)


def faults(place: str, schema: Any) -> Iterator[str]:
    """What a generator would stumble over, in one schema."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "array" in kinds and "items" not in schema:
        yield f"{place} is an array of nobody knows what"
    if any(word in schema for word in ALTERNATIVES):
        if "properties" in schema:
            yield f"{place} has alternatives beside its properties"
        if "default" in schema:
            yield f"{place} has a default beside its alternatives"
    for name, value in schema.get("properties", {}).items():
        if "default" in value:
            yield f"{place}.{name} has a default"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.id)
def test_an_operation_says_nothing_that_generators_stumble_over(operation: Operation) -> None:
    seen: set[str] = set()
    found = [
        fault
        for name, schema in [*sent(operation), *got(operation)]
        for place, one in inside(name, schema, seen)
        for fault in faults(place, one)
    ]
    assert found == []


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.id)
def test_an_operation_answers_in_a_medium_that_generators_know(operation: Operation) -> None:
    media = told(operation)["responses"][str(operation.status)]["content"]
    assert any(medium.startswith(KNOWN_MEDIA) for medium in media)


def test_each_of_the_rules_can_be_broken() -> None:
    planted = {
        "type": "object",
        "oneOf": [{"required": ["a"]}],
        "default": {},
        "properties": {"a": {"type": "array", "default": []}},
    }
    found = [fault for place, one in inside("it", planted, set()) for fault in faults(place, one)]
    assert found == [
        "it has alternatives beside its properties",
        "it has a default beside its alternatives",
        "it.a has a default",
        "it.a is an array of nobody knows what",
    ]


# what may be left out


@pytest.mark.parametrize(
    "model", [one for one in Body.__subclasses__() if one.__name__ in SCHEMAS], ids=lambda one: one.__name__
)
def test_what_may_be_left_out_of_a_body_is_not_required(model: type[BaseModel]) -> None:
    needed = {name for name, field in model.model_fields.items() if field.is_required()}
    assert set(SCHEMAS[model.__name__].get("required", [])) == needed


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("TableOrder", "players", "The number of seats. Default: `4`."),
        ("TableOrder", "edition", "modern (2016) or classic (2000, with The Dark City). Default: `modern`."),
        ("TableOrder", "clock", 'The time limit of every seat. Left out: none. Default: `{"kind": "none"}`.'),
        ("AcceptsOrder", "editions", 'The editions that it plays. Default: `["modern", "classic"]`.'),
        ("AcceptsOrder", "rated", "Whether it plays rated games. Default: `true`."),
        ("TableOrder", "name", "The name of the table."),  # nothing is its default
        ("TableOrder", "scenario", "A scenario of the rulebook: its id in the catalogue."),
        ("BotOrder", "accepts", "What the bot accepts."),  # each of its fields has a default of its own
        ("MoveOrder", "action", "The action, as text or as a JSON object with a `verb`."),
    ],
)
def test_a_default_is_told_in_words(name: str, field: str, words: str) -> None:
    assert SCHEMAS[name]["properties"][field]["description"] == words


# what is always there


def structs() -> dict[str, Any]:
    """The structs that answers consist of, by the names of their schemas."""
    found = {one.__name__: one for operation in OPERATIONS for one in reached(operation.answer)}
    return {name: struct for name, struct in found.items() if name in SCHEMAS}


@pytest.mark.parametrize("struct", structs().values(), ids=lambda one: one.__name__)
def test_what_an_answer_always_has_is_required(struct: Any) -> None:
    fields = msgspec.structs.fields(struct)
    always = {one.encode_name for one in fields if one.required or not struct.__struct_config__.omit_defaults}
    assert set(SCHEMAS[struct.__name__].get("required", [])) == always


def test_a_struct_that_leaves_defaults_out_says_so() -> None:
    encoded = msgspec.to_builtins(PlayerAnswer(id=None, name="Ann", kind="human"))
    assert set(SCHEMAS[name_of(PlayerAnswer)]["required"]) == set(encoded)


def test_exactly_one_way_to_say_a_move_fits() -> None:
    schema = SCHEMAS["MoveOrder"]
    assert (schema["required"], schema["minProperties"], schema["maxProperties"]) == (["n"], 2, 2)
    assert set(schema["properties"]) == {"n", "action", "actions"}
    assert schema["additionalProperties"] is False
