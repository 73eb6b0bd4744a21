"""What the store keeps of ratings: for each player the present ones, how they came to be, and whom he has met.

1. Who has a rating: accounts by their id, bots of the house as `house:<level>`; those are anchors, and their ratings never change.
2. A ladder is an edition and a number of seats, `modern/4`; `all/4`, `modern/0` and `all/0` stand for all editions and all numbers of seats.
   Each rated game counts on four ladders.
3. The ladder's log (`LADDER`) is the truth: one entry a batch of games, in the order in which they were folded, with what they made of the
   ratings. All else is copied from it, and can be copied again: whatever is written says which game it comes from.
"""

from __future__ import annotations

from typing import Final

import msgspec

from citadels_api.store.keys import document
from citadels_api.tables.stored import Player

LADDER: Final = "ladder_all"
"""The id under which the log of all rated games lies."""
PENDING: Final = document("rated-pending", LADDER)
"""A sorted set: rated tables that are over and not yet folded, by the time of their end, negative, so that the first to end comes first."""


class Rated(msgspec.Struct, frozen=True, array_like=True):
    """A rating on one ladder."""

    mu: float
    sigma: float
    games: int
    last: int
    """When the last of its games ended."""


class RatingDoc(msgspec.Struct, kw_only=True):
    """The ratings of one player (`rating_key`), as msgpack."""

    player: Player
    number: int = 0
    """The number of the last game of the ladder's log that it knows."""
    ladders: dict[str, Rated] = {}


class RatingPointDoc(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a player's history (`history_key`, a sorted set by the number of the game), as JSON."""

    table: str
    at: int
    edition: str
    seats: int
    place: int
    ladders: dict[str, Rated]
    """The ratings after the game."""


class PairDoc(msgspec.Struct, frozen=True, kw_only=True):
    """How two players have met (`pair_key`), as msgpack: `ahead` says how often the one whose id comes first was ahead."""

    number: int = 0
    games: int = 0
    ahead: int = 0
    behind: int = 0


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """A member of the games in which two have met (`meetings_key`, a sorted set by the number of the game), as JSON."""

    table: str
    at: int
    edition: str
    seats: int
    places: tuple[int, int]
    """The place of the one whose id comes first, and of the other."""


class SeatCount(msgspec.Struct, array_like=True):
    """Games from one seat, and those among them that were won."""

    games: int = 0
    wins: int = 0


class CharacterCount(msgspec.Struct, array_like=True):
    """How often a character was picked, in how many games at least once, and how many of these were won."""

    picks: int = 0
    games: int = 0
    wins: int = 0


class Counts(msgspec.Struct, kw_only=True):
    """What was counted of a player's games of one edition with one number of seats."""

    games: int = 0
    wins: int = 0
    places: int = 0
    """The sum of the places."""
    seats: dict[int, SeatCount] = {}
    characters: dict[str, CharacterCount] = {}


class HeldPicks(msgspec.Struct, frozen=True, kw_only=True):
    """The picks of a game whose deal was still played elsewhere when it was folded: they are told, and counted, once it no longer is."""

    table: str
    ladder: str
    won: bool
    picks: list[str]


class ProfileDoc(msgspec.Struct, kw_only=True):
    """What was counted of a player (`profile_key`), as msgpack; games that were folded before anything was counted are not in it."""

    number: int = 0
    """The number of the last game of the ladder's log that it knows."""
    ladders: dict[str, Counts] = {}
    """By edition and number of seats."""
    held: list[HeldPicks] = []


class FoldedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the ladder's log, with the ratings after it, for each who took part in the same order."""

    table: str
    at: int
    edition: str
    seats: int
    players: list[Player]
    places: list[int]
    after: list[dict[str, Rated]]
    picks: list[list[str]] = []
    """The characters that each picked, in order; none of older games, and of those whose record is gone."""
    sealed: bool = False
    """Whether the deal was still played at another table."""


def ladder_name(edition: str = "all", seats: int = 0) -> str:
    """The ladder of an edition and a number of seats.

    >>> ladder_name("modern", 4), ladder_name()
    ('modern/4', 'all/0')
    """
    return f"{edition}/{seats}"


def ladders_of(edition: str, seats: int) -> tuple[str, ...]:
    """The ladders on which a game counts.

    >>> ladders_of("classic", 2)
    ('classic/2', 'classic/0', 'all/2', 'all/0')
    """
    return tuple(ladder_name(which, count) for which in (edition, "all") for count in (seats, 0))


def rated_id(player: Player) -> str:
    """Under which name a player has his rating."""
    return player.account or f"house:{player.level}"


def rating_key(player: str) -> str:
    """The document with a player's ratings."""
    return document("rating", player)


def history_key(player: str) -> str:
    """The sorted set with a player's history."""
    return document("rated", player)


def profile_key(player: str) -> str:
    """The document with what was counted of a player."""
    return document("profile", player)


def board_key(ladder: str) -> str:
    """The sorted set of a ladder: players by `service.tournaments.ladder.board_score`."""
    return document("board", ladder)


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Two players in the order in which a pair is kept."""
    return (one, other) if one < other else (other, one)


def pair_key(one: str, other: str) -> str:
    """The document of a pair."""
    return document("pair", "|".join(pair_of(one, other)))


def meetings_key(one: str, other: str) -> str:
    """The sorted set of the games of a pair."""
    return document("met", "|".join(pair_of(one, other)))
