"""The GraphQL fields of play: the position, the move, what you owe, the record."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated, Any

import strawberry

from citadels_api.graphql.context import Info, Said, TableId, argument
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import table_id
from citadels_api.graphql.problems import MOVE, Problem, Problems, Told
from citadels_api.graphql.types import output
from citadels_api.play import service as play
from citadels_api.play.contract import Committed, MoveOrder
from citadels_api.play.contract import Owed as OwedAnswer
from citadels_api.play.contract import Position as PositionAnswer
from citadels_api.play.graphql_decisions import ActionInput, Owed, action_of
from citadels_api.play.graphql_positions import Position
from citadels_api.records import service as records
from citadels_api.request_fields import read
from citadels_api.streams.graphql_events import Event

SubmitPayload: Any = output(
    Committed,
    "SubmitPayload",
    of=(Event, Position),
    fields={
        "outcome": None,
        "stopped": (
            Problem | None,
            told(
                "Why the remaining actions were not taken: the same problem that the first action of a series would have got.",
                lambda answer: None if answer.stopped is None else Told.of_document(answer.stopped),
            ),
        ),
    },
)
SubmitResult = Annotated[
    SubmitPayload | MOVE | Problems, strawberry.union("SubmitResult", description="The result of a move.")
]


@strawberry.input(description="A move: one action, or several in order.")
class SubmitInput:
    """A move."""

    table: strawberry.ID = strawberry.field(description="The id of the table.")
    n: int = strawberry.field(description="The number of the decision that the first action answers.")
    actions: list[ActionInput] = strawberry.field(
        description="The actions. They are taken in order until one is illegal or another seat has to decide. Actions that were taken stay taken."
    )
    key: str | None = strawberry.field(
        default=None,
        description="An idempotency key: the service executes the same move under the same key once, and returns the same result each time.",
    )


@strawberry.type
class MoveQueries:
    """Queries about games."""

    @asked("Get the game of a table as you may know it: from your seat, or as spectators see it.", Position | None)
    async def position(self, info: Info, table: TableId, invite: Said = None) -> PositionAnswer:
        """The game of a table."""
        asking = info.context
        return await play.position(
            asking.house, asking.who, table_id(table), invite=invite, prefetched=asking.read_ahead(str(table))
        )

    @asked("List the decisions that you owe, the most urgent first.", list[Owed] | None)
    async def owed(self, info: Info) -> list[OwedAnswer]:
        """The decisions that you owe."""
        return await play.owed(info.context.house, info.context.who)

    @asked("Get the record of a finished game as newline-delimited JSON: section 4 of the notation.")
    async def record(self, info: Info, table: TableId, invite: Said = None) -> str | None:
        """The record of a game."""
        return await records.record(info.context.house, info.context.who, table_id(table), invite=invite)


@strawberry.type
class MoveMutations:
    """Mutations of games."""

    @done("Make a move. A repeated request with the same key returns the same result.", SubmitResult)
    async def submit(self, info: Info, input: Annotated[SubmitInput, argument("The move.")]) -> Committed:
        """Move."""
        asking = info.context
        table = table_id(input.table)
        order = read(
            MoveOrder,
            {"n": input.n, "actions": [action_of(one, number) for number, one in enumerate(input.actions)]},
        )
        return await play.submit(
            asking.house,
            asking.who,
            table,
            n=order.n,
            actions=order.listed(),
            key=input.key,
            prefetched=asking.read_ahead(table),
        )
