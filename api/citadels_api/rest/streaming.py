"""Streams on bare ASGI: server-sent events and NDJSON.

1. A stream is pulled: it produces the next piece when the last one is sent. So no data piles up for a slow client. A client that reads
   nothing for `PATIENCE_S` is disconnected.
2. When nothing happens for `heartbeat_s`, a heartbeat is sent, which clients ignore.
3. A stream ends when its source ends, when the client disconnects, when the credential is no longer valid, or when the process shuts down.
   In the last two cases the last frame gives the reason.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api.problems import Refusal
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from citadels_api.http.process import Open
    from citadels_api.rest.request import Stream


EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
LINES: Final = (NDJSON, "text/plain")
"""The media types of an export. They have the same content; `text/plain` is for clients that do not know NDJSON."""
PATIENCE_S: Final = 20.0
"""How long a client may read nothing."""
ENCODER: Final = msgspec.json.Encoder()


def piece(media: str, item: Any, event: str, number: int | None) -> bytes:
    """One item in the medium. JSON contains no line breaks, so it fits on one line."""
    data = ENCODER.encode(item)
    if media != EVENT_STREAM:
        return data + b"\n"
    if number is None:
        return b"event: %b\ndata: %b\n\n" % (event.encode(), data)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, event.encode(), data)


async def frames(media: str, source: AsyncIterator[Any]) -> AsyncIterator[bytes]:
    """The frames or notices of a source as pieces."""
    async for item in source:
        yield piece(media, item, item.type, item.number)


def farewell(media: str, reason: str) -> bytes:
    """The last piece of a stream that the service ends."""
    return piece(media, {"type": "end", "reason": reason}, "end", None)


async def send_stream(
    stream: Stream,
    opened: Open,
    following: asyncio.Future[bytes | None] | None,
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
    heartbeat_s: float,
) -> None:
    """Send a stream until it ends. Its first piece is on its way."""
    beat = b": \n\n" if stream.media == EVENT_STREAM else b"\n"

    async def put(data: bytes) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await send({"type": "http.response.body", "body": data, "more_body": True})

    gone = asyncio.ensure_future(_gone(receive))
    try:
        while True:
            if following is None:
                following = asyncio.ensure_future(anext(stream.pieces, None))
            awaited: set[asyncio.Future[Any]] = {following, gone, opened.ended}
            await asyncio.wait(awaited, timeout=heartbeat_s, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                return
            if opened.ended.done():
                await put(farewell(stream.media, opened.ended.result()))
                break
            if not following.done():
                await put(beat)
                continue
            try:
                data = following.result()
            except (StoreError, Refusal) as error:
                await put(farewell(stream.media, error.code if isinstance(error, Refusal) else "unavailable"))
                break
            following = None
            if data is None:
                break
            await put(data)
        async with asyncio.timeout(PATIENCE_S):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    except TimeoutError:
        return  # a reader who does not read; the connection goes with the task
    finally:
        await let_go(stream, gone, following)


async def let_go(stream: Stream, *tasks: asyncio.Future[Any] | None) -> None:
    """Cancel the pending piece, and close the stream."""
    for task in tasks:
        if task is not None and not task.done():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                await task
    close = getattr(stream.pieces, "aclose", None)
    if close is not None:
        await close()


async def _gone(receive: Callable[[], Awaitable[Any]]) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
