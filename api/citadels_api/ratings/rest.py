"""Ratings over all rated games: the leaderboard, an account's own, and who meets whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.contract import Page
from citadels_api.operations import PUBLIC, Link, Operation
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


TAG: Final = "ratings"


async def leaderboard(request: Request) -> Page[RankedAnswer]:
    """The best first, then whose rating is provisional."""
    asked = request.query
    return await ladder.leaderboard(
        request.house,
        request.who,
        cursor=asked.cursor,
        limit=asked.limit,
        edition=asked.edition,
        seats=asked.players,
    )


async def ratings(request: Request) -> Page[RatingAnswer]:
    """The ratings of an account."""
    asked = request.query
    return Page(
        await ladder.account_ratings(
            request.house, request.who, request.id("account", "acct"), edition=asked.edition, seats=asked.players
        ),
        None,
    )


async def head_to_head(request: Request) -> HeadToHeadAnswer:
    """How two have met."""
    asked = request.query
    return await ladder.head_to_head(
        request.house,
        request.who,
        request.id("account", "acct"),
        asked.other,
        edition=asked.edition,
        seats=asked.players,
    )


async def profile(request: Request) -> ProfileAnswer:
    """What the games of an account come to."""
    asked = request.query
    return await profiles.profile(
        request.house, request.who, request.id("account", "acct"), edition=asked.edition, seats=asked.players
    )


OPERATIONS: Final = (
    Operation(
        id="leaderboard",
        method="GET",
        path="/v1/leaderboard",
        run=leaderboard,
        tag=TAG,
        summary="See the leaderboard",
        description="Everybody with a rated game: rating with its uncertainty, games, when last seen. First come those with a place, the best "
        "first. After them come those whose rating is still provisional, in the same order and without a place: after fewer than 20 "
        "rated games on the ladder, or with an interval more than 400 points wide. Bots of the house are anchors, whose ratings are "
        "fixed. Each edition and each number of seats has a ladder of its own, and there is one for all games.",
        scope=PUBLIC,
        pressed=True,
        query=LeaderboardQuery,
        answer=Page[RankedAnswer],
        links=(Link("first", "accountRatings", {"account": "$response.body#/items/0/player/id"}, "Look at the best."),),
    ),
    Operation(
        id="accountRatings",
        method="GET",
        path="/v1/accounts/{account}/ratings",
        run=ratings,
        tag=TAG,
        summary="See the ratings of an account",
        description="The ratings of an account on every ladder on which it has played, each with its history.",
        scope=PUBLIC,
        pressed=True,
        query=RatingsQuery,
        answer=Page[RatingAnswer],
    ),
    Operation(
        id="headToHead",
        method="GET",
        path="/v1/accounts/{account}/head-to-head",
        run=head_to_head,
        tag=TAG,
        summary="See how two have met",
        description="The rated games in which both took part: how often one was placed before the other, with an interval, and the latest.",
        scope=PUBLIC,
        pressed=True,
        query=HeadToHeadQuery,
        answer=HeadToHeadAnswer,
    ),
    Operation(
        id="profile",
        method="GET",
        path="/v1/accounts/{account}/profile",
        run=profile,
        tag=TAG,
        summary="See what the games of an account come to",
        description="The rated games of an account: how many were won, the mean place, and the same by seat and by character, with intervals.",
        scope=PUBLIC,
        pressed=True,
        query=RatingsQuery,
        answer=ProfileAnswer,
    ),
)
