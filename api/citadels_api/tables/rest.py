"""Tables: make, find, join, leave, start, resign, again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Operation
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


TAG: Final = "tables"


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


async def create(request: Request) -> TableAnswer:
    """A new table."""
    return await tables.create(request.house, request.who, request.body)


async def preview(request: Request) -> SetupAnswer:
    """What would be dealt."""
    return tables.preview(request.body)


async def listed(request: Request) -> Page[TableAnswer]:
    """The tables that fit."""
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


async def table(request: Request) -> TableAnswer:
    """A table."""
    return await tables.table(request.house, request.who, request.table, invite=invite_of(request))


async def join(request: Request) -> TableAnswer:
    """A seat taken."""
    body = request.body
    return await tables.join(request.house, request.who, request.table, seat=body.seat, invite=body.invite)


async def leave(request: Request) -> TableAnswer:
    """A seat given back."""
    return await tables.leave(request.house, request.who, request.table)


async def start(request: Request) -> TableAnswer:
    """The deal."""
    return await tables.start(request.house, request.who, request.table)


async def abort(request: Request) -> TableAnswer:
    """A table broken off."""
    return await tables.abort(request.house, request.who, request.table)


async def resign(request: Request) -> TableAnswer:
    """A seat given up."""
    return await tables.resign(request.house, request.who, request.table)


async def rematch(request: Request) -> TableAnswer:
    """The same again."""
    return await tables.rematch(request.house, request.who, request.table)


async def invite_link(request: Request) -> InviteLink:
    """A secret to pass on."""
    return InviteLink(request.table, await tables.invite_link(request.house, request.who, request.table))


async def invite(request: Request) -> TableAnswer:
    """A seat kept for an account."""
    body = request.body
    return await tables.invite(request.house, request.who, request.table, body.account, seat=body.seat)


async def decline(request: Request) -> TableAnswer:
    """A kept seat given back."""
    return await tables.decline(request.house, request.who, request.table)


async def seat_ai(request: Request) -> TableAnswer:
    """An AI at a free seat."""
    return await tables.add_ai(request.house, request.who, request.table, request.seat, request.body.level)


async def quick_match(request: Request) -> TableAnswer:
    """A seat at some table of the kind wanted."""
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

OPERATIONS: Final = (
    Operation(
        id="createTable",
        method="POST",
        path="/v1/tables",
        run=create,
        tag=TAG,
        summary="Make a table",
        description="Makes a table. Who makes it sits there only where a seat says `you`. It starts at once where every seat has a player "
        "and `start` is `full`. The commitment to the seed is there before the deal.",
        scope="table:create",
        body=TableOrder,
        answer=TableAnswer,
        status=201,
        codes=("bad_setup", "too_many", "not_found", "same_owner"),
        links=TO_TABLE,
    ),
    Operation(
        id="previewTable",
        method="POST",
        path="/v1/tables/preview",
        run=preview,
        safe=True,
        tag=TAG,
        summary="See what would be dealt",
        description="The cast, the districts and the options of a table that is set up so, and where you may choose otherwise. "
        "It makes nothing, and refuses what `createTable` would refuse as a set-up that cannot be.",
        scope=PUBLIC,
        body=SetupOrder,
        answer=SetupAnswer,
        codes=("bad_setup",),
    ),
    Operation(
        id="listTables",
        method="GET",
        path="/v1/tables",
        run=listed,
        tag=TAG,
        summary="List tables",
        description="Tables, newest first; those of others only where they are public.",
        scope=PUBLIC,
        pressed=True,
        query=TablesQuery,
        answer=Page[TableAnswer],
        codes=("forbidden",),
        links=(Link("first", "getTable", {"table": "$response.body#/items/0/id"}, "Look at the newest."),),
    ),
    Operation(
        id="getTable",
        method="GET",
        path="/v1/tables/{table}",
        run=table,
        tag=TAG,
        summary="Look at a table",
        description="A table's settings, seats and state. A private one is seen by those who made it, sit there or are invited.",
        scope=PUBLIC,
        headers=("Citadels-Invite",),
        answer=TableAnswer,
    ),
    Operation(
        id="joinTable",
        method="POST",
        path="/v1/tables/{table}/join",
        run=join,
        tag=TAG,
        summary="Take a seat",
        description="Sits down on the seat named, on one that is kept for who asks, or on the first that is free. Whoever was replaced by "
        "an AI when out of time takes his seat back. The game starts when that fills a table with `start` `full`.",
        scope="play",
        body=JoinOrder,
        answer=TableAnswer,
        codes=(*SEATING, "too_many", "game_over"),
    ),
    Operation(
        id="leaveTable",
        method="POST",
        path="/v1/tables/{table}/leave",
        run=leave,
        tag=TAG,
        summary="Give the seat back",
        description="Gets up from a table that has not started.",
        scope="play",
        answer=TableAnswer,
        codes=("not_seated", "already_started", "not_open"),
    ),
    Operation(
        id="startTable",
        method="POST",
        path="/v1/tables/{table}/start",
        run=start,
        tag=TAG,
        summary="Start the game",
        description="Deals, when every seat has a player. Only who made the table may.",
        scope="table:create",
        answer=TableAnswer,
        codes=("not_open", "already_started", "too_many"),
    ),
    Operation(
        id="abortTable",
        method="POST",
        path="/v1/tables/{table}/abort",
        run=abort,
        tag=TAG,
        summary="Break a table off",
        description="Ends an open table (who made it may), or a game before its first turn (whoever plays may).",
        scope="play",
        answer=TableAnswer,
        codes=("not_seated", "not_open", "already_started", "game_over"),
    ),
    Operation(
        id="resignTable",
        method="POST",
        path="/v1/tables/{table}/resign",
        run=resign,
        tag=TAG,
        summary="Give up",
        description="The default action plays on for the seat, which is placed after all who stayed.",
        scope="play",
        answer=TableAnswer,
        codes=("not_seated", "not_started", "game_over"),
    ),
    Operation(
        id="rematchTable",
        method="POST",
        path="/v1/tables/{table}/rematch",
        run=rematch,
        tag=TAG,
        summary="Play again",
        description="Makes a table with the same settings and keeps the seats for the same players; whoever asks second gets the same "
        "table.",
        scope="table:create",
        answer=TableAnswer,
        status=201,
        codes=("not_seated", "not_open", "too_many", "bad_setup", "same_owner"),
    ),
    Operation(
        id="makeInviteLink",
        method="POST",
        path="/v1/tables/{table}/invite-link",
        run=invite_link,
        tag=TAG,
        summary="Make an invitation to pass on",
        description="A new secret that lets whoever has it see and join the table; the one before is no longer good.",
        scope="table:create",
        answer=InviteLink,
        status=201,
        codes=("not_open", "already_started", "too_many"),
    ),
    Operation(
        id="inviteToTable",
        method="POST",
        path="/v1/tables/{table}/invite",
        run=invite,
        tag=TAG,
        summary="Invite an account",
        description="Keeps a free seat for an account, of a person or a bot, and tells its stream.",
        scope="table:create",
        body=InviteOrder,
        answer=TableAnswer,
        codes=("not_open", "already_started", "table_full", "already_seated", "bad_setup", "same_owner", "too_many"),
    ),
    Operation(
        id="declineInvitation",
        method="POST",
        path="/v1/tables/{table}/decline",
        run=decline,
        tag=TAG,
        summary="Decline an invitation",
        description="Gives back a seat that was kept for who asks.",
        scope="play",
        answer=TableAnswer,
        codes=("not_seated", "not_open", "already_started"),
    ),
    Operation(
        id="seatAi",
        method="PUT",
        path="/v1/tables/{table}/seats/{seat}/ai",
        run=seat_ai,
        tag=TAG,
        summary="Give a seat to an AI",
        description="Lets an AI of the house play a free seat. Only who made the table may.",
        scope="table:create",
        body=AiOrder,
        answer=TableAnswer,
        codes=("not_open", "already_started", "table_full", "too_many"),
    ),
    Operation(
        id="quickMatch",
        method="POST",
        path="/v1/quick-match",
        run=quick_match,
        tag=TAG,
        summary="Find a game",
        description="Sits down at an open table of the kind wanted, or makes one.",
        scope="table:create",
        body=QuickMatchOrder,
        answer=TableAnswer,
        codes=("bad_setup", "too_many", *SEATING, "not_found"),
        links=TO_TABLE,
    ),
)
