"""What a tournament consists of: who takes part, the settings, the standings, the games, what happened."""

from operator import attrgetter

import strawberry

from citadels_api.graphql.enums import AiLevel, Edition, TimeoutPolicy, Visibility
from citadels_api.graphql.fields import item, told
from citadels_api.graphql.nodes import Node
from citadels_api.graphql.scalars import Json, Millis, Time
from citadels_api.play.graphql_results import Result
from citadels_api.tables.graphql import Clock, Player
from citadels_api.tournaments.graphql_enums import (
    Begins,
    ByePolicy,
    Criterion,
    EmptySeatPolicy,
    FaultPolicy,
    ForfeitPolicy,
    Format,
    GameStatus,
    LatePolicy,
    NoShowPolicy,
    OddPolicy,
    Points,
    Rotation,
    Seeding,
    SmallFieldPolicy,
    TournamentFrameType,
    TournamentStatus,
    WithdrawalPolicy,
)

__all__ = ["Delivery", "Standings", "Tournament", "TournamentFrame", "TournamentGame", "Webhook"]


@strawberry.type(description="How a tournament is played and counted; every way out of trouble is a named policy.")
class TournamentSettings:
    """How a tournament is played and counted."""

    format: Format = told("The form.", item("format"))
    seats: int = told("The seats of a table.", item("seats"))
    deals: int = told("How many deals a pairing plays.", item("deals"))
    duplicate: bool = told("Whether a deal is played again with the players at other seats.", item("duplicate"))
    rotation: Rotation = told("How the players of a deal change seats.", item("rotation"))
    shared: bool = told("Whether all tables of a round play the same deals.", item("shared"))
    rounds: int | None = told("Of a Swiss or an arena: how many rounds; null: as many as needed.", item("rounds"))
    tables: int | None = told("The most pairings of a round robin or a gauntlet.", item("tables"))
    advance: int | None = told("Of a knock-out: how many of each table go on.", item("advance"))
    focus: list[strawberry.ID] = told("Whom a gauntlet or a sequential test is about.", item("focus"))
    seeding: Seeding = told("The order before anything is played.", item("seeding"))
    points: Points = told("What a game is worth.", item("points"))
    order: list[Criterion] = told("What places are decided by, the first criterion first.", item("order"))
    odd: OddPolicy = told("Who does not fill a table.", item("odd"))
    small_field: SmallFieldPolicy = told("Fewer entrants than seats.", item("small_field"))
    filler: AiLevel = told("The level of the bots that fill tables and empty seats.", item("filler"))
    bye: ByePolicy = told("What a bye is worth.", item("bye"))
    late: LatePolicy = told("Entry after the start.", item("late"))
    withdrawal: WithdrawalPolicy = told("What was played by who withdrew.", item("withdrawal"))
    empty_seat: EmptySeatPolicy = told("The seat of who withdrew.", item("empty_seat"))
    fault: FaultPolicy = told("A bot that is out of time.", item("fault"))
    forfeit: ForfeitPolicy = told("What a forfeited seat means.", item("forfeit"))
    no_show: NoShowPolicy = told("Who does not come to a table.", item("no_show"))
    forfeits: int | None = told("After how many forfeits an entrant is out; null: never.", item("forfeits"))
    bound: float = told("Of a sequential test: the difference of mean points to be found.", item("bound"))
    alpha: float = told("Of a sequential test: how often it may say better wrongly.", item("alpha"))
    beta: float = told("Of a sequential test: how often it may miss a difference of `bound`.", item("beta"))
    most: int = told("Of a sequential test or an arena: the most games.", item("most"))


@strawberry.type(description="Who takes part in a tournament.")
class Entrant:
    """Who takes part in a tournament."""

    entrant: strawberry.ID = told(
        "What it is called in log and standings: an account's id, or the name of a bot of the house, `greedy#2` say.",
        attrgetter("id"),
    )
    name: str = told("Its name.")
    kind: str = told("bot, human, or house for a bot of the house.")
    owner: strawberry.ID | None = told("The account that answers for it.")
    level: AiLevel | None = told("The level of a bot of the house.")
    withdrawn: str | None = told("Why it has withdrawn, or was taken out; null while it takes part.")


@strawberry.type(description="Who may enter a tournament.")
class Conditions:
    """Who may enter a tournament."""

    kinds: list[str] = told("Whose accounts may enter: bot, account, guest.")
    bots_per_owner: int | None = told("How many entrants one owner may have; null: any number.")
    most: int = told("How many entrants there may be.")
    invited_only: bool = told("Whether only who is invited may enter.")
    least_rating: float | None = told("The least rating with which one may enter.")
    most_rating: float | None = told("The highest rating with which one may enter.")


@strawberry.type(description="When a tournament starts.")
class Schedule:
    """When a tournament starts."""

    begins: Begins = told("How it begins.")
    at: Time | None = told("When it starts by itself.")
    every_ms: Millis | None = told("After how long the next of the series starts.")
    count: int | None = told("How many tournaments the series has; null: no end.")


@strawberry.type(description="How far a tournament has come.")
class Progress:
    """How far a tournament has come."""

    games_played: int = told("How many games have a result, or count for nobody.")
    games_known: int = told("How many games belong to the rounds made so far.")
    games_expected: int | None = told("How many games there will be; null where the format cannot say.")
    rounds_made: int = told("How many rounds were made.")
    rounds_expected: int | None = told("How many rounds there will be; null where the format cannot say.")
    expected_end: Time | None = told("When the last game ends if they go on at the pace so far.")


@strawberry.type(description="A tournament: what is played and how, who takes part, how far it has come.")
class Tournament(Node):
    """A tournament."""

    name: str = told("What its organizer calls it.")
    about: str = told("What its organizer says of it.")
    status: TournamentStatus = told("Where it stands.")
    why: str = told(
        "Why it ended, was paused or cancelled; of a sequential test that is decided, the verdict with both names."
    )
    number: int = told("The number of the last entry of its log.")
    organizer: Player = told("Who runs it.")
    settings: TournamentSettings = told("How it is played and counted.")
    edition: Edition = told("The edition.")
    scenarios: list[str] = told("The scenarios, taken in turn by the deals.")
    cast: list[str] | None = told("The characters of every game, if they were named.")
    uniques: list[str] | None = told("The unique districts of every game, if they were named.")
    options: Json = told("The options of the edition.")
    clock: Clock = told("How much time a seat has.")
    timeout: TimeoutPolicy = told("What happens when a seat runs out of time.")
    visibility: Visibility = told("Who may see it.")
    spectator_delay_ms: Millis = told("How far behind spectators see its games.")
    rated: bool = told("Whether its games count for ratings.")
    conditions: Conditions = told("Who may enter.")
    schedule: Schedule = told("When it starts.")
    grace_ms: Millis = told("How long a table waits for who is called to it.")
    at_once: int = told("At how many tables one entrant plays at a time.")
    entry_open: bool = told("Whether one may enter now.")
    entrants: list[Entrant] = told("All who ever entered, in order of entry.")
    progress: Progress = told("How far it has come.")
    rules: int = told("The number of the rules.")
    commitment: str = told("The commitment to the secret: the SHA-256 of id, rules and secret, before anybody entered.")
    secret: str | None = told("What the seeds of all deals are made from; revealed once the last game is over.")
    series: strawberry.ID | None = told("The first tournament of its series, if it has one.")
    in_series: int = told("Its place in the series, from 1.")
    next: strawberry.ID | None = told("The next tournament of the series, once it is made.")
    created: Time = told("When it was made.")
    started: Time | None = told("When it started.")
    ended: Time | None = told("When it ended.")


@strawberry.type(description="One line of the standings.")
class Standing:
    """One line of the standings."""

    place: int = told("From 1; equal ones share it.")
    entrant: strawberry.ID = told("Who: an entrant of the tournament.")
    name: str = told("Its name.")
    games: int = told("How many of its games count.")
    points: float = told("All points, byes included.")
    mean: float = told("Points a game.")
    wins: float = told("Games won; a shared victory counts in parts.")
    score: float = told("The mean score.")
    margin: float = told("The mean lead on the best other.")
    mean_place: float = told("The mean place.")
    faults: int = told("Answers that were none.")
    forfeits: int = told("Games forfeited.")
    byes: int = told("Rounds without a table.")
    criteria: list[float] = told("What the place was decided by, in the order that the settings name.")
    withdrawn: str | None = told("Why it has withdrawn; null while it takes part.")


@strawberry.type(description="How a tournament stands after an entry of its log.")
class Standings:
    """How a tournament stands."""

    tournament: strawberry.ID = told("The id of the tournament.")
    number: int = told("The number of the last entry of the log that is counted.")
    status: TournamentStatus = told("Where it stands.")
    progress: Progress = told("How far it has come.")
    standings: list[Standing] = told("The entrants, best first.")
    statistics: Json = told(
        "Crosstable, pairwise comparison, effects of seats and characters, fitted ratings: as REST gives it."
    )


@strawberry.type(description="A game of a tournament.")
class TournamentGame:
    """A game of a tournament."""

    game: strawberry.ID = told("Round, table, deal and turn, with points between.", attrgetter("id"))
    round: int = told("The round, from 1.")
    table: strawberry.ID = told("The id of the table at which it is played.")
    seats: list[strawberry.ID] = told(
        "Who plays at each seat; `fill:` and a level is a bot of the house that fills the table."
    )
    status: GameStatus = told("Where it stands.")
    result: Result | None = told("How it ended, corrections included; null before.")
    why: str = told("Why it counts for nobody.")
    corrected: bool = told("Whether the organizer has corrected the result.")
    correction: str | None = told("The reason of the latest correction; null where the result was never corrected.")
    sealed: bool = told("Whether it is withheld, since the same deal is still played elsewhere.")


@strawberry.type(description="One entry of a tournament's log.")
class LogEntry:
    """One entry of a tournament's log."""

    number: int = told("Its number in the log.")
    at: Time = told("When it was written.")
    kind: str = told("What happened: entered, started, round, result, ...")
    facts: Json = told("What happened in detail; the names depend on the kind.")


@strawberry.type(
    description="One message of a tournament's stream. Go on from its `number` after a lost connection: nothing is missed, nothing comes twice."
)
class TournamentFrame:
    """One message of a tournament's stream."""

    type: TournamentFrameType = told("What it is.")
    tournament: strawberry.ID = told("The id of the tournament.")
    number: int = told("The number of the last entry in it: what to send as `after`.")
    at: Time = told("When the last of its entries was written.")
    entries: list[LogEntry] = told("The entries, in order.")
    status: TournamentStatus = told("Where the tournament stands after the newest entry.")
    standings: list[Standing] | None = told("The standings, in the first and in the newest frame.")
    progress: Progress | None = told("How far it has come, in the first and in the newest frame.")


@strawberry.type(description="A server that is told of what happens in a tournament.")
class Webhook:
    """A webhook."""

    webhook: strawberry.ID = told("Its id.", attrgetter("id"))
    tournament: strawberry.ID = told("The tournament whose entries are sent.")
    url: str = told("Where they are sent to.")
    kinds: list[str] = told("The kinds of entries that are sent; none named: all.")
    created: Time = told("When it was made.")
    cursor: int = told("The number of the last entry that was delivered or passed over.")
    failures: int = told("How many attempts in a row have failed.")
    off: bool = told("Whether it was given up after too many failures; a replay turns it on again.")
    secret: str | None = told("What deliveries are signed with; told only when it is made.")


@strawberry.type(description="An attempt to deliver to a webhook.")
class Delivery:
    """An attempt to deliver to a webhook."""

    number: int = told("Its number among the attempts.")
    message: strawberry.ID = told("The id of the message; the same for every attempt at it.", attrgetter("id"))
    entry: int = told("The number of the entry that was sent.")
    kind: str = told("The kind of the entry.")
    at: Time = told("When it was tried.")
    status: int | None = told("The HTTP status answered; null where there was no answer.")
    error: str | None = told("Why there was no answer, in a word.")
    ms: Millis = told("How long it took.")
