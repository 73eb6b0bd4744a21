"""What all tests of the page in one process share: each is started with the first test that asks for it, and ended after the last."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def started() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """Chromium, and the loop in which Playwright drives it.

    Between its calls that loop stands still, but counts as the running one: no other test could run a loop. So it does only while `chromium` is lent.
    """
    from tests.support.stage import browser

    with browser() as one:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield one, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def chromium(started: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """The one Chromium, lent to the tests of a file: a context for each test keeps them apart."""
    one, loop = started
    asyncio._set_running_loop(loop)
    yield one
    for context in one.contexts:
        context.close()
    asyncio._set_running_loop(None)
