"""Webhooks: have a server of one's own told of what happens in a tournament."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from citadels_api import ids
from citadels_api.contract import Page
from citadels_api.operations import Link, Operation
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


TAG: Final = "tournaments"


def hook_of(value: str) -> str:
    """The id of a webhook; what has not its form names nothing."""
    if re.fullmatch(ids.HOOK, value) is None:
        raise Refusal("not_found")
    return value


async def make(request: Request) -> WebhookAnswer:
    """A new webhook."""
    body = request.body
    return await webhooks.make_webhook(
        request.house, request.who, tournament_of(request), url=body.url, kinds=body.kinds
    )


async def listed(request: Request) -> Page[WebhookAnswer]:
    """The webhooks of a tournament."""
    return Page(await webhooks.webhooks(request.house, request.who, tournament_of(request)), None)


async def delete(request: Request) -> WebhookAnswer:
    """A webhook less."""
    return await webhooks.delete_webhook(
        request.house, request.who, tournament_of(request), hook_of(request.path["webhook"])
    )


async def replay(request: Request) -> WebhookAnswer:
    """All that came after a number, once more."""
    return await webhooks.replay_webhook(
        request.house,
        request.who,
        tournament_of(request),
        hook_of(request.path["webhook"]),
        after=request.body.after,
    )


async def deliveries(request: Request) -> Page[DeliveryAnswer]:
    """What became of the attempts."""
    return await webhooks.deliveries(
        request.house,
        request.who,
        tournament_of(request),
        hook_of(request.path["webhook"]),
        after=request.query.after,
        limit=request.query.limit,
    )


THIS: Final = {"tournament": "$response.body#/tournament", "webhook": "$response.body#/id"}

OPERATIONS: Final = (
    Operation(
        id="makeWebhook",
        method="POST",
        path="/v1/tournaments/{tournament}/webhooks",
        run=make,
        tag=TAG,
        summary="Make a webhook",
        description="Has the entries of a tournament's log sent to an address, each with POST, in order, signed as Standard Webhooks say with "
        "the secret that is told this once. What fails is tried again, later each time. An address that is not of the open internet is "
        "refused, unless the operator allows its host by name. Only the organizer may.",
        scope="tournament:write",
        body=WebhookOrder,
        answer=WebhookAnswer,
        status=201,
        codes=("bad_setup", "too_many"),
        links=(
            Link("delete", "deleteWebhook", THIS, "Send nothing more."),
            Link("replay", "replayWebhook", THIS, "Send it all again."),
            Link("deliveries", "listDeliveries", THIS, "See what has become of it."),
        ),
    ),
    Operation(
        id="listWebhooks",
        method="GET",
        path="/v1/tournaments/{tournament}/webhooks",
        run=listed,
        tag=TAG,
        summary="List webhooks",
        description="The webhooks of a tournament and how far each has come, without their secrets. Only the organizer may.",
        scope="tournament:write",
        answer=Page[WebhookAnswer],
    ),
    Operation(
        id="deleteWebhook",
        method="DELETE",
        path="/v1/tournaments/{tournament}/webhooks/{webhook}",
        run=delete,
        tag=TAG,
        summary="Delete a webhook",
        description="Nothing more is sent there. Only the organizer may.",
        scope="tournament:write",
        answer=WebhookAnswer,
    ),
    Operation(
        id="replayWebhook",
        method="POST",
        path="/v1/tournaments/{tournament}/webhooks/{webhook}/replay",
        run=replay,
        tag=TAG,
        summary="Send again",
        description="Sends everything after an entry of the log once more, each message under the id that it had; a webhook that was given "
        "up is turned on again. Only the organizer may.",
        scope="tournament:write",
        body=ReplayOrder,
        answer=WebhookAnswer,
    ),
    Operation(
        id="listDeliveries",
        method="GET",
        path="/v1/tournaments/{tournament}/webhooks/{webhook}/deliveries",
        run=deliveries,
        tag=TAG,
        summary="See what was delivered",
        description="The latest attempts to deliver to a webhook, oldest first: which entry, when, and what was answered. Only the "
        "organizer may.",
        scope="tournament:write",
        query=DeliveriesQuery,
        answer=Page[DeliveryAnswer],
    ),
)
