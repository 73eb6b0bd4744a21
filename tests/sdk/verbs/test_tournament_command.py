"""`citadels tournament`: what is shown where, what is left behind, how it goes on, and faults told in one line."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from citadels_sdk.cli import citadels
from citadels_sdk.tournaments.outputs import COLUMNS
from citadels_sdk.tournaments.scheduler import Underway
from citadels_sdk.tournaments.screen import Screen
from citadels_sdk.verbs.tournament import SENTENCES, folder_for, stumbles
from click.testing import CliRunner

from tests.support.small_tournament import played, small

AT_THE_TERMINAL = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from citadels_sdk.cli import main; main()"
)
SLOW = "import time\ndef choose(view):\n    time.sleep(0.004)\n    return view.actions[0]\n"
FILES = {"event.json", "index.html", "log.ndjson", "records.ndjson", "results.json", "standings.csv", "times.json"}
SMALL = ["greedy", "random", "--seats", "2", "--deals", "1", "--jobs", "1", "--page-games", "1"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(citadels, ["tournament", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_the_standings_are_shown_and_everything_is_left_in_the_folder() -> None:
    status, out, err = run(*SMALL, "--seed", "s", "--out", "here")
    assert status == 0
    assert out.startswith("round-robin, 2 bots, 2 at a table, 2 games, seed s\n")
    assert out.index("greedy") < out.index("random")
    assert out.splitlines()[-1] == "Too few deals to tell who is better: more of them (--deals) would."
    assert "citadels tournament verify here" in err
    assert {one.name for one in Path("here").iterdir() if not one.name.startswith(".")} == FILES
    rows = Path("here/standings.csv").read_text().splitlines()
    assert rows[0] == ",".join(COLUMNS)
    assert rows[1].startswith("1,greedy,greedy,house,2,")


def test_who_was_at_fault_is_told_with_the_first_fault_and_the_way_to_it() -> None:
    Path("late.py").write_text(
        "def choose(view):\n    if view.n > 20:\n        raise ValueError('\\x1b[31mred\\nand more')\n    return view.actions[0]\n"
    )
    words = ("late.py", "random", "--seats=2", "--deals=1", "--jobs=1", "--page-games=0", "--seed=s")
    _, out, _ = run(*words, "--out=strict")
    forfeited, where = out.splitlines()[-2:]
    assert forfeited == "late forfeited 2 games; the first fault, in game 1.0.0.0: it raised ValueError: \ufffd[31mred."
    assert where == "What brings a fault back is told in strict/faults.json."
    _, out, _ = run(*words, "--out=mild", "--fault=harmless")
    assert re.search(r"^late was at fault \d+ times; the first fault, in game 1\.0\.0\.0: it raised", out, re.MULTILINE)


def test_the_same_command_goes_on_in_a_folder_named_after_it() -> None:
    assert run(*SMALL)[0] == 0
    (folder,) = Path().iterdir()
    log = (folder / "log.ndjson").read_bytes()
    assert run(*SMALL)[0] == 0
    assert [one.name for one in Path().iterdir()] == [folder.name]
    assert (folder / "log.ndjson").read_bytes() == log
    assert run(*SMALL, "--fresh")[0] == 0
    assert (folder / "log.ndjson").read_bytes() != log


def test_what_changes_the_event_changes_the_folder_and_nothing_else_does() -> None:
    names = {
        folder_for(("greedy", "random"), values)
        for values in ({}, {"jobs": 2}, {"jobs": 1}, {"deals": 2}, {"seed": "s"}, {"format": "swiss"})
    }
    assert len(names) == 4
    assert all(name.startswith(("round-robin-greedy-random-", "swiss-greedy-random-")) for name in names)


def test_json_is_the_summary_whatever_a_bot_prints() -> None:
    Path("chatty.py").write_text("print('hello')\ndef choose(view):\n    print('hm')\n    return view.actions[0]\n")
    status, out, _ = run("chatty.py", *SMALL[1:], "--out", "here", "--json")
    assert (status, json.loads(out)) == (0, json.loads(Path("here/results.json").read_text())["summary"])


def test_every_option_reaches_the_tournament() -> None:
    status, _, err = run(
        "greedy", "random", "greedy", "random", "--format", "gauntlet", "--focus", "random", "--seats", "3", "--deals", "2",
        "--no-duplicate", "--no-shared", "--points", "wins", "--order", "wins,lot", "--fault", "harmless", "--edition", "classic",
        "--scenario", "classic_basic", "--time", "9", "--game-time", "99", "--seed", "s", "--jobs", "1", "--out", "here",
        "--page-games", "0",
    )  # fmt: skip
    assert status == 0, err
    event: Any = json.loads(Path("here/event.json").read_text())
    settings = event["settings"]
    assert (event["edition"], event["scenarios"], event["time"], event["game_time"]) == (
        "classic",
        ["classic_basic"],
        9,
        99,
    )
    assert (settings["format"], settings["focus"]) == ("gauntlet", ["random"])
    assert (settings["duplicate"], settings["shared"]) == (False, False)
    records = [
        json.loads(line)["seed"] for line in Path("here/records.ndjson").read_text().splitlines() if '"seed":' in line
    ]
    assert len(records) == len(set(records)) > 2  # every game has a deal of its own
    assert (settings["points"], settings["order"], settings["fault"]) == ("wins", ["wins", "lot"], "harmless")


def test_a_changed_bot_is_refused_with_the_way_out(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("def choose(view):\n    return view.actions[0]\n")
    words = ["mybot.py", *SMALL[1:], "--out", "here"]
    assert run(*words)[0] == 0
    bot.write_text("def choose(view):\n    return view.actions[-1]\n")
    status, out, err = run(*words)
    assert (status, out) == (1, "")
    assert "mybot.py has changed" in err
    assert "--changed accept" in err
    assert "Traceback" not in err
    assert run(*words, "--changed", "accept")[0] == 0
    assert "deals was 1 and is 2\nTake another --out, or start over with --fresh.\n" in run(*words, "--deals", "2")[2]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "Missing argument 'BOT..."),
        (["gredy", "greedy"], 1, "did you mean 'greedy'"),
        (["greedy", "random", "--seats", "4"], 1, "do not fill a table of 4 seats: take --small-field fill\n"),
        (["greedy", "random", "--seats", "9"], 2, "--seats"),
        (["greedy", "random", "--seats", "2", "--order", "luck"], 1, "order: 'luck' is not one of"),
        (["greedy", "random", "--seats", "2", "--scenario", "nowhere"], 1, "there is no 'nowhere'"),
        (["greedy", "random", "--seats", "2", "--focus", "somebody", "--format", "gauntlet"], 1, "somebody"),
        (["greedy", "random", "--seats", "2", "--focus", "greedy", "--format", "sequential"], 1, "a test compares two"),
        (["greedy", "random", "--seats", "2", "--focus", "random,greedy", "--format", "gauntlet"], 1, "nobody to meet"),
        (["nowhere.toml"], 1, "there is no such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(arguments: list[str], status: int, said: str) -> None:
    found, out, err = run(*arguments, *([] if not arguments else ["--out", "here"]))
    assert (found, out) == (status, "")
    assert said in err
    assert "Traceback" not in err


def test_a_record_is_taken_out_of_the_folder() -> None:
    status, out, _ = run("game", str(small()), "1.0.0.1")
    assert (status, out) == (0, played().games.text("1.0.0.1"))
    Path("game.ndjson").write_text(out)
    assert CliRunner().invoke(citadels, ["verify", "game.ndjson"]).exit_code == 0
    status, out, err = run("game", str(small()), "9.9.9.9")
    assert (status, out, "has no game '9.9.9.9'; the first one is 1.0.0.0" in err) == (1, "", True)


def test_help_tells_of_the_words_behind_it() -> None:
    status, out, _ = run("--help")
    assert status == 0
    assert "\n      citadels tournament verify DIR  " in out
    assert "--duplicate / --no-duplicate" in out
    assert "--shared / --no-shared" in out
    assert "results.json | export.ndjson" in run("verify", "--help")[1]


# --- while it is played ----------------------------------------------------------------------------------------------------


class Out:
    """Where a screen writes."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        """Nothing is kept back."""

    def isatty(self) -> bool:
        return False


def underway(seconds: float, done: int, games: int | None = 6, left: float | None = 65) -> Underway:
    return Underway(done, games, seconds, left, 1, played().contest)


def test_elsewhere_than_on_a_terminal_it_is_a_line_now_and_then() -> None:
    out: Any = Out()
    screen = Screen(out)
    for second in range(25):
        screen(underway(float(second), second))
    lines = out.text.splitlines()
    assert [line.partition(" games")[0] for line in lines] == ["0 of 6", "10 of 6", "20 of 6"]
    assert "1:05 left; 1. greedy" in lines[0]
    assert "\x1b" not in out.text


def test_on_a_terminal_it_is_drawn_over_itself_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((60, 24)))
    out: Any = Out()
    with Screen(out, drawn=True) as screen:
        screen(underway(0.0, 1))
        height = out.text.count("\n")
        screen(underway(1.0, 3))
        assert out.text.count(f"\x1b[{height}F") == 1
    assert out.text.endswith(f"\x1b[{height}F\x1b[J")
    shown = out.text.replace("\x1b[K", "").replace("\x1b[J", "").split(f"\x1b[{height}F")[1]
    assert all(len(line) < 60 for line in shown.splitlines())
    assert "3 of 6 games, 1:05 left" in shown
    assert shown.splitlines()[-1].startswith("[#")


@pytest.mark.heavy
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    command = [
        "slow.py",
        "greedy",
        "--page-games",
        "1",
        "--seats",
        "2",
        "--deals",
        "5",
        "--seed",
        "s",
        "--jobs",
        jobs,
        "--out",
        "here",
    ]
    shown, out = at_a_terminal(command)
    assert "the same command goes on" in shown + out
    assert "Traceback" not in shown + out
    log = (tmp_path / "here" / "log.ndjson").read_text()
    assert log.count('"result"') < 10
    (tmp_path / "slow.py").write_text(SLOW.replace("0.004", "0"))
    assert run(*command, "--changed", "accept")[0] == 0
    assert (tmp_path / "here" / "log.ndjson").read_text().startswith(log)
    assert run("verify", "here")[0] == 0


def at_a_terminal(command: list[str]) -> tuple[str, str]:
    """What stood on the terminal and on the standard output of a run that Ctrl-C ended when the first games were over."""
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "TERM": "xterm"}
    here, there = pty.openpty()
    words = [sys.executable, "-c", AT_THE_TERMINAL, "tournament", *command]
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
            if re.search(rb"[1-9] of 10", shown) and time.monotonic() > stopped + 5:
                os.write(here, b"\x03")
                stopped = time.monotonic()
        if process.poll() is None:
            process.kill()
        assert process.stdout is not None
        out = process.stdout.read().decode()
        assert process.wait(300) == 130, shown.decode() + out
    os.close(here)
    return shown.decode(), out


def test_who_has_played_more_games_than_others_is_told(tmp_path: Path) -> None:
    words = ["tournament", *["random"] * 7, "--seats=3", "--deals=1", "--no-duplicate", "--no-progress"]
    even = CliRunner().invoke(citadels, [*words, "--tables=7", f"--out={tmp_path / 'even'}"])
    odd = CliRunner().invoke(citadels, [*words, "--tables=5", f"--out={tmp_path / 'odd'}"])
    assert "Not all is even" not in even.output
    assert "Not all is even: everybody plays 2 or 3 games" in odd.output


@pytest.mark.parametrize("count", [1, SENTENCES, SENTENCES + 1, SENTENCES + 2])
def test_of_many_bots_at_fault_the_first_are_told_and_the_others_counted(count: int, tmp_path: Path) -> None:
    note = SimpleNamespace(game="1.0.0.0", what="it raised ValueError: no\nand more")
    rows = [SimpleNamespace(entrant=f"bot{at}", faults=at + 1, forfeits=at % 2, place=at) for at in range(count)] + [
        SimpleNamespace(entrant="clean", faults=0, forfeits=0)
    ]
    played = cast("Any", SimpleNamespace(standings=rows, faults={"bot0": [note]}))
    told = stumbles(played, tmp_path)
    assert told[0] == "bot0 was at fault once; the first fault, in game 1.0.0.0: it raised ValueError: no."
    assert ("bot1 forfeited 1 game." in told) == (count > 1)
    assert [line for line in told if line.startswith("So it was")] == (
        [f"So it was with {count - SENTENCES} more bots."] if count > SENTENCES else []
    )
    assert len([line for line in told if line.startswith("bot")]) == min(count, SENTENCES)
    assert told[-1] == f"What brings a fault back is told in {tmp_path / 'faults.json'}."
