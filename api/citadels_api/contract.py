"""What the contracts of all domains are made of: kinds of values that say more than JSON does, and parts of lists."""

from __future__ import annotations

from typing import Annotated, Final, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Mark:
    """What a value of a plain type stands for: GraphQL has a scalar for it."""


ID: Final = Mark()
MOMENT: Final = Mark()
SPAN: Final = Mark()

Id = Annotated[str, ID]
"""An id of the service."""
Time = Annotated[int, MOMENT]
"""A moment: milliseconds since 1970, UTC."""
Millis = Annotated[int, SPAN]
"""A length of time in milliseconds."""


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Part of a list; `next` is the cursor of the next part, null at the end."""

    items: list[T]
    """This part of the list."""
    next: str | None
    """The cursor of the next part; null at the end."""
