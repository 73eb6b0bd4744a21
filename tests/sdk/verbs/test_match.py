"""`citadels match`: the report where it belongs, the exit status, and faults told in one line."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from citadels_sdk import match
from citadels_sdk.cli import citadels
from citadels_sdk.verbs.match import TRUSTED
from click.testing import CliRunner

AT_THE_TERMINAL = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from citadels_sdk.cli import main; main()"
)
SLOW = "import time\ndef choose(view):\n    time.sleep(0.005)\n    return view.actions[0]\n"


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(citadels, ["match", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_the_report_is_shown_and_the_status_is_0() -> None:
    status, out, err = run("greedy", "random", "--games", "6", "--seats", "3", "--seed", "s", "--jobs", "2")
    assert (status, err) == (0, "")
    assert out.startswith("6 games, 3 seats, modern edition, seed s\n")
    assert "random, at two seats, wins" in out


def test_the_json_is_that_of_the_library() -> None:
    status, out, _ = run("greedy", "random", "--games", "4", "--seed", "s", "--edition", "classic", "--json")
    told = json.loads(out)
    same = match("greedy", "random", games=4, seed="s", edition="classic", jobs=1).to_json()
    for timed in (told, same):
        del timed["took"], timed["notes"]
        for entrant in timed["entrants"]:
            del entrant["ms"]
    assert (status, told) == (0, same)


def test_flags_stand_alone() -> None:
    status, out, err = run("greedy", "random", "--games", "2", "--no-progress", "--jobs", "1", "--seed", "s")
    assert (status, err) == (0, "")
    assert out.startswith("2 games, 2 seats, modern edition, seed s\n")


def test_the_report_is_written_to_files(tmp_path: Path) -> None:
    page, table = tmp_path / "out.html", tmp_path / "out.csv"
    status, _, err = run("greedy", "random", "--games", "2", "--html", str(page), "--save", str(table))
    assert status == 0
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert table.read_text().startswith("name,kind,")
    assert str(page) in err.replace("\n", "")


def test_a_file_plays_and_what_it_prints_is_not_in_the_report(tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text("def choose(view):\n    print('loud')\n    return view.actions[0]\n")
    status, out, _ = run(str(bot), "greedy", "--games", "2", "--json", "--jobs", "1")
    assert (status, json.loads(out)["entrants"][0]["name"]) == (0, "loud")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "Missing argument 'BOT...'"),
        (["gredy"], 1, "did you mean 'greedy'"),
        (["nowhere.py"], 1, "there is no file 'nowhere.py'"),
        (["greedy", "greedy", "greedy", "--seats", "2"], 1, "3 bots for 2 seats"),
        (["greedy", "--scenario", "nowhere"], 1, "there is no 'nowhere'"),
        (["greedy", "--scenario", "classic_basic", "--edition", "modern"], 1, "of the classic edition"),
        (["greedy", "--cast", "king"], 1, "cast"),
        (["greedy", "--games", "0"], 2, "--games"),
        (["greedy", "--html", "x.pdf"], 2, "must end in .html"),
        (["greedy", "--save", "x.pdf"], 2, "must end in"),
        (["greedy", "--html", "no/such/folder/x.html"], 2, "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(arguments: list[str], status: int, said: str) -> None:
    found, out, err = run(*arguments)
    assert (found, out) == (status, "")
    assert said in err
    assert "Traceback" not in err


def test_a_fault_ends_the_match_where_that_is_asked_for(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("def choose(view):\n    raise ValueError('stumbled')\n")
    status, out, err = run(str(bot), "greedy", "--games", "4", "--on-fault", "raise", "--jobs", "2")
    assert (status, out) == (1, "")
    assert "it raised ValueError: stumbled" in err
    assert "citadels bot repro" in err
    assert run(str(bot), "greedy", "--games", "4", "--jobs", "1")[0] == 0


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.heavy)])
def test_on_a_terminal_there_is_a_bar_and_ctrl_c_tells_what_was_finished(tmp_path: Path, jobs: str) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW)
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "TERM": "xterm"}
    here, there = pty.openpty()
    words = [sys.executable, "-c", AT_THE_TERMINAL, "match", str(bot), "greedy", "--games", "5000", "--jobs", jobs]
    with subprocess.Popen(
        words, stdin=there, stdout=subprocess.PIPE, stderr=there, env=surroundings, start_new_session=True
    ) as process:
        os.close(there)
        shown = b""
        until = time.monotonic() + 30
        stopped = 0.0
        while process.poll() is None and time.monotonic() < until:
            if select.select([here], [], [], 0.2)[0]:
                try:
                    shown += os.read(here, 4096)
                except OSError:
                    break
            played = re.search(rb"\b(?!1/)[1-9]\d*/5000", shown)
            if played and time.monotonic() > stopped + 5:  # Python itself may lose one, within a callback
                os.write(here, b"\x03")
                stopped = time.monotonic()
        if process.poll() is None:
            process.kill()
        assert process.stdout is not None
        out = process.stdout.read().decode()
        assert process.wait(300) == 130
    os.close(here)
    assert b"of 5000 games were finished" in shown + out.encode()
    assert "of 5000 games, 2 seats" in out
    assert "Traceback" not in shown.decode() + out


def test_a_match_that_cannot_be_played_to_its_end_shows_what_was_finished(tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(
        "import os\nfrom citadels_sdk import Bot\nclass Deadly(Bot):\n    def on_start(self, start):\n"
        "        if start.game == 'game-3':\n            os._exit(7)\n    def choose(self, view):\n        return view.actions[0]\n"
    )
    told = ["match", str(file), "greedy", "--games", "6", "--seed", "s", "--jobs", "2"]
    found = CliRunner().invoke(citadels, [*told, "--on-fault", "raise"])
    assert (found.exit_code, "Error: game 3 (" in found.stderr) == (1, True)
    assert "of 6 games" in found.stdout
    found = CliRunner().invoke(citadels, told)
    assert (found.exit_code, found.stderr) == (0, f"{TRUSTED}\n")
    assert "set aside: game 3" in found.stdout


def test_it_is_said_that_bots_are_trusted_unless_the_command_says_so(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("def choose(view):\n    return view.actions[0]\n")
    told = ["match", str(tmp_path / "plain.py"), "greedy", "--games", "2", "--seed", "s", "--jobs", "1"]
    found = {words: CliRunner().invoke(citadels, [*told, *words]) for words in ((), ("--trust",), ("--isolate",))}
    assert {words: one.stderr for words, one in found.items()} == {
        (): f"{TRUSTED}\n",
        ("--trust",): "",
        ("--isolate",): "",
    }
    assert CliRunner().invoke(citadels, ["match", "greedy", "random", "--games", "2", "--jobs", "1"]).stderr == ""


def test_an_isolated_match_has_the_results_of_a_trusted_one(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("def choose(view):\n    return view.actions[view.gold % len(view.actions)]\n")
    told = ["match", str(tmp_path / "plain.py"), "greedy", "--games", "6", "--seed", "s", "--jobs", "2", "--json"]
    rows = [json.loads(CliRunner().invoke(citadels, [*told, word]).stdout) for word in ("--trust", "--isolate")]
    figures = ("wins", "place", "score", "points", "faults", "seats", "decisions")
    kept = [[{name: row.get(name) for name in figures} for row in one["entrants"]] for one in rows]
    assert kept[0] == kept[1]
