"""The folder of a tournament: what stands in its files, how they are read, and how they are mended after a crash.

1. `event.json` says what is played: one JSON object, written once, before the first game. See `Described`.
2. `log.ndjson` is the tournament as a log: one entry of `citadels_contest.log` a line, in its canonical form. Everything
   that can be said of the tournament is a fold over these lines.
3. `records.ndjson` has the record of every game that has a result, one after the other, each as `Record.text()` gives it: a header,
   the decisions, the result. The record's id is the id of its fixture (`1.0.0.3`). They stand in the order of the results in the log.
4. Both grow at their end alone, a record before its result, and in the order in which the games were to be played, so that they
   are the same bytes however many processes played. A game that is finished before an earlier one waits in `ahead.ndjson`.
5. `times.json` is all that depends on the clock: how long the bots thought. `faults.json` has the first faults of each entrant in
   words, with the command that brings them back: `{"mason": [{"game": "1.0.0.3", "seat": 2, "n": 17, "what": "...", "repro": "..."}]}`.
   Nothing is counted from these two.
6. A folder is locked while it is played in: `lock`. A run that was killed leaves no lock behind.
7. After a crash a line or a record that was cut off is cut away, a result without its record and a record without its result too:
   these games are played again, and no others.

`event.json`:

    {"format": "citadels-tournament/1",
     "name": "The cup",                              what it is called; may be empty
     "date": "2026-01-31",                           of the start; it stands in the records
     "settings": {...},                              citadels_contest.Settings, whole; its seed is the event's
     "edition": "modern",                            or null: the first game's, or what the scenarios say
     "scenarios": ["..."],                           in turn, a deal each; empty: none
     "cast": [...], "uniques": [...], "options": {...}, as in citadels_engine.new_game; null where not chosen
     "time": 1.5, "game_time": 60,                   seconds for a decision, for all decisions of a game and seat; or null
     "entrants": [{"id": "mason", "name": "mason", "kind": "bot", "owner": null, "level": null,
                   "bot": "mybot.py",                what it was given as; null where only the process knew it
                   "files": {"mybot.py": "<sha-256>"}}]}
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from citadels_contest.log import read_entry
from citadels_contest.types import ContestError

from citadels_sdk.tournaments.event_spec import Described

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from citadels_contest.log import Entry


EVENT: Final = "event.json"
LOG: Final = "log.ndjson"
RECORDS: Final = "records.ndjson"
AHEAD: Final = "ahead.ndjson"
TIMES: Final = "times.json"
LOGS: Final = "logs"
"""The folder of what isolated bots wrote on their standard errors."""
FAULTS: Final = "faults.json"
HEADER: Final = b'{"format": "citadels-record/'
"""How each record begins, and nothing else in the file does."""


class FaultNote(NamedTuple):
    """What went wrong with a bot in a game."""

    game: str
    seat: int
    n: int
    """The decision."""
    what: str
    repro: str | None = None
    """The command that brings it back, where there is one."""


class Times:
    """All that depends on the clock: how long the tournament was played, and how long each entrant thought."""

    def __init__(self, seconds: float = 0.0, entrants: dict[str, list[float]] | None = None) -> None:
        self.seconds = seconds
        """Of all runs together."""
        self.entrants: dict[str, list[float]] = {} if entrants is None else entrants
        """By id: how many decisions, how many seconds for all of them, and for the slowest."""

    def note(self, entrant: str, decisions: int, seconds: float, slowest: float) -> None:
        """What an entrant took in a game."""
        before = self.entrants.setdefault(entrant, [0, 0.0, 0.0])
        before[0] += decisions
        before[1] += seconds
        before[2] = max(before[2], slowest)

    def to_json(self) -> dict[str, object]:
        """They as `times.json` has them."""
        told = {
            name: {"decisions": int(one[0]), "seconds": round(one[1], 3), "slowest": round(one[2], 6)}
            for name, one in self.entrants.items()
        }
        return {"seconds": round(self.seconds, 3), "entrants": told}


def read_times(folder: Path) -> Times:
    """What `times.json` says; nothing where it cannot be read, since nothing is counted from it."""
    try:
        raw: Any = json.loads((folder / TIMES).read_text(encoding="utf-8"))
        told = {
            name: [one["decisions"], float(one["seconds"]), float(one["slowest"])]
            for name, one in raw["entrants"].items()
        }
        return Times(float(raw["seconds"]), told)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Times()


def faults_text(faults: Mapping[str, Sequence[FaultNote]]) -> str:
    """What stands in `faults.json`."""
    told = {name: [one._asdict() for one in notes] for name, notes in faults.items()}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def read_faults(folder: Path) -> dict[str, list[FaultNote]]:
    """What `faults.json` says; nothing where it cannot be read."""
    try:
        raw: Any = json.loads((folder / FAULTS).read_text(encoding="utf-8"))
        return {name: [FaultNote(**one) for one in notes] for name, notes in raw.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def read_described(folder: Path) -> Described:
    """What `event.json` of the folder says."""
    try:
        raw: object = json.loads((folder / EVENT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContestError("no_tournament", f"{folder}: there is no {EVENT}") from None
    except ValueError as error:
        raise ContestError("bad_file", f"{folder / EVENT}: {error}") from None
    return Described.from_json(raw)


def read_log(folder: Path) -> Iterator[Entry]:
    """The entries of the folder's log, in order; a `ContestError` names the line that is none."""
    with (folder / LOG).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield read_entry(line)
            except ContestError as error:
                raise ContestError(error.code, f"{LOG}: line {number}: {error}") from None


def read_records(folder: Path) -> Iterator[str]:
    """The text of each record of the folder, in the order of the results in the log."""
    lines: list[bytes] = []
    with (folder / RECORDS).open("rb") as file:
        for line in file:
            if line.startswith(HEADER) and lines:
                yield b"".join(lines).decode()
                lines = []
            lines.append(line)
    if lines:
        yield b"".join(lines).decode()
