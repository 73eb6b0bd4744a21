"""What the use cases about replays, reasons and profiles answer, for both doors."""

from __future__ import annotations

from typing import Any

import msgspec

from citadels_api.answers import EventAnswer, PlayerAnswer, ResultAnswer, SeatAnswer  # noqa: TC001 - structs look their types up

__all__ = [
    "CharacterProfile",
    "MomentAnswer",
    "MomentDecision",
    "ProfileAnswer",
    "ReasonAnswer",
    "ReplayAnswer",
    "SeatProfile",
]


class MomentDecision(msgspec.Struct, frozen=True):
    """What was asked."""

    seat: int
    """The seat that was asked."""
    kind: str
    """What was asked, as in section 1 of the notation: pick, turn, keep, ..."""


class MomentAnswer(msgspec.Struct, frozen=True):
    """The game before a decision, the decision, and what came of it; the last moment of a game is its end, without a decision."""

    n: int
    """The number of the decision; at the end how many there were."""
    position: dict[str, Any]
    """The position before the decision, section 3 of the notation: the view of these eyes without the list of what is legal, or for
    `all` the full position."""
    decision: MomentDecision | None = None
    """What was asked; null at the end."""
    seat: int | None = None
    """The seat that decided; null at the end."""
    do: str | None = None
    """The action, as its text; null at the end."""
    by: str | None = None
    """Who decided where that was not the seat's player: `ai`, `timeout`, ...; null where it was."""
    at: int | None = None
    """When the decision came; null at the end, and where no time was kept."""
    events: list[EventAnswer] = []
    """What happened from the decision up to the next one, as these eyes saw it."""


class ReplayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Some moments of a game that is over, as somebody saw them then."""

    table: str
    """The id of the table."""
    n: int
    """How many decisions the game had: the number of its last moment, which is its end."""
    commitment: str
    """The commitment to the seed, made before the deal: the SHA-256 of id, rules and seed."""
    seed: str
    """The seed."""
    rules: int
    """The number of the rules."""
    seats: list[SeatAnswer]
    """The seats, by number."""
    result: ResultAnswer | None
    """How the game ended."""
    scores: list[dict[str, Any]]
    """The score sheet of each seat, as the last line of a record has it: `total`, and `lines` with `for` and `points`."""
    opening: list[EventAnswer]
    """What happened before the first decision; only where the first moment is asked for."""
    moments: list[MomentAnswer]
    """The moments, in order."""


class ReasonAnswer(msgspec.Struct, frozen=True):
    """Whether an action is legal now, for who asks; and if not, why not."""

    text: str
    """The action, as it was sent."""
    legal: bool
    """Whether it is legal."""
    rule: str | None
    """The rule that stands in the way, such as `D-KEEP-1`; null where it is legal, or is no action."""
    why: str | None
    """What stands in the way, in a sentence; null where it is legal."""


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
