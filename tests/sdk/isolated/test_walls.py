"""Bots behind the wall: who takes part, what becomes of them, and that they play as without it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from citadels_sdk import Bot, View, tournament
from citadels_sdk.errors import BotNotFound
from citadels_sdk.isolated import walls as module
from citadels_sdk.isolated.walls import Walls
from citadels_sdk.local.bot_loader import ProcessEntrant, resolve
from citadels_sdk.local.game_loop import play
from citadels_sdk.sandbox import sandbox_parts as parts
from citadels_sdk.sandbox.sandbox_parts import NoSandbox, Part

from tests.support.waits import until

pytestmark = [
    pytest.mark.heavy,  # each test starts processes of its own
    pytest.mark.skipif(bool(parts.missing()), reason="this machine has not all of the sandbox"),
]

THINKS = """
import asyncio
from citadels_sdk import Bot

class Thinks(Bot):
    name = "thinker"

    def on_start(self, start):
        self.told = []

    def on_event(self, event):
        self.told.append(event["kind"])

    async def choose(self, view):
        await asyncio.sleep(0)
        assert len(view.events) == len(self.told)
        return self.random.choice(view.actions)
"""
RAISES = """
from citadels_sdk import Bot

class Raises(Bot):
    def {hook}:
        raise ValueError("no")

    def choose(self, view):
        return {answer}
"""


def bot(folder: Path, name: str, text: str) -> str:
    file = folder / name / f"{name}.py"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return str(file)


class Here(Bot):
    def choose(self, view: View) -> str:
        return view.actions[0].text


def records(bots: list[str], isolate: bool, fault: str = "forfeit") -> list[str]:
    played = tournament(bots, seats=3, deals=1, seed="s", isolate=isolate, progress=False, fault=fault)
    told = [str(sorted((note.seat, note.n, note.what) for note in notes)) for notes in played.faults.values()]
    return [*[played.games.text(game) for game in played.games], *told]


@pytest.mark.parametrize("fault", ["forfeit", "harmless"])
@pytest.mark.parametrize(
    ("hook", "answer"),
    [
        ("__init__(self)", "view.actions[0]"),
        ("on_start(self, start)", "view.actions[0]"),
        ("on_end(self, outcome)", "view.actions[0]"),
        ("on_event(self, event)", "view.actions[0]"),
        ("other(self)", "'build nothing'"),
        ("other(self)", "self.other()"),
        ("other(self)", "None"),
    ],
)
def test_faults_are_those_that_they_are_without_the_wall(tmp_path: Path, hook: str, answer: str, fault: str) -> None:
    bots = [bot(tmp_path, "raises", RAISES.format(hook=hook, answer=answer)), "greedy", bot(tmp_path, "thinks", THINKS)]
    assert records(bots, True, fault) == records(bots, False, fault)


def test_what_each_is_called_is_said_by_its_file_in_its_own_process(tmp_path: Path) -> None:
    tells = f"import os\nopen({str(tmp_path / 'read')!r}, 'w')\n"
    with Walls() as walls:
        found = walls.entrants(
            [bot(tmp_path, "thinks", THINKS), ("new", str(tmp_path / "thinks" / "thinks.py")), "greedy"]
        )
        assert [(one.name, one.kind) for one in found] == [
            ("thinker", "isolated"),
            ("new", "isolated"),
            ("greedy", "house"),
        ]
        with pytest.raises(BotNotFound, match="PermissionError"):
            walls.entrants([bot(tmp_path, "reads", tells + THINKS)])
    assert not (tmp_path / "read").exists()


def test_a_file_without_a_bot_is_refused_in_the_same_words(tmp_path: Path) -> None:
    file = bot(tmp_path, "empty", "x = 1\n")
    said = []
    for isolate in (True, False):
        with pytest.raises(BotNotFound) as caught:
            tournament([file, "greedy"], seats=2, isolate=isolate)
        said.append(caught.value.what)
    assert said[0] == said[1]


def test_what_is_here_already_stays_unless_all_are_to_be_isolated(tmp_path: Path) -> None:
    class Inner(Here):
        """No file has it by its name."""

    with Walls() as walls:
        (found, _) = walls.entrants([Inner, bot(tmp_path, "thinks", THINKS)])
        assert found.kind == "class"
        assert walls.notes() == ["played in the referee's process, and trusted: inner"]
    with Walls(strict=True) as walls, pytest.raises(BotNotFound, match="inner can only be found in this process"):
        walls.entrants([Inner])
    loaded = resolve(bot(tmp_path, "again", THINKS))
    assert loaded.kind == "class"
    with Walls(strict=True) as walls:
        assert [one.kind for one in walls.entrants([loaded])] == ["isolated"]


def test_a_missing_part_is_named_before_anything_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lacking = [Part("files", "files but those of its folder", False, "this kernel has no Landlock")]
    monkeypatch.setattr(module, "missing", lambda: lacking)
    with pytest.raises(NoSandbox, match=r"files \(this kernel has no Landlock\)"):
        tournament(["greedy", bot(tmp_path, "thinks", THINKS)], seats=2)
    with Walls(weak=True) as walls:
        assert play(walls.entrants([str(tmp_path / "thinks" / "thinks.py"), "greedy"]), seed="s").faults == ()
        assert walls.notes() == [
            "each bot had a process of its own, but not all of the sandbox: without files (this kernel has no Landlock)"
        ]


def test_a_program_plays_in_the_sandbox_as_without(tmp_path: Path) -> None:
    shell = str(Path(__file__).parents[3] / "examples" / "stdio" / "bot.sh")
    assert records([shell, "greedy", "random"], True) == records([shell, "greedy", "random"], False)


def test_a_program_runs_in_its_own_folder_wherever_it_is_started_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = (Path(__file__).parents[3] / "examples" / "stdio" / "bot.sh").read_text()
    monkeypatch.chdir(tmp_path)
    bot(tmp_path, "own", shell.replace("while IFS", "[ -e own.py ] || exit 9\nwhile IFS"))
    with Walls() as walls:
        (found,) = walls.entrants(["sh own/own.py"])
    assert isinstance(found, ProcessEntrant)
    assert found.command[1] == str(tmp_path / "own" / "own.py")
    assert found.policy is not None
    assert found.policy.folder == str(tmp_path / "own")
    assert tournament(["sh own/own.py", "greedy"], seats=2, deals=1, progress=False).faults == {}


def test_nothing_is_left_of_what_programs_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "tmp"
    home.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(home))
    shell = (Path(__file__).parents[3] / "examples" / "stdio" / "bot.sh").read_text()
    writes = bot(tmp_path, "writes", shell.replace("while IFS", "echo x > $TMPDIR/x || exit 9\nwhile IFS"))
    played = tournament([f"sh {writes}", "greedy"], seats=2, deals=1, progress=False)
    assert (played.faults, list(home.iterdir())) == ({}, [])


def test_a_program_gets_nothing_and_starts_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("kept")
    program = tmp_path / "program" / "bot.sh"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nread -r a < {secret} && echo GOT file >&2\n/bin/true && echo GOT process >&2\n")
    program.chmod(0o755)
    played = tournament([str(program), "greedy"], seats=2, deals=1, seed="s", progress=False)
    (first, *_) = played.faults["bot"]
    assert "GOT" not in first.what
    assert "its program has ended with status" in first.what
    assert [one.forfeits for one in played.standings if one.entrant == "greedy"] == [0]


def test_what_a_bot_prints_goes_to_its_log(tmp_path: Path) -> None:
    loud = "import sys\ndef choose(view):\n    print('hello')\n    sys.stderr.write('\\x1b[2J')\n    return view.actions[0]\n"
    tournament(
        [bot(tmp_path, "loud", loud), "greedy"], seats=2, deals=1, seed="s", progress=False, out=tmp_path / "out"
    )
    assert "hello" in (tmp_path / "out" / "logs" / "loud.log").read_text()


def test_nothing_outlives_whoever_plays_not_even_a_bot_that_hangs(tmp_path: Path) -> None:
    hangs = bot(tmp_path, "hangs", "def choose(view):\n    sum(range(10**14))\n")
    home = Path(tempfile.mkdtemp(dir="/tmp"))  # the address of a socket must be short
    plays = f"from citadels_sdk import tournament; tournament([{hangs!r}, 'greedy'], seats=2, jobs=1, progress=False)"

    def there() -> list[int]:
        found = []
        for one in Path("/proc").iterdir():
            try:
                if one.name.isdigit() and os.fsencode(home) in (one / "cmdline").read_bytes():
                    found.append(int(one.name))
            except OSError:
                continue
        return found

    with subprocess.Popen([sys.executable, "-c", plays], env={**os.environ, "TMPDIR": str(home)}) as runner:
        try:
            until(
                lambda: any(scratch.exists() for scratch in home.glob("citadels-*/scratch-*")), "a bot has its process"
            )
            until(lambda: len(there()) >= 3, "the launchers and the bot are there")
        finally:
            runner.send_signal(signal.SIGKILL)
        runner.wait(60)
    until(lambda: not there(), "all of them are gone")
    until(lambda: not list(home.glob("citadels-*/socket")), "their folder is gone")
    shutil.rmtree(home)
