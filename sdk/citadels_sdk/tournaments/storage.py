"""Where a tournament is kept while it is played: in a folder, or in memory alone; what is written stays written.

1. `Folder.open` locks the folder, reads what is there, mends it, and refuses to go on with other options or other bots.
2. `add` appends games in their order: records first, then the log. `set_by` keeps games that are finished before an earlier one.
3. A process that is killed loses nothing that was added or set by; the system's caches are written through now and then (`sync`).
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from citadels_contest.log import dump, read_entry
from citadels_contest.settings import Settings
from citadels_contest.types import ContestError
from citadels_engine.errors import CitadelsError

from citadels_sdk.json_values import is_list, is_object
from citadels_sdk.tournaments.event import Games
from citadels_sdk.tournaments.folder import (
    AHEAD,
    EVENT,
    FAULTS,
    HEADER,
    LOG,
    RECORDS,
    TIMES,
    Times,
    faults_text,
    read_described,
    read_faults,
    read_times,
)
from citadels_sdk.tournaments.outputs import PAGE, RESULTS, STANDINGS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

    from citadels_contest.log import Entry

    from citadels_sdk.tournaments.event_spec import Described
    from citadels_sdk.tournaments.folder import FaultNote


LOCK: Final = ".lock"
FILES: Final = (EVENT, LOG, RECORDS, AHEAD, TIMES, FAULTS, STANDINGS, RESULTS, PAGE)
FIXED: Final = (*Settings._fields, "bots", "edition", "scenarios", "cast", "uniques", "options")
"""What cannot change on the way: games that were played could not be dealt again."""
FIRST: Final = 5
"""So many faults of an entrant are kept in words."""


class Locked(CitadelsError):
    """Another run plays in this folder."""

    code = "locked"
    advice = "Wait for its end, or take another folder."

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder}: another run plays there")


class Changed(CitadelsError):
    """The folder's tournament is another one: `what` are the names of what has changed."""

    code = "changed"
    advice = "Take another folder, or start over there (`fresh`); with `changed` accepted it goes on with other files of bots."

    def __init__(self, folder: Path, found: Sequence[tuple[str, str]]) -> None:
        told = "; ".join([words for _, words in found])
        super().__init__(f"{folder}: it was begun otherwise: {told}")
        self.what = tuple([name for name, _ in found])
        self.acceptable = not any(name in FIXED for name in self.what)
        """Whether it may go on all the same; games that were played could not be dealt again by other settings."""


class Kept(NamedTuple):
    """What came of a game, as it is kept."""

    entry: Entry
    record: bytes = b""
    notes: tuple[tuple[int, int, str], ...] = ()
    """What went wrong: the seat, the decision, and in words."""


class Keeper:
    """A tournament that is kept in memory."""

    def __init__(self, described: Described) -> None:
        self.described = described
        self.games = Games()
        self.times = Times()
        self.faults: dict[str, list[FaultNote]] = {}
        """The first of each entrant."""
        self.log: list[Entry] = []
        """The entries that are kept."""
        self.ahead: dict[str, Kept] = {}
        """Games that were finished before an earlier one, by id."""

    def add(self, entries: Sequence[Kept]) -> None:
        """Keep these entries, those of results with their records."""
        for entry, record, _ in entries:
            self.log.append(entry)
            if record:
                self.games.keep(str(entry["game"]), record)

    def set_by(self, waiting: Mapping[str, Kept]) -> None:
        """Keep these games, which wait for earlier ones."""

    def note(self, entrant: str, fault: FaultNote) -> None:
        """Keep the fault, if it is one of the first of that entrant."""
        notes = self.faults.setdefault(entrant, [])
        if len(notes) < FIRST and not any((one.game, one.seat) == (fault.game, fault.seat) for one in notes):
            notes.append(fault)

    def sync(self) -> None:
        """Make sure that all is where it stays."""

    def close(self) -> None:
        """Nothing is added any more."""


class Folder(Keeper):
    """A tournament that is kept in a folder."""

    def __init__(self, described: Described, path: Path, lock: Lock) -> None:
        super().__init__(described)
        self.path = path
        self.lock = lock
        self.games = Games(path)
        self.set: set[str] = set()
        self.files: dict[str, IO[bytes]] = {}

    @classmethod
    def open(cls, described: Described, path: Path, *, fresh: bool = False, accept: bool = False) -> Folder:
        """The folder for that tournament: begun, or gone on with where its tournament is the same one.

        `fresh` starts over, `accept` goes on though files of bots have changed, or the limits of time.
        """
        path.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
        try:
            if fresh:
                for name in FILES:
                    (path / name).unlink(missing_ok=True)
            if not (path / EVENT).exists():
                refuse_strangers(path)
                write_whole(path / EVENT, json.dumps(described.to_json(), ensure_ascii=False, indent=1) + "\n")
            else:
                described = same(path, described, accept=accept)
            found = cls(described, path, lock)
            found.mend()
            for name in (LOG, RECORDS, AHEAD):
                found.files[name] = (path / name).open("ab")
        except BaseException:
            lock.close()
            raise
        return found

    # --- reading and mending ----------------------------------------------------------------------------------------------

    def mend(self) -> None:
        """Read what is there; cut away what a crash has left half written."""
        places = whole_records(self.path / RECORDS)
        taken, end = 0, 0
        if (self.path / LOG).exists():
            with (self.path / LOG).open("rb") as lines:
                for number, line in enumerate(lines, 1):
                    if not line.endswith(b"\n"):
                        break
                    try:
                        entry = read_entry(line)
                    except ContestError as error:
                        raise ContestError("bad_file", f"{self.path / LOG}: line {number}: {error}") from None
                    if entry["kind"] == "result":
                        if taken == len(places) or places[taken][0] != entry["game"]:
                            break
                        taken += 1
                    self.log.append(entry)
                    end += len(line)
        cut(self.path / LOG, end)
        cut(self.path / RECORDS, places[taken - 1][1] if taken else 0)
        self.times = read_times(self.path)
        self.faults = read_faults(self.path)
        self.read_ahead()

    def read_ahead(self) -> None:
        """The games that were finished before an earlier one."""
        file = self.path / AHEAD
        if not file.exists():
            return
        known = {entry["game"] for entry in self.log if entry["kind"] in ("result", "void")}
        end = 0
        with file.open("rb") as lines:
            for line in lines:
                try:
                    raw: object = json.loads(line)
                except ValueError:
                    break
                if not line.endswith(b"\n") or not is_object(raw):
                    break
                end += len(line)
                entry = read_entry(json.dumps(raw["entry"]))
                if entry["game"] not in known:
                    notes = read_notes(raw.get("notes"))
                    self.ahead[str(entry["game"])] = Kept(entry, str(raw["record"]).encode(), notes)
        cut(file, end)
        self.set = set(self.ahead)

    # --- writing ------------------------------------------------------------------------------------------------------------

    def add(self, entries: Sequence[Kept]) -> None:
        """Append these entries, those of results with their records."""
        records = b"".join([one.record for one in entries])
        if records:
            self.write(RECORDS, records)
        self.write(LOG, "".join([dump(one.entry) + "\n" for one in entries]).encode())
        self.log += [one.entry for one in entries]

    def set_by(self, waiting: Mapping[str, Kept]) -> None:
        """Keep these games, which wait for earlier ones; where none waits, what was kept is written elsewhere."""
        if not waiting:
            if self.set:
                self.files[AHEAD].truncate(0)
                self.set.clear()
            return
        fresh = [game for game in waiting if game not in self.set]
        lines = [
            json.dumps({**waiting[game]._asdict(), "record": waiting[game].record.decode()}, ensure_ascii=False) + "\n"
            for game in fresh
        ]
        if lines:
            self.write(AHEAD, "".join(lines).encode())
            self.set.update(fresh)

    def note(self, entrant: str, fault: FaultNote) -> None:
        """Keep the fault, if it is one of the first of that entrant."""
        count = len(self.faults.get(entrant, ()))
        super().note(entrant, fault)
        if len(self.faults[entrant]) > count:
            write_whole(self.path / FAULTS, faults_text(self.faults))

    def write(self, name: str, what: bytes) -> None:
        """Append to that file."""
        file = self.files[name]
        file.write(what)
        file.flush()

    def sync(self) -> None:
        """Make sure that all of it is on the disk, and the times."""
        for file in self.files.values():
            os.fsync(file.fileno())
        write_whole(self.path / TIMES, json.dumps(self.times.to_json(), ensure_ascii=False, indent=1) + "\n")

    def close(self) -> None:
        """Nothing is added any more; others may have the folder."""
        with self.lock, contextlib.ExitStack() as closing:
            for file in self.files.values():
                closing.callback(file.close)
            ahead = self.path / AHEAD
            with contextlib.suppress(OSError):
                if not ahead.stat().st_size:
                    ahead.unlink()


def same(path: Path, described: Described, *, accept: bool) -> Described:
    """The tournament as it goes on; refused where it is another one.

    Accepted are other files of bots and other limits of time, and from then on these are the tournament's. Another name always is.
    """
    before = read_described(path)
    described = replace(described, date=before.date, name=described.name or before.name)
    found = list(described.differences(before))
    if not found and described.name == before.name:
        return before
    changed = Changed(path, found)
    if found and not (accept and changed.acceptable):
        raise changed
    if not found:
        described = replace(before, name=described.name)
    write_whole(path / EVENT, json.dumps(described.to_json(), ensure_ascii=False, indent=1) + "\n")
    return described


def refuse_strangers(path: Path) -> None:
    """Refuse a folder that has files of a tournament, but not what it is."""
    for name in (LOG, RECORDS):
        if (path / name).exists():
            told = f"{path}: there is {name}, but no {EVENT}: take another folder, or start over"
            raise ContestError("no_tournament", told)


def whole_records(file: Path) -> list[tuple[str, int]]:
    """The whole records at the beginning of the file: the id of each, and where it ends."""
    found: list[tuple[str, int]] = []
    if not file.exists():
        return found
    mark = HEADER + b'1", "id": "'
    at, game = 0, ""
    with file.open("rb") as lines:
        for line in lines:
            at += len(line)
            if line.startswith(mark):
                game = line[len(mark) :].partition(b'"')[0].decode()  # a crash may have cut it off within the id
            elif line.startswith(b'{"result"') and line.endswith(b"\n") and game:
                found.append((game, at))
                game = ""
    return found


def read_notes(raw: object) -> tuple[tuple[int, int, str], ...]:
    """What went wrong in a game that waits."""
    listed = raw if is_list(raw) else []
    return tuple((int(str(one[0])), int(str(one[1])), str(one[2])) for one in listed if is_list(one) and len(one) == 3)


def cut(file: Path, end: int) -> None:
    """Cut away what stands behind that place."""
    if file.exists() and file.stat().st_size > end:
        os.truncate(file, end)


def write_whole(file: Path, text: str) -> None:
    """Write the file whole or not at all."""
    part = file.with_name(file.name + ".part")
    with part.open("w", encoding="utf-8", newline="\n") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(file)


class Lock:
    """A folder's lock, held until it is closed; it is not passed on to other processes, and goes with this one."""

    held: Final[set[Path]] = set()
    """The folders that this process has locked: the system's locks are between processes."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        if self.path in self.held:
            raise Locked(path)
        self.file = taken_by(path)
        self.held.add(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others have it."""
        self.held.discard(self.path)
        self.file.close()


def taken_by(path: Path) -> IO[bytes]:
    """The file that is locked."""
    file = (path / LOCK).open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise Locked(path) from None
    return file
