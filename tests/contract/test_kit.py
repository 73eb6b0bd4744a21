"""What is published for those who write clients of their own: made of the schema and of what is trusted, and served as it lies in the tree."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from citadels_api.graphql import sdl
from citadels_api.graphql.documents import trusted_documents
from citadels_api.published import SERVED, TEXTS
from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    build_client_schema,
    build_schema,
    parse,
    print_schema,
    validate,
)

from tests.support.asgi import ask, served

pytestmark = pytest.mark.interpreter

FOLDER = Path(__file__).parents[2] / "openapi"
SCHEMA = build_schema(sdl())


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_in_the_tree_is_what_the_code_writes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == TEXTS[name](), "write it anew: citadels schema export"


def test_possible_types_name_the_objects_of_every_interface_and_union() -> None:
    found = json.loads(TEXTS["possibleTypes.json"]())
    objects = {name: one for name, one in SCHEMA.type_map.items() if isinstance(one, GraphQLObjectType)}
    assert set(found) == {
        name for name, one in SCHEMA.type_map.items() if isinstance(one, GraphQLInterfaceType | GraphQLUnionType)
    }
    assert set(found["Node"]) == {
        name for name, one in objects.items() if "Node" in [each.name for each in one.interfaces]
    }
    table = SCHEMA.type_map["TableResult"]
    assert isinstance(table, GraphQLUnionType)
    assert found["TableResult"] == sorted(one.name for one in table.types)


def test_persisted_documents_stand_under_the_hash_that_is_sent() -> None:
    found = json.loads(TEXTS["persisted.json"]())
    assert found == trusted_documents()
    for digest, text in found.items():
        assert sha256(text.encode()).hexdigest() == digest
        assert validate(SCHEMA, parse(text)) == []


def test_the_introspection_is_that_of_the_schema() -> None:
    told = ask(served(), "GET", "/schema.json").json
    assert print_schema(build_client_schema(told)) == print_schema(SCHEMA)


@pytest.mark.parametrize("path", SERVED)
def test_anybodys_page_may_read_what_is_served(path: str) -> None:
    answer = ask(served(), "GET", path, {"host": "localhost", "origin": "http://localhost:5173"})
    assert answer.status == 200
    assert answer.body.decode() == SERVED[path]()
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["cache-control"] == "no-cache"
    again = ask(served(), "GET", path, {"host": "localhost", "if-none-match": answer.headers["etag"]})
    assert again.status == 304
