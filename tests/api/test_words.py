"""No refusal tells a client of Python: neither its values, nor the words of a library; and each names the field at fault."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql.context import Asking
from citadels_api.graphql.documents import Documents, Faulty
from citadels_api.graphql.execution import Request, faulty, open_operation, run
from citadels_api.graphql.schema import CORE
from citadels_api.problems import Refusal
from citadels_api.request_fields import OTHERWISE, Body, read
from citadels_api.routes import BY_ID, OPERATIONS
from citadels_api.store.memory import MemoryStore
from citadels_api.strict_json import loads
from citadels_api.tables import options
from citadels_api.tables.contract import SeatOrder, TableOrder
from citadels_api.tournaments import options as tournament_orders
from citadels_api.tournaments import rest as tournaments_rest
from citadels_api.tournaments.contract import TournamentOrder
from graphql import GraphQLInputObjectType, GraphQLNonNull

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel

PYTHON = re.compile(
    r"\b(None|True|False|NoneType|Undefined|dict|str|int|float|bool|tuple|Traceback|pydantic|Extra|Field required)\b"
    r"|[Ii]nput should|should (be|match|have|contain)|Value error|not permitted|<class|object at 0x|instance of"
)
MALFORMED: list[Any] = [
    None, True, False, 0, 1, -1, 7, 10**15, 2**53, 1.5, -0.5, 1e300, "", "x", "None", "two words", "\u202e", "x" * 5_000, [], [None], [True],
    ["x"], [{}], [[]], [1.5], list(range(99)), ["x"] * 99, {}, {"kind": None}, {"kind": "ai"}, {"kind": "bank"}, {"kind": True}, {"x": None},
    {"A b": 1}, {"initial_crown": True}, {"initial_crown": "x"}, {"format": True}, {str(n): n for n in range(20)},
]  # fmt: skip


def check(refusal: dict[str, Any], sent: object) -> None:
    """The refusal is in words for clients, and names a field."""
    said = [refusal["detail"], *[one["message"] for one in refusal["errors"]]]
    for one in said:
        assert PYTHON.search(one) is None, (one, sent)
        assert OTHERWISE not in one, sent
    assert refusal["errors"], sent
    assert all(one["path"] and one["message"] for one in refusal["errors"]), (refusal, sent)


def read_or_refuse(model: type[BaseModel], values: Any) -> Any:
    """What a model makes of the values, or the problem document of its refusal."""
    try:
        return read(model, values)
    except Refusal as refusal:
        return refusal.to_json()


def below(kind: type[BaseModel]) -> list[type[BaseModel]]:
    """All models of a kind, those that stand on others too."""
    return [one for child in kind.__subclasses__() for one in (child, *below(child))]


MODELS = [one for one in below(Body) if one.model_fields]


@pytest.mark.parametrize("model", MODELS, ids=lambda one: one.__name__)
def test_a_field_of_a_wrong_form_is_refused_in_words_for_clients(model: type[BaseModel]) -> None:
    refused = 0
    for name in (*model.model_fields, "nothing_of_ours"):
        for value in MALFORMED:
            told = read_or_refuse(model, {name: value})
            if isinstance(told, dict):
                refused += 1
                check(told, {name: value})
    assert refused


def test_the_words_name_the_place_and_the_way_out() -> None:
    order = BY_ID["createTable"].body
    assert order is not None
    told = read_or_refuse(
        order, {"players": 1, "edition": "old", "seats": [{"kind": "me"}], "clock": {"kind": "sand"}, "more": 1}
    )
    assert told["errors"] == [
        {"path": "edition", "message": "one of these is needed: modern or classic"},
        {"path": "players", "message": "at least 2 is needed"},
        {"path": "seats.0.kind", "message": "one of these is needed: open, you, ai or reserved"},
        {"path": "clock", "message": "kind is one of none, decision, bank, correspondence"},
        {"path": "more", "message": "there is nothing of this name"},
    ]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{1}", '{"a": 1, "a": 1}', '{"a": NaN}', '{"a": 1e999}', '{"a": "\\ud800"}']
)
def test_what_is_no_json_is_refused_in_words_for_clients(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        loads(text.encode())
    check(caught.value.to_json(), text)


# what the house adds


def table_orders() -> Iterator[dict[str, Any]]:
    """Orders whose form is good, and which cannot be."""
    yield {"cast": ["king"]}
    yield {"cast": ["nobody"] * 8}
    yield {"scenario": "nowhere"}
    yield {"uniques": ["nowhere"]}
    yield {"players": 2, "seats": [{}, {}, {}]}
    yield {"seats": [{"kind": "you"}, {"kind": "you"}]}
    yield {"seats": [{"kind": "reserved"}]}
    yield {"rated": True, "seed": "0" * 64}
    yield {"rated": True, "crown": 1}
    yield {"crown": 7, "options": {"initial_crown": "chosen_seat"}}
    for name in ("music", "initial_crown", "bell_tower"):
        for value in (True, False, 3, "x"):
            yield {"options": {name: value}}


@pytest.mark.parametrize("order", list(table_orders()), ids=str)
def test_a_table_that_cannot_be_is_refused_in_words_for_clients(order: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        options.settle(read(TableOrder, order))
    assert caught.value.extra["errors"][0]["path"] != "request"
    check(caught.value.to_json(), order)


def tournament_orders_asked() -> Iterator[dict[str, Any]]:
    """Orders whose form is good, and which cannot be."""
    for settings in (
        {"format": "knock-out", "advance": 7},
        {"format": "swiss", "rounds": 10_000, "deals": 10_000},
        {"rotation": "full", "duplicate": True, "seats": 8},
        {"fault": "harmless"},
    ):
        yield {"settings": settings, "timeout": "forfeit"}
    yield {"scenarios": ["nowhere"]}
    yield {"cast": ["king"]}
    yield {"options": {"initial_crown": True}}
    yield {"scenarios": ["all"], "options": {"music": False}}
    yield {"schedule": {"begins": "at"}}
    yield {"schedule": {"begins": "every", "at": 1}}
    yield {"schedule": {"count": 2}}
    yield {"conditions": {"least_rating": 2, "most_rating": 1}}
    yield {"conditions": {"most": 2}, "house": ["greedy"] * 3}


@pytest.mark.parametrize("order", list(tournament_orders_asked()), ids=str)
def test_a_tournament_that_cannot_be_is_refused_in_words_for_clients(order: dict[str, Any]) -> None:
    wanted = read(TournamentOrder, {"name": "x", **order})
    with pytest.raises(Refusal) as caught:
        tournament_orders.settle(tournaments_rest.tournament_order(wanted), 0)
    assert caught.value.extra["errors"][0]["path"] != "request"
    check(caught.value.to_json(), order)


def test_an_ai_without_a_level_is_greedy() -> None:
    seat = SeatOrder(kind="ai")
    options.settle(TableOrder(seats=[seat]))
    assert options.seat_as_ordered(seat, options.ai_seat("random").player, "human").player.level == "greedy"  # type: ignore[arg-type, union-attr]  # both have one


# the other door

DOCUMENTS = Documents(CORE, introspection=True, trusted={})


def answered(text: str, variables: Any = None) -> list[Any]:
    """The errors that a document meets before any of its fields is run."""
    nobody: Any = SimpleNamespace(store=MemoryStore())
    try:
        operation = open_operation(DOCUMENTS, Request(text, variables))
    except Faulty as found:
        return list(faulty(found, "r")["errors"])
    return list(asyncio.run(run(operation, Asking(nobody, None, "x", "r"))).get("errors", []))


def inputs() -> Iterator[tuple[str, str, GraphQLInputObjectType]]:
    """The mutations with their inputs."""
    assert CORE.mutation_type is not None
    for name, field in CORE.mutation_type.fields.items():
        wanted: Any = field.args["input"].type
        yield name, str(wanted), wanted.of_type if isinstance(wanted, GraphQLNonNull) else wanted


@pytest.mark.parametrize(
    ("name", "wanted", "kind"), list(inputs()), ids=lambda one: one if isinstance(one, str) else ""
)
def test_a_variable_of_a_wrong_form_is_refused_in_words_for_clients(
    name: str, wanted: str, kind: GraphQLInputObjectType
) -> None:
    text = f"mutation M($input: {wanted}) {{ {name}(input: $input) {{ __typename }} }}"
    found = []
    for value in [*MALFORMED, *[{field: one} for field in (*kind.fields, "nothing") for one in MALFORMED]]:
        for error in answered(text, {"input": value}):
            if error["extensions"]["code"] == "invalid" and "Too many errors" not in error["message"]:
                found.append(error)
                assert PYTHON.search(re.sub(r"'[^']*'", "", error["message"])) is None, error
                assert "errors" in error["extensions"], error
                assert error["extensions"]["errors"][0]["path"].startswith("input"), error
    assert found


LITERALS = ["null", "true", "1.5", '"x"', "X", "[]", "[null]", "{}", "{a: null}", "[[true]]", "$no"]


@pytest.mark.parametrize("literal", LITERALS)
def test_a_literal_of_a_wrong_form_is_refused_where_it_stands(literal: str) -> None:
    for text in (
        f"{{ tables(first: {literal}) {{ nodes {{ id }} }} }}",
        f"mutation {{ createTable(input: {{players: {literal}, seats: [{{kind: {literal}}}], spectatorDelayMs: {literal}}}) {{ __typename }} }}",
        f"{{ catalogue(edition: {literal}) {{ rules }} }}",
    ):
        errors = answered(text)
        assert errors
        for error in errors:
            assert PYTHON.search(re.sub(r"'[^']*'", "", error["message"])) is None, error
            assert "locations" in error or literal[0] in "[{", (
                text,
                error,
            )  # of these graphql-core does not tell the place


def test_every_operation_with_a_body_is_looked_at() -> None:
    assert {one.body for one in OPERATIONS if one.body is not None} - {*MODELS} == {
        one.body for one in OPERATIONS if one.body is not None and not one.body.model_fields
    }
