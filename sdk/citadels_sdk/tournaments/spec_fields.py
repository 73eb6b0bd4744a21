"""The fields of a description that was read: each of its type, or a `ContestError` that names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from citadels_contest.types import ContestError

from citadels_sdk.json_values import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Fields:
    """An object that was read, and where it stands.

    >>> Fields({"edition": "classic"}, "event.json").text("edition")
    'classic'
    >>> Fields({"edition": 3}, "event.json").text("edition")
    Traceback (most recent call last):
        ...
    citadels_contest.types.ContestError: event.json: edition: 3 is no text
    """

    raw: Mapping[str, object]
    where: str

    def text(self, name: str) -> str | None:
        """A text, where there is one."""
        value = self.raw.get(name)
        if value is not None and not isinstance(value, str):
            raise unread(self.where, name, f"{value!r} is no text")
        return value

    def words(self, name: str) -> tuple[str, ...] | None:
        """A list of texts, where there is one."""
        value = self.raw.get(name)
        if value is None:
            return None
        if not is_list(value) or not all(isinstance(one, str) for one in value):
            raise unread(self.where, name, f"{value!r} is no list of texts")
        return tuple(str(one) for one in value)

    def seconds(self, name: str) -> float | None:
        """A time, where there is one."""
        value = self.raw.get(name)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise unread(self.where, name, f"{value!r} is no time")
        return float(value)

    def mapping(self, name: str) -> Mapping[str, object] | None:
        """An object, where there is one."""
        value = self.raw.get(name)
        if value is not None and not is_object(value):
            raise unread(self.where, name, "an object is expected")
        return value


def unread(where: str, name: str, message: str) -> ContestError:
    """What cannot be read, and where it stands."""
    return ContestError("bad_file", f"{where}: {name}: {message}")
