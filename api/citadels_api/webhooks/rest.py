"""Webhooks: have a server of one's own told of what happens in a tournament."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from citadels_api import ids
from citadels_api.contract import Page
from citadels_api.operations import Link, Routes
from citadels_api.problems import Refusal
from citadels_api.tournaments.rest import tournament_of
from citadels_api.webhooks import service as webhooks
from citadels_api.webhooks.contract import (
    DeliveriesQuery,
    DeliveryAnswer,
    ReplayOrder,
    WebhookAnswer,
    WebhookOrder,
)

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("tournaments")


def hook_of(value: str) -> str:
    """The id of a webhook; what has not its form names nothing."""
    if re.fullmatch(ids.HOOK, value) is None:
        raise Refusal("not_found")
    return value


THIS: Final = {"tournament": "$response.body#/tournament", "webhook": "$response.body#/id"}


@routes(
    "POST",
    "/v1/tournaments/{tournament}/webhooks",
    "Make a webhook",
    scope="tournament:write",
    body=WebhookOrder,
    status=201,
    codes=("bad_setup", "too_many"),
    links=(
        Link("delete", "deleteWebhook", THIS, "Send nothing more."),
        Link("replay", "replayWebhook", THIS, "Send it all again."),
        Link("deliveries", "listDeliveries", THIS, "See what has become of it."),
    ),
)
async def make_webhook(request: Request) -> WebhookAnswer:
    """Has the entries of a tournament's log sent to an address, each with POST, in order, signed as Standard Webhooks say with the secret
    that is told this once. What fails is tried again, later each time. An address that is not of the open internet is refused, unless the
    operator allows its host by name. Only the organizer may.
    """
    body = request.body
    return await webhooks.make_webhook(
        request.house, request.who, tournament_of(request), url=body.url, kinds=body.kinds
    )


@routes("GET", "/v1/tournaments/{tournament}/webhooks", "List webhooks", scope="tournament:write")
async def list_webhooks(request: Request) -> Page[WebhookAnswer]:
    """The webhooks of a tournament and how far each has come, without their secrets. Only the organizer may."""
    return Page(await webhooks.webhooks(request.house, request.who, tournament_of(request)), None)


@routes("DELETE", "/v1/tournaments/{tournament}/webhooks/{webhook}", "Delete a webhook", scope="tournament:write")
async def delete_webhook(request: Request) -> WebhookAnswer:
    """Nothing more is sent there. Only the organizer may."""
    return await webhooks.delete_webhook(
        request.house, request.who, tournament_of(request), hook_of(request.path["webhook"])
    )


@routes(
    "POST",
    "/v1/tournaments/{tournament}/webhooks/{webhook}/replay",
    "Send again",
    scope="tournament:write",
    body=ReplayOrder,
)
async def replay_webhook(request: Request) -> WebhookAnswer:
    """Sends everything after an entry of the log once more, each message under the id that it had; a webhook that was given up is turned on
    again. Only the organizer may.
    """
    return await webhooks.replay_webhook(
        request.house,
        request.who,
        tournament_of(request),
        hook_of(request.path["webhook"]),
        after=request.body.after,
    )


@routes(
    "GET",
    "/v1/tournaments/{tournament}/webhooks/{webhook}/deliveries",
    "See what was delivered",
    scope="tournament:write",
    query=DeliveriesQuery,
)
async def list_deliveries(request: Request) -> Page[DeliveryAnswer]:
    """The latest attempts to deliver to a webhook, oldest first: which entry, when, and what was answered. Only the organizer may."""
    return await webhooks.deliveries(
        request.house,
        request.who,
        tournament_of(request),
        hook_of(request.path["webhook"]),
        after=request.query.after,
        limit=request.query.limit,
    )
