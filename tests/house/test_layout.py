"""The tests lie where a reader looks for them: folders that mirror those of the sources, and helpers in a `support` above all who use them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.changes import known_facts

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
MIRRORED = {
    "engine": ROOT / "engine/citadels_engine",
    "contest": ROOT / "engine/citadels_contest",
    "sdk": ROOT / "sdk/citadels_sdk",
    "api": ROOT / "api/citadels_api",
    "workers": ROOT / "workers/citadels_workers",
    "tools": ROOT / "tools",
}
HELPERS = ("support", "simulation")
"""The folders of helpers, which belong to the folder that they lie in."""
FILES = sorted(TESTS.rglob("*.py"))


def helpers_of_others() -> set[str]:
    """The modules of tests that a test of another folder imports; a folder within a folder belongs to it, and a folder of helpers to what it lies in."""
    found = set()
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in FILES}
    for path in FILES:
        for level, source, names in known_facts(path, None)["imports"]:
            for name, _ in names:
                target = modules.get(f"{source}.{name}") or modules.get(source)
                if level == 0 and target:
                    home = target.parents[1] if target.parent.name in HELPERS else target.parent
                    found |= set() if path.is_relative_to(home) else {str(target.relative_to(ROOT))}
    return found


@pytest.mark.parametrize("name", MIRRORED)
def test_each_folder_mirrors_one_of_the_sources(name: str) -> None:
    folders = {path.parent.relative_to(TESTS / name) for path in (TESTS / name).rglob("test_*.py")}
    assert [str(folder) for folder in folders if not (MIRRORED[name] / folder).is_dir()] == []


def test_a_helper_of_several_folders_lies_in_support() -> None:
    assert helpers_of_others() == set()


def test_there_is_no_test_among_the_helpers() -> None:
    assert [path.name for path in (TESTS / "support").iterdir() if path.name.startswith("test_")] == []


def test_each_file_says_what_it_is_about() -> None:
    silent = [path for path in FILES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert [str(path.relative_to(TESTS)) for path in silent] == []
