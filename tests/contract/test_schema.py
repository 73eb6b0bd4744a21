"""The GraphQL schema as a contract: published as it is, described throughout, and never broken unnoticed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql import sdl
from citadels_api.graphql.documents import Documents, trusted_by_name, trusted_documents
from citadels_api.graphql.files import trusted_text
from citadels_api.graphql.rest_twins import TWINS
from citadels_api.graphql.schema import CORE
from citadels_api.routes import BY_ID
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    build_schema,
    is_specified_scalar_type,
    validate,
)
from graphql import parse as parse_document

from tests.contract.graphql_changes import breaking, dangerous

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.interpreter

FOLDER = Path(__file__).parents[2] / "openapi"
RELEASED = FOLDER / "released" / "schema.graphql"
ROOTS = ("Query", "Mutation", "Subscription")
NOT_IN_GRAPHQL = {
    # what answers in no JSON of ours, or is about the HTTP door itself
    "exportRecords",
    "exportTournament",
    "getDecision",
    "getHealth",
    "getReadiness",
    "getMetrics",
    "getOpenApi",
    "getGraphqlSchema",
    "getProblem",
    # one field of the schema, `catalogue`, answers all four
    "listCharacters",
    "listScenarios",
    "getRules",
}

WRITE = "write it anew: citadels schema export"


def places() -> Iterator[tuple[str, Any]]:
    """Everything of the schema that has to have a description, with its name."""
    for name, named in CORE.type_map.items():
        if name.startswith("__") or is_specified_scalar_type(named):
            continue
        yield name, named
        if isinstance(named, GraphQLEnumType):
            yield from ((f"{name}.{one}", item) for one, item in named.values.items())
        if isinstance(named, GraphQLInputObjectType):
            yield from ((f"{name}.{one}", item) for one, item in named.fields.items())
        if isinstance(named, GraphQLObjectType | GraphQLInterfaceType):
            for one, field in named.fields.items():
                yield f"{name}.{one}", field
                yield from ((f"{name}.{one}({other})", item) for other, item in field.args.items())


def test_everything_is_described() -> None:
    assert [name for name, item in places() if not (item.description or "").strip()] == []


def test_a_description_is_a_sentence() -> None:
    assert [name for name, item in places() if not item.description.strip().endswith((".", "..."))] == []


def test_the_schema_file_is_the_schema() -> None:
    assert (FOLDER / "schema.graphql").read_text(encoding="utf-8") == sdl(), WRITE


def test_the_file_of_trusted_documents_is_what_the_service_trusts() -> None:
    text = (FOLDER / "trusted.json").read_text(encoding="utf-8")
    assert text == trusted_text(), WRITE
    assert {one["sha256"]: one["document"] for one in json.loads(text).values()} == trusted_documents()


def test_a_trusted_document_is_known_by_the_hash_of_its_text_and_fits_the_schema() -> None:
    schema = build_schema(sdl())
    for name, text in trusted_by_name().items():
        assert trusted_documents()[sha256(text.encode()).hexdigest()] == text
        assert validate(schema, parse_document(text)) == [], name


def test_a_trusted_document_that_was_released_keeps_its_hash() -> None:
    released = json.loads((FOLDER / "released" / "persisted.json").read_text(encoding="utf-8"))
    gone = [
        text.split("(")[0].split("{")[0].strip() for hash_, text in released.items() if hash_ not in trusted_documents()
    ]
    assert gone == [], "give what has changed another name"


def test_a_trusted_document_keeps_the_limits_however_much_it_asks_for() -> None:
    documents = Documents(CORE, introspection=False, trusted=trusted_documents())
    for name, text in trusted_by_name().items():
        known, bill = documents.prepare(text, name, {"first": 100})
        assert documents.price(documents.meant(known, name), bill) <= 60, name


def test_every_operation_of_the_other_door_has_its_twin() -> None:
    assert set(TWINS.values()) | NOT_IN_GRAPHQL == set(BY_ID) | NOT_IN_GRAPHQL
    assert NOT_IN_GRAPHQL & set(TWINS.values()) == set()


def test_what_has_an_id_is_a_node() -> None:
    for name, named in CORE.type_map.items():
        if isinstance(named, GraphQLObjectType) and "id" in named.fields:
            assert [one.name for one in named.interfaces] == ["Node"], name


def test_results_are_nullable_at_the_top_and_lists_hold_no_null_inside() -> None:
    for root in ROOTS[:2]:
        named: Any = CORE.type_map[root]
        assert [name for name, field in named.fields.items() if isinstance(field.type, GraphQLNonNull)] == []
    known_to_nobody = {"SeatView.characters", "View.facedown", "Warrants.blank", "Query.nodes"}
    for name, named in CORE.type_map.items():
        if isinstance(named, GraphQLObjectType) and not name.startswith("__"):
            for one, field in named.fields.items():
                bare = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
                if isinstance(bare, GraphQLList) and f"{name}.{one}" not in known_to_nobody:
                    assert isinstance(bare.of_type, GraphQLNonNull), f"{name}.{one}"


def test_nothing_that_was_released_is_broken() -> None:
    assert breaking(RELEASED.read_text(encoding="utf-8"), sdl()) == []


PLANTED = [
    ("  poolSize: Int!\n", "  poolSizes: Int!\n", "View.poolSize"),
    ("  ABORTED\n", "  ABORTED_NOW\n", "ABORTED"),
    ("input TableInput {\n", "input TableInput {\n  more: Int!\n", "more"),
    ("  hand: [String!]\n", "  hand: [Int!]\n", "hand"),
    ("type Position {\n", "type Positions {\n", "Position"),
    (" | GameOverProblem", "", "GameOverProblem"),
    ("type Table implements Node {\n", "type Table {\n", "Node"),
]


@pytest.mark.parametrize(("before", "after", "named"), PLANTED)
def test_a_planted_break_is_found(before: str, after: str, named: str) -> None:
    text = sdl()
    assert before in text
    changed = text.replace(before, after, 1)
    if after.startswith("type Positions"):
        changed = changed.replace("position: Position", "position: Positions").replace(": Position\n", ": Positions\n")
        changed = changed.replace(": Position!", ": Positions!")
    assert any(named in one for one in breaking(text, changed))


def test_planted_surprises_are_found_and_additions_are_none() -> None:
    text = sdl()
    more = text.replace("union SubmitResult =", "union SubmitResult = BadSetupProblem |", 1)
    assert [one for one in dangerous(text, more) if "SubmitResult" in one]
    value = text.replace("enum Edition {\n", 'enum Edition {\n  """New."""\n  NEW\n', 1)
    assert [one for one in dangerous(text, value) if "NEW" in one]
    field = text.replace("type View {\n", "type View {\n  more: Int\n", 1)
    assert breaking(text, field) == dangerous(text, field) == []
    assert breaking(text, text) == []
