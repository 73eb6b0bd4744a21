"""What the use cases of tournaments answer, for both doors: REST encodes these as they are, GraphQL reads their attributes.

Times are milliseconds since 1970, UTC. What each setting and policy means is said in `citadels_contest.settings`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from citadels_api.answers import ClockAnswer, PlayerAnswer, ResultAnswer  # noqa: TC001 - schemas look the types up

__all__ = [
    "ConditionsAnswer",
    "DeliveryAnswer",
    "EntrantAnswer",
    "EntryAnswer",
    "HeadToHeadAnswer",
    "MeetingAnswer",
    "ProgressAnswer",
    "RankedAnswer",
    "RatingAnswer",
    "RatingPoint",
    "ScheduleAnswer",
    "StandingAnswer",
    "StandingsAnswer",
    "TournamentAnswer",
    "TournamentFrame",
    "TournamentGame",
    "WebhookAnswer",
]


class EntrantAnswer(msgspec.Struct, frozen=True):
    """Who takes part in a tournament."""

    id: str
    """What it is called in the log and in the standings: the account's id; `greedy`, `greedy#2` for bots of the house."""
    name: str
    """Its name."""
    kind: str
    """bot, human, or house for a bot of the house."""
    owner: str | None
    """The account that answers for it."""
    level: str | None
    """The level of a bot of the house."""
    withdrawn: str | None
    """Why it has withdrawn, or was taken out; null while it takes part."""


class ConditionsAnswer(msgspec.Struct, frozen=True):
    """Who may enter a tournament."""

    kinds: list[str]
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

    begins: str
    """demand (when the organizer says), now, at (a time) or every (at a time, and then every so often)."""
    at: int | None
    """When it starts by itself."""
    every_ms: int | None
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
    expected_end: int | None
    """When the last game ends if they go on at the pace so far; null where that cannot be said."""


class TournamentAnswer(msgspec.Struct, frozen=True):
    """A tournament: what is played and how, who takes part, where it stands. `number` is that of its last entry."""

    id: str
    """The id of the tournament."""
    name: str
    """What its organizer calls it."""
    about: str
    """What its organizer says of it."""
    status: str
    """entry, running, paused, over or cancelled."""
    why: str
    """Why it ended, was paused or cancelled; of a sequential test that is decided, the verdict with both names."""
    number: int
    """The number of the last entry of its log."""
    organizer: PlayerAnswer
    """Who runs it."""
    settings: dict[str, Any]
    """Format, seats, deals, and every policy, by name."""
    edition: str
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
    timeout: str
    """What a timeout does: default_action, ai_takes_over or forfeit."""
    visibility: str
    """public, unlisted or private."""
    spectator_delay_ms: int
    """How far behind spectators see the games."""
    rated: bool
    """Whether its games count for ratings."""
    conditions: ConditionsAnswer
    """Who may enter."""
    schedule: ScheduleAnswer
    """When it starts."""
    grace_ms: int
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


class StandingAnswer(msgspec.Struct, frozen=True):
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
    criteria: list[float]
    """What the place was decided by, in the order that the settings name."""
    withdrawn: str | None
    """Why it has withdrawn; null while it takes part."""


class StandingsAnswer(msgspec.Struct, frozen=True):
    """The standings of a tournament after the entry `number` of its log, with all statistics over its games."""

    tournament: str
    """The id of the tournament."""
    number: int
    """The number of the last entry of the log that is counted."""
    status: str
    """entry, running, paused, over or cancelled."""
    progress: ProgressAnswer
    """How far it has come."""
    standings: list[StandingAnswer]
    """The entrants, best first."""
    statistics: dict[str, Any]
    """Crosstable, pairwise comparison, effects of seats and characters, ratings fitted over all games, balance."""


class TournamentGame(msgspec.Struct, frozen=True):
    """A game of a tournament."""

    id: str
    """round.table.deal.turn."""
    round: int
    """The round, from 1."""
    table: str
    """The id of the table at which it is played."""
    seats: list[str]
    """Who plays at each seat, by id; `fill:<level>:<number>` is a bot of the house that fills the table."""
    status: str
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
    at: int
    """When it was written."""
    kind: str
    """entered, withdrew, started, paused, resumed, cancelled, pairings, round, result, void, corrected, forfeited, ended; or of the
    house: created, changed, opened, closed, invited, revealed."""
    facts: dict[str, Any]
    """What the entry says; the names depend on the kind. Left out: who was `invited`, but for the organizer and for that account; the
    `picks` of a `result` while its deal is still played elsewhere."""


class TournamentFrame(msgspec.Struct, frozen=True):
    """One message of a tournament's stream: the entries of one commit, and after the newest one the standings.

    `number` is what to resume from.
    """

    type: str
    """state (the first: where it stands), entries, or end (nothing more will come)."""
    tournament: str
    """The id of the tournament."""
    number: int
    """The number of the last entry in it: what to resume from."""
    at: int
    """When the last of its entries was written."""
    entries: list[EntryAnswer]
    """The entries, in order."""
    status: str
    """entry, running, paused, over or cancelled, after the newest entry."""
    standings: list[StandingAnswer] | None = None
    """The standings, in the first and in the newest frame."""
    progress: ProgressAnswer | None = None
    """How far it has come, in the first and in the newest frame."""


class WebhookAnswer(msgspec.Struct, frozen=True):
    """A webhook of a tournament; its `secret` is told once, when it is made."""

    id: str
    """The id of the webhook."""
    tournament: str
    """The tournament whose entries are sent."""
    url: str
    """Where they are sent to."""
    kinds: list[str]
    """The kinds of entries that are sent; none named: all."""
    created: int
    """When it was made."""
    cursor: int
    """The number of the last entry that was delivered or passed over."""
    failures: int
    """How many attempts in a row have failed."""
    off: bool
    """Whether it was given up after too many failures; a replay turns it on again."""
    secret: str | None = None
    """What deliveries are signed with; told once, when it is made."""


class DeliveryAnswer(msgspec.Struct, frozen=True):
    """An attempt to deliver to a webhook."""

    number: int
    """Its number among the attempts, what a list goes on from."""
    id: str
    """The id of the message; the same for every attempt at it."""
    entry: int
    """The number of the entry that was sent."""
    kind: str
    """The kind of the entry."""
    at: int
    """When it was tried."""
    status: int | None
    """The HTTP status answered; null where there was no answer."""
    error: str | None
    """Why there was no answer, in a word; null where there was one."""
    ms: int
    """How long it took."""


class RatingAnswer(msgspec.Struct, frozen=True):
    """A rating with its uncertainty, on one ladder."""

    edition: str
    """modern, classic, or all."""
    seats: int
    """How many seats the games had; 0: all."""
    rating: float
    """The rating as it is shown."""
    low: float
    """The lower end of the interval, 1.96 `sigma` below the rating: how far the doubt of the model reaches, and no measured chance."""
    high: float
    """Its upper end."""
    mu: float
    """The mean of the belief about the strength."""
    sigma: float
    """Its standard deviation."""
    games: int
    """Rated games counted."""
    provisional: bool
    """Whether it is too unsure for a place on the leaderboard: after fewer than 20 rated games on this ladder, or with an interval that is more
    than 400 points wide. Never of a bot of the house."""
    games_left: int
    """How many of the 20 games are missing; 0 where there are enough."""
    width_left: float
    """By how much the interval is wider than 400 points; 0 where it is narrow enough."""
    last_seen: int
    """When the last of them ended."""
    history: list[RatingPoint] = []
    """How it came to be, oldest first; only where it was asked for."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: int
    """When the game ended."""
    table: str
    """The id of the table."""
    rating: float
    """The rating as it is shown."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    games: int
    """Rated games counted so far."""


class RankedAnswer(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    place: int | None
    """From 1, bots of the house included; null while the rating is provisional."""
    player: PlayerAnswer
    """Who it is; a bot of the house has no id and is an anchor of the ladder."""
    rating: RatingAnswer
    """Its rating."""
    anchor: bool
    """Whether it is a bot of the house, whose rating is fixed."""


class MeetingAnswer(msgspec.Struct, frozen=True):
    """A rated game in which both took part."""

    table: str
    """The id of the table."""
    at: int
    """When it ended."""
    edition: str
    """modern or classic."""
    seats: int
    """How many seats it had."""
    place: int
    """The place of the one asked about."""
    other_place: int
    """The place of the other."""


class HeadToHeadAnswer(msgspec.Struct, frozen=True):
    """How two players have met in rated games."""

    player: PlayerAnswer
    """The one asked about."""
    other: PlayerAnswer
    """The other."""
    games: int
    """How often they have met."""
    ahead: int
    """How often the one asked about was placed before the other."""
    behind: int
    """How often after."""
    level: int
    """How often they shared a place."""
    share: float | None
    """The share in which it was ahead, ties half; null where they have not met."""
    low: float | None
    """The lower end of the 95 % interval of that share."""
    high: float | None
    """The upper end."""
    recent: list[MeetingAnswer]
    """The latest games in which they met, newest first."""
