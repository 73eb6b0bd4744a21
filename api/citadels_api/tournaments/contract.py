"""What the use cases of tournaments answer, for both doors: REST encodes these as they are, GraphQL reads their attributes.

Times are milliseconds since 1970, UTC. What each setting and policy means is said in `citadels_contest.settings`.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from pydantic import ConfigDict, Field

from citadels_api import ids
from citadels_api.contract import ID, MOMENT, SPAN, Id, Millis, Time
from citadels_api.play.contract import ResultAnswer
from citadels_api.request_fields import (
    DAY,
    NO_CONTROLS,
    AccountId,
    After,
    Body,
    DelayMs,
    Limit,
    Number,
    Players,
    Truth,
    Whole,
    Word,
)
from citadels_api.tables.contract import ClockAnswer, ClockOrder, DecisionClock, PlayerAnswer
from citadels_api.tournaments.words import (
    Begins,
    ByePolicy,
    Conduct,
    Criterion,
    EmptySeatPolicy,
    EntrantKind,
    EntryKind,
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
from citadels_api.words import AccountKind, AiLevel, Edition, TimeoutPolicy, Visibility


class EntrantAnswer(msgspec.Struct, frozen=True):
    """Who takes part in a tournament."""

    id: Id
    """What it is called in the log and in the standings: the account's id; `greedy`, `greedy#2` for bots of the house."""
    name: str
    """Its name."""
    kind: EntrantKind
    """bot, human, or house for a bot of the house."""
    owner: Id | None
    """The account that answers for it."""
    level: AiLevel | None
    """The level of a bot of the house."""
    withdrawn: str | None
    """Why it has withdrawn, or was taken out; null while it takes part."""


class ConditionsAnswer(msgspec.Struct, frozen=True):
    """Who may enter a tournament."""

    kinds: list[AccountKind]
    """Whose accounts may enter: bot, account, guest."""
    bots_per_owner: int | None
    """How many entrants one owner may have; null: any number."""
    most: int
    """How many entrants there may be."""
    invited_only: bool
    """Whether only who is invited may enter."""
    least_rating: float | None
    """The least rating with which one may enter."""
    most_rating: float | None
    """The highest rating with which one may enter."""


class ScheduleAnswer(msgspec.Struct, frozen=True):
    """When a tournament starts."""

    begins: Begins
    """demand (when the organizer says), now, at (a time) or every (at a time, and then every so often)."""
    at: Time | None
    """When it starts by itself."""
    every_ms: Millis | None
    """After how many milliseconds the next of the series starts."""
    count: int | None
    """How many tournaments the series has; null: no end."""


class ProgressAnswer(msgspec.Struct, frozen=True):
    """How far a tournament has come, and when it is expected to end."""

    games_played: int
    """How many games have a result, or were voided."""
    games_known: int
    """How many games belong to the rounds made so far."""
    games_expected: int | None
    """How many games there will be; null where the format cannot say."""
    rounds_made: int
    """How many rounds were made."""
    rounds_expected: int | None
    """How many rounds there will be; null where the format cannot say."""
    expected_end: Time | None
    """When the last game ends if they go on at the pace so far; null where that cannot be said."""


class TournamentAnswer(msgspec.Struct, frozen=True):
    """A tournament: what is played and how, who takes part, where it stands. `number` is that of its last entry."""

    id: Id
    """The id of the tournament."""
    name: str
    """What its organizer calls it."""
    about: str
    """What its organizer says of it."""
    status: TournamentStatus
    """entry, running, paused, over or cancelled."""
    why: str
    """Why it ended, was paused or cancelled; of a sequential test that is decided, the verdict with both names."""
    number: int
    """The number of the last entry of its log."""
    organizer: PlayerAnswer
    """Who runs it."""
    settings: dict[str, Any]
    """Format, seats, deals, and every policy, by name."""
    edition: Edition
    """modern or classic."""
    scenarios: list[str]
    """The scenarios played in turn."""
    cast: list[str] | None
    """The characters in every game, if they were named."""
    uniques: list[str] | None
    """The unique districts in every game, if they were named."""
    options: dict[str, Any]
    """The options of the edition that were chosen."""
    clock: ClockAnswer
    """How much time a seat has."""
    timeout: TimeoutPolicy
    """What a timeout does: default_action, ai_takes_over or forfeit."""
    visibility: Visibility
    """public, unlisted or private."""
    spectator_delay_ms: Millis
    """How far behind spectators see the games."""
    rated: bool
    """Whether its games count for ratings."""
    conditions: ConditionsAnswer
    """Who may enter."""
    schedule: ScheduleAnswer
    """When it starts."""
    grace_ms: Millis
    """How long a table waits for who was called to it."""
    at_once: int
    """At how many tables one entrant plays at a time."""
    entry_open: bool
    """Whether one may enter now."""
    entrants: list[EntrantAnswer]
    """All who ever entered, in order of entry."""
    progress: ProgressAnswer
    """How far it has come."""
    rules: int
    """The number of the rules."""
    commitment: str
    """The SHA-256 of id, rules and secret, published before anybody entered."""
    secret: str | None
    """What the seeds of all deals are made from; revealed once the last game is over."""
    series: Id | None
    """The first tournament of its series, if it has one."""
    in_series: int
    """Its place in the series, from 1."""
    next: Id | None
    """The next tournament of the series, once it is made."""
    created: Time
    """When it was made."""
    started: Time | None
    """When it started."""
    ended: Time | None
    """When it ended."""


class StandingAnswer(msgspec.Struct, frozen=True):
    """One line of the standings."""

    place: int
    """From 1; equal ones share it."""
    entrant: Id
    """The id of the entrant."""
    name: str
    """Its name."""
    games: int
    """How many of its games count."""
    points: float
    """All points, byes included."""
    mean: float
    """Points a game."""
    wins: float
    """Games won; a shared victory counts in parts."""
    score: float
    """The mean score."""
    margin: float
    """The mean lead on the best other."""
    mean_place: float
    """The mean place."""
    faults: int
    """Answers that were none."""
    forfeits: int
    """Games forfeited."""
    byes: int
    """Rounds without a table."""
    criteria: list[float]
    """What the place was decided by, in the order that the settings name."""
    withdrawn: str | None
    """Why it has withdrawn; null while it takes part."""


class StandingsAnswer(msgspec.Struct, frozen=True):
    """The standings of a tournament after the entry `number` of its log, with all statistics over its games."""

    tournament: Id
    """The id of the tournament."""
    number: int
    """The number of the last entry of the log that is counted."""
    status: TournamentStatus
    """entry, running, paused, over or cancelled."""
    progress: ProgressAnswer
    """How far it has come."""
    standings: list[StandingAnswer]
    """The entrants, best first."""
    statistics: dict[str, Any]
    """Crosstable, pairwise comparison, effects of seats and characters, ratings fitted over all games, balance."""


class TournamentGame(msgspec.Struct, frozen=True):
    """A game of a tournament."""

    id: Id
    """round.table.deal.turn."""
    round: int
    """The round, from 1."""
    table: Id
    """The id of the table at which it is played."""
    seats: list[Id]
    """Who plays at each seat, by id; `fill:<level>:<number>` is a bot of the house that fills the table."""
    status: GameStatus
    """waiting (not begun), open (players are called), running, over, or void (it counts for nobody)."""
    result: ResultAnswer | None
    """How it ended, corrections included; null before."""
    why: str
    """Why it is void."""
    corrected: bool
    """Whether the organizer has corrected the result."""
    correction: str | None
    """The reason of the latest correction; null where the result was never corrected."""
    sealed: bool
    """Whether seed, record and views are withheld, since the same deal is still played elsewhere."""


class EntryAnswer(msgspec.Struct, frozen=True):
    """One entry of a tournament's log."""

    number: int
    """Its number in the log."""
    at: Time
    """When it was written."""
    kind: EntryKind
    """entered, withdrew, started, paused, resumed, cancelled, pairings, round, result, void, corrected, forfeited, ended; or of the
    house: created, changed, opened, closed, invited, revealed."""
    facts: dict[str, Any]
    """What the entry says; the names depend on the kind. Left out: who was `invited`, but for the organizer and for that account; the
    `picks` of a `result` while its deal is still played elsewhere."""


class TournamentFrame(msgspec.Struct, frozen=True):
    """One message of a tournament's stream: the entries of one commit, and after the newest one the standings.

    `number` is what to resume from.
    """

    type: TournamentFrameType
    """state (the first: where it stands), entries, or end (nothing more will come)."""
    tournament: Id
    """The id of the tournament."""
    number: int
    """The number of the last entry in it: what to resume from."""
    at: Time
    """When the last of its entries was written."""
    entries: list[EntryAnswer]
    """The entries, in order."""
    status: TournamentStatus
    """entry, running, paused, over or cancelled, after the newest entry."""
    standings: list[StandingAnswer] | None = None
    """The standings, in the first and in the newest frame."""
    progress: ProgressAnswer | None = None
    """How far it has come, in the first and in the newest frame."""


EntrantId = Annotated[str, ID, Field(pattern=f"^{ids.ENTRANT}$")]


Title = Annotated[str, Field(min_length=1, max_length=60, pattern=NO_CONTROLS)]


Text = Annotated[str, Field(max_length=2_000, pattern=NO_CONTROLS)]


Why = Annotated[str, Field(min_length=1, max_length=300, pattern=NO_CONTROLS)]


Count = Annotated[int, Field(ge=1, le=1_000_000), Whole]


Figure = Annotated[float, Field(ge=-100_000, le=100_000)]


Moment = Annotated[int, MOMENT, Field(ge=0, le=2**53 - 1), Whole]


class SettingsOrder(Body):
    """How a tournament is played and counted. What is left out has the default of the format."""

    format: Format = "round-robin"
    """round-robin: everybody meets everybody; swiss: near in points; knock-out: the best of a table go on; gauntlet: `focus` meets the
    field; arena: whoever is free; sequential: whether the first of `focus` is better than the second."""
    seats: Players = 4
    """The seats of a table."""
    deals: Annotated[int, Field(ge=1, le=10_000), Whole] = 1
    """How many deals a pairing plays."""
    duplicate: bool | None = None
    """Whether each deal is played again with the players at other seats, so that luck with cards and seats cancels: then all its games are sealed until the last one is over.
    Left out: not where programs from outside take part."""
    rotation: Rotation | None = None
    """How the players change seats. cycle: everybody at each seat once; latin: with the neighbours mixed; full: every order; none."""
    shared: bool | None = None
    """Whether all tables of a round play the same deals: then bots that do not meet had the same cards, and there are fewer deals to tell
    from. Left out: only where `duplicate` is said to be true."""
    rounds: Annotated[int, Field(ge=1, le=10_000), Whole] | None = None
    """Of a Swiss or an arena; left out: as many as the field needs."""
    tables: Annotated[int, Field(ge=1, le=100_000), Whole] | None = None
    """The most pairings of a round robin or a gauntlet: with more a balanced choice of them is played."""
    advance: Annotated[int, Field(ge=1, le=7), Whole] | None = None
    """Of a knock-out: how many of each table go on; left out: half of them, rounded up."""
    focus: list[EntrantId] | None = Field(default=None, max_length=8)
    """Of a gauntlet: who meets the field; of a sequential test: the two compared."""
    seeding: Seeding | None = None
    """The order before anything is played. lot: by lot; entry: the order of entry, the strongest first."""
    points: Points | None = None
    """What a game is worth. place: 1 for the first, 0 for the last, evenly between; wins: 1 for the winner; share: the part of the
    table's whole score."""
    order: list[Criterion] | None = Field(default=None, max_length=12)
    """What places are decided by, the first criterion first."""
    odd: OddPolicy | None = None
    """Who does not fill a table. bye: rests; fill: bots of the house sit down too; smaller: a table with fewer seats."""
    small_field: SmallFieldPolicy | None = None
    """Fewer entrants than seats. refuse: it does not start; fill: bots of the house sit down too."""
    filler: AiLevel | None = None
    """The level of the bots that fill tables and empty seats."""
    bye: ByePolicy | None = None
    """What a bye is worth: half of the most that its table could give, all of it, nothing."""
    late: LatePolicy | None = None
    """Entry after the start. refuse; zero: without points for the rounds missed; byes: those missed count as byes."""
    withdrawal: WithdrawalPolicy | None = None
    """What was played by who withdrew. keep: it counts; half: only where at least half of their games are played; void: it does not."""
    empty_seat: EmptySeatPolicy | None = None
    """The seat of who withdrew. house: a bot of the house; absent: the default action; cancel: no game."""
    fault: FaultPolicy | None = None
    """A bot that is out of time. forfeit: the default action plays on; harmless: that one decision is taken by it."""
    forfeit: ForfeitPolicy | None = None
    """A forfeited seat is placed last, or the game counts for nobody."""
    no_show: NoShowPolicy | None = None
    """Who does not come to a table. last: the seat is forfeited; void: the game counts for nobody; withdraw: forfeited, and out."""
    forfeits: Annotated[int, Field(ge=1, le=1_000), Whole] | None = None
    """After so many forfeited games an entrant is withdrawn; left out: never."""
    bound: Annotated[float, Field(gt=0, lt=1)] | None = None
    """Of a sequential test: the difference of mean points that is to be found."""
    alpha: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    """Of a sequential test: how often it may say better where nothing is better."""
    beta: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    """Of a sequential test: how often it may miss a difference of `bound`."""
    most: Count | None = None
    """Of a sequential test or an arena: the most games."""


class ConditionsOrder(Body):
    """Who may enter."""

    kinds: list[AccountKind] = Field(default=["bot"], min_length=1, max_length=3)
    """Whose accounts may enter: bot, account, guest. Bots of the house are entered by the organizer."""
    bots_per_owner: Annotated[int, Field(ge=1, le=100), Whole] | None = None
    """How many entrants one owner may have; left out: one where it is rated, else any number."""
    most: Annotated[int, Field(ge=2, le=256), Whole] = 256
    """How many entrants there may be."""
    invited_only: bool = False
    """Whether only who is invited may enter."""
    least_rating: Figure | None = None
    """The least rating with which one may enter."""
    most_rating: Figure | None = None
    """The highest rating with which one may enter."""


class ScheduleOrder(Body):
    """When it starts."""

    begins: Begins = "demand"
    """demand: when the organizer says so; now: at once; at: at a time; every: at a time, and then every so often."""
    at: Moment | None = None
    """at, every: when it starts."""
    every_ms: Annotated[int, SPAN, Field(ge=60_000, le=366 * DAY), Whole] | None = None
    """every: after how long the next one of the series starts, with the same settings and an entry of its own."""
    count: Annotated[int, Field(ge=1, le=10_000), Whole] | None = None
    """every: how many tournaments the series has; left out: until one is cancelled."""


class TournamentOrder(Body):
    """A tournament to be made."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "An evening",
                    "settings": {"format": "round-robin", "seats": 4, "deals": 2},
                    "house": ["greedy", "greedy", "random", "random"],
                }
            ]
        }
    )

    name: Title
    """What to call it."""
    about: Text = ""
    """What it is about."""
    settings: SettingsOrder = SettingsOrder()
    """How it is played and counted."""
    edition: Edition = "modern"
    """modern (2016) or classic (2000, with The Dark City)."""
    scenarios: list[Word] = Field(default=[], max_length=40)
    """Scenarios of the catalogue, taken in turn by the deals; `all` stands for every one. Left out: the rulebook's first game."""
    cast: list[Word] | None = Field(default=None, max_length=9)
    """The characters by rank, in place of a scenario's."""
    uniques: list[Word] | None = Field(default=None, max_length=40)
    """The unique districts, in place of a scenario's."""
    options: dict[Word, bool | Annotated[int, Whole] | str] = Field(
        default={}, max_length=10, json_schema_extra={"additionalProperties": False}
    )
    """Options of the edition: those that are left out have the rulebook's value."""
    clock: ClockOrder = DecisionClock(kind="decision", limit_ms=30_000)
    """The clock of every seat; left out: half a minute for each decision."""
    timeout: TimeoutPolicy = "default_action"
    """What a timeout does."""
    visibility: Visibility = "public"
    """Who may see it and its tables."""
    spectator_delay_ms: DelayMs = 0
    """How far behind spectators see its games."""
    rated: bool = False
    """Whether its games count for ratings."""
    conditions: ConditionsOrder = ConditionsOrder()
    """Who may enter, and how many."""
    schedule: ScheduleOrder = ScheduleOrder()
    """When it starts, and whether again."""
    grace_ms: Annotated[int, SPAN, Field(ge=1, le=14 * DAY), Whole] = 60_000
    """For how long a table waits for who is called to it, before `no_show` is applied."""
    at_once: Annotated[int, Field(ge=1, le=100), Whole] = 4
    """At how many tables an entrant plays at once, at most."""
    house: list[AiLevel] = Field(default=[], max_length=64)
    """Bots of the house that take part from the beginning."""


class TournamentChange(Body):
    """What to change of a tournament; what is left out stays. After the start only `name`, `about`, `grace_ms`, `at_once` can change."""

    name: Title | None = None
    """What to call it."""
    about: Text | None = None
    """What it is about."""
    settings: SettingsOrder | None = None
    """How it is played and counted: what is said of it; what is left out stays, and null stands for the default of the format."""
    conditions: ConditionsOrder | None = None
    """Who may enter: what is said of it; what is left out stays, and null stands for the default."""
    schedule: ScheduleOrder | None = None
    """When it starts: what is said of it; what is left out stays as far as it goes with `begins`, and null stands for the default."""
    grace_ms: Annotated[int, SPAN, Field(ge=1, le=14 * DAY), Whole] | None = None
    """For how long a table waits for who is called to it."""
    at_once: Annotated[int, Field(ge=1, le=100), Whole] | None = None
    """At how many tables an entrant plays at once, at most."""


class ConductOrder(Body):
    """What to do with a tournament."""

    do: Conduct
    """open or close entry; start; pause (games that run are played on, no new ones begin) and resume; cancel."""
    why: Why | None = None
    """The reason, for those who take part."""


class EnterOrder(Body):
    """Who is to take part: oneself, a bot of one's own, or a bot of the house."""

    account: AccountId | None = None
    """A bot of one's own; left out: oneself."""
    level: AiLevel | None = None
    """A bot of the house of this level, entered by the organizer; the same level may enter more than once."""


class WithdrawOrder(Body):
    """Why an entrant takes part no more."""

    why: Why | None = None
    """The reason."""


class InviteeOrder(Body):
    """Whom to invite."""

    account: AccountId
    """The account, of a person or a bot."""


class CorrectOrder(Body):
    """What a game is to count as, and why. Without places and scores it counts for nobody."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"places": [1, 2, 3, 4], "why": "The second seat could not be reached."}]}
    )

    places: list[Annotated[int, Field(ge=1, le=8), Whole]] | None = Field(default=None, min_length=2, max_length=8)
    """The place of each seat, from 1; those who share one have the same."""
    scores: list[Annotated[int, Field(ge=0, le=1_000), Whole]] | None = Field(default=None, min_length=2, max_length=8)
    """The score of each seat; left out: as it stands."""
    why: Why
    """The reason, which everybody sees."""


class PairingsOrder(Body):
    """The organizer's own pairings for the next round."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"round": 1, "pairings": [["entrant_1", "entrant_2"]]}]})

    round: Count
    """The number of the round: the next one."""
    pairings: list[Annotated[list[EntrantId], Field(min_length=2, max_length=8)]] = Field(min_length=1, max_length=128)
    """Who meets at each table; who is at none rests."""


class TournamentsQuery(Body):
    """Which tournaments."""

    cursor: Annotated[str, Field(pattern=rf"^[0-9]{{1,15}}\.tour_{ids.ID}$")] | None = None
    """Where the part before ended: its `next`."""
    limit: Limit = 20
    """How many items at most."""
    status: TournamentStatus | None = None
    """Only those that stand so."""
    format: Format | None = None
    """Only those of the format."""
    edition: Edition | None = None
    """Only those of the edition."""
    rated: Truth | None = None
    """Only rated ones, or those that are not."""
    mine: Truth = False
    """Only those that one has made or takes part in."""


class GamesQuery(Body):
    """Which games of a tournament."""

    cursor: Annotated[str, Field(pattern=f"^{ids.GAME}$")] | None = None
    """Where the part before ended: its `next`."""
    limit: Limit = 50
    """How many items at most."""
    round: Annotated[int, Field(ge=1, le=1_000_000), Number] | None = None
    """Only those of the round."""
    entrant: EntrantId | None = None
    """Only those in which this one sits."""
    game: Annotated[str, Field(pattern=f"^{ids.GAME}$")] | None = None
    """Only this one: `round.table.deal.turn`, which its table tells as `fixture`."""
    status: GameStatus | None = None
    """Only those that stand so."""


class FollowQuery(Body):
    """From where on, and how long to wait."""

    after: After | None = None
    """The number of the last frame that is known; left out: begin with the standings. `Last-Event-ID` says the same."""
    wait_ms: Annotated[int, Field(ge=0, le=25_000), Number] = 0
    """Only for JSON: for how long to wait where nothing has happened yet."""


class TournamentFrames(msgspec.Struct, frozen=True):
    """What has happened in a tournament."""

    items: list[TournamentFrame]
    """The frames, oldest first; none where nothing has happened in the time waited."""
    after: int
    """What to send as `after` next time."""
