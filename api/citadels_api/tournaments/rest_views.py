"""The REST operations that read a tournament: standings, games, stream, export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, SIGNED_IN, Link, Routes
from citadels_api.play.rest import named
from citadels_api.rest.request import Reply, Stream
from citadels_api.rest.streaming import EVENT_STREAM, LINES, NDJSON, frames
from citadels_api.streams.rest import waited
from citadels_api.tournaments import exporter, search, stream
from citadels_api.tournaments.contract import FollowQuery, GamesQuery, StandingsAnswer, TournamentFrames, TournamentGame
from citadels_api.tournaments.rest import tournament_of
from citadels_api.tournaments.serializer import seen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.rest.request import Request


routes: Final = Routes("tournaments")


def etag(found: StandingsAnswer) -> str:
    """The ETag of a tournament. It changes with every entry of the log."""
    return f'"{found.number}"'


async def encoded(lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """The lines of the export."""
    async for line in lines:
        yield line.encode() + b"\n"


@routes(
    "GET",
    "/v1/tournaments/{tournament}/standings",
    "Get the standings of a tournament",
    scope=PUBLIC,
    pressed=True,
    headers=("If-None-Match",),
    etag=True,
    answer=StandingsAnswer,
)
async def tournament_standings(request: Request) -> Reply:
    """Returns the standings with all statistics of the results: crosstable, pairwise comparison, effects of seats and characters, ratings
    from all games. If you send the ETag of an earlier response in `If-None-Match`, the response is 304 until something happens.
    """
    found = await search.standings(request.house, request.who, tournament_of(request))
    tag = etag(found)
    fields = ((b"etag", tag.encode()),)
    said = request.headers.get(b"if-none-match")
    if said is not None and named(said, tag):
        return Reply(None, 304, headers=fields)
    return Reply(found, headers=fields)


@routes(
    "GET",
    "/v1/tournaments/{tournament}/games",
    "List the games of a tournament",
    scope=PUBLIC,
    pressed=True,
    query=GamesQuery,
    links=(Link("firstTable", "getTable", {"table": "$response.body#/items/0/table"}, "Get the first table."),),
)
async def tournament_games(request: Request) -> Page[TournamentGame]:
    """Lists the games of the rounds so far, in playing order, each with its table and its result."""
    asked = request.query
    return await search.games(
        request.house,
        request.who,
        tournament_of(request),
        cursor=asked.cursor,
        limit=asked.limit,
        round=asked.round,
        entrant=asked.entrant,
        game=asked.game,
        status=asked.status,
    )


@routes(
    "GET",
    "/v1/tournaments/{tournament}/events",
    "Follow a tournament",
    scope=PUBLIC,
    pressed=True,
    headers=("Last-Event-ID",),
    query=FollowQuery,
    media=("application/json", EVENT_STREAM, NDJSON),
    answer=TournamentFrames,
    codes=("too_many",),
)
async def follow_tournament(request: Request) -> Stream | TournamentFrames:
    """Streams the log of a tournament after any number, with the standings in the newest frame. With `text/event-stream` each frame has its
    number as `id`. With `application/x-ndjson` each frame is a line. With `application/json` you get the frames that exist or that arrive
    within `wait_ms`. Without a number the first frame is the current state. If you resume from the last number that you have, you miss no
    entry and get none twice.
    """
    after, tournament_id = request.after(), tournament_of(request)
    if request.media != "application/json":
        await seen(request.house, request.who, tournament_id)  # refused before a stream begins
        source = stream.frames(request.house, request.who, tournament_id, after=after)
        return Stream(frames(request.media, source), request.media)
    wait_ms = request.query.wait_ms
    found = stream.events(request.house, request.who, tournament_id, after=after, wait_ms=wait_ms)
    got = await waited(request, found) if wait_ms else await found
    return TournamentFrames(got, max([after or 0, *[frame.number for frame in got]]))


@routes(
    "GET",
    "/v1/tournaments/{tournament}/export",
    "Export a tournament",
    scope=SIGNED_IN,
    pressed=True,
    media=LINES,
    answer=LINES[0],
    codes=("too_many",),
)
async def export_tournament(request: Request) -> Stream:
    """Exports the whole tournament, one JSON object per line: its settings (`event`), its log (`entry`, in order), and the record of every
    game that may be shown (`record`). `citadels tournament verify` checks all of it.
    """
    await seen(request.house, request.who, tournament_of(request))  # refused before a stream begins
    lines = exporter.export(request.house, request.who, tournament_of(request))
    return Stream(encoded(lines), request.media, ends=True)
