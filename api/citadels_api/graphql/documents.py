"""GraphQL documents: parsed, checked against the limits and validated once, then cached by their text. Trusted documents are known by their
hash.

1. A document is parsed up to the token limit, its cost is computed and checked, and only then it is validated. Accepted documents are
   cached, up to a total number of tokens. Refused documents are not cached, so that they cannot evict the others.
2. The root fields of a document determine its cost, and the table to read while the credential is checked.
3. Trusted documents are those of the SDK and the page. They may contain several mutations. A setting makes the service refuse all others.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    NoSchemaIntrospectionCustomRule,
    ObjectValueNode,
    OperationDefinitionNode,
    OperationType,
    StringValueNode,
    VariableNode,
    parse,
    print_ast,
    separate_operations,
    specified_rules,
    validate,
)

from citadels_api.graphql.cost_guard import check
from citadels_api.graphql.cost_limits import Limits, TooMuch
from citadels_api.graphql.document_cost import size_variables
from citadels_api.graphql.rest_twins import TWINS, cost_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import DocumentNode, GraphQLSchema, SelectionSetNode, ValueNode

    from citadels_api.graphql.cost_limits import Bill


MOST_TOKENS: Final = 50_000
MOST_CHARACTERS: Final = 2_000_000
"""The maximum tokens and characters of all cached documents."""
MOST_ANSWERS: Final = 8
"""The maximum number of cached introspection results; they are long."""
MOST_BILLS: Final = 16
LIMITS: Final = Limits(introspection_cost=20)
"""Introspection costs more because the schema is large: the usual query passes, twice as much does not."""
MOST_FAULTS: Final = 20
PRICED: Final = 100
"""This number of fields costs as much as one more plain read."""


class Faulty(Exception):
    """A document with mistakes."""

    def __init__(self, errors: list[GraphQLError]) -> None:
        super().__init__(f"{len(errors)} errors")
        self.errors = errors


@dataclass(frozen=True, slots=True)
class Place:
    """Where an operation names a table, and an idempotency key."""

    table: ValueNode | None
    key: ValueNode | None = None
    whole: ValueNode | None = None
    """The variable that holds both in an object."""

    def named(self, variables: Mapping[str, Any] | None) -> tuple[str | None, str | None]:
        """The values of the table and the key."""
        if isinstance(self.whole, VariableNode):
            said = (variables or {}).get(self.whole.name.value)
            members = said if isinstance(said, dict) else {}
            return as_text(members.get("table")), as_text(members.get("key"))
        return value_at(self.table, variables), value_at(self.key, variables)


@dataclass(frozen=True, slots=True)
class Meant:
    """One operation of a document: its kind, its root fields, its cost, and where it names a table to read ahead."""

    kind: OperationType
    fields: tuple[str, ...]
    cost: int
    ahead: Place | None


@dataclass(slots=True, eq=False)
class Known:
    """A valid document, with its operations and bills."""

    document: DocumentNode
    trusted: bool
    sizes: tuple[str, ...]
    bills: dict[tuple[object, ...], Bill] = field(default_factory=dict)
    meant: dict[str | None, Meant] = field(default_factory=dict)
    projectors: dict[Any, Any] = field(default_factory=dict)
    """The compiled projections of the objects that it selects, when there are some."""
    digest: str | None = None
    """The hash that the client sent."""
    registered: float | None = None
    """When this process last registered the document, by the clock of its event loop."""


class Documents:
    """The documents that one process knows."""

    def __init__(
        self, schema: GraphQLSchema, *, introspection: bool, trusted: Mapping[str, str], limits: Limits | None = None
    ) -> None:
        self.schema = schema
        self.limits = limits or LIMITS
        self.trusted = trusted
        self.own = frozenset(trusted.values())
        self.rules = specified_rules if introspection else (*specified_rules, NoSchemaIntrospectionCustomRule)
        self.known: OrderedDict[str, Known] = OrderedDict()
        self.hashes: dict[str, str] = {}
        self.answers: OrderedDict[tuple[str, str | None], dict[str, Any]] = OrderedDict()
        self.tokens = 0
        self.characters = 0

    def prepare(self, text: str, operation_name: str | None, variables: Mapping[str, Any] | None) -> tuple[Known, Bill]:
        """A valid document within the limits, with its bill; otherwise `TooMuch` or `Faulty`."""
        known = self.known.get(text)
        if known is not None:
            self.known.move_to_end(text)
            return known, self.bill(known, operation_name, variables)
        try:
            document = parse(text, max_tokens=self.limits.tokens)
        except GraphQLError as error:
            if error.message.endswith(f"contains more than {self.limits.tokens} tokens. Parsing aborted."):
                sentence = f"the document has more than {self.limits.tokens} tokens"
                raise TooMuch("tokens", self.limits.tokens + 1, self.limits.tokens, sentence) from None
            raise Faulty([error]) from None
        known = Known(document, text in self.own, size_variables(document))
        bill = self.bill(known, operation_name, variables)
        if errors := validate(self.schema, document, self.rules, max_errors=MOST_FAULTS, hide_suggestions=True):
            raise Faulty(errors)
        self.keep(text, known)
        return known, bill

    def bill(self, known: Known, operation_name: str | None, variables: Mapping[str, Any] | None) -> Bill:
        """The bill of a document. It depends on the operation, and on the variables that set the length of lists."""
        key: tuple[object, ...] = (operation_name,)
        for name in known.sizes:
            value = variables.get(name, known) if variables else known  # `known` stands for nothing sent
            key += (value if value is known or type(value) is int else None,)
        bill = known.bills.get(key)
        if bill is None:
            bill = check(
                known.document,
                schema=self.schema,
                variables=variables,
                operation_name=operation_name,
                limits=self.limits,
                trusted=known.trusted,
            )
            if len(known.bills) >= MOST_BILLS:
                known.bills.clear()
            known.bills[key] = bill
        return bill

    def keep(self, text: str, known: Known) -> None:
        """Cache the document, and evict those that were not used for the longest time."""
        self.known[text] = known
        self.tokens += known.document.token_count
        self.characters += len(text)
        while self.known and (self.tokens > MOST_TOKENS or self.characters > MOST_CHARACTERS):
            old, gone = self.known.popitem(last=False)
            self.tokens -= gone.document.token_count
            self.characters -= len(old)
            if gone.digest is not None:
                self.hashes.pop(gone.digest, None)

    def keep_answer(self, text: str, operation_name: str | None, answer: dict[str, Any]) -> None:
        """Cache the result of an introspection query."""
        self.answers[text, operation_name] = answer
        if len(self.answers) > MOST_ANSWERS:
            self.answers.popitem(last=False)

    def meant(self, known: Known, operation_name: str | None) -> Meant:
        """The operation to execute."""
        found = known.meant.get(operation_name)
        if found is None:
            found = self.read(known, operation_name)
            known.meant[operation_name] = found
        return found

    def read(self, known: Known, operation_name: str | None) -> Meant:
        """The root fields of an operation."""
        operations = [one for one in known.document.definitions if isinstance(one, OperationDefinitionNode)]
        if operation_name is not None:
            operations = [one for one in operations if one.name is not None and one.name.value == operation_name]
        if len(operations) != 1:
            raise Faulty([GraphQLError("operationName names no operation of the document")])
        operation = operations[0]
        fragments = {
            one.name.value: one for one in known.document.definitions if isinstance(one, FragmentDefinitionNode)
        }
        root = operation.operation.value.capitalize()
        found = [(f"{root}.{one.name.value}", one) for one in fields_of(operation.selection_set, fragments)]
        named = [(name, node) for name, node in found if name in TWINS]
        ahead = None
        if len(named) == 1 and named[0][0] in {"Mutation.submit", "Query.position"}:
            ahead = place_of(named[0][1])
        cost = sum(cost_of(name) for name, _ in named) or 1
        return Meant(operation.operation, tuple(name for name, _ in named), cost, ahead)

    def price(self, meant: Meant, bill: Bill) -> int:
        """The cost in the token bucket."""
        return meant.cost + bill.cost // PRICED

    def text_of(self, digest: str) -> str | None:
        """The text for a hash: a trusted document, or one that was sent with its hash before."""
        return self.trusted.get(digest) or self.hashes.get(digest)

    def learn(self, digest: str, text: str) -> None:
        """Remember the hash of the text. The caller has checked it."""
        known = self.known.get(text)  # only what has no mistakes is there
        if known is not None and digest not in self.trusted:
            known.digest = digest
            self.hashes[digest] = text


def fields_of(top: SelectionSetNode, fragments: Mapping[str, FragmentDefinitionNode]) -> list[FieldNode]:
    """The fields of a selection, including those in fragments. The document is valid: no fragment contains itself."""
    found: list[FieldNode] = []
    waiting = [top]
    while waiting:
        for one in waiting.pop().selections:
            if isinstance(one, FieldNode):
                found.append(one)
            elif isinstance(one, InlineFragmentNode):
                waiting.append(one.selection_set)
            elif isinstance(one, FragmentSpreadNode):
                waiting.append(fragments[one.name.value].selection_set)
    return found


def place_of(node: FieldNode) -> Place:
    """Where a move or a position names its table."""
    said = {one.name.value: one.value for one in node.arguments or ()}
    whole = said.get("input")
    if isinstance(whole, ObjectValueNode):
        members = {one.name.value: one.value for one in whole.fields}
        return Place(members.get("table"), members.get("key"))
    return Place(said.get("table"), whole=whole)


def value_at(node: ValueNode | None, variables: Mapping[str, Any] | None) -> str | None:
    """The string value there."""
    if isinstance(node, StringValueNode):
        return node.value
    if isinstance(node, VariableNode):
        return as_text((variables or {}).get(node.name.value))
    return None


def as_text(value: object) -> str | None:
    """The value, if it is a string."""
    return value if isinstance(value, str) else None


@cache
def trusted_documents() -> dict[str, str]:
    """The texts of the trusted documents by hash, in the order of their names."""
    found = trusted_by_name()
    return {sha256(text.encode()).hexdigest(): text for _, text in sorted(found.items())}


@cache
def trusted_by_name() -> dict[str, str]:
    """The trusted documents by the names of their operations, each with the fragments that it needs."""
    folder = files("citadels_api.graphql").joinpath("trusted")
    parts = sorted((one for one in folder.iterdir() if one.name.endswith(".graphql")), key=lambda one: one.name)
    source = "\n".join(one.read_text(encoding="utf-8") for one in parts)
    return {name: print_ast(one) for name, one in separate_operations(parse(source)).items()}
