"""Ratings over all rated games: the leaderboard, an account's own, who meets whom."""

from typing import Annotated

import strawberry

from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.enums import Edition, word
from citadels_api.graphql.fields import asked, told
from citadels_api.graphql.inputs import account_id, read
from citadels_api.graphql.nodes import Connection, Pages
from citadels_api.graphql.scalars import Time
from citadels_api.ratings import profiles
from citadels_api.ratings import service as ladder
from citadels_api.ratings.contract import (
    HeadToHeadAnswer,
    HeadToHeadQuery,
    LeaderboardQuery,
    ProfileAnswer,
    RatingAnswer,
    RatingsQuery,
)
from citadels_api.tables.graphql import Player

__all__ = ["RatingQueries"]

OnlyEdition = Annotated[Edition | None, argument("Only games of this edition; all if left out.")]
OnlyPlayers = Annotated[int | None, argument("Only games with so many seats; any number if left out.")]


@strawberry.type(description="A rating after a game.")
class RatingPoint:
    """A rating after a game."""

    at: Time = told("When the game ended.")
    table: strawberry.ID = told("The id of the table.")
    rating: float = told("The rating as it is shown.")
    low: float = told("The lower end of its interval.")
    high: float = told("The upper end of its interval.")
    games: int = told("Rated games counted so far.")


@strawberry.type(description="A rating with its uncertainty, on one ladder.")
class Rating:
    """A rating with its uncertainty."""

    edition: str = told("modern, classic, or all.")
    seats: int = told("How many seats the games had; 0: any number.")
    rating: float = told("The rating as it is shown.")
    low: float = told(
        "The lower end of the interval, 1.96 `sigma` below the rating: how far the doubt of the model reaches, and no measured chance."
    )
    high: float = told("Its upper end.")
    mu: float = told("The mean of the belief about the strength.")
    sigma: float = told("Its standard deviation.")
    games: int = told("Rated games counted.")
    provisional: bool = told(
        "Whether it is too unsure for a place on the leaderboard: after fewer than 20 rated games on this ladder, or with an interval "
        "that is more than 400 points wide. Never of a bot of the house."
    )
    games_left: int = told("How many of the 20 games are missing; 0 where there are enough.")
    width_left: float = told("By how much the interval is wider than 400 points; 0 where it is narrow enough.")
    last_seen: Time = told("When the last of them ended.")
    history: list[RatingPoint] = told("How it came to be, oldest first; empty on the leaderboard.")


@strawberry.type(description="A line of the leaderboard.")
class Ranked:
    """A line of the leaderboard."""

    place: int | None = told("From 1, bots of the house included; null while the rating is provisional.")
    player: Player = told("Who it is.")
    rating: Rating = told("Its rating.")
    anchor: bool = told("Whether it is a bot of the house, whose rating is fixed.")


@strawberry.type(description="A rated game in which both took part.")
class Meeting:
    """A rated game in which both took part."""

    table: strawberry.ID = told("The id of the table.")
    at: Time = told("When it ended.")
    edition: Edition = told("The edition.")
    seats: int = told("How many seats it had.")
    place: int = told("The place of the one asked about.")
    other_place: int = told("The place of the other.")


@strawberry.type(description="How two players have met in rated games.")
class HeadToHead:
    """How two players have met."""

    player: Player = told("The one asked about.")
    other: Player = told("The other.")
    games: int = told("How often they have met.")
    ahead: int = told("How often the one asked about was placed before the other.")
    behind: int = told("How often after.")
    level: int = told("How often they shared a place.")
    share: float | None = told("The share in which it was ahead, ties half; null where they have not met.")
    low: float | None = told("The lower end of the 95 % interval of that share.")
    high: float | None = told("The upper end.")
    recent: list[Meeting] = told("The latest games in which they met, newest first.")


@strawberry.type(description="Rated games from one seat.")
class SeatProfile:
    """Rated games from one seat."""

    seat: int = told("The seat, from 0.")
    games: int = told("How many games.")
    wins: int = told("How many were won, alone or together.")
    low: float = told("The lower end of the 95 % interval of the share that was won.")
    high: float = told("The upper end.")


@strawberry.type(description="Rated games with one character.")
class CharacterProfile:
    """Rated games with one character."""

    character: str = told("The id of the character.")
    picks: int = told("How often it was picked.")
    games: int = told("In how many games at least once.")
    wins: int = told("How many of these were won, alone or together.")
    low: float = told("The lower end of the 95 % interval of the share that was won.")
    high: float = told("The upper end.")


@strawberry.type(description="What the rated games of an account come to.")
class Profile:
    """What the rated games of an account come to."""

    player: Player = told("Who it is.")
    games: int = told("Rated games counted.")
    wins: int = told("How many were won, alone or together.")
    low: float = told("The lower end of the 95 % interval of the share that was won.")
    high: float = told("The upper end.")
    mean_place: float | None = told("The mean place; null where there are no games.")
    seats: list[SeatProfile] = told("By seat; seats without a game are left out.")
    characters: list[CharacterProfile] = told(
        "By character; those never picked are left out. A game whose deal is still played at another table is not in it yet."
    )


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
