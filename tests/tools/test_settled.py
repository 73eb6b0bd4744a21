"""A test that rests on files is left out while they are as they were, and runs again when one of them changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.marks import TRIES_TOOLS

pytestmark = TRIES_TOOLS

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = """
from pathlib import Path

from tools import settled

settled.ROOT = Path(__file__).parent
settled.KEPT = settled.ROOT / "settled.json"
from tools.settled import pytest_configure
"""
TESTS = """
import os
import pytest

@pytest.mark.rests_on("lock.txt", "parts/*.py")
@pytest.mark.parametrize("number", [1, 2])
def test_dear(number):
    assert os.environ.get("FAIL") != str(number)

def test_other():
    pass
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "here.py").write_text(PLUGIN)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rests_on\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "lock.txt").write_text("one")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/a.py").write_text("")
    return tmp_path


def ran(tree: Path, workers: str = "0", **variables: str) -> int:
    """How many tests ran, passed or failed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CITADELS_", "PYTEST_"))}
    kept |= {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tree)]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **variables}
    command = [sys.executable, "-m", "pytest", "-p", "here", "-p", "no:cacheprovider", "--junit-xml=told.xml"]
    side = ["-p", "xdist", "-n", workers] if workers != "0" else []
    run = subprocess.run(
        [*command, *side, "test_some.py"], cwd=tree, env=kept, capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return int((tree / "told.xml").read_text().partition('tests="')[2].partition('"')[0])


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_has_passed_is_left_out_until_a_file_that_it_rests_on_changes(tree: Path, workers: str) -> None:
    assert ran(tree, workers) == 3
    assert ran(tree, workers, CITADELS_SETTLE="1") == 3
    assert ran(tree, workers) == 1
    (tree / "parts/b.py").write_text("")
    assert ran(tree, workers) == 3
    (tree / "parts/b.py").unlink()
    assert ran(tree, workers) == 1


@pytest.mark.parametrize("name", ["lock.txt", "parts/a.py", "test_some.py"])
def test_each_file_counts(tree: Path, name: str) -> None:
    ran(tree, CITADELS_SETTLE="1")
    (tree / name).write_text((tree / name).read_text() + "\n")
    assert ran(tree) == 3


def test_what_has_failed_for_one_parameter_is_not_settled(tree: Path) -> None:
    ran(tree, CITADELS_SETTLE="1")
    ran(tree, CITADELS_SETTLE="1", FAIL="2")
    assert ran(tree) == 3


def test_all_run_at_full_size_and_where_they_are_asked_for(tree: Path) -> None:
    ran(tree, CITADELS_SETTLE="1")
    assert ran(tree, CITADELS_SIZE="full") == 3
    assert ran(tree, CITADELS_CHOSEN="1") == 3


def test_another_python_has_to_try_for_itself(tree: Path) -> None:
    ran(tree, CITADELS_SETTLE="1")
    told = json.loads((tree / "settled.json").read_text())
    (tree / "settled.json").write_text(json.dumps({**told, "python": "3.10"}))
    assert ran(tree) == 3
