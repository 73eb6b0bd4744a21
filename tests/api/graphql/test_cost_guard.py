"""The guard before GraphQL: the figures of a document, and its limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql.cost_guard import check
from citadels_api.graphql.cost_limits import Limits, TooMuch
from citadels_api.graphql.document_cost import add_up
from graphql import build_schema, get_introspection_query, parse
from graphql.language import FieldNode, FragmentDefinitionNode, FragmentSpreadNode, InlineFragmentNode
from hypothesis import given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from graphql.language import DocumentNode, SelectionSetNode

SCHEMA = build_schema("""
type Query { me: User, users(first: Int = 20): [User!]!, a: Int }
type Mutation { go(n: Int): User }
type User { id: ID!, name: String, best: User, friends(first: Int, last: Int, limit: Int): [User!]! }
""")


def chain(length: int, selection: str = "...f{0} ...f{0}") -> str:
    """A query of so many fragments, each spreading the next twice."""
    body = "".join(f"fragment f{i} on User{{{selection.format(i + 1)}}}" for i in range(length))
    return f"{{me{{...f0}}}}{body}fragment f{length} on User{{id}}"


# figures ------------------------------------------------------------------------------------------------------------


def test_a_plain_query_is_counted_field_by_field() -> None:
    bill = add_up(parse("query q @d { me { id nick: name } a }"))
    assert (bill.depth, bill.fields, bill.aliases, bill.directives, bill.root_fields) == (2, 4, 1, 1, 2)
    assert (bill.operations, bill.mutations, bill.fragments, bill.cost) == (1, 0, 0, 4)


@pytest.mark.parametrize(
    ("arguments", "variables", "size"),
    [
        ("first: 7", None, 7),
        ("last: 7", None, 7),
        ("limit: 7", None, 7),
        ("first: 3, last: 9", None, 9),
        ("first: -5", None, 1),
        ("first: null", None, 1),
        ('first: "x"', None, 1),
        (f"first: {'9' * 5000}", None, 2**31 - 1),
        ("first: $v", {"v": 11}, 11),
        ("first: $v", {"v": True}, 1),
        ("first: $v", {"v": [5]}, 1),
        ("first: $v", {}, 6),
        ("first: $w", {}, 1),
    ],
)
def test_the_size_of_a_list_multiplies_what_stands_below(
    arguments: str, variables: dict[str, Any] | None, size: int
) -> None:
    document = parse(f"query($v: Int = 6, $w: Int) {{ me {{ friends({arguments}) {{ id name }} }} }}")
    assert add_up(document, variables=variables).cost == 2 + 2 * size


def test_a_list_asked_for_without_a_size_has_the_schema_s_default() -> None:
    assert add_up(parse("{ users { id } }"), schema=SCHEMA).cost == 21
    assert add_up(parse("{ users(first: 2) { id } }"), schema=SCHEMA).cost == 3


def test_lists_within_lists_multiply_through_fragments() -> None:
    document = parse("{users(first: 10) {...f}} fragment f on User {friends(first: 10) {...g}} fragment g on User {id}")
    assert add_up(document).cost == 1 + 10 * (1 + 10 * 1)


def test_the_named_operation_is_billed() -> None:
    document = parse("query small { a } query large { me { id name } }")
    assert add_up(document, operation_name="small").fields == 1
    assert add_up(document, operation_name="large").fields == 3


# limits -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (chain(19), "fields"),
        (chain(24), "fragments"),
        ("{" + "".join(f"a{i}:a " for i in range(31)) + "}", "aliases"),
        ("{me{...f ...g}}fragment f on User{a:id b:id c:id}fragment g on User{d:id ...f}", None),
        ("{me{" + "...f " * 11 + "}}fragment f on User{a:id b:id c:id}", "aliases"),
        ("{a" + " @x" * 21 + "}", "directives"),
        ("query(" + "".join(f"$v{i}:Int @x " for i in range(21)) + "){a}", "directives"),
        ("{me{" + "...f " * 21 + "}} fragment f on User @x {id}", "directives"),
        ("{me" + "{best" * 12 + "{id}" + "}" * 13, "depth"),
        ("{" + "a " * 12 + "}", "repeats"),
        ("{users(first: 1000) { friends(first: 1000) { id } } }", "cost"),
        ("{users(first: 100) {" + "friends(first: 100) {" * 5 + "id" + "}" * 7, "cost"),
        ("mutation { a: go(n: 1) { id } b: go(n: 2) { id } }", "mutations"),
        ("mutation { ...f ...f } fragment f on Mutation { go { id } }", "mutations"),
        ("query a { a } query b { a }", "operations"),
        ("{me{...f}} fragment f on User { best { ...f } }", "fragments"),
        ("{me{...f}} fragment f on User { ...g } fragment g on User { ...f }", "fragments"),
        ("{a} fragment f on User { ...f }", "fragments"),
        ("{" + "".join(f"a{i}:a " for i in range(21)) + "}", "root_fields"),
        ("{__schema{types" + "{ofType" * 15 + "{name}" + "}" * 17, "introspection_depth"),
        ("{__schema{types{fields{type{fields{name}}}}}}", "introspection_lists"),
        ('{__type(name:"User"){...f}} fragment f on __Type{interfaces{possibleTypes{name}}}', "introspection_lists"),
        ("{" + "".join(f"a{i}:__schema{{types{{fields{{name}}}}}} " for i in range(7)) + "}", "introspection_width"),
        (
            "{__schema{types{...f}}} fragment f on __Type{" + "".join(f"a{i}:fields{{name}}" for i in range(12)) + "}",
            "introspection_width",
        ),
        (get_introspection_query(), None),
        (get_introspection_query(input_value_deprecation=True, specified_by_url=True), None),
        ("{me{id name best{id name friends(first: 50){id name}}} users(first: 50) {id name}}", None),
    ],
)
def test_a_document_over_a_limit_is_refused_and_says_which(text: str, what: str | None) -> None:
    document = parse(text)
    if what is None:
        check(document, schema=SCHEMA)
        return
    with pytest.raises(TooMuch) as caught:
        check(document, schema=SCHEMA)
    assert caught.value.what == what
    assert caught.value.code == "too_complex"
    assert len(caught.value.message) < 120


def test_the_refusal_names_what_how_much_and_the_limit() -> None:
    with pytest.raises(TooMuch, match="the document's depth 3 is over the limit of 2"):
        check(parse("{me{best{id}}}"), limits=Limits(depth=2))


def test_a_trusted_operation_may_have_several_mutations() -> None:
    document = parse("mutation { a: go { id } b: go { id } }")
    assert check(document, trusted=True).mutations == 2


def test_a_chosen_operation_may_have_company() -> None:
    assert check(parse("query a { a } query b { a }"), operation_name="b").operations == 2


# properties ---------------------------------------------------------------------------------------------------------


@st.composite
def selections(draw: st.DrawFn, spreadable: tuple[int, ...], depth: int) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["leaf", "alias", "directive"]
        kinds += ["spread"] if spreadable else []
        kinds += ["field", "list", "inline"] if depth else []
        match draw(st.sampled_from(kinds)):
            case "leaf":
                parts.append("id")
            case "alias":
                parts.append("nick: name")
            case "directive":
                parts.append("name @include(if: true)")
            case "spread":
                parts.append(f"...f{draw(st.sampled_from(spreadable))}")
            case "field":
                parts.append(f"best {{ {draw(selections(spreadable, depth - 1))} }}")
            case "list":
                size = draw(st.integers(0, 5))
                parts.append(f"friends(first: {size}) {{ {draw(selections(spreadable, depth - 1))} }}")
            case _:
                parts.append(f"... on User @skip(if: false) {{ {draw(selections(spreadable, depth - 1))} }}")
    return " ".join(parts)


@st.composite
def documents(draw: st.DrawFn, most: int = 5) -> str:
    count = draw(st.integers(0, most))
    text = f"{{ me {{ {draw(selections(tuple(range(count)), 2))} }} }}"
    for i in range(count):  # each spreads later ones only
        text += f" fragment f{i} on User {{ {draw(selections(tuple(range(i + 1, count)), 1))} }}"
    return text


class Naive:
    """The same figures, found by spreading every fragment anew wherever it stands."""

    def __init__(self, document: DocumentNode) -> None:
        self.fragments = {n.name.value: n for n in document.definitions if isinstance(n, FragmentDefinitionNode)}
        self.depth = self.fields = self.aliases = self.directives = self.cost = 0
        self.walk(document.definitions[0].selection_set, 1, 1)  # type: ignore[attr-defined]  # the query comes first

    def walk(self, selection_set: SelectionSetNode, depth: int, times: int) -> None:
        for node in selection_set.selections:
            self.directives += len(node.directives or ())
            if isinstance(node, FragmentSpreadNode):
                self.walk(self.fragments[node.name.value].selection_set, depth, times)
            elif isinstance(node, InlineFragmentNode):
                self.walk(node.selection_set, depth, times)
            elif isinstance(node, FieldNode):
                self.depth = max(self.depth, depth)
                self.fields += 1
                self.cost += times
                self.aliases += node.alias is not None
                size = int(node.arguments[0].value.value) if node.arguments else 1  # type: ignore[attr-defined]  # an Int
                if node.selection_set is not None:
                    self.walk(node.selection_set, depth + 1, times * max(size, 1))


@settings(max_examples=150, deadline=None)
@given(documents())
def test_the_figures_are_those_of_the_document_with_its_fragments_spread(text: str) -> None:
    document = parse(text)
    bill, naive = add_up(document, schema=SCHEMA), Naive(document)
    assert (bill.depth, bill.fields, bill.aliases) == (naive.depth, naive.fields, naive.aliases)
    assert (bill.directives, bill.cost) == (naive.directives, naive.cost)


def written(selection_set: SelectionSetNode) -> int:
    below = (getattr(node, "selection_set", None) for node in selection_set.selections)
    return len(selection_set.selections) + sum(written(deeper) for deeper in below if deeper is not None)


@settings(max_examples=150, deadline=None)
@given(documents(most=12))
def test_each_selection_is_visited_twice_however_often_it_is_spread(text: str) -> None:
    document = parse(text)
    tops: list[SelectionSetNode] = [node.selection_set for node in document.definitions]  # type: ignore[attr-defined]  # all have one
    total = sum(map(written, tops))
    assert add_up(document).visits == 2 * total


def test_a_hundred_and_twenty_chained_fragments_are_counted_to_the_last_field_at_twice_their_length() -> None:
    bill = add_up(parse(chain(120)))
    assert bill.visits == 2 * (2 + 120 * 2 + 1)
    assert bill.fields == 1 + 2**120
