"""The closed lists of words of tournaments. What each setting and policy does is said in `citadels_contest.settings`."""

from __future__ import annotations

from typing import Annotated

from citadels_api.words import Words

Format = Annotated[
    str,
    Words(
        "Format",
        "The form of a tournament.",
        {
            "round-robin": "Everybody meets everybody, or a balanced choice of the tables that there could be.",
            "swiss": "Round by round, those who are near in points meet.",
            "knock-out": "The best of each table go on.",
            "gauntlet": "One, or a few, meet all others.",
            "arena": "Whoever is free meets whoever is free.",
            "sequential": "Is one better than the other? It stops when that is known.",
        },
    ),
]

TournamentStatus = Annotated[
    str,
    Words(
        "TournamentStatus",
        "Where a tournament stands.",
        {
            "entry": "It has not started.",
            "running": "It is being played.",
            "paused": "No new games begin.",
            "over": "It has ended.",
            "cancelled": "It was cancelled.",
        },
    ),
]

Conduct = Annotated[
    str,
    Words(
        "Conduct",
        "What an organizer does with a tournament.",
        {
            "open": "Open entry.",
            "close": "Close entry.",
            "start": "Start it.",
            "pause": "Begin no new games; those that run are played on.",
            "resume": "Go on.",
            "cancel": "Cancel it.",
        },
    ),
]

Rotation = Annotated[
    str,
    Words(
        "Rotation",
        "How the players of a deal change seats from turn to turn.",
        {
            "cycle": "Everybody sits at each seat once.",
            "latin": "The same, with the neighbours mixed.",
            "full": "Every order, with up to 5 seats.",
            "none": "One game.",
        },
    ),
]

Seeding = Annotated[
    str,
    Words(
        "Seeding",
        "The order before anything is played.",
        {
            "lot": "By lot.",
            "entry": "The order of entry, the strongest first.",
        },
    ),
]

Points = Annotated[
    str,
    Words(
        "Points",
        "What a game is worth.",
        {
            "place": "1 for the first, 0 for the last, evenly between.",
            "wins": "1 for the winner, shared among several.",
            "share": "The part of the table's whole score.",
        },
    ),
]

Criterion = Annotated[
    str,
    Words(
        "Criterion",
        "What places can be decided by.",
        {
            "points": "All points.",
            "mean": "Points a game.",
            "wins": "Games won, a shared victory in parts.",
            "head-to-head": "Points against those who are equal so far, at the tables where they met.",
            "opponents": "The mean of the mean points of those met.",
            "score": "The mean score.",
            "margin": "The mean lead on the best other.",
            "place": "The mean place, the lower the better.",
            "faults": "The fewer the better.",
            "reached": "How far in a knock-out.",
            "rating": "The rating fitted over all games.",
            "lot": "By lot.",
        },
    ),
]

OddPolicy = Annotated[
    str,
    Words(
        "OddPolicy",
        "Who does not fill a table.",
        {
            "bye": "Rests.",
            "fill": "Bots of the house sit down too.",
            "smaller": "A table with fewer seats.",
        },
    ),
]

SmallFieldPolicy = Annotated[
    str,
    Words(
        "SmallFieldPolicy",
        "Fewer entrants than seats.",
        {
            "refuse": "It does not start.",
            "fill": "Bots of the house sit down too.",
        },
    ),
]

ByePolicy = Annotated[
    str,
    Words(
        "ByePolicy",
        "What a bye is worth.",
        {
            "half": "Half of the most that its table could give.",
            "full": "All of it.",
            "none": "Nothing.",
        },
    ),
]

LatePolicy = Annotated[
    str,
    Words(
        "LatePolicy",
        "Entry after the start.",
        {
            "refuse": "There is none.",
            "zero": "From the next round, without points for those missed.",
            "byes": "The rounds missed count as byes.",
        },
    ),
]

WithdrawalPolicy = Annotated[
    str,
    Words(
        "WithdrawalPolicy",
        "What was played by who withdrew.",
        {
            "keep": "It counts.",
            "half": "It counts where at least half of their games are played.",
            "void": "It does not count.",
        },
    ),
]

EmptySeatPolicy = Annotated[
    str,
    Words(
        "EmptySeatPolicy",
        "The seat of who withdrew, in games still to be played.",
        {
            "house": "A bot of the house plays.",
            "absent": "The default action is taken.",
            "cancel": "There is no game.",
        },
    ),
]

FaultPolicy = Annotated[
    str,
    Words(
        "FaultPolicy",
        "A bot that is out of time, or answers what is not legal.",
        {
            "forfeit": "The default action plays on for its seat.",
            "harmless": "That one answer is replaced, and the game goes on.",
        },
    ),
]

ForfeitPolicy = Annotated[
    str,
    Words(
        "ForfeitPolicy",
        "What a forfeited seat means.",
        {
            "last": "It is placed last.",
            "void": "The game counts for nobody.",
        },
    ),
]

NoShowPolicy = Annotated[
    str,
    Words(
        "NoShowPolicy",
        "Who does not come to a table.",
        {
            "last": "The seat is forfeited.",
            "void": "The game counts for nobody.",
            "withdraw": "The seat is forfeited, and the entrant is out.",
        },
    ),
]

Begins = Annotated[
    str,
    Words(
        "Begins",
        "How a tournament begins.",
        {
            "demand": "When the organizer says so.",
            "now": "At once.",
            "at": "At a time.",
            "every": "At a time, and then every so often.",
        },
    ),
]

GameStatus = Annotated[
    str,
    Words(
        "GameStatus",
        "Where a game of a tournament stands.",
        {
            "waiting": "It has not begun.",
            "open": "The players are called to their table.",
            "running": "It is being played.",
            "over": "It has ended.",
            "void": "It counts for nobody.",
        },
    ),
]

TournamentFrameType = Annotated[
    str,
    Words(
        "TournamentFrameType",
        "What a message of a tournament's stream is.",
        {
            "state": "Where it stands: the first message.",
            "entries": "What happened at one moment.",
            "end": "Nothing more will come.",
        },
    ),
]

EntryKind = Annotated[
    str,
    Words(
        "EntryKind",
        "What an entry of a tournament's log tells.",
        {
            "created": "The tournament was made.",
            "changed": "Its settings were changed.",
            "opened": "Entry was opened.",
            "closed": "Entry was closed.",
            "invited": "An account was invited.",
            "entered": "Somebody entered.",
            "withdrew": "Somebody withdrew, or was taken out.",
            "started": "It started.",
            "paused": "It was paused.",
            "resumed": "It goes on.",
            "cancelled": "It was cancelled.",
            "pairings": "The organizer set the pairings of a round.",
            "round": "A round was made.",
            "result": "A game ended.",
            "void": "A game counts for nobody.",
            "corrected": "A result was corrected.",
            "forfeited": "Somebody forfeited a game.",
            "ended": "It ended.",
            "revealed": "The secret was revealed.",
        },
        enum=False,
    ),
]

EntrantKind = Annotated[
    str,
    Words(
        "EntrantKind",
        "Who takes part.",
        {
            "bot": "A bot account.",
            "human": "A person.",
            "house": "A bot of the house.",
        },
        enum=False,
    ),
]
