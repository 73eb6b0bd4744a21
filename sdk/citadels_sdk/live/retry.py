"""Asking a service until it says something definite.

1. What is asked here may be asked twice: it changes nothing, or carries its key.
2. A refusal is definite. Anything else (nobody answers, too much asked, no store, an answer lost) is asked again, for ever: after as
   long as the service says, else after a pause that grows.
3. Where time is short, a second copy goes out when the first is silent, by another connection; the first answer counts.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Final, TypeVar

from citadels_sdk.errors import Misread, Refused, ServiceError, TooMany

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["definite", "pause_after", "sure"]

T = TypeVar("T")

COPIES: Final = 3
LONGEST_PAUSE_S: Final = 3.0
MOST_MISREAD: Final = 5


def definite(error: ServiceError) -> bool:
    """Whether the same request would be refused again.

    >>> from citadels_sdk.errors import Conflict, UnknownOutcome
    >>> definite(Conflict("the game has moved on")), definite(UnknownOutcome("the answer was lost")), definite(TooMany("wait"))
    (True, False, False)
    """
    return isinstance(error, Refused) and not isinstance(error, TooMany)


def pause_after(attempt: int, error: ServiceError) -> float:
    """How many seconds to wait before the next attempt."""
    told = error.retry_after
    return told if told is not None else random.uniform(0.5, 1.0) * min(LONGEST_PAUSE_S, 0.1 * 2.0**attempt)  # noqa: S311


async def sure(ask: Callable[[], Awaitable[T]], *, again: float | None = None) -> T:
    """The answer, or the refusal; with `again` a silent request is doubled after so many seconds."""
    attempt = misread = 0
    while True:
        try:
            return await doubled(ask, again)
        except ServiceError as error:
            misread += isinstance(error, Misread)
            if definite(error) or misread >= MOST_MISREAD:
                raise
            attempt += 1
            seconds = pause_after(attempt, error)
        await asyncio.sleep(seconds)


async def doubled(ask: Callable[[], Awaitable[T]], again: float | None) -> T:
    """The first answer to one of some copies."""
    if again is None:
        return await ask()
    copies = {asyncio.ensure_future(ask())}
    try:
        while True:
            more = len(copies) < COPIES
            done, _ = await asyncio.wait(copies, timeout=again if more else None, return_when=asyncio.FIRST_COMPLETED)
            if done:
                good = [one for one in done if one.exception() is None]
                return (good[0] if good else done.pop()).result()
            copies.add(asyncio.ensure_future(ask()))
    finally:
        for one in copies:
            one.cancel()
        await asyncio.gather(*copies, return_exceptions=True)
