"""The GraphQL door: the schema, a module a noun, and how documents of it are checked, run and sent."""

from __future__ import annotations

__all__ = ["sdl"]


def sdl() -> str:
    """The schema in GraphQL's own language, as `openapi/schema.graphql` has it."""
    from citadels_api.graphql.schema import SCHEMA

    return SCHEMA.as_str() + "\n"
