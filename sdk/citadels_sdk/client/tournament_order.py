"""What a tournament is to be, in the words that the command line, files and the engine have too (`citadels_contest`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.client.models import Level
    from citadels_sdk.client.models_tournament import AccountKind, Begins

__all__ = ["ConditionsOrder", "Criterion", "Format", "ScheduleOrder", "SettingsOrder"]

Format = Literal["round-robin", "swiss", "knock-out", "gauntlet", "arena", "sequential"]
Criterion = Literal[
    "points", "mean", "wins", "head-to-head", "opponents", "score", "margin", "place", "faults", "reached", "rating", "lot"
]  # fmt: skip


class SettingsOrder(TypedDict, total=False):
    """How a tournament is played and counted. What is left out, or None, has the default of the format; in a change what is left out stays."""

    format: Format
    """round-robin: everybody meets everybody; swiss: near in points; knock-out: the best of a table go on; gauntlet: `focus` meets the
    field; arena: whoever is free; sequential: is the first of `focus` better than the second?"""
    seats: int
    """The seats of a table."""
    deals: int
    """How many deals a pairing plays."""
    duplicate: bool | None
    """Whether each deal is played again with the players at other seats, so that luck with cards and seats cancels: then all its games are sealed until the last one is over. Left
    out: not where programs from outside take part."""
    rotation: Literal["cycle", "latin", "full", "none"] | None
    """How the players change seats. cycle: everybody at each seat once; latin: with the neighbours mixed; full: every order; none."""
    shared: bool | None
    """Whether all tables of a round play the same deals: then bots that do not meet had the same cards, and there are fewer deals to tell
    from. Left out: only where `duplicate` is said to be true."""
    rounds: int | None
    """Of a Swiss or an arena; left out: as many as the field needs."""
    tables: int | None
    """The most pairings of a round robin or a gauntlet: with more a balanced choice of them is played."""
    advance: int | None
    """Of a knock-out: how many of each table go on; left out: half of them, rounded up."""
    focus: Sequence[str] | None
    """Of a gauntlet: who meets the field; of a sequential test: the two compared."""
    seeding: Literal["lot", "entry"] | None
    """The order before anything is played. lot: by lot; entry: the order of entry, the strongest first."""
    points: Literal["place", "wins", "share"] | None
    """What a game is worth. place: 1 for the first, 0 for the last, evenly between; wins: 1 for the winner; share: the part of the
    table's whole score."""
    order: Sequence[Criterion] | None
    """What places are decided by, the first criterion first."""
    odd: Literal["bye", "fill", "smaller"] | None
    """Who does not fill a table. bye: rests; fill: bots of the house sit down too; smaller: a table with fewer seats."""
    small_field: Literal["refuse", "fill"] | None
    """Fewer entrants than seats. refuse: it does not start; fill: bots of the house sit down too."""
    filler: Level | None
    """The level of the bots that fill tables and empty seats."""
    bye: Literal["half", "full", "none"] | None
    """What a bye is worth: half of the most that its table could give, all of it, nothing."""
    late: Literal["refuse", "zero", "byes"] | None
    """Entry after the start. refuse; zero: without points for the rounds missed; byes: those missed count as byes."""
    withdrawal: Literal["keep", "half", "void"] | None
    """What was played by who withdrew. keep: it counts; half: only where at least half of their games are played; void: it does not."""
    empty_seat: Literal["house", "absent", "cancel"] | None
    """The seat of who withdrew. house: a bot of the house; absent: the default action; cancel: no game."""
    fault: Literal["forfeit", "harmless"] | None
    """A bot that is out of time. forfeit: the default action plays on; harmless: that one decision is taken by it."""
    forfeit: Literal["last", "void"] | None
    """A forfeited seat is placed last, or the game counts for nobody."""
    no_show: Literal["last", "void", "withdraw"] | None
    """Who does not come to a table. last: the seat is forfeited; void: the game counts for nobody; withdraw: forfeited, and out."""
    forfeits: int | None
    """After so many forfeited games an entrant is withdrawn; left out: never."""
    bound: float | None
    """Of a sequential test: the difference of mean points that is to be found."""
    alpha: float | None
    """Of a sequential test: how often it may say better where nothing is better."""
    beta: float | None
    """Of a sequential test: how often it may miss a difference of `bound`."""
    most: int | None
    """Of a sequential test or an arena: the most games."""


class ConditionsOrder(TypedDict, total=False):
    """Who may enter."""

    kinds: Sequence[AccountKind]
    """Whose accounts may enter: bot, account, guest. Bots of the house are entered by the organizer."""
    bots_per_owner: int | None
    """How many entrants one owner may have; left out: one where it is rated, else any number."""
    most: int
    """How many entrants there may be."""
    invited_only: bool
    """Whether only who is invited may enter."""
    least_rating: float | None
    """The least rating with which one may enter."""
    most_rating: float | None
    """The highest rating with which one may enter."""


class ScheduleOrder(TypedDict, total=False):
    """When it starts."""

    begins: Begins
    """demand: when the organizer says so; now: at once; at: at a time; every: at a time, and then every so often."""
    at: int | None
    """at, every: when it starts."""
    every_ms: int | None
    """every: after how long the next one of the series starts, with the same settings and an entry of its own."""
    count: int | None
    """every: how many tournaments the series has; left out: until one is cancelled."""
