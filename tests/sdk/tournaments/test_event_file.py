"""`event.toml`: what may stand in it, and what is said of what may not."""

import tomllib
from pathlib import Path

import pytest
from citadels_contest.settings import Settings
from citadels_contest.types import ContestError
from citadels_sdk.cli import citadels
from citadels_sdk.tournaments.event_file import KEYS, read_event
from citadels_sdk.tournaments.event_spec import files_of
from click.testing import CliRunner

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "event.toml"
BOT = "def choose(view):\n    return view.actions[0]\n"


def written(folder: Path, text: str) -> Path:
    (folder / "mybot.py").write_text(BOT)
    file = folder / "event.toml"
    file.write_text(text)
    return file


def test_the_example_is_read_with_its_bots_from_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    event = read_event(EXAMPLE)
    assert [(name, bot.kind) for name, bot in event.bots][1:3] == [(None, "file"), ("the mayor", "file")]
    assert (event.values["seats"], event.values["order"][0]) == (4, "points")


@pytest.mark.heavy
def test_the_example_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(citadels, ["tournament", str(EXAMPLE), "--deals", "1", "--jobs", "1"])
    assert (shown.exit_code, shown.exception) == (0, None)
    assert "the mayor" in shown.stdout
    (folder,) = tmp_path.iterdir()
    assert "<h1>An evening of five</h1>" in (folder / "index.html").read_text(encoding="utf-8")
    assert folder.name.startswith("round-robin-event-")
    assert CliRunner().invoke(citadels, ["tournament", "verify", str(folder)]).exit_code == 0


def test_every_setting_may_stand_in_it(tmp_path: Path) -> None:
    defaults = Settings()._asdict() | {"order": ["points"]}
    keys = [name for name in Settings._fields if name in KEYS and defaults[name] is not None]
    assert {*Settings._fields} - {*KEYS} == set()

    def told(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else repr(value).replace("(", "[").replace(")", "]")

    text = "".join(f"{name} = {told(defaults[name])}\n" for name in keys)
    event = read_event(written(tmp_path, text + 'bots = ["mybot.py", "greedy"]\n'))
    assert set(event.values) == set(keys) == set(Settings._fields) - {"rounds", "tables", "advance", "forfeits"}
    assert tomllib.loads(text).keys() == event.values.keys()


def test_so_are_the_files_of_a_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "an event"
    folder.mkdir()
    (folder / "plain.py").write_text("")
    (folder / "shell.sh").write_text("#!/bin/sh\n")
    (folder / "shell.sh").chmod(0o755)
    file = folder / "event.toml"
    file.write_text('bots = ["python3 -u plain.py --level 3", "./shell.sh plain.py", "sh"]')
    monkeypatch.chdir(tmp_path)
    bots = [bot for _, bot in read_event("an event/event.toml").bots]
    assert [bot.name for bot in bots] == ["plain", "shell", "sh"]
    assert [bot.source for bot in bots] == [
        "python3 -u 'an event/plain.py' --level 3",
        "'an event/shell.sh' 'an event/plain.py'",
        "sh",
    ]
    assert [list(files_of(bot, "")) for bot in bots] == [
        ["an event/plain.py"],
        ["an event/shell.sh", "an event/plain.py"],
        [],
    ]
    monkeypatch.chdir(folder)
    assert [bot.source for _, bot in read_event("event.toml").bots] == [
        "python3 -u plain.py --level 3",
        "./shell.sh plain.py",
        "sh",
    ]


def test_folders_are_meant_from_the_file(tmp_path: Path) -> None:
    assert read_event(written(tmp_path, 'bots = ["greedy"]\nout = "here"\n')).values["out"] == str(tmp_path / "here")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('seat = 4\nbots = ["greedy"]\n', "line 1: seat: there is no such key; did you mean 'seats'?"),
        ('\n\nseats = 9\nbots = ["greedy"]\n', "line 3: seats: 9 is not from 2 to 8"),
        ('format = "league"\nbots = ["greedy"]\n', "line 1: format: 'league' is not one of round-robin, swiss"),
        ('order = ["luck"]\nbots = ["greedy"]\n', "line 1: order: 'luck' is not one of points"),
        ('time = "long"\nbots = ["greedy"]\n', "line 1: time: 'long' is not a number: seconds for a decision"),
        ('time = 0\nbots = ["greedy"]\n', "line 1: time: 0 is not more than 0"),
        ('jobs = true\nbots = ["greedy"]\n', "line 1: jobs: True is not a whole number"),
        ("seats = 4\n", 'bots: nobody takes part; say bots = ["mybot.py", "greedy"]'),
        ("bots = []\n", "line 1: bots: [] is no list of bots"),
        ('bots = ["gredy"]\n', "line 1: bots: bot: there is no bot 'gredy'; did you mean 'greedy'?"),
        ('bots = ["greedy", 3]\n', "bots: 3 is neither a text nor a table"),
        ('[[bots]]\nbot = "greedy"\n\n[[bots]]\nbots = "greedy"\n', "line 4: bots: bots: there is no such key; did you mean 'bot'?"),
        ('[[bots]]\nname = "x"\n', "line 1: bots: bot: it is missing"),
        ('seats = 4\nseats = 5\n', "line 2"),
        ("seats = \n", "line 1"),
        ('bots = ["other.py"]\n', "bot: there is no file 'other.py'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_line_and_the_way_out(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ContestError) as caught:
        read_event(file)
    assert str(file) in str(caught.value)
    assert said in str(caught.value)


def test_the_command_tells_it_in_a_line_and_takes_no_bots_beside_a_file(tmp_path: Path) -> None:
    file = written(tmp_path, "seat = 4\n")
    shown = CliRunner().invoke(citadels, ["tournament", str(file)])
    assert (shown.exit_code, "did you mean 'seats'?" in shown.stderr, "Traceback" in shown.stderr) == (1, True, False)
    shown = CliRunner().invoke(citadels, ["tournament", str(file), "greedy"])
    assert (shown.exit_code, "says who takes part" in shown.stderr) == (2, True)
