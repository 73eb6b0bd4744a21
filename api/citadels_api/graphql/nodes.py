"""Relay's conventions: nodes with global ids, and lists as connections. The service's ids are the global ids."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import strawberry

from citadels_api.graphql.fields import told

T = TypeVar("T")


@strawberry.interface(description="An object with a global id: a table, a tournament, an account, a credential.")
class Node:
    """An object with a global id."""

    id: strawberry.ID = told("The global id. It never changes and is never used again.")


@strawberry.type(description="The position of a page in a list.")
class PageInfo:
    """The position of a page in a list."""

    has_next_page: bool = told("Whether there are more items after this page.")
    has_previous_page: bool = told("Whether there are items before this page.")
    start_cursor: str | None = told("The cursor of the first edge; null for an empty page.")
    end_cursor: str | None = told("The cursor of the last edge; send it as `after`. Null for an empty page.")


@strawberry.type(description="One item of a list, with its cursor.")
class Edge(Generic[T]):
    """One item of a list."""

    cursor: str = told("The position of the item: an opaque string; send it as `after`.")
    node: T = told("The item.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[T]):
    """A page of a list."""

    edges: list[Edge[T]] = told("The items, each with its cursor.")
    nodes: list[T] = told("The items alone.")
    page_info: PageInfo = told("The position of this page in the list.")


class Pages:
    """A page of a list, as a connection reads it. If there are more items, the last edge has the cursor of the page."""

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
        """The position of this page."""
        return self

    @property
    def has_next_page(self) -> bool:
        """Whether there are more items."""
        return self.more

    @property
    def has_previous_page(self) -> bool:
        """Whether this is not the first page."""
        return self.after is not None

    @property
    def start_cursor(self) -> str | None:
        """The cursor of the first edge."""
        return self.edges[0].cursor if self.edges else None

    @property
    def end_cursor(self) -> str | None:
        """The cursor of the last edge."""
        return self.edges[-1].cursor if self.edges else None


class Entry:
    """An edge."""

    __slots__ = ("cursor", "node")

    def __init__(self, cursor: str, node: object) -> None:
        self.cursor = cursor
        self.node = node
