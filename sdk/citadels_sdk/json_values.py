"""What was told in JSON, taken for what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["is_list", "is_object"]


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether it is a JSON object.

    >>> is_object({"n": 3}), is_object([3])
    (True, False)
    """
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether it is a JSON list.

    >>> is_list([3]), is_list("3")
    (True, False)
    """
    return isinstance(value, list | tuple)
