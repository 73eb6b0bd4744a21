"""A tournament: its settings and the fold over its log.

1. `apply` takes one entry, or refuses it with a `ContestError` and stays as it was. Nothing changes in any other way.
2. `due` says what follows by itself: a policy's withdrawal, the next round, the end. A driver writes it into the log, applies it, and asks again.
3. `open` are the games to be played. A result closes its game; so does a `void`, and a withdrawal where `empty_seat` says so.
4. Standings are a function of the results that count: results in another order among each other give the same ones.
5. A game whose result comes after an entrant has withdrawn was played by somebody else: it counts for the others, not for that entrant.

>>> from citadels_contest.settings import settings_from
>>> event = Tournament(settings_from({"seats": 2, "duplicate": False}))
>>> for name in ("ann", "bea"):
...     event.apply({"kind": "entered", "entrant": name})
>>> event.apply({"kind": "started"})
>>> event.due()
{'kind': 'round', 'round': 1, 'pairings': [['ann', 'bea']]}
>>> event.apply(event.due())
>>> [fixture.id for fixture in event.open()]
['1.0.0.0']
>>> event.apply({"kind": "result", "game": "1.0.0.0", "seats": ["ann", "bea"], "places": [2, 1], "scores": [20, 25]})
>>> [(one.place, one.entrant, one.points) for one in event.standings()]
[(1, 'bea', 1.0), (2, 'ann', 0.0)]
>>> event.due()
{'kind': 'ended', 'why': 'all rounds are played'}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_contest.log import check_entry
from citadels_contest.next_entry import Progress, due, progress, verdict
from citadels_contest.scorebook import Books
from citadels_contest.transitions import take

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_contest.log import Entry
    from citadels_contest.settings import Settings
    from citadels_contest.standings import Standing
    from citadels_contest.stats.sequential_test import Verdict
    from citadels_contest.types import Entrant, Fixture, Result, Round

__all__ = ["Tournament", "fold"]


class Tournament:
    """A tournament as its log has made it so far."""

    __slots__ = (
        "began", "books", "byes", "entrants", "fixtures", "forfeited", "games_of", "given", "latest", "pending", "reached", "results",
        "rounds", "settings", "status", "stood_in", "struck", "unplayed", "voided", "why", "withdrawn",
    )  # fmt: skip

    def __init__(self, settings: Settings) -> None:
        self.settings: Settings = settings
        self.status: str = "entry"
        """`entry`, `running`, `paused`, `over` or `cancelled`."""
        self.why: str = ""
        """Why it is paused, over or cancelled."""
        self.entrants: dict[str, Entrant] = {}
        """All who entered, in order of entry; those of them who withdrew after the start are in `withdrawn` too."""
        self.withdrawn: dict[str, str] = {}
        """Why they withdrew."""
        self.rounds: list[Round] = []
        self.fixtures: dict[str, Fixture] = {}
        """All games of the rounds made so far, in playing order: the first deal of all tables comes before the second one."""
        self.results: dict[str, Result] = {}
        """What came of them, corrections applied; those of void games too."""
        self.voided: dict[str, str] = {}
        """Games that count for nobody, and why."""
        self.struck: dict[str, str] = {}
        """Games that are not played, and why."""
        self.unplayed: dict[str, Fixture] = {}
        """Games to be played, in playing order."""
        self.pending: dict[str, int] = {}
        """How many games each entrant still has to play."""
        self.games_of: list[list[str]] = []
        """The games of each round, in playing order."""
        self.reached: dict[str, int] = {}
        """The last round of each entrant, at a table or with a bye."""
        self.byes: dict[str, int] = {}
        self.forfeited: dict[str, dict[str, str]] = {}
        """By game: who did not come, and why."""
        self.stood_in: dict[str, dict[int, str]] = {}
        """By game that was played: who sat at the seats of those who had withdrawn."""
        self.given: Round | None = None
        """The organizer's own pairings for the next round."""
        self.began: int | None = None
        """The `at` of the start."""
        self.latest: int | None = None
        """The `at` of the latest entry that has one."""
        self.books: Books = Books(self)

    # --- what happened -------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take the entry; where it does not fit, a ContestError says why, and nothing has changed."""
        kind = check_entry(entry)
        take(self, kind, entry)
        at = entry.get("at")
        if isinstance(at, int):
            self.latest = at
        self.books.forget_standings()

    def copy(self) -> Tournament:
        """Another one like it: what is applied to one does not touch the other."""
        made = Tournament(self.settings)
        made.status, made.why = self.status, self.why
        made.entrants, made.withdrawn = dict(self.entrants), dict(self.withdrawn)
        made.rounds, made.games_of = list(self.rounds), list(self.games_of)
        made.fixtures, made.results, made.unplayed = dict(self.fixtures), dict(self.results), dict(self.unplayed)
        made.voided, made.struck, made.pending = dict(self.voided), dict(self.struck), dict(self.pending)
        made.reached, made.byes, made.stood_in = dict(self.reached), dict(self.byes), dict(self.stood_in)
        made.forfeited = {game: dict(absent) for game, absent in self.forfeited.items()}
        made.given, made.began, made.latest = self.given, self.began, self.latest
        made.books = self.books.copy(made)
        return made

    # --- what is to be done --------------------------------------------------------------------------------------------

    def due(self) -> Entry | None:
        """What follows by itself now: a policy's `withdrew`, the next `round`, `ended`; None: wait for results, or for the organizer."""
        return due(self)

    def open(self) -> list[Fixture]:
        """The games to be played, in playing order; none while the tournament is not running."""
        return list(self.unplayed.values()) if self.status == "running" else []

    def substitutes(self, fixture: Fixture) -> dict[int, str]:
        """Who plays at the seats of those who withdrew or did not come: `house` (a bot of level `settings.filler`) or `absent` (the default action)."""
        found: dict[int, str] = {}
        if self.withdrawn or self.forfeited:
            away = self.forfeited.get(fixture.id, {})
            for seat, name in enumerate(fixture.seats):
                if name in self.withdrawn:
                    found[seat] = "house" if self.settings.empty_seat == "house" else "absent"
                elif name in away:
                    found[seat] = "absent"
        return found

    def deal_label(self, fixture: Fixture) -> str:
        """What deal it plays: games of the same label have the same seed and the same scenario."""
        if self.settings.shared:
            return f"{fixture.round}/{fixture.deal}"
        return f"{fixture.round}/{fixture.table}/{fixture.deal}"

    def deal_number(self, fixture: Fixture) -> int:
        """The how manieth deal of the tournament it plays, from 0: the same number for the same label."""
        deals = self.settings.deals
        if self.settings.shared:
            return (fixture.round - 1) * deals + fixture.deal
        before = sum([len(one.pairings) for one in self.rounds[: fixture.round - 1]])
        return (before + fixture.table) * deals + fixture.deal

    # --- what it says --------------------------------------------------------------------------------------------------

    def counted(self) -> list[Result]:
        """The results that count, by id: with those last who forfeited, and with the names of those who stood in."""
        return self.books.counted()

    def standings(self) -> list[Standing]:
        """Everybody who entered, best first; equal ones share a place, unless `lot` decides."""
        return self.books.standings()

    def verdict(self) -> Verdict | None:
        """What a sequential test says so far; None in any other format."""
        return verdict(self)

    def progress(self) -> Progress:
        """How far it is."""
        return progress(self)


def fold(settings: Settings, entries: Iterable[Entry]) -> Tournament:
    """The tournament that these entries make.

    >>> from citadels_contest.settings import settings_from
    >>> fold(settings_from({}), [{"kind": "entered", "entrant": "ann"}]).status
    'entry'
    """
    event = Tournament(settings)
    for entry in entries:
        event.apply(entry)
    return event
