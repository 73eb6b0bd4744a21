"""The GraphQL fields of tables: create, find, join, leave, start, resign, rematch."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated, Any, Final

import strawberry

from citadels_api import words
from citadels_api.graphql.context import Info, Said, TableId, argument
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import read, table_id
from citadels_api.graphql.nodes import Connection, Pages
from citadels_api.graphql.problems import BadSetupProblem, Problems
from citadels_api.graphql.scalars import Millis
from citadels_api.graphql.types import enum_of, input_of, output, payload, stands_for, word
from citadels_api.play.graphql_decisions import Decision, Result
from citadels_api.tables import service as tables
from citadels_api.tables.contract import (
    AiOrder,
    ClockAnswer,
    ClockOrder,
    InviteOrder,
    JoinOrder,
    OpenPlaceAnswer,
    PlayerAnswer,
    QuickMatchOrder,
    SeatAnswer,
    SeatOrder,
    SetupAnswer,
    SetupOrder,
    TableAnswer,
    TableOrder,
    TablesQuery,
)

TABLE: Final = "The id of the table."
ClockKind: Any = enum_of(words.ClockKind)
Edition: Any = enum_of(words.Edition)
TableStatus: Any = enum_of(words.TableStatus)

Player: Any = output(PlayerAnswer, "Player", renamed={"id": "account"})
Seat: Any = output(SeatAnswer, "Seat", of=(Player,))
Clock: Any = output(ClockAnswer, "Clock")
Table: Any = output(TableAnswer, "Table", of=(Player, Seat, Clock, Decision, Result), node=True)
OpenPlace: Any = output(OpenPlaceAnswer, "OpenPlace")
TableSetup: Any = output(SetupAnswer, "TableSetup", of=(OpenPlace,))
TablePayload: Any = payload("TablePayload", "table", Table, "The result of a change of a table.")


@strawberry.type(description="An invitation link.")
class InviteLinkPayload:
    """An invitation link."""

    invite: str = told(
        "The secret. Whoever has it may see and join the table. The previous secret stops working.",
        lambda secret: secret,
    )


TableResult = Annotated[
    TablePayload | BadSetupProblem | Problems, strawberry.union("TableResult", description="The table, or a problem.")
]
InviteLinkResult = Annotated[
    InviteLinkPayload | Problems, strawberry.union("InviteLinkResult", description="The link, or a problem.")
]


@strawberry.input(description="A time limit.")
class ClockInput:
    """A time limit."""

    kind: ClockKind = strawberry.field(default=ClockKind.NONE, description="How the time is limited.")
    limit_ms: Millis | None = strawberry.field(default=None, description="The time for one decision.")
    bank_ms: Millis | None = strawberry.field(default=None, description="The time for the whole game.")
    increment_ms: Millis | None = strawberry.field(
        default=None, description="The increment of the bank after each decision. Left out: none."
    )
    days: int | None = strawberry.field(default=None, description="Correspondence: the days for one decision.")


stands_for(ClockOrder, ClockInput)
SeatInput: Any = input_of(SeatOrder, "SeatInput")
SetupInput: Any = input_of(SetupOrder, "SetupInput")
CreateTableInput: Any = input_of(TableOrder, "CreateTableInput", of=(SeatInput, ClockInput))
JoinInput: Any = input_of(JoinOrder, "JoinInput", table=TABLE)
TableInput: Any = input_of(None, "TableInput", text="The table.", table=TABLE)
InviteInput: Any = input_of(InviteOrder, "InviteInput", table=TABLE)
AddAiInput: Any = input_of(
    AiOrder,
    "AddAiInput",
    table=TABLE,
    fields={"seat": (int | None, strawberry.field(default=None, description="The seat. Left out: any free seat."))},
)
QuickMatchInput: Any = input_of(QuickMatchOrder, "QuickMatchInput", of=(ClockInput,))


@strawberry.type
class TableQueries:
    """Queries about tables."""

    @asked("Get a table by its id; null if it does not exist or you may not see it.", Table | None)
    async def table(self, info: Info, id: TableId, invite: Said = None) -> TableAnswer:
        """A table."""
        return await tables.table(info.context.house, info.context.who, table_id(id), invite=invite)

    @asked(
        "Preview a game with this setup, and the choices that you have. It creates nothing.",
        TableSetup | None,
    )
    async def preview_table(
        self, info: Info, input: Annotated[SetupInput, argument("The setup of the game.")]
    ) -> SetupAnswer:
        """A preview of the game."""
        return tables.preview(read(SetupOrder, input))

    @asked("List tables, newest first: public tables, or your own.", Connection[Table] | None)
    async def tables(
        self,
        info: Info,
        first: Annotated[int, argument("The maximum number of tables, at most 100.")] = 20,
        after: Annotated[str | None, argument("The cursor to continue after.")] = None,
        status: Annotated[
            TableStatus | None,
            argument("Only tables in this state. Left out: open tables, or with `mine` tables in any state."),
        ] = None,
        edition: Annotated[Edition | None, argument("Only tables of this edition.")] = None,
        players: Annotated[int | None, argument("Only tables with this number of seats.")] = None,
        rated: Annotated[bool | None, argument("Only rated tables, or only those that are not rated.")] = None,
        mine: Annotated[bool, argument("Only tables that you created or sit at.")] = False,
    ) -> Pages:
        """Tables."""
        asked = read(TablesQuery, {"cursor": after, "limit": first, "players": players})
        page = await tables.tables(
            info.context.house,
            info.context.who,
            status=word(status),
            cursor=asked.cursor,
            limit=asked.limit,
            edition=word(edition),
            players=asked.players,
            rated=rated,
            mine=mine,
        )
        return Pages(page.items, after=after, following=page.next, cursor=lambda one: f"{one.created}.{one.id}")


@strawberry.type
class TableMutations:
    """Mutations of tables."""

    @done("Create a table. The game starts at once if this fills every seat and `start` is `FULL`.", TableResult)
    async def create_table(
        self, info: Info, input: Annotated[CreateTableInput, argument("The table to create.")]
    ) -> TableAnswer:
        """Create a table."""
        return await tables.create(info.context.house, info.context.who, read(TableOrder, input))

    @done("Take a seat, or take your seat back from the AI that plays for you.", TableResult)
    async def join_table(
        self, info: Info, input: Annotated[JoinInput, argument("The table and the seat.")]
    ) -> TableAnswer:
        """Take a seat."""
        asking, order = info.context, read(JoinOrder, input, "table")
        table = table_id(input.table)
        return await tables.join(asking.house, asking.who, table, seat=order.seat, invite=order.invite)

    @done("Leave a table whose game has not started.", TableResult)
    async def leave_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Leave a table."""
        return await tables.leave(info.context.house, info.context.who, table_id(input.table))

    @done("Start the game of a full table.", TableResult)
    async def start_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Start a game."""
        return await tables.start(info.context.house, info.context.who, table_id(input.table))

    @done("Cancel a game before its first turn.", TableResult)
    async def abort_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Cancel a game."""
        return await tables.abort(info.context.house, info.context.who, table_id(input.table))

    @done(
        "Resign. The service takes the default actions for your seat, and every player who stays ranks above you.",
        TableResult,
    )
    async def resign_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Resign."""
        return await tables.resign(info.context.house, info.context.who, table_id(input.table))

    @done("Create a rematch. Every further request returns the same table.", TableResult)
    async def rematch_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Create a rematch."""
        return await tables.rematch(info.context.house, info.context.who, table_id(input.table))

    @done("Create an invitation link for a table of yours.", InviteLinkResult)
    async def make_invite_link(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> str:
        """Create an invitation link."""
        return await tables.invite_link(info.context.house, info.context.who, table_id(input.table))

    @done("Reserve a seat for an account and notify it.", TableResult)
    async def invite_to_table(
        self, info: Info, input: Annotated[InviteInput, argument("The account and the table.")]
    ) -> TableAnswer:
        """Reserve a seat for an account."""
        asking, order = info.context, read(InviteOrder, input, "table")
        return await tables.invite(asking.house, asking.who, table_id(input.table), order.account, seat=order.seat)

    @done("Decline an invitation. The seat becomes free again.", TableResult)
    async def decline_invitation(self, info: Info, input: Annotated[TableInput, argument("The table.")]) -> TableAnswer:
        """Decline an invitation."""
        return await tables.decline(info.context.house, info.context.who, table_id(input.table))

    @done("Give a seat of your table to a house AI.", TableResult)
    async def seat_ai(
        self, info: Info, input: Annotated[AddAiInput, argument("The seat, and the level of the AI.")]
    ) -> TableAnswer:
        """Give a seat to an AI."""
        asking = info.context
        return await tables.add_ai(asking.house, asking.who, table_id(input.table), input.seat, word(input.level))

    @done("Join an open table that matches, or create one.", TableResult)
    async def quick_match(
        self, info: Info, input: Annotated[QuickMatchInput | None, argument("The game that you want.")] = None
    ) -> TableAnswer:
        """Join a game."""
        order = read(QuickMatchOrder, input)
        return await tables.quick_match(
            info.context.house,
            info.context.who,
            edition=order.edition,
            players=order.players,
            clock=order.clock,
            rated=order.rated,
            ai_fill=order.ai_fill,
        )
