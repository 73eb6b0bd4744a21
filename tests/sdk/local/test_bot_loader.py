"""Who is meant by a name, a file, a class, a function, an object or a command line."""

from __future__ import annotations

import pickle
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import Bot, View, play
from citadels_sdk.bot import Start
from citadels_sdk.errors import BotNotFound
from citadels_sdk.local import bot_loader
from citadels_sdk.local.bot_loader import Entrant, ProcessEntrant, is_loading, resolve
from citadels_sdk.local.player import BotPlayer

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_engine import Action

pytestmark = pytest.mark.interpreter

ONE = """
from citadels_sdk import Bot

class Mason(Bot):
    def choose(self, view):
        return view.actions[0]
"""
TWO = (
    ONE
    + """
class Other(Mason):
    pass

class Third(Bot):
    def choose(self, view):
        return view.actions[-1]

ready = Third()
"""
)


class First(Bot):
    def choose(self, view: View) -> Action:
        return view.actions[0]


def first(view: View) -> Action:
    return view.actions[0]


START = Start("g", 0, 2, "modern", (), ("a", "b"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "one.py").write_text(ONE)
    (tmp_path / "two.py").write_text(TWO)
    return tmp_path


def test_the_house_has_its_names() -> None:
    for name in ("random", "greedy", "planner"):
        entrant = resolve(name)
        assert (entrant.kind, entrant.name, entrant.source) == ("house", name, name)


def test_an_ending_tells_entrants_apart() -> None:
    assert (resolve("greedy#2").name, resolve("greedy#2").source) == ("greedy#2", "greedy")


def test_classes_objects_and_functions_are_bots() -> None:
    assert [
        (resolve(one).kind, resolve(one).name) for one in (First, First(), first, lambda view: view.actions[0])
    ] == [
        ("class", "first"),
        ("object", "first"),
        ("function", "first"),
        ("function", "function"),
    ]


def test_an_entrant_is_itself() -> None:
    entrant = resolve(First)
    assert resolve(entrant) is entrant


def test_what_a_command_line_would_call_it_is_known_where_a_file_has_it() -> None:
    class Local(First):
        pass

    assert str(resolve(First).source).endswith("test_bot_loader.py:First")
    assert str(resolve(first).source).endswith("test_bot_loader.py:first")
    assert resolve(Local).source is None
    assert resolve(lambda view: view.actions[0]).source is None


def test_a_file_with_one_bot_is_that_bot(folder: Path) -> None:
    entrant = resolve("one.py")
    assert (entrant.kind, entrant.name, entrant.source) == ("class", "mason", "one.py")
    assert play([entrant, "greedy"], seed="s").names == ("mason", "greedy")


def test_a_file_is_looked_for_from_a_base_or_by_its_whole_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert resolve("one.py", base=folder).name == "mason"
    assert resolve(str(folder / "one.py")).name == "mason"


def test_of_several_bots_one_is_named(folder: Path) -> None:
    assert resolve("two.py:Other").name == "other"
    assert resolve("two.py:Third#b").name == "third#b"
    assert resolve("two.py:ready").kind == "object"
    with pytest.raises(BotNotFound, match=r"two\.py has several bots: name one, as in two\.py:Other"):
        resolve("two.py")


def test_of_a_bot_and_those_derived_from_it_the_last_is_meant(folder: Path) -> None:
    (folder / "derived.py").write_text(ONE + "class Other(Mason):\n    pass\n")
    assert resolve("derived.py").name == "other"


def test_a_function_choose_is_the_bot_of_its_file(folder: Path) -> None:
    (folder / "plain.py").write_text("def choose(view):\n    return view.actions[0]\n")
    entrant = resolve("plain.py")
    assert (entrant.kind, entrant.name) == ("function", "plain")


def test_a_bot_that_a_file_imports_is_not_the_files(folder: Path) -> None:
    (folder / "imports.py").write_text("from one import Mason\nclass Own(Mason):\n    pass\n")
    assert resolve("imports.py").name == "own"


def test_a_file_that_has_changed_is_read_again(folder: Path) -> None:
    assert resolve("one.py").name == "mason"
    assert resolve("one.py").cls is resolve("one.py").cls  # type: ignore[attr-defined]  # it is of a class
    (folder / "one.py").write_text(ONE.replace("Mason", "Carpenter"))
    assert resolve("one.py").name == "carpenter"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("greedi", "did you mean 'greedy'?"),
        ("one", "did you mean 'one.py'?"),
        ("nine.py", "there is no file 'nine.py'"),
        ("one.py:Nobody", "one.py has no 'Nobody'; it has Mason"),
        ("empty.py", "neither a class derived from Bot nor a function `choose`"),
        ("broken.py", "broken.py cannot be read: SyntaxError"),
        ("raising.py", "raising.py cannot be read: ZeroDivisionError"),
        ("leaving.py", "leaving.py cannot be read: SystemExit"),
        ("closing.py", "closing.py cannot be read: GeneratorExit"),
        ("empty.py:number", "3 is no bot"),
        ("empty.py:Path", "Path is not derived from citadels_sdk.Bot"),
        ("./nothing", "there is no file './nothing'"),
        ("./myscript", "it may not be executed (chmod +x)"),
        ("myscript", "did you mean './myscript'?"),
        ("no-such-program --fast", "no program on the path"),
        ("'unclosed", "is no command line"),
        ("", "an empty text names no bot"),
    ],
)
def test_what_is_no_bot_says_what_it_may_have_meant(folder: Path, text: str, fault: str) -> None:
    (folder / "empty.py").write_text("from pathlib import Path\nnumber = 3\n")
    (folder / "broken.py").write_text("def choose(view)\n")
    (folder / "raising.py").write_text("1 / 0\n")
    (folder / "leaving.py").write_text("raise SystemExit(2)\n")
    (folder / "closing.py").write_text("raise GeneratorExit\n")
    (folder / "myscript").write_text("#!/bin/sh\n")
    with pytest.raises(BotNotFound) as caught:
        resolve(text)
    assert fault in str(caught.value)
    assert "mybot.py" in caught.value.advice


@pytest.mark.parametrize("what", [3, None, [First], dict, object])
def test_what_is_neither_text_nor_bot_is_refused(what: Any) -> None:
    with pytest.raises(BotNotFound):
        resolve(what)


def test_a_command_line_is_a_program(folder: Path) -> None:
    script = folder / "mybot"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    (folder / "bot.js").write_text("")
    entrant = resolve("./mybot --level 3")
    assert isinstance(entrant, ProcessEntrant)
    assert (entrant.kind, entrant.name, entrant.source) == ("process", "mybot", "./mybot --level 3")
    assert entrant.command == [str(script), "--level", "3"]
    assert resolve("sh -e bot.js 'a b'").name == "bot"
    assert resolve("sh -c true").name == "sh"


def test_a_file_that_takes_long_to_be_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_loader, "SLOW_S", 0.05)
    (folder / "slow.py").write_text(
        f"import threading, time\nwhile any(type(one) is threading.Timer for one in threading.enumerate()):\n    time.sleep(0.01)\n{ONE}"
    )
    resolve(str(folder / "slow.py"))
    assert capsys.readouterr().err == "slow.py is still being read after 0.05 s; Ctrl-C ends it\n"


def test_a_file_that_is_read_at_once_is_not_spoken_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    threads = threading.active_count()
    (folder / "quick.py").write_text(ONE)
    resolve(str(folder / "quick.py"))
    assert capsys.readouterr() == ("", "")
    assert threading.active_count() == threads


def test_a_file_that_plays_while_it_is_read_is_refused(folder: Path) -> None:
    (folder / "eager.py").write_text(ONE + "from citadels_sdk import play\nplay([Mason, 'greedy'])\n")
    with pytest.raises(BotNotFound, match="if __name__ == '__main__':"):
        resolve("eager.py")
    assert not is_loading()


def test_a_file_knows_that_it_is_being_read(folder: Path) -> None:
    (folder / "aware.py").write_text(
        ONE + "from citadels_sdk.local.bot_loader import is_loading\nassert is_loading()\n"
    )
    assert resolve("aware.py").name == "mason"
    assert not is_loading()


@pytest.mark.parametrize("text", ["greedy", "one.py", "two.py:Other#b", "sh -c true"])
def test_an_entrant_travels_to_another_process(folder: Path, text: str) -> None:
    entrant = resolve(text)
    twin = pickle.loads(pickle.dumps(entrant))
    assert isinstance(twin, Entrant)
    assert (twin.name, twin.kind, twin.source) == (entrant.name, entrant.kind, entrant.source)


@pytest.mark.parametrize("bot", [First, First(), first])
def test_so_do_the_bots_of_a_module(bot: Any) -> None:
    entrant = resolve(bot).renamed("another")
    twin = pickle.loads(pickle.dumps(entrant))
    assert (twin.name, twin.kind, twin.source) == ("another", entrant.kind, entrant.source)


def test_a_renamed_entrant_leaves_the_other_as_it_was() -> None:
    entrant = resolve(First)
    assert entrant.renamed("x").name == "x"
    assert entrant.name == "first"


def test_a_bot_is_never_told_the_seed() -> None:
    told = []

    class Spying(First):
        def on_start(self, start: Start) -> None:
            told.append((start, vars(self)))

    play([Spying, "greedy"], seed="the seed of the game")
    assert "the seed of the game" not in repr(told)


def test_only_a_bot_that_listens_is_told_each_event() -> None:
    class Listening(First):
        def on_event(self, event: object) -> None:
            pass

    assert [
        isinstance(player := resolve(one).sit(START, "x"), BotPlayer) and player.hears for one in (First, Listening)
    ] == [
        False,
        True,
    ]
