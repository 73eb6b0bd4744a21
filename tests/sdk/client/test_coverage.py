"""The clients can ask for all that the service's description has: each parameter, each member of a body."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest

from tests.support.client_calls import CALLS, SAMPLES, bare, full

if TYPE_CHECKING:
    from citadels_sdk.client.request_cycle import Call

DESCRIPTION: Any = json.loads((Path(__file__).parents[3] / "openapi" / "openapi.json").read_text())
DESCRIBED: dict[str, tuple[str, str, Any]] = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, item in DESCRIPTION["paths"].items()
    for method, operation in item.items()
}
SCHEMAS = DESCRIPTION["components"]["schemas"]

# what is asked


def calls_of(operation: str) -> list[Call[Any]]:
    """Calls of an operation with all arguments, in all ways."""
    made = [make(**given) for make in CALLS.values() for given in [*full(make), bare(make)]]
    return [call for call in made if call.operation == operation]


def properties(schema: Any) -> set[str]:
    """The members that an object may have, with those of what is in it, as paths."""
    found: set[str] = set()
    if "$ref" in schema:
        return properties(resolved(schema))
    for name, value in schema.get("properties", {}).items():
        found |= {name, *[f"{name}.{one}" for one in properties(value)]}
    for word in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(word, []):
            found |= properties(one)
    if "items" in schema:
        found |= properties(schema["items"])
    return found


def members(value: Any) -> set[str]:
    """The members that a value has, as paths."""
    if isinstance(value, list):
        return {path for one in value for path in members(one)}
    if not isinstance(value, dict):
        return set()
    return {path for name, one in value.items() for path in (name, *[f"{name}.{below}" for below in members(one)])}


def resolved(schema: Any) -> Any:
    """What a reference stands for."""
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
    return schema


UNTAGGED = {
    "getOpenApi", "getGraphqlSchema", "listCharacters", "listDistricts", "listScenarios", "getRules",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(DESCRIBED))
def test_every_parameter_can_be_given(name: str) -> None:
    _, _, told = DESCRIBED[name]
    asked = calls_of(name)
    expected = {(one["in"], one["name"].lower()) for one in told.get("parameters", []) if one["in"] != "path"}
    for call in asked:
        assert "{" not in call.request.path
        for one in told.get("parameters", []):
            sent = call.request.query if one["in"] == "query" else call.request.headers
            if one["name"] in sent:
                kind = one["schema"].get("type")
                value: Any = sent[one["name"]]
                jsonschema_rs.validator_for(one["schema"]).validate(
                    int(value) if kind == "integer" else value == "true" if kind == "boolean" else value
                )
    given = {("query", key) for call in asked for key in call.request.query}
    given |= {("header", key.lower()) for call in asked for key in call.request.headers}
    if name in UNTAGGED:  # the whole text or list is handed on, and nothing that says which it was
        expected -= {("header", "if-none-match")}
    given |= {("query", "after")} if name == "followMe" else set()  # `Last-Event-ID` says the same
    assert given - {("header", "accept"), ("header", "content-type")} == expected


@pytest.mark.parametrize("name", sorted(name for name, told in DESCRIBED.items() if "requestBody" in told[2]))
def test_every_member_of_a_body_can_be_given(name: str) -> None:
    schema = DESCRIBED[name][2]["requestBody"]["content"]["application/json"]["schema"]
    bodies = [json.loads(call.request.body or b"null") for call in calls_of(name)]
    check = jsonschema_rs.validator_for({**schema, "components": DESCRIPTION["components"]})
    for body in bodies:
        check.validate(body)
    given = {path for body in bodies for path in members(body)}
    assert given - {"actions.verb"} == properties(schema)  # an action's own members are the notation's


@pytest.mark.parametrize("name", sorted(name for name, told in DESCRIBED.items() if "requestBody" not in told[2]))
def test_where_no_body_is_wanted_none_is_sent(name: str) -> None:
    assert {call.request.body for call in calls_of(name)} == {None}


def test_every_sample_is_an_argument() -> None:
    assert {name for make in CALLS.values() for name in inspect.signature(make).parameters} >= set(SAMPLES) - {
        "least_ms"
    }
