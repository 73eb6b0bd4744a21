"""Calls about ratings: who is how strong, since when, and who was ahead of whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_sdk.client.models import Edition, Page
from citadels_sdk.client.models_ratings import HeadToHead, Profile, Ranked, Rating
from citadels_sdk.client.operations import call, reads

if TYPE_CHECKING:
    from citadels_sdk.client.request_cycle import Call

__all__ = ["account_ratings", "head_to_head", "leaderboard", "profile"]


def leaderboard(
    *,
    cursor: str | None = None,
    limit: int | None = None,
    edition: Edition | None = None,
    players: int | None = None,
) -> Call[Page[Ranked]]:
    """A part of the leaderboard, of games of an edition and with so many players, or of all: the best first, then whose rating is provisional."""
    query = {"cursor": cursor, "limit": limit, "edition": edition, "players": players}
    return call("leaderboard", reads(Page[Ranked]), query=query)


def account_ratings(account: str, *, edition: Edition | None = None, players: int | None = None) -> Call[Page[Rating]]:
    """The ratings of an account on every ladder on which it has played, each with its history."""
    query = {"edition": edition, "players": players}
    return call("accountRatings", reads(Page[Rating]), at={"account": account}, query=query)


def head_to_head(
    account: str, other: str, *, edition: Edition | None = None, players: int | None = None
) -> Call[HeadToHead]:
    """The rated games in which both took part; the other may be `house:<level>`."""
    query = {"other": other, "edition": edition, "players": players}
    return call("headToHead", reads(HeadToHead), at={"account": account}, query=query)


def profile(account: str, *, edition: Edition | None = None, players: int | None = None) -> Call[Profile]:
    """What the rated games of an account come to, by seat and by character."""
    query = {"edition": edition, "players": players}
    return call("profile", reads(Profile), at={"account": account}, query=query)
