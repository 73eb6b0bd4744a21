"""Bots: accounts of an owner that play by a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.accounts.contract import GuestAnswer
from citadels_api.accounts.stored import Accepts
from citadels_api.bots import service as bot_service
from citadels_api.bots.contract import BotAnswer, BotChange, BotOrder, BotsQuery
from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Operation

if TYPE_CHECKING:
    from citadels_api.bots.contract import AcceptsOrder
    from citadels_api.rest.request import Request


TAG: Final = "bots"


def accepted(order: AcceptsOrder) -> Accepts:
    """What a bot is ready to play, as it is kept."""
    return Accepts(
        editions=list(order.editions),
        players=list(order.players),
        clocks=list(order.clocks),
        least_ms=order.least_ms,
        rated=order.rated,
    )


async def make_bot(request: Request) -> GuestAnswer:
    """A bot of one's own."""
    body = request.body
    return await bot_service.make_bot(
        request.house, request.who, name=body.name, about=body.about, accepts=accepted(body.accepts)
    )


async def bots(request: Request) -> Page[BotAnswer]:
    """The bots that fit."""
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


async def bot(request: Request) -> BotAnswer:
    """A bot."""
    return await bot_service.bot(request.house, request.who, request.id("bot", "acct"))


async def update_bot(request: Request) -> BotAnswer:
    """A bot of one's own, changed."""
    body = request.body
    return await bot_service.update_bot(
        request.house,
        request.who,
        request.id("bot", "acct"),
        name=body.name,
        about=body.about,
        accepts=None if body.accepts is None else accepted(body.accepts),
    )


async def retire_bot(request: Request) -> BotAnswer:
    """A bot that plays no more."""
    return await bot_service.retire_bot(request.house, request.who, request.id("bot", "acct"))


OPERATIONS: Final = (
    Operation(
        id="makeBot",
        method="POST",
        path="/v1/bots",
        run=make_bot,
        tag=TAG,
        summary="Make a bot",
        description="Makes an account for a program, owned by who asks, with a first credential. What it accepts says to which tables it "
        "can be invited.",
        scope="account:write",
        body=BotOrder,
        answer=GuestAnswer,
        status=201,
        codes=("name_taken", "too_many", "not_found"),
        links=(
            Link("lookAtBot", "getBot", {"bot": "$response.body#/account/id"}, "Look at the bot as others see it."),
            Link("changeBot", "updateBot", {"bot": "$response.body#/account/id"}, "Change what it accepts."),
            Link("retire", "retireBot", {"bot": "$response.body#/account/id"}, "Let it play no more."),
        ),
    ),
    Operation(
        id="listBots",
        method="GET",
        path="/v1/bots",
        run=bots,
        tag=TAG,
        summary="List bots",
        description="The bots that fit, newest first, with what they accept and whether they are there.",
        scope=PUBLIC,
        pressed=True,
        query=BotsQuery,
        answer=Page[BotAnswer],
        links=(Link("firstBot", "getBot", {"bot": "$response.body#/items/0/id"}, "Look at the newest."),),
    ),
    Operation(
        id="getBot",
        method="GET",
        path="/v1/bots/{bot}",
        run=bot,
        tag=TAG,
        summary="Look at a bot",
        description="What a bot accepts, and whether it is there.",
        scope=PUBLIC,
        answer=BotAnswer,
    ),
    Operation(
        id="updateBot",
        method="PATCH",
        path="/v1/bots/{bot}",
        run=update_bot,
        tag=TAG,
        summary="Change a bot",
        description="Changes a bot of one's own. What is left out stays.",
        scope="account:write",
        body=BotChange,
        answer=BotAnswer,
        codes=("name_taken",),
    ),
    Operation(
        id="retireBot",
        method="DELETE",
        path="/v1/bots/{bot}",
        run=retire_bot,
        tag=TAG,
        summary="Retire a bot",
        description="The bot plays no more: its credentials end, its name is free. Its games stay.",
        scope="account:write",
        answer=BotAnswer,
    ),
)
