"""Write what the page knows of the API from the schema and the trusted documents: `python -m tools.web_types`.

1. `web/core/operations.mjs`: for each operation its kind and the hash that it is asked for by.
2. `web/core/api.d.ts`: for each operation the types of its variables and of its data, exactly as the document selects them. A problem in
   place of a mutation's payload is thrown by `ask`, and so is not among them.
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_api.graphql.app import schema_text
from citadels_api.graphql.documents import trusted_by_name
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    build_schema,
    get_named_type,
    is_abstract_type,
    parse,
    type_from_ast,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphql import GraphQLSchema, SelectionSetNode


FOLDER: Final = Path(__file__).parents[1] / "web" / "core"
SCALARS: Final = {"Int": "number", "Float": "number", "String": "string", "ID": "string", "Boolean": "boolean", "JSON": "any",
                  "Time": "number", "Millis": "number"}  # fmt: skip
Selected = dict[str, "tuple[FieldNode, list[SelectionSetNode]]"]


class Writer:
    """Types of one schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self.named: dict[str, str] = {}
        """Enums and inputs that were met, as they are written."""

    def wrapped(self, kind: object, inner: str) -> str:
        """The type around a named one, with its lists and nulls."""
        if isinstance(kind, GraphQLNonNull):
            return self.bare(kind.of_type, inner)
        return f"{self.bare(kind, inner)} | null"

    def bare(self, kind: object, inner: str) -> str:
        """The same, where it is not null."""
        if isinstance(kind, GraphQLList):
            return f"Array<{self.wrapped(kind.of_type, inner)}>"
        return inner

    def leaf(self, kind: object) -> str:
        """A scalar, an enum or an input by its name."""
        if isinstance(kind, GraphQLEnumType):
            self.named.setdefault(
                kind.name, f"export type {kind.name} = " + " | ".join(f'"{one}"' for one in kind.values)
            )
            return kind.name
        if isinstance(kind, GraphQLInputObjectType):
            if kind.name not in self.named:
                self.named[kind.name] = ""
                rows = [
                    f"  {name}{'' if one.default_value is None and isinstance(one.type, GraphQLNonNull) and one.ast_node is not None and one.ast_node.default_value is None else '?'}: "
                    f"{self.wrapped(one.type, self.leaf(get_named_type(one.type)))};"
                    for name, one in kind.fields.items()
                ]
                self.named[kind.name] = "\n".join([f"export interface {kind.name} {{", *rows, "}"])
            return kind.name
        return SCALARS.get(getattr(kind, "name", ""), "string")

    def fields(
        self,
        owner: GraphQLObjectType,
        sets: Iterable[SelectionSetNode],
        fragments: Mapping[str, FragmentDefinitionNode],
    ) -> Selected:
        """The fields that are selected where the value is of that type."""
        found: Selected = {}
        for chosen in sets:
            for one in chosen.selections:
                if isinstance(one, FieldNode):
                    name = (one.alias or one.name).value
                    inner = found.setdefault(name, (one, []))[1]
                    if one.selection_set is not None:
                        inner.append(one.selection_set)
                    continue
                if isinstance(one, FragmentSpreadNode):
                    fragment = fragments[one.name.value]
                    condition, inside = fragment.type_condition.name.value, fragment.selection_set
                else:
                    assert isinstance(one, InlineFragmentNode)
                    condition = owner.name if one.type_condition is None else one.type_condition.name.value
                    inside = one.selection_set
                wanted = self.schema.type_map[condition]
                if wanted is owner or (is_abstract_type(wanted) and self.schema.is_sub_type(wanted, owner)):
                    for name, (field, sets_inside) in self.fields(owner, [inside], fragments).items():
                        found.setdefault(name, (field, []))[1].extend(sets_inside)
        return found

    def selected(
        self, kind: object, sets: list[SelectionSetNode], fragments: Mapping[str, FragmentDefinitionNode], indent: str
    ) -> str:
        """What is selected of a composite type: of an abstract one the union of what it may be."""
        if isinstance(kind, GraphQLObjectType):
            return self.of_object(kind, sets, fragments, indent)
        assert is_abstract_type(kind)
        texts = [self.of_object(one, sets, fragments, indent) for one in self.schema.get_possible_types(kind)]
        return "(" + " | ".join(dict.fromkeys(texts)) + ")"

    def of_object(
        self,
        owner: GraphQLObjectType,
        sets: list[SelectionSetNode],
        fragments: Mapping[str, FragmentDefinitionNode],
        indent: str,
    ) -> str:
        """What is selected of an object."""
        rows = []
        for name, (field, inner) in self.fields(owner, sets, fragments).items():
            if field.name.value == "__typename":
                rows.append(f'{indent}  __typename: "{owner.name}";')
                continue
            kind = owner.fields[field.name.value].type
            named = get_named_type(kind)
            text = self.selected(named, inner, fragments, indent + "  ") if inner else self.leaf(named)
            rows.append(f"{indent}  {name}: {self.wrapped(kind, text)};")
        return "{\n" + "\n".join(rows) + f"\n{indent}}}"

    def operation(self, text: str) -> tuple[str, str]:
        """The variables and the data of an operation."""
        document = parse(text)
        fragments = {one.name.value: one for one in document.definitions if isinstance(one, FragmentDefinitionNode)}
        (operation,) = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
        rows = []
        for one in operation.variable_definitions or ():
            kind = type_from_ast(self.schema, one.type)
            optional = "?" if one.default_value is not None or not isinstance(kind, GraphQLNonNull) else ""
            rows.append(f"{one.variable.name.value}{optional}: {self.wrapped(kind, self.leaf(get_named_type(kind)))}")
        root = self.schema.get_root_type(operation.operation)
        assert root is not None
        data = self.of_object(root, [operation.selection_set], fragments, "    ")
        if operation.operation is OperationType.MUTATION:
            data = self.done(root, operation.selection_set, fragments)
        return "{ " + "; ".join(rows) + " }" if rows else "{}", data

    def done(
        self, root: GraphQLObjectType, chosen: SelectionSetNode, fragments: Mapping[str, FragmentDefinitionNode]
    ) -> str:
        """The data of a mutation: what it answers when it was done, since a problem is thrown."""
        rows = []
        for name, (field, inner) in self.fields(root, [chosen], fragments).items():
            kind = get_named_type(root.fields[field.name.value].type)
            assert is_abstract_type(kind)
            payloads = [
                one
                for one in self.schema.get_possible_types(kind)
                if not any(each.name == "Problem" for each in one.interfaces)
            ]
            rows.append(
                f"      {name}: {' | '.join(self.of_object(one, inner, fragments, '      ') for one in payloads)};"
            )
        return "{\n" + "\n".join(rows) + "\n    }"


def written() -> dict[str, str]:
    """The files, by their names in `web/core`."""
    writer = Writer(build_schema(schema_text()))
    rows, kinds = [], []
    for name, text in sorted(trusted_by_name().items()):
        variables, data = writer.operation(text)
        rows.append(f"  {name}: {{\n    variables: {variables};\n    data: {data};\n  }};")
        kind = next(one for one in ("query", "mutation", "subscription") if f"{one} {name}" in text)
        digest = sha256(text.encode()).hexdigest()
        kinds.append(f'  {name}: {{ kind: "{kind}", hash: "{digest}" }},')
    head = "// Written by tools/web_types.py from the schema and the trusted documents.\n"
    operations = "\n".join([
        head + "\n/** The trusted operations: what each is, and the hash that it is asked for by. */",
        "export const OPERATIONS = /** @type {const} */ ({",
        *kinds,
        "});",
    ])  # fmt: skip
    named = "\n\n".join(text for _, text in sorted(writer.named.items()))
    interface = "\n".join(["export interface Operations {", *rows, "}"])
    return {"operations.mjs": operations + "\n", "api.d.ts": f"{head}\n{named}\n\n{interface}\n"}


def main() -> None:
    """Write them, or with `--check` only compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where a file is not as it would be written"
    )
    check = parser.parse_args().check
    stale = []
    for name, text in written().items():
        file = FOLDER / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not check:
                file.write_text(text, encoding="utf-8")
    if check and stale:
        raise SystemExit(f"not as the schema has it: {', '.join(stale)}; run python -m tools.web_types")


if __name__ == "__main__":
    main()
