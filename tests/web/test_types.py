"""The page's types, as its comments name them, hold in the strict eyes of tsc."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tools import node

if TYPE_CHECKING:
    from pathlib import Path

CI = os.environ.get("CITADELS_CI", "") == "1"
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(bool(node.MISSING) and not CI, reason="there is no node with npm here; CI promises them"),
]


def checked(project: Path | None = None) -> str:
    """What tsc says of a project, or of the page."""
    try:
        run = node.tsc() if project is None else node.tsc(project)
    except node.Unready as fault:
        if CI:
            raise
        pytest.skip(f"what tsc comes with cannot be fetched here: {fault}")
    return run.stdout + run.stderr


def test_the_types_of_the_page_hold() -> None:
    assert checked() == ""


def test_a_fault_in_the_page_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "fault.mjs").write_text(
        'import { signal } from "@preact/signals";\n'
        "/** @param {number} n */\nexport const twice = (n) => 2 * n;\n"
        'export const four = twice("2");\nexport const known = signal("a").value.length;\n'
    )
    given = node.SOURCE / "tsconfig.json"
    (tmp_path / "tsconfig.json").write_text(f'{{"extends": "{given}", "include": ["*.mjs"]}}')
    assert [
        line.partition(": error ")[0].rpartition("/")[2]
        for line in checked(tmp_path / "tsconfig.json").split("\n")
        if line
    ] == ["fault.mjs(4,27)"]
