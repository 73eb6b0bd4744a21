"""What REST can do GraphQL can do, and the other way round, as the two descriptions say; the exceptions stand here, each with its reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from citadels_api.graphql.rest_twins import TWINS
from graphql import GraphQLObjectType, build_schema

pytestmark = pytest.mark.interpreter

FOLDER = Path(__file__).parents[2] / "openapi"
OPERATIONS: set[str] = {
    operation["operationId"]
    for item in json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8"))["paths"].values()
    for operation in item.values()
}
SCHEMA = build_schema((FOLDER / "schema.graphql").read_text(encoding="utf-8"))

OTHER_NAMES = {
    "Query.me": "getMe",
    "Query.account": "getAccount",
    "Query.credentials": "listCredentials",
    "Query.bot": "getBot",
    "Query.bots": "listBots",
    "Query.table": "getTable",
    "Query.tables": "listTables",
    "Query.position": "getPosition",
    "Query.owed": "listOwed",
    "Query.record": "getRecord",
    "Query.frames": "followTable",
    "Query.limits": "getLimits",
    "Query.statistics": "getStatistics",
    "Query.tournament": "getTournament",
    "Query.tournaments": "listTournaments",
    "Query.standings": "tournamentStandings",
    "Query.games": "tournamentGames",
    "Query.tournamentFrames": "followTournament",
    "Query.webhooks": "listWebhooks",
    "Query.deliveries": "listDeliveries",
    "Query.ratings": "accountRatings",
    "Mutation.updateAccount": "updateMe",
    "Mutation.submit": "submitActions",
    "Subscription.events": "followTable",
    "Subscription.notices": "followMe",
    "Subscription.tournament": "followTournament",
}
"""The twins whose names are not the same: a query is a noun there."""
SEVERAL = {
    "Query.catalogue": {"listCharacters", "listDistricts", "listScenarios", "getRules"},
    "Query.position": {"getPosition", "getDecision"},
}
"""Fields that answer more than one operation: what is in the one answer are questions of their own in REST."""
ONLY_GRAPHQL = {
    "Query.node": "an object under its global id: REST has an address for each kind of object",
    "Query.nodes": "several of them: REST asks for each",
}
ONLY_REST = {
    "exportRecords": "thousands of records are a stream of lines, and no field of a document",
    "exportTournament": "a log and all records are a stream of lines, too",
    "getHealth": "asked by whoever runs the process, while nothing else may work",
    "getReadiness": "asked by whoever runs the process",
    "getMetrics": "asked by Prometheus, in its own format",
    "getOpenApi": "REST's description of itself",
    "getGraphqlSchema": "GraphQL tells its schema by introspection",
    "getProblem": "the pages that the `type` of a problem leads to; GraphQL's schema describes its codes",
}


def fields() -> list[str]:
    """The fields at the top of the schema."""
    roots: list[GraphQLObjectType | None] = [SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type]
    assert all(roots)
    return [f"{root.name}.{name}" for root in roots if root is not None for name in root.fields]


def twins(field: str) -> set[str]:
    """The operations that do what a field does."""
    _, _, name = field.partition(".")
    return SEVERAL.get(field) or {OTHER_NAMES.get(field, name)}


@pytest.mark.parametrize("field", sorted(set(fields()) - set(ONLY_GRAPHQL)))
def test_every_field_has_its_operation(field: str) -> None:
    assert twins(field) <= OPERATIONS


@pytest.mark.parametrize("operation", sorted(OPERATIONS - set(ONLY_REST)))
def test_every_operation_has_its_field(operation: str) -> None:
    assert any(operation in twins(field) for field in fields() if field not in ONLY_GRAPHQL)


def test_the_exceptions_are_none_that_have_a_twin() -> None:
    done = {one for field in fields() if field not in ONLY_GRAPHQL for one in twins(field)}
    assert done & set(ONLY_REST) == set()
    assert set(ONLY_GRAPHQL) <= set(fields())
    assert set(ONLY_REST) <= OPERATIONS
    assert set(OTHER_NAMES) | set(SEVERAL) <= set(fields())


@pytest.mark.parametrize("field", sorted(set(fields()) - set(ONLY_GRAPHQL)))
def test_the_service_takes_the_cost_and_the_scope_from_the_twin(field: str) -> None:
    assert TWINS[field] in twins(field)


@pytest.mark.parametrize("field", sorted(field for field in fields() if field.startswith("Mutation.")))
def test_a_mutation_takes_what_its_operation_takes(field: str) -> None:
    """The members of a body, and what stands in the address, are members of the mutation's input."""
    operation = next(iter(twins(field)))
    assert SCHEMA.mutation_type is not None
    [argument] = SCHEMA.mutation_type.fields[field.partition(".")[2]].args.values()
    given: Any = argument.type
    named = getattr(given, "of_type", given)
    found = {_snake(name) for name in named.fields}
    assert asked(operation) == (found | SHORT.get(operation, set())) - ELSEWHERE.get(operation, set())


SHORT = {"submitActions": {"action"}}
"""What is only a shorter way to say the same: a series of one."""
ELSEWHERE = {"submitActions": {"key"}, "updateMe": {"account"}}
"""What REST says elsewhere: the key in a header, whose account it is in the address."""


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def asked(operation: str) -> set[str]:
    """What an operation is told in its address and its body."""
    document = json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8"))
    [told] = [one for item in document["paths"].values() for one in item.values() if one["operationId"] == operation]
    names = {one["name"] for one in told.get("parameters", []) if one["in"] == "path"}
    if "requestBody" in told:
        schema = told["requestBody"]["content"]["application/json"]["schema"]
        names |= set(document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]["properties"])
    return names
