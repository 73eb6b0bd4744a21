"""Bots: programs that play, made by an owner, found by whoever wants to invite them."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated, Any, Final

import strawberry

from citadels_api import ids, words
from citadels_api.accounts.contract import AccountAnswer, GuestAnswer
from citadels_api.accounts.graphql import Account, GuestResult
from citadels_api.bots import service as bot_service
from citadels_api.bots.contract import AcceptsOrder, BotAnswer, BotChange, BotOrder, BotsQuery
from citadels_api.bots.rest import accepted
from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import account_id, read
from citadels_api.graphql.nodes import Connection, Pages
from citadels_api.graphql.problems import Problems
from citadels_api.graphql.types import enum_of, input_of, output, payload, word

BOT: Final = "The id of its account."
Edition: Any = enum_of(words.Edition)


def account_of(bot: BotAnswer) -> AccountAnswer:
    """The account of a bot."""
    return AccountAnswer(bot.id, "bot", bot.name, bot.owner, bot.about, ids.born(bot.id))


Acceptance: Any = output(
    BotAnswer,
    "Acceptance",
    only=("editions", "players", "clocks", "least_ms", "rated"),
    text="What a bot is ready to play.",
)
Bot: Any = output(
    BotAnswer,
    "Bot",
    only=("account", "present", "accepts"),
    fields={
        "account": (Account, told("Its account, known by the id that it is invited by.", account_of)),
        "accepts": (Acceptance, told("What it is ready to play.", lambda bot: bot)),
    },
)
BotPayload: Any = payload("BotPayload", "bot", Bot, "A bot after a change.")
BotResult = Annotated[BotPayload | Problems, strawberry.union("BotResult", description="The bot, or why not.")]


AcceptsInput: Any = input_of(AcceptsOrder, "AcceptsInput", defaults=False)
MakeBotInput: Any = input_of(BotOrder, "MakeBotInput", of=(AcceptsInput,))
UpdateBotInput: Any = input_of(BotChange, "UpdateBotInput", of=(AcceptsInput,), bot=BOT)
RetireBotInput: Any = input_of(None, "RetireBotInput", text="The end of a bot.", bot=BOT)


@strawberry.type
class BotQueries:
    """What is asked about bots."""

    @asked("A bot, by the id of its account; null where there is none.", Bot | None)
    async def bot(self, info: Info, id: Annotated[strawberry.ID, argument("The id of its account.")]) -> BotAnswer:
        """A bot."""
        return await bot_service.bot(info.context.house, info.context.who, account_id(id))

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
        page = await bot_service.bots(
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
        return await bot_service.make_bot(
            asking.house, asking.who, name=order.name, about=order.about, accepts=accepted(order.accepts)
        )

    @done("Change a bot of yours.", BotResult)
    async def update_bot(
        self, info: Info, input: Annotated[UpdateBotInput, argument("What is to change.")]
    ) -> BotAnswer:
        """Change a bot."""
        asking, order = info.context, read(BotChange, input, "bot")
        return await bot_service.update_bot(
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
        return await bot_service.retire_bot(info.context.house, info.context.who, account_id(input.bot))
