"""What requests may say, and what is answered, about ratings: leaderboard, profiles, meetings."""

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
    """Rated games from one seat."""

    seat: int
    """The seat, from 0."""
    games: int
    """How many games."""
    wins: int
    """How many were won, alone or together."""
    low: float
    """The lower end of the 95 % interval of the share that was won."""
    high: float
    """The upper end."""


class CharacterProfile(msgspec.Struct, frozen=True):
    """Rated games with one character."""

    character: str
    """The id of the character."""
    picks: int
    """How often it was picked."""
    games: int
    """In how many games at least once."""
    wins: int
    """How many of these were won, alone or together."""
    low: float
    """The lower end of the 95 % interval of the share that was won."""
    high: float
    """The upper end."""


class ProfileAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the rated games of an account come to."""

    player: PlayerAnswer
    """Who it is."""
    games: int
    """Rated games counted."""
    wins: int
    """How many were won, alone or together."""
    low: float
    """The lower end of the 95 % interval of the share that was won."""
    high: float
    """The upper end."""
    mean_place: float | None
    """The mean place; null where there are no games."""
    seats: list[SeatProfile]
    """By seat; seats without a game are left out."""
    characters: list[CharacterProfile]
    """By character; those never picked are left out. A game whose deal is still played at another table is not in it yet."""


class RatingAnswer(msgspec.Struct, frozen=True):
    """A rating with its uncertainty, on one ladder."""

    edition: str
    """modern, classic, or all."""
    seats: int
    """How many seats the games had; 0: all."""
    rating: float
    """The rating as it is shown."""
    low: float
    """The lower end of the interval, 1.96 `sigma` below the rating: how far the doubt of the model reaches, and no measured chance."""
    high: float
    """Its upper end."""
    mu: float
    """The mean of the belief about the strength."""
    sigma: float
    """Its standard deviation."""
    games: int
    """Rated games counted."""
    provisional: bool
    """Whether it is too unsure for a place on the leaderboard: after fewer than 20 rated games on this ladder, or with an interval that is more
    than 400 points wide. Never of a bot of the house."""
    games_left: int
    """How many of the 20 games are missing; 0 where there are enough."""
    width_left: float
    """By how much the interval is wider than 400 points; 0 where it is narrow enough."""
    last_seen: Time
    """When the last of them ended."""
    history: list[RatingPoint] = []
    """How it came to be, oldest first; only where it was asked for."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: Time
    """When the game ended."""
    table: Id
    """The id of the table."""
    rating: float
    """The rating as it is shown."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    games: int
    """Rated games counted so far."""


class RankedAnswer(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    place: int | None
    """From 1, bots of the house included; null while the rating is provisional."""
    player: PlayerAnswer
    """Who it is; a bot of the house has no id and is an anchor of the ladder."""
    rating: RatingAnswer
    """Its rating."""
    anchor: bool
    """Whether it is a bot of the house, whose rating is fixed."""


class MeetingAnswer(msgspec.Struct, frozen=True):
    """A rated game in which both took part."""

    table: Id
    """The id of the table."""
    at: Time
    """When it ended."""
    edition: Edition
    """modern or classic."""
    seats: int
    """How many seats it had."""
    place: int
    """The place of the one asked about."""
    other_place: int
    """The place of the other."""


class HeadToHeadAnswer(msgspec.Struct, frozen=True):
    """How two players have met in rated games."""

    player: PlayerAnswer
    """The one asked about."""
    other: PlayerAnswer
    """The other."""
    games: int
    """How often they have met."""
    ahead: int
    """How often the one asked about was placed before the other."""
    behind: int
    """How often after."""
    level: int
    """How often they shared a place."""
    share: float | None
    """The share in which it was ahead, ties half; null where they have not met."""
    low: float | None
    """The lower end of the 95 % interval of that share."""
    high: float | None
    """The upper end."""
    recent: list[MeetingAnswer]
    """The latest games in which they met, newest first."""


class LeaderboardQuery(Body):
    """Whose ratings."""

    cursor: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[!-~]+$")] | None = None
    """Where the part before ended: its `next`."""
    limit: Limit = 50
    """How many items at most."""
    edition: Edition | None = None
    """Only games of the edition; left out: of all."""
    players: PlayersAsked | None = None
    """Only games with so many seats; left out: with any number."""


class RatingsQuery(Body):
    """Which ladders."""

    edition: Edition | None = None
    """Only those of the edition."""
    players: PlayersAsked | None = None
    """Only those of games with so many seats."""


class HeadToHeadQuery(Body):
    """Against whom."""

    other: EntrantId
    """The other: an account, or `house:<level>` for a bot of the house."""
    edition: Edition | None = None
    """Only games of the edition; left out: of all."""
    players: PlayersAsked | None = None
    """Only games with so many seats; left out: with any number."""
