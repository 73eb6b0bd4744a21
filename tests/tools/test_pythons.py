"""Which other Pythons are found, and that each runs its part."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tools import pythons

if TYPE_CHECKING:
    from pathlib import Path

FAKE = """#!/bin/sh
case "$*" in
  *version_info*) echo {answer} ;;
  *) echo "$CITADELS_PURE $*" >> {log}; exit {status} ;;
esac
"""


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for made-up Pythons, the only one that is looked through."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(pythons, "PLACES", ())
    return tmp_path


def make(folder: Path, name: str, answer: str, status: int = 0) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(FAKE.format(answer=answer, log=folder / "log", status=status))
    program.chmod(0o755)
    return str(program)


def test_finds_each_version_once_and_no_other_than_is_claimed(fakes: Path) -> None:
    first = make(fakes, "python3.11", "3 11 99 final False")
    make(fakes / "pyenv/versions/3.11.99/bin", "python3.11", "3 11 99 final False")
    other = make(fakes / "pyenv/versions/3.12.98/bin", "python3.12", "3 12 98 final False")
    make(fakes, "python3.13", "3 13 0 candidate False")  # no release
    make(fakes, "python3.14", "3 14 0 final True")  # an environment, not a Python to make one with
    make(fakes, "python3.15", "3 15 0 final False")
    assert pythons.find_others() == {(3, 11, 99): first, (3, 12, 98): other}


def test_this_python_is_none_of_the_others(fakes: Path) -> None:
    version = sys.version_info
    make(fakes, f"python3.{version.minor}", f"{version.major} {version.minor} {version.micro} final False")
    assert pythons.find_others() == {}


def test_the_newest_compiles_and_each_that_fails_is_told(fakes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_PURE", raising=False)
    monkeypatch.setattr(sys, "version_info", (3, 11, 7, "final", 0))
    make(fakes, "python3.11", "3 11 2 final False", status=1)
    make(fakes, "python3.14", "3 14 1 final False")
    monkeypatch.setenv("PATH", os.pathsep.join([str(fakes), "/usr/bin", "/bin"]))
    assert pythons.run_others() == [("Python 3.11.2", 1), ("Python 3.14.1", 0)]
    told = (fakes / "log").read_text().splitlines()
    ran = [line for line in told if line.endswith("citadels test --interpreter")]
    assert [line.partition(" ")[0] for line in ran] == ["1", ""]
    (built,) = set(told) - set(ran)
    assert built.partition(" ")[0] == ""
    assert built.endswith("citadels build")


def test_the_part_has_processes_errors_types_contracts_and_packaging() -> None:
    part = pythons.part()
    assert {"tests/engine/test_errors.py", "tests/contract/test_openapi.py", "tests/house/test_packaging.py"} <= set(
        part
    )
    assert 20 < len(part) < 60
