"""The GraphQL fields of ratings: the leaderboard, the ratings of an account, head-to-head results."""

from typing import Annotated, Any

import strawberry

from citadels_api import words
from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.fields import asked
from citadels_api.graphql.inputs import account_id, read
from citadels_api.graphql.nodes import Connection, Pages
from citadels_api.graphql.types import enum_of, output, word
from citadels_api.ratings import profiles
from citadels_api.ratings import service as ladder
from citadels_api.ratings.contract import CharacterProfile as CharacterProfileAnswer
from citadels_api.ratings.contract import (
    HeadToHeadAnswer,
    HeadToHeadQuery,
    LeaderboardQuery,
    MeetingAnswer,
    ProfileAnswer,
    RankedAnswer,
    RatingAnswer,
    RatingsQuery,
)
from citadels_api.ratings.contract import RatingPoint as RatingPointAnswer
from citadels_api.ratings.contract import SeatProfile as SeatProfileAnswer
from citadels_api.tables.graphql import Player

Edition: Any = enum_of(words.Edition)
OnlyEdition = Annotated[Edition | None, argument("Only games of this edition. Left out: all editions.")]
OnlyPlayers = Annotated[int | None, argument("Only games with this number of seats. Left out: any number.")]


RatingPoint: Any = output(RatingPointAnswer, "RatingPoint")
Rating: Any = output(RatingAnswer, "Rating", of=(RatingPoint,))
Ranked: Any = output(RankedAnswer, "Ranked", of=(Player, Rating))
Meeting: Any = output(MeetingAnswer, "Meeting")
HeadToHead: Any = output(HeadToHeadAnswer, "HeadToHead", of=(Player, Meeting))
SeatProfile: Any = output(SeatProfileAnswer, "SeatProfile")
CharacterProfile: Any = output(CharacterProfileAnswer, "CharacterProfile")
Profile: Any = output(ProfileAnswer, "Profile", of=(Player, SeatProfile, CharacterProfile))


@strawberry.type
class RatingQueries:
    """Queries about ratings."""

    @asked(
        "The leaderboard: players with a place, best first, then players with a provisional rating in the same order. House bots are its anchors.",
        Connection[Ranked] | None,
    )
    async def leaderboard(
        self,
        info: Info,
        first: Annotated[int, argument("The maximum number of players, at most 100.")] = 50,
        after: Annotated[str | None, argument("The cursor to continue after.")] = None,
        edition: OnlyEdition = None,
        players: OnlyPlayers = None,
    ) -> Pages:
        """The leaderboard."""
        said = {"cursor": after, "limit": first, "players": players, "edition": word(edition)}
        order = read(LeaderboardQuery, said)
        page = await ladder.leaderboard(
            info.context.house,
            info.context.who,
            cursor=order.cursor,
            limit=order.limit,
            edition=order.edition,
            seats=order.players,
        )
        return Pages(page.items, after=after, following=page.next, cursor=ladder.place_of)

    @asked("Get the ratings of an account on every ladder, each with its history.", list[Rating] | None)
    async def ratings(
        self,
        info: Info,
        account: Annotated[strawberry.ID, argument("The id of the account.")],
        edition: OnlyEdition = None,
        players: OnlyPlayers = None,
    ) -> list[RatingAnswer]:
        """The ratings of an account."""
        order = read(RatingsQuery, {"players": players, "edition": word(edition)})
        return await ladder.account_ratings(
            info.context.house, info.context.who, account_id(account), edition=order.edition, seats=order.players
        )

    @asked("Get the statistics of an account's rated games, by seat and by character.", Profile | None)
    async def profile(
        self,
        info: Info,
        account: Annotated[strawberry.ID, argument("The id of the account.")],
        edition: OnlyEdition = None,
        players: OnlyPlayers = None,
    ) -> ProfileAnswer:
        """The statistics of an account."""
        order = read(RatingsQuery, {"players": players, "edition": word(edition)})
        return await profiles.profile(
            info.context.house, info.context.who, account_id(account), edition=order.edition, seats=order.players
        )

    @asked("Get the results of two players in the rated games that they played together.", HeadToHead | None)
    async def head_to_head(
        self,
        info: Info,
        account: Annotated[strawberry.ID, argument("The account whose results you want.")],
        other: Annotated[strawberry.ID, argument("The other player: an account, or `house:<level>` for a house bot.")],
        edition: OnlyEdition = None,
        players: OnlyPlayers = None,
    ) -> HeadToHeadAnswer:
        """The results of two players against each other."""
        said = {"other": str(other), "players": players, "edition": word(edition)}
        order = read(HeadToHeadQuery, said)
        return await ladder.head_to_head(
            info.context.house,
            info.context.who,
            account_id(account),
            order.other,
            edition=order.edition,
            seats=order.players,
        )
