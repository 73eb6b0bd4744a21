"""The house itself: your allowance, its statistics; and nodes, whatever they are."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

import asyncio
from typing import Annotated, Any

import strawberry

from citadels_api import rate_limits as limits
from citadels_api.accounts import service as account_service
from citadels_api.catalogue import service as catalogue
from citadels_api.credentials import service as credential_service
from citadels_api.graphql.context import Asking, Info, argument
from citadels_api.graphql.fields import asked, looked_up, told
from citadels_api.graphql.inputs import account_id, table_id, tournament_id
from citadels_api.graphql.nodes import Node
from citadels_api.graphql.scalars import Json, Millis, Time
from citadels_api.meta.contract import LimitsAnswer, StatisticsAnswer
from citadels_api.problems import Refusal
from citadels_api.tables import service as tables
from citadels_api.tournaments import search

MOST: int = 20
"""How many nodes may be asked for at once."""


@strawberry.type(description="What an operation costs.")
class Cost:
    """What an operation costs."""

    operation: str = told("The operation, as REST calls it.", lambda pair: pair[0])
    cost: int = told(
        "What it takes from the bucket. A GraphQL document pays for each of its fields at the top, and for its size.",
        lambda pair: pair[1],
    )


@strawberry.type(description="Your allowance: a bucket that fills again by itself.")
class Allowance:
    """An allowance."""

    capacity: int = told("The size of the bucket.")
    per_second: float = told("What it refills by in a second.")
    remaining: int = told("What remains.")
    full_ms: Millis = told("In how many milliseconds it is full again.")
    costs: list[Cost] = told("What each operation costs.", lambda answer: list(answer.costs.items()))


@strawberry.type(description="One counter of the house.")
class Counter:
    """One counter."""

    name: str = told("What is counted.", lambda pair: pair[0])
    count: Json = told("How many: a whole number.", lambda pair: pair[1])


@strawberry.type(description="The counters of the house.")
class Statistics:
    """The counters of the house."""

    at: Time = told("When they were read.")
    counts: list[Counter] = told(
        "The counters, by name: games, seats, wins.", lambda answer: list(answer.counts.items())
    )


async def node_of(asking: Asking, global_id: str) -> Any:
    """What is under a global id, if the asker may see it."""
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
    """A credential of the asker's."""
    found = await credential_service.credentials(asking.house, asking.who)
    return next((one for one in found if one.id == global_id), None)


@strawberry.type
class HouseQueries:
    """What is asked about the house."""

    @asked("Your allowance: your credential's, or without one your address's.", Allowance | None)
    async def limits(self, info: Info) -> LimitsAnswer:
        """An allowance."""
        asking = info.context
        return await limits.limits(asking.house, asking.who, asking.address)

    @asked("The counters of the house.", Statistics | None)
    async def statistics(self, info: Info) -> StatisticsAnswer:
        """The counters."""
        return await catalogue.statistics(info.context.house)

    @asked("What is under a global id; null where there is nothing that you may see.", Node | None)
    async def node(self, info: Info, id: Annotated[strawberry.ID, argument("A global id.")]) -> Any:
        """A node."""
        return await node_of(info.context, str(id))

    @asked("What is under several global ids, in their order: at most 20.", list[Node | None] | None)
    async def nodes(self, info: Info, ids: Annotated[list[strawberry.ID], argument("Global ids.")]) -> list[Any]:
        """Several nodes."""
        if len(ids) > MOST:
            raise Refusal("invalid", f"ids: at most {MOST}", errors=[{"path": "ids", "message": f"at most {MOST}"}])
        find = looked_up(node_of)
        return await asyncio.gather(*[find(info.context, str(one)) for one in ids])
