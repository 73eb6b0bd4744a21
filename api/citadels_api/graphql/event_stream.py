"""GraphQL over server-sent events, one connection per subscription: `next` for each result, `complete` at the end.

1. A stream is pulled: it produces the next result when the last one is sent. A client that reads nothing for a while is disconnected.
2. When nothing happens for a while, a comment is sent, which clients ignore.
3. When the credential is no longer valid or the process shuts down, the last `next` gives the reason.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api.graphql.execution import Fields, refused, streams
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from citadels_api.graphql.context import Asking
    from citadels_api.graphql.execution import Operation
    from citadels_api.http.process import Running


EVENT_STREAM: Final = "text/event-stream"
PATIENCE_S: Final = 20.0
"""How long a client may read nothing."""
DEAF_S: Final = 0.5
ENCODER: Final = msgspec.json.Encoder()
HEARTBEAT: Final = b":\n\n"
COMPLETE: Final = b"event: complete\ndata: \n\n"
ENDINGS: Final = {
    "credential": Refusal("expired", "the credential is no longer good"),
    "draining": Refusal("unavailable", "this process is about to end: go on from the last number", retry_after=1),
}


def ending(reason: str, request_id: str) -> dict[str, Any]:
    """The last message of a stream that the service ends."""
    return refused(ENDINGS[reason], request_id)


def piece(result: dict[str, Any]) -> bytes:
    """A result as an event."""
    return b"event: next\ndata: %b\n\n" % ENCODER.encode(result)


async def let_go(task: asyncio.Future[Any] | None) -> None:
    """Cancel a task, and wait until it has ended. Cancel it again if it did not notice: a wait that ends at the same moment may swallow the
    cancellation.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=DEAF_S)
    if task is not None and not task.cancelled():
        task.exception()  # nobody else asks


async def send_events(
    running: Running, operation: Operation, asking: Asking, receive: Any, send: Any, told: Fields
) -> None:
    """Send the results of an operation until it ends."""
    opened = running.open(asking.who, asking.address)
    results = streams(operation, asking)
    following: asyncio.Future[Any] | None = None
    gone = asyncio.ensure_future(hang_up(receive))

    async def put(data: bytes, *, more: bool = True) -> None:
        message = {"type": "http.response.body", "body": data, "more_body": more}
        async with asyncio.timeout(PATIENCE_S):
            await send(message)

    try:
        fields = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store, no-transform"),
            (b"x-accel-buffering", b"no"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": fields + told})
        await put(HEARTBEAT)
        while True:
            if following is None:
                following = asyncio.ensure_future(anext(results, None))
            awaited: set[asyncio.Future[Any]] = {following, gone, opened.ended}
            beat = running.house.settings.heartbeat_s
            await asyncio.wait(awaited, timeout=beat, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                return
            if opened.ended.done():
                await put(piece(ending(opened.ended.result(), asking.request_id)))
                break
            if not following.done():
                await put(HEARTBEAT)
                continue
            result = following.result()
            following = None
            if result is None:
                break
            await put(piece(result))
        await put(COMPLETE, more=False)
    except TimeoutError:
        return  # a reader who does not read; the connection goes with the task
    finally:
        running.close(opened)
        await let_go(gone)
        await let_go(following)
        await results.aclose()


async def hang_up(receive: Any) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
