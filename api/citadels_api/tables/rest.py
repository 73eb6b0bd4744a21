"""Tables: make, find, join, leave, start, resign, again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Routes
from citadels_api.problems import Refusal
from citadels_api.tables import service as tables
from citadels_api.tables.contract import (
    AiOrder,
    InviteLink,
    InviteOrder,
    JoinOrder,
    QuickMatchOrder,
    SetupAnswer,
    SetupOrder,
    TableAnswer,
    TableOrder,
    TablesQuery,
)

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("tables")


def invite_of(request: Request) -> str | None:
    """The secret of an invitation that the request shows: one word."""
    said = request.header(b"citadels-invite", most=128)
    if said is not None and " " in said:
        raise Refusal(
            "invalid",
            "the header citadels-invite has no blanks",
            errors=[{"path": "header citadels-invite", "message": "one word is needed"}],
        )
    return said


ID: Final = {"table": "$response.body#/id"}
TO_TABLE: Final = (
    Link("look", "getTable", ID, "Look at the table."),
    Link("join", "joinTable", ID, "Take a seat."),
    Link("leave", "leaveTable", ID, "Give the seat back."),
    Link("start", "startTable", ID, "Deal."),
    Link("abort", "abortTable", ID, "Break it off."),
    Link("seatAi", "seatAi", {**ID, "seat": "1"}, "Give a seat to an AI."),
    Link("inviteLink", "makeInviteLink", ID, "Make a secret to pass on."),
    Link("position", "getPosition", ID, "See the game."),
    Link("decision", "getDecision", ID, "See what is awaited."),
    Link("move", "submitActions", ID, "Make a move."),
    Link("follow", "followTable", ID, "See what happens."),
    Link("resign", "resignTable", ID, "Give up."),
    Link("rematch", "rematchTable", ID, "Play again."),
    Link("invite", "inviteToTable", ID, "Keep a seat for an account."),
    Link("decline", "declineInvitation", ID, "Give a kept seat back."),
    Link("record", "getRecord", ID, "Take the record."),
)
SEATING: Final = ("table_full", "already_seated", "same_owner", "not_open", "already_started")


@routes(
    "POST",
    "/v1/tables",
    "Make a table",
    scope="table:create",
    body=TableOrder,
    status=201,
    codes=("bad_setup", "too_many", "not_found", "same_owner"),
    links=TO_TABLE,
)
async def create_table(request: Request) -> TableAnswer:
    """Makes a table. Who makes it sits there only where a seat says `you`. It starts at once where every seat has a player and `start` is
    `full`. The commitment to the seed is there before the deal.
    """
    return await tables.create(request.house, request.who, request.body)


@routes(
    "POST",
    "/v1/tables/preview",
    "See what would be dealt",
    safe=True,
    scope=PUBLIC,
    body=SetupOrder,
    codes=("bad_setup",),
)
async def preview_table(request: Request) -> SetupAnswer:
    """The cast, the districts and the options of a table that is set up so, and where you may choose otherwise. It makes nothing, and
    refuses what `createTable` would refuse as a set-up that cannot be.
    """
    return tables.preview(request.body)


@routes(
    "GET",
    "/v1/tables",
    "List tables",
    scope=PUBLIC,
    pressed=True,
    query=TablesQuery,
    codes=("forbidden",),
    links=(Link("first", "getTable", {"table": "$response.body#/items/0/id"}, "Look at the newest."),),
)
async def list_tables(request: Request) -> Page[TableAnswer]:
    """Tables, newest first; those of others only where they are public."""
    asked = request.query
    return await tables.tables(
        request.house,
        request.who,
        status=asked.status,
        cursor=asked.cursor,
        limit=asked.limit,
        edition=asked.edition,
        players=asked.players,
        rated=asked.rated,
        mine=asked.mine,
    )


@routes("GET", "/v1/tables/{table}", "Look at a table", scope=PUBLIC, headers=("Citadels-Invite",))
async def get_table(request: Request) -> TableAnswer:
    """A table's settings, seats and state. A private one is seen by those who made it, sit there or are invited."""
    return await tables.table(request.house, request.who, request.table, invite=invite_of(request))


@routes(
    "POST",
    "/v1/tables/{table}/join",
    "Take a seat",
    scope="play",
    body=JoinOrder,
    codes=(*SEATING, "too_many", "game_over"),
)
async def join_table(request: Request) -> TableAnswer:
    """Sits down on the seat named, on one that is kept for who asks, or on the first that is free. Whoever was replaced by an AI when out
    of time takes his seat back. The game starts when that fills a table with `start` `full`.
    """
    body = request.body
    return await tables.join(request.house, request.who, request.table, seat=body.seat, invite=body.invite)


@routes(
    "POST",
    "/v1/tables/{table}/leave",
    "Give the seat back",
    scope="play",
    codes=("not_seated", "already_started", "not_open"),
)
async def leave_table(request: Request) -> TableAnswer:
    """Gets up from a table that has not started."""
    return await tables.leave(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/start",
    "Start the game",
    scope="table:create",
    codes=("not_open", "already_started", "too_many"),
)
async def start_table(request: Request) -> TableAnswer:
    """Deals, when every seat has a player. Only who made the table may."""
    return await tables.start(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/abort",
    "Break a table off",
    scope="play",
    codes=("not_seated", "not_open", "already_started", "game_over"),
)
async def abort_table(request: Request) -> TableAnswer:
    """Ends an open table (who made it may), or a game before its first turn (whoever plays may)."""
    return await tables.abort(request.house, request.who, request.table)


@routes("POST", "/v1/tables/{table}/resign", "Give up", scope="play", codes=("not_seated", "not_started", "game_over"))
async def resign_table(request: Request) -> TableAnswer:
    """The default action plays on for the seat, which is placed after all who stayed."""
    return await tables.resign(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/rematch",
    "Play again",
    scope="table:create",
    status=201,
    codes=("not_seated", "not_open", "too_many", "bad_setup", "same_owner"),
)
async def rematch_table(request: Request) -> TableAnswer:
    """Makes a table with the same settings and keeps the seats for the same players; whoever asks second gets the same table."""
    return await tables.rematch(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/invite-link",
    "Make an invitation to pass on",
    scope="table:create",
    status=201,
    codes=("not_open", "already_started", "too_many"),
)
async def make_invite_link(request: Request) -> InviteLink:
    """A new secret that lets whoever has it see and join the table; the one before is no longer good."""
    return InviteLink(request.table, await tables.invite_link(request.house, request.who, request.table))


@routes(
    "POST",
    "/v1/tables/{table}/invite",
    "Invite an account",
    scope="table:create",
    body=InviteOrder,
    codes=("not_open", "already_started", "table_full", "already_seated", "bad_setup", "same_owner", "too_many"),
)
async def invite_to_table(request: Request) -> TableAnswer:
    """Keeps a free seat for an account, of a person or a bot, and tells its stream."""
    body = request.body
    return await tables.invite(request.house, request.who, request.table, body.account, seat=body.seat)


@routes(
    "POST",
    "/v1/tables/{table}/decline",
    "Decline an invitation",
    scope="play",
    codes=("not_seated", "not_open", "already_started"),
)
async def decline_invitation(request: Request) -> TableAnswer:
    """Gives back a seat that was kept for who asks."""
    return await tables.decline(request.house, request.who, request.table)


@routes(
    "PUT",
    "/v1/tables/{table}/seats/{seat}/ai",
    "Give a seat to an AI",
    scope="table:create",
    body=AiOrder,
    codes=("not_open", "already_started", "table_full", "too_many"),
)
async def seat_ai(request: Request) -> TableAnswer:
    """Lets an AI of the house play a free seat. Only who made the table may."""
    return await tables.add_ai(request.house, request.who, request.table, request.seat, request.body.level)


@routes(
    "POST",
    "/v1/quick-match",
    "Find a game",
    scope="table:create",
    body=QuickMatchOrder,
    codes=("bad_setup", "too_many", *SEATING, "not_found"),
    links=TO_TABLE,
)
async def quick_match(request: Request) -> TableAnswer:
    """Sits down at an open table of the kind wanted, or makes one."""
    body = request.body
    return await tables.quick_match(
        request.house,
        request.who,
        edition=body.edition,
        players=body.players,
        clock=body.clock,
        rated=body.rated,
        ai_fill=body.ai_fill,
    )
