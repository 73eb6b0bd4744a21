"""`python -m tools.release`: what it refuses, with the way out, and what it builds."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tools import release

if TYPE_CHECKING:
    from pathlib import Path

GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
requires-python = ">=3.11"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree with the shape of this one, committed."""
    root = tmp_path / "tree"
    for folder, package in ((".", "whole"), ("engine", "citadels_engine"), ("sdk", "citadels_sdk")):
        (root / folder / package).mkdir(parents=True)
        text = PROJECT.format(name=f"made-up-{package}", version="1.2.3", package=package)
        (root / folder / "pyproject.toml").write_text(text)
        (root / folder / package / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (root / "engine/compile_engine.py").write_text('def why_not():\n    return "it is made up"\n')
    (root / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (2030-01-01)\n")
    commit(root)
    return root


def commit(root: Path) -> None:
    """Commit all there is."""
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*name, "commit", "-qm", "One"]):
        subprocess.run(["git", *words], cwd=root, env={**os.environ, **GIT}, check=True, timeout=60)


def refused(tree: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said where there is no release."""
    assert release.main(["--out", str(tree.parent / "dist")], tree) == 1
    assert not (tree.parent / "dist").exists()
    return capsys.readouterr().err


def test_builds_sources_and_wheels_of_both_distributions(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--out", str(tree.parent / "dist")], tree) == 0
    names = sorted(path.name for path in (tree.parent / "dist").iterdir())
    assert names == [
        "made_up_citadels_engine-1.2.3-py3-none-any.whl",
        "made_up_citadels_engine-1.2.3.tar.gz",
        "made_up_citadels_sdk-1.2.3-py3-none-any.whl",
        "made_up_citadels_sdk-1.2.3.tar.gz",
    ]
    said = capsys.readouterr().out
    assert "no compiled wheel: it is made up" in said
    assert "git tag v1.2.3" in said


def test_refuses_a_tree_with_changes(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "new.txt").write_text("new\n")
    assert "not everything is committed; commit it or take it away:\n?? new.txt" in refused(tree, capsys)


def test_refuses_what_is_no_repository(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tree.parent))
    (tree / ".git").rename(tree.parent / "gone")
    assert "git cannot tell what is committed here" in refused(tree, capsys)


@pytest.mark.parametrize("place", ["engine/pyproject.toml", "sdk/citadels_sdk/__init__.py"])
def test_refuses_versions_that_differ(tree: Path, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (tree / place).read_text()
    (tree / place).write_text(text.replace("1.2.3", "1.2.4"))
    commit(tree)
    said = refused(tree, capsys)
    assert "the versions differ" in said
    assert "1.2.4" in said


def test_refuses_a_version_that_the_changelog_does_not_know(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    commit(tree)
    assert "CHANGELOG.md has no section for 1.2.3" in refused(tree, capsys)


def test_leaves_a_folder_alone_that_is_not_empty(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree.parent / "dist").mkdir()
    (tree.parent / "dist/old.whl").write_text("old")
    assert release.main(["--out", str(tree.parent / "dist")], tree) == 1
    assert "is not empty" in capsys.readouterr().err
    assert (tree.parent / "dist/old.whl").read_text() == "old"


def test_this_tree_has_one_version() -> None:
    with pytest.raises(release.Refused, match="CHANGELOG"):  # nothing was released yet
        release.version_of(release.ROOT)
