"""The fields of a description: each of its type, or an error that names it."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_contest.types import ContestError
from citadels_sdk.tournaments.spec_fields import Fields, unread


@pytest.mark.parametrize(
    ("kind", "value", "found"),
    [
        ("text", None, None), ("text", "", ""), ("text", "x", "x"), ("words", None, None), ("words", [], ()), ("words", ["a", "b"], ("a", "b")), ("seconds", None, None),
        ("seconds", 3, 3.0), ("seconds", 0.5, 0.5), ("mapping", None, None), ("mapping", {}, {}), ("mapping", {"a": 1}, {"a": 1}),
    ],
)  # fmt: skip
def test_a_field_is_read(kind: str, value: object, found: object) -> None:
    read: Any = getattr(Fields({"field": value}, "a file"), kind)("field")
    assert read == found
    assert type(read) is type(found)


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("text", 3, "3 is no text"), ("text", [], "[] is no text"), ("words", "ab", "'ab' is no list of texts"), ("words", ["a", 1], "['a', 1] is no list of texts"),
        ("words", {}, "{} is no list of texts"), ("seconds", "3", "'3' is no time"), ("seconds", True, "True is no time"), ("seconds", 0, "0 is no time"),
        ("seconds", -1, "-1 is no time"), ("seconds", float("nan"), "nan is no time"), ("mapping", [], "an object is expected"), ("mapping", 3, "an object is expected"),
    ],
)  # fmt: skip
def test_what_is_of_another_type_is_named(kind: str, value: object, said: str) -> None:
    with pytest.raises(ContestError) as caught:
        getattr(Fields({"field": value}, "a file"), kind)("field")
    assert (str(caught.value), caught.value.code) == (f"a file: field: {said}", "bad_file")
    assert str(unread("a file", "field", said)) == str(caught.value)
