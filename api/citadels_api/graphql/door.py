"""The GraphQL application, built late: its schema costs more than the rest of an API process, and many processes never need it.

1. It is built once, for the first request, for the first WebSocket, or in idle time. Other requests wait for the same build.
2. A thread builds it, so that REST keeps answering.
3. A failed build is an error for each request that waited. The next request tries again.
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
        """Answer a request, or serve a WebSocket."""
        door = self.made or await self.open()
        await door(scope, receive, send)

    async def open(self) -> GraphQL:
        """The application, built if necessary. If a waiting request is cancelled, the others keep waiting."""
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
