"""What has changed between two GraphQL schemas, and which of it may break a client."""

from __future__ import annotations

from typing import Any

from graphql import build_schema, find_breaking_changes, find_dangerous_changes


def told(changes: list[Any]) -> list[str]:
    """The changes, a sentence each."""
    return sorted(f"{change.type.name}: {change.description}" for change in changes)


def breaking(before: str, after: str) -> list[str]:
    """What breaks a client of the schema before."""
    return told(find_breaking_changes(build_schema(before), build_schema(after)))


def dangerous(before: str, after: str) -> list[str]:
    """What may surprise a client of the schema before, and so has to be told in the changelog."""
    return told(find_dangerous_changes(build_schema(before), build_schema(after)))
