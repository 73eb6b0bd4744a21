"""Where the application hands a connection to: a socket at another address than that of GraphQL is closed and says why."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from citadels_api.app import build
from citadels_api.context import NoBell

from tests.support.houses import make_house


@pytest.mark.parametrize("path", ["/", "/v1/tables", "/graphql/"])
def test_a_socket_at_another_address_is_closed_and_says_why(path: str) -> None:
    async def go() -> list[dict[str, Any]]:
        house, _, _ = make_house()
        house.bell = NoBell()
        app = build(house.settings, house)
        sent: list[dict[str, Any]] = []

        async def send(message: Any) -> None:
            sent.append(dict(message))

        async def receive() -> Any:
            raise AssertionError("nobody is listened to there")

        await app.answer({"type": "websocket", "path": path, "headers": []}, receive, send)
        return sent

    assert asyncio.run(go()) == [{"type": "websocket.close", "code": 1008, "reason": "not_found"}]
