"""What `./citadels test` makes of its arguments."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tools import changes, suite

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[SimpleNamespace]:
    """What pytest is called with, which it is not."""
    called: list[SimpleNamespace] = []

    def run(command: list[str], *, env: dict[str, str], **_: Any) -> Any:
        called.append(SimpleNamespace(words=command[3:], env=env))
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(suite, "TIMES", tmp_path)
    monkeypatch.setattr(suite, "LAST_FAILED", tmp_path / "lastfailed")
    for name in ("CITADELS_SIZE", "CITADELS_BUILD", "CITADELS_BUILD_FAULT", "CITADELS_CHOSEN", "CITADELS_SETTLE"):
        monkeypatch.delenv(name, raising=False)
    return called


def test_a_path_runs_interpreted_at_once_even_where_there_is_a_build(
    runs: list[SimpleNamespace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITADELS_BUILD", "/a/build")
    assert suite.main(["tests/engine/test_dice.py", "-k", "roll"]) == 0
    assert [run.env["CITADELS_ENGINE"] for run in runs] == ["interpreted"]
    assert {"tests/engine/test_dice.py", "-k", "roll"} < set(runs[0].words)
    assert suite.main(["--compiled", "tests/engine/test_dice.py"]) == 0
    assert runs[1].env["CITADELS_ENGINE"] == "compiled"
    assert runs[1].env["PYTHONPATH"].startswith("/a/build")


def test_what_is_asked_for_by_name_is_not_left_out(runs: list[SimpleNamespace]) -> None:
    suite.main(["tests/house"])
    assert runs[0].env["CITADELS_CHOSEN"] == "1"


def test_the_whole_runs_the_engine_interpreted_and_then_all_compiled(
    runs: list[SimpleNamespace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITADELS_BUILD", "/a/build")
    assert suite.main([]) == 0
    assert [(run.env["CITADELS_ENGINE"], run.env["CITADELS_SIZE"]) for run in runs] == [
        ("interpreted", "quick"),
        ("compiled", "ci"),
    ]
    assert "--ignore=tests/house" in runs[0].words
    assert "CITADELS_CHOSEN" not in runs[0].env


@pytest.mark.parametrize(
    ("makes", "status", "engines", "verdict"),
    [
        (True, 0, ["interpreted", "compiled"], 0),
        (False, 0, ["interpreted", "interpreted"], 0),  # there is no compiler
        (False, 1, ["interpreted", "interpreted"], 1),
    ],
)
def test_what_the_starter_has_left_compiling_is_waited_for(
    makes: bool,
    status: int,
    engines: list[str],
    verdict: int,
    runs: list[SimpleNamespace],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    build = tmp_path / "build"
    work = f"import os, sys, time; time.sleep(0.2); {makes} and os.mkdir({str(build)!r}); sys.exit({status})"
    builder = subprocess.Popen([sys.executable, "-c", work])
    monkeypatch.setenv("CITADELS_BUILDER", str(builder.pid))
    monkeypatch.setenv("CITADELS_BUILD", str(build))
    assert suite.main([]) == verdict
    builder.returncode = status  # it was waited for
    assert [run.env["CITADELS_ENGINE"] for run in runs] == engines
    assert runs[1].env["PYTHONPATH"].startswith(str(build)) == makes
    assert "CITADELS_BUILDER" not in runs[1].env


def test_without_a_build_everything_runs_interpreted_and_a_fault_of_it_fails(
    runs: list[SimpleNamespace], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert suite.main(["--quick"]) == 0
    assert [run.env["CITADELS_ENGINE"] for run in runs] == ["interpreted"]
    assert "not heavy" in runs[0].words
    monkeypatch.setenv("CITADELS_BUILD_FAULT", "gcc: no")
    assert suite.main([]) == 1


def test_a_change_runs_what_is_near_and_nothing_where_nothing_changed(
    runs: list[SimpleNamespace], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(changes, "changed_files", lambda since: ["engine/citadels_engine/dice.py"] * (since == "REF"))
    assert suite.main(["--changed"]) == 0
    assert runs == []
    assert "nothing differs from HEAD" in capsys.readouterr().out
    assert suite.main(["--changed", "--since", "REF"]) == 0
    assert "tests/engine/test_dice.py" in runs[0].words
    assert runs[0].env["CITADELS_SIZE"] == "quick"
    assert runs[0].env["CITADELS_ENGINE"] == "interpreted"


def test_watching_runs_what_is_near_to_a_file_that_is_written(
    runs: list[SimpleNamespace], monkeypatch: pytest.MonkeyPatch
) -> None:
    states = iter([{"a.py": (1, 1)}, {"a.py": (1, 1)}, {"a.py": (2, 1), "b.py": (1, 1)}])
    seen: list[list[str]] = []

    def next_state() -> dict[str, tuple[int, int]]:
        try:
            return next(states)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(suite, "states_of_files", next_state)
    monkeypatch.setattr(suite, "PAUSE_S", 0)
    monkeypatch.setattr(suite, "run_changed", lambda changed, *_: seen.append(changed))
    assert suite.main(["--watch"]) == 130
    assert seen == [["a.py", "b.py"]]


def test_a_test_that_failed_beside_others_runs_once_more_and_the_run_has_failed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statuses = iter([1, 0])
    failed = tmp_path / "lastfailed"

    def run(command: list[str], **_: Any) -> Any:
        failed.write_text('{"tests/a.py::test_one": true}')
        return SimpleNamespace(returncode=next(statuses))

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(suite, "TIMES", tmp_path)
    monkeypatch.setattr(suite, "LAST_FAILED", failed)
    assert suite.main(["tests/a.py"]) == 1
    assert "unsteady, passed by themselves: tests/a.py::test_one" in capsys.readouterr().out
