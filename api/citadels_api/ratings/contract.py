"""Requests and responses of ratings: leaderboard, profiles, head-to-head results."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.request_fields import Body, Limit, PlayersAsked
from citadels_api.tables.contract import PlayerAnswer
from citadels_api.tournaments.contract import EntrantId
from citadels_api.words import Edition


class SeatProfile(msgspec.Struct, frozen=True):
    """Rated games played from one seat."""

    seat: int
    """The seat, from 0."""
    games: int
    """How many games."""
    wins: int
    """How many games were won, alone or shared."""
    low: float
    """The lower end of the 95 % interval of the win rate."""
    high: float
    """The upper end of the 95 % interval of the win rate."""


class CharacterProfile(msgspec.Struct, frozen=True):
    """Rated games with one character."""

    character: str
    """The id of the character."""
    picks: int
    """How often the player picked the character."""
    games: int
    """In how many games the player picked it at least once."""
    wins: int
    """How many of these games were won, alone or shared."""
    low: float
    """The lower end of the 95 % interval of the win rate."""
    high: float
    """The upper end of the 95 % interval of the win rate."""


class ProfileAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of an account's rated games."""

    player: PlayerAnswer
    """The player."""
    games: int
    """The number of rated games."""
    wins: int
    """How many games were won, alone or shared."""
    low: float
    """The lower end of the 95 % interval of the win rate."""
    high: float
    """The upper end of the 95 % interval of the win rate."""
    mean_place: float | None
    """The mean place; null without games."""
    seats: list[SeatProfile]
    """The results by seat, for seats with at least one game."""
    characters: list[CharacterProfile]
    """The results by character, for characters that were picked. A game is included only when its deal is no longer played at any table."""


class RatingAnswer(msgspec.Struct, frozen=True):
    """A rating with its uncertainty, on one ladder."""

    edition: str
    """modern, classic, or all."""
    seats: int
    """The number of seats in these games; 0 for all."""
    rating: float
    """The rating to show."""
    low: float
    """The lower end of the interval: 1.96 `sigma` below the rating. It is the uncertainty of the model, not a measured probability."""
    high: float
    """The upper end of the interval."""
    mu: float
    """The mean of the estimated strength."""
    sigma: float
    """The standard deviation of the estimated strength."""
    games: int
    """The number of rated games."""
    provisional: bool
    """Whether the rating is too uncertain for a place on the leaderboard: fewer than 20 rated games on this ladder, or an interval wider
    than 400 points. House bots are never provisional.
    """
    games_left: int
    """How many of the 20 games are missing; 0 if there are enough."""
    width_left: float
    """How many points wider than 400 the interval is; 0 if it is narrow enough."""
    last_seen: Time
    """When the last rated game ended."""
    history: list[RatingPoint] = []
    """The history of the rating, oldest first. It is there only if you requested it."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after one game."""

    at: Time
    """When the game ended."""
    table: Id
    """The id of the table."""
    rating: float
    """The rating to show."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    games: int
    """The number of rated games up to this one."""


class RankedAnswer(msgspec.Struct, frozen=True):
    """One row of the leaderboard."""

    place: int | None
    """The place, from 1, counting house bots; null while the rating is provisional."""
    player: PlayerAnswer
    """The player. A house bot has no id; it is an anchor of the ladder."""
    rating: RatingAnswer
    """The rating."""
    anchor: bool
    """Whether the player is a house bot with a fixed rating."""


class MeetingAnswer(msgspec.Struct, frozen=True):
    """A rated game in which both players took part."""

    table: Id
    """The id of the table."""
    at: Time
    """When the game ended."""
    edition: Edition
    """modern or classic."""
    seats: int
    """The number of seats."""
    place: int
    """The place of the first player."""
    other_place: int
    """The place of the other player."""


class HeadToHeadAnswer(msgspec.Struct, frozen=True):
    """The results of two players in the rated games that they played together."""

    player: PlayerAnswer
    """The first player: the account that you asked for."""
    other: PlayerAnswer
    """The other player."""
    games: int
    """How many games they played together."""
    ahead: int
    """In how many games the first player placed better."""
    behind: int
    """In how many games the first player placed worse."""
    level: int
    """In how many games they shared a place."""
    share: float | None
    """The share of games in which the first player placed better, ties counted as half; null without games."""
    low: float | None
    """The lower end of the 95 % interval of that share."""
    high: float | None
    """The upper end."""
    recent: list[MeetingAnswer]
    """Their latest games, newest first."""


class LeaderboardQuery(Body):
    """Which ratings to list."""

    cursor: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[!-~]+$")] | None = None
    """The `next` of the previous page."""
    limit: Limit = 50
    """The maximum number of items."""
    edition: Edition | None = None
    """Only games of this edition. Left out: all editions."""
    players: PlayersAsked | None = None
    """Only games with this number of seats. Left out: any number."""


class RatingsQuery(Body):
    """Which ladders to show."""

    edition: Edition | None = None
    """Only ladders of this edition."""
    players: PlayersAsked | None = None
    """Only ladders of games with this number of seats."""


class HeadToHeadQuery(Body):
    """The other player and the games to count."""

    other: EntrantId
    """The other player: an account, or `house:<level>` for a house bot."""
    edition: Edition | None = None
    """Only games of this edition. Left out: all editions."""
    players: PlayersAsked | None = None
    """Only games with this number of seats. Left out: any number."""
