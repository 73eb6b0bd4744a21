"""Bots: programs that play, made by an owner, found by whoever wants to invite them."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated

import strawberry

from citadels_api import ids
from citadels_api.accounts import identity
from citadels_api.accounts.contract import AccountAnswer, GuestAnswer
from citadels_api.accounts.graphql import Account, GuestResult
from citadels_api.bots.contract import BotAnswer, BotChange, BotOrder, BotsQuery
from citadels_api.bots.rest import accepted
from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.enums import ClockKind, Edition, word
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import account_id, read
from citadels_api.graphql.nodes import Connection, Pages
from citadels_api.graphql.problems import Problems
from citadels_api.graphql.scalars import Millis

__all__ = ["Bot", "BotMutations", "BotQueries"]


def account_of(bot: BotAnswer) -> AccountAnswer:
    """The account of a bot."""
    return AccountAnswer(bot.id, "bot", bot.name, bot.owner, bot.about, ids.born(bot.id))


@strawberry.type(description="What a bot is ready to play.")
class Acceptance:
    """What a bot is ready to play."""

    editions: list[Edition] = told("The editions.")
    players: list[int] = told("The numbers of players.")
    clocks: list[ClockKind] = told("The kinds of clock.")
    least_ms: Millis = told("The least time for a decision that it can live with.")
    rated: bool = told("Whether it plays rated games.")


@strawberry.type(description="A bot, what it accepts, and whether it is there.")
class Bot:
    """A bot."""

    account: Account = told("Its account, known by the id that it is invited by.", account_of)
    present: bool = told("Whether its stream is open: whether it would answer an invitation now.")
    accepts: Acceptance = told("What it is ready to play.", lambda bot: bot)


@strawberry.type(description="A bot after a change.")
class BotPayload:
    """A bot after a change."""

    bot: Bot = told("The bot.", lambda answer: answer)


BotResult = Annotated[BotPayload | Problems, strawberry.union("BotResult", description="The bot, or why not.")]


@strawberry.input(description="What a bot is to accept; what is left out is accepted as widely as it can be.")
class AcceptsInput:
    """What a bot is to accept."""

    editions: list[Edition] | None = strawberry.field(default=None, description="The editions.")
    players: list[int] | None = strawberry.field(default=None, description="The numbers of players.")
    clocks: list[ClockKind] | None = strawberry.field(default=None, description="The kinds of clock.")
    least_ms: Millis | None = strawberry.field(default=None, description="The least time for a decision.")
    rated: bool | None = strawberry.field(default=None, description="Whether it plays rated games.")


@strawberry.input(description="A bot as it is wanted.")
class MakeBotInput:
    """A bot as it is wanted."""

    name: str = strawberry.field(description="A name that nobody has.")
    about: str = strawberry.field(default="", description="What it says of itself.")
    accepts: AcceptsInput | None = strawberry.field(default=None, description="What it is ready to play.")


@strawberry.input(description="What is to change of a bot; what is left out stays.")
class UpdateBotInput:
    """What is to change of a bot."""

    bot: strawberry.ID = strawberry.field(description="The id of its account.")
    name: str | None = strawberry.field(default=None, description="The new name.")
    about: str | None = strawberry.field(default=None, description="What it says of itself.")
    accepts: AcceptsInput | None = strawberry.field(
        default=None, description="What it is ready to play, all of it anew."
    )


@strawberry.input(description="The end of a bot.")
class RetireBotInput:
    """The end of a bot."""

    bot: strawberry.ID = strawberry.field(description="The id of its account.")


@strawberry.type
class BotQueries:
    """What is asked about bots."""

    @asked("A bot, by the id of its account; null where there is none.", Bot | None)
    async def bot(self, info: Info, id: Annotated[strawberry.ID, argument("The id of its account.")]) -> BotAnswer:
        """A bot."""
        return await identity.bot(info.context.house, info.context.who, account_id(id))

    @asked("Bots, those that fit.", Connection[Bot] | None)
    async def bots(
        self,
        info: Info,
        first: Annotated[int, argument("How many, at most 100.")] = 20,
        after: Annotated[str | None, argument("The cursor of the edge to go on from.")] = None,
        present: Annotated[bool | None, argument("Only those that are there, or only those that are not.")] = None,
        edition: Annotated[Edition | None, argument("Only those that play this edition.")] = None,
        players: Annotated[int | None, argument("Only those that play with so many.")] = None,
        rated: Annotated[bool | None, argument("Only those that play rated games, or do not.")] = None,
        mine: Annotated[bool, argument("Only your own.")] = False,
    ) -> Pages:
        """Bots."""
        asked = read(BotsQuery, {"cursor": after, "limit": first, "players": players})
        page = await identity.bots(
            info.context.house,
            info.context.who,
            cursor=asked.cursor,
            limit=asked.limit,
            present=present,
            edition=word(edition),
            players=asked.players,
            rated=rated,
            mine=mine,
        )
        return Pages(page.items, after=after, following=page.next, cursor=lambda bot: f"{ids.born(bot.id)}.{bot.id}")


@strawberry.type
class BotMutations:
    """What is done with bots."""

    @done("Make a bot that you answer for, with its first credential.", GuestResult)
    async def make_bot(
        self, info: Info, input: Annotated[MakeBotInput, argument("The bot as you want it.")]
    ) -> GuestAnswer:
        """Make a bot."""
        asking, order = info.context, read(BotOrder, input)
        return await identity.make_bot(
            asking.house, asking.who, name=order.name, about=order.about, accepts=accepted(order.accepts)
        )

    @done("Change a bot of yours.", BotResult)
    async def update_bot(
        self, info: Info, input: Annotated[UpdateBotInput, argument("What is to change.")]
    ) -> BotAnswer:
        """Change a bot."""
        asking, order = info.context, read(BotChange, input, "bot")
        return await identity.update_bot(
            asking.house,
            asking.who,
            account_id(input.bot),
            name=order.name,
            about=order.about,
            accepts=None if order.accepts is None else accepted(order.accepts),
        )

    @done("Retire a bot of yours: it keeps its games, and plays no more.", BotResult)
    async def retire_bot(self, info: Info, input: Annotated[RetireBotInput, argument("Which.")]) -> BotAnswer:
        """Retire a bot."""
        return await identity.retire_bot(info.context.house, info.context.who, account_id(input.bot))
