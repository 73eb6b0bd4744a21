"""The REST operations of play: the position, the decision, the move, what you owe."""

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
    """The ETag of a position: its number and its viewer. It changes whenever the position may have changed.

    >>> etag(Position(table="", number=7, seat=None, status="running", view={}, decision=None, result=None))
    '"7-s"'
    """
    return f'"{position.number}-{"s" if position.seat is None else position.seat}"'


def named(said: bytes, tag: str) -> bool:
    """Whether `If-None-Match` contains the tag."""
    return said.strip() == b"*" or any(
        one.strip().removeprefix(b"W/") == tag.encode() for one in said.split(b",", maxsplit=50)
    )


def look_ahead(request: Request) -> Awaitable[Any]:
    """The first read for a position."""
    return play.prefetch(request.house, None, request.table, None)


def move_ahead(request: Request) -> Awaitable[Any]:
    """The first read for a move. Its key belongs to the account for which this credential was last accepted."""
    return play.prefetch(request.house, request.expected, request.table, request.idempotency_key)


@routes(
    "GET",
    "/v1/tables/{table}/position",
    "Get the game",
    ahead=look_ahead,
    scope=PUBLIC,
    headers=("If-None-Match", "Citadels-Invite"),
    etag=True,
    answer=Position,
    codes=("not_started", "sealed"),
)
async def get_position(request: Request) -> Reply:
    """Returns the game as your seat may know it. Without a seat, you get the view of spectators, with the delay of the table. If you send
    the ETag of an earlier response in `If-None-Match`, the response is 304 until something happens.
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
    "Get the current decision",
    ahead=look_ahead,
    scope=PUBLIC,
    headers=("Citadels-Invite",),
    codes=("not_started", "game_over", "sealed"),
)
async def get_decision(request: Request) -> DecisionAnswer:
    """Returns the decision that the game waits for: its seat, its number `n` and its deadline. The seat that decides also gets all legal
    actions.
    """
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
    """Answers decision `n` with one action, or with a series. The service takes the actions of a series in order until one is illegal or
    another seat has to decide. Actions that were taken stay taken; `taken` says how many. With an `Idempotency-Key` you can send the same
    request again: the service executes it once and returns the same result.
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
    "Explain why actions are illegal",
    safe=True,
    scope=PUBLIC,
    headers=("Citadels-Invite",),
    body=WhyNotOrder,
    codes=("not_started", "game_over", "sealed"),
)
async def why_not(request: Request) -> Page[ReasonAnswer]:
    """Tells for each action whether you could take it now. For an illegal action you get the rule that forbids it, and a sentence. The
    answer uses only what your seat may know. It changes nothing.
    """
    found = await play.reasons(
        request.house, request.who, request.table, request.body.actions, invite=invite_of(request)
    )
    return Page(items=found, next=None)


@routes("GET", "/v1/me/owed", "List the decisions that you owe", scope="play", pressed=True)
async def list_owed(request: Request) -> Page[Owed]:
    """Lists the decisions that you owe at all your tables, the most urgent first."""
    return Page(items=await play.owed(request.house, request.who), next=None)
