"""Where `citadels up` keeps things, and how the starter of the repository hands over to it."""

import os
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
from citadels_workers import doctor, starting
from citadels_workers.doctor import Patient
from citadels_workers.reaching import Facts

pytestmark = pytest.mark.interpreter

ROOT = Path(__file__).resolve().parents[2]


def test_a_directory_that_is_wished_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_HOME", "/somewhere")
    monkeypatch.chdir(tmp_path)
    assert starting.data_directory(Path("mine")) == tmp_path / "mine"


def test_in_the_repository_the_data_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_HOME", "/repository/.citadels")
    assert starting.data_directory(None) == Path("/repository/.citadels/data")
    assert starting.own_name() == "./citadels"


def test_elsewhere_the_data_lie_with_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/users/data")
    assert starting.data_directory(None) == Path("/users/data/citadels")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/users/me")
    assert starting.data_directory(None) == Path("/users/me/.local/share/citadels")
    assert starting.own_name() == "citadels"


def test_the_starter_of_the_repository_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    loader = SourceFileLoader("starter", str(ROOT / "citadels"))
    spec = spec_from_loader("starter", loader)
    assert spec is not None
    module = module_from_spec(spec)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    loader.exec_module(module)
    handed: dict[str, str] = {}
    monkeypatch.setattr(os, "execve", lambda _python, _words, variables: handed.update(variables))
    module.hand_over(["up"], Path("/environment"), None)
    assert handed["CITADELS_HOME"] == str(ROOT / ".citadels")


def test_a_disk_that_takes_nothing_more_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts: dict[str, Any] = dict.fromkeys(Facts.__slots__, 0)
    broken = Facts(**{**facts, "usable": True, "append_only": True, "policy": "noeviction", "writes": False})
    monkeypatch.setattr("citadels_workers.reaching.facts", lambda _url: [broken])
    patient = Patient(port=1, data_dir=tmp_path, redis_url="redis://somewhere")
    (finding,) = [finding for finding in doctor.examine(patient) if finding.what == "saving"]
    assert finding.verdict == "bad"
