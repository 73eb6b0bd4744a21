"""A plugin of the suite: a test that does not end fails by its name, with the stacks of all threads, and the others go on.

What a test needs for its setup, its call and its teardown may each take `timeout` seconds (pyproject.toml, or `--timeout SECONDS`), and no more;
so may collecting, and the end of the run. A test that needs longer says so, and why: `@pytest.mark.timeout(120, reason="plays 200 games")`.
`tools.watchdog` keeps the time from outside, since a process cannot always end what hangs in it: it kills the process. Where pytest runs
with workers, a new one takes the place of the killed one and the run goes on; without (`-n 0`) it ends there. `--timeout 0` watches nothing.
At full size all limits are twenty times as long: there a test may be a proof of a quarter of an hour.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tools.watchdog import ALL_TOLD, MARK, STACKS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

WATCHDOG = Path(__file__).with_name("watchdog.py")
COLLECTING_S = 120.0
TIMES = 20 if os.environ.get("CITADELS_SIZE") == "full" else 1
REPORTS = pytest.StashKey[Path]()
"""The folder of the reports, one for each worker that was killed."""


class Watch:
    """The watchdog of this process, and what it is told."""

    def __init__(self, report: Path, default_s: float, *, aloud: bool) -> None:
        self.default_s = default_s
        self.report, self.aloud = report, aloud
        self.mark = f"{os.getpid()}-{os.urandom(8).hex()}"
        self.stacks = report.open("ab")
        signal.signal(STACKS, self.stop)
        faulthandler.register(STACKS, file=self.stacks, all_threads=True, chain=True)
        os.environ[MARK] = self.mark
        self.dog = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Start the watchdog. It does not carry the mark, as it is not to be killed with what the tests have started."""
        command = [sys.executable, "-I", "-S", str(WATCHDOG), str(os.getpid()), self.mark, str(self.report)]
        return subprocess.Popen(
            [*command, "aloud" if self.aloud else "silent"],
            env={name: value for name, value in os.environ.items() if name != MARK},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=None if self.aloud else subprocess.DEVNULL,
            start_new_session=True,
        )

    def tell(self, **what: object) -> None:
        """Tell the watchdog what runs now; where something has killed it, a new one."""
        line = json.dumps(what).encode() + b"\n"
        for _ in range(2):
            assert self.dog.stdin is not None
            try:
                self.dog.stdin.write(line)
                self.dog.stdin.flush()
            except OSError:
                with contextlib.suppress(OSError):
                    self.dog.stdin.close()
                self.dog.wait(10)
                self.dog = self.start()
            else:
                return

    @contextlib.contextmanager
    def limit(self, name: str, phase: str, seconds: float) -> Iterator[None]:
        """What runs in here has so many seconds."""
        self.tell(name=name, phase=phase, limit=seconds)
        try:
            yield
        finally:
            self.tell()

    def stop(self, _number: int, frame: types.FrameType | None) -> None:
        """Add to the stacks of the threads, which are written by now, where Python was stopped and what all tasks wait for; then wait to be killed.

        A loop of events in C may have been between two tasks when the stacks were written.
        """
        with contextlib.suppress(Exception):
            self.stacks.write(f"\nStopped at:\n{''.join(traceback.format_stack(frame))}".encode())
        with contextlib.suppress(Exception):
            for found in gc.get_objects():
                if isinstance(found, asyncio.Task) and not found.done():
                    self.stacks.write(f"\n{found.get_name()} waits:\n{''.join(frames(found))}".encode())
        self.stacks.write(ALL_TOLD.encode())
        self.stacks.flush()
        while True:
            signal.pause()

    def close(self) -> None:
        """Let the watchdog go."""
        self.tell(over=True)
        assert self.dog.stdin is not None
        with contextlib.suppress(OSError):
            self.dog.stdin.close()
        self.dog.wait(10)
        faulthandler.unregister(STACKS)
        self.stacks.close()

    # what pytest calls

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Collecting must end."""
        with self.limit("the suite", "collecting", max(COLLECTING_S, self.default_s)):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        """What a test stands on must be ready in time."""
        with self.limit(item.nodeid, "setup", self.seconds(item)):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """A test must end."""
        with self.limit(item.nodeid, "call", self.seconds(item)):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, object, object]:
        """What a test stood on must be gone in time."""
        with self.limit(item.nodeid, "teardown", self.seconds(item)):
            return (yield)

    def pytest_enter_pdb(self) -> None:
        """Who looks into a test has all the time of the world."""
        self.tell()

    def seconds(self, item: pytest.Item) -> float:
        """How long each phase of a test may take."""
        mark = item.get_closest_marker("timeout")
        return TIMES * (self.default_s if mark is None else max(self.default_s, float(mark.args[0])))


def frames(task: asyncio.Task[Any]) -> list[str]:
    """Where a task waits, through all that await one another."""
    found: list[str] = []
    waits: object = task.get_coro()
    while isinstance(waits, types.CoroutineType | types.GeneratorType):
        frame = waits.cr_frame if isinstance(waits, types.CoroutineType) else waits.gi_frame
        if frame is not None:
            found += traceback.format_stack(frame, limit=1)
        waits = waits.cr_await if isinstance(waits, types.CoroutineType) else waits.gi_yieldfrom
    return [*found, f"  {waits!r}\n"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the limit, as an option and as a setting."""
    told = "how many seconds each phase of a test may take before it is killed and fails; 0: any time"
    parser.getgroup("limits").addoption("--timeout", type=float, metavar="SECONDS", help=told)
    parser.addini("timeout", told, default="60")


def pytest_configure(config: pytest.Config) -> None:
    """Start the watchdog of this process where it runs tests itself; where its workers do, make a folder for their reports."""
    config.addinivalue_line(
        "markers", "timeout(seconds, reason): each phase of this test may take longer than the others'"
    )
    asked = config.getoption("--timeout")
    seconds = float(config.getini("timeout")) if asked is None else asked
    debugged = config.getoption("usepdb") or config.getoption("trace")
    if seconds <= 0 or debugged or not hasattr(signal, "pause") or not Path("/proc/self/stat").exists():
        return
    given = getattr(config, "workerinput", None)
    if given is None:
        config.stash[REPORTS] = Path(tempfile.mkdtemp(prefix="citadels-limits-"))
        if config.getoption("numprocesses", None) or config.getoption("tx", None):
            return
    report = Path(given["reports"], given["workerid"]) if given else config.stash[REPORTS] / "here"
    watch = Watch(report, seconds, aloud=given is None)
    config.pluginmanager.register(watch, "watch")
    config.add_cleanup(watch.close)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take no longer limit without its reason."""
    for item in items:
        mark = item.get_closest_marker("timeout")
        if mark is not None and (len(mark.args) != 1 or mark.kwargs.keys() != {"reason"}):
            raise pytest.UsageError(f"{item.nodeid}: write its limit as @pytest.mark.timeout(SECONDS, reason=...)")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder."""
    if REPORTS in config.stash:
        shutil.rmtree(config.stash[REPORTS], ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where its report would go."""
    node.workerinput["reports"] = str(node.config.stash.get(REPORTS, ""))


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(report: pytest.TestReport) -> None:
    """A test that was killed fails with its report."""
    node: Any = getattr(report, "node")  # noqa: B009  (set by xdist, unknown to pytest's types)
    folder = node.config.stash.get(REPORTS, None)
    file = folder and folder / node.gateway.id
    if file and file.exists() and (told := file.read_text("utf-8", errors="replace")):
        report.longrepr = told
        report.location = (report.location[0], None, report.nodeid.partition("::")[2])
