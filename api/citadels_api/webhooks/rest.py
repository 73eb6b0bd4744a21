"""The REST operations of webhooks, which send the entries of a tournament's log to a server of yours."""

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
    """The id of a webhook. An id of the wrong form is not found."""
    if re.fullmatch(ids.HOOK, value) is None:
        raise Refusal("not_found")
    return value


THIS: Final = {"tournament": "$response.body#/tournament", "webhook": "$response.body#/id"}


@routes(
    "POST",
    "/v1/tournaments/{tournament}/webhooks",
    "Create a webhook",
    scope="tournament:write",
    body=WebhookOrder,
    status=201,
    codes=("bad_setup", "too_many"),
    links=(
        Link("delete", "deleteWebhook", THIS, "Delete the webhook."),
        Link("replay", "replayWebhook", THIS, "Send the entries again."),
        Link("deliveries", "listDeliveries", THIS, "List the deliveries."),
    ),
)
async def make_webhook(request: Request) -> WebhookAnswer:
    """Creates a webhook that sends the entries of a tournament's log to an address. It sends each entry with POST, in order, signed as in
    Standard Webhooks. The secret is shown only once. Failed deliveries are repeated after growing pauses. An address that is not public is
    refused, unless the operator allows its host by name. Only the organizer may do this.
    """
    body = request.body
    return await webhooks.make_webhook(
        request.house, request.who, tournament_of(request), url=body.url, kinds=body.kinds
    )


@routes("GET", "/v1/tournaments/{tournament}/webhooks", "List webhooks", scope="tournament:write")
async def list_webhooks(request: Request) -> Page[WebhookAnswer]:
    """Lists the webhooks of a tournament and the progress of each, without their secrets. Only the organizer may do this."""
    return Page(await webhooks.webhooks(request.house, request.who, tournament_of(request)), None)


@routes("DELETE", "/v1/tournaments/{tournament}/webhooks/{webhook}", "Delete a webhook", scope="tournament:write")
async def delete_webhook(request: Request) -> WebhookAnswer:
    """Deletes a webhook. Nothing more is sent to its address. Only the organizer may do this."""
    return await webhooks.delete_webhook(
        request.house, request.who, tournament_of(request), hook_of(request.path["webhook"])
    )


@routes(
    "POST",
    "/v1/tournaments/{tournament}/webhooks/{webhook}/replay",
    "Send entries again",
    scope="tournament:write",
    body=ReplayOrder,
)
async def replay_webhook(request: Request) -> WebhookAnswer:
    """Sends all entries after a number once more. Each message keeps its id. A webhook that was turned off is turned on again. Only the
    organizer may do this.
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
    "List deliveries",
    scope="tournament:write",
    query=DeliveriesQuery,
)
async def list_deliveries(request: Request) -> Page[DeliveryAnswer]:
    """Lists the latest attempts to deliver to a webhook, oldest first: the entry, the time, and the response. Only the organizer may do
    this.
    """
    return await webhooks.deliveries(
        request.house,
        request.who,
        tournament_of(request),
        hook_of(request.path["webhook"]),
        after=request.query.after,
        limit=request.query.limit,
    )
