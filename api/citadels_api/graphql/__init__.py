"""The GraphQL API: its schema, and how documents are checked, executed and answered."""

from __future__ import annotations

__all__ = ["sdl"]


def sdl() -> str:
    """The GraphQL schema in the schema definition language, as in `openapi/schema.graphql`."""
    from citadels_api.graphql.schema import SCHEMA

    return SCHEMA.as_str() + "\n"
