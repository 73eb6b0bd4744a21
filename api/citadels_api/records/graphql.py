"""The GraphQL fields of replays, and of explanations why actions are illegal."""

from typing import Annotated, Any, Final

import strawberry

from citadels_api.graphql.context import Info, Said, TableId, argument
from citadels_api.graphql.fields import asked
from citadels_api.graphql.inputs import read, table_id
from citadels_api.graphql.scalars import Json
from citadels_api.graphql.types import output
from citadels_api.play import service as play
from citadels_api.play.contract import ReasonAnswer, WhyNotOrder
from citadels_api.play.graphql_decisions import Result
from citadels_api.problems import Refusal
from citadels_api.records import replay as replays
from citadels_api.records.contract import MomentAnswer, ReplayAnswer, ReplayQuery
from citadels_api.records.contract import MomentDecision as MomentDecisionAnswer
from citadels_api.streams.graphql_events import Event
from citadels_api.tables.graphql import Seat

SCORES: Final = (
    "The score sheet of each seat, as in the last line of a record: `total`, and `lines` with `for` and `points`."
)

MomentDecision: Any = output(MomentDecisionAnswer, "MomentDecision")
Moment: Any = output(MomentAnswer, "Moment", of=(MomentDecision, Event))
Replay: Any = output(ReplayAnswer, "Replay", of=(Seat, Result, Event, Moment), fields={"scores": Json})
Reason: Any = output(ReasonAnswer, "Reason")


@strawberry.type
class ReplayQueries:
    """Queries about finished games, and about illegal actions."""

    @asked("Replay a finished game moment by moment, as one viewer saw it.", Replay | None)
    async def replay(
        self,
        info: Info,
        table: TableId,
        eyes: Annotated[
            str | None,
            argument("The view: a seat number, or `all` for everything. Left out: what spectators saw."),
        ] = None,
        after: Annotated[
            int, argument("The number of the last moment that you have; -1: start with the first moment.")
        ] = -1,
        first: Annotated[int, argument("The maximum number of moments, at most 200.")] = 100,
        invite: Said = None,
    ) -> ReplayAnswer:
        """A finished game."""
        if after < -1:
            raise Refusal("invalid", "after: a number from -1 on", errors=[{"path": "after", "message": "from -1 on"}])
        order = read(ReplayQuery, {"eyes": eyes, "limit": first})
        return await replays.replay(
            info.context.house,
            info.context.who,
            table_id(table),
            eyes=order.eyes,
            after=after,
            limit=order.limit,
            invite=invite,
        )

    @asked(
        "Tells for each action whether you could take it now, and otherwise the rule that forbids it, as far as your view can tell.",
        list[Reason] | None,
    )
    async def why_not(
        self,
        info: Info,
        table: TableId,
        actions: Annotated[list[str], argument("The actions, as texts in the notation; at most 64.")],
        invite: Said = None,
    ) -> list[ReasonAnswer]:
        """Why actions are illegal."""
        order = read(WhyNotOrder, {"actions": actions})
        return await play.reasons(info.context.house, info.context.who, table_id(table), order.actions, invite=invite)
