"""What the store keeps of a tournament besides its log, as typed values. Fields are only ever added, with a default.

A tournament is kept as a table is: a document, a log, a secret. Its log is a list of entries (`citadels_contest`), in batches.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from citadels_api.tables.stored import Clock, Player, Timeout, Visibility

TournamentStatus = Literal["entry", "running", "paused", "over", "cancelled"]
Begins = Literal["demand", "now", "at", "every"]


class Conditions(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """Who may enter."""

    kinds: list[str] = msgspec.field(default_factory=lambda: ["bot"])
    """bot, account, guest: whose accounts may enter; bots of the house are entered by the organizer."""
    bots_per_owner: int | None = None
    """How many entrants one owner may have; None: any number, but one where the tournament is rated."""
    most: int = 256
    """How many entrants there may be."""
    invited_only: bool = False
    least_rating: float | None = None
    most_rating: float | None = None


class Schedule(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """When it starts: on demand of the organizer, now, at a time, or at a time and then every so often."""

    begins: Begins = "demand"
    at: int | None = None
    """Milliseconds since 1970."""
    every_ms: int | None = None
    """After how long the next of the series starts."""
    count: int | None = None
    """How many tournaments the series has; None: as many as there is time for."""


class EntrantDoc(msgspec.Struct, frozen=True, array_like=True):
    """An entrant of a tournament that is over."""

    id: str
    name: str
    kind: str
    owner: str | None = None
    level: str | None = None
    withdrawn: str | None = None


class FinalDoc(msgspec.Struct, kw_only=True, frozen=True):
    """What lists say of a tournament that is over, so that nobody has to fold its log for that."""

    entrants: list[EntrantDoc]
    played: int
    known: int
    rounds: int


class HookDoc(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A webhook: where entries of the log are sent to, and how far that has come."""

    id: str
    tournament: str
    created: int
    url: str
    secret: str
    """What deliveries are signed with, `whsec_` and base 64; told once, when it was made."""
    kinds: list[str] = []
    """The kinds of entries that are sent; none named: all."""
    cursor: int = 0
    """The number of the last entry of the log that was delivered, or passed over."""
    failures: int = 0
    """How many attempts in a row have failed."""
    next_at: int = 0
    """When the next attempt is due."""
    off: bool = False
    """Whether it was given up after too many failures; a replay turns it on again."""


class TournamentDoc(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """Everything about a tournament but its log. What is played, is in the words of a table; how, in those of a contest."""

    id: str
    created: int
    organizer: Player
    name: str = ""
    about: str = ""
    settings: dict[str, object]
    """The contest's settings, whole: `citadels_contest.Settings`."""
    duplicate_said: bool = True
    """Whether the organizer has said that deals are, or are not, played again at other seats."""
    edition: str = "modern"
    scenarios: list[str] = []
    """Played in turn, deal by deal; none: the cast and the uniques below, or those of the first game."""
    cast: list[str] | None = None
    uniques: list[str] | None = None
    options: dict[str, object] = {}
    clock: Clock = Clock(kind="none")
    timeout: Timeout = "default_action"
    visibility: Visibility = "public"
    delay_ms: int = 0
    rated: bool = False
    conditions: Conditions = Conditions()
    schedule: Schedule = Schedule()
    house: list[str] = []
    """The levels of the bots of the house that take part from the beginning."""
    grace_ms: int = 60_000
    """How long a table waits for who was called to it."""
    at_once: int = 4
    """At how many tables one entrant plays at a time."""
    status: TournamentStatus = "entry"
    """As the log says: kept here for lists."""
    entry_open: bool = True
    invited: list[str] = []
    """The accounts that are invited."""
    started: int | None = None
    ended: int | None = None
    why: str = ""
    """Why it ended, was paused or cancelled."""
    series: str | None = None
    """The first tournament of the series."""
    in_series: int = 1
    """Which of its series it is."""
    final: FinalDoc | None = None
    """Who took part and how much was played, once it is over or cancelled."""
    next: str | None = None
    """The next of the series."""
    rules: int = 1
    commitment: str
    """SHA-256 of id, rules and secret, made before anybody entered."""
    secret: str | None = None
    """Revealed once the last game is over."""


PACKER: Final = msgspec.msgpack.Encoder()
TOURNAMENTS: Final = msgspec.msgpack.Decoder(TournamentDoc)
HOOKS: Final = msgspec.msgpack.Decoder(list[HookDoc])


def pack_tournament(document: TournamentDoc | list[HookDoc]) -> bytes:
    """The bytes of a document."""
    return PACKER.encode(document)


def unpack_tournament(data: bytes) -> TournamentDoc:
    """The tournament of these bytes."""
    return TOURNAMENTS.decode(data)


def unpack_hooks(data: bytes | None) -> list[HookDoc]:
    """The webhooks of these bytes; of nothing, none."""
    return [] if data is None else HOOKS.decode(data)
