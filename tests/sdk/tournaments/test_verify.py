"""`citadels tournament verify`: what was played holds, and no change to it stays unseen, however well it is hidden."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine.formats.record import Record, Taken, read
from citadels_sdk.cli import citadels
from citadels_sdk.tournaments.event import Tournament
from citadels_sdk.tournaments.folder import read_records
from citadels_sdk.tournaments.outputs import write_results
from citadels_sdk.tournaments.verification import verify_tournament
from click.testing import CliRunner

from tests.support.small_tournament import copied, edit_entry, edit_json, edit_record, entries, remade, small

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Log = list[dict[str, Any]]


def failed(what: Path) -> str:
    verdict = verify_tournament(what)
    assert not verdict.ok
    return "\n".join(f"{one.what}: {one.text}" for one in verdict.findings if not one.ok)


def result(log: Log, game: str) -> dict[str, Any]:
    return next(entry for entry in log if entry.get("game") == game and entry["kind"] == "result")


def test_what_was_played_holds() -> None:
    verdict = verify_tournament(small())
    assert verdict.ok, [one for one in verdict.findings if not one.ok]
    assert [one.what for one in verdict.findings] == [
        "event.json", "log.ndjson", "rounds", "games", "standings.csv", "results.json", "index.html",
    ]  # fmt: skip
    assert verdict.title == "round-robin, 3 entrants, 2 at a table, 6 games: over"


def test_its_results_alone_are_consistent_and_no_game_is_checked() -> None:
    verdict = verify_tournament(small() / "results.json")
    assert (verdict.holds, verdict.ok, verdict.word) == (True, False, "consistent")
    assert verdict.sentence.endswith("consistent; games not checked.")
    (games,) = [one for one in verdict.findings if not one.checked]
    assert (games.what, verdict.games, verdict.replayed) == ("games", 6, 0)


def test_results_that_were_made_up_whole_are_consistent_at_best(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_entry(folder, swap_places)
    remade(folder)
    forged = tmp_path / "forged.json"
    forged.write_text((folder / "results.json").read_text())
    assert verify_tournament(forged).word == "consistent"
    assert verify_tournament(folder).word == "fails"


def test_every_game_was_played_again_where_it_holds() -> None:
    verdict = verify_tournament(small())
    assert (verdict.word, verdict.games, verdict.replayed) == ("holds", 6, 6)


def test_hears_of_every_record() -> None:
    heard: list[tuple[int, int]] = []
    verify_tournament(small(), lambda done, games: heard.append((done, games)))
    assert heard == [(number, 6) for number in range(1, 7)]


# --- plantings in the log, with all that is made of it made again --------------------------------------------------------


def swap_places(log: Log) -> None:
    result(log, "1.0.0.0")["places"].reverse()


def raise_score(log: Log) -> None:
    result(log, "1.1.0.0")["scores"][0] += 1


def name_another_character(log: Log) -> None:
    result(log, "1.0.0.1")["picks"][1][0] = "queen"


def forgive_a_forfeit(log: Log) -> None:
    entry = next(entry for entry in log if entry.get("left"))
    del entry["left"]


def forgive_a_fault(log: Log) -> None:
    entry = next(entry for entry in log if entry.get("faults"))
    del entry["faults"]


def shorten_a_game(log: Log) -> None:
    result(log, "1.0.0.0")["rounds"] -= 1


def lose_a_result(log: Log) -> None:
    log.remove(result(log, "1.2.0.1"))


def lose_the_last_result_and_the_end(log: Log) -> None:
    log[:] = log[:-2]


def pair_otherwise(log: Log) -> None:
    entry = next(entry for entry in log if entry["kind"] == "round")
    entry["pairings"].reverse()


def leave_a_pairing_out(log: Log) -> None:
    entry = next(entry for entry in log if entry["kind"] == "round")
    entry["pairings"].pop()


def seat_otherwise(log: Log) -> None:
    result(log, "1.0.0.0")["seats"].reverse()


def correct_by_hand(log: Log) -> None:
    log.append({"kind": "corrected", "game": "1.0.0.0", "places": [2, 1], "scores": [1, 2], "why": "I say so"})


def void_a_game(log: Log) -> None:
    log.insert(-1, {"kind": "void", "game": "1.0.0.0", "why": "I say so"})


def withdraw_somebody(log: Log) -> None:
    log.insert(-1, {"kind": "withdrew", "entrant": "greedy", "why": "I say so"})


def enter_somebody_else(log: Log) -> None:
    log[0]["name"] = "somebody else"


def name_another_record(log: Log) -> None:
    result(log, "1.0.0.0")["record"] = "0" * 64


LOGS: dict[Callable[[Log], None], str] = {
    swap_places: "game 1.0.0.0: places: the result says",
    raise_score: "game 1.1.0.0: scores: the result says",
    name_another_character: "game 1.0.0.1: picks: the result says",
    forgive_a_forfeit: "left: the result says None",
    forgive_a_fault: "of which no fault is told",
    shorten_a_game: "game 1.0.0.0: rounds: the result says",
    lose_a_result: "6 records for 5 results",
    lose_the_last_result_and_the_end: "6 records for 5 results",
    pair_otherwise: "(round): what follows is",
    leave_a_pairing_out: "(round): what follows is",
    seat_otherwise: "1.0.0.0",
    correct_by_hand: "(corrected): a run on one machine writes no such entry",
    void_a_game: "(void): the game was played",
    withdraw_somebody: "(withdrew): what follows is",
    enter_somebody_else: "not those of event.json",
    name_another_record: "game 1.0.0.0: there is no record with the SHA-256",
}


@pytest.mark.heavy
@pytest.mark.parametrize("plant", LOGS)
def test_a_change_of_the_log_is_found_though_all_figures_were_made_again(
    plant: Callable[[Log], None], tmp_path: Path
) -> None:
    folder = copied(tmp_path)
    edit_entry(folder, plant)
    try:
        remade(folder)
    except ValueError:
        assert plant not in (swap_places, raise_score)  # the figures can be made of a log that is a log
    assert LOGS[plant] in failed(folder)


def test_a_change_of_the_log_alone_shows_in_every_file_that_is_made_of_it(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_entry(folder, swap_places)
    said = failed(folder)
    assert all(f"{name}: line " in said for name in ("standings.csv", "results.json", "index.html"))


# --- plantings in the records, with their hashes made again --------------------------------------------------------------


def play_otherwise(record: Record) -> None:
    at = next(at for at, one in enumerate(record.taken) if one.do == "gold")
    one = record.taken[at]
    record.taken[at] = Taken(one.n, one.seat, "draw", one.ms, one.asked, one.received, one.by)


def claim_points(record: Record) -> None:
    assert record.result is not None
    sheet: Any = record.result.scores[0]
    sheet["total"] += 1
    sheet["lines"][0]["points"] += 1


def change_names(record: Record) -> None:
    record.header.names.reverse()


def be_of_another_game(record: Record) -> None:
    record.header.id = "1.0.0.1"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (play_otherwise, "its record does not hold: line "),
        (claim_points, "its record does not hold: seat 0 has"),
        (change_names, "['random', 'greedy'] sat there; the record says ['greedy', 'random']"),
        (be_of_another_game, "its record does not hold: id, rules and seed give"),
    ],
)
def test_a_change_of_a_record_is_found(plant: Callable[[Record], None], said: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_record(folder, "1.0.0.0", plant)
    remade(folder)
    assert f"games: game 1.0.0.0: {said}" in failed(folder)


def test_a_game_of_another_deal_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    other = next(text for text in read_records(folder) if read(text).header.id == "1.1.0.0")
    edit_record(folder, "1.0.0.0", lambda _: read(other), rename=True)
    theirs = result(entries(folder), "1.1.0.0")

    def told_of(log: Log) -> None:
        mine = result(log, "1.0.0.0")
        for name in ("places", "scores", "rounds", "left", "faults", "picks"):
            mine.pop(name, None)
        kept = mine.pop("record")
        mine.update({name: theirs[name] for name in theirs if name not in ("kind", "game", "seats", "record")})
        mine["record"] = kept

    edit_entry(folder, told_of)
    assert "game 1.0.0.0: its seed is not that of deal 1/0/0" in failed(folder)


def test_records_that_have_changed_places_are_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    texts = list(read_records(folder))
    texts[3], texts[4] = texts[4], texts[3]
    (folder / "records.ndjson").write_text("".join(texts))
    assert "record 4 is not that of result 4" in failed(folder)


def test_a_record_too_many_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    with (folder / "records.ndjson").open("a") as file:
        file.write(next(read_records(folder)))
    assert "7 records for 6 results" in failed(folder)


# --- plantings in the other files ----------------------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("scenarios", ["classic_basic"], "edition: the record has modern, the event deals classic"),
        ("cast", ["king"], "cast"),
        ("date", "yesterday", "results.json"),
        ("winner", "me", "event.json: it is not as it was written"),
    ],
)
def test_another_event_is_found(key: str, value: object, said: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_json(folder / "event.json", lambda raw: raw.update({key: value}))
    assert said in failed(folder)


def test_another_seed_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_json(folder / "event.json", lambda raw: raw["settings"].update(seed="another"))
    said = failed(folder)
    assert "its seed is not that of deal" in said or "at seat 0 sits" in said


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("standings.csv", "greedy", "greeny"),
        ("results.json", '"place": 2', '"place": 3'),
        ("results.json", '"kind":"started"', '"kind":"started","at":5'),
        ("index.html", "Standings</h2>", "Standings, doctored</h2>"),
        ("index.html", '"text/plain" id="games-0">', '"text/plain" id="games-0">AAAA'),
        ("standings.csv", "greedy", "\udcff"),
        ("index.html", "Standings</h2>", "\udcff"),
    ],
)
def test_a_doctored_file_is_found(file: str, old: str, new: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), errors="surrogateescape")
    assert f"{file}: line " in failed(folder)


@pytest.mark.heavy
@pytest.mark.parametrize("file", ["standings.csv", "results.json", "index.html"])
def test_a_file_that_is_missing_is_found(file: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / file).unlink()
    assert f"{file}: there is no {file}" in failed(folder)


@pytest.mark.parametrize("file", ["event.json", "log.ndjson", "standings.csv", "results.json", "index.html"])
def test_other_ends_of_lines_are_found(file: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / file).write_bytes((folder / file).read_bytes().replace(b"\n", b"\r\n"))
    assert file in failed(folder)


def test_a_page_that_is_only_squeezed_otherwise_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(tmp_path)
    squeeze = zlib.compressobj
    monkeypatch.setattr(zlib, "compressobj", lambda level, *more: squeeze(1, *more))
    before = (folder / "index.html").read_text()
    remade(folder)
    monkeypatch.undo()
    assert (folder / "index.html").read_text() != before
    assert verify_tournament(folder).ok


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"place": 2', '"place": 1'),
        ('"places":[1,2]', '"places":[2,1]'),
        ('"seed": "a small one"', '"seed": "another"'),
    ],
)
def test_doctored_results_are_found_alone(old: str, new: str, tmp_path: Path) -> None:
    text = (small() / "results.json").read_text()
    assert old in text
    file = tmp_path / "results.json"
    file.write_text(text.replace(old, new, 1))
    assert failed(file)


def test_results_in_another_layout_are_not_as_they_were_written(tmp_path: Path) -> None:
    raw = json.loads((small() / "results.json").read_text())
    file = tmp_path / "results.json"
    file.write_text(json.dumps(raw, indent=2))
    assert "the same figures in another layout" in failed(file)
    raw["summary"]["standings"][0]["points"] += 1
    file.write_text(json.dumps(raw, indent=2))
    assert "another layout" not in failed(file)


def test_an_event_that_is_not_over_holds_as_far_as_it_goes(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_entry(folder, lambda log: log.pop())
    for name in ("standings.csv", "results.json", "index.html"):
        (folder / name).unlink()
    verdict = verify_tournament(folder)
    assert (verdict.holds, verdict.ok, verdict.over, verdict.word) == (True, False, False, "unfinished")
    assert "not over" in verdict.sentence
    assert "not checked" not in verdict.sentence


def test_results_of_an_event_that_was_broken_off_say_both(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_entry(folder, lambda log: log.pop())
    write_results(Tournament.load(folder), folder, 0)
    verdict = verify_tournament(folder / "results.json")
    assert verdict.word == "unfinished"
    assert verdict.sentence.endswith("consistent, but the tournament is not over; 6 games not checked.")


# --- the command -----------------------------------------------------------------------------------------------------------


def test_the_command_says_what_was_checked_and_ends_with_its_status(tmp_path: Path) -> None:
    shown = CliRunner().invoke(citadels, ["tournament", "verify", str(small())])
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (0, "The tournament holds.")
    assert shown.stdout.count("  ok      ") == 7
    folder = copied(tmp_path)
    edit_entry(folder, swap_places)
    shown = CliRunner().invoke(citadels, ["tournament", "verify", str(folder), "--quiet"])
    assert (shown.exit_code, "  ok      " in shown.stdout) == (1, False)
    assert "FAILED  games: game 1.0.0.0: places" in shown.stdout
    assert shown.stdout.splitlines()[-1] == "The tournament does not hold."


def test_the_command_tells_programs_what_was_checked(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    edit_entry(folder, swap_places)
    told = []
    for what in (small(), small() / "results.json", folder):
        shown = CliRunner().invoke(citadels, ["tournament", "verify", str(what), "--json"])
        found = json.loads(shown.stdout)
        told.append((shown.exit_code, found["verdict"], found["games"], found["replayed"]))
        assert {"what", "ok", "checked", "text"} == set(found["findings"][0])
    assert told == [(0, "holds", 6, 6), (3, "consistent", 6, 0), (1, "fails", 6, 6)]


def test_the_command_does_not_say_that_results_alone_hold() -> None:
    for more in ((), ("--quiet",)):
        shown = CliRunner().invoke(citadels, ["tournament", "verify", str(small() / "results.json"), *more])
        lines = shown.stdout.splitlines()
        assert (shown.exit_code, lines[-1]) == (3, "The tournament is consistent; games not checked.")
        assert lines[-2].startswith("  open    games: this file has no records")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.json", "{}", "neither an event, an entry nor a record"),
        ("x.json", "[", "line 1"),
        ("x.json", "\udcff", "x.json: it is not text in UTF-8"),
        ("results.json", json.dumps({"format": "citadels-results/1", "log": 3}), "this is no results.json"),
        ("results.json", json.dumps({"format": "citadels-results/1", "log": 3}, indent=1), "this is no results.json"),
    ],
)
def test_what_is_no_tournament_is_told_in_a_line(name: str, text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, errors="surrogateescape")
    shown = CliRunner().invoke(citadels, ["tournament", "verify", str(file)])
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert said in shown.stderr


def test_a_folder_without_a_tournament_is_told_in_a_line(tmp_path: Path) -> None:
    shown = CliRunner().invoke(citadels, ["tournament", "verify", str(tmp_path)])
    assert (shown.exit_code, "there is no event.json" in shown.stderr) == (1, True)


def test_a_folder_without_its_log_is_told_in_a_line(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "log.ndjson").unlink()
    shown = CliRunner().invoke(citadels, ["tournament", "verify", str(folder)])
    assert (shown.exit_code, shown.stderr) == (1, f"Error: {folder}: there is no log.ndjson\n")
