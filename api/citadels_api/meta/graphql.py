"""The GraphQL fields of the service itself: rate limit, statistics, and nodes of any type."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

import asyncio
from typing import Annotated, Any

import strawberry

from citadels_api.accounts import service as account_service
from citadels_api.catalogue import service as catalogue
from citadels_api.credentials import service as credential_service
from citadels_api.graphql.context import Asking, Info, argument
from citadels_api.graphql.fields import asked, looked_up, told
from citadels_api.graphql.inputs import account_id, table_id, tournament_id
from citadels_api.graphql.nodes import Node
from citadels_api.graphql.scalars import Json, Millis, Time
from citadels_api.graphql.types import output
from citadels_api.meta.contract import AiBudgetAnswer, LimitsAnswer, StatisticsAnswer
from citadels_api.problems import Refusal
from citadels_api.tables import service as tables
from citadels_api.tables.ai_budget import limits
from citadels_api.tournaments import search

MOST: int = 20
"""The maximum number of nodes in one request."""


@strawberry.type(description="The cost of an operation.")
class Cost:
    """The cost of an operation."""

    operation: str = told("The name of the operation in REST.", lambda pair: pair[0])
    cost: int = told(
        "The cost in the token bucket. A GraphQL document pays for each of its root fields, and for its size.",
        lambda pair: pair[1],
    )


AiBudget: Any = output(AiBudgetAnswer, "AiBudget")


@strawberry.type(description="Your rate limit: a token bucket that refills.")
class Allowance:
    """A rate limit."""

    capacity: int = told("The size of the bucket.")
    per_second: float = told("The refill per second.")
    remaining: int = told("What remains in the bucket.")
    full_ms: Millis = told("The milliseconds until the bucket is full again.")
    costs: list[Cost] = told("The cost of each operation.", lambda answer: list(answer.costs.items()))
    ai: AiBudget | None = told("Your budget for AIs of the service; null without a credential.")


@strawberry.type(description="One counter of the service.")
class Counter:
    """One counter."""

    name: str = told("The name of the counter.", lambda pair: pair[0])
    count: Json = told("The value: a whole number.", lambda pair: pair[1])


@strawberry.type(description="The counters of the service.")
class Statistics:
    """The counters of the service."""

    at: Time = told("When the counters were read.")
    counts: list[Counter] = told(
        "The counters, by name: games, seats, wins.", lambda answer: list(answer.counts.items())
    )


async def node_of(asking: Asking, global_id: str) -> Any:
    """The node under a global id, if the viewer may see it."""
    house, who = asking.house, asking.who
    kind = global_id.partition("_")[0]
    if kind == "game":
        return await tables.table(house, who, table_id(global_id))
    if kind == "tour":
        return await search.tournament(house, who, tournament_id(global_id))
    if kind == "acct":
        return await account_service.account(house, who, account_id(global_id))
    if kind == "cred":
        return await own_credential(asking, global_id)
    return None


async def own_credential(asking: Asking, global_id: str) -> Any:
    """A credential of the viewer."""
    found = await credential_service.credentials(asking.house, asking.who)
    return next((one for one in found if one.id == global_id), None)


@strawberry.type
class HouseQueries:
    """Queries about the service."""

    @asked("Get the rate limit of your credential, or of your address without one.", Allowance | None)
    async def limits(self, info: Info) -> LimitsAnswer:
        """A rate limit."""
        asking = info.context
        return await limits(asking.house, asking.who, asking.address)

    @asked("The counters of the service.", Statistics | None)
    async def statistics(self, info: Info) -> StatisticsAnswer:
        """The counters."""
        return await catalogue.statistics(info.context.house)

    @asked("Get a node by its global id; null if it does not exist or you may not see it.", Node | None)
    async def node(self, info: Info, id: Annotated[strawberry.ID, argument("A global id.")]) -> Any:
        """A node."""
        return await node_of(info.context, str(id))

    @asked("Get several nodes by their global ids, in the same order; at most 20.", list[Node | None] | None)
    async def nodes(self, info: Info, ids: Annotated[list[strawberry.ID], argument("Global ids.")]) -> list[Any]:
        """Several nodes."""
        if len(ids) > MOST:
            raise Refusal("invalid", f"ids: at most {MOST}", errors=[{"path": "ids", "message": f"at most {MOST}"}])
        find = looked_up(node_of)
        return await asyncio.gather(*[find(info.context, str(one)) for one in ids])
