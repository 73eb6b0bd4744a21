"""Games that AIs play among themselves: made a few at a time, watched to their end, and their records checked."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from tests.support.recorded import opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine.formats.record import Taken

    from tests.support.running import Caller
    from tests.support.telling import Findings


LOOK_S = 0.25
Wait = tuple[int, int]
"""A turn: when it was asked for, and when it was done, in milliseconds."""


def waits(taken: list[Taken]) -> list[Wait]:
    """The turns of a record: runs of decisions of one seat, by the first of each."""
    firsts = [one for place, one in enumerate(taken) if place == 0 or taken[place - 1].seat != one.seat]
    return [(one.asked, one.received) for one in firsts if one.asked is not None and one.received is not None]


class Games:
    """So many games of AIs, not more than some at a time, from a caller's account."""

    def __init__(self, caller: Caller, total: int, together: int, found: Findings) -> None:
        self.caller = caller
        self.total = total
        self.together = together
        self.found = found
        self.made = self.over = self.decisions = self.fallbacks = 0
        self.waits: list[Wait] = []
        self.longest_s = 0.0
        self.running: dict[str, tuple[dict[str, Any], float]] = {}

    async def make(self, order: dict[str, Any]) -> None:
        """Make a game; it starts at once."""
        table = await self.caller.table(**order)
        self.running[table["id"]] = (table, time.monotonic())
        self.made += 1

    async def play(
        self,
        order: Callable[[int], dict[str, Any]],
        say: Callable[[str], None],
        *,
        patience_s: float,
        enough: Callable[[], bool] = lambda: True,
    ) -> None:
        """Make all games, and more until it is enough, and see each to its end; those that do not end in time are hung."""
        while self.made < self.total or self.running or not enough():
            missing = self.together - len(self.running)
            new = missing if not enough() else min(missing, self.total - self.made)
            await asyncio.gather(*[self.make(order(self.made + place)) for place in range(new)])
            await asyncio.gather(*[self.look(name, patience_s) for name in list(self.running)])
            say(f"{self.over:,} of {self.total:,} games are over")
            await asyncio.sleep(LOOK_S)

    async def look(self, name: str, patience_s: float) -> None:
        """See whether a game is over, and whether its record is right."""
        table, since = self.running[name]
        now = (await self.caller.call("GET", f"/v1/tables/{name}")).json()
        lasted = time.monotonic() - since
        if now["status"] == "running":
            if lasted > patience_s:
                del self.running[name]
                self.found.fault(f"{name} hangs: after {lasted:.0f} s decision {now['decision']['n']} is awaited")
            return
        del self.running[name]
        self.longest_s = max(self.longest_s, lasted)
        if now["status"] != "over":
            self.found.fault(f"{name} has ended as {now['status']}")
            return
        self.over += 1
        record, faults = opened(await self.caller.record(name), name, table["commitment"])
        self.found.all(faults)
        if record is not None:
            self.decisions += len(record.taken)
            self.fallbacks += sum(one.by == "default" for one in record.taken)
            self.waits += waits(record.taken)
