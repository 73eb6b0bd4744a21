"""Connections: each entry has a cursor, and a part knows whether something stands before and after it."""

from __future__ import annotations

from citadels_api.graphql.nodes import Pages


def part(nodes: list[str], *, after: str | None = None, following: str | None = None) -> Pages:
    """A part of a list whose entries are their own cursors."""
    return Pages(nodes, after=after, following=following, cursor=lambda node: f"at {node}")


def test_a_part_goes_on_at_the_cursor_of_its_page_where_there_is_more() -> None:
    middle = part(["a", "b"], after="at z", following="9.b")
    assert [(edge.cursor, edge.node) for edge in middle.edges] == [("at a", "a"), ("9.b", "b")]
    info = middle.page_info
    assert (info.has_next_page, info.has_previous_page) == (True, True)
    assert (info.start_cursor, info.end_cursor) == ("at a", "9.b")
    assert middle.nodes == ["a", "b"]


def test_the_last_part_ends_at_the_cursor_of_its_last_entry() -> None:
    last = part(["a", "b"])
    assert [edge.cursor for edge in last.edges] == ["at a", "at b"]
    assert (last.page_info.has_next_page, last.page_info.has_previous_page) == (False, False)
    assert last.page_info.end_cursor == "at b"


def test_an_empty_part_has_no_cursors_and_may_have_more_after_it() -> None:
    empty = part([], after="at a", following="9.b")
    assert (empty.edges, empty.start_cursor, empty.end_cursor) == ([], None, None)
    assert (empty.has_next_page, empty.has_previous_page) == (True, True)
