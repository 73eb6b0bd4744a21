"""The closed lists of words that requests and answers have, each declared once, with what each word means.

A list is the metadata of a type: `Edition` is a text, one of these. Requests are held to it, answers keep it. The schema of GraphQL makes an
enum of each list that has a place there, and the toolkit its own types; a word may be added to a list, and never goes away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic_core import core_schema

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """A closed list of words, each with its meaning."""

    name: str
    text: str
    """What the list is about, in a sentence."""
    words: Mapping[str, str]
    """The words, and what each means."""
    enum: bool = True
    """Whether GraphQL has an enum of this name; else a text is a text there."""

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> core_schema.CoreSchema:
        """Requests take these words alone."""
        return core_schema.literal_schema(list(self.words))


def words_of(kind: Any) -> Words:
    """The list behind a type.

    >>> list(words_of(Edition).words)
    ['modern', 'classic']
    """
    found = next(one for one in kind.__metadata__ if isinstance(one, Words))
    assert isinstance(found, Words)
    return found


TableStatus = Annotated[
    str,
    Words(
        "TableStatus",
        "Where a table stands.",
        {
            "open": "Players may still sit down.",
            "running": "The game is being played.",
            "over": "The game has ended.",
            "aborted": "The game was called off before its first turn.",
        },
    ),
]

SeatKind = Annotated[
    str,
    Words(
        "SeatKind",
        "Who sits at a seat, or may.",
        {
            "open": "Nobody yet: the seat is free.",
            "reserved": "Nobody yet: the seat is kept for an account.",
            "human": "A person, with a guest's or an account's credential.",
            "bot": "A bot account, run by its owner.",
            "ai": "An AI of the house.",
        },
    ),
]

SeatWish = Annotated[
    str,
    Words(
        "SeatWish",
        "Who is to sit at a seat of a new table.",
        {
            "open": "Whoever comes.",
            "you": "You, who make the table.",
            "ai": "An AI of the house.",
            "reserved": "The account that the seat is kept for.",
        },
    ),
]

NinthRule = Annotated[
    str,
    Words(
        "NinthRule",
        "Whether a ninth character plays.",
        {
            "never": "So many players use ranks 1 to 8, or the cast is named whole.",
            "always": "So many players use nine characters.",
            "choice": "Say so with `rank9`.",
        },
    ),
]

ClockKind = Annotated[
    str,
    Words(
        "ClockKind",
        "How much time a seat has.",
        {
            "none": "No limit.",
            "decision": "So much for each decision.",
            "bank": "So much for the whole game, with an increment after each decision.",
            "correspondence": "Days for each decision.",
        },
    ),
]

TimeoutPolicy = Annotated[
    str,
    Words(
        "TimeoutPolicy",
        "What happens when a seat runs out of time.",
        {
            "default_action": "The default action is taken, and the player stays.",
            "ai_takes_over": "An AI plays on for the player, who may come back.",
            "forfeit": "The player has left: the default action plays on, and all who stayed are placed before.",
        },
    ),
]

Visibility = Annotated[
    str,
    Words(
        "Visibility",
        "Who may see a table.",
        {
            "public": "It is listed, and everybody may watch.",
            "unlisted": "Who knows its id may watch.",
            "private": "Only who sits there or is invited.",
        },
    ),
]

StartRule = Annotated[
    str,
    Words(
        "StartRule",
        "When a game starts.",
        {
            "full": "As soon as every seat is taken.",
            "demand": "When the creator says so.",
        },
    ),
]

Edition = Annotated[
    str,
    Words(
        "Edition",
        "An edition of the game.",
        {
            "modern": "The edition of 2016: 27 characters, 2 to 8 players.",
            "classic": "The edition of 2000 with its expansion: 2 to 8 players.",
        },
    ),
]

AiLevel = Annotated[
    str,
    Words(
        "AiLevel",
        "How strong an AI of the house is.",
        {
            "random": "Any legal action.",
            "greedy": "The action that looks best at once.",
            "planner": "Searches through the worlds that its seat cannot tell apart.",
        },
    ),
]

AccountKind = Annotated[
    str,
    Words(
        "AccountKind",
        "What kind of account it is.",
        {
            "guest": "Made on the spot; it can be claimed under a name.",
            "account": "A person's, with a name of its own.",
            "bot": "A program's; its owner answers for it.",
        },
    ),
]

Scope = Annotated[
    str,
    Words(
        "Scope",
        "What a credential is good for.",
        {
            "play": "Sit at tables and play.",
            "table:create": "Create tables and invite to them.",
            "account:write": "Change the account and its bots.",
            "credential:write": "Make, rotate and revoke credentials.",
            "tournament:write": "Run tournaments.",
            "admin": "See and do what the house can.",
        },
    ),
]

Language = Annotated[
    str,
    Words(
        "Language",
        "A language of the names in the catalogue.",
        {
            "en": "English.",
            "fr": "French.",
            "pt": "Portuguese.",
        },
    ),
]

Phase = Annotated[
    str,
    Words(
        "Phase",
        "The part of a round that a game is in.",
        {
            "pick": "The draft: characters are chosen.",
            "turns": "The characters are called, and take their turns.",
            "over": "The game has ended.",
        },
    ),
]

FrameType = Annotated[
    str,
    Words(
        "FrameType",
        "What a message of a table's stream is.",
        {
            "view": "A whole position: the first message, and whenever it is needed again.",
            "events": "The events of one step.",
            "end": "Nothing more will come.",
        },
    ),
]

NoticeType = Annotated[
    str,
    Words(
        "NoticeType",
        "What a message of an account's stream is about.",
        {
            "snapshot": "All your tables, and all that you owe: the first message, and after a lost connection.",
            "table": "One of your tables has changed.",
            "owed": "You owe a decision now.",
            "invited": "You are invited to a table.",
            "tournament": "You are invited to a tournament.",
        },
    ),
]

PlayerKind = Annotated[
    str,
    Words(
        "PlayerKind",
        "Who plays at a seat.",
        {
            "human": "A person.",
            "bot": "A bot account, run by its owner.",
            "ai": "An AI of the house.",
        },
        enum=False,
    ),
]

Departure = Annotated[
    str,
    Words(
        "Departure",
        "Why a player is gone.",
        {
            "resigned": "The player gave up.",
            "forfeited": "The seat was lost, by the clock or by a fault.",
        },
        enum=False,
    ),
]

DistrictType = Annotated[
    str,
    Words(
        "DistrictType",
        "The type of a district.",
        {
            "noble": "Noble.",
            "religious": "Religious.",
            "trade": "Trade.",
            "military": "Military.",
            "unique": "None of the four: a purple card.",
        },
        enum=False,
    ),
]
