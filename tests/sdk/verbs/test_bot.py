"""`citadels bot`: what its options ask for, and what it says, as people have read it; no game is played."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from citadels_sdk.checking.decision_replay import Answered
from citadels_sdk.cli import citadels
from citadels_sdk.errors import BotNotFound, BotRaised
from citadels_sdk.verbs import bot as module
from citadels_sdk.verbs.bot import hidden_by, ids, names, read_numbers, read_options
from citadels_sdk.view.view import View
from click.testing import CliRunner, Result

from tests.support.decisions import decisions
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"
RAW = next(one for one in decisions() if one.decision and one.decision.kind == "turn" and len(one.actions) > 2)


def view(left: float | None = None) -> View:
    """A decision as its bot sees it, with so much time."""
    assert RAW.own is not None
    return View.read(RAW.to_json(), RAW.own.seat, [action.text for action in RAW.actions], [], time_left=left)


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of eighty columns that has colours."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: SimpleNamespace(columns=80, lines=24))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TERM", raising=False)


def run(*words: str, color: bool = False) -> Result:
    result = CliRunner().invoke(citadels, ["bot", *words], color=color)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def plain(text: str) -> str:
    """With what a terminal would heed made visible."""
    return text.replace("\x1b", "ESC")


# new


def test_a_new_bot_is_told_of_as_people_have_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = run("new", "paper_clip", color=True)
    second = run("new", "Mason", "the bots")
    texts = [plain(first.output), plain(second.output)]
    for name in ("paper_clip.py", "test_paper_clip.py", "the bots/mason.py"):
        texts += [f"== {name}", (tmp_path / name).read_text()]
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert_kept(KEPT / "new.txt", texts)


@pytest.mark.parametrize(
    ("name", "found"),
    [("mason", ("mason", "Mason")), ("Mason", ("mason", "Mason")), ("paper_clip", ("paper_clip", "PaperClip")), ("aBC_dE2", ("abc_de2", "ABCDE2")),
     ("a__b", ("a__b", "AB")), ("trailing_", ("trailing_", "Trailing"))],
)  # fmt: skip
def test_a_name_makes_a_module_and_a_class(name: str, found: tuple[str, str]) -> None:
    assert names(name) == found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("2x", "'2x' is no name for a bot: take letters, digits and _, with a letter first"), ("_x", "'_x' is no name for a bot: "), ("é", "'é' is no name for a bot: "),
        ("Class", "'Class' is no name for a bot: "), ("a-b", "'a-b' is no name for a bot: "), ("", "'' is no name for a bot: "), ("none", "'none' has a meaning already: take another name"),
        ("action", "'action' has a meaning already"), ("Bot", "'Bot' has a meaning already"), ("view", "'view' has a meaning already"), ("true", "'true' has a meaning already"),
        ("greedy", "'greedy' is a bot of the house: take another name"), ("Random", "'random' is a bot of the house: "), ("planner", "'planner' is a bot of the house: "),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_used_is_refused_with_the_reason(name: str, said: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        names(name)
    assert caught.value.message.startswith(said)


def test_what_a_file_would_hide_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, away = tmp_path / "here", tmp_path / "there", tmp_path / "away"
    for folder in (here, there, away):
        (folder / f"package_{folder.name}").mkdir(parents=True)
        (folder / f"package_{folder.name}" / "__init__.py").touch()
        (folder / f"module_{folder.name}.py").touch()
        (folder / f"space_{folder.name}").mkdir()
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.chdir(here)
    for kind in ("package", "module", "space"):
        assert hidden_by(f"{kind}_here", there) == hidden_by(f"{kind}_there", there) == ""
    assert hidden_by("package_away", there) == str(away / "package_away")
    assert hidden_by("module_away", there) == str(away / "module_away.py")
    assert hidden_by("space_away", there) == str(away / "space_away")
    assert hidden_by("json", there) == hidden_by("sys", there) == "a module of Python"
    assert hidden_by("there_is_no_such_module", there) == ""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: SimpleNamespace(submodule_search_locations=None, origin=None))  # fmt: skip
    assert hidden_by("odd", there) == "a module of Python"

    def broken(_name: str) -> Any:
        raise ValueError("__spec__ is None")

    monkeypatch.setattr(importlib.util, "find_spec", broken)
    assert hidden_by("odd", there) == ""


def test_what_cannot_be_written_is_told_and_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert f"'{tmp_path / 'file'}' is a file" in " ".join(run("new", "mason", str(tmp_path / "file")).output.split())
    refused = run("new", "mason", str(tmp_path / "file" / "deep"))
    assert (refused.exit_code, "Not a directory" in refused.output) == (1, True)
    for there in ("mason.py", "test_mason.py"):
        folder = tmp_path / there.partition(".")[0]
        folder.mkdir()
        (folder / there).write_text("mine")
        refused = run("new", "mason", str(folder))
        assert refused.output == f"Error: {folder / there} is there already: nothing was written\n"
        assert (refused.exit_code, [one.name for one in folder.iterdir()]) == (1, [there])


# check


class Bar:
    """A bar that notes how far it has come."""

    made: list[Any]

    def __init__(self, **given: Any) -> None:
        self.given, self.pos, self.steps = given, 0, list[int]()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, steps: int) -> None:
        self.steps.append(steps)
        self.pos += steps


def checked(
    monkeypatch: pytest.MonkeyPatch, *words: str, ok: bool = True, error: Any = None
) -> tuple[Result, Any, Bar]:
    """What came of a check, what it was asked for, and its bar."""
    asked: dict[str, Any] = {}
    bars: list[Bar] = []

    def check(bot: str, *, progress: Any, **given: Any) -> Any:
        asked.update(given, bot=bot)
        for done in (0, 1, 2, 3):
            progress(done, 3)
        print("loud")
        if error is not None:
            raise error
        text = lambda **how: f"the report {sorted(how.items())} \x1b[31mred\x1b[0m"  # noqa: E731  # in place of a method
        return SimpleNamespace(ok=ok, text=text, to_json=lambda: {"ok": ok})

    def bar(**given: Any) -> Bar:
        bars.append(Bar(**given))
        return bars[-1]

    monkeypatch.setattr("citadels_sdk.checking.check_bot", check)
    monkeypatch.setattr(click, "progressbar", bar)
    return run("check", *words), asked, bars[0]


DEFAULTS = {"quick": False, "seed": "check", "time_limit": 1.0, "players": None, "edition": None, "bot": "greedy"}


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("", {}), ("--quick", {"quick": True}), ("--seed s", {"seed": "s"}), ("--limit 0.5", {"time_limit": 0.5}), ("--players 2,7", {"players": [2, 7]}),
        ("--edition classic", {"edition": "classic"}),
    ],
)  # fmt: skip
def test_a_check_is_asked_for_what_the_options_say(
    words: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    result, asked, bar = checked(monkeypatch, "greedy", *words.split())
    assert (result.exit_code, asked) == (0, {**DEFAULTS, **given})
    assert result.stdout == "the report [('colour', True), ('traces', True)] red\n"
    assert result.stderr == "loud\n"
    assert bar.steps == [0, 333, 333, 334]
    assert {name: bar.given[name] for name in ("length", "label", "hidden")} == {
        "length": 1000, "label": "checking greedy", "hidden": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("terminal", "words", "hidden"), [(True, [], False), (True, ["--json"], True), (False, [], True)]
)
def test_the_bar_is_shown_on_a_terminal_unless_all_is_json(
    terminal: bool, words: list[str], hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click import _compat
    from click.testing import _NamedTextIOWrapper

    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda _self: terminal, raising=False)
    assert _compat.isatty is not None
    assert checked(monkeypatch, "greedy", *words)[2].given["hidden"] is hidden


def test_the_status_of_a_check_says_whether_the_bot_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    result, _, _ = checked(monkeypatch, "greedy", "--no-trace", ok=False)
    assert (result.exit_code, "('traces', False)" in result.stdout) == (1, True)
    result, _, _ = checked(monkeypatch, "greedy", "--json", ok=False)
    assert (result.exit_code, json.loads(result.stdout), result.stdout.count("\n")) == (1, {"ok": False}, 3)
    result, _, _ = checked(monkeypatch, "greedy", "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (0, {"ok": True})
    result, _, _ = checked(monkeypatch, "greedy", error=ValueError("players: 9"))
    assert (result.exit_code, "Error: players: 9" in result.stderr) == (2, True)


@pytest.mark.parametrize("verb", ["check", "repro"])
def test_where_there_is_no_such_bot_the_status_is_2(verb: str) -> None:
    result = run(verb, "gredy", *(["--n", "0"] if verb == "repro" else []))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: there is no bot 'gredy'")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("text", "found"), [("2", [2]), ("4, 5", [4, 5]), (" 2,3 ,8 ", [2, 3, 8])])
def test_numbers_of_players_have_commas_between(text: str, found: list[int]) -> None:
    assert read_numbers(text) == found


@pytest.mark.parametrize("text", ["", "x", "2,", "-2", "2;3", "²", "2.5"])
def test_what_is_no_number_of_players_is_refused(text: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        read_numbers(text)
    assert caught.value.message == f"--players: {text!r} is not 2 to 8, or several of them with commas between"


# repro


class Asked:
    """Notes what was asked for, and answers what is laid up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, found: Any = None, different: Any = None) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.found = found or Answered(False, True, "gold", 1.25)
        for name in ("again", "again_apart", "twice"):
            monkeypatch.setattr(f"citadels_sdk.checking.decision_replay.{name}", self.way(name, different))

    def way(self, name: str, different: Any) -> Any:
        def ask(entrant: Any, game: Any, number: int, limit: Any, show: Any, **more: Any) -> Any:
            self.calls.append((name, entrant.name, game, number, limit, more))
            if isinstance(self.found, Exception):
                raise self.found
            show(view())
            return (self.found, different) if name == "twice" else self.found

        return ask


@pytest.mark.parametrize(
    ("words", "way", "given", "limit"),
    [
        ("", "again", {}, None), ("--limit 2", "again", {}, 2.0), ("--twice", "twice", {}, None), ("--apart", "again_apart", {}, None), ("--apart --debug", "again", {}, None),
        ("--debug", "again", {}, None), ("--twice --apart", "twice", {}, None), ("--seat 3 --seed s --players 7", "again", {"seat": 3, "seed": "s", "players": 7}, None),
        ("--edition classic --scenario first_game", "again", {"edition": "classic", "scenario": "first_game"}, None),
        ("--cast king,thief --uniques=keep,", "again", {"cast": ("king", "thief"), "uniques": ("keep",)}, None), ("--case modern/keep", "again", {"case": "modern/keep"}, None),
        ("--against random --against greedy", "again", {"against": ("random", "greedy")}, None), ("--option a=1 --option b=x", "again", {"options": (("a", 1), ("b", "x"))}, None),
    ],
)  # fmt: skip
def test_a_decision_is_asked_for_as_the_options_say(
    words: str, way: str, given: dict[str, Any], limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citadels_sdk.checking.plan import Planned

    asked = Asked(monkeypatch)
    result = run("repro", "greedy", "--n", "17", *words.split())
    game = Planned(**{"seed": "0", "seat": 0, "players": 4, "edition": None, "against": "greedy", **given})
    more = {"debug": "--debug" in words} if way == "again" else {}
    assert asked.calls == [(way, "greedy", game, 17, limit, more)]
    assert result.exit_code == 0
    assert result.output.startswith(f"greedy, decision 17: {game}\n")
    assert (f"Clock: {limit:g} s for this decision." if limit else "Clock: no limit.") in result.output


def test_a_recorded_game_has_the_seat_that_is_said_or_whose_decision_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citadels_sdk.checking.decision_replay import Recorded

    from tests.support.small_tournament import played

    text = played().games.text("1.0.0.0")
    (tmp_path / "game.ndjson").write_text(text)
    for words, seat in (([], Recorded.read(text, 30, None).seat), (["--seat", "1"], 1), (["--seat", "0"], 0)):
        for way in ([], ["--twice"], ["--apart"]):
            asked = Asked(monkeypatch)
            result = run("repro", "greedy", "--n", "30", "--record", str(tmp_path / "game.ndjson"), *words, *way)
            ((name, _, game, number, _, more),) = asked.calls
            assert (name, game.seat, number, more) == ("again", seat, 30, {"debug": False})
            assert result.output.startswith(f"greedy, decision 30: the recorded game, seat {seat}\n")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (BotNotFound("there is no bot 'x'"), 2, "Error: there is no bot 'x'\n"), (BotRaised("it raised", seat=0, n=1), 1, "Error: "), (OSError("no room"), 1, "Error: no room\n"),
        (UnicodeDecodeError("utf-8", b"", 0, 1, "odd"), 1, "Error: 'utf-8' codec"),
    ],
)  # fmt: skip
def test_what_cannot_be_brought_back_is_told(
    error: Exception, status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Asked(monkeypatch, error)
    result = run("repro", "greedy", "--n", "17")
    assert (result.exit_code, result.stderr.startswith(said)) == (status, True), result.stderr


def test_without_a_number_it_asks_which_decision() -> None:
    result = run("repro", "greedy")
    assert (result.exit_code, "Missing option '--n': which decision?" in result.output) == (2, True)


def answered(**more: Any) -> Any:
    """What became of a decision, as far as it is told."""
    told = {"faulty": False, "reached": True, "answer": "gold", "ms": 1.25, "mishaps": (), "note": "", **more}
    return SimpleNamespace(**told, traces=lambda: [(one, trace) for one, trace in told["mishaps"]])


def test_what_a_bot_answered_is_told_as_people_have_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = (("it raised ValueError: no", "Traceback: line 3"), ("it was late", ""))
    ways = [
        answered(), answered(faulty=True, mishaps=faults), answered(reached=False), answered(faulty=True, reached=False, mishaps=faults[1:]),
        answered(answer="", note="the deck is another one"), answered(reached=False, answer="gold", note="over"),
    ]  # fmt: skip
    texts: list[str] = []
    for found in ways:
        Asked(monkeypatch, found)
        result = run("repro", "greedy", "--n", "17", "--limit", "2.5", color=True)
        assert result.exit_code == found.faulty
        shown = plain(result.output)
        texts.append(shown if not texts else shown[shown.index("Clock: ") :])
    for different in (None, ("gold", "draw")):
        Asked(monkeypatch, answered(note="in another process"), different)
        shown = plain(run("repro", "greedy", "--n", "17", "--twice", color=True).output)
        texts.append(shown[shown.index("Clock: ") :])
    assert_kept(KEPT / "repro.txt", texts)


def test_what_a_decision_costs_stands_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    raw = next(one for one in decisions() if any(action.verb == "build" for action in one.actions))
    assert raw.own is not None
    seen = View.read(raw.to_json(), raw.own.seat, [action.text for action in raw.actions], [])
    module.show(seen, None)
    shown = capsys.readouterr().out
    costs = {action.text: seen.cost(action) for action in seen.actions}
    assert any(costs.values())
    for text, cost in costs.items():
        (line,) = [one for one in shown.splitlines() if one.startswith(f"  {text} ")]
        assert line.endswith(f"[costs {cost}]") == bool(cost)


def test_a_decision_that_was_saved_is_shown_with_the_time_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citadels_sdk.live.saved_decisions import Saved

    asked: list[Any] = []

    def again(entrant: Any, limit: Any, show: Any) -> Any:
        asked.append((entrant.name, limit))
        show(view(3.5))
        return answered(faulty=True)

    saved = SimpleNamespace(
        start=SimpleNamespace(game="game_1", seat=2), n=17, fault="it raised\nValueError", again=again
    )
    monkeypatch.setattr(Saved, "read", lambda text: saved if text == "a decision" else pytest.fail(text))
    (tmp_path / "file.json").write_text("a decision")
    result = run("repro", "greedy", "--view", str(tmp_path / "file.json"), "--limit", "9", color=True)
    assert (result.exit_code, asked) == (1, [("greedy", 9.0)])
    first = plain(result.output).split("\n")[0]
    assert first == "ESC[1mgreedyESC[0m, decision 17: game_1, seat 2. It had failed: it raised ValueError"
    assert "Clock: 3.5 s for this decision." in result.output
    monkeypatch.undo()
    (tmp_path / "odd.json").write_text("{}")
    result = run("repro", "greedy", "--view", str(tmp_path / "odd.json"))
    assert (result.exit_code, result.output) == (
        1, f"Error: {tmp_path / 'odd.json'}: this file holds no decision that was saved with --faults\n",
    )  # fmt: skip


@pytest.mark.parametrize(("text", "found"), [(None, None), ("", ()), ("a", ("a",)), (" a, b ,,c", ("a", "b", "c"))])
def test_ids_have_commas_between(text: str | None, found: Any) -> None:
    assert ids(text) == found


def test_options_are_json_or_as_they_are() -> None:
    told = ("a=1", "b=true", "c=x=y", "d=", 'e="1"')
    assert read_options(told) == (("a", 1), ("b", True), ("c", "x=y"), ("d", ""), ("e", "1"))
    with pytest.raises(click.UsageError, match="--option odd: a name, = and a value were expected"):
        read_options(("odd",))


# the group


def test_run_is_there_where_its_module_is(monkeypatch: pytest.MonkeyPatch) -> None:
    group, context = module.command, click.Context(module.command)
    assert isinstance(group, click.Group)
    assert group.list_commands(context) == ["new", "check", "repro", "run"]
    assert group.get_command(context, "run") is not None
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert group.list_commands(context) == ["new", "check", "repro"]
    assert group.get_command(context, "run") is None
    assert group.get_command(context, "check") is module.check
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: "there")
    monkeypatch.setattr(module, "import_module", lambda _name: SimpleNamespace(command="odd"))
    assert group.get_command(context, "run") is None
