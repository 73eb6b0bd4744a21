"""The REST operations of bots: accounts that a program plays for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.accounts.contract import GuestAnswer
from citadels_api.accounts.stored import Accepts
from citadels_api.bots import service as bot_service
from citadels_api.bots.contract import BotAnswer, BotChange, BotOrder, BotsQuery
from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Routes

if TYPE_CHECKING:
    from citadels_api.bots.contract import AcceptsOrder
    from citadels_api.rest.request import Request


routes: Final = Routes("bots")


def accepted(order: AcceptsOrder) -> Accepts:
    """What a bot accepts, as the store keeps it."""
    return Accepts(
        editions=list(order.editions),
        players=list(order.players),
        clocks=list(order.clocks),
        least_ms=order.least_ms,
        rated=order.rated,
    )


@routes(
    "POST",
    "/v1/bots",
    "Create a bot",
    scope="account:write",
    body=BotOrder,
    status=201,
    codes=("name_taken", "too_many", "not_found"),
    links=(
        Link("lookAtBot", "getBot", {"bot": "$response.body#/account/id"}, "Get the public profile of the bot."),
        Link("changeBot", "updateBot", {"bot": "$response.body#/account/id"}, "Change what it accepts."),
        Link("retire", "retireBot", {"bot": "$response.body#/account/id"}, "Retire the bot."),
    ),
)
async def make_bot(request: Request) -> GuestAnswer:
    """Creates a bot account that you own, with its first credential. What the bot accepts decides which tables can invite it."""
    body = request.body
    return await bot_service.make_bot(
        request.house, request.who, name=body.name, about=body.about, accepts=accepted(body.accepts)
    )


@routes(
    "GET",
    "/v1/bots",
    "List bots",
    scope=PUBLIC,
    pressed=True,
    query=BotsQuery,
    links=(Link("firstBot", "getBot", {"bot": "$response.body#/items/0/id"}, "Get the newest bot."),),
)
async def list_bots(request: Request) -> Page[BotAnswer]:
    """Lists the bots that match, newest first, with what they accept and whether they are online."""
    asked = request.query
    return await bot_service.bots(
        request.house,
        request.who,
        cursor=asked.cursor,
        limit=asked.limit,
        present=asked.present,
        edition=asked.edition,
        players=asked.players,
        rated=asked.rated,
        mine=asked.mine,
    )


@routes("GET", "/v1/bots/{bot}", "Get a bot", scope=PUBLIC)
async def get_bot(request: Request) -> BotAnswer:
    """Returns what a bot accepts, and whether it is online."""
    return await bot_service.bot(request.house, request.who, request.id("bot", "acct"))


@routes("PATCH", "/v1/bots/{bot}", "Change a bot", scope="account:write", body=BotChange, codes=("name_taken",))
async def update_bot(request: Request) -> BotAnswer:
    """Changes a bot of yours. Fields that you leave out stay as they are."""
    body = request.body
    return await bot_service.update_bot(
        request.house,
        request.who,
        request.id("bot", "acct"),
        name=body.name,
        about=body.about,
        accepts=None if body.accepts is None else accepted(body.accepts),
    )


@routes("DELETE", "/v1/bots/{bot}", "Retire a bot", scope="account:write")
async def retire_bot(request: Request) -> BotAnswer:
    """Retires a bot of yours. Its credentials stop working and its name becomes free. Its games stay."""
    return await bot_service.retire_bot(request.house, request.who, request.id("bot", "acct"))
