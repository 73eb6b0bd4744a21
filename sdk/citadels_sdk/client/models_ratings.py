"""What a service answers about ratings, and about the webhooks of tournaments."""

from typing import Literal

from pydantic import Field

from citadels_sdk.client.models import Edition, Model, Player, Word
from citadels_sdk.client.models_tournament import EntryKind

__all__ = [
    "CharacterProfile",
    "Delivery",
    "HeadToHead",
    "Meeting",
    "Profile",
    "Ranked",
    "Rating",
    "RatingPoint",
    "SeatProfile",
    "Webhook",
]


class RatingPoint(Model):
    """A rating after a game."""

    at: int
    """When the game ended."""
    table: str
    """The id of the table."""
    rating: float
    """The rating as it is shown."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    games: int
    """Rated games counted so far."""


class Rating(Model):
    """A rating with its uncertainty, on one ladder."""

    edition: Word[Edition | Literal["all"]]
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
    last_seen: int
    """When the last of them ended."""
    history: tuple[RatingPoint, ...] = ()
    """How it came to be, oldest first; only where it was asked for."""


class Ranked(Model):
    """A line of the leaderboard."""

    place: int | None
    """From 1, bots of the house included; None while the rating is provisional."""
    player: Player
    """Who it is; a bot of the house has no id and is an anchor of the ladder."""
    rating: Rating
    """Its rating."""
    anchor: bool
    """Whether it is a bot of the house, whose rating is fixed."""


class Meeting(Model):
    """A rated game in which both took part."""

    table: str
    """The id of the table."""
    at: int
    """When it ended."""
    edition: Word[Edition]
    """modern or classic."""
    seats: int
    """How many seats it had."""
    place: int
    """The place of the one asked about."""
    other_place: int
    """The place of the other."""


class HeadToHead(Model):
    """How two players have met in rated games."""

    player: Player
    """The one asked about."""
    other: Player
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
    """The share in which it was ahead, ties half; None where they have not met."""
    low: float | None
    """The lower end of the 95 % interval of that share."""
    high: float | None
    """The upper end."""
    recent: tuple[Meeting, ...]
    """The latest games in which they met, newest first."""


class SeatProfile(Model):
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


class CharacterProfile(Model):
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


class Profile(Model):
    """What the rated games of an account come to."""

    player: Player
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
    """The mean place; None where there are no games."""
    seats: tuple[SeatProfile, ...]
    """By seat; seats without a game are left out."""
    characters: tuple[CharacterProfile, ...]
    """By character; those never picked are left out."""


class Webhook(Model):
    """A webhook of a tournament; its `secret` is told once, when it is made."""

    id: str
    """The id of the webhook."""
    tournament: str
    """The tournament whose entries are sent."""
    url: str
    """Where they are sent to."""
    kinds: tuple[Word[EntryKind], ...]
    """The kinds of entries that are sent; none named: all."""
    created: int
    """When it was made."""
    cursor: int
    """The number of the last entry that was delivered or passed over."""
    failures: int
    """How many attempts in a row have failed."""
    off: bool
    """Whether it was given up after too many failures; a replay turns it on again."""
    secret: str | None = Field(default=None, repr=False)
    """What deliveries are signed with; told once, when it is made."""


class Delivery(Model):
    """An attempt to deliver to a webhook."""

    number: int
    """Its number among the attempts, what a list goes on from."""
    id: str
    """The id of the message; the same for every attempt at it."""
    entry: int
    """The number of the entry that was sent."""
    kind: Word[EntryKind]
    """The kind of the entry."""
    at: int
    """When it was tried."""
    status: int | None
    """The HTTP status answered; None where there was no answer."""
    error: str | None
    """Why there was no answer, in a word; None where there was one."""
    ms: int
    """How long it took."""
