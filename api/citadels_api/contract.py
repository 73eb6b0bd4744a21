"""What the contracts of all domains share: value types that say more than JSON does, and pages of lists."""

from __future__ import annotations

from typing import Annotated, Final, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Mark:
    """Marks what a plain value stands for. GraphQL has a scalar for each mark."""


ID: Final = Mark()
MOMENT: Final = Mark()
SPAN: Final = Mark()

Id = Annotated[str, ID]
"""An id of the service."""
Time = Annotated[int, MOMENT]
"""A time in milliseconds since 1970, UTC."""
Millis = Annotated[int, SPAN]
"""A duration in milliseconds."""


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A page of a list. `next` is the cursor of the next page, null at the end."""

    items: list[T]
    """The items of this page."""
    next: str | None
    """The cursor of the next page; null at the end."""
