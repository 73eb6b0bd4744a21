"""`citadels tournament`: what its options ask for, what it says, and the exit statuses; no game is played."""

from __future__ import annotations

import json
from errno import EACCES, EDQUOT, ENOSPC
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_contest.settings import CHOICES, Settings
from citadels_contest.types import ContestError
from citadels_sdk.cli import citadels
from citadels_sdk.tournaments.local_run import Interrupted
from citadels_sdk.tournaments.storage import Changed, Locked
from citadels_sdk.tournaments.verify_report import Verdict
from citadels_sdk.verbs import tournament as module
from citadels_sdk.verbs.tournament import advised, facts_of, folder_for, games_told, sentences, stumbles, times_told
from click.testing import CliRunner, Result

from tests.support.kept import assert_kept
from tests.support.small_tournament import played, small

KEPT = Path(__file__).parent / "kept"


def run(*words: str) -> Result:
    result = CliRunner().invoke(citadels, ["tournament", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


class Played:
    """Notes what was asked for, and answers what is laid up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, found: Any = None) -> None:
        self.bots: Any = None
        self.given: dict[str, Any] = {}
        self.screens: list[Any] = []
        self.found = found if found is not None else played()
        owner = self

        class Screen:
            def __enter__(self) -> Any:
                owner.screens.append(self)
                return self

            def __exit__(self, *_: object) -> None:
                owner.screens.append("closed")

        monkeypatch.setattr("citadels_sdk.tournaments.local_run.tournament", self)
        monkeypatch.setattr("citadels_sdk.tournaments.screen.Screen", Screen)

    def __call__(self, bots: Any, **given: Any) -> Any:
        self.bots, self.given = bots, given
        if isinstance(self.found, BaseException):
            raise self.found
        return self.found


OUT = folder_for(("greedy", "random"), {})
DEFAULTS = {"out": Path(OUT), "fresh": False, "changed": "refuse", "page_games": None, "isolate": True}


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("--format swiss --seats 3 --deals 5", {"format": "swiss", "seats": 3, "deals": 5}), ("--duplicate --shared", {"duplicate": True, "shared": True}),
        ("--no-duplicate --no-shared", {"duplicate": False, "shared": False}), ("--rounds 3 --tables 7 --advance 1", {"rounds": 3, "tables": 7, "advance": 1}),
        ("--focus a,b", {"focus": ["a", "b"]}), ("--order=points,,lot,", {"order": ["points", "lot"]}), ("--edition classic", {"edition": "classic"}),
        ("--scenario x", {"scenario": "x"}), ("--scenario x --scenario y", {"scenario": ["x", "y"]}), ("--cast king,thief --uniques keep", {"cast": ["king", "thief"], "uniques": ["keep"]}),
        ("--seed s --jobs 2", {"seed": "s", "jobs": 2}), ("--time 0.5 --game-time 9", {"time": 0.5, "game_time": 9.0}), ("--name Cup", {"name": "Cup"}),
        ("--fresh --changed accept --page-games 0", {"fresh": True, "changed": "accept", "page_games": 0}), ("--forfeits 2", {"forfeits": 2}),
        ("--isolate", {"isolate": True}), ("--weak-sandbox", {"isolate": "weak"}), ("--trust", {"isolate": False}),
        ("--bound 0.1 --alpha 0.2 --beta 0.3 --most 7", {"bound": 0.1, "alpha": 0.2, "beta": 0.3, "most": 7}),
        *[(f"--{name.replace('_', '-')} {CHOICES[name][-1]}", {name: CHOICES[name][-1]}) for name in module.POLICIES],
    ],
)  # fmt: skip
def test_each_option_asks_for_what_it_says(words: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made = Played(monkeypatch)
    result = run("greedy", "random", "--out", "here", *words.split())
    assert result.exit_code == 0, result.output
    assert made.bots == ["greedy", "random"]
    progress = made.given.pop("progress")
    assert made.given == {**DEFAULTS, "out": Path("here"), **given}
    assert made.screens == [progress, "closed"]


def test_without_options_the_folder_is_named_after_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Played(monkeypatch)
    run("greedy", "random", "--no-progress")
    assert made.given == {**DEFAULTS, "progress": False}


@pytest.mark.parametrize(
    ("bots", "values", "name"),
    [
        (("greedy",), {}, "round-robin-greedy"), (("a/b.py", "c.py:X", "d", "e"), {"format": "swiss"}, "swiss-b-c-d"), (("node my bot.js", ""), {}, "round-robin-node-"),
        (("x" * 70,), {}, f"round-robin-{'x' * 60}"), (("we?!ird+na-me.py",), {}, "round-robin-we_ird+na-me"),
    ],
)  # fmt: skip
def test_a_folder_is_named_after_the_first_bots(bots: tuple[str, ...], values: dict[str, Any], name: str) -> None:
    head, _, digest = folder_for(bots, values).rpartition("-")
    assert (head, len(digest)) == (name, 8)


def test_the_name_of_a_folder_hangs_on_what_is_played_and_on_nothing_else() -> None:
    ways: list[dict[str, Any]] = [{}, {"jobs": 2}, {"name": "Cup"}, {"jobs": 3, "name": "Other"}]
    names = {folder_for(("greedy", "random"), values) for values in ways}
    assert names == {"round-robin-greedy-random-" + OUT[-8:]}
    others: list[dict[str, Any]] = [{"deals": 5}, {"seed": "s"}, {"cast": ["king"]}, {"out_of": Path("x")}]
    assert len({folder_for(("greedy", "random"), values) for values in [{}, *others]}) == 5
    assert folder_for(("random", "greedy"), {}) != OUT
    assert folder_for(("greedy", "random"), {"a": 1, "b": 2}) == folder_for(("greedy", "random"), {"b": 2, "a": 1})
    assert Settings().format == "round-robin"


def test_a_file_says_who_takes_part_and_the_command_line_goes_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "event.toml"
    file.write_text('deals = 3\nseats = 2\nout = "there"\n[[bots]]\nbot = "greedy"\n[[bots]]\nbot = "random"\nname = "chance"\n')  # fmt: skip
    made = Played(monkeypatch)
    result = run(str(file), "--deals", "5", "--no-progress")
    assert result.exit_code == 0, result.output
    assert [one.name if not isinstance(one, tuple) else (one[0], one[1].name) for one in made.bots] == [
        "greedy", ("chance", "random"),
    ]  # fmt: skip
    assert made.given == {**DEFAULTS, "progress": False, "out": tmp_path / "there", "seats": 2, "deals": 5}
    result = run("greedy", str(file))
    assert (result.exit_code, f"{file} says who takes part: name no bot beside it" in result.output) == (2, True)


def test_what_was_played_is_told_with_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    Played(monkeypatch)
    result = run("greedy", "random", "--out", "here")
    first, empty, *_ = result.stdout.split("\n")
    assert (first, empty) == (facts_of(played()), "")
    assert result.stdout.startswith(f"{facts_of(played())}\n\n{played().table()}\n\n")
    assert result.stderr == "\nThe page is here/index.html; check it all with: citadels tournament verify here\n"
    assert result.stdout.split("\n")[-4:] == [*sentences(played())[-1:], *stumbles(played(), Path("here")), ""]
    result = run("greedy", "random", "--out", "here", "--json")
    assert json.loads(result.stdout) == json.loads(json.dumps(played().summary))
    assert result.stdout == json.dumps(played().summary, ensure_ascii=False, indent=1) + "\n"


def test_notes_go_to_the_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    event = played()
    monkeypatch.setattr(event, "notes", ("one process", "odd"))
    Played(monkeypatch, event)
    result = run("greedy", "random", "--out", "here")
    assert result.stderr.startswith("Note: one process.\nNote: odd.\n\nThe page is ")
    assert "Note" not in result.stdout


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(ENOSPC, "full"), "here: there is no room left; what was played is kept: make room, and the same command goes on from there"),
        (OSError(EDQUOT, "full"), "here: there is no room left; what was played is kept: make room, and the same command goes on from there"),
        (OSError(EACCES, "Permission denied", "here/log"), "here/log: permission denied; name another folder with --out"),
        (OSError(EACCES, "Permission denied"), "here: permission denied; name another folder with --out"), (OSError("Odd"), "here: odd; name another folder with --out"),
        (Locked(Path("here")), "here: another run plays there: wait for its end, or name another folder with --out"),
        (ContestError("small_field", "2 do not fill: small_field could be fill, or odd could be bye"), "2 do not fill: take --small-field fill, or take --odd bye"),
        (Changed(Path("here"), [("time", "time was 1 and is 2")]), "here: it was begun otherwise: time was 1 and is 2\nTake another --out, start over with --fresh, or go on all the same with --changed accept."),
        (Changed(Path("here"), [("deals", "deals was 1 and is 2")]), "here: it was begun otherwise: deals was 1 and is 2\nTake another --out, or start over with --fresh."),
        (ContestError("other", "odd could be bye"), "odd could be bye"), (ValueError("odd"), "odd"),
    ],
)  # fmt: skip
def test_an_error_is_told_with_the_way_out(error: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert advised(error, Path("here")) == said
    made = Played(monkeypatch, error)
    result = run("greedy", "random", "--out", "here")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"Error: {said}\n")
    assert made.screens[-1] == "closed"


def test_who_ends_it_is_told_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    Played(monkeypatch, Interrupted(played()))
    result = run("greedy", "random", "--out", "here")
    told = "Interrupted: 6 games are kept in here; the same command goes on from there.\n"
    assert (result.exit_code, result.stderr) == (130, told)
    Played(monkeypatch, KeyboardInterrupt())
    result = run("greedy", "random", "--out", "here")
    told = "Interrupted: what was played is kept; the same command goes on from there.\n"
    assert (result.exit_code, result.stderr) == (130, told)


# what is said of it


def test_counts_are_told_in_words() -> None:
    assert [games_told(count) for count in (0, 1, 2, 1234)] == ["0 games", "1 game", "2 games", "1,234 games"]
    assert [times_told(count) for count in (0, 1, 2, 1234)] == ["0 times", "once", "2 times", "1,234 times"]
    assert facts_of(played()) == "round-robin, 3 bots, 2 at a table, 6 games, seed a small one"


def summed_up(order: str = "abc", **more: Any) -> Any:
    """A tournament, as far as is said who is better."""
    better = [
        {"first": one, "second": other, "share": 0.9, "told": f"{one} is better than {other}"}
        for one, other in ("ab", "bc", "ac")
    ]
    summary = {
        "standings": [{"entrant": one} for one in order], "better": better, "balance": None, "sequential": None, **more,
    }  # fmt: skip
    settings = SimpleNamespace(format=more.pop("format", "round-robin"))
    return SimpleNamespace(summary=summary, settings=settings)


def test_each_is_compared_with_the_next_one() -> None:
    assert sentences(summed_up()) == ["a is better than b.", "b is better than c."]
    assert sentences(summed_up("acb")) == ["a is better than c."]
    assert sentences(summed_up("cba")) == []
    many = [{"first": str(at), "second": str(at + 1), "share": 1.0, "told": f"{at}"} for at in range(9)]
    assert sentences(summed_up("0123456789", better=many)) == [f"{at}." for at in range(7)]


def test_where_nobody_can_be_told_apart_more_deals_are_asked_for() -> None:
    unknown = [{"first": "a", "second": "b", "share": None, "told": "no"}]
    assert sentences(summed_up(better=unknown)) == [
        "Too few deals to tell who is better: more of them (--deals) would."
    ]
    known = {"first": "b", "second": "c", "share": 0.5, "told": "equal"}
    assert sentences(summed_up(better=[*unknown, known])) == ["equal."]


@pytest.mark.parametrize(
    ("form", "games", "said"),
    [("round-robin", [2, 3], True), ("round-robin", [3, 3], False), ("swiss", [2, 3], False), ("round-robin", None, False)],
)  # fmt: skip
def test_who_plays_more_games_than_others_is_told(form: str, games: Any, said: bool) -> None:
    told = sentences(summed_up("c", format=form, balance={"games": games, "told": "2 or 3 games"}))
    assert told == (["Not all is even: 2 or 3 games; with --order mean points a game decide."] if said else [])


def test_a_test_ends_with_its_verdict() -> None:
    assert sentences(summed_up("c", sequential={"told": "a is better"})) == ["The test: a is better."]


# what lies there


def verdict(word: str) -> Verdict:
    made = Verdict()
    made.title, made.over, made.games, made.replayed = "swiss, 6 games", word != "unfinished", 6, 6
    made.note("rounds", [], "3 rounds")
    if word == "fails":
        made.note("games", ["game 1.0: odd"], "")
    if word == "consistent":
        made.replayed = 0
        made.pass_over("games", "no records")
    return made


def test_a_check_is_told_as_people_have_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for word, status in (("holds", 0), ("fails", 1), ("unfinished", 1), ("consistent", 3)):
        asked: list[Any] = []

        def check(what: str, heard: Any, word: str = word, asked: list[Any] = asked) -> Verdict:
            asked.append(what)
            heard(1, 6)
            return verdict(word)

        monkeypatch.setattr("citadels_sdk.tournaments.verification.verify_tournament", check)
        for flags in ([], ["--quiet"], ["--json"]):
            result = run("verify", str(tmp_path), *flags)
            assert (result.exit_code, asked[-1], result.stderr) == (status, str(tmp_path), "")
            texts.append(f"== {word} {' '.join(flags)}\n{result.stdout}")
    assert_kept(KEPT / "verified.txt", texts)


def test_what_cannot_be_checked_is_told(tmp_path: Path) -> None:
    result = run("verify", str(tmp_path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: {tmp_path}: there is no event.json\n"


def test_on_a_terminal_a_bar_shows_how_far_a_check_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import _NamedTextIOWrapper

    bars: list[Any] = []

    class Progress:
        def __init__(self, games: int) -> None:
            self.games, self.done, self.steps, self.entered = games, 0, list[int](), 0
            bars.append(self)

        def __enter__(self) -> Any:
            self.entered += 1
            return self

        def __exit__(self, *_: object) -> None:
            self.entered -= 10

        def add(self, steps: int) -> None:
            self.steps.append(steps)
            self.done += steps

    def check(_what: str, heard: Any) -> Verdict:
        for done in (1, 4, 6):
            heard(done, 6)
        return verdict("holds")

    monkeypatch.setattr("citadels_sdk.tournaments.verification.verify_tournament", check)
    monkeypatch.setattr("citadels_sdk.local.progress.Progress", Progress)
    run("verify", str(tmp_path))
    assert bars == []
    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda _self: True, raising=False)
    run("verify", str(tmp_path))
    (bar,) = bars
    assert (bar.games, bar.steps, bar.entered) == (6, [1, 3, 2], -9)


def test_a_record_is_taken_out_as_it_is(tmp_path: Path) -> None:
    result = run("game", str(small()), "1.0.0.1")
    assert (result.exit_code, result.stdout) == (0, played().games.text("1.0.0.1"))
    result = run("game", str(small()), "9.9")
    assert (result.exit_code, result.stderr) == (
        1, f"Error: {small()} has no game '9.9'; the first one is 1.0.0.0\n",
    )  # fmt: skip
    result = run("game", str(tmp_path), "9.9")
    assert (result.exit_code, result.stderr) == (1, f"Error: {tmp_path} has no game '9.9': there is no record at all\n")
