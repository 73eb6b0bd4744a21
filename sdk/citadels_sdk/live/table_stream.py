"""What happens at a table, taken in as it comes, over as many connections as it takes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from citadels_sdk.errors import QuotaReached, ServiceError
from citadels_sdk.live.retry import definite, pause_after, sure

if TYPE_CHECKING:
    from citadels_sdk.live.table_loop import Sitting

__all__ = ["CROWDED_S", "hear"]

CROWDED_S: Final = 0.5
"""How often it is asked what has happened, where no more streams may be opened."""


async def hear(sitting: Sitting) -> None:
    """Take in the table's events up to its end, or until the service refuses."""
    client, seated, attempt = sitting.runner.client, sitting.seated, 0
    while not seated.over:
        try:
            async with client.follow_table(seated.table, after=seated.heard) as frames:
                async for frame in frames:
                    attempt = 0
                    seated.frame(frame)
                    sitting.changed.set()
        except QuotaReached:
            await hear_without_stream(sitting)
            continue
        except ServiceError as raised:
            error = raised
        else:
            return
        if definite(error):
            sitting.broken = error
            sitting.changed.set()
            return
        attempt += 1
        await asyncio.sleep(pause_after(attempt, error))
        seated.doubt()
        sitting.changed.set()


async def hear_without_stream(sitting: Sitting) -> None:
    """The same by asking now and then, where no more streams may be opened: what waits for an answer counts as one too."""
    client, seated = sitting.runner.client, sitting.seated
    with contextlib.suppress(QuotaReached):
        frames = await sure(lambda: client.poll_table(seated.table, after=seated.heard))
        for frame in frames.items:
            seated.frame(frame)
        sitting.changed.set()
    await asyncio.sleep(CROWDED_S)
