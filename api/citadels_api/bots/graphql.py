"""The GraphQL fields of bots: programs that play, with an owner."""

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

BOT: Final = "The id of the bot's account."
Edition: Any = enum_of(words.Edition)


def account_of(bot: BotAnswer) -> AccountAnswer:
    """The account of a bot."""
    return AccountAnswer(bot.id, "bot", bot.name, bot.owner, bot.about, ids.born(bot.id))


Acceptance: Any = output(
    BotAnswer,
    "Acceptance",
    only=("editions", "players", "clocks", "least_ms", "rated"),
    text="What a bot accepts.",
)
Bot: Any = output(
    BotAnswer,
    "Bot",
    only=("account", "present", "accepts"),
    fields={
        "account": (Account, told("The bot's account. Its id is the one to invite.", account_of)),
        "accepts": (Acceptance, told("What the bot accepts.", lambda bot: bot)),
    },
)
BotPayload: Any = payload("BotPayload", "bot", Bot, "The result of a change of a bot.")
BotResult = Annotated[BotPayload | Problems, strawberry.union("BotResult", description="The bot, or a problem.")]


AcceptsInput: Any = input_of(AcceptsOrder, "AcceptsInput", defaults=False)
MakeBotInput: Any = input_of(BotOrder, "MakeBotInput", of=(AcceptsInput,))
UpdateBotInput: Any = input_of(BotChange, "UpdateBotInput", of=(AcceptsInput,), bot=BOT)
RetireBotInput: Any = input_of(None, "RetireBotInput", text="The result of retiring a bot.", bot=BOT)


@strawberry.type
class BotQueries:
    """Queries about bots."""

    @asked("Get a bot by the id of its account; null if there is none.", Bot | None)
    async def bot(
        self, info: Info, id: Annotated[strawberry.ID, argument("The id of the bot's account.")]
    ) -> BotAnswer:
        """A bot."""
        return await bot_service.bot(info.context.house, info.context.who, account_id(id))

    @asked("List the bots that match.", Connection[Bot] | None)
    async def bots(
        self,
        info: Info,
        first: Annotated[int, argument("The maximum number of bots, at most 100.")] = 20,
        after: Annotated[str | None, argument("The cursor to continue after.")] = None,
        present: Annotated[bool | None, argument("Only bots that are online, or only those that are offline.")] = None,
        edition: Annotated[Edition | None, argument("Only bots that play this edition.")] = None,
        players: Annotated[int | None, argument("Only bots that play with this number of players.")] = None,
        rated: Annotated[bool | None, argument("Only bots that play rated games, or only those that do not.")] = None,
        mine: Annotated[bool, argument("Only your own bots.")] = False,
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
    """Mutations of bots."""

    @done("Create a bot that you own, with its first credential.", GuestResult)
    async def make_bot(self, info: Info, input: Annotated[MakeBotInput, argument("The bot to create.")]) -> GuestAnswer:
        """Create a bot."""
        asking, order = info.context, read(BotOrder, input)
        return await bot_service.make_bot(
            asking.house, asking.who, name=order.name, about=order.about, accepts=accepted(order.accepts)
        )

    @done("Change a bot of yours.", BotResult)
    async def update_bot(self, info: Info, input: Annotated[UpdateBotInput, argument("The changes.")]) -> BotAnswer:
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

    @done("Retire a bot of yours. It plays no more, and its games stay.", BotResult)
    async def retire_bot(self, info: Info, input: Annotated[RetireBotInput, argument("Which.")]) -> BotAnswer:
        """Retire a bot."""
        return await bot_service.retire_bot(info.context.house, info.context.who, account_id(input.bot))
