"""`openapi/openapi.json` is what the code writes, says something about everything, and breaks no client of the last release."""

from __future__ import annotations

import copy
import inspect
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.context import SCOPES
from citadels_api.operations import PUBLIC, SIGNED_IN, Operation, Router
from citadels_api.problems import PROBLEMS
from citadels_api.published import openapi_document, openapi_text, write
from citadels_api.rate_limits import COSTS
from citadels_api.routes import BY_ID, OPERATIONS, TAGS

from tests.contract.openapi_changes import breaking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.interpreter

FOLDER = Path(__file__).parents[2] / "openapi"
RELEASED = FOLDER / "released" / "openapi.json"
DOCUMENT = openapi_document()


# the file


def test_the_file_is_what_the_code_writes() -> None:
    stands = (FOLDER / "openapi.json").read_text(encoding="utf-8")
    assert stands == openapi_text(), "write it again: citadels schema export"


def test_the_files_are_written_into_any_folder(tmp_path: Path) -> None:
    written = write(tmp_path / "there")
    assert written[0].name == "openapi.json"
    assert json.loads(written[0].read_text())["openapi"] == "3.1.0"


def test_no_client_of_the_last_release_breaks() -> None:
    assert breaking(json.loads(RELEASED.read_text()), DOCUMENT) == []


def descriptions(told: Any) -> Iterator[str]:
    """Every description in a part of the document."""
    for key, value in told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ():
        if key == "description" and isinstance(value, str):
            yield value
        else:
            yield from descriptions(value)


def test_no_description_depends_on_how_a_python_keeps_docstrings() -> None:
    """From 3.13 on a docstring has lost the indentation of the code around it."""
    found = list(descriptions(DOCUMENT))
    assert len(found) > 1000
    assert [one for one in found if one != inspect.cleandoc(one)] == []


# what it says


def described(place: str, schema: Any) -> Iterator[str]:
    """The places in a schema that lack a description."""
    for name, value in schema.get("properties", {}).items():
        if not value.get("description"):
            yield f"{place}.{name}"
        yield from described(f"{place}.{name}", value)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from described(f"{place}[]", schema[word])
    for word in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(word, []):
            yield from described(place, one)


def test_every_schema_and_property_has_a_description() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    assert [place for name, schema in schemas.items() for place in described(name, schema)] == []


def test_every_operation_and_parameter_has_a_description() -> None:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            place = f"{method} {path}"
            assert operation["summary"], place
            assert operation["description"].endswith("."), place
            assert operation["tags"][0] in TAGS, place
            assert all(one["description"] for one in operation["parameters"]), place
            for status, answer in operation["responses"].items():
                assert "$ref" in answer or answer["description"], f"{place} {status}"


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if key == "$ref":
                yield one
            else:
                yield from references(one)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)


def test_every_reference_leads_somewhere() -> None:
    for reference in set(references(DOCUMENT)):
        place: Any = DOCUMENT
        for step in reference[2:].split("/"):
            assert step in place, reference
            place = place[step]


def test_what_consoles_send_at_first_fits() -> None:
    shown = {one.id: one.body.model_json_schema().get("examples", []) for one in OPERATIONS if one.body is not None}
    for name, examples in shown.items():
        body = BY_ID[name].body
        assert body is not None
        for example in examples:
            body.model_validate(example)
    assert shown["createTable"][0]["seats"][0] == {"kind": "you"}  # whoever tries it out can play there
    assert all(
        shown[name] for name in ("submitActions", "makeTournament", "correctResult", "setPairings", "makeWebhook")
    )


def test_every_link_leads_to_an_operation_with_these_parameters() -> None:
    linked = 0
    for operation in OPERATIONS:
        for link in operation.links:
            target = BY_ID[link.operation]
            assert set(link.parameters) == set(target.parameters), f"{operation.id} {link.name}"
            linked += 1
    assert linked >= 20


# the route table


def test_every_operation_declares_what_it_needs() -> None:
    for operation in OPERATIONS:
        assert operation.scope in {PUBLIC, SIGNED_IN, *SCOPES}
        assert operation.cost == COSTS[operation.id]
        assert operation.summary
        assert operation.description


def declare(**changed: Any) -> Operation:
    """An operation like `getMe`, but for this."""
    like = BY_ID["getMe"]
    said: dict[str, Any] = {
        name: getattr(like, name)
        for name in ("id", "method", "path", "run", "tag", "summary", "description", "scope", "answer")
    }
    return Operation(**{**said, **changed})


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"scope": "fun"}, ValueError),
        ({"summary": ""}, ValueError),
        ({"description": ""}, ValueError),
        ({"codes": ("sorry",)}, ValueError),
        ({"id": "getRich"}, KeyError),
    ],
)
def test_an_operation_that_does_not_say_it_all_is_not_built(changed: dict[str, Any], fault: type[Exception]) -> None:
    with pytest.raises(fault):
        declare(**changed)


def test_an_operation_without_a_scope_is_not_built() -> None:
    with pytest.raises(TypeError):
        Operation(  # type: ignore[call-arg]  # this is the fault
            id="getMe",
            method="GET",
            path="/",
            run=BY_ID["getMe"].run,
            tag="house",
            summary="Nothing",
            description="Nothing.",
            answer=dict,
        )


def test_a_method_and_path_stand_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        Router([*OPERATIONS, declare()])


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.id)
def test_every_operation_is_found_by_its_path(operation: Operation) -> None:
    values = {name: f"some-{name}" for name in operation.parameters}
    found = Router(OPERATIONS).find(operation.path.format(**values))
    assert found is not None
    assert found[0][operation.method] is operation
    assert found[1] == values


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/v1/tables/", "/v1//events", "/v1/tables/x/y", "/v1/me/"])
def test_nothing_else_is_found(path: str) -> None:
    assert Router(OPERATIONS).find(path) is None


# the comparison can fail


def get_table(told: dict[str, Any]) -> Any:
    return told["paths"]["/v1/tables/{table}"]["get"]


BREAKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "GET /v1/tables is gone": lambda told: told["paths"]["/v1/tables"].pop("get"),
    "GET /v1/tables/{table} has another operationId": lambda told: get_table(told).update(operationId="lookAtTable"),
    "GET /v1/tables/{table} needs a credential now": lambda told: get_table(told).update(security=[{"credential": []}]),
    "GET /v1/tables/{table} has no parameter Citadels-Invite now": lambda told: get_table(told).update(
        parameters=[one for one in get_table(told)["parameters"] if one["in"] == "path"]
    ),
    "GET /v1/tables/{table} needs the parameter lang now": lambda told: get_table(told)["parameters"].append(
        {"name": "lang", "in": "query", "required": True, "schema": {"type": "string"}}
    ),
    "GET /v1/tables/{table} no longer answers 200": lambda told: get_table(told)["responses"].pop("200"),
    "GET /v1/tables/{table}/events 200 is no longer text/event-stream": lambda told: told["paths"][
        "/v1/tables/{table}/events"
    ]["get"]["responses"]["200"]["content"].pop("text/event-stream"),
    "GET /v1/tables/{table}/position 200 has no header ETag now": lambda told: told["paths"][
        "/v1/tables/{table}/position"
    ]["get"]["responses"]["200"]["headers"].pop("ETag"),
    "TableAnswer (got): commitment is gone": lambda told: told["components"]["schemas"]["TableAnswer"][
        "properties"
    ].pop("commitment"),
    "TableAnswer (got): name may be left out now": lambda told: told["components"]["schemas"]["TableAnswer"][
        "required"
    ].remove("name"),
    "TableAnswer (got).players: string may come now": lambda told: told["components"]["schemas"]["TableAnswer"][
        "properties"
    ]["players"].update(type="string"),
    "TableOrder (sent): name is needed now": lambda told: told["components"]["schemas"]["TableOrder"].update(
        required=["name"]
    ),
    "TableOrder (sent): rated is gone": lambda told: told["components"]["schemas"]["TableOrder"]["properties"].pop(
        "rated"
    ),
    "TableOrder (sent).players: maximum is less": lambda told: told["components"]["schemas"]["TableOrder"][
        "properties"
    ]["players"].update(maximum=7),
    "TableOrder (sent).edition: fewer values are taken": lambda told: told["components"]["schemas"]["TableOrder"][
        "properties"
    ]["edition"].update(enum=["modern"]),
    "TableOrder (sent).name: the pattern is another": lambda told: told["components"]["schemas"]["TableOrder"][
        "properties"
    ]["name"].update(pattern="^[a-z]*$"),
    "MoveOrder (sent): minProperties is more": lambda told: told["components"]["schemas"]["MoveOrder"].update(
        minProperties=3
    ),
    "MoveOrder (sent): maxProperties is less": lambda told: told["components"]["schemas"]["MoveOrder"].update(
        maxProperties=1
    ),
    "PositionView (got).phase: other values may come": lambda told: told["components"]["schemas"]["PositionView"][
        "properties"
    ]["phase"]["enum"].append("break"),
}


@pytest.mark.parametrize("fault", BREAKS)
def test_a_planted_break_is_found(fault: str) -> None:
    changed = copy.deepcopy(DOCUMENT)
    BREAKS[fault](changed)
    assert fault in breaking(DOCUMENT, changed)


def add_field(told: dict[str, Any]) -> None:
    told["components"]["schemas"]["TableAnswer"]["properties"]["mood"] = {"type": "string"}
    told["components"]["schemas"]["TableAnswer"]["required"].append("mood")


def add_wish(told: dict[str, Any]) -> None:
    told["components"]["schemas"]["TableOrder"]["properties"]["music"] = {"type": "boolean", "default": False}


def add_code(told: dict[str, Any]) -> None:
    told["components"]["schemas"]["Problem"]["properties"]["code"]["enum"].append("too_loud")


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["paths"].update({"/v1/music": {"get": {}}}),
        lambda told: get_table(told)["parameters"].append(
            {"name": "lang", "in": "query", "required": False, "schema": {"type": "string"}}
        ),
        lambda told: told["components"]["schemas"]["TableOrder"]["properties"]["players"].update(maximum=9),
        lambda _: None,
        add_field,
        add_wish,
        add_code,
    ],
)
def test_what_is_only_added_breaks_nobody(change: Callable[[dict[str, Any]], Any]) -> None:
    changed = copy.deepcopy(DOCUMENT)
    change(changed)
    assert breaking(DOCUMENT, changed) == []


def test_every_code_can_be_met_somewhere() -> None:
    met = {code for operation in OPERATIONS for code in operation.all_codes}
    elsewhere = {"too_complex", "precondition_failed", "method_not_allowed"}
    assert met | elsewhere == set(PROBLEMS)
