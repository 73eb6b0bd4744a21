"""Tables: make, find, join, leave, start, resign, again."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated

import msgspec
import strawberry

from citadels_api.graphql.context import Info, Said, TableId, argument
from citadels_api.graphql.enums import (
    AiLevel,
    ClockKind,
    Edition,
    NinthRule,
    SeatKind,
    SeatWish,
    StartRule,
    TableStatus,
    TimeoutPolicy,
    Visibility,
    word,
)
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import read, table_id
from citadels_api.graphql.nodes import Connection, Node, Pages
from citadels_api.graphql.problems import BadSetupProblem, Problems
from citadels_api.graphql.scalars import Json, Millis, Time
from citadels_api.play.graphql_decisions import Decision
from citadels_api.play.graphql_results import Result
from citadels_api.tables import options as orders
from citadels_api.tables import service as tables
from citadels_api.tables.contract import (
    InviteOrder,
    JoinOrder,
    QuickMatchOrder,
    SetupAnswer,
    SetupOrder,
    TableAnswer,
    TableOrder,
    TablesQuery,
)

__all__ = ["Clock", "ClockInput", "Player", "Seat", "Table", "TableMutations", "TableQueries"]


@strawberry.type(description="Who sits at a seat.")
class Player:
    """Who sits at a seat."""

    account: strawberry.ID | None = told(
        "The id of the account; null for an AI of the house.", lambda player: player.id
    )
    name: str = told("The name that the table shows.")
    kind: str = told("human, bot or ai.")
    level: AiLevel | None = told("The level of an AI.")


@strawberry.type(description="A seat of a table.")
class Seat:
    """A seat of a table."""

    seat: int = told("Its number, from 0.")
    kind: SeatKind = told("Who sits there, or may.")
    player: Player | None = told("Who sits there; null where nobody does.")
    left: str | None = told("Why its player is gone: resigned or forfeited.")
    level: AiLevel | None = told("The level of the AI that plays on for its player.")
    bank_ms: Millis | None = told("What is left of its bank.")


@strawberry.type(description="How much time a seat has.")
class Clock:
    """How much time a seat has."""

    kind: ClockKind = told("How the time is counted.")
    limit_ms: Millis | None = told("The time for one decision.")
    bank_ms: Millis | None = told("The time for the whole game, used where there is no limit or the limit is exceeded.")
    increment_ms: Millis = told("What is added to the bank after each decision.")


@strawberry.type(description="A table: a game with its seats, its clock and its rules.")
class Table(Node):
    """A table."""

    name: str = told("What its creator calls it.")
    status: TableStatus = told("Where it stands.")
    number: int = told("The number of its last event.")
    creator: Player = told("Who made it.")
    edition: Edition = told("The edition.")
    players: int = told("How many seats it has.")
    scenario: str | None = told("The scenario whose cast is played, if any.")
    cast: list[str] = told("The characters in the game.")
    uniques: list[str] = told("The unique districts in the deck.")
    options: Json = told("The options of the edition.")
    seats: list[Seat] = told("The seats, by number.")
    clock: Clock = told("How much time a seat has.")
    timeout: TimeoutPolicy = told("What happens when a seat runs out of time.")
    visibility: Visibility = told("Who may see it.")
    spectator_delay_ms: Millis = told("How far behind spectators see the game.")
    rated: bool = told("Whether the result counts for ratings.")
    start: StartRule = told("When it starts.")
    rules: int = told("The number of the rules; a higher one may replay otherwise.")
    commitment: str = told("The commitment to the seed, made before the deal: the SHA-256 of id, rules and seed.")
    seeded: bool = told("Whether the creator chose the seed.")
    seed: str | None = told("The seed, revealed once the game is over.")
    created: Time = told("When it was made.")
    started: Time | None = told("When the game was dealt.")
    ended: Time | None = told("When the game ended.")
    decision: Decision | None = told("The decision awaited, without its actions.")
    result: Result | None = told("How the game ended; null before.")
    rematch: strawberry.ID | None = told("The table of the rematch, if there is one.")
    archived: bool = told("Whether only its record is kept.")
    your_seat: int | None = told("Your seat; null where you do not sit there.")
    tournament: strawberry.ID | None = told("The tournament that it is played in.")
    fixture: str | None = told("Which of the tournament's games it is: `round.table.deal.turn`.")
    sealed: bool = told(
        "Whether seed, record and open views are withheld, since the same deal is still played at another table."
    )


@strawberry.type(description="A rank at which whoever makes the table may choose.")
class OpenPlace:
    """A rank at which the maker may choose."""

    rank: int = told("The rank.")
    wanted: str | None = told(
        "The scenario's character, which the number of players forbids; null where the scenario names none."
    )
    chosen: str = told("Who plays there now.")
    choices: list[str] = told("Who may play there, the default first: name one in `substitutes`.")


@strawberry.type(description="What would be dealt at a table: as exactly as can be known before the deal.")
class TableSetup:
    """What would be dealt."""

    edition: Edition = told("The edition.")
    players: int = told("How many seats it has.")
    scenario: str | None = told("The scenario, if one is asked for.")
    cast: list[str] = told("The characters in the game, by rank.")
    uniques: list[str] = told("The unique districts in the deck.")
    options: Json = told("Every option of the edition, those left out at the rulebook's value.")
    rank9: NinthRule = told("Whether a ninth character plays, and whether that is yours to say.")
    places: list[OpenPlace] = told("Where you may choose who plays; empty where you name the whole cast.")
    deck: int = told("How many district cards there are.")
    complete: int = told("How many districts complete a city.")


@strawberry.type(description="A table after a change.")
class TablePayload:
    """A table after a change."""

    table: Table = told("The table.", lambda answer: answer)


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


@strawberry.input(description="A seat as it is wanted.")
class SeatInput:
    """A seat as it is wanted."""

    kind: SeatWish = strawberry.field(default=SeatWish.OPEN, description="Who is to sit there.")
    level: AiLevel | None = strawberry.field(default=None, description="The level of an AI; greedy if left out.")
    account: strawberry.ID | None = strawberry.field(
        default=None, description="The account that a reserved seat is kept for."
    )


@strawberry.input(
    description="A game to be set up. Without a cast it is the scenario's, without a scenario the first game's."
)
class SetupInput:
    """A game to be set up."""

    edition: Edition = strawberry.field(default=Edition.MODERN, description="The edition.")
    players: int = strawberry.field(default=4, description="How many seats, 2 to 8.")
    scenario: str | None = strawberry.field(default=None, description="A scenario of the catalogue.")
    cast: list[str] | None = strawberry.field(default=None, description="Your own choice of characters.")
    uniques: list[str] | None = strawberry.field(default=None, description="Your own choice of unique districts.")
    bonus: list[str] | None = strawberry.field(
        default=None,
        description="Classic: bonus districts that are added; beyond three, one of the purple ones leaves for each, by default the last "
        "of the catalogue.",
    )
    rank9: bool | None = strawberry.field(
        default=None,
        description="Whether a ninth character plays where the rules leave the choice; as few characters as the rules allow if left out.",
    )
    substitutes: list[str] | None = strawberry.field(
        default=None,
        description="Who plays in place of a scenario's character that the number of players forbids, or as the ninth where the "
        "scenario names none.",
    )
    options: Json | None = strawberry.field(
        default=None, description="Options of the edition: an object with their names."
    )
    crown: int | None = strawberry.field(
        default=None, description="The seat that gets the crown first, where it is not to be drawn by lot."
    )


@strawberry.input(
    description="A table as it is wanted. Without a cast it is the scenario's, without a scenario the first game's."
)
class CreateTableInput(SetupInput):
    """A table as it is wanted."""

    name: str = strawberry.field(default="", description="What you call it.")
    seats: list[SeatInput] | None = strawberry.field(
        default=None, description="The seats as you want them; those left out are open."
    )
    clock: ClockInput | None = strawberry.field(
        default=None, description="How much time a seat has; no limit if left out."
    )
    timeout: TimeoutPolicy = strawberry.field(
        default=TimeoutPolicy.DEFAULT_ACTION, description="What happens when a seat runs out of time."
    )
    visibility: Visibility = strawberry.field(default=Visibility.PUBLIC, description="Who may see it.")
    spectator_delay_ms: Millis = strawberry.field(
        default=Millis(0), description="How far behind spectators see the game."
    )
    rated: bool = strawberry.field(default=False, description="Whether the result is to count for ratings.")
    start: StartRule = strawberry.field(default=StartRule.FULL, description="When it starts.")
    seed: str | None = strawberry.field(
        default=None, description="A seed of your own, for practice; never in a rated game."
    )


@strawberry.input(description="Which table to join, and where.")
class JoinInput:
    """Which table to join."""

    table: strawberry.ID = strawberry.field(description="The id of the table.")
    seat: int | None = strawberry.field(
        default=None, description="The seat that you want; any that is free if left out."
    )
    invite: str | None = strawberry.field(default=None, description="The secret of an invitation link.")


@strawberry.input(description="Which table.")
class TableInput:
    """Which table."""

    table: strawberry.ID = strawberry.field(description="The id of the table.")


@strawberry.input(description="Whom to invite, and where to.")
class InviteInput:
    """Whom to invite."""

    table: strawberry.ID = strawberry.field(description="The id of the table.")
    account: strawberry.ID = strawberry.field(description="The account to keep a seat for: a bot's, say.")
    seat: int | None = strawberry.field(default=None, description="The seat to keep; any that is free if left out.")


@strawberry.input(description="Which seat an AI of the house is to play.")
class AddAiInput:
    """Which seat an AI is to play."""

    table: strawberry.ID = strawberry.field(description="The id of the table.")
    seat: int | None = strawberry.field(default=None, description="The seat; any that is free if left out.")
    level: AiLevel = strawberry.field(default=AiLevel.GREEDY, description="How strong it is.")


@strawberry.input(description="What kind of game you want at once.")
class QuickMatchInput:
    """What kind of game is wanted at once."""

    edition: Edition = strawberry.field(default=Edition.MODERN, description="The edition.")
    players: int = strawberry.field(default=4, description="How many seats.")
    clock: ClockInput | None = strawberry.field(
        default=None, description="How much time a seat has; 30 seconds for each decision if left out."
    )
    rated: bool = strawberry.field(default=False, description="Whether the result is to count for ratings.")
    ai_fill: AiLevel | None = strawberry.field(
        default=None, description="Give the other seats to an AI of this level at once."
    )


def table_order(input: CreateTableInput) -> orders.TableOrder:
    """The table as it is ordered."""
    return msgspec.convert(read(TableOrder, input).model_dump(), orders.TableOrder)


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
        return tables.preview(orders.TableOrder(**read(SetupOrder, input).model_dump()))

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
        return await tables.create(info.context.house, info.context.who, table_order(input))

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
        clock = None if order.clock is None else msgspec.convert(order.clock.model_dump(), orders.ClockOrder)
        return await tables.quick_match(
            info.context.house,
            info.context.who,
            edition=order.edition,
            players=order.players,
            clock=clock,
            rated=order.rated,
            ai_fill=order.ai_fill,
        )
