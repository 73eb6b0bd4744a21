r"""Server-sent events, read from bytes as they come, in pieces of any size.

>>> reader = Reader()
>>> reader.feed(b"id: 7\nevent: events\nda"), reader.feed(b"ta: {}\n\n: beat\n\n")
([], [Message(event='events', data='{}', id='7')])
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["LARGEST", "Message", "Reader"]

LARGEST: Final = 16 * 1024 * 1024
"""No event of a service is as large as this: what is, is no stream of events."""
LINE_END: Final = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Message:
    """One event: its name, its data, and the last id that was told."""

    event: str
    data: str
    id: str


class Reader:
    """Reads a stream as the standard has it: fields in lines, an empty line at the end of each event, comments passed over."""

    def __init__(self) -> None:
        self._rest = b""
        self._first = True
        self._event = ""
        self._data: list[str] = []
        self._id = ""

    def feed(self, piece: bytes) -> list[Message]:
        """The events that are whole with this piece."""
        text = self._rest + piece
        if self._first:
            if b"\xef\xbb\xbf".startswith(text):
                self._rest = text
                return []
            text, self._first = text.removeprefix(b"\xef\xbb\xbf"), False
        # whether a "\r" at the end is a line end of its own shows with the next piece
        held = text[-1:] if text.endswith(b"\r") else b""
        *lines, rest = LINE_END.split(text.removesuffix(b"\r") if held else text)
        self._rest = rest + held
        if len(self._rest) + sum(map(len, self._data)) > LARGEST:
            raise ValueError("an event without an end")
        return [message for line in lines for message in self._line(line.decode("utf-8", "replace"))]

    def _line(self, line: str) -> list[Message]:
        """One line; the event that it completes."""
        if not line:
            data, self._data = self._data, []
            event, self._event = self._event, ""
            return [Message(event or "message", "\n".join(data), self._id)] if data else []
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        return []
