"""A store whose process is killed at one of its writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.store.memory import Space


WRITES = frozenset(("put", "create", "commit", "archive", "repack", "rank", "append", "put_off"))
READS = frozenset(("load", "log", "get", "ranked"))


class Faulty(MemoryStore):
    """A store whose process is killed at its so manieth write (`left`): that one is done (`after`) or not, and nothing after it."""

    def __init__(self, now: Callable[[], int], space: Space) -> None:
        super().__init__(now=now, space=space)
        self.left = 0
        self.after = False
        self.dead = False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in WRITES and name not in READS:
            return found

        async def spoilt(*given: Any, **named: Any) -> Any:
            if self.dead:
                raise StoreDown("killed")
            if name in WRITES:
                self.left -= 1
                if self.left < 0:
                    self.dead = True
                    if self.after:
                        await found(*given, **named)
                    raise StoreDown("killed")
            return await found(*given, **named)

        return spoilt
