"""A tournament that was played, or is being played: everything that can be asked of it.

1. All of it follows from `described` and `log`: `contest` is the fold over the log, the rest is read from that.
2. The games are read when they are asked for, from the folder or from memory.

>>> from citadels_sdk import tournament
>>> played = tournament(["greedy", "random"], seats=2, deals=2, seed="an example", jobs=1)
>>> played.over, len(played.results), [standing.entrant for standing in played.standings]
(True, 4, ['greedy', 'random'])
>>> played.games["1.0.0.0"].header.names == list(played.results[0].fixture.seats)
True
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_contest.summary import summary
from citadels_contest.tournament import Tournament as Contest
from citadels_engine.formats.record import read

from citadels_sdk.tournaments.folder import HEADER, RECORDS, read_described, read_faults, read_log, read_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from citadels_contest.log import Entry
    from citadels_contest.settings import Settings
    from citadels_contest.standings import Standing
    from citadels_contest.types import Entrant, Result
    from citadels_engine.formats.record import Record

    from citadels_sdk.ratings import Rating
    from citadels_sdk.tournaments.event_spec import Described
    from citadels_sdk.tournaments.folder import FaultNote, Times


class Games(Mapping[str, "Record"]):
    """The records of a tournament by the ids of its games (`1.0.0.3`), each read when it is asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        """Where they stand; None: in memory."""
        self.kept: dict[str, bytes] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.read_to: int = 0

    def keep(self, game: str, text: bytes) -> None:
        """Keep a record that stands in no folder."""
        self.kept[game] = zlib.compress(text, 1)

    def text(self, game: str) -> str:
        """The record of that game as it was written; a KeyError where there is none."""
        if self.folder is None:
            return zlib.decompress(self.kept[game]).decode()
        self.look()
        start, end = self.places[game]
        with (self.folder / RECORDS).open("rb") as file:
            file.seek(start)
            return file.read(end - start).decode()

    def look(self) -> None:
        """Find where the records stand that have come since."""
        if self.folder is None or not (self.folder / RECORDS).exists():
            return
        mark = HEADER + b'1", "id": "'
        with (self.folder / RECORDS).open("rb") as file:
            file.seek(self.read_to)
            at, start, game = self.read_to, self.read_to, ""
            for line in file:
                if line.startswith(mark):
                    start, game = at, line[len(mark) :].partition(b'"')[0].decode()  # it may be under way
                at += len(line)
                if line.startswith(b'{"result"') and line.endswith(b"\n"):
                    self.places[game] = start, at
                    self.read_to = at

    def __getitem__(self, game: str) -> Record:
        return read(self.text(game))

    def __iter__(self) -> Iterator[str]:
        self.look()
        return iter(self.kept if self.folder is None else self.places)

    def __len__(self) -> int:
        self.look()
        return len(self.kept if self.folder is None else self.places)


class Tournament:
    """A tournament and all that is known of it; `citadels_sdk.tournament` answers one, `Tournament.load` reads one from its folder."""

    def __init__(
        self,
        described: Described,
        contest: Contest,
        log: list[Entry],
        games: Games,
        times: Times,
        faults: Mapping[str, Sequence[FaultNote]] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.described = described
        """What was to be played, and by whom; the folder's `event.json`."""
        self.contest = contest
        """The fold over the log, by the engine: rounds, fixtures, results, and what each of them counts for."""
        self.log = log
        """Every entry, in order."""
        self.games = games
        """The records, by the ids of the games."""
        self.times = times
        """How long the bots thought: all that depends on the clock."""
        self.faults: dict[str, Sequence[FaultNote]] = dict(faults or {})
        """The first faults of each entrant, in words; how many there were say the results."""
        self.notes: tuple[str, ...] = tuple(notes)
        """What is to be said of how it was played."""

    @classmethod
    def load(cls, folder: str | Path) -> Tournament:
        """The tournament of a folder, as far as it has come."""
        path = Path(folder)
        described = read_described(path)
        contest = Contest(described.settings)
        log: list[Entry] = []
        for entry in read_log(path):
            contest.apply(entry)
            log.append(entry)
        return cls(described, contest, log, Games(path), read_times(path), read_faults(path))

    @property
    def folder(self) -> Path | None:
        """Where it is kept; None: nowhere."""
        return self.games.folder

    @property
    def settings(self) -> Settings:
        """Its settings."""
        return self.described.settings

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who has taken part, in the order of entry."""
        return tuple(self.contest.entrants.values())

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.contest.status == "over"

    @property
    def results(self) -> list[Result]:
        """What came of each game that counts, in the order of the games."""
        return self.contest.counted()

    @property
    def standings(self) -> list[Standing]:
        """Who stands where, the first first."""
        return self.contest.standings()

    @cached_property
    def summary(self) -> dict[str, object]:
        """All figures as one JSON object: standings, crosstable, who is better than whom, seats, characters, ratings."""
        return summary(self.contest)

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The rating of each entrant by openskill, game after game; those of `summary` do not depend on the order of the games."""
        from citadels_sdk.ratings import replay

        return replay((result.fixture.seats, result.places) for result in self.results)

    def table(self) -> str:
        """The standings as text."""
        lines = [f"{'':>4} {'':24} {'games':>6} {'points':>9} {'mean':>6} {'wins':>7}"]
        lines += [
            f"{one.place:>3}. {one.entrant:24.24} {one.games:>6} {one.points:>9.2f} {one.mean:>6.3f} {one.wins:>7.1f}"
            for one in self.standings
        ]
        return "\n".join(lines)

    def to_json(self) -> dict[str, object]:
        """Everything that `results.json` says."""
        from citadels_sdk.tournaments.outputs import results_json

        return results_json(self)

    def save(self, folder: str | Path) -> Path:
        """Write everything into a folder: the log and the records, `standings.csv`, `results.json`, `index.html`."""
        from citadels_sdk.tournaments.outputs import write_folder

        return write_folder(self, Path(folder))

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        how = "over" if self.over else f"{self.contest.status}, {len(self.contest.results)} games played"
        return f"<Tournament {self.settings.format}, {len(self.contest.entrants)} entrants: {how}>"

    def _repr_html_(self) -> str:
        from citadels_sdk.tournaments.outputs import table_html

        return table_html(self)
