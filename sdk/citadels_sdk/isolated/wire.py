r"""What goes to a bot's process: messages of plain values, and of a view only what has changed since the last one of that game.

1. A message is a tuple: its number, its kind, what it says. Several go in one frame: its length, then the messages by `marshal`, which is quicker
   than anything else and is read by the same Python that wrote it. What comes back is JSON: nobody trusts it.
2. Of a view the parts go over that are not what they were (`citadels_engine.views.view_parts`); what never changes goes with the first one.

>>> said = frame([(1, "close", "game-7")])
>>> LENGTH.unpack_from(said)[0] == len(said) - LENGTH.size, unframe(said[LENGTH.size:])
(True, [(1, 'close', 'game-7')])
"""

from __future__ import annotations

import marshal
import struct
from typing import Any, Final, TypeAlias

Message: TypeAlias = "tuple[int, str, Any]"

LENGTH: Final = struct.Struct("<I")
FIXED: Final = -1
"""In place of a part's: what stays as it is."""


def frame(messages: list[Message]) -> bytes:
    """The messages as they go over."""
    said = marshal.dumps(messages)
    return LENGTH.pack(len(said)) + said


def unframe(said: bytes) -> list[Message]:
    """The messages of a frame, without its length."""
    found: list[Message] = marshal.loads(said)  # noqa: S302  # it comes from the referee
    return found
