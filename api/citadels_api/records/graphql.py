"""Replays: a game that is over, moment by moment; and why an action is not legal."""

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
    "The score sheet of each seat, as the last line of a record has it: `total`, and `lines` with `for` and `points`."
)

MomentDecision: Any = output(MomentDecisionAnswer, "MomentDecision")
Moment: Any = output(MomentAnswer, "Moment", of=(MomentDecision, Event))
Replay: Any = output(ReplayAnswer, "Replay", of=(Seat, Result, Event, Moment), fields={"scores": Json})
Reason: Any = output(ReasonAnswer, "Reason")


@strawberry.type
class ReplayQueries:
    """What is asked about games that are over, and about actions that are not legal."""

    @asked("A game that is over, moment by moment, as somebody saw it then.", Replay | None)
    async def replay(
        self,
        info: Info,
        table: TableId,
        eyes: Annotated[
            str | None,
            argument("Whose: a seat, or `all`, who see everything; left out: as spectators saw it."),
        ] = None,
        after: Annotated[int, argument("The number of the last moment that you have; -1: from the first on.")] = -1,
        first: Annotated[int, argument("How many moments, at most 200.")] = 100,
        invite: Said = None,
    ) -> ReplayAnswer:
        """A game that is over."""
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
        "Of each action whether you could take it now, and else the rule that stands in its way, as far as your view can tell.",
        list[Reason] | None,
    )
    async def why_not(
        self,
        info: Info,
        table: TableId,
        actions: Annotated[list[str], argument("The actions, as texts in the notation; at most 64.")],
        invite: Said = None,
    ) -> list[ReasonAnswer]:
        """Why actions are not legal."""
        order = read(WhyNotOrder, {"actions": actions})
        return await play.reasons(info.context.house, info.context.who, table_id(table), order.actions, invite=invite)
