"""The closed lists of words in requests and responses. Each list is declared once and says what each word means.

A list is the metadata of a type: an `Edition` is a string, one of the words of its list. Requests are validated against the list. The
GraphQL schema makes an enum of each list that it uses, and the SDK makes types of its own. A word may be added to a list; no word is ever
removed.
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
    """The subject of the list, in one sentence."""
    words: Mapping[str, str]
    """The words, each with its meaning."""
    enum: bool = True
    """Whether GraphQL has an enum of this name; otherwise the field is a string there."""

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> core_schema.CoreSchema:
        """Accept only the words of the list."""
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
        "The state of a table.",
        {
            "open": "Players may still sit down.",
            "running": "The game is being played.",
            "over": "The game has ended.",
            "aborted": "The game was cancelled before its first turn.",
        },
    ),
]

SeatKind = Annotated[
    str,
    Words(
        "SeatKind",
        "Who sits or may sit at a seat.",
        {
            "open": "Nobody yet: the seat is free.",
            "reserved": "Nobody yet: the seat is reserved for an account.",
            "human": "A person who plays with the credential of a guest or an account.",
            "bot": "A bot account, run by its owner.",
            "ai": "A house AI.",
        },
    ),
]

SeatWish = Annotated[
    str,
    Words(
        "SeatWish",
        "Who is to sit at a seat of a new table.",
        {
            "open": "Everybody may take the seat.",
            "you": "You, the creator of the table.",
            "ai": "A house AI.",
            "reserved": "The account that the seat is reserved for.",
        },
    ),
]

NinthRule = Annotated[
    str,
    Words(
        "NinthRule",
        "Whether a ninth character plays.",
        {
            "never": "This number of players uses ranks 1 to 8, or you name the whole cast.",
            "always": "This number of players uses nine characters.",
            "choice": "You choose with `rank9`.",
        },
    ),
]

ClockKind = Annotated[
    str,
    Words(
        "ClockKind",
        "How the time of a seat is limited.",
        {
            "none": "No limit.",
            "decision": "A fixed time for each decision.",
            "bank": "A fixed time for the whole game, plus an increment after each decision.",
            "correspondence": "A number of days for each decision.",
        },
    ),
]

TimeoutPolicy = Annotated[
    str,
    Words(
        "TimeoutPolicy",
        "What happens when a seat runs out of time.",
        {
            "default_action": "The service takes the default action. The player stays in the game.",
            "ai_takes_over": "An AI plays for the player, who may come back.",
            "forfeit": "The player leaves the game. The service takes default actions for the seat, and every player who stayed ranks above it.",
        },
    ),
]

Visibility = Annotated[
    str,
    Words(
        "Visibility",
        "Who may see a table.",
        {
            "public": "The table is listed, and everybody may watch.",
            "unlisted": "The table is not listed. Everybody who knows its id may watch.",
            "private": "Only its players and the accounts that are invited may see it.",
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
            "demand": "When the creator starts it.",
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
        "How strong a house AI is.",
        {
            "random": "Plays any legal action.",
            "greedy": "Plays the action that looks best at once.",
            "planner": "Searches through all worlds that agree with what its seat has seen.",
        },
    ),
]

AccountKind = Annotated[
    str,
    Words(
        "AccountKind",
        "The kind of an account.",
        {
            "guest": "Created at once, without a name of its own. You can turn it into an account later.",
            "account": "The account of a person, with a unique name.",
            "bot": "The account of a program. Its owner is responsible for it.",
        },
    ),
]

Scope = Annotated[
    str,
    Words(
        "Scope",
        "What a credential allows.",
        {
            "play": "Sit at tables and play.",
            "table:create": "Create tables and invite accounts to them.",
            "account:write": "Change the account and its bots.",
            "credential:write": "Create, rotate and revoke credentials.",
            "tournament:write": "Run tournaments.",
            "admin": "Do what the operator may do.",
        },
    ),
]

Language = Annotated[
    str,
    Words(
        "Language",
        "A language for the names in the catalogue.",
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
            "pick": "The draft: players choose characters.",
            "turns": "The characters are called and take their turns.",
            "over": "The game has ended.",
        },
    ),
]

FrameType = Annotated[
    str,
    Words(
        "FrameType",
        "The type of a message in a table's stream.",
        {
            "view": "The whole position. It is the first message, and comes again when it is needed.",
            "events": "The events of one step.",
            "end": "The stream has ended.",
        },
    ),
]

NoticeType = Annotated[
    str,
    Words(
        "NoticeType",
        "The type of a message in an account's stream.",
        {
            "snapshot": "All your tables and all decisions that you owe. It comes first, and again after a lost connection.",
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
            "ai": "A house AI.",
        },
        enum=False,
    ),
]

Departure = Annotated[
    str,
    Words(
        "Departure",
        "Why a player has left the game.",
        {
            "resigned": "The player resigned.",
            "forfeited": "The player forfeited the seat, by running out of time or by a fault.",
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
