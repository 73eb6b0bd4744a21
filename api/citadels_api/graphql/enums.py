"""The closed sets of words of the schema. Each value stands for the lower-case word that REST uses."""

from enum import Enum
from typing import Any

import strawberry

__all__ = [
    "AccountKind",
    "AiLevel",
    "ClockKind",
    "Edition",
    "FrameType",
    "Language",
    "NinthRule",
    "NoticeType",
    "Phase",
    "Scope",
    "SeatKind",
    "SeatWish",
    "StartRule",
    "TableStatus",
    "TimeoutPolicy",
    "Visibility",
    "value",
    "word",
]


def value(word: str, description: str) -> Any:
    """A value of an enum."""
    return strawberry.enum_value(word, description=description)


def word(member: Enum | None) -> Any:
    """The word that a value stands for; None where none is given."""
    return None if member is None else member.value


@strawberry.enum(description="Where a table stands.")
class TableStatus(Enum):
    """Where a table stands."""

    OPEN = value("open", "Players may still sit down.")
    RUNNING = value("running", "The game is being played.")
    OVER = value("over", "The game has ended.")
    ABORTED = value("aborted", "The game was called off before its first turn.")


@strawberry.enum(description="Who sits at a seat, or may.")
class SeatKind(Enum):
    """Who sits at a seat."""

    OPEN = value("open", "Nobody yet: the seat is free.")
    RESERVED = value("reserved", "Nobody yet: the seat is kept for an account.")
    HUMAN = value("human", "A person, with a guest's or an account's credential.")
    BOT = value("bot", "A bot account, run by its owner.")
    AI = value("ai", "An AI of the house.")


@strawberry.enum(description="Who is to sit at a seat of a new table.")
class SeatWish(Enum):
    """Who is to sit at a seat of a new table."""

    OPEN = value("open", "Whoever comes.")
    YOU = value("you", "You, who make the table.")
    AI = value("ai", "An AI of the house.")
    RESERVED = value("reserved", "The account that the seat is kept for.")


@strawberry.enum(description="Whether a ninth character plays.")
class NinthRule(Enum):
    """Whether a ninth character plays."""

    NEVER = value("never", "So many players use ranks 1 to 8, or the cast is named whole.")
    ALWAYS = value("always", "So many players use nine characters.")
    CHOICE = value("choice", "Say so with `rank9`.")


@strawberry.enum(description="How much time a seat has.")
class ClockKind(Enum):
    """How much time a seat has."""

    NONE = value("none", "No limit.")
    DECISION = value("decision", "So much for each decision.")
    BANK = value("bank", "So much for the whole game, with an increment after each decision.")
    CORRESPONDENCE = value("correspondence", "Days for each decision.")


@strawberry.enum(description="What happens when a seat runs out of time.")
class TimeoutPolicy(Enum):
    """What happens when a seat runs out of time."""

    DEFAULT_ACTION = value("default_action", "The default action is taken, and the player stays.")
    AI_TAKES_OVER = value("ai_takes_over", "An AI plays on for the player, who may come back.")
    FORFEIT = value(
        "forfeit", "The player has left: the default action plays on, and all who stayed are placed before."
    )


@strawberry.enum(description="Who may see a table.")
class Visibility(Enum):
    """Who may see a table."""

    PUBLIC = value("public", "It is listed, and everybody may watch.")
    UNLISTED = value("unlisted", "Who knows its id may watch.")
    PRIVATE = value("private", "Only who sits there or is invited.")


@strawberry.enum(description="When a game starts.")
class StartRule(Enum):
    """When a game starts."""

    FULL = value("full", "As soon as every seat is taken.")
    DEMAND = value("demand", "When the creator says so.")


@strawberry.enum(description="An edition of the game.")
class Edition(Enum):
    """An edition of the game."""

    MODERN = value("modern", "The edition of 2016: 27 characters, 2 to 8 players.")
    CLASSIC = value("classic", "The edition of 2000 with its expansion: 2 to 8 players.")


@strawberry.enum(description="How strong an AI of the house is.")
class AiLevel(Enum):
    """How strong an AI of the house is."""

    RANDOM = value("random", "Any legal action.")
    GREEDY = value("greedy", "The action that looks best at once.")
    PLANNER = value("planner", "Searches through the worlds that its seat cannot tell apart.")


@strawberry.enum(description="What kind of account it is.")
class AccountKind(Enum):
    """What kind of account it is."""

    GUEST = value("guest", "Made on the spot; it can be claimed under a name.")
    ACCOUNT = value("account", "A person's, with a name of its own.")
    BOT = value("bot", "A program's; its owner answers for it.")


@strawberry.enum(description="What a credential is good for.")
class Scope(Enum):
    """What a credential is good for."""

    PLAY = value("play", "Sit at tables and play.")
    TABLE_CREATE = value("table:create", "Create tables and invite to them.")
    ACCOUNT_WRITE = value("account:write", "Change the account and its bots.")
    CREDENTIAL_WRITE = value("credential:write", "Make, rotate and revoke credentials.")
    TOURNAMENT_WRITE = value("tournament:write", "Run tournaments.")
    ADMIN = value("admin", "See and do what the house can.")


@strawberry.enum(description="A language of the names in the catalogue.")
class Language(Enum):
    """A language of the catalogue."""

    EN = value("en", "English.")
    FR = value("fr", "French.")
    PT = value("pt", "Portuguese.")


@strawberry.enum(description="The part of a round that a game is in.")
class Phase(Enum):
    """The part of a round that a game is in."""

    PICK = value("pick", "The draft: characters are chosen.")
    TURNS = value("turns", "The characters are called, and take their turns.")
    OVER = value("over", "The game has ended.")


@strawberry.enum(description="What a message of a table's stream is.")
class FrameType(Enum):
    """What a message of a table's stream is."""

    VIEW = value("view", "A whole position: the first message, and whenever it is needed again.")
    EVENTS = value("events", "The events of one step.")
    END = value("end", "Nothing more will come.")


@strawberry.enum(description="What a message of an account's stream is about.")
class NoticeType(Enum):
    """What a message of an account's stream is about."""

    SNAPSHOT = value(
        "snapshot", "All your tables, and all that you owe: the first message, and after a lost connection."
    )
    TABLE = value("table", "One of your tables has changed.")
    OWED = value("owed", "You owe a decision now.")
    INVITED = value("invited", "You are invited to a table.")
    TOURNAMENT = value("tournament", "You are invited to a tournament.")
