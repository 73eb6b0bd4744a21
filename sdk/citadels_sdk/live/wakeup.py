"""A bell: whoever waits goes on when it rings.

>>> import asyncio
>>> async def example():
...     bell = Bell()
...     waiting = bell.wait()
...     bell.ring()
...     await waiting
...     return "rung"
>>> asyncio.run(example())
'rung'
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Coroutine

__all__ = ["Bell"]


class Bell:
    """Heard by all who wait at that moment, and by nobody else."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def ring(self) -> None:
        """Let all go on who wait."""
        rung, self._next = self._next, asyncio.Event()
        rung.set()

    def wait(self) -> Coroutine[object, object, bool]:
        """Wait for the next ring after this call, whenever the waiting itself begins."""
        return self._next.wait()
