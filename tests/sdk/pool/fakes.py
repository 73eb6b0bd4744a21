"""Processes that are none, for the tests of the pool."""

from __future__ import annotations

import io
import pickle
import threading
from typing import TYPE_CHECKING, Any, cast

from citadels_sdk.pool.processes import Worker

if TYPE_CHECKING:
    from collections.abc import Sequence


class Silent(io.BytesIO):
    """What never says anything, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.over = threading.Event()

    def readline(self, *_: object) -> bytes:
        self.over.wait(30)
        return b""

    def read(self, *_: object) -> bytes:
        self.over.wait(30)
        return b""

    def readinto(self, _buffer: object) -> int:
        self.over.wait(30)
        return 0


class Fake(Worker):
    """A process that has said all at once (nothing, ever, where that is None), and has ended when it is asked to."""

    def __init__(self, said: Sequence[object] | None = (), how: str = "was killed") -> None:
        replies = Silent() if said is None else io.BytesIO(b"".join(pickle.dumps(one) for one in said))
        super().__init__(0, replies, io.BytesIO(), None)
        self.how = how
        self.killed = 0
        self.read: list[Any] = []

    def kill(self) -> None:
        self.killed += 1

    def terminate(self) -> None:
        self.kill()

    def over(self) -> bool:
        return True

    def end(self) -> str:
        if isinstance(self.replies, Silent):
            self.replies.over.set()
        if not self.orders.closed:
            self.read = self.told()
        return self.how

    def told(self) -> list[Any]:
        """What it was told."""
        return loads(cast("io.BytesIO", self.orders).getvalue())


def loads(text: bytes) -> list[Any]:
    """All that is pickled there."""
    file, found = io.BytesIO(text), list[Any]()
    while file.tell() < len(text):
        found.append(pickle.load(file))
    return found
