"""The game clock: what the store keeps all times of games by. It runs only while the games are looked after.

1. Game time is the store's clock minus a lag. The store keeps `asked`, deadlines and due times in game time, and shows them in its own clock's
   time, with the lag of the moment. So one number moves all deadlines of a shard.
2. Each claim of the due set is a beat: it keeps the moment, and the lag. Between two beats game time runs with the store's clock, but never
   backwards, and never further than `AWAY_MS` beyond the last beat. So neither an outage of the store or of the clocks, nor a restored backup,
   nor a jump of the store's clock takes more than that from anybody: the lag grows, or shrinks, by the rest.
3. Each shard has a beat of its own: in a cluster it lies with the shard's tables, and goes by the clock of the same server.
4. While the operator pauses the games it stands still.
5. A shard in which nothing is due has no beats. Its game time stands still until it has something that may become due.
"""

from __future__ import annotations

from typing import Final

import msgspec

AWAY_MS: Final = 1_000
"""The most that game time runs beyond a beat: longer than between two rounds of a busy clock."""
BEAT_MS: Final = 500
"""The least time between two beats: the claims between them write nothing."""


class Beat(msgspec.Struct, frozen=True):
    """The last beat of a shard: when it was, by the store's clock, and the lag then. None: there was none yet."""

    at: int | None = None
    lag: int = 0
    paused: bool = False

    def lag_at(self, now: int) -> int:
        """The lag at a moment of the store's clock."""
        gap = 0 if self.at is None else now - self.at
        if self.paused or gap < 0:
            return self.lag + gap
        return self.lag + max(0, gap - AWAY_MS)

    def due(self, now: int) -> bool:
        """Whether a claim at this moment is the next beat."""
        return self.at is None or not 0 <= now - self.at < BEAT_MS
