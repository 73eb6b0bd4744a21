"""What a service answers about tournaments: settings, entrants, games, standings, and what a stream of one brings."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, Tag

from citadels_sdk.client.models import Clock, Edition, Level, Model, Player, Result, Timeout, Visibility, Word
from citadels_sdk.client.unknown import Unknown, kinds

__all__ = [
    "AccountKind",
    "Begins",
    "Conditions",
    "Entrant",
    "EntriesFrame",
    "Entry",
    "EntryKind",
    "GameStatus",
    "OverFrame",
    "Progress",
    "Schedule",
    "Standing",
    "Standings",
    "StateFrame",
    "Tournament",
    "TournamentFrame",
    "TournamentFrames",
    "TournamentGame",
    "TournamentStatus",
]

TournamentStatus = Literal["entry", "running", "paused", "over", "cancelled"]
GameStatus = Literal["waiting", "open", "running", "over", "void"]
AccountKind = Literal["guest", "account", "bot"]
Begins = Literal["demand", "now", "at", "every"]
EntryKind = Literal[
    "created", "changed", "opened", "closed", "invited", "entered", "withdrew", "started", "paused", "resumed", "cancelled",
    "pairings", "round", "result", "void", "corrected", "forfeited", "ended", "revealed",
]  # fmt: skip


class Conditions(Model):
    """Who may enter a tournament."""

    kinds: tuple[Word[AccountKind], ...]
    """Whose accounts may enter: bot, account, guest."""
    bots_per_owner: int | None
    """How many entrants one owner may have; None: any number."""
    most: int
    """How many entrants there may be."""
    invited_only: bool
    """Whether only who is invited may enter."""
    least_rating: float | None
    """The least rating with which one may enter."""
    most_rating: float | None
    """The highest rating with which one may enter."""


class Schedule(Model):
    """When a tournament starts."""

    begins: Word[Begins]
    """demand (when the organizer says), now, at (a time) or every (at a time, and then every so often)."""
    at: int | None
    """When it starts by itself."""
    every_ms: int | None
    """After how many milliseconds the next of the series starts."""
    count: int | None
    """How many tournaments the series has; None: no end."""


class Entrant(Model):
    """Who takes part in a tournament."""

    id: str
    """What it is called in the log and in the standings: the account's id; `greedy`, `greedy#2` for bots of the house."""
    name: str
    """Its name."""
    kind: Word[Literal["human", "bot", "house"]]
    """bot, human, or house for a bot of the house."""
    owner: str | None
    """The account that answers for it."""
    level: Word[Level | None]
    """The level of a bot of the house."""
    withdrawn: str | None
    """Why it has withdrawn, or was taken out; None while it takes part."""


class Progress(Model):
    """How far a tournament has come, and when it is expected to end."""

    games_played: int
    """How many games have a result, or were voided."""
    games_known: int
    """How many games belong to the rounds made so far."""
    games_expected: int | None
    """How many games there will be; None where the format cannot say."""
    rounds_made: int
    """How many rounds were made."""
    rounds_expected: int | None
    """How many rounds there will be; None where the format cannot say."""
    expected_end: int | None
    """When the last game ends if they go on at the pace so far; None where that cannot be said."""


class Tournament(Model):
    """A tournament: what is played and how, who takes part, where it stands. `number` is that of its last entry."""

    id: str
    """The id of the tournament."""
    name: str
    """What its organizer calls it."""
    about: str
    """What its organizer says of it."""
    status: Word[TournamentStatus]
    """entry, running, paused, over or cancelled."""
    why: str
    """Why it ended, was paused or cancelled; of a sequential test that is decided, the verdict with both names."""
    number: int
    """The number of the last entry of its log."""
    organizer: Player
    """Who runs it."""
    settings: Mapping[str, object]
    """Format, seats, deals, and every policy, by name."""
    edition: Word[Edition]
    """modern or classic."""
    scenarios: tuple[str, ...]
    """The scenarios played in turn."""
    cast: tuple[str, ...] | None
    """The characters in every game, if they were named."""
    uniques: tuple[str, ...] | None
    """The unique districts in every game, if they were named."""
    options: Mapping[str, object]
    """The options of the edition that were chosen."""
    clock: Clock
    """How much time a seat has."""
    timeout: Word[Timeout]
    """What a timeout does: default_action, ai_takes_over or forfeit."""
    visibility: Word[Visibility]
    """public, unlisted or private."""
    spectator_delay_ms: int
    """How far behind spectators see the games."""
    rated: bool
    """Whether its games count for ratings."""
    conditions: Conditions
    """Who may enter."""
    schedule: Schedule
    """When it starts."""
    grace_ms: int
    """How long a table waits for who was called to it."""
    at_once: int
    """At how many tables one entrant plays at a time."""
    entry_open: bool
    """Whether one may enter now."""
    entrants: tuple[Entrant, ...]
    """All who ever entered, in order of entry."""
    progress: Progress
    """How far it has come."""
    rules: int
    """The number of the rules."""
    commitment: str
    """The SHA-256 of id, rules and secret, published before anybody entered."""
    secret: str | None
    """What the seeds of all deals are made from; revealed once the last game is over."""
    series: str | None
    """The first tournament of its series, if it has one."""
    in_series: int
    """Its place in the series, from 1."""
    next: str | None
    """The next tournament of the series, once it is made."""
    created: int
    """When it was made."""
    started: int | None
    """When it started."""
    ended: int | None
    """When it ended."""


class TournamentGame(Model):
    """A game of a tournament."""

    id: str
    """round.table.deal.turn."""
    round: int
    """The round, from 1."""
    table: str
    """The id of the table at which it is played."""
    seats: tuple[str, ...]
    """Who plays at each seat, by id; `fill:<level>:<number>` is a bot of the house that fills the table."""
    status: Word[GameStatus]
    """waiting (not begun), open (players are called), running, over, or void (it counts for nobody)."""
    result: Result | None
    """How it ended, corrections included; None before."""
    why: str
    """Why it is void."""
    corrected: bool
    """Whether the organizer has corrected the result."""
    correction: str | None
    """The reason of the latest correction; None where the result was never corrected."""
    sealed: bool
    """Whether seed, record and views are withheld, since the same deal is still played elsewhere."""


class Standing(Model):
    """One line of the standings."""

    place: int
    """From 1; equal ones share it."""
    entrant: str
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
    criteria: tuple[float, ...]
    """What the place was decided by, in the order that the settings name."""
    withdrawn: str | None
    """Why it has withdrawn; None while it takes part."""


class Standings(Model):
    """The standings of a tournament after the entry `number` of its log, with all statistics over its games."""

    tournament: str
    """The id of the tournament."""
    number: int
    """The number of the last entry of the log that is counted."""
    status: Word[TournamentStatus]
    """entry, running, paused, over or cancelled."""
    progress: Progress
    """How far it has come."""
    standings: tuple[Standing, ...]
    """The entrants, best first."""
    statistics: Mapping[str, object]
    """Crosstable, pairwise comparison, effects of seats and characters, ratings fitted over all games, balance."""
    tag: str | None = Field(default=None, exclude=True, repr=False)
    """The ETag that it came with."""


class Entry(Model):
    """One entry of a tournament's log."""

    number: int
    """Its number in the log."""
    at: int
    """When it was written."""
    kind: Word[EntryKind]
    """entered, withdrew, started, paused, resumed, cancelled, pairings, round, result, void, corrected, forfeited, ended; or of the house: created, changed, opened, closed, invited, revealed."""
    facts: Mapping[str, object]
    """What the entry says; the names depend on the kind."""


class _TournamentFrame(Model):
    """What all frames of a tournament have."""

    tournament: str
    """The id of the tournament."""
    number: int
    """The number of the last entry in it: what to resume from."""
    at: int
    """When the last of its entries was written."""
    entries: tuple[Entry, ...]
    """The entries, in order."""
    status: Word[TournamentStatus]
    """entry, running, paused, over or cancelled, after the newest entry."""
    standings: tuple[Standing, ...] | None = None
    """The standings, in the first and in the newest frame."""
    progress: Progress | None = None
    """How far it has come, in the first and in the newest frame."""


class StateFrame(_TournamentFrame):
    """The first frame of a stream that began without a number: where the tournament stands."""

    type: Literal["state"] = "state"


class EntriesFrame(_TournamentFrame):
    """The entries of one commit."""

    type: Literal["entries"] = "entries"


class OverFrame(_TournamentFrame):
    """Nothing more will come."""

    type: Literal["end"] = "end"


TournamentFrame = Annotated[
    Annotated[StateFrame, Tag("state")]
    | Annotated[EntriesFrame, Tag("entries")]
    | Annotated[OverFrame, Tag("end")]
    | Annotated[Unknown, Tag("unknown")],
    kinds("type", "state", "entries", "end"),
]
"""One message of a tournament's stream."""


class TournamentFrames(Model):
    """What has happened in a tournament."""

    items: tuple[TournamentFrame, ...]
    """The frames, oldest first; none where nothing has happened in the time waited."""
    after: int
    """What to send as `after` next time."""
