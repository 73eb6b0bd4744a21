"""Subscriptions: the events of a table, and everything that concerns whoever asks."""

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
    argument("The number of the last frame that you have: you get all that came after it, and nothing twice."),
]

Positions = Annotated[
    bool, argument("Whether the newest frame always brings the whole position, so that nothing else has to be asked.")
]


Notice: Any = output(NoticeAnswer, "Notice", of=(Owed, Player))


@strawberry.type
class FollowQueries:
    """What is asked about what happened."""

    @asked("The frames of a table after a number: what a subscription would have sent.", list[Frame] | None)
    async def frames(
        self,
        info: Info,
        table: TableId,
        after: Annotated[int, argument("The number of the last frame that you have; 0 for all.")] = 0,
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
    description="What can be followed. Each goes on from a number, so that no lost connection loses anything."
)
class Subscription:
    """What can be followed."""

    @followed(
        "A table from now on: a full view, then its events. With `after`, its events after that number instead.", Frame
    )
    async def events(
        self, info: Info, table: TableId, after: After = None, invite: Said = None, positions: Positions = False
    ) -> AsyncGenerator[FrameAnswer, None]:
        """A table from now on."""
        asking, number = info.context, after_number(after)
        frames: Any = streams.frames(
            asking.house, asking.who, table_id(table), after=number, invite=invite, positions=positions
        )
        async with aclosing(frames) as source:
            async for frame in source:
                yield frame

    @followed(
        "Everything that concerns you: first all that you owe, then each change. Invitations go on from a number.",
        Notice,
    )
    async def notices(self, info: Info, after: After = None) -> AsyncGenerator[NoticeAnswer, None]:
        """Everything that concerns whoever asks."""
        asking = info.context
        assert asking.who is not None
        found: Any = streams.notices(asking.house, asking.who, after=after_number(after))
        noted: Any = attended(asking.house, asking.who, found)
        async with aclosing(noted) as source:
            async for notice in source:
                yield notice

    @followed(
        "A tournament: first where it stands, then what happens. With `after`, what happened after that number instead.",
        TournamentFrame,
    )
    async def tournament(
        self,
        info: Info,
        id: TournamentId,  # noqa: A002  GraphQL's own word
        after: After = None,
    ) -> AsyncGenerator[TournamentFrameAnswer, None]:
        """A tournament from now on."""
        asking, number = info.context, after_number(after)
        frames: Any = stream.frames(asking.house, asking.who, tournament_id(id), after=number)
        async with aclosing(frames) as source:
            async for frame in source:
                yield frame
