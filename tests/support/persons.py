"""People who ask a service by one of the two clients."""

from __future__ import annotations

import inspect
from contextlib import closing
from typing import TYPE_CHECKING, Any

from citadels_sdk import AsyncClient, Client

from tests.support.client_calls import camel

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable


NAMES = iter(range(10**6))


def name() -> str:
    """A name that nobody has."""
    return f"client-{next(NAMES)}"


class Person:
    """Asks by one of the clients, and notes which operations it has asked for."""

    def __init__(self, client: Client | AsyncClient, loop: asyncio.Runner) -> None:
        self.client = client
        self.loop = loop
        self.asked: set[str] = set()

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def ask(*arguments: Any, **named: Any) -> Any:
            self.asked.add(camel(method))
            return self.wait(getattr(self.client, method)(*arguments, **named))

        return ask

    def wait(self, found: Any) -> Any:
        """What comes of it."""
        return self.loop.run(found) if inspect.iscoroutine(found) else found

    def guest(self) -> Person:
        """Become a guest."""
        self.client.sign_in(self.make_guest().credential.secret)
        return self

    def heard(self, method: str, *arguments: Any, most: int = 10**6, **named: Any) -> list[Any]:
        """The first things that a stream or a list tells."""
        self.asked.add(camel(method))
        source = getattr(self.client, method)(*arguments, **named)
        if isinstance(self.client, Client):
            with closing(source):
                return [one for _, one in zip(range(most), source, strict=False)]

        async def listen() -> list[Any]:
            found: list[Any] = []
            async for one in source:
                found.append(one)
                if len(found) == most:
                    break
            await source.aclose()
            return found

        return self.loop.run(listen())

    def close(self) -> None:
        """Close all connections."""
        if isinstance(self.client, Client):
            self.client.close()
        else:
            self.loop.run(self.client.aclose())
