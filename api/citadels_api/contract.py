"""What the contracts of all domains are made of."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Part of a list; `next` is the cursor of the next part, null at the end."""

    items: list[T]
    """This part of the list."""
    next: str | None
    """The cursor of the next part; null at the end."""
