"""The closed lists of words of tournaments. `citadels_contest.settings` documents each setting and policy."""

from __future__ import annotations

from typing import Annotated

from citadels_api.words import Words

Format = Annotated[
    str,
    Words(
        "Format",
        "The format of a tournament.",
        {
            "round-robin": "All entrants meet each other, or a balanced sample of the possible tables is played.",
            "swiss": "In each round, entrants with similar points meet.",
            "knock-out": "The best players of each table advance.",
            "gauntlet": "One entrant, or a few, meet all others.",
            "arena": "Entrants who are free meet each other.",
            "sequential": "A test whether one entrant is better than another. It stops as soon as the result is clear.",
        },
    ),
]

TournamentStatus = Annotated[
    str,
    Words(
        "TournamentStatus",
        "The state of a tournament.",
        {
            "entry": "The tournament has not started.",
            "running": "The tournament is being played.",
            "paused": "No new games start.",
            "over": "The tournament has ended.",
            "cancelled": "The tournament was cancelled.",
        },
    ),
]

Conduct = Annotated[
    str,
    Words(
        "Conduct",
        "A command of the organizer to a tournament.",
        {
            "open": "Open entry.",
            "close": "Close entry.",
            "start": "Start it.",
            "pause": "Start no new games. Running games continue.",
            "resume": "Start new games again.",
            "cancel": "Cancel the tournament.",
        },
    ),
]

Rotation = Annotated[
    str,
    Words(
        "Rotation",
        "How the players of a deal change seats from game to game.",
        {
            "cycle": "Every player sits at each seat once.",
            "latin": "Like `cycle`, but with different neighbours each time.",
            "full": "Every order of the players, for up to 5 seats.",
            "none": "One game.",
        },
    ),
]

Seeding = Annotated[
    str,
    Words(
        "Seeding",
        "The order of the entrants before the first game.",
        {
            "lot": "By lot.",
            "entry": "The order of entry, strongest first.",
        },
    ),
]

Points = Annotated[
    str,
    Words(
        "Points",
        "How a game is scored in points.",
        {
            "place": "1 for the first place, 0 for the last, evenly spaced between.",
            "wins": "1 for the winner, divided among several winners.",
            "share": "The player's share of the total score of the table.",
        },
    ),
]

Criterion = Annotated[
    str,
    Words(
        "Criterion",
        "A criterion that decides places.",
        {
            "points": "Total points.",
            "mean": "Points per game.",
            "wins": "Games won; a shared victory counts as a fraction.",
            "head-to-head": "Points against the entrants who are still tied, at the tables where they met.",
            "opponents": "The mean of the opponents' mean points.",
            "score": "The mean score.",
            "margin": "The mean lead over the best other player.",
            "place": "The mean place; lower is better.",
            "faults": "The number of faults; fewer is better.",
            "reached": "How far the entrant advanced in a knock-out.",
            "rating": "The rating computed from all games.",
            "lot": "By lot.",
        },
    ),
]

OddPolicy = Annotated[
    str,
    Words(
        "OddPolicy",
        "What happens to entrants who do not fill a table.",
        {
            "bye": "Rests.",
            "fill": "House bots fill the table.",
            "smaller": "They play at a table with fewer seats.",
        },
    ),
]

SmallFieldPolicy = Annotated[
    str,
    Words(
        "SmallFieldPolicy",
        "What happens with fewer entrants than seats.",
        {
            "refuse": "The tournament does not start.",
            "fill": "House bots fill the table.",
        },
    ),
]

ByePolicy = Annotated[
    str,
    Words(
        "ByePolicy",
        "How many points a bye gives.",
        {
            "half": "Half of the most points that the table could give.",
            "full": "The most points that the table could give.",
            "none": "Nothing.",
        },
    ),
]

LatePolicy = Annotated[
    str,
    Words(
        "LatePolicy",
        "Whether accounts may enter after the start.",
        {
            "refuse": "Nobody may enter after the start.",
            "zero": "Late entrants play from the next round, without points for the rounds that they missed.",
            "byes": "Rounds that late entrants missed count as byes.",
        },
    ),
]

WithdrawalPolicy = Annotated[
    str,
    Words(
        "WithdrawalPolicy",
        "Whether the games of an entrant who withdrew count.",
        {
            "keep": "They count.",
            "half": "They count if at least half of the entrant's games are played.",
            "void": "They do not count.",
        },
    ),
]

EmptySeatPolicy = Annotated[
    str,
    Words(
        "EmptySeatPolicy",
        "Who plays the remaining games of an entrant who withdrew.",
        {
            "house": "A house bot plays.",
            "absent": "The service takes the default actions.",
            "cancel": "The games are not played.",
        },
    ),
]

FaultPolicy = Annotated[
    str,
    Words(
        "FaultPolicy",
        "What happens when a bot runs out of time or answers with an illegal action.",
        {
            "forfeit": "The bot forfeits the game, and the service takes the default actions for its seat.",
            "harmless": "The service takes the default action for that one decision, and the bot plays on.",
        },
    ),
]

ForfeitPolicy = Annotated[
    str,
    Words(
        "ForfeitPolicy",
        "How a forfeited seat counts.",
        {
            "last": "The seat takes the last place.",
            "void": "The game counts for nobody.",
        },
    ),
]

NoShowPolicy = Annotated[
    str,
    Words(
        "NoShowPolicy",
        "What happens when a player does not come to the table.",
        {
            "last": "The player forfeits the seat.",
            "void": "The game counts for nobody.",
            "withdraw": "The player forfeits the seat and leaves the tournament.",
        },
    ),
]

Begins = Annotated[
    str,
    Words(
        "Begins",
        "When a tournament starts.",
        {
            "demand": "When the organizer starts it.",
            "now": "At once.",
            "at": "At a given time.",
            "every": "At a given time, and then repeatedly.",
        },
    ),
]

GameStatus = Annotated[
    str,
    Words(
        "GameStatus",
        "The state of a game of a tournament.",
        {
            "waiting": "The game has not started.",
            "open": "The players are invited to their table.",
            "running": "The game is being played.",
            "over": "The game has ended.",
            "void": "The game counts for nobody.",
        },
    ),
]

TournamentFrameType = Annotated[
    str,
    Words(
        "TournamentFrameType",
        "The type of a message in a tournament's stream.",
        {
            "state": "The current state. It is the first message.",
            "entries": "The entries of one moment.",
            "end": "The stream has ended.",
        },
    ),
]

EntryKind = Annotated[
    str,
    Words(
        "EntryKind",
        "The kind of an entry in a tournament's log.",
        {
            "created": "The tournament was created.",
            "changed": "Its settings were changed.",
            "opened": "Entry was opened.",
            "closed": "Entry was closed.",
            "invited": "An account was invited.",
            "entered": "An entrant entered.",
            "withdrew": "An entrant withdrew or was removed.",
            "started": "The tournament started.",
            "paused": "The tournament was paused.",
            "resumed": "The tournament was resumed.",
            "cancelled": "The tournament was cancelled.",
            "pairings": "The organizer set the pairings of a round.",
            "round": "A round was created.",
            "result": "A game ended.",
            "void": "A game counts for nobody.",
            "corrected": "A result was corrected.",
            "forfeited": "An entrant forfeited a game.",
            "ended": "The tournament ended.",
            "revealed": "The secret was revealed.",
        },
        enum=False,
    ),
]

EntrantKind = Annotated[
    str,
    Words(
        "EntrantKind",
        "The kind of an entrant.",
        {
            "bot": "A bot account.",
            "human": "A person.",
            "house": "A house bot.",
        },
        enum=False,
    ),
]
