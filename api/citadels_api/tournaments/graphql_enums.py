"""The closed sets of words of tournaments. Each value stands for the word that REST uses."""

from enum import Enum

import strawberry

from citadels_api.graphql.enums import value

__all__ = [
    "Begins",
    "ByePolicy",
    "Conduct",
    "Criterion",
    "EmptySeatPolicy",
    "FaultPolicy",
    "ForfeitPolicy",
    "Format",
    "GameStatus",
    "LatePolicy",
    "NoShowPolicy",
    "OddPolicy",
    "Points",
    "Rotation",
    "Seeding",
    "SmallFieldPolicy",
    "TournamentFrameType",
    "TournamentStatus",
    "WithdrawalPolicy",
]


@strawberry.enum(description="The form of a tournament.")
class Format(Enum):
    """The form of a tournament."""

    ROUND_ROBIN = value(
        "round-robin", "Everybody meets everybody, or a balanced choice of the tables that there could be."
    )
    SWISS = value("swiss", "Round by round, those who are near in points meet.")
    KNOCK_OUT = value("knock-out", "The best of each table go on.")
    GAUNTLET = value("gauntlet", "One, or a few, meet all others.")
    ARENA = value("arena", "Whoever is free meets whoever is free.")
    SEQUENTIAL = value("sequential", "Is one better than the other? It stops when that is known.")


@strawberry.enum(description="Where a tournament stands.")
class TournamentStatus(Enum):
    """Where a tournament stands."""

    ENTRY = value("entry", "It has not started.")
    RUNNING = value("running", "It is being played.")
    PAUSED = value("paused", "No new games begin.")
    OVER = value("over", "It has ended.")
    CANCELLED = value("cancelled", "It was cancelled.")


@strawberry.enum(description="What an organizer does with a tournament.")
class Conduct(Enum):
    """What an organizer does with a tournament."""

    OPEN = value("open", "Open entry.")
    CLOSE = value("close", "Close entry.")
    START = value("start", "Start it.")
    PAUSE = value("pause", "Begin no new games; those that run are played on.")
    RESUME = value("resume", "Go on.")
    CANCEL = value("cancel", "Cancel it.")


@strawberry.enum(description="How the players of a deal change seats from turn to turn.")
class Rotation(Enum):
    """How the players of a deal change seats."""

    CYCLE = value("cycle", "Everybody sits at each seat once.")
    LATIN = value("latin", "The same, with the neighbours mixed.")
    FULL = value("full", "Every order, with up to 5 seats.")
    NONE = value("none", "One game.")


@strawberry.enum(description="The order before anything is played.")
class Seeding(Enum):
    """The order before anything is played."""

    LOT = value("lot", "By lot.")
    ENTRY = value("entry", "The order of entry, the strongest first.")


@strawberry.enum(description="What a game is worth.")
class Points(Enum):
    """What a game is worth."""

    PLACE = value("place", "1 for the first, 0 for the last, evenly between.")
    WINS = value("wins", "1 for the winner, shared among several.")
    SHARE = value("share", "The part of the table's whole score.")


@strawberry.enum(description="What places can be decided by.")
class Criterion(Enum):
    """What places can be decided by."""

    POINTS = value("points", "All points.")
    MEAN = value("mean", "Points a game.")
    WINS = value("wins", "Games won, a shared victory in parts.")
    HEAD_TO_HEAD = value("head-to-head", "Points against those who are equal so far, at the tables where they met.")
    OPPONENTS = value("opponents", "The mean of the mean points of those met.")
    SCORE = value("score", "The mean score.")
    MARGIN = value("margin", "The mean lead on the best other.")
    PLACE = value("place", "The mean place, the lower the better.")
    FAULTS = value("faults", "The fewer the better.")
    REACHED = value("reached", "How far in a knock-out.")
    RATING = value("rating", "The rating fitted over all games.")
    LOT = value("lot", "By lot.")


@strawberry.enum(description="Who does not fill a table.")
class OddPolicy(Enum):
    """Who does not fill a table."""

    BYE = value("bye", "Rests.")
    FILL = value("fill", "Bots of the house sit down too.")
    SMALLER = value("smaller", "A table with fewer seats.")


@strawberry.enum(description="Fewer entrants than seats.")
class SmallFieldPolicy(Enum):
    """Fewer entrants than seats."""

    REFUSE = value("refuse", "It does not start.")
    FILL = value("fill", "Bots of the house sit down too.")


@strawberry.enum(description="What a bye is worth.")
class ByePolicy(Enum):
    """What a bye is worth."""

    HALF = value("half", "Half of the most that its table could give.")
    FULL = value("full", "All of it.")
    NONE = value("none", "Nothing.")


@strawberry.enum(description="Entry after the start.")
class LatePolicy(Enum):
    """Entry after the start."""

    REFUSE = value("refuse", "There is none.")
    ZERO = value("zero", "From the next round, without points for those missed.")
    BYES = value("byes", "The rounds missed count as byes.")


@strawberry.enum(description="What was played by who withdrew.")
class WithdrawalPolicy(Enum):
    """What was played by who withdrew."""

    KEEP = value("keep", "It counts.")
    HALF = value("half", "It counts where at least half of their games are played.")
    VOID = value("void", "It does not count.")


@strawberry.enum(description="The seat of who withdrew, in games still to be played.")
class EmptySeatPolicy(Enum):
    """The seat of who withdrew."""

    HOUSE = value("house", "A bot of the house plays.")
    ABSENT = value("absent", "The default action is taken.")
    CANCEL = value("cancel", "There is no game.")


@strawberry.enum(description="A bot that is out of time, or answers what is not legal.")
class FaultPolicy(Enum):
    """A bot that is out of time."""

    FORFEIT = value("forfeit", "The default action plays on for its seat.")
    HARMLESS = value("harmless", "That one answer is replaced, and the game goes on.")


@strawberry.enum(description="What a forfeited seat means.")
class ForfeitPolicy(Enum):
    """What a forfeited seat means."""

    LAST = value("last", "It is placed last.")
    VOID = value("void", "The game counts for nobody.")


@strawberry.enum(description="Who does not come to a table.")
class NoShowPolicy(Enum):
    """Who does not come to a table."""

    LAST = value("last", "The seat is forfeited.")
    VOID = value("void", "The game counts for nobody.")
    WITHDRAW = value("withdraw", "The seat is forfeited, and the entrant is out.")


@strawberry.enum(description="How a tournament begins.")
class Begins(Enum):
    """How a tournament begins."""

    DEMAND = value("demand", "When the organizer says so.")
    NOW = value("now", "At once.")
    AT = value("at", "At a time.")
    EVERY = value("every", "At a time, and then every so often.")


@strawberry.enum(description="Where a game of a tournament stands.")
class GameStatus(Enum):
    """Where a game of a tournament stands."""

    WAITING = value("waiting", "It has not begun.")
    OPEN = value("open", "The players are called to their table.")
    RUNNING = value("running", "It is being played.")
    OVER = value("over", "It has ended.")
    VOID = value("void", "It counts for nobody.")


@strawberry.enum(description="What a message of a tournament's stream is.")
class TournamentFrameType(Enum):
    """What a message of a tournament's stream is."""

    STATE = value("state", "Where it stands: the first message.")
    ENTRIES = value("entries", "What happened at one moment.")
    END = value("end", "Nothing more will come.")
