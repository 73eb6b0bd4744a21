"""A plugin for pytest that shares the tests out among its workers: a file is one piece of work, and the dearest come first.

What a file starts for its tests (a service, a store) is started once, by the worker that has the file. All tests in a browser are one piece,
since they share one Chromium and one practice server. The small files come last, so that all workers end at nearly the same time. How long a
file takes is told by `tests/times.json`.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


KEPT = Path(__file__).resolve().parents[1] / "tests" / "times.json"
IN_A_BROWSER = "tests/web/e2e/"
UNKNOWN_S = 0.02
"""What a test is thought to take of whose file no time is known."""


class Sharing(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """xdist's scheduler of whole files; a test that killed its worker is over, and not handed to the next one to kill."""

    def _split_scope(self, nodeid: str) -> str:
        return piece_of(nodeid)

    def remove_node(self, node: Any) -> str | None:
        """Give back what a worker has not done. The first of it is the test at which it ended."""
        left = {
            piece: open_tests
            for piece, tests in self.assigned_work.pop(node).items()
            if (open_tests := {name: False for name, done in tests.items() if not done})
        }
        if not left:
            return None
        first = next(iter(left))
        ended_at: str = next(iter(left[first]))
        del left[first][ended_at]
        self.workqueue.update({piece: tests for piece, tests in left.items() if tests})
        for other in self.assigned_work:
            self._reschedule(other)
        return ended_at


def piece_of(test: str) -> str:
    """The piece of work that a test belongs to."""
    file = test.partition("::")[0]
    return IN_A_BROWSER if file.startswith(IN_A_BROWSER) else file


def in_order(tests: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """The pieces of work of these tests, the dearest first."""
    numbers = Counter(map(piece_of, tests))
    known: dict[str, float] = {}
    for file, taken in seconds.items():
        known[piece_of(file)] = known.get(piece_of(file), 0.0) + taken
    return sorted(numbers, key=lambda piece: (-known.get(piece, UNKNOWN_S * numbers[piece]), piece))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    """Share the tests out this way."""
    config.option.loadscopereorder = False  # the order is ours
    return Sharing(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the dearest pieces first, where workers share them."""
    if not hasattr(config, "workerinput") or config.getoption("shuffle", None) is not None:
        return
    try:
        seconds = json.loads(KEPT.read_text("utf-8"))["seconds"]
    except (OSError, ValueError, KeyError):
        seconds = {}
    places = {piece: place for place, piece in enumerate(in_order((item.nodeid for item in items), seconds))}
    items.sort(key=lambda item: places[piece_of(item.nodeid)])
