"""What a recorded stream has heard, and when it ends."""

from __future__ import annotations

import asyncio
from typing import Any

from citadels_workers.practice.stream_recorder import Listener


def test_a_socket_is_listened_to_until_it_is_complete_and_only_then_left() -> None:
    heard: list[str] = []

    class App:
        """An application that sends a result, rests, and completes."""

        async def answer(self, _scope: object, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": '{"type":"connection_ack"}'})
            await send({"type": "websocket.send", "text": '{"type":"next"}'})
            for _ in range(3):
                await asyncio.sleep(0)
            await send({"type": "websocket.send", "text": '{"type":"complete"}'})
            last = await receive()
            await asyncio.sleep(0)
            heard.append(last["type"])

    async def go() -> bytes:
        app: Any = App()
        listener = Listener(app, {"type": "websocket"}, [{"type": "websocket.connect"}])
        async with asyncio.timeout(20):
            await listener.news.wait()
            return await listener.close(over=True)

    assert asyncio.run(go()) == b'{"type":"next"}\n{"type":"complete"}\n'
    assert heard == ["websocket.disconnect"]
