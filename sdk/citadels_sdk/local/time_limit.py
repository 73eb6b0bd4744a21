"""Waiting for what a bot does: to its end or its limit, whatever it raises, here, in a thread or in an event loop.

1. What a bot raises is caught where it is raised, and carried on as `Thrown`: neither a loop nor a future ever sees it.
2. So what comes out of an `await` by itself is not the bot's: who cancels the task that waits for a bot, cancels the bot.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


Caught: TypeAlias = "tuple[object, BaseException | None]"
"""A value, or what was raised in its place."""


class Signal(BaseException):
    """What a driver raises where a bot thinks; it comes out of the bot as it is."""


PASSING: Final = (KeyboardInterrupt, Signal)
"""What is raised while a bot thinks, and is not the bot's."""


class Late(Exception):
    """The time is up."""


class Cancelled(Exception):
    """What was awaited has cancelled itself."""


class Thrown(Exception):
    """What a bot has raised, whatever it is, on its way to where it is told as a fault."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


def error_text(error: BaseException) -> str:
    """The error as the last line of a traceback has it, whatever it does when it is asked for its text.

    >>> error_text(ValueError("no")), error_text(ValueError())
    ('ValueError: no', 'ValueError')
    """
    try:
        said = str(error)
    except PASSING:
        raise
    except BaseException as another:  # noqa: BLE001  # what a bot raises may raise once more
        said = f"its text cannot be shown, that raises {type(another).__name__}"
    return f"{type(error).__name__}: {said}".rstrip(": ")


def close_unawaited(answer: object) -> None:
    """Close what nobody awaits."""
    if inspect.iscoroutine(answer):
        answer.close()


class Turns:
    """Calls from several threads, one after the other."""

    def __init__(self) -> None:
        import threading

        self.lock: threading.Lock = threading.Lock()

    def take(self, function: Callable[..., object], *arguments: object) -> Caught:
        """Call the function when nobody else is at it."""
        with self.lock:
            try:
                return function(*arguments), None
            except BaseException as error:  # noqa: BLE001  # it goes on to whoever waits for the answer
                return None, error


async def limit_time(answer: Awaitable[object], seconds: float | None) -> object:
    """What is awaited, in a task of its own that is cancelled when the time is up (`Late`) or when the one here is cancelled.

    What it raises comes as `Thrown`. So a bot that cancels itself is told from somebody who cancels the bot.
    """
    import asyncio

    own = asyncio.create_task(catch(answer))
    try:
        await asyncio.wait({own}, timeout=seconds)
        if not own.done():
            raise Late
    finally:
        if not own.done():
            own.cancel()
            await asyncio.wait({own})
        close_unawaited(answer)
    value, error = (None, Cancelled("it was cancelled")) if own.cancelled() else own.result()
    if error is not None:
        raise Thrown(error)
    return value


async def catch(answer: Awaitable[object]) -> Caught:
    """What came of it: its value, or what it raised."""
    import asyncio

    try:
        return await answer, None
    except Thrown as thrown:
        return None, thrown.error
    except asyncio.CancelledError:
        return None, Cancelled("it cancelled itself")
    except BaseException as error:  # noqa: BLE001  # it goes on to whoever waits for the answer
        return None, error


class Loop:
    """An event loop that runs while somebody waits for an answer: here, or in a thread where another loop is running here."""

    def __init__(self) -> None:
        import asyncio

        self.runner: asyncio.Runner = asyncio.Runner()
        self.thread: Any = None

    def run(self, coroutine: Any) -> Any:
        """Wait for the answer."""
        import asyncio

        if self.thread is None:
            try:
                asyncio.get_running_loop()
            except RuntimeError:
                return self.runner.run(coroutine)
            from concurrent.futures import ThreadPoolExecutor

            self.thread = ThreadPoolExecutor(1, thread_name_prefix="citadels-bot")
        return self.thread.submit(self.runner.run, coroutine).result()

    def close(self) -> None:
        """Cancel what still runs, and put the loop away."""
        if self.thread is not None:
            self.thread.submit(self.runner.close).result()
            self.thread.shutdown()
        else:
            self.runner.close()
