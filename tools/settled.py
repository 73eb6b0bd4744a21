"""A plugin for pytest: a test with the mark `rests_on` is left out while the files that it rests on are as they were when it last passed.

    @pytest.mark.rests_on("locks/*.txt", "citadels")

says on which files the outcome depends, beside the test's own. `tests/settled.json` holds the hash of those files for each such test that has
passed; `./citadels test --settle` runs them and writes it. Left out is only at CI's size and below, on the Python that the file names, and
never what was asked for by name: `./citadels test --full` runs all. It is meant for what is dear and seldom changes: installing, and the faults
that are planted to see whether a proof finds them.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator


ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "tests" / "settled.json"
PYTHON = ".".join(map(str, sys.version_info[:2]))


class Settled:
    """Leaves out what is settled, or with `settling` writes down what has passed."""

    def __init__(self, kept: Path, root: Path, *, settling: bool) -> None:
        self.kept = kept
        self.root = root
        self.settling = settling
        self.failed: set[str] = set()
        self.passed: dict[str, str] = {}

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what is settled."""
        held = {} if self.settling else read(self.kept)
        left_out = [
            item for item in items if (name := function_of(item.nodeid)) in held and held[name] == self.digest(item)
        ]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            gone = set(left_out)
            items[:] = [item for item in items if item not in gone]

    def digest(self, item: pytest.Item) -> str | None:
        """The hash of all that a test rests on; none of a test that has no such mark."""
        patterns = frozenset(pattern for mark in item.iter_markers("rests_on") for pattern in mark.args)
        return digest_of(item.nodeid.partition("::")[0], patterns, self.root) if patterns else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """The hash travels with the report: where there are workers, only they know the tests."""
        report = yield
        report.rests_on = self.digest(item)
        return report

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note what has passed."""
        name = function_of(report.nodeid)
        if not report.passed:
            self.failed.add(name)
        elif report.when == "call" and getattr(report, "rests_on", None):
            self.passed[name] = report.rests_on

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write down what is settled now; what has failed or did not run is no longer."""
        if self.settling and not hasattr(session.config, "workerinput"):
            held = read(self.kept) | self.passed
            tests = {name: digest for name, digest in sorted(held.items()) if name not in self.failed}
            self.kept.write_text(json.dumps({"python": PYTHON, "tests": tests}, indent=1) + "\n", "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Work unless all is to be run."""
    settling = os.environ.get("CITADELS_SETTLE") == "1"
    chosen = os.environ.get("CITADELS_CHOSEN") == "1"
    full = os.environ.get("CITADELS_SIZE") == "full"
    if settling or not (chosen or full):
        config.pluginmanager.register(Settled(KEPT, ROOT, settling=settling), "citadels-settled")


def function_of(nodeid: str) -> str:
    """A test's name without its parameters."""
    return nodeid.partition("[")[0]


def read(kept: Path) -> dict[str, str]:
    """What has passed, each with the hash of what it rested on; nothing on another Python."""
    try:
        told = json.loads(kept.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return dict(told["tests"]) if told["python"] == PYTHON else {}


@cache
def digest_of(test: str, patterns: frozenset[str], root: Path = ROOT) -> str:
    """A hash of the test's file and of all files that the patterns name."""
    paths = {root / test, *(path for pattern in patterns for path in root.glob(pattern))}
    digest = hashlib.sha256(repr(sorted(patterns)).encode())
    for path in sorted(paths):
        if path.is_file():
            digest.update(f"{path.relative_to(root)}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:20]
