"""Whether a tournament is what it says: every record, every pairing, every figure, done again.

1. The log is applied entry by entry. A round, a policy's withdrawal and the end must be what follows from all before them; what only an
   organizer does is allowed in an export of the service, and told.
2. Every result must be what its record says: the engine plays it again from the deal. The record must be the one that the result
   names (SHA-256), of that game, by those players, dealt from the seed and the cards of that deal.
3. Nothing may be left over or missing: a record for each result, in their order, and no game open where the event has ended.
4. `standings.csv`, `results.json` and `index.html` are made again and compared, byte for byte; of the page what is in it, unsqueezed.
5. A `results.json` alone has no records: its figures can follow from a log in which every game is made up. So it is consistent at best.
6. What cannot be told from the log and the records: how long the bots thought, and who has really thought.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_contest.types import ContestError

from citadels_sdk.json_values import is_list, is_object
from citadels_sdk.tournaments.event import Games, Tournament
from citadels_sdk.tournaments.event_spec import Described
from citadels_sdk.tournaments.folder import EVENT, LOG, RECORDS, Times, read_described, read_records
from citadels_sdk.tournaments.live_event import LiveEvent
from citadels_sdk.tournaments.log_check import Folded, entries_of
from citadels_sdk.tournaments.outputs import (
    PAGE,
    RESULTS,
    STANDINGS,
    page_of,
    results_json,
    results_text,
    standings_csv,
)
from citadels_sdk.tournaments.page import inflated, inlined
from citadels_sdk.tournaments.record_check import check_records
from citadels_sdk.tournaments.verify_report import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable


BEGINNING: Final = 40
"""Within so many characters a `results.json` says what it is, whatever its layout."""


def verify_tournament(what: str | Path, heard: Callable[[int, int], object] | None = None) -> Verdict:
    """Check a folder of results, its `results.json` alone, or an export of the service; `heard` is told of records checked, of all."""
    path = Path(what)
    if path.is_dir():
        for name in (EVENT, LOG, RECORDS):
            look_at(path / name)
        return verify_folder(path, heard)
    look_at(path)
    with path.open(encoding="utf-8") as file:
        beginning = file.read(BEGINNING)
    if '"citadels-results/' in beginning:
        return verify_results(path)
    return verify_export(path, heard)


def look_at(file: Path) -> None:
    """Refuse a file that is not there, or is no text."""
    try:
        with file.open(encoding="utf-8") as lines:
            for _ in lines:
                pass
    except FileNotFoundError:
        if file.name != RECORDS:
            raise ContestError("no_tournament", f"{file.parent}: there is no {file.name}") from None
    except UnicodeDecodeError:
        raise ContestError(
            "bad_file", f"{file}: it is not text in UTF-8: it is damaged, or of something else"
        ) from None


def text_of(file: Path) -> str:
    """What stands in the file, to the end of each line."""
    return file.read_bytes().decode(errors="surrogateescape")


def verify_folder(folder: Path, heard: Callable[[int, int], object] | None) -> Verdict:
    """Check a folder of results."""
    verdict = Verdict()
    described = read_described(folder)
    right = json.dumps(described.to_json(), ensure_ascii=False, indent=1) + "\n"
    is_right = text_of(folder / EVENT) == right
    verdict.note(EVENT, [] if is_right else ["it is not as it was written"], f"seed {described.seed}")
    lines = text_of(folder / LOG).split("\n")
    if lines[-1]:
        verdict.note(LOG, ["its last line is not whole"], "")
    folded = Folded(described, list(entries_of(lines[:-1], verdict)), organized=False)
    folded.note(verdict)
    records = list(read_records(folder)) if (folder / RECORDS).exists() else []
    check_records(verdict, folded, records, heard)
    loaded = Tournament(described, folded.contest, folded.log, Games(folder), Times())
    check_file(verdict, folder / STANDINGS, folded.contest.status, lambda: standings_csv(loaded.contest))
    check_file(verdict, folder / RESULTS, folded.contest.status, lambda: results_text(results_json(loaded)))
    check_page(verdict, folder / PAGE, loaded)
    return verdict


def verify_results(file: Path) -> Verdict:
    """Check a `results.json` alone: the figures and the pairings follow from its log; the games themselves are not in it, and not checked."""
    verdict = Verdict()
    text = text_of(file)
    try:
        raw: object = json.loads(text)
    except ValueError as error:
        raise ContestError("bad_file", f"{file}: {error}") from None
    log = raw.get("log") if is_object(raw) else None
    if not is_object(raw) or not is_list(log):
        raise ContestError("bad_file", f"{file}: this is no results.json of a tournament")
    described = Described.from_json(raw.get("event"))
    lines = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in log]
    folded = Folded(described, list(entries_of(lines, verdict)), organized=False)
    folded.note(verdict)
    loaded = Tournament(described, folded.contest, folded.log, Games(), Times())
    right = results_text(results_json(loaded))
    faults = [] if right == text else [difference(text, right)]
    if faults and json.dumps(json.loads(right)) == json.dumps(raw):
        faults = ["it is not as it was written: the same figures in another layout"]
    verdict.note(RESULTS, faults, "every figure follows from its log")
    if verdict.games:
        why = f"this file has no records, so nothing shows that any of the {verdict.games} was played: check the folder that has {RECORDS}"
        verdict.pass_over("games", why)
    return verdict


def verify_export(file: Path, heard: Callable[[int, int], object] | None) -> Verdict:
    """Check an export of the service: a line for the event, the entries, the records."""
    verdict = Verdict()
    event, log, records = read_export(file)
    folded = Folded(event, list(entries_of(log, verdict)), organized=True)
    folded.note(verdict)
    fault = event.fault()
    if event.secret is None and not verdict.over:
        fault = ""
    known = "the secret of all deals is the one that was committed to"
    hidden = "the secret is not revealed yet: deals and lots cannot be checked"
    verdict.note("commitment", [fault] if fault else [], hidden if event.secret is None else known)
    check_records(verdict, folded, records, heard)
    return verdict


def read_export(file: Path) -> tuple[LiveEvent, list[str], list[str]]:
    """The event, the lines of its log, and the records of an export."""
    event: LiveEvent | None = None
    log: list[str] = []
    records: list[str] = []
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                raw: object = json.loads(line)
            except ValueError as error:
                raise ContestError("bad_file", f"{file}: line {number}: {error}") from None
            if is_object(raw) and number == 1 and "event" in raw:
                event = LiveEvent.from_json(raw)
            elif is_object(raw) and is_object(raw.get("entry")):
                log.append(json.dumps(raw["entry"], ensure_ascii=False, separators=(",", ":")))
            elif is_object(raw) and isinstance(raw.get("record"), str):
                records.append(str(raw["record"]))
            else:
                raise ContestError("bad_file", f"{file}: line {number}: neither an event, an entry nor a record")
    if event is None:
        raise ContestError("bad_file", f"{file}: this is neither a results.json nor an export of a tournament")
    return event, log, records


# --- the files that were made of it --------------------------------------------------------------------------------------


def check_file(verdict: Verdict, file: Path, status: str, make: Callable[[], str]) -> None:
    """The file is what is made of the log."""
    if not file.exists():
        missing = [] if status not in ("over", "cancelled") else [f"there is no {file.name}"]
        verdict.note(file.name, missing, "it is written when the event is over")
        return
    found, right = text_of(file), make()
    faults = [] if found == right else [difference(found, right)]
    verdict.note(file.name, faults, "the same, byte for byte, made anew from the log")


def check_page(verdict: Verdict, file: Path, tournament: Tournament) -> None:
    """The page is what is made of the log and the records."""
    if not file.exists():
        check_file(verdict, file, tournament.contest.status, str)
        return
    found = text_of(file)
    most = inlined(found)
    right = "" if most is None else page_of(tournament, most)
    same = found == right or inflated(found) == inflated(right)
    fault = "" if same else difference(inflated(found), inflated(right))
    verdict.note(file.name, [fault] if fault else [], "the same, made anew from the log and the records")


def difference(found: str, right: str) -> str:
    """Where two texts part, in words."""
    theirs, ours = found.split("\n"), right.split("\n")
    for number, (one, other) in enumerate(zip(theirs, ours, strict=False), 1):
        if one != other:
            at = next(
                (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
            )
            start = max(0, at - 30)
            return f"line {number}: it says {one[start : at + 40]!r}, the log makes {other[start : at + 40]!r}"
    return f"it has {len(theirs)} lines, the log makes {len(ours)}"
