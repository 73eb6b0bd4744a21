"""A test that does not end fails by its name, with all stacks, whatever hangs in it; the others run, and nothing stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.marks import TRIES_TOOLS
from tests.support.waits import until
from tools.watchdog import counts

pytestmark = TRIES_TOOLS

ROOT = Path(__file__).resolve().parents[2]
HANGS = """
import asyncio, collections, itertools, os, pathlib, subprocess, sys, threading, time
import pytest, uvloop

@pytest.fixture
def never_ready():
    threading.Event().wait()

@pytest.fixture
def never_gone():
    yield
    threading.Event().wait()

async def forever():
    await asyncio.get_running_loop().create_future()

async def spin():
    while True:
        await asyncio.sleep(0)

def test_before(): pass
def test_loop():
    while True: pass
def test_loop_in_c(): collections.deque(itertools.repeat(None), maxlen=0)
def test_loop_under_uvloop(): uvloop.run(spin())
def test_await(): asyncio.run(forever())
def test_await_under_uvloop(): uvloop.run(forever())
def test_sleep(): time.sleep(10**6)
def test_setup(never_ready): pass
def test_teardown(never_gone): pass
def test_child():
    far = "import subprocess, sys; print(subprocess.Popen(['sleep', '3000'], start_new_session=True, stdout=2).pid)"
    near = subprocess.Popen([sys.executable, "-c", far + "; sys.stdout.flush(); input()"], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    orphan = int(subprocess.check_output([sys.executable, "-c", far]))
    pathlib.Path("pids").write_text(f"{near.pid} {int(near.stdout.readline())} {orphan}")
    near.wait()
def test_after(): pass
"""
WHERE = {
    "test_loop": "in test_loop",
    "test_loop_in_c": "in test_loop_in_c",
    "test_loop_under_uvloop": "in spin",
    "test_await": "in forever",
    "test_await_under_uvloop": "in forever",
    "test_sleep": "in test_sleep",
    "test_setup": "in never_ready",
    "test_teardown": "in never_gone",
    "test_child": "in test_child",
}
BUSY = "import os, time\nos.sched_setaffinity(0, {{{cpu}}})\nend = time.monotonic() + 60\nwhile time.monotonic() < end: pass"


def run(folder: Path, source: str, *options: str) -> tuple[int, str]:
    """The exit status and the output of the suite's pytest on one file, with a limit of a second."""
    (folder / "test_hangs.py").write_text(source)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p xdist -p tools.limits\ntimeout = 1\n")
    words = [sys.executable, "-P", "-m", "pytest", "-q", "--strict-markers", "-p", "no:cacheprovider", *options]
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    ended = subprocess.run(
        words,
        cwd=folder,
        env={
            **os.environ,
            "CITADELS_SIZE": "ci",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": os.pathsep.join(path),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return ended.returncode, ended.stdout


def gone(pid: int) -> bool:
    """Whether a process has ended, reaped or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@pytest.mark.heavy
@pytest.mark.timeout(150, reason="hangs nine times for a second, and starts a worker after each")
def test_each_hang_is_a_failure_with_its_name_and_its_stack_and_the_rest_goes_on(tmp_path: Path) -> None:
    status, output = run(tmp_path, HANGS, "-n", "2", "-p", "tools.sharing", "--max-worker-restart", "20")
    assert status == 1
    # of what hangs in its teardown, the call has passed
    assert f"{len(WHERE)} failed, 3 passed" in output
    sections = dict(part.split(" ___", 1) for part in output.split("___ test_")[1:])
    assert {f"test_{name}" for name in sections} == WHERE.keys()
    for name, where in WHERE.items():
        assert f"FAILED test_hangs.py::{name} - does not end: " in output
        assert where in sections[name.removeprefix("test_")]
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 3
    until(lambda: all(map(gone, pids)), "what the test had started is gone")


def test_without_workers_the_run_ends_with_the_name_and_the_stack(tmp_path: Path) -> None:
    status, output = run(tmp_path, HANGS, "-n", "0", "-k", "before or await_under_uvloop or after")
    assert status != 0
    assert "does not end: the call of test_hangs.py::test_await_under_uvloop has taken" in output
    assert "in forever" in output
    assert "FAILED test_hangs.py::test_await_under_uvloop: the run ends here" in output


def test_children_of_a_worker_that_crashes_do_not_stay_behind(tmp_path: Path) -> None:
    crash = HANGS.replace("    near.wait()", "    os.abort()")
    status, output = run(tmp_path, crash, "-n", "1", "-k", "child or after")
    assert status == 1
    assert "crashed while running 'test_hangs.py::test_child'" in output
    assert "1 failed, 1 passed" in output
    until(lambda: all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split()), "its children are gone")


def test_a_mark_gives_a_test_longer_and_never_less(tmp_path: Path) -> None:
    longer = "import time, pytest\n@pytest.mark.timeout({}, reason='')\ndef test_it(): time.sleep({})\n"
    assert run(tmp_path, longer.format(60, 1.5), "-n", "0")[0] == 0
    assert run(tmp_path, longer.format(0.01, 0.3), "-n", "0")[0] == 0
    status, output = run(tmp_path, longer.replace(", reason=''", "").format(60, 0), "-n", "0")
    assert (status, "write its limit as" in output) == (4, True)


def test_a_limit_of_nothing_is_none(tmp_path: Path) -> None:
    assert run(tmp_path, "import time\ndef test_it(): time.sleep(1.5)\n", "-n", "0", "--timeout", "0")[0] == 0


def test_an_honest_test_has_its_time_on_a_crowded_processor(tmp_path: Path) -> None:
    cpu = min(os.sched_getaffinity(0))
    crowd = [subprocess.Popen([sys.executable, "-c", BUSY.format(cpu=cpu)]) for _ in range(3)]
    try:
        began = time.monotonic()
        source = f"import os, time\ndef test_it():\n    os.sched_setaffinity(0, {{{cpu}}})\n    end = time.process_time() + 0.5\n    while time.process_time() < end: pass\n"
        status, output = run(tmp_path, source, "-n", "0", "--timeout", "1.2")
        took = time.monotonic() - began
    finally:
        for one in crowd:
            one.kill()
            one.wait(10)
    assert (status, "1 passed" in output) == (0, True), output
    assert took > 1.2  # or it was not crowded


def test_time_counts_as_far_as_the_processor_was_there() -> None:
    start = {"1": (0.0, 0.0)}
    assert counts(1.0, start, {"1": (1.0, 0.0)}) == pytest.approx(1.0)
    assert counts(1.0, start, {"1": (0.25, 0.75)}) == pytest.approx(0.25)
    # what only wakes up now and then has waited for something else
    assert counts(1.0, start, {"1": (0.001, 0.003)}) == pytest.approx(1.0, abs=0.01)
    # three that want two processors
    assert counts(1.0, start, {f"{n}": (2 / 3, 1 / 3) for n in (1, 2, 3)}) == pytest.approx(2 / 3)
    assert counts(1.0, start, {"1": (0.0, 1.0)}) == pytest.approx(0.03)
    assert counts(1.0, {}, {}) == pytest.approx(1.0)


ORPHANED = """
import os, pathlib, signal, time

def test_kills_the_watchdog():
    for child in pathlib.Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split():
        if b"watchdog" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
            while pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                time.sleep(0.01)  # until it is dead, it takes what it is told
            return
    raise AssertionError("there is no watchdog")

def test_hangs():
    time.sleep(10**6)

def test_is_there():
    pass
"""


@pytest.mark.heavy
def test_a_watchdog_that_is_killed_has_another_in_its_place(tmp_path: Path) -> None:
    status, output = run(tmp_path, ORPHANED, "-n", "1", "--max-worker-restart", "5")
    assert status == 1
    assert "1 failed, 2 passed" in output
    assert "FAILED test_hangs.py::test_hangs - does not end: " in output
