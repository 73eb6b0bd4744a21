"""A bell: whoever waits goes on when it rings.

>>> import asyncio
>>> async def example():
...     bell = Bell()
...     waiting = asyncio.create_task(bell.wait())
...     await asyncio.sleep(0)
...     bell.ring()
...     await waiting
...     return "rung"
>>> asyncio.run(example())
'rung'
"""

from __future__ import annotations

import asyncio

__all__ = ["Bell"]


class Bell:
    """Heard by all who wait at that moment, and by nobody else."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def ring(self) -> None:
        """Let all go on who wait."""
        rung, self._next = self._next, asyncio.Event()
        rung.set()

    async def wait(self) -> None:
        """Wait for the next ring; what is looked at without a pause before cannot change unheard."""
        await self._next.wait()
