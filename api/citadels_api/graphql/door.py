"""The GraphQL door, before and after it is made: its schema costs more than all the rest of an API process, and many never need it.

1. It is made once, by whoever wants it first: a request, a socket, or the process itself in idle time. Who comes meanwhile waits for the same.
2. It is made in a thread of its own, so that REST goes on answering.
3. A making that fails is an error of each who waited for it; who comes later has it tried again.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citadels_api.graphql.app import GraphQL
    from citadels_api.http.process import Running


class Door:
    """The ASGI application of one process that answers GraphQL."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.made: GraphQL | None = None
        self._making: asyncio.Task[GraphQL] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, or serve a socket."""
        door = self.made or await self.open()
        await door(scope, receive, send)

    async def open(self) -> GraphQL:
        """The door itself, made if it is not there yet; who leaves before it is made leaves the others to wait."""
        if self.made is not None:
            return self.made
        if self._making is None:
            self._making = asyncio.create_task(self._make(), name="graphql")
        return await asyncio.shield(self._making)

    async def _make(self) -> GraphQL:
        try:
            module = await asyncio.to_thread(import_module, "citadels_api.graphql.app")
            self.made = module.graphql_app(self.running.house, self.running)
        finally:
            self._making = None
        return self.made
