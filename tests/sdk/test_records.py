"""`citadels verify` and `citadels replay`: what they say of a good, a bad and an unfinished record, and to whom they show what."""

import json
import re
from pathlib import Path

import pytest
from citadels_engine import awaited, is_over, new_game, view
from citadels_engine.bots import make
from citadels_engine.formats import record
from citadels_engine.formats.record import Record
from citadels_sdk.cli import citadels
from click.testing import CliRunner


def made(steps: int = 10_000, left: list[int] | None = None) -> Record:
    game = new_game(4, seed="shown")
    told = record.begin(game, game_id="shown", names=["Ann", "Bea", "Cid", "Dan"], date="2026-01-31")
    bot = make("random", "a bot")
    while not is_over(game) and game.n < steps:
        told.take(game, bot.choose(view(game, awaited(game).seat), []))
    if is_over(game):
        told.finish(game, left)
    return told


WHOLE = made()


def run(*arguments: str, text: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(citadels, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.ndjson"
    path.write_text(WHOLE.text(), encoding="utf-8")
    return path


def tampered(path: Path, line: int, **fields: object) -> None:
    lines = path.read_text().splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **fields})
    path.write_text("\n".join(lines) + "\n")


# --- verify ----------------------------------------------------------------------------------------------------------


def test_verify_says_line_by_line_what_was_checked(file: Path) -> None:
    status, output = run("verify", str(file))
    assert status == 0
    for what in ("rules", "seed", "commitment", "decisions", "end", "places", "score of seat 3"):
        assert f"  ok      {what}: " in output
    assert output.endswith("The record holds.\n")


def test_verify_names_what_fails(file: Path) -> None:
    tampered(file, 9, seat=3, do="end")
    status, output = run("verify", str(file))
    assert status == 1
    assert "  FAILED  decisions: line 10: " in output
    assert output.endswith("The record does not hold.\n")


def test_verify_of_an_unfinished_record_says_that_it_is_unfinished(tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson"
    path.write_text(made(20).text())
    status, output = run("verify", str(path))
    assert status == 1
    assert "the seed is not revealed yet" in output
    assert output.endswith("The game is not over: its record cannot be verified yet.\n")


@pytest.mark.parametrize("verb", ["verify", "replay"])
def test_a_file_that_is_no_record_is_one_line(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "none.ndjson"
    status, output = run(verb, str(path))
    assert status == 1
    assert output.startswith("Error: ")
    assert "none.ndjson" in output
    path.write_text('{"format": "citadels-record/1"}')
    status, output = run(verb, str(path))
    assert status == 1
    assert "line 1: rules: it is missing" in output
    path.write_bytes(b"\xff")
    assert run(verb, str(path))[0] == 1


def test_a_record_of_other_rules_is_refused_in_words(file: Path) -> None:
    tampered(file, 0, rules=9)
    status, output = run("verify", str(file))
    assert status == 1
    assert "made under the rules 9, this engine plays the rules 1" in output


# --- replay ----------------------------------------------------------------------------------------------------------


def test_replay_tells_the_whole_game(file: Path) -> None:
    status, output = run("replay", str(file))
    assert status == 0
    for taken in WHOLE.taken:
        assert f"\n{taken.n}. {WHOLE.header.names[taken.seat]}-{taken.seat}: {taken.do}\n" in output
    assert "Total" in output
    assert "1st: " in output


def test_a_seat_is_told_only_what_it_could_know(file: Path) -> None:
    own, other = run("replay", str(file), "--seat", "0")[1], run("replay", str(file), "--spectator")[1]
    picks = [taken for taken in WHOLE.taken if taken.do.startswith("pick ")]
    for taken in picks:
        line = f"\n{taken.n}. {WHOLE.header.names[taken.seat]}-{taken.seat}: {taken.do}\n"
        assert (line in own) == (taken.seat == 0)
        assert line not in other
    assert "chose the " not in other
    assert set(re.findall(r"(\w+-\d) chose the ", own)) == {"Ann-0"}
    assert "hand:" not in other.split("The game is over")[0]


def test_one_moment_may_be_shown(file: Path) -> None:
    status, output = run("replay", str(file), "--at", "5")
    assert status == 0
    assert "\n5. " not in "\n" + output
    assert output.startswith("4. ")
    assert "Decision 5: " in output
    assert run("replay", str(file), "--at", "100000")[0] == 2


def test_stepping_goes_on_back_and_anywhere(file: Path) -> None:
    status, output = run("replay", str(file), "--step", text="\n\nb\n7\nr\ne\nq\n")
    assert status == 0
    last = len(WHOLE.taken)
    places = [part.split(" of ")[0] for part in output.split("[")[1:] if " of " in part]
    assert places[:5] == ["0", "1", "2", "1", "7"]
    assert places[-1] == str(last)
    assert "Round 2" in output


def test_stepping_ends_with_the_input(file: Path) -> None:
    assert run("replay", str(file), "--step", text="\n")[0] == 0


def test_what_does_not_hold_ends_the_show_with_its_fault(file: Path) -> None:
    tampered(file, 9, do="bribe")
    status, output = run("replay", str(file))
    assert status == 1
    assert "\n7. " in output
    assert "\n8. " not in output
    assert "line 10: do: bribe: not legal now" in output


def test_an_unfinished_record_needs_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.ndjson"
    path.write_text(made(20).text())
    assert "line 1: seed: it is not revealed yet" in run("replay", str(path))[1]
    assert "is not the one that it commits to" in run("replay", str(path), "--seed", "other")[1]
    status, output = run("replay", str(path), "--seed", "shown")
    assert status == 0
    assert "Decision 20: " in output


def test_those_that_left_are_named_and_come_last(tmp_path: Path) -> None:
    assert WHOLE.result is not None
    best = WHOLE.result.places[0][0]
    path = tmp_path / "game.ndjson"
    path.write_text(made(left=[best]).text())
    output = run("replay", str(path))[1]
    assert f"Left before the end: {WHOLE.header.names[best]}-{best}" in output
    assert f"4th: {WHOLE.header.names[best]}-{best} " in output
    assert run("verify", str(path))[0] == 0


def test_a_seat_that_is_not_there_is_named(file: Path) -> None:
    assert "there is no seat 5" in run("replay", str(file), "--seat", "5")[1]
    assert "not both" in run("replay", str(file), "--seat", "1", "--spectator")[1]
