"""Going along with a log: a viewer gets what is there, and then what comes, whenever a bell says that there is more.

What is sent is read from the log, from the number that was sent last: a bell that is lost costs time, and never an entry.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from citadels_api.store.keys import bell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.context import House


LOOK_AGAIN_S: Final = 20.0
"""How often a stream looks without having heard a bell."""
PAGE: Final = 200
"""How many entries are read at once."""
LONGEST_WAIT_MS: Final = 60_000

F = TypeVar("F")


class Viewer(Protocol[F]):
    """One viewer of one log: what he has seen so far."""

    seen: int
    wait_s: float
    """For how long there is nothing to look for, unless a bell rings."""
    ended: bool
    """Whether nothing more will come."""

    async def look(self) -> object:
        """Where it stands now; a refusal where the viewer may not see it."""
        ...

    async def first(self) -> F:
        """A full view of where it stands."""
        ...

    async def more(self) -> list[F]:
        """The frames after what was seen."""
        ...


async def along(house: House, name: str, viewer: Viewer[F], *, after: int | None) -> AsyncIterator[F]:
    """A full view, then what comes; or what came after a number, then what comes."""
    await viewer.look()
    async with aclosing(house.store.bells.listen(bell(name))) as bells:  # type: ignore[type-var]  # a generator
        heard = asyncio.ensure_future(anext(bells))
        try:
            await heard
            heard = asyncio.ensure_future(anext(bells))
            if after is None:
                yield await viewer.first()
            else:
                viewer.seen = after
            while not viewer.ended:
                got = await viewer.more()
                for frame in got:
                    yield frame
                if got:
                    continue
                while True:
                    done, _ = await asyncio.wait({heard}, timeout=viewer.wait_s)
                    if not done:
                        break
                    _, text = heard.result()
                    heard = asyncio.ensure_future(anext(bells))
                    if not text or text.startswith(name):
                        break
        finally:
            heard.cancel()
            await asyncio.gather(heard, return_exceptions=True)


async def within(stream: AsyncIterator[F], wait_ms: int) -> list[F]:
    """The next frame of a stream, if it comes within the time; the stream is closed."""
    async with aclosing(stream):  # type: ignore[type-var]  # a generator
        try:
            async with asyncio.timeout(min(wait_ms, LONGEST_WAIT_MS) / 1000):
                return [await anext(stream)]
        except (TimeoutError, StopAsyncIteration):
            return []
