"""What is published for those who write clients in GraphQL, beside the schema itself: texts that are a function of the code."""

from __future__ import annotations

import json
from hashlib import sha256

from graphql import GraphQLInterfaceType, GraphQLUnionType, build_schema, introspection_from_schema

from citadels_api.graphql import sdl
from citadels_api.graphql.documents import trusted_by_name, trusted_documents


def trusted_text() -> str:
    """The trusted documents by name: the hash that is sent for each, and the document itself."""
    found = {
        name: {"sha256": sha256(text.encode()).hexdigest(), "document": text}
        for name, text in sorted(trusted_by_name().items())
    }
    return json.dumps(found, indent=2) + "\n"


def persisted_text() -> str:
    """The trusted documents by the hash that is sent for each: the form in which tools for persisted documents have them."""
    return json.dumps(dict(sorted(trusted_documents().items())), indent=2) + "\n"


def possible_types_text() -> str:
    """The object types that each interface and each union stands for: what Apollo's cache asks for."""
    schema = build_schema(sdl())
    found = {
        name: sorted(one.name for one in schema.get_possible_types(named))
        for name, named in sorted(schema.type_map.items())
        if isinstance(named, GraphQLInterfaceType | GraphQLUnionType)
    }
    return json.dumps(found, indent=2) + "\n"


def introspection_text() -> str:
    """The schema as introspection answers it: what caches and generators of types read that do not read the schema's own language."""
    return json.dumps(introspection_from_schema(build_schema(sdl())), separators=(",", ":")) + "\n"
