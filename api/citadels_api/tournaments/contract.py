"""Requests and responses of tournaments. REST encodes the responses as they are; GraphQL reads their attributes.

Times are milliseconds since 1970, UTC. `citadels_contest.settings` documents each setting and policy.
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
    """An entrant: an account or a house bot that takes part in a tournament."""

    id: Id
    """The id of the entrant in the log and in the standings: the account's id, or `greedy`, `greedy#2`, ... for house bots."""
    name: str
    """The name of the entrant."""
    kind: EntrantKind
    """bot, human, or house for a house bot."""
    owner: Id | None
    """The account that owns the bot; null for other entrants."""
    level: AiLevel | None
    """The level of a house bot; null for other entrants."""
    withdrawn: str | None
    """Why the entrant withdrew or was removed; null while it takes part."""


class ConditionsAnswer(msgspec.Struct, frozen=True):
    """The conditions for entering a tournament."""

    kinds: list[AccountKind]
    """The kinds of accounts that may enter: bot, account, guest."""
    bots_per_owner: int | None
    """The maximum number of entrants with the same owner; null for any number."""
    most: int
    """The maximum number of entrants."""
    invited_only: bool
    """Whether only invited accounts may enter."""
    least_rating: float | None
    """The lowest rating that may enter."""
    most_rating: float | None
    """The highest rating that may enter."""


class ScheduleAnswer(msgspec.Struct, frozen=True):
    """When a tournament starts."""

    begins: Begins
    """demand (when the organizer starts it), now, at (at a given time) or every (at a given time, and then repeatedly)."""
    at: Time | None
    """When the tournament starts by itself."""
    every_ms: Millis | None
    """The milliseconds until the next tournament of the series starts."""
    count: int | None
    """The number of tournaments in the series; null for a series without an end."""


class ProgressAnswer(msgspec.Struct, frozen=True):
    """The progress of a tournament, and its expected end."""

    games_played: int
    """The number of games that have a result or were voided."""
    games_known: int
    """The number of games in the rounds so far."""
    games_expected: int | None
    """The number of games in the whole tournament; null if the format does not fix it."""
    rounds_made: int
    """The number of rounds so far."""
    rounds_expected: int | None
    """The number of rounds in the whole tournament; null if the format does not fix it."""
    expected_end: Time | None
    """When the last game will end at the present pace; null if that is unknown."""


class TournamentAnswer(msgspec.Struct, frozen=True):
    """A tournament: its settings, its entrants, its state. `number` is the number of its last entry."""

    id: Id
    """The id of the tournament."""
    name: str
    """The name of the tournament."""
    about: str
    """The description by the organizer."""
    status: TournamentStatus
    """entry, running, paused, over or cancelled."""
    why: str
    """Why the tournament ended, was paused or was cancelled. For a decided sequential test: the verdict with both names."""
    number: int
    """The number of the last entry of its log."""
    organizer: PlayerAnswer
    """The organizer."""
    settings: dict[str, Any]
    """Format, seats, deals and all policies, by name."""
    edition: Edition
    """modern or classic."""
    scenarios: list[str]
    """The scenarios, played in turn."""
    cast: list[str] | None
    """The characters in every game, if the organizer named them."""
    uniques: list[str] | None
    """The unique districts in every game, if the organizer named them."""
    options: dict[str, Any]
    """The chosen options of the edition."""
    clock: ClockAnswer
    """How the time of a seat is limited."""
    timeout: TimeoutPolicy
    """What happens after a timeout: default_action, ai_takes_over or forfeit."""
    visibility: Visibility
    """public, unlisted or private."""
    spectator_delay_ms: Millis
    """The delay of the games for spectators."""
    rated: bool
    """Whether the games are rated."""
    conditions: ConditionsAnswer
    """Who may enter."""
    schedule: ScheduleAnswer
    """When it starts."""
    grace_ms: Millis
    """How long a table waits for players who are called to it."""
    at_once: int
    """At how many tables one entrant plays at the same time."""
    entry_open: bool
    """Whether accounts may enter now."""
    entrants: list[EntrantAnswer]
    """All entrants, in order of entry, including those who withdrew."""
    progress: ProgressAnswer
    """The progress of the tournament."""
    rules: int
    """The version number of the rules."""
    commitment: str
    """The SHA-256 of id, rules and secret, published before the first entry."""
    secret: str | None
    """The secret that the seeds of all deals are computed from; null until the last game is over."""
    series: Id | None
    """The first tournament of the series; null without a series."""
    in_series: int
    """The position in the series, from 1."""
    next: Id | None
    """The next tournament of the series; null until it is created."""
    created: Time
    """When the tournament was created."""
    started: Time | None
    """When it started."""
    ended: Time | None
    """When it ended."""


class StandingAnswer(msgspec.Struct, frozen=True):
    """One row of the standings."""

    place: int
    """The place, from 1. Tied entrants share a place."""
    entrant: Id
    """The id of the entrant."""
    name: str
    """The name of the entrant."""
    games: int
    """The number of games that count."""
    points: float
    """Total points, including byes."""
    mean: float
    """Points per game."""
    wins: float
    """Games won; a shared victory counts as a fraction."""
    score: float
    """The mean score."""
    margin: float
    """The mean lead over the best other player."""
    mean_place: float
    """The mean place."""
    faults: int
    """The number of missing or illegal answers."""
    forfeits: int
    """The number of forfeited games."""
    byes: int
    """The number of rounds without a table."""
    criteria: list[float]
    """The criteria that decided the place, in the order of the settings."""
    withdrawn: str | None
    """Why the entrant withdrew; null while it takes part."""


class StandingsAnswer(msgspec.Struct, frozen=True):
    """The standings of a tournament after the entry `number` of its log, with statistics over all games."""

    tournament: Id
    """The id of the tournament."""
    number: int
    """The number of the last log entry that the standings include."""
    status: TournamentStatus
    """entry, running, paused, over or cancelled."""
    progress: ProgressAnswer
    """The progress of the tournament."""
    standings: list[StandingAnswer]
    """The entrants, best first."""
    statistics: dict[str, Any]
    """Crosstable, pairwise comparison, effects of seats and characters, ratings from all games, balance."""


class TournamentGame(msgspec.Struct, frozen=True):
    """A game of a tournament."""

    id: Id
    """round.table.deal.turn."""
    round: int
    """The round, from 1."""
    table: Id
    """The id of the table where it is played."""
    seats: list[Id]
    """The entrant at each seat, by id. `fill:<level>:<number>` is a house bot that fills the table."""
    status: GameStatus
    """waiting (not started), open (players are called), running, over, or void (it counts for nobody)."""
    result: ResultAnswer | None
    """How the game ended, including corrections; null before the end."""
    why: str
    """Why the game is void; null if it is not."""
    corrected: bool
    """Whether the organizer has corrected the result."""
    correction: str | None
    """The reason for the latest correction; null without one."""
    sealed: bool
    """Whether seed, record and views are withheld because the same deal is still played at another table."""


class EntryAnswer(msgspec.Struct, frozen=True):
    """One entry of a tournament's log."""

    number: int
    """The number of the entry in the log."""
    at: Time
    """When it was written."""
    kind: EntryKind
    """entered, withdrew, started, paused, resumed, cancelled, pairings, round, result, void, corrected, forfeited, ended; or, from the
    service: created, changed, opened, closed, invited, revealed.
    """
    facts: dict[str, Any]
    """The content of the entry. The names depend on the kind. Some parts are withheld: only the organizer and the account itself see who
    was `invited`, and `picks` of a `result` are withheld while the same deal is still played at another table.
    """


class TournamentFrame(msgspec.Struct, frozen=True):
    """One message of a tournament's stream: the entries of one commit. The newest frame also has the standings.

    Resume from `number`.
    """

    type: TournamentFrameType
    """state (the first frame, with the current state), entries, or end (the stream has ended)."""
    tournament: Id
    """The id of the tournament."""
    number: int
    """The number of the last entry in the frame. Resume from it."""
    at: Time
    """When the last entry in the frame was written."""
    entries: list[EntryAnswer]
    """The entries, in order."""
    status: TournamentStatus
    """The state after the newest entry: entry, running, paused, over or cancelled."""
    standings: list[StandingAnswer] | None = None
    """The standings, in the first frame and in the newest one."""
    progress: ProgressAnswer | None = None
    """The progress, in the first frame and in the newest one."""


EntrantId = Annotated[str, ID, Field(pattern=f"^{ids.ENTRANT}$")]


Title = Annotated[str, Field(min_length=1, max_length=60, pattern=NO_CONTROLS)]


Text = Annotated[str, Field(max_length=2_000, pattern=NO_CONTROLS)]


Why = Annotated[str, Field(min_length=1, max_length=300, pattern=NO_CONTROLS)]


Count = Annotated[int, Field(ge=1, le=1_000_000), Whole]


Figure = Annotated[float, Field(ge=-100_000, le=100_000)]


Moment = Annotated[int, MOMENT, Field(ge=0, le=2**53 - 1), Whole]


class SettingsOrder(Body):
    """How a tournament is played and scored. Settings that you leave out have the default of the format."""

    format: Format = "round-robin"
    """round-robin: all entrants meet each other; swiss: entrants with similar points meet; knock-out: the best of each table advance;
    gauntlet: the entrants in `focus` meet all others; arena: entrants who are free meet; sequential: a test whether the first entrant in
    `focus` is better than the second.
    """
    seats: Players = 4
    """The number of seats at a table."""
    deals: Annotated[int, Field(ge=1, le=10_000), Whole] = 1
    """The number of deals that a pairing plays."""
    duplicate: bool | None = None
    """Whether each deal is played again with the players at other seats, so that luck with cards and seats cancels out. All games of such a
    deal are sealed until the last of them is over. Left out: false if external programs take part.
    """
    rotation: Rotation | None = None
    """How players change seats. cycle: each player sits at each seat once; latin: like cycle, but with different neighbours; full: every
    order; none: one game.
    """
    shared: bool | None = None
    """Whether all tables of a round play the same deals. Bots that do not meet then have the same cards, but there are fewer different
    deals. Left out: true only if `duplicate` is set to true.
    """
    rounds: Annotated[int, Field(ge=1, le=10_000), Whole] | None = None
    """The number of rounds of a Swiss or an arena. Left out: as many as the number of entrants needs."""
    tables: Annotated[int, Field(ge=1, le=100_000), Whole] | None = None
    """The maximum number of pairings of a round robin or a gauntlet. If there are more, a balanced sample is played."""
    advance: Annotated[int, Field(ge=1, le=7), Whole] | None = None
    """The number of players of each table who advance in a knock-out. Left out: half of them, rounded up."""
    focus: list[EntrantId] | None = Field(default=None, max_length=8)
    """In a gauntlet: the entrants who meet all others. In a sequential test: the two entrants to compare."""
    seeding: Seeding | None = None
    """The order of the entrants before the first game. lot: by lot; entry: the order of entry, strongest first."""
    points: Points | None = None
    """How a game is scored in points. place: 1 for the first, 0 for the last, evenly spaced between; wins: 1 for the winner; share: the
    player's share of the total score of the table.
    """
    order: list[Criterion] | None = Field(default=None, max_length=12)
    """The criteria that decide places, the first one first."""
    odd: OddPolicy | None = None
    """What happens to entrants who do not fill a table. bye: they rest; fill: house bots fill the table; smaller: they play at a table with
    fewer seats.
    """
    small_field: SmallFieldPolicy | None = None
    """What happens with fewer entrants than seats. refuse: the tournament does not start; fill: house bots fill the table."""
    filler: AiLevel | None = None
    """The level of the house bots that fill tables and empty seats."""
    bye: ByePolicy | None = None
    """How many points a bye gives. half: half of the most points that the table could give; full: all of them; none: nothing."""
    late: LatePolicy | None = None
    """Whether accounts may enter after the start. refuse: no; zero: yes, without points for the rounds that they missed; byes: yes, and the
    rounds that they missed count as byes.
    """
    withdrawal: WithdrawalPolicy | None = None
    """Whether the games of an entrant who withdrew count. keep: yes; half: only if at least half of the games are played; void: no."""
    empty_seat: EmptySeatPolicy | None = None
    """Who plays the remaining games of an entrant who withdrew. house: a house bot; absent: the service takes the default actions; cancel:
    the games are not played.
    """
    fault: FaultPolicy | None = None
    """What happens when a bot runs out of time. forfeit: it forfeits the game, and the service takes the default actions; harmless: the
    service takes the default action for that one decision.
    """
    forfeit: ForfeitPolicy | None = None
    """How a forfeited seat counts. last: it takes the last place; void: the game counts for nobody."""
    no_show: NoShowPolicy | None = None
    """What happens when a player does not come to the table. last: the player forfeits the seat; void: the game counts for nobody;
    withdraw: the player forfeits the seat and leaves the tournament.
    """
    forfeits: Annotated[int, Field(ge=1, le=1_000), Whole] | None = None
    """After how many forfeited games an entrant is removed. Left out: never."""
    bound: Annotated[float, Field(gt=0, lt=1)] | None = None
    """In a sequential test: the difference in mean points to detect."""
    alpha: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    """In a sequential test: the probability of finding a difference where there is none."""
    beta: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    """In a sequential test: the probability of missing a difference of `bound`."""
    most: Count | None = None
    """In a sequential test or an arena: the maximum number of games."""


class ConditionsOrder(Body):
    """The conditions for entering."""

    kinds: list[AccountKind] = Field(default=["bot"], min_length=1, max_length=3)
    """The kinds of accounts that may enter: bot, account, guest. The organizer enters house bots."""
    bots_per_owner: Annotated[int, Field(ge=1, le=100), Whole] | None = None
    """The maximum number of entrants with the same owner. Left out: one in a rated tournament, otherwise any number."""
    most: Annotated[int, Field(ge=2, le=256), Whole] = 256
    """The maximum number of entrants."""
    invited_only: bool = False
    """Whether only invited accounts may enter."""
    least_rating: Figure | None = None
    """The lowest rating that may enter."""
    most_rating: Figure | None = None
    """The highest rating that may enter."""


class ScheduleOrder(Body):
    """When the tournament starts."""

    begins: Begins = "demand"
    """demand: when the organizer starts it; now: at once; at: at a given time; every: at a given time, and then repeatedly."""
    at: Moment | None = None
    """For `at` and `every`: the time of the start."""
    every_ms: Annotated[int, SPAN, Field(ge=60_000, le=366 * DAY), Whole] | None = None
    """For `every`: the time until the next tournament of the series starts. It has the same settings and its own entrants."""
    count: Annotated[int, Field(ge=1, le=10_000), Whole] | None = None
    """For `every`: the number of tournaments in the series. Left out: until one is cancelled."""


class TournamentOrder(Body):
    """The tournament to create."""

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
    """The name of the tournament."""
    about: Text = ""
    """The description of the tournament."""
    settings: SettingsOrder = SettingsOrder()
    """How the tournament is played and scored."""
    edition: Edition = "modern"
    """modern (2016) or classic (2000, with The Dark City)."""
    scenarios: list[Word] = Field(default=[], max_length=40)
    """Scenarios of the catalogue. The deals use them in turn; `all` means every scenario. Left out: the first game of the rulebook."""
    cast: list[Word] | None = Field(default=None, max_length=9)
    """The characters by rank, instead of a scenario's."""
    uniques: list[Word] | None = Field(default=None, max_length=40)
    """The unique districts, instead of a scenario's."""
    options: dict[Word, bool | Annotated[int, Whole] | str] = Field(
        default={}, max_length=10, json_schema_extra={"additionalProperties": False}
    )
    """Options of the edition. Options that you leave out have the rulebook's value."""
    clock: ClockOrder = DecisionClock(kind="decision", limit_ms=30_000)
    """The time limit of every seat. Left out: half a minute for each decision."""
    timeout: TimeoutPolicy = "default_action"
    """What happens after a timeout."""
    visibility: Visibility = "public"
    """Who may see the tournament and its tables."""
    spectator_delay_ms: DelayMs = 0
    """The delay of the games for spectators."""
    rated: bool = False
    """Whether the games are rated."""
    conditions: ConditionsOrder = ConditionsOrder()
    """Who may enter, and how many."""
    schedule: ScheduleOrder = ScheduleOrder()
    """When the tournament starts, and whether it repeats."""
    grace_ms: Annotated[int, SPAN, Field(ge=1, le=14 * DAY), Whole] = 60_000
    """How long a table waits for players who are called to it, before `no_show` applies."""
    at_once: Annotated[int, Field(ge=1, le=100), Whole] = 4
    """The maximum number of tables where an entrant plays at the same time."""
    house: list[AiLevel] = Field(default=[], max_length=64)
    """House bots that take part from the start."""


class TournamentChange(Body):
    """Changes to a tournament. Fields that you leave out stay as they are. After the start you can change only `name`, `about`, `grace_ms`
    and `at_once`.
    """

    name: Title | None = None
    """The name of the tournament."""
    about: Text | None = None
    """The description of the tournament."""
    settings: SettingsOrder | None = None
    """How the tournament is played and scored. Settings that you leave out stay as they are; null sets the default of the format."""
    conditions: ConditionsOrder | None = None
    """Who may enter. Conditions that you leave out stay as they are; null sets the default."""
    schedule: ScheduleOrder | None = None
    """When the tournament starts. Parts that you leave out stay as they are if they fit `begins`; null sets the default."""
    grace_ms: Annotated[int, SPAN, Field(ge=1, le=14 * DAY), Whole] | None = None
    """How long a table waits for players who are called to it."""
    at_once: Annotated[int, Field(ge=1, le=100), Whole] | None = None
    """The maximum number of tables where an entrant plays at the same time."""


class ConductOrder(Body):
    """A command to a tournament."""

    do: Conduct
    """open or close entry; start; pause (running games continue, no new games start) or resume; cancel."""
    why: Why | None = None
    """The reason. All entrants can read it."""


class EnterOrder(Body):
    """The entrant: you, a bot of yours, or a house bot."""

    account: AccountId | None = None
    """A bot of yours. Left out: yourself."""
    level: AiLevel | None = None
    """A house bot of this level; only the organizer may enter one. The same level may enter more than once."""


class WithdrawOrder(Body):
    """Why an entrant withdraws."""

    why: Why | None = None
    """The reason."""


class InviteeOrder(Body):
    """The account to invite."""

    account: AccountId
    """The account of a person or a bot."""


class CorrectOrder(Body):
    """The corrected result of a game, and the reason. Without places and scores the game counts for nobody."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"places": [1, 2, 3, 4], "why": "The second seat could not be reached."}]}
    )

    places: list[Annotated[int, Field(ge=1, le=8), Whole]] | None = Field(default=None, min_length=2, max_length=8)
    """The place of each seat, from 1. Seats that share a place have the same number."""
    scores: list[Annotated[int, Field(ge=0, le=1_000), Whole]] | None = Field(default=None, min_length=2, max_length=8)
    """The score of each seat. Left out: the scores stay as they are."""
    why: Why
    """The reason. Everybody can read it."""


class PairingsOrder(Body):
    """The organizer's own pairings for the next round."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"round": 1, "pairings": [["entrant_1", "entrant_2"]]}]})

    round: Count
    """The number of the next round."""
    pairings: list[Annotated[list[EntrantId], Field(min_length=2, max_length=8)]] = Field(min_length=1, max_length=128)
    """The entrants of each table. Entrants who are at no table rest."""


class TournamentsQuery(Body):
    """Which tournaments to list."""

    cursor: Annotated[str, Field(pattern=rf"^[0-9]{{1,15}}\.tour_{ids.ID}$")] | None = None
    """The `next` of the previous page."""
    limit: Limit = 20
    """The maximum number of items."""
    status: TournamentStatus | None = None
    """Only tournaments in this state."""
    format: Format | None = None
    """Only tournaments of this format."""
    edition: Edition | None = None
    """Only tournaments of this edition."""
    rated: Truth | None = None
    """Only rated tournaments, or only those that are not rated."""
    mine: Truth = False
    """Only tournaments that you organize or take part in."""


class GamesQuery(Body):
    """Which games of a tournament to list."""

    cursor: Annotated[str, Field(pattern=f"^{ids.GAME}$")] | None = None
    """The `next` of the previous page."""
    limit: Limit = 50
    """The maximum number of items."""
    round: Annotated[int, Field(ge=1, le=1_000_000), Number] | None = None
    """Only games of this round."""
    entrant: EntrantId | None = None
    """Only games of this entrant."""
    game: Annotated[str, Field(pattern=f"^{ids.GAME}$")] | None = None
    """Only this game: `round.table.deal.turn`, the `fixture` of its table."""
    status: GameStatus | None = None
    """Only games in this state."""


class FollowQuery(Body):
    """Where to resume, and how long to wait."""

    after: After | None = None
    """The number of the last frame that you have. Left out: the stream starts with the standings. `Last-Event-ID` means the same."""
    wait_ms: Annotated[int, Field(ge=0, le=25_000), Number] = 0
    """For JSON only: how long to wait if there are no new entries."""


class TournamentFrames(msgspec.Struct, frozen=True):
    """The new frames of a tournament."""

    items: list[TournamentFrame]
    """The frames, oldest first; empty if nothing happened within the waiting time."""
    after: int
    """The value of `after` for the next request."""
