"""Children of a supervisor: started again, drained in order, never left behind."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from citadels_workers.supervising import Child, StartFailed, Stopped, Supervisor, open_log, tail

from tests.support.waits import until

pytestmark = pytest.mark.interpreter

SLEEP = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
STUBBORN = [
    sys.executable,
    "-S",
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)",
]


def runs(pid: int) -> bool:
    """Whether a process lives: it is there, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class House(Supervisor):
    """A supervisor that a test steers from another thread, with what it says in a list."""

    def __init__(self) -> None:
        self.said: list[str] = []
        super().__init__(self.said.append, pauses=(0.01, 0.05))


@pytest.fixture
def house() -> Iterator[House]:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)]
    with House() as house:
        yield house
        house.asked = 2  # whatever is left has to go at once
    assert before == [
        signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)
    ]


def beside(do: Callable[[], object]) -> threading.Thread:
    """Do something beside the supervisor's loop, and end that loop by a signal whatever happens."""

    def doing() -> None:
        try:
            do()
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=doing)
    thread.start()
    return thread


def test_a_child_that_is_killed_is_started_again(house: House) -> None:
    child = Child("sleeper", SLEEP)
    house.add(child)
    first = child.pid

    def kill() -> None:
        os.kill(first, signal.SIGKILL)
        until(lambda: child.pid != first and runs(child.pid), "the second start")

    thread = beside(kill)
    house.run()
    thread.join(300)
    assert child.pid != first
    assert house.said == [f"sleeper (pid {first}) was ended by SIGKILL; it is started again"]


def test_a_child_that_keeps_failing_is_given_longer_and_longer_pauses(house: House) -> None:
    child = Child("hasty", [sys.executable, "-S", "-c", "raise SystemExit(3)"])
    house.add(child)
    thread = beside(lambda: until(lambda: len(house.said) >= 5, "five ends"))
    house.run()
    thread.join(300)
    assert child.pause == 0.05
    assert all("failed with status 3" in line for line in house.said)


def test_a_child_that_cannot_be_started_again_is_tried_again(house: House, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable} -S\nraise SystemExit(1)\n")
    program.chmod(0o700)
    child = Child("fleeting", [str(program)])
    house.add(child)
    program.unlink()
    thread = beside(lambda: until(lambda: sum("cannot be started" in line for line in house.said) >= 2, "two tries"))
    house.run()
    thread.join(300)
    assert any("fleeting is tried again in" in line for line in house.said)


def test_the_stages_end_one_after_the_other(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    code = textwrap.dedent("""
        import signal, sys, time
        def end(number, frame):
            time.sleep(0.05)
            open(sys.argv[1], "a").write(sys.argv[2])
            sys.exit(0)
        signal.signal(signal.SIGTERM, end)
        open(sys.argv[1], "a").write("+")
        time.sleep(600)
    """)
    with House() as house:
        for stage in (2, 0, 1, 0):
            house.add(Child(f"c{stage}", [sys.executable, "-S", "-c", code, str(trace), str(stage)], stage=stage))
        until(lambda: trace.exists() and trace.read_text() == "++++", "all have started")
    assert trace.read_text() == "++++0012"
    assert house.said == []


def test_a_child_that_does_not_end_in_its_grace_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with House() as house:
        child = Child("stubborn", STUBBORN, grace=0.1, log=log)
        house.add(child)
        until(lambda: "deaf" in tail(log), "it is deaf")
    assert child.ended() == -signal.SIGKILL
    assert house.said == [f"stubborn (pid {child.pid}) did not end within 0 s; it is killed"]


def test_a_second_signal_kills_at_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with House() as house:
        child = Child("stubborn", STUBBORN, grace=500, log=log)
        house.add(child)
        until(lambda: "deaf" in tail(log), "it is deaf")
        os.kill(os.getpid(), signal.SIGINT)
        house.run()
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert child.ended() == -signal.SIGKILL


def test_a_child_that_ends_while_others_start_is_named_with_what_it_said(house: House, tmp_path: Path) -> None:
    child = Child("brief", [sys.executable, "-S", "-c", "print('no flux'); raise SystemExit(4)"], log=tmp_path / "log")
    house.add(child)
    until(lambda: child.ended() is not None, "its end")
    with pytest.raises(StartFailed, match=r"brief failed with status 4 while it was being started\nno flux"):
        house.check()


def test_nothing_is_started_once_the_end_is_asked_for(house: House) -> None:
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(Stopped):
        house.add(Child("late", SLEEP))
    assert house.children == []


def test_ctrl_c_in_the_terminal_does_not_reach_a_child(house: House) -> None:
    child = Child("sleeper", SLEEP)
    house.add(child)
    assert os.getsid(child.pid) == child.pid != os.getsid(0)


PARENT = """
import signal, sys
from pathlib import Path
from citadels_workers.supervising import Child

from tests.support.waits import until
child = Child("c", [sys.executable, "-S", "-c", {code!r}], by_kernel={by_kernel}, orphaned=signal.{orphaned}, log=Path(sys.argv[1]))
child.start()
print(child.pid, flush=True)
signal.pause()
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="the kernel's way is Linux's; the state of processes is read in /proc"
)
@pytest.mark.parametrize(
    ("by_kernel", "orphaned", "code"),
    [
        (True, "SIGKILL", STUBBORN[-1]),
        (True, "SIGTERM", SLEEP[-1]),
        (False, "SIGTERM", SLEEP[-1]),
    ],
)
def test_no_child_is_left_when_the_parent_is_killed(by_kernel: bool, orphaned: str, code: str, tmp_path: Path) -> None:
    program = PARENT.format(code=code, by_kernel=by_kernel, orphaned=orphaned)
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "log")], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert runs(child)
        parent.kill()
    until(lambda: not runs(child), "the child's end")


@pytest.mark.skipif(sys.platform != "linux", reason="the state of processes is read in /proc")
def test_the_watcher_lets_those_be_that_have_ended_before(tmp_path: Path) -> None:
    """Their numbers may be others' by then."""
    from citadels_workers import watcher

    with subprocess.Popen(SLEEP) as other:
        with subprocess.Popen(
            [sys.executable, "-I", "-S", str(watcher.__file__)], stdin=subprocess.PIPE, text=True
        ) as watching:
            assert watching.stdin is not None
            watching.stdin.write(f"+{other.pid}\n-{other.pid}\n")
        assert watching.returncode == 0
        assert runs(other.pid)
        other.kill()


def test_a_large_log_is_put_aside(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "api.log"
    for text in (b"first", b" second", b"third"):
        descriptor = open_log(log, limit=8)
        os.write(descriptor, text)
        os.close(descriptor)
    assert log.read_text() == "third"
    assert log.with_name("api.log.1").read_text() == "first second"
