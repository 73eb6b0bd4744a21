"""Tables: make, find, join, leave, start, resign, again."""

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
TablePayload: Any = payload("TablePayload", "table", Table, "A table after a change.")


@strawberry.type(description="An invitation link.")
class InviteLinkPayload:
    """An invitation link."""

    invite: str = told(
        "The secret that lets whoever has it see and join the table; the one before is no longer good.",
        lambda secret: secret,
    )


TableResult = Annotated[
    TablePayload | BadSetupProblem | Problems, strawberry.union("TableResult", description="The table, or why not.")
]
InviteLinkResult = Annotated[
    InviteLinkPayload | Problems, strawberry.union("InviteLinkResult", description="The link, or why not.")
]


@strawberry.input(description="The time that is wanted.")
class ClockInput:
    """The time that is wanted."""

    kind: ClockKind = strawberry.field(default=ClockKind.NONE, description="How the time is counted.")
    limit_ms: Millis | None = strawberry.field(default=None, description="The time for one decision.")
    bank_ms: Millis | None = strawberry.field(default=None, description="The time for the whole game.")
    increment_ms: Millis | None = strawberry.field(
        default=None, description="What is added to the bank after each decision; nothing if left out."
    )
    days: int | None = strawberry.field(default=None, description="Correspondence: the days for one decision.")


stands_for(ClockOrder, ClockInput)
SeatInput: Any = input_of(SeatOrder, "SeatInput")
SetupInput: Any = input_of(SetupOrder, "SetupInput")
CreateTableInput: Any = input_of(TableOrder, "CreateTableInput", of=(SeatInput, ClockInput))
JoinInput: Any = input_of(JoinOrder, "JoinInput", table=TABLE)
TableInput: Any = input_of(None, "TableInput", text="Which table.", table=TABLE)
InviteInput: Any = input_of(InviteOrder, "InviteInput", table=TABLE)
AddAiInput: Any = input_of(
    AiOrder,
    "AddAiInput",
    table=TABLE,
    fields={
        "seat": (int | None, strawberry.field(default=None, description="The seat; any that is free if left out."))
    },
)
QuickMatchInput: Any = input_of(QuickMatchOrder, "QuickMatchInput", of=(ClockInput,))


@strawberry.type
class TableQueries:
    """What is asked about tables."""

    @asked("A table, by its id; null where there is none that you may see.", Table | None)
    async def table(self, info: Info, id: TableId, invite: Said = None) -> TableAnswer:
        """A table."""
        return await tables.table(info.context.house, info.context.who, table_id(id), invite=invite)

    @asked(
        "What would be dealt at a table that is set up so, and where you may choose otherwise. It makes nothing.",
        TableSetup | None,
    )
    async def preview_table(
        self, info: Info, input: Annotated[SetupInput, argument("The game as you want it.")]
    ) -> SetupAnswer:
        """What would be dealt."""
        return tables.preview(read(SetupOrder, input))

    @asked("Tables, newest first: those that are public, or your own.", Connection[Table] | None)
    async def tables(
        self,
        info: Info,
        first: Annotated[int, argument("How many, at most 100.")] = 20,
        after: Annotated[str | None, argument("The cursor of the edge to go on from.")] = None,
        status: Annotated[
            TableStatus | None, argument("Only those that stand so; left out: open ones, and of your own all.")
        ] = None,
        edition: Annotated[Edition | None, argument("Only those of this edition.")] = None,
        players: Annotated[int | None, argument("Only those with so many seats.")] = None,
        rated: Annotated[bool | None, argument("Only those that are rated, or are not.")] = None,
        mine: Annotated[bool, argument("Only those that you sit at or made.")] = False,
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
    """What is done with tables."""

    @done("Make a table. It starts at once where that fills it.", TableResult)
    async def create_table(
        self, info: Info, input: Annotated[CreateTableInput, argument("The table as you want it.")]
    ) -> TableAnswer:
        """Make a table."""
        return await tables.create(info.context.house, info.context.who, read(TableOrder, input))

    @done("Sit down at a table, or take your seat back from the AI that plays on for you.", TableResult)
    async def join_table(self, info: Info, input: Annotated[JoinInput, argument("Which, and where.")]) -> TableAnswer:
        """Sit down at a table."""
        asking, order = info.context, read(JoinOrder, input, "table")
        table = table_id(input.table)
        return await tables.join(asking.house, asking.who, table, seat=order.seat, invite=order.invite)

    @done("Get up from a table whose game has not started.", TableResult)
    async def leave_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Get up from a table."""
        return await tables.leave(info.context.house, info.context.who, table_id(input.table))

    @done("Start the game of a table that is full.", TableResult)
    async def start_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Start a game."""
        return await tables.start(info.context.house, info.context.who, table_id(input.table))

    @done("Call a game off before its first turn.", TableResult)
    async def abort_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Call a game off."""
        return await tables.abort(info.context.house, info.context.who, table_id(input.table))

    @done("Resign: the default action plays on, and you are placed after all who stay.", TableResult)
    async def resign_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """Resign."""
        return await tables.resign(info.context.house, info.context.who, table_id(input.table))

    @done("The same again: the table of the rematch, made by the first who asks.", TableResult)
    async def rematch_table(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> TableAnswer:
        """The same again."""
        return await tables.rematch(info.context.house, info.context.who, table_id(input.table))

    @done("Make an invitation link for a table of yours.", InviteLinkResult)
    async def make_invite_link(self, info: Info, input: Annotated[TableInput, argument("Which.")]) -> str:
        """Make an invitation link."""
        return await tables.invite_link(info.context.house, info.context.who, table_id(input.table))

    @done("Keep a seat for an account and tell it.", TableResult)
    async def invite_to_table(
        self, info: Info, input: Annotated[InviteInput, argument("Whom, and where to.")]
    ) -> TableAnswer:
        """Keep a seat for an account."""
        asking, order = info.context, read(InviteOrder, input, "table")
        return await tables.invite(asking.house, asking.who, table_id(input.table), order.account, seat=order.seat)

    @done("Decline an invitation: the seat is free again.", TableResult)
    async def decline_invitation(self, info: Info, input: Annotated[TableInput, argument("Where to.")]) -> TableAnswer:
        """Decline an invitation."""
        return await tables.decline(info.context.house, info.context.who, table_id(input.table))

    @done("Give a seat of your table to an AI of the house.", TableResult)
    async def seat_ai(
        self, info: Info, input: Annotated[AddAiInput, argument("Which seat, and how strong.")]
    ) -> TableAnswer:
        """Give a seat to an AI."""
        asking = info.context
        return await tables.add_ai(asking.house, asking.who, table_id(input.table), input.seat, word(input.level))

    @done("Sit down at an open table of this kind, or make one.", TableResult)
    async def quick_match(
        self, info: Info, input: Annotated[QuickMatchInput | None, argument("What kind of game.")] = None
    ) -> TableAnswer:
        """Sit down at once."""
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
