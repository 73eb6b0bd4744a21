"""`citadels bot`: a bot is written, checked, and one of its decisions seen again."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from citadels_sdk import play
from citadels_sdk.cli import citadels
from citadels_sdk.verbs.bot import tell_twice
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.checking.decision_replay import Answered

FAULTY = """
def choose(view):
    if view.kind == "turn":
        return "nonsense"
    return view.actions[0]
"""
FEW = ("--players", "4", "--edition", "classic")
"""Fewer games for a check."""


def run(*arguments: str, text: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(citadels, ["bot", *arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def path_of_a_new_process(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The folders of bots that other tests have loaded are not imported from."""
    made = str(tmp_path_factory.getbasetemp())
    monkeypatch.setattr(sys, "path", [one for one in sys.path if not one.startswith(made)])


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    return str(file)


# --- new -------------------------------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_a_new_bot_passes_its_test_its_check_and_plays(tmp_path: Path) -> None:
    assert run("new", "Mason", str(tmp_path / "bots"))[0] == 0
    folder = tmp_path / "bots"
    (folder / "pytest.ini").write_text("[pytest]\n")  # else the settings of a project around the folder would be taken
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    if not plugin_is_installed():
        command += ["-p", "citadels_sdk.pytest_plugin"]
    tested = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=120, check=False
    )
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "3 passed" in tested.stdout
    status, output = run("check", str(folder / "mason.py"), "--quick")
    assert (status, "Clean" in output) == (0, True), output
    played = CliRunner().invoke(citadels, ["play", str(folder / "mason.py"), "greedy", "--seed", "s"])
    assert played.exit_code == 0, played.output
    assert "1st:" in played.output


def plugin_is_installed() -> bool:
    from importlib.metadata import entry_points

    return any(entry.value == "citadels_sdk.pytest_plugin" for entry in entry_points(group="pytest11"))


def test_a_new_bot_is_about_thirty_lines_and_clean_code(tmp_path: Path) -> None:
    run("new", "paper_clip", str(tmp_path))
    text = (tmp_path / "paper_clip.py").read_text()
    assert 25 <= len(text.splitlines()) <= 45
    assert "class PaperClip(Bot):" in text
    compile(text, "paper_clip.py", "exec")
    assert "$" not in text + (tmp_path / "test_paper_clip.py").read_text()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "test_mason.py").write_text("mine")
    status, output = run("new", "mason", str(tmp_path))
    assert status == 1
    assert "is there already" in output
    assert [file.name for file in tmp_path.iterdir()] == ["test_mason.py"]
    assert (tmp_path / "test_mason.py").read_text() == "mine"


@pytest.mark.parametrize(
    "name", ["2x", "a-b", "a/b", "../a", "", "class", "None", "random", "greedy", "json", "_x", "view", "é"]
)
def test_a_name_that_cannot_be_used_is_refused(tmp_path: Path, name: str) -> None:
    assert run("new", name, str(tmp_path / "in"))[0] == 2
    assert not (tmp_path / "in").exists()


@pytest.mark.parametrize("name", ["numpy", "pytest", "citadels_engine", "Click", "json"])
def test_a_name_that_would_hide_a_module_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    status, output = run("new", name, str(tmp_path / "in"))
    assert status == 2
    assert f"would hide the {name.lower()!r}" in " ".join(output.split())
    assert not (tmp_path / "in").exists()


def test_what_is_in_the_folder_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "painter").mkdir()
    assert run("new", "painter", "painter")[0] == 0


def test_the_commands_can_be_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "with a space"
    lines = [line for line in run("new", "painter", str(folder))[1].splitlines() if line.startswith("  ")]
    words = [shlex.split(line) for line in lines]
    bot, test = str(folder / "painter.py"), str(folder / "test_painter.py")
    assert [line[: line.index(file) + 1] for line, file in zip(words, (bot, bot, test), strict=True)] == [
        ["citadels", "play", bot],
        ["citadels", "bot", "check", bot],
        ["pytest", test],
    ]


@pytest.mark.parametrize("folder", [os.devnull, __file__])
def test_what_is_no_folder_is_refused(folder: str) -> None:
    status, output = run("new", "painter", folder)
    assert status != 0
    assert "not a folder" in output or "is a file" in output


# --- check -----------------------------------------------------------------------------------------------------------


def test_a_faulty_bot_has_status_1_and_a_command(faulty: str) -> None:
    status, output = run("check", faulty, "--quick", *FEW)
    assert status == 1
    assert "illegal" in output
    assert f"citadels bot repro {faulty} --seat " in output


def test_the_check_as_json(faulty: str) -> None:
    status, output = run("check", faulty, "--quick", "--json", *FEW)
    assert status == 1
    assert json.loads(output)["findings"][0]["kind"] == "turn"


def test_what_the_bot_prints_is_no_part_of_the_json(tmp_path: Path) -> None:
    file = tmp_path / "loud.py"
    file.write_text("print('read')\ndef choose(view):\n    print('asked')\n    return view.actions[0]\n")
    code = "from citadels_sdk.cli import main; main()"
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", code, "bot", "check", str(file), "--quick", "--json", *FEW]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=60, check=False)
    assert json.loads(done.stdout)["ok"], done.stderr
    assert {"read", "asked"} <= set(done.stderr.split())


@pytest.mark.parametrize("arguments", [["check", "nobody"], ["repro", "nobody", "--n", "0"], ["check", "missing.py"]])
def test_no_such_bot_has_status_2(arguments: list[str]) -> None:
    assert run(*arguments)[0] == 2


def test_what_a_bot_says_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "loud.py"
    file.write_text("raise ValueError('one\\ntwo\\x1b]0;title')\n")
    status, output = run("check", str(file))
    assert (status, output.count("\n"), "\x1b" in output) == (2, 1, False)
    file.write_text("def choose(view):\n    raise ValueError('one\\ntwo\\x1b]0;title')\n")
    status, output = run("repro", str(file), "--n", "0", "--case", "modern/keep")
    assert status == 1
    assert "one two" in output
    assert "\x1b]" not in output


# --- repro -----------------------------------------------------------------------------------------------------------


def test_a_decision_is_shown_with_the_table_the_actions_and_the_clock(faulty: str) -> None:
    status, output = run("repro", faulty, "--n", "0", "--case", "modern/warlord", "--limit", "2", "--seed", "s")
    assert status == 1
    assert "Seat 0 is asked: turn" in output
    assert "destroy 1 tavern" in output
    assert "0 gold" in output
    assert "Clock: 2 s" in output
    assert "it chose 'nonsense'" in output
    assert "The fault is there." in output


def test_a_decision_without_fault_has_status_0(faulty: str) -> None:
    status, output = run("repro", faulty, "--n", "0", "--case", "modern/keep")
    assert status == 0
    assert "It answers keep docks" in output


def test_a_game_that_goes_another_way_is_said_to(faulty: str) -> None:
    status, output = run("repro", "greedy", "--n", "5000", "--players", "2")
    assert status == 0
    assert "Not the same game" in output
    assert run("repro", faulty, "--n", "5000", "--players", "2")[0] == 1


def test_a_recorded_game_is_followed_whatever_the_bot_would_do(tmp_path: Path, faulty: str) -> None:
    file = str(tmp_path / "game.ndjson")
    game = play(["greedy", "greedy", "greedy"], seed="s")
    game.save(file)
    n, seat, text = next(
        (n, seat, action.text)
        for n, (seat, action) in enumerate(game.taken)
        if seat == 1 and action.verb == "build" and n > 40
    )
    status, output = run("repro", faulty, "--n", str(n), "--record", file)
    assert status == 1
    assert f"Seat {seat} is asked: turn" in output
    assert text in output
    assert run("repro", "greedy", "--n", str(n), "--record", file)[0] == 0


def test_a_record_without_that_decision_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "game.ndjson")
    play(["greedy", "greedy"], seed="s").save(file)
    status, output = run("repro", "greedy", "--n", "9999", "--record", file)
    assert status == 1
    assert "there is none with the number 9999" in output


def test_the_debugger_stops_in_the_bots_own_code(faulty: str) -> None:
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    code = "from citadels_sdk.cli import main; main()"
    command = [sys.executable, "-c", code, "bot", "repro", faulty, "--n", "0", "--case", "modern/keep", "--debug"]
    seen = subprocess.run(
        command, input="p view.kind\nc\n", env=variables, capture_output=True, text=True, timeout=60, check=False
    )
    assert "choose()" in seen.stdout
    assert "'keep'" in seen.stdout
    assert seen.returncode == 0, seen.stderr


def test_options_and_cast_deal_the_game(faulty: str) -> None:
    status, output = run(
        "repro", faulty, "--n", "0", "--players", "4", "--seed", "s", "--against", "random",
        "--cast", "assassin,thief,magician,emperor,bishop,merchant,architect,warlord",
        "--option", "emperor_resource_chooser=recipient",
    )  # fmt: skip
    assert status in (0, 1)
    assert "decision 0" in output
    assert run("repro", faulty, "--n", "0", "--option", "nothing")[0] == 2
    assert run("repro", faulty, "--n", "0", "--cast", "nobody")[0] == 1


def test_whether_the_same_was_chosen_twice_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = cast("Answered", SimpleNamespace(note="in another process"))
    tell_twice(found, None)
    tell_twice(found, ("gold", "draw"))
    assert capsys.readouterr().out == (
        "It has chosen the same each time.\n\nIt chose 'gold' in one game and 'draw' in another, in another process.\n"
    )


def test_help_names_the_verbs() -> None:
    output = run("--help")[1]
    assert all(f"  {verb} " in output for verb in ("new", "check", "repro"))
