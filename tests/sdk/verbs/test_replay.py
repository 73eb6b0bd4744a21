"""`citadels replay`: a record from each point of view, step by step, and what is said where it does not hold."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_engine.formats.record import read
from citadels_sdk.cli import citadels
from citadels_sdk.verbs import replay as module
from citadels_sdk.verbs.replay import Viewer
from click.testing import CliRunner, Result

from tests.support.kept import assert_kept
from tests.support.small_tournament import played

KEPT = Path(__file__).parent / "kept"
GAME = "1.0.0.0"


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of eighty columns."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: SimpleNamespace(columns=80, lines=24))


def text(to: int | None = None, **header: Any) -> str:
    """A record, or its beginning."""
    first, *rest = played().games.text(GAME).splitlines(keepends=True)
    told = {**json.loads(first), "date": "2026-01-31", **header}
    told = {name: value for name, value in told.items() if value is not None}
    return json.dumps(told) + "\n" + "".join(rest if to is None else rest[:to])


@pytest.fixture
def whole(tmp_path: Path) -> str:
    (tmp_path / "game.ndjson").write_text(text())
    return str(tmp_path / "game.ndjson")


@pytest.fixture
def begun(tmp_path: Path) -> str:
    (tmp_path / "begun.ndjson").write_text(text(24))
    return str(tmp_path / "begun.ndjson")


def run(*words: str, said: str | None = None, status: int = 0) -> str:
    result: Result = CliRunner().invoke(citadels, ["replay", *words], input=said)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    return result.output


def test_a_game_is_shown_from_each_point_of_view_as_people_have_read_it(begun: str) -> None:
    ways = [[], ["--seat", "1"], ["--spectator"], ["--language", "fr", "--no-step"]]
    assert_kept(KEPT / "replayed.txt", [f"== {' '.join(way)}\n{run(begun, *way)}" for way in ways])


def test_one_moment_is_what_led_to_it_and_the_table(whole: str, begun: str) -> None:
    last = len(read(text()).taken)
    moments = [(begun, 0), (begun, 9), (begun, 24), (whole, last)]
    assert_kept(KEPT / "moments.txt", [f"== {at}\n{run(file, '--at', str(at), '--seat', '0')}" for file, at in moments])


def test_the_whole_game_ends_with_the_score(whole: str) -> None:
    shown = run(whole)
    assert shown.splitlines()[0].startswith(f"{GAME}, 2026-01-31, modern edition, all cards open: ")
    end = shown[shown.rindex("Total") :]
    assert run(whole, "--at", str(len(read(text()).taken))).endswith(end)
    (rounds,) = [one.rounds for one in played().results if one.fixture.id == GAME]
    assert shown.count("-- Round ") == rounds + 1


def test_who_has_left_is_told_at_the_end(tmp_path: Path) -> None:
    stumbled = next(one for one in played().results if one.left)
    file = tmp_path / "left.ndjson"
    file.write_text(played().games.text(stumbled.fixture.id))
    shown = run(str(file))
    (seat,) = stumbled.left
    names = read(file.read_text()).header.names
    assert shown.splitlines()[-1] == f"Left before the end: {names[seat]}-{seat}"
    assert " (default)" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "0", "--spectator"], "a seat or a spectator, not both"), (["--seat", "2"], "there is no seat 2 among 2"), (["--seat", "8"], "8 is not in the range"),
        (["--at", "25"], "the record has 24 decisions; --at goes from 0 to 24"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(words: list[str], said: str, begun: str) -> None:
    assert said in " ".join(run(begun, *words, status=2).split())


# step by step


def moments(shown: str) -> list[str]:
    """At which moments it waited."""
    return [line.partition("[")[2].partition(" of ")[0] for line in shown.splitlines() if "Enter next" in line]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("", ["0"]), ("q\n", ["0"]), (" QUIT \n", ["0"]), ("\n\n\nq\n", ["0", "1", "2", "3"]), ("b\n\nb\nb\nq\n", ["0", "0", "1", "0", "0"]),
        ("e\n\nb\nq\n", ["0", "24", "24", "23"]), ("7\n999\n0\nq\n", ["0", "7", "24", "0"]), ("²\nodd\nq\n", ["0", "1", "2"]), ("r\nr\nq\n", ["0", "20", "24"]),
    ],
)  # fmt: skip
def test_it_goes_where_one_asks_it_to(said: str, found: list[str], begun: str) -> None:
    shown = run(begun, "--step", said=said)
    stops = moments(shown)
    if "r" in said:
        assert (stops[0], stops[-1], len(stops)) == ("0", "24", 3)
        return
    assert stops == found
    assert shown.count(f" of 24; {module.KEYS}] ") == len(found)
    assert module.KEYS == "Enter next, b back, r round, or a number; e end, q quit"


def viewer(rounds: list[int]) -> Viewer:
    """One of a game that was in these rounds at each moment."""
    made = Viewer(read(text(24)), None, False, "en")
    made.frames = [SimpleNamespace(game=SimpleNamespace(round=one)) for one in rounds]  # type: ignore[misc]  # as much of a frame as is asked
    return made


@pytest.mark.parametrize(
    ("at", "said", "to"),
    [(0, "r", 2), (1, "r", 2), (2, "r", 4), (3, "r", 4), (4, "r", 5), (5, "r", 5), (3, "", 4), (5, "", 5), (3, "b", 2), (0, "b", 0), (1, "e", 5), (1, "5", 5), (1, "6", 5)],
)  # fmt: skip
def test_the_next_round_is_the_first_moment_of_it_or_the_last(at: int, said: str, to: int) -> None:
    assert viewer([1, 1, 2, 2, 3, 3]).go(at, said) == to


@pytest.mark.parametrize(
    ("terminals", "flag", "walks"),
    [((True, True), [], True), ((True, False), [], False), ((False, True), [], False), ((False, False), ["--step"], True), ((True, True), ["--no-step"], False), ((True, True), ["--at", "3"], False)],
)  # fmt: skip
def test_it_waits_at_a_terminal(
    terminals: tuple[bool, bool], flag: list[str], walks: bool, begun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    did: list[str] = []
    for name in ("walk", "run", "show"):
        monkeypatch.setattr(Viewer, name, lambda _self, *_given, name=name: did.append(name))
    told = SimpleNamespace(
        stdin=SimpleNamespace(isatty=lambda: terminals[0]), stdout=SimpleNamespace(isatty=lambda: terminals[1])
    )
    monkeypatch.setattr(module, "sys", told)
    run(begun, *flag)
    assert did == (["walk"] if walks else ["show"] if "--at" in flag else ["run"])


def test_at_a_terminal_each_moment_takes_the_place_of_the_one_before(begun: str, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    cleared: list[bool] = []
    monkeypatch.setattr("citadels_sdk.verbs.replay.click.clear", lambda: cleared.append(True))
    run(begun, "--step", said="\nq\n")
    assert cleared == []
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(module, "sys", SimpleNamespace(stdin=terminal, stdout=terminal))
    run(begun, "--step", said="\nq\n")
    assert cleared == [True, True]


# what does not hold


def test_a_record_that_does_not_hold_is_shown_as_far_as_it_does(tmp_path: Path) -> None:
    lines = text(24).splitlines(keepends=True)
    lines[20] = json.dumps({**json.loads(lines[20]), "do": "destroy 1 keep"}) + "\n"
    file = tmp_path / "odd.ndjson"
    file.write_text("".join(lines))
    shown = run(str(file), status=1)
    assert f"Error: {file}: " in shown
    assert "\n18. " in f"\n{shown}"
    assert "\n20. " not in shown
    assert run(str(file), "--at", "3", status=1).startswith("2. ")
    assert run(str(file), "--at", "24", status=1).startswith(f"Error: {file}: ")


def test_a_seed_that_is_not_revealed_may_be_said(tmp_path: Path) -> None:
    seed = json.loads(text().splitlines()[0])["seed"]
    file = tmp_path / "sealed.ndjson"
    file.write_text(text(24, seed=None))
    assert run(str(file), "--seed", seed, "--at", "3").startswith("2. ")
    assert run(str(file), "--at", "3", status=1).startswith(f"Error: {file}: ")
    assert run(str(file), "--seed", "other", status=1).startswith(f"Error: {file}: ")
