"""The REST operations of records and replays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.operations import PUBLIC, SIGNED_IN, Routes
from citadels_api.records import replay as replays
from citadels_api.records import service as records
from citadels_api.records.contract import RecordsQuery, ReplayAnswer, ReplayQuery
from citadels_api.rest.request import Reply, Stream
from citadels_api.rest.streaming import LINES
from citadels_api.tables.rest import invite_of
from citadels_api.tables.search import read_cursor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.rest.request import Request


routes: Final = Routes("records")


async def lines(found: AsyncIterator[tuple[str, str]]) -> AsyncIterator[bytes]:
    """One line for each game: the lines of its record as an array, and the cursor after it."""
    async for text, cursor in found:
        array = ",".join(text.splitlines())
        yield f'{{"cursor":"{cursor}","record":[{array}]}}\n'.encode()


@routes(
    "GET",
    "/v1/tables/{table}/record",
    "Get the record of a game",
    scope=PUBLIC,
    pressed=True,
    headers=("Citadels-Invite",),
    media=LINES,
    answer=LINES[0],
    codes=("not_open", "sealed"),
)
async def get_record(request: Request) -> Reply:
    """Returns the whole finished game with its seed, as in section 4 of the notation: one JSON object per line."""
    text = await records.record(request.house, request.who, request.table, invite=invite_of(request))
    return Reply(text.encode(), media=request.media)


@routes(
    "GET",
    "/v1/tables/{table}/replay",
    "Replay a game",
    scope=PUBLIC,
    pressed=True,
    headers=("Citadels-Invite",),
    query=ReplayQuery,
    codes=("not_open", "sealed"),
)
async def replay(request: Request) -> ReplayAnswer:
    """Returns a finished game moment by moment: the position before each decision, the action, and the events that followed. `eyes` selects
    the view: a seat number for what that seat saw, `all` for everything. Without `eyes` you get what spectators saw. The last moment,
    number `n`, is the end.
    """
    asked = request.query
    after = -1 if asked.after is None else asked.after
    return await replays.replay(
        request.house,
        request.who,
        request.table,
        eyes=asked.eyes,
        after=after,
        limit=asked.limit,
        invite=invite_of(request),
    )


@routes(
    "GET",
    "/v1/records",
    "Export the records of many games",
    scope=SIGNED_IN,
    pressed=True,
    query=RecordsQuery,
    media=LINES,
    answer=LINES[0],
    codes=("too_many",),
)
async def export_records(request: Request) -> Stream:
    """Exports the records of public finished games, newest first. Each line is one game: the lines of its record in the array `record`, and
    the `cursor` to continue after it.
    """
    asked = request.query
    cursor = read_cursor(asked.cursor)
    return Stream(lines(records.records(request.house, cursor=cursor, limit=asked.limit)), request.media, ends=True)
