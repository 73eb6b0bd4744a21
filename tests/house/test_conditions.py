"""Tests in another order, and under other conditions, by one command."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.marks import TRIES_TOOLS

ROOT = Path(__file__).resolve().parents[2]
TESTS = "def test_b(): pass\ndef test_a(): pass\ndef test_d(): pass\ndef test_c(): pass\n"


def collected(folder: Path, *words: str) -> list[str]:
    """The tests of a folder, in their order."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p tools.shuffle\n")
    for name in ("one", "two", "three"):
        (folder / f"test_{name}.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "--collect-only", "-q", *words],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_a_seed_says_the_order_and_what_lies_together_stays_together(tmp_path: Path) -> None:
    plain, first, again, other = (collected(tmp_path, *words) for words in ((), *[("--shuffle", s) for s in "112"]))
    assert first == again
    assert len({tuple(order) for order in (plain, first, other)}) == 3
    assert sorted(plain) == sorted(first) == sorted(other)
    files = [line.partition("::")[0] for line in first]
    assert sum(one != two for one, two in pairwise(files)) == 2


@TRIES_TOOLS
@pytest.mark.heavy
@pytest.mark.parametrize(
    ("condition", "chosen", "verdict"),
    [("sigint", "tests/engine/test_dice.py", "1 of 1 green"), ("odd", "tests/nowhere.py", "0 of 1 green")],
)
def test_what_fails_under_a_condition_is_in_the_table(condition: str, chosen: str, verdict: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.conditions", "--only", condition, chosen, "-n", "0"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stdout.rstrip().endswith(verdict), done.stdout
    assert done.returncode == (verdict[0] == "0")
