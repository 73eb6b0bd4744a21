"""Waiting for what is to happen: with a bound, and an error that says what did not.

As with the limit of a test, the time does not count in which this process and its children waited for a processor (`tools.watchdog`). What
blocks by itself (`process.wait(300)`) cannot count like that: it has a time that is longer than the limit, which comes first.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import time
from typing import TYPE_CHECKING, TypeVar

from tools.watchdog import Counted

if TYPE_CHECKING:
    from collections.abc import Callable


T = TypeVar("T")
PATIENCE_S = 30.0
"""Shorter than the limit of a test, so that the error says what did not come."""
PAUSE_S = 0.01


def until(found: Callable[[], T], what: str, *, patience_s: float = PATIENCE_S, pause_s: float = PAUSE_S) -> T:
    """Ask until the answer is true, and return it; where that does not come, the error says what was waited for."""
    spent = Counted(os.getpid())
    while not (answer := found()):
        if spent.seconds(patience_s) > patience_s:
            raise TimeoutError(told(what, patience_s, answer))
        time.sleep(pause_s)
    return answer


async def until_async(
    found: Callable[[], object], what: str, *, patience_s: float = PATIENCE_S, pause_s: float = PAUSE_S
) -> None:
    """The same in a loop of events, which goes on meanwhile; the answer may have to be awaited."""
    spent = Counted(os.getpid())
    while True:
        answer = found()
        if inspect.isawaitable(answer):
            try:
                answer = await asyncio.wait_for(answer, 10 * patience_s)
            except TimeoutError:
                answer = None
        if answer:
            return
        if spent.seconds(patience_s) > patience_s:
            raise TimeoutError(told(what, patience_s, answer))
        await asyncio.sleep(pause_s)


def told(what: str, patience_s: float, answer: object) -> str:
    """What the error says."""
    return f"waited {patience_s:g} s in vain until {what}; the last answer was {answer!r}"
