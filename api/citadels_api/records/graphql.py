"""Replays: a game that is over, moment by moment; and why an action is not legal."""

from typing import Annotated

import strawberry

from citadels_api.graphql.context import Info, Said, TableId, argument
from citadels_api.graphql.fields import asked, told
from citadels_api.graphql.inputs import read, table_id
from citadels_api.graphql.scalars import Json, Time
from citadels_api.play import service as play
from citadels_api.play.contract import ReasonAnswer, WhyNotOrder
from citadels_api.play.graphql_results import Result
from citadels_api.problems import Refusal
from citadels_api.records import replay as replays
from citadels_api.records.contract import ReplayAnswer, ReplayQuery
from citadels_api.streams.graphql_events import Event
from citadels_api.tables.graphql import Seat

__all__ = ["ReplayQueries"]


@strawberry.type(description="What was asked at a moment.")
class MomentDecision:
    """What was asked."""

    seat: int = told("The seat that was asked.")
    kind: str = told("What was asked, as in section 1 of the notation: pick, turn, keep, ...")


@strawberry.type(
    description="The game before a decision, the decision, and what came of it. The last moment is the end, without a decision."
)
class Moment:
    """A moment of a game."""

    n: int = told("The number of the decision; at the end how many there were.")
    seat: int | None = told("The seat that decided; null at the end.")
    do: str | None = told("The action, as its text; null at the end.")
    by: str | None = told("Who decided where that was not the seat's player: `ai`, `timeout`, ...; null where it was.")
    at: Time | None = told("When the decision came; null at the end, and where no time was kept.")
    position: Json = told(
        "The position before the decision, section 3 of the notation: the view of these eyes without the list of what is legal, "
        "or for `all` the full position."
    )
    decision: MomentDecision | None = told("What was asked; null at the end.")
    events: list[Event] = told("What happened from the decision up to the next one, as these eyes saw it.")


@strawberry.type(description="Some moments of a game that is over, as somebody saw them then.")
class Replay:
    """Some moments of a game that is over."""

    table: strawberry.ID = told("The id of the table.")
    n: int = told("How many decisions the game had: the number of its last moment, which is its end.")
    commitment: str = told("The commitment to the seed, made before the deal: the SHA-256 of id, rules and seed.")
    seed: str = told("The seed.")
    rules: int = told("The number of the rules.")
    seats: list[Seat] = told("The seats, by number.")
    result: Result | None = told("How the game ended.")
    scores: Json = told(
        "The score sheet of each seat, as the last line of a record has it: `total`, and `lines` with `for` and `points`."
    )
    opening: list[Event] = told(
        "What happened before the first decision; empty where moments after a number are asked for."
    )
    moments: list[Moment] = told("The moments, in order.")


@strawberry.type(description="Whether an action is legal now, for who asks; and if not, why not.")
class Reason:
    """Whether an action is legal, and why not."""

    text: str = told("The action, as it was sent.")
    legal: bool = told("Whether it is legal.")
    rule: str | None = told(
        "The rule that stands in the way, such as `D-KEEP-1`; null where it is legal, or is no action."
    )
    why: str | None = told("What stands in the way, in a sentence; null where it is legal.")


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
