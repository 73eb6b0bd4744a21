"""Bots that fail, each in its way, and how that is told."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import TYPE_CHECKING, Any

from citadels_sdk.errors import BotFault, BotRaised, BotTimeout, IllegalChoice

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine import Action
    from citadels_sdk import View


def raises(view: View) -> Action:
    raise ZeroDivisionError("by zero")


def exits(view: View) -> Action:
    sys.exit(3)


def nothing(view: View) -> Action:
    return None  # type: ignore[return-value]  # that is the point


def a_list(view: View) -> Action:
    return list(view.actions)  # type: ignore[return-value]  # that is the point


def gibberish(view: View) -> str:
    return "dance on the table"


def not_now(view: View) -> str:
    return "build castle"


async def gives_up(view: View) -> Action:
    raise asyncio.CancelledError


async def cancels_itself(view: View) -> Action:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(3600)
    return view.actions[0]


def says_cancelled(view: View) -> Action:
    raise asyncio.CancelledError


def closes(view: View) -> Action:
    raise GeneratorExit


async def closes_later(view: View) -> Action:
    raise GeneratorExit


async def exits_later(view: View) -> Action:
    sys.exit(4)


def runs_out(view: View) -> Action:
    return next(iter(view.actions[:0]))


class Panic(BaseException):
    """What an extension in another language may raise."""


def panics(view: View) -> Action:
    raise Panic("called `Option::unwrap()` on a `None` value")


class Mute(Exception):
    def __str__(self) -> str:
        raise Panic


def raises_what_cannot_be_told(view: View) -> Action:
    raise Mute


class NoText(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


def answers_no_text(view: View) -> str:
    return NoText("end")


async def answers_a_coroutine(view: View) -> Any:
    return own_timeout(view)


async def yields(view: View) -> Any:
    yield view.actions[0]


async def own_timeout(view: View) -> Action:
    raise TimeoutError("of its own")


async def sleeps(view: View) -> Action:
    await asyncio.sleep(3600)
    return view.actions[0]


def dawdles(view: View) -> Action:
    time.sleep(0.003)
    return view.actions[0]


FAILING: list[tuple[Callable[[View], Any], type[BotFault], str, float | None]] = [
    (raises, BotRaised, "it raised ZeroDivisionError: by zero", None),
    (exits, BotRaised, "it raised SystemExit: 3", None),
    (nothing, IllegalChoice, "it answered nothing (None)", None),
    (a_list, IllegalChoice, "a list; one of view.actions was expected", None),
    (gibberish, IllegalChoice, "it chose 'dance on the table': ", None),
    (not_now, IllegalChoice, "it chose 'build castle': ", None),
    (gives_up, BotRaised, "it cancelled itself", None),
    (cancels_itself, BotRaised, "it cancelled itself", None),
    (says_cancelled, BotRaised, "it raised CancelledError", None),
    (closes, BotRaised, "it raised GeneratorExit", None),
    (closes_later, BotRaised, "it raised GeneratorExit", None),
    (exits_later, BotRaised, "it raised SystemExit: 4", None),
    (runs_out, BotRaised, "it raised StopIteration", None),
    (panics, BotRaised, "it raised Panic: called `Option::unwrap()` on a `None` value", None),
    (raises_what_cannot_be_told, BotRaised, "it raised Mute: its text cannot be shown, that raises Panic", None),
    (answers_no_text, BotRaised, "what it answered cannot be read: it raised ValueError: no text", None),
    (answers_a_coroutine, IllegalChoice, ", a coroutine; one of view.actions was expected", None),
    (yields, IllegalChoice, ", an async_generator; one of view.actions was expected", None),
    (own_timeout, BotRaised, "it raised TimeoutError: of its own", None),
    (sleeps, BotTimeout, "it was still thinking after 0.001 s", 0.001),
    (dawdles, BotTimeout, "; the limit is 0.001 s", 0.001),
]
