"""Answers without a known end: server-sent events and NDJSON on bare ASGI.

1. A stream is pulled: the next piece is asked for when the last one is on its way, so nothing piles up here for a slow reader; one who
   takes nothing for `PATIENCE_S` is dropped.
2. Where nothing happens for `heartbeat_s`, a heartbeat is sent, which readers pass over.
3. It ends when its source does, when the reader goes, when his credential is no longer good, or when the process is about to end; in
   the last two cases the last frame says so.
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
"""What lines that come to an end can be had as: they are the same, for whoever does not know the first."""
PATIENCE_S: Final = 20.0
"""How long a reader may take nothing of what is sent."""
ENCODER: Final = msgspec.json.Encoder()


def piece(media: str, item: Any, event: str, number: int | None) -> bytes:
    """One item as the medium has it. JSON has no line ends of its own, so it fits on one line."""
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
    """Send a stream whose first piece is on its way, until one of its ends."""
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
    """End what is still under way, and the stream with it."""
    for task in tasks:
        if task is not None and not task.done():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                await task
    close = getattr(stream.pieces, "aclose", None)
    if close is not None:
        await close()


async def _gone(receive: Callable[[], Awaitable[Any]]) -> None:
    """Wait for the reader to go."""
    while (await receive())["type"] != "http.disconnect":
        pass
