"""A process that watches a process of the suite from outside: a test that does not end is told with all stacks, and its process killed.

1. It is outside because nothing inside can end a loop in C, or one under uvloop, which hands what a signal's handler raises to a log.
2. It is told in lines of JSON what runs and how long that may take: `{"name": ..., "phase": ..., "limit": seconds}`, or `{}` for nothing.
3. The time that counts is what passed less what the watched processes spent waiting for a processor. On a busy machine an honest test thus
   has its time, and one that waits for what never comes is told as soon as on an idle one. A thirtieth of what passes always counts, so that
   what fills all processors by itself ends too.
4. At the end of a limit it stops the process, writes the report, kills the process and then all that it had started: its descendants,
   wherever their parents went, are known by a variable that they inherit.
5. Where the process ends by itself without a word, all that it had started is killed too. Where it says `{"over": true}`, nothing is.

Standard library only: it starts without the environment's packages.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time
from pathlib import Path

MARK = "CITADELS_WATCHED"
"""The variable that every process inherits from the one that started it, however long that is gone."""

STACKS = signal.SIGRTMIN + 9
"""At this signal a watched process writes the stacks of all its threads into the report."""

Used = dict[str, tuple[float, float]]
"""By thread: the seconds in which it ran, and those in which it would have."""

LOOK_AFTER_S = 2.0
"""Whether the processor was waited for is looked up only after so long, or a quarter of the limit: nearly all tests have ended by then."""
AT_LEAST = 0.03
"""So much of the time that passes counts in any case."""
STACKS_S = 10.0
"""So long the report may take to be written by the process that is told of."""
STILL_S = 2.0
"""After so long without another word it is as complete as it can be: a loop in C tells of threads, and never of tasks."""
ALL_TOLD = "That is all."
OF_PYTEST = (
    "/_pytest/",
    "/pluggy/",
    "/xdist/",
    "/execnet/",
    "/pytest/__main__.py",
    "<frozen runpy>",
    'File "<string>"',
)
"""Frames that every stack has and no reader needs."""


def tick_of(limit: float) -> float:
    """How often to look: looking costs something, too."""
    return min(1.0, max(0.2, limit / 40))


def watch(pid: int, mark: str, report: Path, aloud: bool) -> None:
    """Watch one process until it is over or killed; `aloud` prints the report too, where nobody else would."""
    told: dict[str, object] = {}
    spent = Counted(pid)
    rest = b""
    while True:
        ready, _, _ = select.select([0], [], [], tick_of(float(str(told["limit"]))) if told else None)
        if ready:
            piece = os.read(0, 65536)
            if not piece:
                end_all(pid, mark)
                return
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                told = json.loads(line)
                if told.get("over"):
                    return
                spent = Counted(pid)
            continue
        limit = float(str(told["limit"]))
        if spent.seconds(limit) >= limit and not select.select([0], [], [], 0)[0]:
            with contextlib.suppress(OSError):  # without a report it is ended all the same
                report.parent.mkdir(parents=True, exist_ok=True)
                tell(pid, mark, report, told, spent.passed)
            if aloud and report.exists():
                last = f"FAILED {told['name']}: the run ends here, with workers (-n 1 or more) it would go on\n"
                os.write(2, b"\n" + report.read_bytes() + last.encode())
                report.unlink()
                report.parent.rmdir()
            end_all(pid, mark)
            return


class Counted:
    """The time that counts for a process and all that it has started, from now on."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.began = self.looked = time.monotonic()
        self.late = 0.0
        self.before: Used = {}
        self.after: Used = {}

    @property
    def passed(self) -> float:
        """The time that passed."""
        return self.looked - self.began

    def seconds(self, limit: float) -> float:
        """The time that counts by now; to be asked for every now and then."""
        now, tick = time.monotonic(), tick_of(limit)
        if now - self.looked >= tick:
            passed, self.looked = now - self.looked, now
            if self.passed > min(LOOK_AFTER_S, limit / 4):
                self.after |= processor(self.pid)  # what has ended stays
                self.before = self.before or dict(self.after)
            else:
                self.late += max(0.0, passed - 2 * tick)  # who looks so late had no processor either
        return counts(self.passed - self.late, self.before, self.after)


def tell(pid: int, mark: str, report: Path, told: dict[str, object], took: float) -> None:
    """Write what did not end, the stacks of all threads, and what else was running."""
    started = [f"  {other}: {words(other)}" for other in sorted(descendants(pid, mark))]
    with report.open("a", encoding="utf-8") as out:
        out.write(
            f"does not end: the {told['phase']} of {told['name']} has taken {took:.0f} s, its limit is {told['limit']} s"
            " (waiting for a processor does not count)\n"
        )
        out.write("\n".join(["It had started:", *started, ""]) if started else "It had started no process.\n")
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, STACKS)
    size, empty = report.stat().st_size, report.stat().st_size
    since = asked = time.monotonic()
    while not (said := report.read_text("utf-8", "replace")).endswith(ALL_TOLD):
        now = time.monotonic()
        if report.stat().st_size != size:
            size, since = report.stat().st_size, now
        if now - asked > STACKS_S or (size > empty and now - since > STILL_S):
            break
        time.sleep(0.05)
    lines = said.removesuffix(ALL_TOLD).rstrip().splitlines()
    report.write_text("\n".join([*(line for line in lines if not any(of in line for of in OF_PYTEST)), ""]), "utf-8")


def end_all(pid: int, mark: str) -> None:
    """Kill a process and all that it had started."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)  # or it would go on when its children are gone
    found = descendants(pid, mark)
    for _ in range(20):  # what is killed may have started more in the meantime
        for other in (pid, *found):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(other, signal.SIGKILL)
        time.sleep(0.05)
        found = descendants(pid, mark)
        if not found:
            return


def descendants(pid: int, mark: str) -> set[int]:
    """All processes that a process has started, and those have, by their parents and by the mark; not we ourselves, and none that ended."""
    parents: dict[int, int] = {}
    marked = set()
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError):
            state, parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:2]
            if state in (b"Z", b"X"):
                continue
            parents[int(folder.name)] = int(parent)
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                marked.add(int(folder.name))
    found = marked | {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid, os.getpid()}


def counts(passed: float, before: Used, after: Used) -> float:
    """How much of the time that passed counts, from what the threads had of the processors before and after.

    From the beginning on and not from one look to the next: the system counts a wait when it is over.
    """
    ran, waited = (
        sum(after[task][column] - before.get(task, (0.0, 0.0))[column] for task in after) for column in (0, 1)
    )
    busy = ran + waited
    lost = min(passed, busy) * waited / busy if busy > 0 else 0.0
    return max(passed - lost, AT_LEAST * passed)


def processor(pid: int) -> Used:
    """How long each thread of a process and of its descendants has run, and waited for a processor, where the system counts it."""
    found: Used = {}
    left = [pid]
    while left:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{left.pop()}/task").iterdir():
                with contextlib.suppress(OSError, IndexError, ValueError):
                    ran, waited = (task / "schedstat").read_bytes().split()[:2]
                    found[task.name] = int(ran) / 1e9, int(waited) / 1e9
                    left += map(int, (task / "children").read_bytes().split())
    return found


def words(pid: int) -> str:
    """The command of a process."""
    try:
        said = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return "(ended)"
    return " ".join(said.decode(errors="replace").split("\0"))[:200].strip()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the suite, whose end is seen here
    watch(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4] == "aloud")
