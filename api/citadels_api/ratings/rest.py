"""Ratings over all rated games: the leaderboard, an account's own, and who meets whom."""

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
    "See the leaderboard",
    scope=PUBLIC,
    pressed=True,
    query=LeaderboardQuery,
    links=(Link("first", "accountRatings", {"account": "$response.body#/items/0/player/id"}, "Look at the best."),),
)
async def leaderboard(request: Request) -> Page[RankedAnswer]:
    """Everybody with a rated game: rating with its uncertainty, games, when last seen. First come those with a place, the best first. After
    them come those whose rating is still provisional, in the same order and without a place: after fewer than 20 rated games on the ladder,
    or with an interval more than 400 points wide. Bots of the house are anchors, whose ratings are fixed. Each edition and each number of
    seats has a ladder of its own, and there is one for all games.
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
    "See the ratings of an account",
    scope=PUBLIC,
    pressed=True,
    query=RatingsQuery,
)
async def account_ratings(request: Request) -> Page[RatingAnswer]:
    """The ratings of an account on every ladder on which it has played, each with its history."""
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
    "See how two have met",
    scope=PUBLIC,
    pressed=True,
    query=HeadToHeadQuery,
)
async def head_to_head(request: Request) -> HeadToHeadAnswer:
    """The rated games in which both took part: how often one was placed before the other, with an interval, and the latest."""
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
    "See what the games of an account come to",
    scope=PUBLIC,
    pressed=True,
    query=RatingsQuery,
)
async def profile(request: Request) -> ProfileAnswer:
    """The rated games of an account: how many were won, the mean place, and the same by seat and by character, with intervals."""
    asked = request.query
    return await profiles.profile(
        request.house, request.who, request.id("account", "acct"), edition=asked.edition, seats=asked.players
    )
