"""What bots that play together are called: by name, in everything that shows them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from citadels_engine.formats.record import read
from citadels_sdk import match, play, tournament
from citadels_sdk.cli import citadels
from citadels_sdk.errors import BotNotFound
from citadels_sdk.local.bot_loader import Entrant, resolve
from citadels_sdk.local.names import path_endings, program_of, tell_apart, told_apart, words_of
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.local.bot_loader import Named

pytestmark = pytest.mark.interpreter

RULE = (
    "from citadels_sdk import Bot\n\n\nclass Rule(Bot):\n    def choose(self, view):\n        return view.actions[{}]\n"
)


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two versions of one class, and where one is."""
    for number, version in enumerate(("v1", "v2")):
        (tmp_path / version).mkdir()
        (tmp_path / version / "bot.py").write_text(RULE.format(-number))
    monkeypatch.chdir(tmp_path)
    return tmp_path


APART = ["rule#v1", "rule#v2"]


def test_two_versions_of_a_class_are_told_apart_by_their_paths(versions: Path) -> None:
    assert play(["v1/bot.py", "v2/bot.py"], seed="s").names == tuple(APART)
    report = match("v1/bot.py", "v2/bot.py", games=2, seed="s", jobs=1)
    assert [row.name for row in report.rows] == APART
    assert report.games[0].names in (tuple(APART), tuple(reversed(APART)))
    played = tournament(["v1/bot.py", "v2/bot.py"], seats=2, deals=1, seed="s", jobs=1)
    assert [one.id for one in played.entrants] == APART


def test_the_commands_show_and_write_the_names(versions: Path) -> None:
    runner = CliRunner()
    shown = runner.invoke(citadels, ["play", "v1/bot.py", "v2/bot.py", "--seed", "s", "--record", "game.ndjson"])
    assert shown.exit_code == 0, shown.output
    assert "rule#v1-0" in shown.output
    assert read((versions / "game.ndjson").read_text()).header.names == APART
    told = runner.invoke(
        citadels, ["match", "v1/bot.py", "v2/bot.py", "--games", "2", "--jobs", "1", "--seed", "s", "--json"]
    )
    assert [row["name"] for row in json.loads(told.stdout)["entrants"]] == APART
    bots = ["v1/bot.py", "v2/bot.py", "--seats", "2", "--deals", "1", "--jobs", "1", "--seed", "s", "--out", "event"]
    assert runner.invoke(citadels, ["tournament", *bots]).exit_code == 0
    assert all(name in (versions / "event" / "index.html").read_text() for name in APART)
    assert runner.invoke(citadels, ["tournament", "verify", "event"]).exit_code == 0


def test_a_bot_may_have_a_name_of_its_own_in_every_command(versions: Path) -> None:
    runner = CliRunner()
    who = ["old=v1/bot.py", "new=v2/bot.py"]
    assert play(who, seed="s").names == ("old", "new")
    shown = runner.invoke(citadels, ["play", *who, "--seed", "s"])
    assert "old-0" in shown.output
    told = runner.invoke(citadels, ["match", *who, "--games", "2", "--jobs", "1", "--json"])
    assert [row["name"] for row in json.loads(told.stdout)["entrants"]] == ["old", "new"]
    few = ["--seats", "2", "--deals", "1", "--jobs", "1", "--json"]
    told = runner.invoke(citadels, ["tournament", *who, *few])
    assert sorted(row["entrant"] for row in json.loads(told.stdout)["standings"]) == ["new", "old"]
    assert resolve("new=v2/bot.py").source == resolve("v2/bot.py").source


def test_pairs_are_taken_by_all_that_play(versions: Path) -> None:
    pairs: list[Named] = [("old", "v1/bot.py"), ("new", resolve("v2/bot.py"))]
    assert play(pairs, seed="s").names == ("old", "new")
    assert [row.name for row in match(pairs, games=2, seed="s", jobs=1).rows] == ["old", "new"]
    assert [one.id for one in tournament(pairs, seats=2, deals=1, seed="s", jobs=1).entrants] == ["old", "new"]
    with pytest.raises(BotNotFound, match="a pair is a name and a bot"):
        match([("old", "v1/bot.py", 3), "greedy"], games=2)  # type: ignore[list-item]  # that is the fault


def test_the_same_bot_twice_has_a_number(versions: Path) -> None:
    assert play(["v1/bot.py", "v1/bot.py"], seed="s").names == ("rule", "rule#2")
    assert play(["v1/bot.py", "v2/bot.py", "v1/bot.py"], seed="s").names == ("rule#v1", "rule#v2", "rule#v1_2")


def test_a_bot_beside_one_stands_with_its_own_folder(versions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("v1")
    assert play(["bot.py", "../v2/bot.py"], seed="s").names == tuple(APART)


def test_one_file_written_in_two_ways_is_the_same_bot(versions: Path) -> None:
    whole = str(versions / "v1" / "bot.py")
    assert play([whole, "v1/bot.py"], seed="s").names == ("rule", "rule#2")
    assert play(["v1/../v1/bot.py", "v2/bot.py", whole], seed="s").names == ("rule#v1", "rule#v2", "rule#v1_2")


def test_a_folder_may_have_spaces(versions: Path) -> None:
    (versions / "v1").rename(versions / "old one")
    (versions / "v2").rename(versions / "new one")
    assert play(["old one/bot.py", "new one/bot.py"], seed="s").names == ("rule#old_one", "rule#new_one")


def test_a_file_whose_name_has_a_sign_of_equality_is_that_file(versions: Path) -> None:
    (versions / "a=b.py").write_text(RULE.format(0))
    assert resolve("a=b.py").name == "rule"
    assert resolve("c=a=b.py").name == "c"


@pytest.mark.parametrize(
    ("sources", "endings"),
    [
        (["python v1/bot.py", "python v2/bot.py"], ["v1", "v2"]),
        (["a-1/bot.py", "a-2/bot.py"], ["a_1", "a_2"]),
        (["bot.py", "old/bot.py"], ["", "old"]),
        (["x/one.py", "y/one.py", "y/two.py"], ["x_one", "y_one", "y_two"]),
        (["a-b/bot.py", "a_b/bot.py"], ["", ""]),
    ],
)
def test_the_shortest_part_of_the_paths_tells_apart(sources: list[str], endings: list[str]) -> None:
    assert path_endings(sources) == endings


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("node bot.js", "bot.js"),
        ("sh bots/run --fast", "bots/run"),
        ("python3 -m mybot", "python3"),
        ("./bot --level=a.b", "./bot"),
        ("java -cp lib.jar Main", "lib.jar"),
        ("an 'open quote", "an 'open quote"),
    ],
)
def test_what_a_command_line_runs_is_the_last_word_with_a_folder_or_an_ending(line: str, program: str) -> None:
    assert program_of(line) == program


def test_only_who_has_the_same_name_is_told_apart() -> None:
    entrants = [Entrant("a", "x/one.py"), Entrant("a", "y/one.py"), Entrant("b", "z/two.py"), None]
    assert tell_apart(["a", "a", "b", "a"], entrants) == ("a#x", "a#y", "b", "a")
    assert tell_apart(["a", "a"], [None, None]) == ("a", "a#2")
    assert tell_apart(["a", "a"], [None, None], numbered=False) == ("a", "a")
    same = [Entrant("a", "one.py"), Entrant("a", "one.py")]
    assert tell_apart(["a", "a"], same) == ("a", "a#2")
    assert [one.name for one in told_apart(same)] == ["a", "a#2"]
    assert told_apart(same, numbered=False) == same


def test_the_words_of_a_source_begin_with_the_last() -> None:
    assert words_of("p/q-r/bot.py:Rule") == ["Rule", "bot", "q_r", "p"]
    assert words_of("node p/q/bot.mjs") == ["", "bot", "q", "p"]


@pytest.mark.parametrize(
    ("source", "program"),
    [
        ("python a/x.py b/y.py", "b/y.py"),
        ("node --x/y bot.mjs", "bot.mjs"),
        ("java Bot", "java"),
        ("", ""),
        ("'open", "'open"),
    ],
)
def test_the_last_file_of_a_command_line_is_what_it_runs(source: str, program: str) -> None:
    assert program_of(source) == program
