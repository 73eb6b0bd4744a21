"""A crowd: hundreds of games of AIs at once are all played to their end, and every record verifies."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.promises.alone import Games
from tests.support.running import Caller, Service
from tests.support.telling import Findings, share

if TYPE_CHECKING:
    from collections.abc import Callable


PLAYERS = (2, 3, 4, 5, 6, 7, 8)


@dataclass(frozen=True)
class Size:
    """How many games, all at the same time."""

    games: int
    patience_s: float = 300.0


SIZES = {"quick": Size(20), "ci": Size(20), "full": Size(200)}


def order(number: int) -> dict[str, Any]:
    """A table of AIs; all player counts and both editions come in turn."""
    players = PLAYERS[number % len(PLAYERS)]
    edition = ("modern", "classic")[number // len(PLAYERS) % 2]
    return {"players": players, "edition": edition, "seats": [{"kind": "ai", "level": "greedy"}] * players}


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Start all games at once, and see each to its end."""
    found = Findings()
    service = Service(apis=1, workers=2, clocks=1, spoilt=spoilt, linger_ms=600_000)
    async with service, Caller(service.ports) as caller:
        games = Games(await caller.guest(), size.games, size.games, found)
        began = time.monotonic()
        await games.play(order, say, patience_s=size.patience_s)
        seconds = time.monotonic() - began
    waited = [float(done - asked) for asked, done in games.waits]
    found.figures |= {
        "games": games.over,
        "decisions": games.decisions,
        "decisions_a_second": round(games.decisions / seconds),
        "played_in_s": round(seconds, 1),
        "p99_ms": round(share(waited, 0.99)),
        "longest_ms": round(max(waited, default=0)),
        "defaults": games.fallbacks,
    }
    return found
