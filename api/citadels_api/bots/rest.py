"""Bots: accounts of an owner that play by a program."""

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
    """What a bot is ready to play, as it is kept."""
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
    "Make a bot",
    scope="account:write",
    body=BotOrder,
    status=201,
    codes=("name_taken", "too_many", "not_found"),
    links=(
        Link("lookAtBot", "getBot", {"bot": "$response.body#/account/id"}, "Look at the bot as others see it."),
        Link("changeBot", "updateBot", {"bot": "$response.body#/account/id"}, "Change what it accepts."),
        Link("retire", "retireBot", {"bot": "$response.body#/account/id"}, "Let it play no more."),
    ),
)
async def make_bot(request: Request) -> GuestAnswer:
    """Makes an account for a program, owned by who asks, with a first credential. What it accepts says to which tables it can be invited."""
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
    links=(Link("firstBot", "getBot", {"bot": "$response.body#/items/0/id"}, "Look at the newest."),),
)
async def list_bots(request: Request) -> Page[BotAnswer]:
    """The bots that fit, newest first, with what they accept and whether they are there."""
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


@routes("GET", "/v1/bots/{bot}", "Look at a bot", scope=PUBLIC)
async def get_bot(request: Request) -> BotAnswer:
    """What a bot accepts, and whether it is there."""
    return await bot_service.bot(request.house, request.who, request.id("bot", "acct"))


@routes("PATCH", "/v1/bots/{bot}", "Change a bot", scope="account:write", body=BotChange, codes=("name_taken",))
async def update_bot(request: Request) -> BotAnswer:
    """Changes a bot of one's own. What is left out stays."""
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
    """The bot plays no more: its credentials end, its name is free. Its games stay."""
    return await bot_service.retire_bot(request.house, request.who, request.id("bot", "acct"))
