"""A tournament's folder while it is played: what is written and when, what a crash leaves, who may go on there."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_contest.log import dump
from citadels_contest.types import ContestError
from citadels_sdk.tournaments.folder import (
    AHEAD,
    EVENT,
    FAULTS,
    LOG,
    RECORDS,
    TIMES,
    FaultNote,
    read_described,
    read_faults,
)
from citadels_sdk.tournaments.outputs import PAGE, RESULTS, STANDINGS
from citadels_sdk.tournaments.storage import (
    FILES,
    FIRST,
    Changed,
    Folder,
    Keeper,
    Kept,
    Lock,
    Locked,
    cut,
    read_notes,
    same,
    whole_records,
    write_whole,
)

from tests.support.modules import replace_in
from tests.support.small_tournament import played

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.tournaments.event_spec import Described


def described(**more: Any) -> Described:
    """The small tournament, but for what is said."""
    return replace(played().described, **more)


def kept() -> list[Kept]:
    """All its entries, the results with their records."""
    games = played().games
    return [
        Kept(entry, games.text(str(entry["game"])).encode() if entry["kind"] == "result" else b"")
        for entry in played().log
    ]


def results() -> list[Kept]:
    return [one for one in kept() if one.record]


def lines(entries: list[Kept]) -> bytes:
    return "".join(dump(one.entry) + "\n" for one in entries).encode()


def folder(path: Path, *, to: int | None = None) -> Folder:
    """A folder with the entries up to that one, closed."""
    made = Folder.open(described(), path)
    made.add(kept()[:to])
    made.close()
    return made


def reopened(path: Path) -> Folder:
    """The folder, read and mended."""
    made = Folder.open(described(), path)
    made.close()
    return made


# what is written


def test_a_new_folder_says_what_is_played_and_has_what_was_added_at_once(tmp_path: Path) -> None:
    made = Folder.open(described(), tmp_path / "deep" / "folder")
    path = made.path
    assert json.loads((path / EVENT).read_text()) == described().to_json()
    assert (path / EVENT).read_text() == json.dumps(described().to_json(), ensure_ascii=False, indent=1) + "\n"
    entries = kept()
    for at, one in enumerate(entries):
        made.add([one])
        assert (path / LOG).read_bytes() == lines(entries[: at + 1])
    assert (path / RECORDS).read_bytes() == b"".join(one.record for one in entries)
    assert made.log == played().log
    game = str(results()[0].entry["game"])
    assert made.games.text(game).encode() == results()[0].record
    made.close()
    assert not (path / AHEAD).exists()


def test_what_has_no_record_leaves_the_records_alone(tmp_path: Path) -> None:
    made = Folder.open(described(), tmp_path)
    written: list[str] = []
    plain = made.write
    made.write = lambda name, what: (written.append(name), plain(name, what))[1]  # type: ignore[method-assign,func-returns-value]  # noted, and done
    made.add([one for one in kept() if not one.record][:2])
    made.add(results()[:1])
    made.close()
    assert written == [LOG, RECORDS, LOG]


def test_times_are_written_with_the_rest_when_it_is_made_sure(tmp_path: Path) -> None:
    made = Folder.open(described(), tmp_path)
    assert not (tmp_path / TIMES).exists()
    made.times.note("greedy", 3, 1.5, 1.0)
    made.sync()
    made.close()
    assert (tmp_path / TIMES).read_text() == json.dumps(made.times.to_json(), indent=1) + "\n"
    assert reopened(tmp_path).times.entrants == {"greedy": [3, 1.5, 1.0]}


def test_all_that_grows_is_on_the_disk_when_it_is_made_sure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Folder.open(described(), tmp_path)
    sure: list[int] = []
    replace_in(monkeypatch, "citadels_sdk.tournaments.storage", os, fsync=sure.append)
    made.sync()
    assert sure[:3] == [file.fileno() for file in made.files.values()]
    assert (list(made.files), len(sure)) == ([LOG, RECORDS, AHEAD], 4)
    made.close()


def test_in_memory_entries_and_records_are_kept_too() -> None:
    keeper = Keeper(described())
    keeper.add(kept())
    assert keeper.log == played().log
    assert {game: keeper.games.text(game) for game in keeper.games} == {
        str(one.entry["game"]): one.record.decode() for one in results()
    }
    keeper.set_by({})
    keeper.sync()
    keeper.close()


@pytest.mark.parametrize("kind", ["memory", "folder"])
def test_the_first_faults_of_an_entrant_are_kept_and_one_of_a_seat_and_game(kind: str, tmp_path: Path) -> None:
    keeper = Keeper(described()) if kind == "memory" else Folder.open(described(), tmp_path)
    keeper.note("a", FaultNote("1.0.0.0", 0, 5, "first"))
    keeper.note("a", FaultNote("1.0.0.0", 0, 9, "again"))
    assert [one.what for one in keeper.faults["a"]] == ["first"]
    keeper.note("a", FaultNote("1.0.0.0", 1, 9, "other seat"))
    keeper.note("b", FaultNote("1.0.0.0", 0, 5, "of another"))
    for number in range(1, 9):
        keeper.note("a", FaultNote(f"1.0.0.{number}", 0, 5, "other game"))
    keeper.close()
    assert FIRST == 5
    assert [(one.game, one.seat) for one in keeper.faults["a"]] == [
        ("1.0.0.0", 0), ("1.0.0.0", 1), ("1.0.0.1", 0), ("1.0.0.2", 0), ("1.0.0.3", 0),
    ]  # fmt: skip
    if kind == "folder":
        assert read_faults(tmp_path) == keeper.faults == reopened(tmp_path).faults


def test_faults_are_written_only_where_one_has_come(tmp_path: Path) -> None:
    made = Folder.open(described(), tmp_path)
    made.note("a", FaultNote("1.0.0.0", 0, 5, "first"))
    (tmp_path / FAULTS).unlink()
    made.note("a", FaultNote("1.0.0.0", 0, 9, "again"))
    assert not (tmp_path / FAULTS).exists()
    made.note("a", FaultNote("1.0.0.1", 0, 9, "new"))
    assert len(read_faults(tmp_path)["a"]) == 2
    made.close()


# games that wait for earlier ones


def waiting(*numbers: int) -> dict[str, Kept]:
    """These results, as games that were finished before an earlier one."""
    found = [results()[number] for number in numbers]
    return {str(one.entry["game"]): one._replace(notes=((1, 17, "odd"),)) for one in found}


def test_games_that_wait_are_kept_once_each_and_forgotten_when_none_waits(tmp_path: Path) -> None:
    made = folder(tmp_path, to=5)
    made = Folder.open(described(), tmp_path)
    made.set_by(waiting(2))
    first = (tmp_path / AHEAD).read_bytes()
    made.set_by(waiting(2))
    assert (tmp_path / AHEAD).read_bytes() == first
    made.set_by(waiting(2, 4))
    assert (tmp_path / AHEAD).read_bytes().startswith(first)
    assert (tmp_path / AHEAD).read_bytes().count(b"\n") == 2
    made.close()
    again = Folder.open(described(), tmp_path)
    assert (again.ahead, again.set) == (waiting(2, 4), set(waiting(2, 4)))
    size = (tmp_path / AHEAD).stat().st_size
    again.set_by(again.ahead)
    assert (tmp_path / AHEAD).stat().st_size == size
    again.set_by({})
    assert ((tmp_path / AHEAD).stat().st_size, again.set) == (0, set())
    again.set_by(waiting(3))
    again.close()
    last = Folder.open(described(), tmp_path)
    assert last.ahead == waiting(3)
    last.set_by({})
    last.close()
    assert not (tmp_path / AHEAD).exists()


def test_a_game_that_waited_and_was_written_down_since_waits_no_more(tmp_path: Path) -> None:
    folder(tmp_path)
    line = json.dumps({"entry": results()[0].entry, "record": results()[0].record.decode()}) + "\n"
    (tmp_path / AHEAD).write_text(line)
    assert reopened(tmp_path).ahead == {}
    assert (tmp_path / AHEAD).read_text() == line


@pytest.mark.parametrize("broken", ['{"entry": {"kind": "res', "[]\n", '{"entry": 1}', "3\n"])
def test_what_is_half_written_of_a_game_that_waits_is_cut_away(broken: str, tmp_path: Path) -> None:
    made = Folder.open(described(), tmp_path)
    made.set_by(waiting(2))
    made.close()
    whole = (tmp_path / AHEAD).read_text()
    (tmp_path / AHEAD).write_text(whole + broken)
    assert reopened(tmp_path).ahead == waiting(2)
    assert (tmp_path / AHEAD).read_text() == whole


@pytest.mark.parametrize(
    ("raw", "notes"),
    [
        ([[1, 17, "odd"], [0, 2, "more"]], ((1, 17, "odd"), (0, 2, "more"))),
        (None, ()),
        ("odd", ()),
        ([3, [1, 2], [1, 2, "x", 4]], ()),
    ],
)
def test_notes_are_read_as_far_as_they_are_some(raw: object, notes: object) -> None:
    assert read_notes(raw) == notes


# what a crash leaves


def first_result() -> int:
    return next(at for at, one in enumerate(kept()) if one.record)


def test_what_was_kept_is_read_again_and_nothing_is_changed(tmp_path: Path) -> None:
    folder(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in (EVENT, LOG, RECORDS)}
    again = reopened(tmp_path)
    assert again.log == played().log
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


@pytest.mark.parametrize(
    ("name", "change", "entries", "records"),
    [
        (LOG, lambda text: text[:-1], -1, 6),
        (LOG, lambda text: text + b'{"kind": "res', None, 6),
        (LOG, lambda _: b"", 0, 0),
        (LOG, lambda text: b"".join(text.splitlines(keepends=True)[:7]), 7, 2),
        (RECORDS, lambda text: text[:-1], 10, 5),
        (RECORDS, lambda text: text + text[:40], None, 6),
        (RECORDS, lambda _: b"", 5, 0),
        (RECORDS, lambda text: text[text.index(b"\n{\"format\"") + 1 :], 5, 0),
    ],
    ids=["entry", "half entry", "no log", "fewer entries", "record", "half record", "no records", "another record"],
)  # fmt: skip
def test_a_result_without_its_record_and_a_record_without_its_result_are_cut_away(
    name: str, change: Any, entries: int | None, records: int, tmp_path: Path
) -> None:
    """What was set up is five entries; six results follow, and the end."""
    assert (first_result(), len(results())) == (5, 6)
    folder(tmp_path)
    (tmp_path / name).write_bytes(change((tmp_path / name).read_bytes()))
    again = reopened(tmp_path)
    assert again.log == played().log[:entries]
    assert (tmp_path / LOG).read_bytes() == lines(kept()[:entries])
    assert (tmp_path / RECORDS).read_bytes() == b"".join(one.record for one in results()[:records])


def test_a_folder_without_a_log_is_begun(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / LOG).unlink()
    assert reopened(tmp_path).log == []
    assert (tmp_path / RECORDS).read_bytes() == b""


def test_a_line_that_is_no_entry_is_told_with_its_number_and_nothing_is_lost(tmp_path: Path) -> None:
    folder(tmp_path)
    text = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    (tmp_path / LOG).write_bytes(b"".join([*text[:2], b"odd\n", *text[3:]]))
    with pytest.raises(ContestError, match=r"log\.ndjson: line 3: ") as caught:
        Folder.open(described(), tmp_path)
    assert caught.value.code == "bad_file"
    assert (tmp_path / LOG).read_bytes().count(b"\n") == len(text)
    (tmp_path / LOG).write_bytes(b"".join(text))
    assert len(reopened(tmp_path).log) == len(text)  # and it was not left locked


def test_records_are_whole_between_their_header_and_their_result(tmp_path: Path) -> None:
    head, end = b'{"format": "citadels-record/1", "id": "%s", "rest": 1}\n', b'{"result": 1}\n'
    file = tmp_path / RECORDS
    assert whole_records(file) == []
    text = end + head % b"1.0" + b"{}\n" + end + end + head % b"1.1" + head % b"1.2" + end + head % b"1.3" + end[:-1]
    file.write_bytes(text)
    one, two = len(end + head % b"1.0" + b"{}\n" + end), len(text) - len(head % b"1.3" + end[:-1])
    assert whole_records(file) == [("1.0", one), ("1.2", two)]


def test_only_what_stands_behind_a_place_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "file"
    cut(file, 3)
    assert not file.exists()
    file.write_bytes(b"12345")
    for end, left in ((9, b"12345"), (5, b"12345"), (4, b"1234"), (0, b"")):
        cut(file, end)
        assert file.read_bytes() == left


def test_a_file_is_written_whole_beside_its_place(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text("before")
    write_whole(file, "é\n")
    assert file.read_bytes() == "é\n".encode()
    assert [one.name for one in tmp_path.iterdir()] == ["file.json"]


# who may go on


def test_starting_over_forgets_what_a_tournament_wrote_and_nothing_else(tmp_path: Path) -> None:
    assert FILES == (EVENT, LOG, RECORDS, AHEAD, TIMES, FAULTS, STANDINGS, RESULTS, PAGE)
    for name in (*FILES, "mine.txt"):
        (tmp_path / name).write_text("odd")
    made = Folder.open(described(), tmp_path, fresh=True)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([".lock", EVENT, LOG, RECORDS, AHEAD, "mine.txt"])
    made.close()


@pytest.mark.parametrize("name", [LOG, RECORDS])
def test_files_of_a_tournament_that_says_not_what_it_is_are_left_alone(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("precious\n")
    with pytest.raises(ContestError, match=f"there is {name}, but no event.json: take another folder") as caught:
        Folder.open(described(), tmp_path)
    assert (caught.value.code, (tmp_path / name).read_text()) == ("no_tournament", "precious\n")
    Folder.open(described(), tmp_path, fresh=True).close()


def test_a_folder_is_one_run_s_until_it_is_closed(tmp_path: Path) -> None:
    made = Folder.open(described(), tmp_path)
    with pytest.raises(Locked) as caught:
        Folder.open(described(), tmp_path / ".." / tmp_path.name)
    told = f"{tmp_path / '..' / tmp_path.name}: another run plays there"
    assert (str(caught.value), caught.value.code) == (told, "locked")
    assert caught.value.advice == "Wait for its end, or take another folder."
    made.close()
    reopened(tmp_path)
    with Lock(tmp_path) as lock, pytest.raises(Locked):
        Lock(tmp_path)
    assert lock.file.closed
    Lock(tmp_path).close()


def changed_settings(**more: Any) -> Described:
    return described(settings=described().settings._replace(**more))


@pytest.mark.parametrize(
    ("made", "what", "acceptable", "said"),
    [
        (lambda: described(time=1.0), ("time",), True, "time was 60.0 and is 1.0"),
        (lambda: described(time=1.0, game_time=2.0), ("time", "game_time"), True, "60.0 and is 1.0; game_time was None and is 2.0"),
        (lambda: described(edition="classic"), ("edition",), False, "edition was None and is 'classic'"),
        (lambda: changed_settings(deals=5), ("deals",), False, "deals was 1 and is 5"),
        (lambda: described(time=1.0, cast=("king",)), ("cast", "time"), False, "cast was None and is ['king']; time"),
        (lambda: described(entrants=described().entrants[:2]), ("bots",), False, "the bots were greedy, random"),
    ],
)  # fmt: skip
def test_a_tournament_that_is_another_one_is_refused_and_some_of_it_may_be_accepted(
    made: Any, what: tuple[str, ...], acceptable: bool, said: str, tmp_path: Path
) -> None:
    folder(tmp_path, to=2)
    before = (tmp_path / EVENT).read_bytes()
    with pytest.raises(Changed) as caught:
        Folder.open(made(), tmp_path)
    assert (caught.value.what, caught.value.acceptable, caught.value.code) == (what, acceptable, "changed")
    assert str(caught.value).startswith(f"{tmp_path}: it was begun otherwise: ")
    assert said in str(caught.value)
    assert "start over there (`fresh`)" in caught.value.advice
    assert (tmp_path / EVENT).read_bytes() == before
    if not acceptable:
        with pytest.raises(Changed):
            Folder.open(made(), tmp_path, accept=True)
        return
    Folder.open(made(), tmp_path, accept=True).close()
    assert read_described(tmp_path).time == 1.0
    Folder.open(made(), tmp_path).close()


@pytest.mark.parametrize(
    ("before", "now", "then"), [("", "", ""), ("Spring", "", "Spring"), ("Spring", "Autumn", "Autumn"), ("", "Autumn", "Autumn")]
)  # fmt: skip
def test_another_name_is_taken_on_and_the_date_stays(before: str, now: str, then: str, tmp_path: Path) -> None:
    Folder.open(described(name=before, date="2026-01-31"), tmp_path).close()
    kept_one = same(tmp_path, described(name=now, date="2027-07-07"), accept=False)
    assert kept_one == read_described(tmp_path) == described(name=then, date="2026-01-31")
    assert (tmp_path / EVENT).read_text().endswith("}\n")
