"""Whether the store has room for new things: each process looks at its memory every second, and more often near the limit.

1. Below a tenth of free memory nothing new is made: no guest, no table, no tournament. So running games can end, and every read is answered.
2. Things are made again when a little more than that is free, so that it does not change with every request.
3. A store without a limit of memory always has room. If it does not answer, what was known last holds.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.store.ports import Store


LOW: Final = 0.1
"""Below this part of free memory nothing new is made ..."""
ENOUGH: Final = 0.12
"""... until this part is free again."""
LOOK_S: Final = 1.0
NEAR: Final = 0.3
"""Below this part of free memory the process looks more often ..."""
NEAR_S: Final = 0.05
"""... so often that not much is made between two looks."""
RETRY_S: Final = 15
"""When somebody who was refused may try again."""


class Room:
    """What this process knows of the store's memory."""

    __slots__ = ("look_s", "low")

    def __init__(self) -> None:
        self.low = False
        """Whether nothing new is made."""
        self.look_s = LOOK_S
        """When to look again."""

    def note(self, free: float | None) -> None:
        """Note the free part of the memory; None without a limit."""
        self.look_s = NEAR_S if free is not None and free < NEAR else LOOK_S
        self.low = free is not None and free < (ENOUGH if self.low else LOW)


async def keep_looking(room: Room, store: Store) -> None:
    """Look at the store's memory until cancelled."""
    while True:
        with contextlib.suppress(StoreError):
            room.note(await store.free())
        await asyncio.sleep(room.look_s)
