"""The files published for authors of GraphQL clients, beside the schema itself. They depend only on the code."""

from __future__ import annotations

import json
from hashlib import sha256

from graphql import GraphQLInterfaceType, GraphQLUnionType, build_schema, introspection_from_schema

from citadels_api.graphql import sdl
from citadels_api.graphql.documents import trusted_by_name, trusted_documents


def trusted_text() -> str:
    """The trusted documents by name: the hash to send, and the text."""
    found = {
        name: {"sha256": sha256(text.encode()).hexdigest(), "document": text}
        for name, text in sorted(trusted_by_name().items())
    }
    return json.dumps(found, indent=2) + "\n"


def persisted_text() -> str:
    """The trusted documents by hash, in the form that tools for persisted documents use."""
    return json.dumps(dict(sorted(trusted_documents().items())), indent=2) + "\n"


def possible_types_text() -> str:
    """The object types of each interface and each union, for Apollo's cache."""
    schema = build_schema(sdl())
    found = {
        name: sorted(one.name for one in schema.get_possible_types(named))
        for name, named in sorted(schema.type_map.items())
        if isinstance(named, GraphQLInterfaceType | GraphQLUnionType)
    }
    return json.dumps(found, indent=2) + "\n"


def introspection_text() -> str:
    """The introspection result of the schema, for caches and type generators that do not read the schema definition language."""
    return json.dumps(introspection_from_schema(build_schema(sdl())), separators=(",", ":")) + "\n"
