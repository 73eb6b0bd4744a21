"""Projection: the fast way to write an object whose selected fields all only copy from their source.

1. It writes what graphql-core would write: the same names in the same order, each leaf serialized by its type. A test compares both ways.
2. Everything else goes through graphql-core: fields with resolvers or arguments (except the schema's own), directives, fragments with
   variables.
3. If projection fails, graphql-core starts again from the same object, and reports the error and its location. Reading an answer changes
   nothing, so reading twice is safe.
4. A projection is compiled once per document and cached with it. The key is the set of nodes that select the object's fields.
"""

from __future__ import annotations

from enum import Enum
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, cast

from graphql import (
    BooleanValueNode,
    FieldNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    InlineFragmentNode,
    Undefined,
)
from graphql.execution.executor_throwing_on_incremental import ExecutorThrowingOnIncremental

from citadels_api.graphql.fields import READ

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import FragmentDefinitionNode, GraphQLField, GraphQLSchema, SelectionSetNode

    Write = Callable[[Any], Any]
    Projectors = dict[tuple[object, ...], Write | None]


INT: Final = 2**31
LISTS: Final = frozenset((list, tuple, type({}.items()), type({}.values())))
"""Values that are lists; the schema itself uses dictionaries."""
MOST: Final = 16
"""Maximum number of projections per document: `@include` can select in many ways."""


class NotPlain(Exception):
    """Projection is not possible here."""


class Projecting(ExecutorThrowingOnIncremental):
    """graphql-core's executor, with projection where possible."""

    def collect_and_execute_subfields(
        self, return_type: Any, field_details_list: Any, path: Any, result: Any, position_context: Any
    ) -> Any:
        """The fields of an object."""
        projectors: Projectors | None = getattr(self.context_value, "projectors", None)
        if projectors is not None:
            nodes = [one.node for one in field_details_list]
            key = (return_type.name, *map(id, nodes))
            if key in projectors:
                write = projectors[key]
            else:
                write = writer(self.schema, return_type, nodes, self.fragment_definitions)
                if len(projectors) >= MOST:
                    projectors.clear()
                projectors[key] = write
            if write is not None:
                try:
                    return write(result)
                except Exception:  # noqa: BLE001, S110  the long way says what is wrong
                    pass
        return super().collect_and_execute_subfields(return_type, field_details_list, path, result, position_context)


def writer(
    schema: GraphQLSchema,
    of: GraphQLObjectType,
    nodes: list[FieldNode],
    fragments: Mapping[str, FragmentDefinitionNode],
) -> Write | None:
    """The projection for the object of these nodes; None if graphql-core has to execute it."""
    try:
        return Writing(schema, fragments).of_object(of, nodes)
    except NotPlain:
        return None


class Writing:
    """Compiles projections."""

    def __init__(self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self.schema = schema
        self.fragments = fragments

    def of_object(self, of: GraphQLObjectType, nodes: list[FieldNode]) -> Write:
        """The fields that these nodes select, in order."""
        found: dict[str, list[FieldNode]] = {}
        seen: set[str] = set()
        for node in nodes:
            if node.selection_set is None:
                raise NotPlain
            self.collect(of, node.selection_set, found, seen)
        steps = [(name, *self.of_field(of, fields)) for name, fields in found.items()]

        def write(source: Any) -> dict[str, Any]:
            return {name: complete(read(source)) for name, read, complete in steps}

        return write

    def collect(
        self, of: GraphQLObjectType, selected: SelectionSetNode, found: dict[str, list[FieldNode]], seen: set[str]
    ) -> None:
        """The fields of a selection, by response name."""
        for one in selected.selections:
            if one.directives:
                raise NotPlain
            if isinstance(one, FieldNode):
                found.setdefault((one.alias or one.name).value, []).append(one)
            elif isinstance(one, InlineFragmentNode):
                condition = one.type_condition
                if condition is None or self.applies(condition.name.value, of):
                    self.collect(of, one.selection_set, found, seen)
            elif isinstance(one, FragmentSpreadNode):
                fragment = self.fragments.get(one.name.value)
                if fragment is None or fragment.directives or getattr(fragment, "variable_definitions", None):
                    raise NotPlain
                if one.name.value not in seen:
                    if not self.applies(fragment.type_condition.name.value, of):
                        continue
                    seen.add(one.name.value)
                    self.collect(of, fragment.selection_set, found, seen)
            else:
                raise NotPlain

    def applies(self, name: str, of: GraphQLObjectType) -> bool:
        """Whether a fragment on that type applies to this type."""
        condition = self.schema.type_map.get(name)
        if condition is of:
            return True
        if isinstance(condition, GraphQLInterfaceType | GraphQLUnionType):
            return self.schema.is_sub_type(condition, of)
        return False

    def of_field(self, of: GraphQLObjectType, nodes: list[FieldNode]) -> tuple[Write, Write]:
        """How to read a field, and how to write its value."""
        name = nodes[0].name.value
        if name == "__typename":
            own = of.name
            return lambda _source: own, lambda value: value
        field = of.fields.get(name)
        if field is not None and of.name.startswith("__"):
            return of_schema(self.schema, field, nodes[0]), self.of_type(field.type, nodes)
        if field is None or READ not in field.extensions or field.args or any(node.arguments for node in nodes):
            raise NotPlain
        return field.extensions[READ], self.of_type(field.type, nodes)

    def of_type(self, of: Any, nodes: list[FieldNode]) -> Write:
        """How to write a value of the type."""
        if isinstance(of, GraphQLNonNull):
            return self.of_non_null(of.of_type, nodes)
        write = self.of_non_null(of, nodes)
        return lambda value: None if value is None else write(value)

    def of_non_null(self, of: Any, nodes: list[FieldNode]) -> Write:
        """How to write a value that is not null; raises for null."""
        if isinstance(of, GraphQLList):
            each = self.of_type(of.of_type, nodes)

            def write_list(value: Any) -> list[Any]:
                if type(value) not in LISTS:
                    raise NotPlain
                return [each(one) for one in value]

            return write_list
        if isinstance(of, GraphQLScalarType | GraphQLEnumType):
            return of_leaf(of)
        if isinstance(of, GraphQLObjectType):
            return present(self.of_object(of, nodes))
        return self.of_abstract(of, nodes)

    def of_abstract(self, of: GraphQLInterfaceType | GraphQLUnionType, nodes: list[FieldNode]) -> Write:
        """How to write a value whose class tells its type."""
        resolve = of.resolve_type
        if resolve is None:
            raise NotPlain
        writes = {one.name: self.of_object(one, nodes) for one in self.schema.get_possible_types(of)}

        def write(value: Any) -> Any:
            return writes[cast("str", resolve(value, cast("Any", None), of))](value)

        return present(write)


def of_schema(schema: GraphQLSchema, field: GraphQLField, node: FieldNode) -> Write:
    """How to read a field of the schema itself: its resolvers use only their source, the schema, and the arguments in the document."""
    resolve, given = field.resolve, {}
    if resolve is None:
        raise NotPlain
    for name, argument in field.args.items():
        if argument.default_value is not Undefined:
            given[argument.out_name or name] = argument.default_value
    for one in node.arguments or ():
        if not isinstance(one.value, BooleanValueNode):
            raise NotPlain
        given[field.args[one.name.value].out_name or one.name.value] = one.value.value
    info: Any = SimpleNamespace(schema=schema)
    return lambda source: resolve(source, info, **given)


def present(write: Write) -> Write:
    """The same, for values that are never null."""

    def write_present(value: Any) -> Any:
        if value is None:
            raise NotPlain
        return write(value)

    return write_present


def of_leaf(of: GraphQLScalarType | GraphQLEnumType) -> Write:
    """How to write a leaf. A value that needs no conversion is recognized by its class."""
    serialize = of.coerce_output_value
    if isinstance(of, GraphQLEnumType):
        names: dict[object, str] = {
            one.value: name for name, one in of.values.items() if isinstance(one.value, str | Enum)
        }

        def write_enum(value: Any) -> str:
            return names[value]  # what is not in it goes the long way

        return write_enum
    as_it_is: type | None = {"String": str, "ID": str, "Boolean": bool}.get(of.name)

    def write_leaf(value: Any) -> Any:
        if type(value) is as_it_is:
            return value
        told = serialize(value)
        if told is None:
            raise NotPlain
        return told

    def write_int(value: Any) -> Any:
        return value if type(value) is int and -INT <= value < INT else write_leaf(value)

    return write_int if of.name == "Int" else write_leaf
