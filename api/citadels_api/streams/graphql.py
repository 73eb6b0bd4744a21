"""Subscriptions: the events of a table, and the notices of an account."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

import strawberry

from citadels_api.graphql.context import Info, Said, TableId, TournamentId, argument
from citadels_api.graphql.fields import asked, followed
from citadels_api.graphql.inputs import after_number, table_id, tournament_id
from citadels_api.graphql.types import output
from citadels_api.play.graphql_decisions import Owed
from citadels_api.streams import service as streams
from citadels_api.streams.contract import Frame as FrameAnswer
from citadels_api.streams.contract import Notice as NoticeAnswer
from citadels_api.streams.graphql_events import Frame
from citadels_api.streams.rest import attended
from citadels_api.tables.graphql import Player
from citadels_api.tournaments import stream
from citadels_api.tournaments.contract import TournamentFrame as TournamentFrameAnswer
from citadels_api.tournaments.graphql_types import TournamentFrame

After = Annotated[
    int | None,
    argument("The number of the last frame that you have. You get everything after it, and nothing twice."),
]

Positions = Annotated[
    bool, argument("Whether the newest frame always contains the whole position, so that you need no further request.")
]


Notice: Any = output(NoticeAnswer, "Notice", of=(Owed, Player))


@strawberry.type
class FollowQueries:
    """Queries about past frames."""

    @asked("Get the frames of a table after a number: what a subscription would have sent.", list[Frame] | None)
    async def frames(
        self,
        info: Info,
        table: TableId,
        after: Annotated[int, argument("The number of the last frame that you have; 0 for all frames.")] = 0,
        invite: Said = None,
        positions: Positions = False,
    ) -> list[FrameAnswer]:
        """Frames after a number."""
        asking = info.context
        number = after_number(after) or 0
        return await streams.events(
            asking.house, asking.who, table_id(table), after=number, invite=invite, positions=positions
        )


@strawberry.type(
    description="The subscriptions. Each continues from a number, so you lose nothing when a connection breaks."
)
class Subscription:
    """The subscriptions."""

    @followed(
        "Follow a table: a full view, then its events. With `after`: the events after that number instead.", Frame
    )
    async def events(
        self, info: Info, table: TableId, after: After = None, invite: Said = None, positions: Positions = False
    ) -> AsyncGenerator[FrameAnswer, None]:
        """The frames of a table."""
        asking, number = info.context, after_number(after)
        frames: Any = streams.frames(
            asking.house, asking.who, table_id(table), after=number, invite=invite, positions=positions
        )
        async with aclosing(frames) as source:
            async for frame in source:
                yield frame

    @followed(
        "Follow your account: all decisions that you owe, then each change. Invitations continue from a number.",
        Notice,
    )
    async def notices(self, info: Info, after: After = None) -> AsyncGenerator[NoticeAnswer, None]:
        """The notices of your account."""
        asking = info.context
        assert asking.who is not None
        found: Any = streams.notices(asking.house, asking.who, after=after_number(after))
        noted: Any = attended(asking.house, asking.who, found)
        async with aclosing(noted) as source:
            async for notice in source:
                yield notice

    @followed(
        "Follow a tournament: its current state, then its entries. With `after`: the entries after that number instead.",
        TournamentFrame,
    )
    async def tournament(
        self,
        info: Info,
        id: TournamentId,  # noqa: A002  GraphQL's own word
        after: After = None,
    ) -> AsyncGenerator[TournamentFrameAnswer, None]:
        """The frames of a tournament."""
        asking, number = info.context, after_number(after)
        frames: Any = stream.frames(asking.house, asking.who, tournament_id(id), after=number)
        async with aclosing(frames) as source:
            async for frame in source:
                yield frame
