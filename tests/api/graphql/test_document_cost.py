"""The bill of a document, figure by figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from citadels_api.graphql.cost_limits import LARGEST, Limits, TooMuch
from citadels_api.graphql.document_cost import add_up, count_fragments, size_variables
from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInt,
    GraphQLList,
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
    parse,
)

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept" / "bills.txt"
SCHEMA = build_schema("""
type Query { me: User, users(first: Int = 20): [User!]!, pages(first: Int, last: Int = 3, limit: Int = 7): [User!]!, node: Node, a: Int }
type Mutation { go(n: Int): User }
type Subscription { news(limit: Int = 4): User }
interface Node { id: ID!, friends(first: Int = 5): [Node!]! }
type User implements Node { id: ID!, name: String, best: User, friends(first: Int = 5): [Node!]!, some(limit: Int! = 2): [User!]! }
""")
DOCUMENTS: list[tuple[str, dict[str, Any]]] = [
    ("{ a }", {}),
    ("fragment f on User { id }", {}),
    ("fragment f on User { id } fragment f on User { name } { me { ...f } }", {}),
    ("query q @x { me { id nick: name @include(if: true) } again: a a }", {}),
    ("query ($a: Int @x, $b: Int @x @y) @z { me @x { id @y ... @w { name } ...f @v } } fragment f on User @u { id @t }", {}),
    ("{ me { best { best { id } } id } a }", {}),
    ("{ me { id ...f ... on User { name best { id } } } } fragment f on User { best { best { best { id } } } }", {}),
    ("{ a a a b: a b: a me { id id nick: id nick: name } me { id } }", {}),
    ("{ me { ...f id } ...g } fragment f on User { id id } fragment g on Query { a a ...h } fragment h on Query { a a }", {}),
    ("{ users { id } }", {}),
    ("{ users(first: 2) { id name } pages { id } }", {}),
    ("{ pages(last: 9) { id } }", {}),
    ("{ pages(first: 2, limit: 4, last: 3) { id friends { id } } }", {}),
    ("{ users(first: 0) { id } }", {}),
    ("{ users(first: -7) { id } }", {}),
    ("{ users(first: null) { id } }", {}),
    ("{ users(first: 9999999999) { id } }", {}),
    ("{ users(first: 2147483647) { id } }", {}),
    ("{ users(first: 99999999999) { id } }", {}),
    ("{ me { some { id } friends { friends { id } } } node { friends { id ... on User { best { some { id } } } } } }", {}),
    ("query ($n: Int) { users(first: $n) { id } }", {}),
    ("query ($n: Int) { users(first: $n) { id } }", {"variables": {"n": 3}}),
    ("query ($n: Int) { users(first: $n) { id } }", {"variables": {"n": 0}}),
    ("query ($n: Int) { users(first: $n) { id } }", {"variables": {"n": "3"}}),
    ("query ($n: Int) { users(first: $n) { id } }", {"variables": {"n": None}}),
    ("query ($n: Int) { users(first: $n) { id } }", {"variables": {"n": 10**12}}),
    ("query ($n: Int = 6) { users(first: $n) { id } }", {"variables": {}}),
    ("query ($n: Int = 6) { users(first: $n) { id } }", {"variables": {"n": True}}),
    ("query ($n: Int = 6, $m: Int = 4) { users(first: $n, last: $m) { id } me { friends(first: $m) { id } } }", {}),
    ('query ($n: Int = "x") { users(first: $n) { id } }', {}),
    ("query small { a } query large { me { id name } }", {}),
    ("query small { a } query large { me { id name } }", {"operation_name": "large"}),
    ("query small { a } query large { me { id name } }", {"operation_name": "neither"}),
    ("query { a } query large { me { id name } }", {"operation_name": "large"}),
    ("mutation { go { id } other: go(n: 1) { best { id } } ...f } fragment f on Mutation { go { id } }", {}),
    ("subscription { news { id } }", {}),
    ("mutation { go { id } }", {"limits": Limits(mutation_cost=1000)}),
    ("{ __typename }", {}),
    ("{ __typename a }", {}),
    ("{ __schema { types { name fields { name } } } }", {}),
    ("{ __schema { types { name fields { name } } } a }", {}),
    ("{ __schema { types { name fields { name } } } }", {"limits": Limits(introspection_cost=1000)}),
    ('{ __type(name: "User") { interfaces { possibleTypes { inputFields { name } } } } }', {}),
    ("{ __schema { directives { args { name } } types { enumValues { name } ...f } } __typename } fragment f on __Type { fields { args { name } } }", {}),
    ("{ me { __schema { types { fields { name } } } best { id } } x: __schema { types { name } } }", {}),
    ("{ me { fields { interfaces { types { id } } } } __type { a: fields { name } } }", {}),
    ("{ me { ... on Nobody { friends { id } } ... { friends { id } } } unknown { friends { id } } }", {}),
    ("{ ...unknown a }", {}),
    ("{ me { ...a ...b } } fragment b on User { best { ...a } } fragment a on User { best { id ...c } } fragment c on User { name }", {}),
]  # fmt: skip


def test_documents_are_billed_as_they_were() -> None:
    lines = []
    for text, more in DOCUMENTS:
        for schema in (SCHEMA, None):
            bill = add_up(parse(text), schema=schema, **more)
            figures = {name: getattr(bill, name) for name in bill.__dataclass_fields__ if getattr(bill, name)}
            lines.append(f"{text} {more or ''}" if schema is SCHEMA else "  and without the schema")
            lines += ["    " + " ".join(f"{name}={value}" for name, value in figures.items())]
    assert_kept(KEPT, lines)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{a} fragment f on User { ...f }", "f"),
        ("{a} fragment f on User { ...g } fragment g on User { ...f }", "f"),
        ("{a} fragment f on User { ...g } fragment g on User { me { ... { ...h } } } fragment h on User { ...g }", "g"),
        ("{a} fragment " + "f" * 50 + " on User { ..." + "f" * 50 + " }", "f" * 40),
    ],
)
def test_a_ring_of_fragments_is_refused_by_the_name_of_one(text: str, named: str) -> None:
    with pytest.raises(TooMuch) as caught:
        add_up(parse(text))
    assert caught.value.message == f"fragment {named!r} spreads itself, by way of others or at once"
    assert (caught.value.what, caught.value.extra["asked"], caught.value.extra["allowed"]) == ("fragments", 1, 0)


def test_fragments_are_counted_as_they_are_written() -> None:
    assert count_fragments(parse("{ a }")) == 0
    assert count_fragments(parse("fragment f on A { a } fragment f on A { a } { a }")) == 2


def test_the_variables_that_say_how_long_a_list_is_are_named_in_the_order_in_which_they_are_found() -> None:
    text = """query ($a: Int, $b: Int, $c: Int, $d: Int) { x(first: $a, other: $d) { y(last: 3) z(limit: $b) } x(first: $a) ...f ... { w(n: $d) } }
    fragment f on Query { v(last: $c) { u } }"""
    assert size_variables(parse(text)) == ("c", "a", "b")
    assert size_variables(parse("type T { a(first: Int): Int }")) == ()
    assert size_variables(parse("{ a(first: 1) }")) == ()


def test_no_size_is_larger_than_the_largest() -> None:
    assert LARGEST == 2**31 - 1
    assert add_up(parse("{ a(first: 2147483648) { b } }")).cost == 1 + LARGEST
    assert add_up(parse("{ a(first: 2147483646) { b } }")).cost == LARGEST


def test_a_default_of_nothing_counts_as_one_and_takes_the_place_of_the_one_before() -> None:
    written = build_schema("type Query { rows(first: Int = 20, last: Int = 0): [Row!]! } type Row { id: ID }")
    assert add_up(parse("{ rows { id } }"), schema=written).cost == 2
    row = GraphQLObjectType("Row", {"id": GraphQLField(GraphQLInt)})
    arguments = {
        "first": GraphQLArgument(GraphQLInt, default_value=20),
        "last": GraphQLArgument(GraphQLInt, default_value=0),
    }
    made = GraphQLSchema(GraphQLObjectType("Query", {"rows": GraphQLField(GraphQLList(row), args=arguments)}))
    assert add_up(parse("{ rows { id } }"), schema=made).cost == 2
