"""Documents that select everything that a type has."""

from __future__ import annotations

from typing import Any

from citadels_api.graphql.schema import CORE
from graphql import GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType, get_named_type, is_leaf_type


def everything(name: str) -> str:
    """Everything below a type, as it stands between braces; the interfaces of problems by their own fields only."""
    named: Any = CORE.type_map[name]
    if isinstance(named, GraphQLUnionType):
        return "__typename " + " ".join(f"... on {one.name} {{ {everything(one.name)} }}" for one in named.types)
    assert isinstance(named, GraphQLObjectType | GraphQLInterfaceType)
    parts = []
    for one, field in named.fields.items():
        below = get_named_type(field.type)
        parts.append(one if is_leaf_type(below) else f"{one} {{ {everything(below.name)} }}")
    return " ".join(parts)
