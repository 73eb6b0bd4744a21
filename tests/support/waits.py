"""Waiting for what is to happen: with a bound, and an error that says what did not."""

from __future__ import annotations

import asyncio
import inspect
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PATIENCE_S", "until", "until_async"]

T = TypeVar("T")
PATIENCE_S = 30.0
PAUSE_S = 0.01


def until(found: Callable[[], T], what: str, *, patience_s: float = PATIENCE_S, pause_s: float = PAUSE_S) -> T:
    """Ask until the answer is true, and return it; where that does not come, the error says what was waited for."""
    end = time.monotonic() + patience_s
    while not (answer := found()):
        if time.monotonic() > end:
            raise TimeoutError(told(what, patience_s, answer))
        time.sleep(pause_s)
    return answer


async def until_async(
    found: Callable[[], object], what: str, *, patience_s: float = PATIENCE_S, pause_s: float = PAUSE_S
) -> None:
    """The same in a loop of events, which goes on meanwhile; the answer may have to be awaited."""
    end = time.monotonic() + patience_s
    while True:
        answer = found()
        if inspect.isawaitable(answer):
            try:
                answer = await asyncio.wait_for(answer, patience_s)
            except TimeoutError:
                answer = None
        if answer:
            return
        if time.monotonic() > end:
            raise TimeoutError(told(what, patience_s, answer))
        await asyncio.sleep(pause_s)


def told(what: str, patience_s: float, answer: object) -> str:
    """What the error says."""
    return f"waited {patience_s:g} s in vain until {what}; the last answer was {answer!r}"
