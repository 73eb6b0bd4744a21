"""Strict reading of JSON values: every refusal names the path of the field."""

from __future__ import annotations

from citadels_engine.errors import PositionError

__all__ = ["Fields", "as_int", "as_list", "as_names", "as_text", "fail"]


def fail(path: str, why: str) -> PositionError:
    """The error for a field."""
    return PositionError(f"{path}: {why}")


def as_int(value: object, path: str, least: int = 0) -> int:
    """A whole number, not under `least`."""
    if type(value) is not int:
        raise fail(path, f"{value!r} is no whole number")
    if value < least:
        raise fail(path, f"{value} is under {least}")
    return value


def as_list(value: object, path: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise fail(path, f"{value!r} is no list")
    return value


def as_text(value: object, path: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise fail(path, f"{value!r} is no text")
    return value


def as_names(value: object, path: str) -> list[str]:
    """A list of texts."""
    return [as_text(one, f"{path}.{i}") for i, one in enumerate(as_list(value, path))]


class Fields:
    """The fields of a JSON object, taken one by one; `done` refuses what nobody took."""

    def __init__(self, value: object, path: str) -> None:
        if not isinstance(value, dict):
            raise fail(path or "position", f"{value!r} is no object")
        self.path = path
        self.left: dict[str, object] = dict(value)

    def at(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def take(self, name: str) -> object:
        """The field's value; None where it is left out."""
        return self.left.pop(name, None)

    def number(self, name: str, default: int, least: int = 0) -> int:
        """A whole number."""
        value = self.take(name)
        return default if value is None else as_int(value, self.at(name), least)

    def truth(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise fail(self.at(name), f"{value!r} is neither true nor false")
        return value

    def items(self, name: str) -> list[object]:
        """A list, empty where it is left out."""
        value = self.take(name)
        return [] if value is None else as_list(value, self.at(name))

    def within(self, name: str) -> dict[str, object]:
        """An object's fields, none where it is left out."""
        value = self.take(name)
        return {} if value is None else Fields(value, self.at(name)).left

    def text(self, name: str, default: str) -> str:
        """A text."""
        value = self.take(name)
        return default if value is None else as_text(value, self.at(name))

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """One of some words."""
        value = self.text(name, default)
        if value not in allowed:
            raise fail(self.at(name), f"{value!r} is not one of {', '.join(allowed)}")
        return value

    def done(self) -> None:
        """Refuse every field that was not taken."""
        for name in self.left:
            raise fail(self.at(name), "there is no such field")
