"""What a run is told to have taken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.marks import TRIES_TOOLS
from tools import suite, times

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import pytest, subprocess, sys

def test_itself():
    sum(number * number for number in range(1_500_000))

def test_by_a_process():
    subprocess.run([sys.executable, "-c", "sum(n * n for n in range(1_500_000))"], check=True)

def test_nothing():
    pass

@pytest.fixture(scope="session")
def shared():
    yield
    sum(number * number for number in range(1_500_000))

def test_who_comes_last(shared):
    pass
"""


@TRIES_TOOLS
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_test_is_told_with_the_processes_that_it_started(workers: str, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    target = tmp_path / "times.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.times", "-p", "no:cacheprovider"]
    command += ["-p", "xdist", "-n", workers, str(tmp_path)]
    own = {"CITADELS_TIMES": str(target), "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    variables = {**os.environ, **own}
    subprocess.run(command, cwd=tmp_path, env=variables, check=True, capture_output=True, timeout=60)
    told = json.loads(target.read_text())
    taken = {name.partition("::")[2]: cpu for name, (cpu, _) in told["tests"].items()}
    assert taken["test_itself"] > 5 * taken["test_nothing"]
    assert taken["test_by_a_process"] > 5 * taken["test_nothing"]
    assert set(times.of_files(told["tests"])) == {"test_some.py", times.END}
    assert told["tests"][times.END][times.CPU] > 5 * taken["test_who_comes_last"]


def test_the_slowest_come_first_and_no_more_than_asked_for() -> None:
    files = times.of_files(
        {"a.py::one": (1.0, 2.0), "a.py::two": (2.5, 2.0), "b.py::one": (9.0, 1.0), "c.py::one": (0.1, 1.0)}
    )
    assert times.slowest(files, 2) == [("b.py", 9.0), ("a.py", 3.5)]


def test_a_file_has_grown_where_it_takes_half_as_much_again_at_this_pace() -> None:
    before = {"a.py": 10.0, "b.py": 10.0, "small.py": 0.5}
    now = {"a.py": 16.0, "b.py": 14.0, "small.py": 4.0, "new.py": 6.0}
    assert sorted(times.grown(now, before)) == [("a.py", 10.0, 16.0), ("new.py", 0.0, 6.0)]
    assert times.grown({"a.py": 16.0}, before, pace=2.0) == []


def test_a_run_tells_its_slowest_files_and_what_has_grown_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "TIMES", tmp_path)
    monkeypatch.setattr(suite, "KEPT", tmp_path / "kept.json")
    tests = {"tests/a.py::one": [4.0, 5.0], "tests/a.py::two": [4.0, 5.0], "tests/b.py::one": [1.0, 1.0]}
    (tmp_path / "compiled.json").write_text(json.dumps({"wall_s": 9, "tests": tests}))
    suite.tell_times(["compiled"], "ci", 0.01, 61.0, keep=True)
    assert json.loads((tmp_path / "kept.json").read_text())["files"] == {"tests/a.py": 8.0, "tests/b.py": 1.0}
    tests["tests/b.py::one"] = [9.0, 1.0]
    (tmp_path / "compiled.json").write_text(json.dumps({"wall_s": 9, "tests": tests}))
    suite.tell_times(["compiled"], "ci", 0.01, 61.0, keep=False)
    said = capsys.readouterr().out
    assert "slower than it was: tests/b.py, 1.0 CPU-s before, now 9.0" in said
    assert "1.89 times the CPU-seconds" in said
    assert f"== 17 CPU-s, 1:01 minutes; it may take {suite.MAY_TAKE_MIN['ci']} on two cores" in said
    assert len(list(tmp_path.glob("*-ci.json"))) >= 1
