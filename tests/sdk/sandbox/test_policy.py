"""What a process may read: its own, and nothing of others."""

from __future__ import annotations

from pathlib import Path

import pytest
from citadels_sdk.sandbox.policy import Limits, Policy, environment, import_paths, policy_for, python_paths


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "mine/bot.py",
        "mine/weights/w.bin",
        "mine/.env",
        "mine/out/log.ndjson",
        "mine/other.py",
        "yours/bot.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def reads(policy: Policy, path: Path) -> bool:
    return any(path.is_relative_to(one) for one in policy.readable)


def test_a_bot_reads_its_folder(folder: Path) -> None:
    policy = policy_for([folder / "mine" / "bot.py"])
    assert [reads(policy, folder / "mine" / name) for name in ("bot.py", "weights/w.bin", "other.py")] == [True] * 3
    assert (policy.folder, policy.listable) == (str(folder / "mine"), (str(folder / "mine"),))


def test_what_is_kept_back_is_not_granted_even_in_its_folder(folder: Path) -> None:
    kept_back = [folder / "mine" / "out", folder / "mine" / "other.py"]
    policy = policy_for([folder / "mine" / "bot.py"], kept_back)
    assert not reads(policy, folder / "mine" / "out" / "log.ndjson")
    assert not reads(policy, folder / "mine" / "other.py")
    assert reads(policy, folder / "mine" / "weights" / "w.bin")


def test_hidden_files_and_other_folders_are_not_granted(folder: Path) -> None:
    policy = policy_for([folder / "mine" / "bot.py"])
    assert not reads(policy, folder / "mine" / ".env")
    assert not reads(policy, folder / "yours" / "bot.py")
    assert not reads(policy, folder)


def test_its_own_file_is_granted_whatever_is_kept_back(folder: Path) -> None:
    policy = policy_for([folder / "mine" / "bot.py"], [folder / "mine"])
    assert reads(policy, folder / "mine" / "bot.py")
    assert not reads(policy, folder / "mine" / "weights" / "w.bin")


def test_a_folder_of_others_that_lies_in_what_python_needs_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citadels_sdk.sandbox.policy.python_paths", lambda: (folder,))
    policy = policy_for([folder / "mine" / "bot.py"], [folder / "yours"])
    assert not reads(policy, folder / "yours" / "bot.py")
    assert reads(policy, folder / "mine" / "weights" / "w.bin")


def test_no_other_folder_to_import_from_is_granted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = import_paths()
    monkeypatch.syspath_prepend(folder)
    assert import_paths() == before
    assert not reads(policy_for([folder / "mine" / "bot.py"]), folder / "yours")
    assert any((Path(one) / "citadels_sdk").is_dir() for one in before)
    assert Path.home() not in python_paths()


def test_a_policy_travels_as_json() -> None:
    policy = policy_for([Path(__file__)], limits=Limits(memory=7), program=True, weak=True)
    assert Policy.from_json(policy.to_json()) == policy


def test_the_environment_has_nothing_of_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_TOKEN", "secret")
    found = environment("/scratch")
    assert (found["HOME"], found["TMPDIR"]) == ("/scratch", "/scratch")
    assert not [value for value in found.values() if "secret" in value]
