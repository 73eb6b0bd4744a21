"""Relay's conventions: nodes by their global ids, and lists in pages. The ids of the service are the global ids."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import strawberry

from citadels_api.graphql.fields import told

T = TypeVar("T")


@strawberry.interface(description="Whatever has a global id: a table, a tournament, an account, a credential.")
class Node:
    """Whatever has a global id."""

    id: strawberry.ID = told("The global id. It never changes and is never used again.")


@strawberry.type(description="Where a part of a list stands in it.")
class PageInfo:
    """Where a part of a list stands in it."""

    has_next_page: bool = told("Whether there is more after this part.")
    has_previous_page: bool = told("Whether something stands before this part.")
    start_cursor: str | None = told("The cursor of the first edge; null for an empty part.")
    end_cursor: str | None = told("The cursor of the last edge, to be sent as `after`; null for an empty part.")


@strawberry.type(description="One entry of a list, with its cursor.")
class Edge(Generic[T]):
    """One entry of a list."""

    cursor: str = told("Where the entry stands: an opaque text, to be sent as `after`.")
    node: T = told("The entry.")


@strawberry.type(description="Part of a list.")
class Connection(Generic[T]):
    """Part of a list."""

    edges: list[Edge[T]] = told("The entries, each with its cursor.")
    nodes: list[T] = told("The entries alone.")
    page_info: PageInfo = told("Where this part stands in the list.")


class Pages:
    """A part of a list, as a connection reads it. The last edge's cursor is the page's own, where there is more."""

    __slots__ = ("after", "edges", "more", "nodes")

    def __init__(
        self, nodes: list[Any], *, after: str | None, following: str | None, cursor: Callable[[Any], str]
    ) -> None:
        self.nodes = nodes
        self.edges = [Entry(cursor(node), node) for node in nodes]
        if following is not None and self.edges:
            self.edges[-1].cursor = following
        self.after = after
        self.more = following is not None

    @property
    def page_info(self) -> "Pages":
        """Where this part stands."""
        return self

    @property
    def has_next_page(self) -> bool:
        """Whether there is more."""
        return self.more

    @property
    def has_previous_page(self) -> bool:
        """Whether it is not the first part."""
        return self.after is not None

    @property
    def start_cursor(self) -> str | None:
        """The first edge's cursor."""
        return self.edges[0].cursor if self.edges else None

    @property
    def end_cursor(self) -> str | None:
        """The last edge's cursor."""
        return self.edges[-1].cursor if self.edges else None


class Entry:
    """An edge."""

    __slots__ = ("cursor", "node")

    def __init__(self, cursor: str, node: object) -> None:
        self.cursor = cursor
        self.node = node
