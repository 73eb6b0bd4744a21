"""The REST operations of tables: create, find, join, leave, start, resign, rematch."""

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
    """The invitation secret in a request header: one word."""
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
    Link("look", "getTable", ID, "Get the table."),
    Link("join", "joinTable", ID, "Take a seat."),
    Link("leave", "leaveTable", ID, "Give up the seat."),
    Link("start", "startTable", ID, "Deal."),
    Link("abort", "abortTable", ID, "Cancel the table."),
    Link("seatAi", "seatAi", {**ID, "seat": "1"}, "Give a seat to an AI."),
    Link("inviteLink", "makeInviteLink", ID, "Create an invitation secret."),
    Link("position", "getPosition", ID, "Get the game."),
    Link("decision", "getDecision", ID, "Get the current decision."),
    Link("move", "submitActions", ID, "Make a move."),
    Link("follow", "followTable", ID, "Follow the table."),
    Link("resign", "resignTable", ID, "Resign."),
    Link("rematch", "rematchTable", ID, "Create a rematch."),
    Link("invite", "inviteToTable", ID, "Reserve a seat for an account."),
    Link("decline", "declineInvitation", ID, "Decline the reserved seat."),
    Link("record", "getRecord", ID, "Get the record."),
)
SEATING: Final = ("table_full", "already_seated", "same_owner", "not_open", "already_started")


@routes(
    "POST",
    "/v1/tables",
    "Create a table",
    scope="table:create",
    body=TableOrder,
    status=201,
    codes=("bad_setup", "too_many", "not_found", "same_owner"),
    links=TO_TABLE,
)
async def create_table(request: Request) -> TableAnswer:
    """Creates a table. You get a seat only if a seat says `you`. The game starts at once if every seat has a player and `start` is `full`.
    The commitment to the seed is published before the deal.
    """
    return await tables.create(request.house, request.who, request.body)


@routes(
    "POST",
    "/v1/tables/preview",
    "Preview a game",
    safe=True,
    scope=PUBLIC,
    body=SetupOrder,
    codes=("bad_setup",),
)
async def preview_table(request: Request) -> SetupAnswer:
    """Returns the characters, districts and options of a table with this setup, and the choices that you have. It creates nothing. It
    refuses an impossible setup like `createTable` does.
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
    links=(Link("first", "getTable", {"table": "$response.body#/items/0/id"}, "Get the newest table."),),
)
async def list_tables(request: Request) -> Page[TableAnswer]:
    """Lists tables, newest first. Tables of others are listed only if they are public."""
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


@routes("GET", "/v1/tables/{table}", "Get a table", scope=PUBLIC, headers=("Citadels-Invite",))
async def get_table(request: Request) -> TableAnswer:
    """Returns the settings, seats and state of a table. Only its creator, its players and invited accounts see a private table."""
    return await tables.table(request.house, request.who, request.table, invite=invite_of(request))


@routes(
    "POST",
    "/v1/tables/{table}/join",
    "Take a seat",
    scope="play",
    body=JoinOrder,
    codes=(*SEATING, "too_many", "game_over", "store_full"),
)
async def join_table(request: Request) -> TableAnswer:
    """Takes the seat that you name, the seat reserved for you, or the first free one. If an AI plays your seat after a timeout, you take
    the seat back. The game starts if this fills a table with `start` `full`.
    """
    body = request.body
    return await tables.join(request.house, request.who, request.table, seat=body.seat, invite=body.invite)


@routes(
    "POST",
    "/v1/tables/{table}/leave",
    "Leave a table",
    scope="play",
    codes=("not_seated", "already_started", "not_open"),
)
async def leave_table(request: Request) -> TableAnswer:
    """Gives up your seat at a table that has not started."""
    return await tables.leave(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/start",
    "Start the game",
    scope="table:create",
    codes=("not_open", "already_started", "too_many"),
)
async def start_table(request: Request) -> TableAnswer:
    """Starts the game of a full table. Only the creator of the table may do this."""
    return await tables.start(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/abort",
    "Cancel a table",
    scope="play",
    codes=("not_seated", "not_open", "already_started", "game_over"),
)
async def abort_table(request: Request) -> TableAnswer:
    """Cancels an open table or a game before its first turn. Only the creator may cancel an open table; every player may cancel the game."""
    return await tables.abort(request.house, request.who, request.table)


@routes("POST", "/v1/tables/{table}/resign", "Resign", scope="play", codes=("not_seated", "not_started", "game_over"))
async def resign_table(request: Request) -> TableAnswer:
    """Resigns. The service takes the default actions for your seat, and every player who stays ranks above you."""
    return await tables.resign(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/rematch",
    "Create a rematch",
    scope="table:create",
    status=201,
    codes=("not_seated", "not_open", "too_many", "bad_setup", "same_owner"),
)
async def rematch_table(request: Request) -> TableAnswer:
    """Creates a table with the same settings and reserves the seats for the same players. Every further request returns the same table."""
    return await tables.rematch(request.house, request.who, request.table)


@routes(
    "POST",
    "/v1/tables/{table}/invite-link",
    "Create an invitation",
    scope="table:create",
    status=201,
    codes=("not_open", "already_started", "too_many"),
)
async def make_invite_link(request: Request) -> InviteLink:
    """Creates a secret that you can pass on. Whoever has it may see and join the table. The previous secret stops working."""
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
    """Reserves a free seat for the account of a person or a bot, and sends a notice to its stream."""
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
    """Declines an invitation and frees the seat that was reserved for you."""
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
    """Gives a free seat to a house AI. Only the creator of the table may do this."""
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
    """Joins an open table that matches, or creates one."""
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
