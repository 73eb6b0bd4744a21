"""The REST operations of ratings: the leaderboard, the ratings of an account, head-to-head results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Routes
from citadels_api.ratings import profiles
from citadels_api.ratings import service as ladder
from citadels_api.ratings.contract import (
    HeadToHeadAnswer,
    HeadToHeadQuery,
    LeaderboardQuery,
    ProfileAnswer,
    RankedAnswer,
    RatingAnswer,
    RatingsQuery,
)

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("ratings")


@routes(
    "GET",
    "/v1/leaderboard",
    "Get the leaderboard",
    scope=PUBLIC,
    pressed=True,
    query=LeaderboardQuery,
    links=(
        Link(
            "first",
            "accountRatings",
            {"account": "$response.body#/items/0/player/id"},
            "Get the ratings of the first player.",
        ),
    ),
)
async def leaderboard(request: Request) -> Page[RankedAnswer]:
    """Lists all players with a rated game: rating and uncertainty, number of games, last game. Players with a place come first, best first.
    Players with a provisional rating follow in the same order, without a place. A rating is provisional after fewer than 20 rated games on
    the ladder, or while its interval is wider than 400 points. House bots are anchors with fixed ratings. Each edition and each number of
    seats has its own ladder, and one ladder covers all games.
    """
    asked = request.query
    return await ladder.leaderboard(
        request.house,
        request.who,
        cursor=asked.cursor,
        limit=asked.limit,
        edition=asked.edition,
        seats=asked.players,
    )


@routes(
    "GET",
    "/v1/accounts/{account}/ratings",
    "Get the ratings of an account",
    scope=PUBLIC,
    pressed=True,
    query=RatingsQuery,
)
async def account_ratings(request: Request) -> Page[RatingAnswer]:
    """Returns the ratings of an account on every ladder where it has played, each with its history."""
    asked = request.query
    return Page(
        await ladder.account_ratings(
            request.house, request.who, request.id("account", "acct"), edition=asked.edition, seats=asked.players
        ),
        None,
    )


@routes(
    "GET",
    "/v1/accounts/{account}/head-to-head",
    "Get the results of two players against each other",
    scope=PUBLIC,
    pressed=True,
    query=HeadToHeadQuery,
)
async def head_to_head(request: Request) -> HeadToHeadAnswer:
    """Returns the rated games in which both players took part: how often each placed better, with an interval, and the latest games."""
    asked = request.query
    return await ladder.head_to_head(
        request.house,
        request.who,
        request.id("account", "acct"),
        asked.other,
        edition=asked.edition,
        seats=asked.players,
    )


@routes(
    "GET",
    "/v1/accounts/{account}/profile",
    "Get the statistics of an account",
    scope=PUBLIC,
    pressed=True,
    query=RatingsQuery,
)
async def profile(request: Request) -> ProfileAnswer:
    """Returns the statistics of an account's rated games: games won, mean place, and both by seat and by character, with intervals."""
    asked = request.query
    return await profiles.profile(
        request.house, request.who, request.id("account", "acct"), edition=asked.edition, seats=asked.players
    )
