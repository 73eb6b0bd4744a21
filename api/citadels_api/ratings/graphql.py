"""Ratings over all rated games: the leaderboard, an account's own, who meets whom."""

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
OnlyEdition = Annotated[Edition | None, argument("Only games of this edition; all if left out.")]
OnlyPlayers = Annotated[int | None, argument("Only games with so many seats; any number if left out.")]


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
    """What is asked about ratings."""

    @asked(
        "The leaderboard: those with a place, the best first, then those whose rating is still provisional, in the same order. "
        "Bots of the house are its anchors.",
        Connection[Ranked] | None,
    )
    async def leaderboard(
        self,
        info: Info,
        first: Annotated[int, argument("How many, at most 100.")] = 50,
        after: Annotated[str | None, argument("The cursor of the edge to go on from.")] = None,
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

    @asked("The ratings of an account on every ladder, each with its history.", list[Rating] | None)
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

    @asked("What the rated games of an account come to, by seat and by character.", Profile | None)
    async def profile(
        self,
        info: Info,
        account: Annotated[strawberry.ID, argument("The id of the account.")],
        edition: OnlyEdition = None,
        players: OnlyPlayers = None,
    ) -> ProfileAnswer:
        """What the games of an account come to."""
        order = read(RatingsQuery, {"players": players, "edition": word(edition)})
        return await profiles.profile(
            info.context.house, info.context.who, account_id(account), edition=order.edition, seats=order.players
        )

    @asked("How two have met in rated games.", HeadToHead | None)
    async def head_to_head(
        self,
        info: Info,
        account: Annotated[strawberry.ID, argument("The one asked about.")],
        other: Annotated[
            strawberry.ID, argument("The other: an account, or `house:` and the level of a bot of the house.")
        ],
        edition: OnlyEdition = None,
        players: OnlyPlayers = None,
    ) -> HeadToHeadAnswer:
        """How two have met."""
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
