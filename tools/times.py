"""A plugin for pytest that notes what each test takes: CPU-seconds with those of the processes it started, and seconds on the clock.

`pytest -p tools.times` writes it to the file that CITADELS_TIMES names. `./citadels test` sums it up and compares it with `tests/times.json`.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence


CPU, CLOCK = 0, 1
"""What is noted of a test, in this order."""
END = "the end of the run"
"""What is taken when the last test of a process is over: what all tests shared, such as a browser, ends there."""
SLOWER = 1.5
"""A file that takes so many times what it took, beside all others, is named."""
WORTH_A_WORD_S = 3.0
"""Below so many CPU-seconds nothing is said of a file."""


class Times:
    """What each test has taken so far; in the process that controls a run on several workers, what all of them have."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.taken: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.last = spent()
        self.over = False
        self.began = time.monotonic()

    def pytest_collection_finish(self) -> None:
        """Collecting belongs to no test."""
        self.last = spent()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        """Note whether more is ended than a test's own."""
        self.over = nextitem is None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Note at each step of a test what it took; what a worker notes travels with its report."""
        report = yield
        now = spent()
        report.cpu_s, self.last = now - self.last, now
        report.at_the_end = self.over and call.when == "teardown"
        return report

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Add a step of a test."""
        taken = self.taken[END if getattr(report, "at_the_end", False) else report.nodeid]
        taken[0] += getattr(report, "cpu_s", 0.0)
        taken[1] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write down what was taken."""
        told = {
            "wall_s": round(time.monotonic() - self.began, 1),
            "tests": {name: [round(cpu, 3), round(wall, 3)] for name, (cpu, wall) in self.taken.items()},
        }
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self.target.write_text(json.dumps(told), "utf-8")


class Steps(Times):
    """In a worker: the steps are noted, and written down by the process that controls it."""

    def pytest_sessionfinish(self) -> None:
        """Write nothing."""


def pytest_configure(config: pytest.Config) -> None:
    """Note times where a file for them is named."""
    target = os.environ.get("CITADELS_TIMES")
    if target:
        kind = Steps if hasattr(config, "workerinput") else Times
        config.pluginmanager.register(kind(Path(target)), "citadels-times")


def spent() -> float:
    """The CPU-seconds of this process and of its children that have ended."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def measure_pace() -> float:
    """The CPU-seconds that this machine takes now for a fixed piece of work: times of two machines are compared by it."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        held: dict[int, int] = {}
        for number in range(200_000):
            held[number % 1000] = held.get(number % 1000, 0) + number
        best = min(best, time.process_time() - began)
    return best


def of_files(tests: Mapping[str, Sequence[float]], which: int = CPU) -> dict[str, float]:
    """The seconds of each file: of the processor, or on the clock."""
    files: dict[str, float] = defaultdict(float)
    for name, taken in tests.items():
        files[name.partition("::")[0]] += taken[which]
    return dict(files)


def slowest(files: Mapping[str, float], most: int = 10) -> list[tuple[str, float]]:
    """The files that take most, the slowest first."""
    return sorted(files.items(), key=lambda item: -item[1])[:most]


def grown(files: Mapping[str, float], before: Mapping[str, float], pace: float = 1.0) -> list[tuple[str, float, float]]:
    """The files that have become slower: (name, CPU-seconds before, now). With a `pace` of 2 this machine takes twice as long for all."""
    found = []
    for name, now in files.items():
        expected = before.get(name, 0.0) * pace
        if now > SLOWER * max(expected, WORTH_A_WORD_S):
            found.append((name, expected, now))
    return sorted(found, key=lambda item: item[1] - item[2])
