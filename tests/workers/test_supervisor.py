"""Children of a supervisor: started again, drained in order, never left behind."""

import os
import select
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from citadels_workers import supervisor
from citadels_workers.supervisor import Child, StartFailed, Stopped, Supervisor, open_log, tail

from tests.support.modules import replace_in
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
from citadels_workers.supervisor import Child

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
    from citadels_workers import orphan_killer

    with subprocess.Popen(SLEEP) as other:
        with subprocess.Popen(
            [sys.executable, "-I", "-S", str(orphan_killer.__file__)], stdin=subprocess.PIPE, text=True
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


# how long it is waited


class Puppet(Child):
    """A child that is started and ends by word only."""

    status: int | None = None
    starts: int = 0
    fault: str = ""

    def start(self) -> None:
        self.starts += 1
        if self.fault:
            raise StartFailed(self.fault)
        self.status = None

    def ended(self) -> int | None:
        return self.status


def runs_later(child: Child) -> bool:
    """Whether a child waits for its next start."""
    return child.due is not None


def test_who_has_lived_for_a_while_is_started_again_at_once_and_who_has_not_after_a_pause_that_doubles() -> None:
    said: list[str] = []
    house = Supervisor(said.append, pauses=(0.1, 10.0))
    child = Puppet("hasty", [])
    now, pauses = 100.0, []
    for _ in range(9):
        child.status, child.began = 3, now
        starts = child.starts
        house._look_after(child, now + 9.99)
        assert child.due is not None
        pauses.append(round(child.pause, 3))
        assert child.due == pytest.approx(now + 9.99 + child.pause)
        house._look_after(child, child.due - 0.01)
        assert child.starts == starts
        house._look_after(child, child.due)
        assert child.starts == starts + 1
        assert not runs_later(child)
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]
    assert said[3] == "hasty (pid 0) failed with status 3; it is started again"
    assert said[4] == "hasty (pid 0) failed with status 3; it is started again in 1.6 s"
    child.status, child.began = 3, now
    house._look_after(child, now + 10.0)
    assert (child.pause, child.starts) == (0.0, 10)
    assert not runs_later(child)
    house._look_after(child, now + 11.0)
    assert child.starts == 10, "it runs"


@pytest.mark.parametrize(
    ("status", "log", "why"),
    [(1, True, True), (-9, True, True), (0, True, False), (-15, True, False), (1, False, False)],
)
def test_a_log_is_named_where_it_can_say_why_a_child_has_ended(status: int, log: bool, why: bool) -> None:
    said: list[str] = []
    child = Puppet("api-1", [], log=Path("logs/api.log") if log else None)
    child.status = status
    Supervisor(said.append)._look_after(child, 1000.0)
    assert ("(logs/api.log says why)" in said[0]) == why


def test_what_cannot_be_started_is_tried_again_after_a_longer_pause() -> None:
    said: list[str] = []
    house = Supervisor(said.append, pauses=(0.1, 0.35))
    child = Puppet("worker-1", [])
    child.status, child.fault = 0, "worker-1: no such file"
    pauses = []
    for _ in range(4):
        before = time.monotonic()
        house._look_after(child, child.due or 1000.0)
        assert child.due is not None
        assert child.due >= before + child.pause
        pauses.append(round(child.pause, 3))
    assert pauses == [0.1, 0.2, 0.35, 0.35]
    assert said[-1] == "worker-1: no such file\nworker-1 is tried again in 0.3 s"


def test_a_log_ends_with_its_last_lines(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert tail(log) == ""
    log.write_text("x" * 20_000 + "\n" + "\n".join(map(str, range(40))) + "\n\n")
    assert tail(log) == "\n".join(map(str, range(25, 40)))
    assert tail(log, lines=2) == "38\n39"
    log.write_bytes(b"caf\xe9\n")
    assert tail(log) == "caf\ufffd"


# how it ends


class Deaf(Puppet):
    """A child that ends after so many of the looks that are taken at it, and notes what it is sent."""

    looks: int = 0
    got: list[str]

    def ended(self) -> int | None:
        self.looks -= 1
        return 0 if self.looks < 0 else None

    def send(self, number: signal.Signals) -> None:
        self.got.append(number.name)

    def kill(self) -> None:
        self.got.append("kill")
        self.looks = 0


def deaf(name: str, looks: int, **said: Any) -> Deaf:
    child = Deaf(name, [], **said)
    child.looks, child.got = looks, []
    return child


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The rests of a supervisor, which take no time but on its own clock."""
    rests: list[float] = []
    replace_in(monkeypatch, "citadels_workers.supervisor", time, monotonic=lambda: 50.0 + sum(rests))
    return rests


def resting(house: Supervisor, rests: list[float]) -> Supervisor:
    house.rest = lambda seconds: rests.append(seconds or 0.0)  # type: ignore[method-assign]
    return house


def test_a_stage_has_the_longest_grace_of_its_children_and_is_looked_at_ten_times_a_second(
    moments: list[float],
) -> None:
    said: list[str] = []
    house = resting(Supervisor(said.append), moments)
    quick, slow, last = (
        deaf("quick", 3, grace=0.2),
        deaf("slow", 10**6, grace=0.55),
        deaf("last", 10**6, stage=1, grace=0.3),
    )
    house.children = [last, quick, slow]
    house.drain()
    assert moments == pytest.approx([0.1] * 5 + [0.05] + [0.1] * 3)
    assert (quick.got, slow.got, last.got) == (["SIGTERM"], ["SIGTERM", "kill"], ["SIGTERM", "kill"])
    assert said == [
        "slow (pid 0) did not end within 1 s; it is killed",
        "last (pid 0) did not end within 0 s; it is killed",
    ]


def test_who_has_ended_already_is_sent_nothing_and_nobody_is_waited_for(moments: list[float]) -> None:
    said: list[str] = []
    house = resting(Supervisor(said.append), moments)
    house.children = [deaf("gone", 0), deaf("obedient", 1, grace=5.0)]
    house.drain()
    assert [child.got for child in house.children if isinstance(child, Deaf)] == [[], ["SIGTERM"]]
    assert (moments, said) == ([], [])
    Supervisor(said.append).drain()


@pytest.mark.parametrize(("asked", "more", "rests"), [(0, 1, 5), (0, 2, 1), (1, 1, 1), (2, 1, 1), (1, 0, 5)])
def test_a_further_signal_ends_the_waiting_for_all_stages(
    asked: int, more: int, rests: int, moments: list[float]
) -> None:
    said: list[str] = []
    house = Supervisor(said.append)
    house.asked = asked

    def rest(seconds: float | None) -> None:
        moments.append(seconds or 0.0)
        if len(moments) == 1:
            house.asked += more

    house.rest = rest  # type: ignore[method-assign]
    house.children = [deaf("one", 10**6, grace=0.5)]
    house.drain()
    assert len(moments) == rests
    assert (said == []) == (rests == 1), "who asked for it is told nothing"
    assert house.children[0].got == ["SIGTERM", "kill"]  # type: ignore[attr-defined]


def test_a_loop_rests_until_the_next_start_is_due_and_else_until_something_happens(moments: list[float]) -> None:
    rests: list[float | None] = []
    house = Supervisor(lambda _: None)

    def rest(seconds: float | None) -> None:
        rests.append(seconds)
        house.asked = len(rests) > 1

    house.rest = rest  # type: ignore[method-assign]
    early, late = Puppet("early", []), Puppet("late", [])
    house.children = [early, late]
    house.run()
    assert rests == [None, None]
    rests.clear()
    house.asked = 0
    early.due, late.due = 53.0, 57.5
    house.run()
    assert rests == [3.0, 3.0]
    moments.append(4.0)
    rests.clear()
    house.asked = 0
    house.run()
    assert (early.starts, runs_later(early), rests) == (1, False, [3.5, 3.5])


def test_whoever_has_ended_while_others_start_is_named_without_a_log_too() -> None:
    house = Supervisor(lambda _: None)
    well, ill = Puppet("well", []), Puppet("ill", [])
    house.children = [well, ill]
    house.check()
    ill.status = 0
    with pytest.raises(StartFailed) as failed:
        house.check()
    assert failed.value.message == "ill ended while it was being started"
    house.asked = 1
    with pytest.raises(Stopped):
        house.check()


def test_a_child_is_asked_to_end_and_killed_after_its_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    child = Child("c", [], grace=0.5)
    assert (child.pid, child.ended(), child.wait(0)) == (0, 0, True), "one that was never started has ended"
    child.send(signal.SIGTERM)

    def wait(seconds: float) -> bool:
        sent.append(seconds)
        return len(sent) > 2

    monkeypatch.setattr(child, "send", lambda number: sent.append(number.name))
    monkeypatch.setattr(child, "wait", wait)
    child.stop()
    assert sent == ["SIGTERM", 0.5, "SIGKILL", 5.0]
    sent[:] = [0, 0]
    child.stop()
    assert sent == [0, 0, "SIGTERM", 0.5], "who ends in time is not killed"


def test_what_a_child_has_and_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN", "kept")
    code = "import os, sys; print(os.environ['OWN'], os.environ['MORE'], sys.stdin.read() == '', os.fstat(int(sys.argv[1])).st_size); print('loud', file=sys.stderr)"
    held = os.open(tmp_path / "held", os.O_RDWR | os.O_CREAT)
    os.write(held, b"12345")
    log = tmp_path / "logs" / "log"
    before = time.monotonic()
    child = Child("c", [sys.executable, "-S", "-c", code, str(held)], {"MORE": "new"}, fds=(held,), log=log)
    child.start()
    os.close(held)
    assert before <= child.began <= time.monotonic()
    assert child.wait(60)
    assert child.ended() == 0
    assert sorted(log.read_text().split("\n")) == ["", "kept new True 5", "loud"]
    assert log.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StartFailed, match=r"^c: /no/such cannot be started: No such file or directory$"):
        Child("c", ["/no/such"], log=log).start()
    with pytest.raises(StartFailed):
        Child("c", ["/no/such"]).start()


def test_a_log_is_put_aside_once_it_has_eight_million_bytes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for size, aside in ((8_000_000, False), (8_000_001, True)):
        with log.open("wb") as file:
            file.truncate(size)
        os.close(open_log(log))
        assert log.with_name("log.1").exists() == aside
    assert log.stat().st_size == 0
    descriptor = open_log(log)
    assert not os.get_inheritable(descriptor)
    os.close(descriptor)


def test_a_signal_wakes_a_supervisor_that_rests(house: House) -> None:
    for _ in range(3):
        os.kill(os.getpid(), signal.SIGCHLD)
    house.rest(60)
    assert house.asked == 0
    waits = []
    real = select.select

    def noted(*words: Any) -> Any:
        waits.append(words[3])
        return real(words[0], words[1], words[2], 0)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(select, "select", noted)
        house.rest(0.5)
        house.rest(None)
    assert waits == [0.5, None]
    os.kill(os.getpid(), signal.SIGHUP)
    assert house.asked == 1


def test_the_watcher_alone_holds_the_end_of_the_pipe_that_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, Any]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: started.append({"command": command, **more}))
    _, mouth = supervisor._watcher.__wrapped__()
    (one,) = started
    try:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(one["stdin"])
        assert one["command"][:3] == [sys.executable, "-I", "-S"]
        assert Path(one["command"][3]).name == "orphan_killer.py"
        assert (one["stdout"], one["stderr"], one["start_new_session"]) == (
            subprocess.DEVNULL,
            subprocess.DEVNULL,
            True,
        )
    finally:
        os.close(mouth)
