"""The bill of a GraphQL document: its cost, computed before the document is validated or executed.

1. Each selection is visited at most twice, even if its fragment is spread many times. A fragment is computed once, and every spread reuses
   its figures. So the work is linear in the text, while the figures are those of the expanded document.
2. Fragments that spread each other in a cycle are refused first; figures cached within a cycle would be wrong.
3. Depths are relative to the start of a fragment, because the same fragment is spread at several depths.
4. The sizes of lists (`first`, `last`, `limit`) come from the document, the variables, their defaults, and the schema's defaults, in this
   order. In the cost they multiply everything below them. All other figures count a list once.
5. Selections with `@skip` and `@include` all count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLInterfaceType, GraphQLObjectType, OperationType, Undefined, get_named_type
from graphql.language import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    VariableNode,
)

from citadels_api.graphql.cost_limits import LARGEST, Bill, Limits, TooMuch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLArgument, GraphQLField, GraphQLSchema
    from graphql.language import DocumentNode, SelectionSetNode, ValueNode


SIZE_ARGUMENTS: Final = ("first", "last", "limit")


class _Sum(NamedTuple):
    """The figures of a selection set, relative to its place."""

    depth: int = 0
    looking_in: int = 0  # the depth below an introspection field
    lists: int = 0  # introspection's lists within lists, wherever it stands
    listed: int = 0  # the same, once they stand below an introspection field
    wide: int = 0  # introspection's lists of any kind, wherever they stand
    widened: int = 0  # the same, once they stand below an introspection field
    fields: int = 0
    aliases: int = 0
    directives: int = 0
    roots: int = 0  # fields at the top
    plain_roots: int = 0  # of these, those that are not introspection's
    cost: int = 0


_NOTHING: Final = _Sum()
_INTROSPECTION: Final = frozenset({"__schema", "__type"})
_LONG_LISTS: Final = frozenset({"fields", "interfaces", "possibleTypes", "inputFields"})
_ALL_LISTS: Final = _LONG_LISTS | {"types", "directives", "args", "enumValues"}


class _Reader:
    """Computes the bill of one document. The figures of a fragment are cached by name."""

    def __init__(
        self,
        fragments: dict[str, FragmentDefinitionNode],
        schema: GraphQLSchema | None,
        sizes: Mapping[str, int | None],
        limits: Limits,
    ) -> None:
        self.fragments = fragments
        self.schema = schema
        self.sizes = sizes
        self.limits = limits
        self.known: dict[str, _Sum] = {}
        self.visits = 0
        self.repeats = 0

    def spreads(self, top: SelectionSetNode) -> list[str]:
        """The names of all fragments spread below. It also counts repeated response names."""
        found: dict[str, None] = {}
        waiting = [top]
        while waiting:
            names: set[str] = set()
            for selection in waiting.pop().selections:
                self.visits += 1
                if isinstance(selection, FragmentSpreadNode):
                    found[selection.name.value] = None
                    continue
                if isinstance(selection, FieldNode):
                    name = (selection.alias or selection.name).value
                    self.repeats += name in names
                    names.add(name)
                below = getattr(selection, "selection_set", None)
                if below is not None:
                    waiting.append(below)
        return list(found)

    def in_order(self) -> list[str]:
        """The fragments, each after those that it spreads. A cycle is refused."""
        needs = {
            name: [other for other in self.spreads(fragment.selection_set) if other in self.fragments]
            for name, fragment in self.fragments.items()
        }
        order: list[str] = []
        done: dict[str, bool] = {}  # False while those that it needs are looked at
        for start, first in needs.items():
            path = [(start, iter(first))] if start not in done else []
            done.setdefault(start, False)
            while path:
                name, rest = path[-1]
                for other in rest:
                    if other not in done:
                        done[other] = False
                        path.append((other, iter(needs[other])))
                        break
                    if not done[other]:
                        raise TooMuch(
                            "fragments", 1, 0, f"fragment {other[:40]!r} spreads itself, by way of others or at once"
                        )
                else:
                    done[name] = True
                    order.append(name)
                    path.pop()
        return order

    def read_fragments(self) -> None:
        """Compute the figures of every fragment."""
        for name in self.in_order():
            fragment = self.fragments[name]
            on = self.type_named(fragment.type_condition.name.value)
            figures = self.selections(fragment.selection_set, on)
            self.known[name] = figures._replace(directives=figures.directives + len(fragment.directives or ()))

    def type_named(self, name: str) -> object:
        return None if self.schema is None else self.schema.type_map.get(name)

    def selections(self, selection_set: SelectionSetNode, parent: object) -> _Sum:
        depth = looking_in = lists = listed = wide = widened = 0
        fields = aliases = directives = roots = plain_roots = cost = 0
        for selection in selection_set.selections:
            self.visits += 1
            directives += len(selection.directives or ())
            if isinstance(selection, FieldNode):
                figures = self.field(selection, parent)
            elif isinstance(selection, FragmentSpreadNode):
                figures = self.known.get(selection.name.value, _NOTHING)
            elif isinstance(selection, InlineFragmentNode):
                condition = selection.type_condition
                on = parent if condition is None else self.type_named(condition.name.value)
                figures = self.selections(selection.selection_set, on)
            else:
                continue
            depth = max(depth, figures.depth)
            looking_in = max(looking_in, figures.looking_in)
            lists = max(lists, figures.lists)
            listed = max(listed, figures.listed)
            wide += figures.wide
            widened += figures.widened
            fields += figures.fields
            aliases += figures.aliases
            directives += figures.directives
            roots += figures.roots
            plain_roots += figures.plain_roots
            cost += figures.cost
        return _Sum(
            depth, looking_in, lists, listed, wide, widened, fields, aliases, directives, roots, plain_roots, cost
        )

    def field(self, node: FieldNode, parent: object) -> _Sum:
        name = node.name.value
        definition: GraphQLField | None = None
        if isinstance(parent, GraphQLObjectType | GraphQLInterfaceType):
            definition = parent.fields.get(name)
        below = _NOTHING
        if node.selection_set is not None:
            of = None if definition is None else get_named_type(definition.type)
            below = self.selections(node.selection_set, of)
        aliases = below.aliases + (node.alias is not None)
        fields = below.fields + 1
        lists = below.lists + (name in _LONG_LISTS)
        wide = below.wide + (name in _ALL_LISTS)
        if name in _INTROSPECTION:
            price = 1 + below.cost * self.limits.introspection_cost
            inside = max(below.depth, below.looking_in) + 1
            listed, widened = max(lists, below.listed), wide + below.widened
            return _Sum(1, inside, lists, listed, 0, widened, fields, aliases, below.directives, 1, 0, price)
        return _Sum(
            below.depth + 1,
            below.looking_in,
            lists,
            below.listed,
            wide,
            below.widened,
            fields,
            aliases,
            below.directives,
            1,
            int(name != "__typename"),
            1 + below.cost * self.size(node, definition),
        )

    def size(self, node: FieldNode, definition: GraphQLField | None) -> int:
        """The factor for everything below a field: the size of its list."""
        size = None
        for argument in node.arguments or ():
            if argument.name.value in SIZE_ARGUMENTS:
                said = self.value(argument.value)
                if said is not None:
                    size = max(size or 1, said)
        if size is None and definition is not None:
            for name in SIZE_ARGUMENTS:
                default = definition.args.get(name)
                if default is not None:
                    size = _default(default) or size
        return size or 1

    def value(self, node: ValueNode) -> int | None:
        if isinstance(node, IntValueNode):
            return _whole_text(node.value)
        if isinstance(node, VariableNode):
            return self.sizes.get(node.name.value)
        return None


def _whole(value: object) -> int | None:
    """A size as a whole number between 1 and the largest, or None if it is not a number."""
    if value is Undefined or isinstance(value, bool) or not isinstance(value, int):
        return None
    return min(max(value, 1), LARGEST)


def _default(argument: GraphQLArgument) -> int | None:
    """The default of an argument in the schema, as a size. A schema stores it in one of three places."""
    kept = argument.default
    if kept is None:
        return _whole(argument.default_value)
    return _whole_text(kept.literal.value) if isinstance(kept.literal, IntValueNode) else _whole(kept.value)


def _whole_text(digits: str) -> int:
    """The same for the digits of a literal, which may have too many digits to parse."""
    if digits.startswith("-"):
        return 1
    return LARGEST if len(digits) > 10 else min(max(int(digits), 1), LARGEST)


def count_fragments(document: DocumentNode) -> int:
    """The number of fragments in the document, including those with the same name."""
    return sum(isinstance(node, FragmentDefinitionNode) for node in document.definitions)


def _operations(document: DocumentNode) -> list[OperationDefinitionNode]:
    return [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]


def size_variables(document: DocumentNode) -> tuple[str, ...]:
    """The variables that set the length of lists. A bill depends only on these variables."""
    found: dict[str, None] = {}
    waiting = [
        node.selection_set
        for node in document.definitions
        if isinstance(node, OperationDefinitionNode | FragmentDefinitionNode)
    ]
    while waiting:
        for selection in waiting.pop().selections:
            for argument in getattr(selection, "arguments", None) or ():
                if argument.name.value in SIZE_ARGUMENTS and isinstance(argument.value, VariableNode):
                    found[argument.value.name.value] = None
            below = getattr(selection, "selection_set", None)
            if below is not None:
                waiting.append(below)
    return tuple(found)


def _sizes(operation: OperationDefinitionNode, variables: Mapping[str, Any] | None) -> dict[str, int | None]:
    """The values of an operation's variables as sizes; defaults for variables that are not sent."""
    sizes: dict[str, int | None] = {}
    for definition in operation.variable_definitions or ():
        name = definition.variable.name.value
        if variables is not None and name in variables:
            sizes[name] = _whole(variables[name])
        elif isinstance(definition.default_value, IntValueNode):
            sizes[name] = _whole_text(definition.default_value.value)
    return sizes


def add_up(
    document: DocumentNode,
    *,
    schema: GraphQLSchema | None = None,
    variables: Mapping[str, Any] | None = None,
    operation_name: str | None = None,
    limits: Limits | None = None,
) -> Bill:
    """The bill of the operation of that name, or of the first one; `TooMuch` only if the bill is not finite.

    >>> from graphql import parse
    >>> add_up(parse("{ tables(first: 20) { id name } }")).cost
    41
    """
    limits = limits or Limits()
    operations = _operations(document)
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    written = count_fragments(document)
    if not operations:
        return Bill(fragments=written)
    named = (node for node in operations if node.name is not None and node.name.value == operation_name)
    operation = next(named, operations[0])
    reader = _Reader(fragments, schema, _sizes(operation, variables), limits)
    reader.read_fragments()
    reader.spreads(operation.selection_set)
    root = None if schema is None else schema.get_root_type(operation.operation)
    figures = reader.selections(operation.selection_set, root)
    changes = operation.operation is not OperationType.QUERY
    own = len(operation.directives or ()) + sum(
        len(node.directives or ()) for node in operation.variable_definitions or ()
    )
    return Bill(
        depth=figures.depth,
        introspection_depth=figures.looking_in,
        introspection_lists=figures.listed,
        introspection_width=figures.widened,
        fields=figures.fields,
        aliases=figures.aliases,
        fragments=written,
        directives=figures.directives + own,
        root_fields=figures.roots,
        operations=len(operations),
        mutations=figures.roots if operation.operation is OperationType.MUTATION else 0,
        repeats=reader.repeats,
        cost=figures.cost + limits.mutation_cost * figures.roots * changes,
        only_introspection=not changes and figures.plain_roots == 0,
        visits=reader.visits,
    )
