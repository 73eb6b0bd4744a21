"""The REST streams of tables and accounts: server-sent events, NDJSON or long poll."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final, TypeVar

from citadels_api.bots import service as bot_service
from citadels_api.operations import PUBLIC, Routes
from citadels_api.rest.request import Stream
from citadels_api.rest.streaming import EVENT_STREAM, NDJSON, frames
from citadels_api.store.ports import StoreError
from citadels_api.streams import service as streams
from citadels_api.streams.contract import EventsQuery, Frames, Notice, NoticesQuery
from citadels_api.tables import service as tables
from citadels_api.tables.rest import invite_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from citadels_api.context import House, Principal
    from citadels_api.rest.request import Request


routes: Final = Routes("follow")
T = TypeVar("T")


async def poll(request: Request, after: int | None, invite: str | None) -> Frames:
    """The frames after a number. It waits if there are none. Without a number it starts with a full view."""
    house, who, table, positions = request.house, request.who, request.table, request.query.positions
    if after is None:
        source = streams.frames(house, who, table, invite=invite)
        try:
            first = await anext(source)
        finally:
            await aclose(source)
        return Frames([first], first.number)
    if not request.query.wait_ms:  # what answers at once keeps nothing open
        got = await streams.events(house, who, table, after=after, invite=invite, positions=positions)
        return Frames(got, max([after, *[frame.number for frame in got]]))
    wait_ms = request.query.wait_ms
    coming = streams.events(house, who, table, after=after, wait_ms=wait_ms, invite=invite, positions=positions)
    got = await waited(request, coming)
    return Frames(got, max([after, *[frame.number for frame in got]]))


async def waited(request: Request, coming: Coroutine[Any, Any, list[T]]) -> list[T]:
    """The result of a long poll, which counts as an open stream; None if the service ends it first."""
    try:
        opened = request.running.open(request.who, request.address)
    except BaseException:
        coming.close()
        raise
    asked = asyncio.ensure_future(coming)
    try:
        awaited: set[asyncio.Future[Any]] = {asked, opened.ended}
        await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        return asked.result() if asked.done() else []
    finally:
        request.running.close(opened)
        if not asked.done():
            asked.cancel()
            await asyncio.wait({asked})


async def aclose(source: Any) -> None:
    """Close an iterator that may hold resources."""
    close = getattr(source, "aclose", None)
    if close is not None:
        await close()


async def attended(house: House, who: Principal, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The pieces of the stream. While they are read, the account counts as online."""

    async def keep() -> None:
        while True:
            with contextlib.suppress(StoreError):
                await bot_service.keep_present(house, who)
            await asyncio.sleep(house.settings.heartbeat_s)

    kept = asyncio.create_task(keep(), name="presence")
    try:
        async for one in pieces:
            yield one
    finally:
        kept.cancel()
        await asyncio.wait({kept})
        await aclose(pieces)


@routes(
    "GET",
    "/v1/tables/{table}/events",
    "Follow a table",
    scope=PUBLIC,
    headers=("Last-Event-ID", "Citadels-Invite"),
    query=EventsQuery,
    media=("application/json", EVENT_STREAM, NDJSON),
    answer=Frames,
    codes=("too_many", "sealed"),
)
async def follow_table(request: Request) -> Stream | Frames:
    """Streams the events of a table after any number. With `text/event-stream` each frame has its number as `id`, so browsers reconnect
    with `Last-Event-ID`. With `application/x-ndjson` each frame is a line, and an empty line is a heartbeat. With `application/json` you
    get the frames that exist or that arrive within `wait_ms`. Without a number the first frame is a full view. With `positions=true` the
    newest frame always has a full view. If you resume from the last number that you have, you miss no event and get none twice.
    """
    after = request.after()
    invite = invite_of(request)
    if request.media == "application/json":
        return await poll(request, after, invite)
    if after is not None:
        await tables.table(request.house, request.who, request.table, invite=invite)
    positions = request.query.positions
    source = streams.frames(request.house, request.who, request.table, after=after, invite=invite, positions=positions)
    return Stream(frames(request.media, source), request.media)


@routes(
    "GET",
    "/v1/me/stream",
    "Follow your account",
    scope="play",
    headers=("Last-Event-ID",),
    query=NoticesQuery,
    media=(EVENT_STREAM, NDJSON),
    answer=Notice,
    codes=("too_many",),
)
async def follow_me(request: Request) -> Stream:
    """Streams all decisions that you owe, then each change: new decisions, changed tables, invitations. A bot counts as online while this
    stream is open.
    """
    source = streams.notices(request.house, request.who, after=request.after())
    return Stream(attended(request.house, request.me, frames(request.media, source)), request.media)
