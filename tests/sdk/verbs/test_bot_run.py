"""`citadels bot run`: what its options ask for, what is refused, and the exit statuses."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click
import pytest
from citadels_sdk.cli import citadels
from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock, NoClock
from citadels_sdk.errors import BotNotFound, NotSignedIn
from citadels_sdk.live.bot_run import RunReport
from citadels_sdk.verbs import bot_run as running
from citadels_sdk.verbs.bot_run import read_clock
from click.testing import CliRunner

if TYPE_CHECKING:
    from pathlib import Path

DEFAULTS: dict[str, Any] = {
    "url": None, "token": None, "keep": None, "seek": "house", "table": None, "tournament": None, "invite": None, "games": None,
    "tables": None, "edition": None, "players": None, "clock": None, "rated": None, "fill": "greedy", "resume": True, "hand_over": False,
    "time_limit": None, "faults": None, "save": None, "tell": "lines",
}  # fmt: skip


def asked(monkeypatch: pytest.MonkeyPatch, *arguments: str, told: object = None) -> tuple[int, str, dict[str, Any]]:
    """The exit status, what was said, and what the run was asked for; `told` comes of it, raised where it is an exception."""
    seen: dict[str, Any] = {}

    def instead(bot: str, **given: Any) -> object:
        seen.update(given, bot=bot)
        if isinstance(told, BaseException):
            raise told
        return told or RunReport()

    monkeypatch.setattr("citadels_sdk.live.bot_run.run", instead)
    result = CliRunner().invoke(citadels, ["bot", "run", *arguments])
    return result.exit_code, result.output, seen


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ("none", NoClock()),
        (" 30S ", DecisionClock(limit_ms=30_000)),
        ("500ms", DecisionClock(limit_ms=500)),
        ("1.5m", DecisionClock(limit_ms=90_000)),
        ("1h", DecisionClock(limit_ms=3_600_000)),
        ("10m+2s", BankClock(bank_ms=600_000, increment_ms=2_000)),
        ("3d", CorrespondenceClock(days=3)),
        ("14d", CorrespondenceClock(days=14)),
    ],
)
def test_a_clock_is_read(words: str, clock: object) -> None:
    assert read_clock(words) == clock


@pytest.mark.parametrize("words", ["", "30", "s", "10m+", "+2s", "d", "1.5d", "infs", "nans", "3 days", "10x"])
def test_what_is_no_clock_is_refused_with_the_way_out(words: str) -> None:
    with pytest.raises(click.UsageError, match="write none, 30s, 10m\\+2s or 3d"):
        read_clock(words)


def test_without_options_nothing_is_asked_for_but_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, seen = asked(monkeypatch, "greedy")
    assert (status, seen) == (0, {**DEFAULTS, "bot": "greedy"})


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("--seek --games 3 --tables 2", {"seek": "others", "games": 3, "tables": 2}),
        ("--wait --unrated", {"seek": "invitations", "rated": False}),
        ("--quick-match --rated --fill planner", {"seek": "house", "rated": True, "fill": "planner"}),
        ("--table game_1 --invite word", {"table": "game_1", "invite": "word"}),
        ("--tournament tour_1 --url http://host --token word", {"tournament": "tour_1", "url": "http://host", "token": "word"}),
        ("--players 8 --edition classic --clock 3d", {"players": 8, "edition": "classic", "clock": CorrespondenceClock(days=3)}),
        ("--no-resume --hand-over --time-limit 0.5 --json", {"resume": False, "hand_over": True, "time_limit": 0.5, "tell": "json"}),
    ],
)  # fmt: skip
def test_each_option_asks_for_what_it_says(
    monkeypatch: pytest.MonkeyPatch, words: str, given: dict[str, object]
) -> None:
    status, _, seen = asked(monkeypatch, "greedy", *words.split())
    assert (status, seen) == (0, {**DEFAULTS, "bot": "greedy", **given})


def test_the_folders_and_the_file_are_handed_on_and_that_of_records_is_made_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = {"keep": tmp_path / "guest", "faults": tmp_path / "faults", "save": tmp_path / "deep" / "records"}
    words = [word for name, path in names.items() for word in (f"--{name}", str(path))]
    status, _, seen = asked(monkeypatch, "greedy", *words)
    assert (status, {name: seen[name] for name in names}) == (0, names)
    assert names["save"].is_dir()
    (tmp_path / "file").write_text("")
    status, output, seen = asked(monkeypatch, "greedy", "--save", str(tmp_path / "file" / "in"))
    assert (status, seen, "--save" in output) == (2, {}, True)


@pytest.mark.parametrize(
    "words", ["--games 0", "--tables 0", "--players 9", "--players 1", "--time-limit 0", "--clock 5"]
)
def test_what_makes_no_sense_has_status_2(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    assert asked(monkeypatch, "greedy", *words.split())[::2] == (2, {})


@pytest.mark.parametrize(
    ("told", "status"),
    [
        (RunReport(unfinished=("game_1",)), 0),
        (RunReport(failed=True), 1),
        (ValueError("tables: 0 is none"), 2),
        (BotNotFound("there is no bot 'x'"), 2),
        (NotSignedIn("who are you?"), 1),
    ],
)
def test_the_status_says_what_came_of_it(monkeypatch: pytest.MonkeyPatch, told: object, status: int) -> None:
    assert asked(monkeypatch, "greedy", told=told)[0] == status


def test_an_error_is_told_in_a_line_of_json_where_all_is(monkeypatch: pytest.MonkeyPatch) -> None:
    error = NotSignedIn("who are you?")
    _, output, _ = asked(monkeypatch, "greedy", "--json", told=error)
    told = json.loads(output.splitlines()[0])
    assert told == {"event": "error", "code": "unauthenticated", "text": str(error), "advice": error.advice}
    _, output, _ = asked(monkeypatch, "greedy", told=error)
    assert output == f"Error: {error}\n{error.advice}\n"


@pytest.mark.parametrize(("interrupt", "status"), [(KeyboardInterrupt(), 130), (KeyboardInterrupt(15), 143)])
def test_who_ends_it_twice_finds_the_signal_in_the_status(
    monkeypatch: pytest.MonkeyPatch, interrupt: KeyboardInterrupt, status: int
) -> None:
    left: list[int] = []

    def leave(status: int) -> None:
        left.append(status)
        raise click.exceptions.Exit(status)

    monkeypatch.setattr(running, "leave", leave)
    assert (asked(monkeypatch, "greedy", told=interrupt)[0], left) == (status, [status])


def test_who_leaves_at_once_loses_nothing_that_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[object] = []
    system = SimpleNamespace(
        stdout=SimpleNamespace(flush=lambda: did.append("out")), stderr=SimpleNamespace(flush=lambda: did.append("err"))
    )
    monkeypatch.setattr(running, "sys", system)
    monkeypatch.setattr(running, "os", SimpleNamespace(_exit=did.append))
    leave: Any = running.leave
    leave(143)
    assert did == ["out", "err", 143]
