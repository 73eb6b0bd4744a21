"""Playing: the position, the decision, the move, what is owed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Routes
from citadels_api.play import service as play
from citadels_api.play.contract import Committed, DecisionAnswer, MoveOrder, Owed, Position, ReasonAnswer, WhyNotOrder
from citadels_api.problems import Refusal
from citadels_api.rest.request import Reply
from citadels_api.tables.rest import invite_of

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from citadels_api.rest.request import Request


routes: Final = Routes("play")


def etag(position: Position) -> str:
    """What changes whenever the position may: its number, and whose view it is.

    >>> etag(Position(table="", number=7, seat=None, status="running", view={}, decision=None, result=None))
    '"7-s"'
    """
    return f'"{position.number}-{"s" if position.seat is None else position.seat}"'


def named(said: bytes, tag: str) -> bool:
    """Whether `If-None-Match` names the tag."""
    return said.strip() == b"*" or any(
        one.strip().removeprefix(b"W/") == tag.encode() for one in said.split(b",", maxsplit=50)
    )


def look_ahead(request: Request) -> Awaitable[Any]:
    """The read that a position begins with."""
    return play.prefetch(request.house, None, request.table, None)


def move_ahead(request: Request) -> Awaitable[Any]:
    """The read that a move begins with, under the key of the account that this credential was known to belong to when it came last."""
    return play.prefetch(request.house, request.expected, request.table, request.idempotency_key)


@routes(
    "GET",
    "/v1/tables/{table}/position",
    "See the game",
    ahead=look_ahead,
    scope=PUBLIC,
    headers=("If-None-Match", "Citadels-Invite"),
    etag=True,
    answer=Position,
    codes=("not_started", "sealed"),
)
async def get_position(request: Request) -> Reply:
    """The game as the seat of who asks may know it, else as spectators see it, as late as the table says. With the ETag of an earlier
    answer in `If-None-Match` the answer is 304 as long as nothing has happened.
    """
    found = await play.position(
        request.house, request.who, request.table, prefetched=request.ahead, invite=invite_of(request)
    )
    tag = etag(found)
    fields = ((b"etag", tag.encode()),)
    said = request.headers.get(b"if-none-match")
    if said is not None and named(said, tag):
        return Reply(None, 304, headers=fields)
    return Reply(found, headers=fields)


@routes(
    "GET",
    "/v1/tables/{table}/decision",
    "See what is awaited",
    ahead=look_ahead,
    scope=PUBLIC,
    headers=("Citadels-Invite",),
    codes=("not_started", "game_over", "sealed"),
)
async def get_decision(request: Request) -> DecisionAnswer:
    """The decision awaited: whose it is, its number `n`, its deadline; for the seat that is asked all legal actions."""
    found = await play.position(
        request.house, request.who, request.table, prefetched=request.ahead, invite=invite_of(request)
    )
    if found.decision is None:
        raise Refusal("game_over")
    return found.decision


@routes(
    "POST",
    "/v1/tables/{table}/actions",
    "Make a move",
    ahead=move_ahead,
    scope="play",
    headers=("Idempotency-Key",),
    body=MoveOrder,
    codes=(
        "conflict",
        "illegal_action",
        "not_your_turn",
        "not_seated",
        "not_started",
        "key_reused",
        "clock_expired",
        "game_over",
    ),
)
async def submit_actions(request: Request) -> Committed:
    """Takes decision `n` with one action, or with the first of a series, which goes on up to the first action that is illegal or no longer
    the seat's to take. What was taken is never undone; `taken` says how many were. With an `Idempotency-Key` the same request can be sent
    again and again: it is done once, and gets the same verdict.
    """
    body = request.body
    return await play.submit(
        request.house,
        request.who,
        request.table,
        n=body.n,
        actions=body.listed(),
        key=request.idempotency_key,
        prefetched=request.ahead,
    )


@routes(
    "POST",
    "/v1/tables/{table}/why-not",
    "Ask why actions are not legal",
    safe=True,
    scope=PUBLIC,
    headers=("Citadels-Invite",),
    body=WhyNotOrder,
    codes=("not_started", "game_over", "sealed"),
)
async def why_not(request: Request) -> Page[ReasonAnswer]:
    """Of each action whether who asks could take it now, and else the rule that stands in its way, with a sentence: as far as his own view
    can tell, and nothing else. It changes nothing.
    """
    found = await play.reasons(
        request.house, request.who, request.table, request.body.actions, invite=invite_of(request)
    )
    return Page(items=found, next=None)


@routes("GET", "/v1/me/owed", "What do I owe a move on", scope="play", pressed=True)
async def list_owed(request: Request) -> Page[Owed]:
    """The decisions that who asks owes, at all his tables, the most urgent first."""
    return Page(items=await play.owed(request.house, request.who), next=None)
