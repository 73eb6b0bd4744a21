"""What it costs to hand a task to another process, and who is left when the one that hands them out is killed: our pool beside others.

    ./citadels bench pool [--json] [--tasks N] [--rounds N]

1. `us_a_task`: microseconds of the processor, of all processes together, for a task that does nothing, handed to two processes that are there
   already: the least of the rounds, in which the pools take turns, less the least for hardly any task.
2. `left`: how many processes are there five seconds after the one that hands out two tasks has been killed; each task has started a program in a session of
   its own, and then never comes back.

`futures` is `concurrent.futures`, of Python itself. `pebble` and `loky` are measured where they are installed, which they are not as a rule: in
an environment made for it, `python -m venv DIR`, `DIR/bin/pip install pebble loky`, `PYTHONPATH=.:sdk:engine DIR/bin/python -m bench.pool`.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from citadels_sdk.pool.heartbeat import Place, Thought
from citadels_sdk.pool.supervisor import Supervisor
from citadels_sdk.pool.watchdog import mind

JOBS: Final = 2
LEFT_S: Final = 5.0
MARK: Final = "CITADELS_BENCH_POOL"
HANG: Final = """
import subprocess, sys
program = subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
{mind}
while True: pass
"""


class Plain(Supervisor[str, None]):
    """Our pool without a policy: a task is code, which may be empty."""

    what = "bench"

    def take(self, results: Sequence[None]) -> None:
        """Nothing is kept."""

    def judge(self, number: int, thought: Thought | None, late: Thought | None, how: str) -> bool:
        """No process ends here."""
        raise AssertionError(how)


def play(number: int, task: str, place: Place, _say: object) -> None:
    """Do what a task says; who asks is told to be thinking, as in a game."""
    place.think(0, number, 1e9)
    exec(task, {"mind": mind})
    place.rest()


def ours(tasks: Sequence[str]) -> None:
    """Our pool."""
    pool = Plain(play, JOBS, "fork")
    try:
        pool.run(dict(enumerate(tasks)))
    finally:
        pool.close()


def futures(tasks: Sequence[str]) -> None:
    """Python's own."""
    module = import_module("concurrent.futures")
    with module.ProcessPoolExecutor(JOBS) as pool:
        for future in [pool.submit(exec, task) for task in tasks]:
            future.result()


def pebble(tasks: Sequence[str]) -> None:
    """With a limit for each task, which is what it is for."""
    with import_module("pebble").ProcessPool(JOBS) as pool:
        for future in [pool.schedule(exec, args=(task,), timeout=600) for task in tasks]:
            future.result()


def loky(tasks: Sequence[str]) -> None:
    """The executor of joblib."""
    with import_module("loky").ProcessPoolExecutor(JOBS) as pool:
        for future in [pool.submit(exec, task) for task in tasks]:
            future.result()


POOLS: Final[dict[str, Callable[[Sequence[str]], None]]] = {
    "ours": ours,
    "futures": futures,
    "pebble": pebble,
    "loky": loky,
}


def used() -> float:
    """Seconds of the processor that this process and those that have ended under it have used."""
    return sum(
        one.ru_utime + one.ru_stime for one in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def cost(name: str, tasks: int) -> float:
    """Seconds of the processor that the pool takes for so many tasks, its processes from their start among them."""
    began = used()
    POOLS[name]([""] * tasks)
    return used() - began


def marked(mark: str) -> list[int]:
    """The processes that have the mark in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def left(name: str) -> int:
    """How many processes outlive the one that hands out tasks."""
    mark = uuid4().hex
    task = HANG.format(mind="mind(program.pid)" if name == "ours" else "")
    code = f"from bench.pool import POOLS\nif __name__ == '__main__': POOLS[{name!r}]([{task!r}] * {JOBS})"
    with subprocess.Popen([sys.executable, "-c", code], env={**os.environ, MARK: mark}) as process:
        programs = 0
        until = time.monotonic() + 60
        while programs < JOBS and time.monotonic() < until:
            time.sleep(0.1)
            programs = sum(b"while True: pass\0" in command(pid) for pid in marked(mark))
        process.kill()
    until = time.monotonic() + LEFT_S
    while marked(mark) and time.monotonic() < until:
        time.sleep(0.1)
    there = marked(mark)
    for pid in there:
        os.kill(pid, signal.SIGKILL)
    if programs < JOBS:
        raise RuntimeError(f"{name} has not begun its tasks")
    return len(there)


def command(pid: int) -> bytes:
    """Its command line."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench pool", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tasks", type=int, default=10_000, help="tasks of a round (default 10000)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each pool is measured (default 5)")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    chosen = parser.parse_args()
    if chosen.tasks <= JOBS or chosen.rounds < 1:
        parser.error(f"more than {JOBS} tasks, and at least one round")
    names = [name for name in POOLS if name in ("ours", "futures") or find_spec(name) is not None]
    costs: dict[tuple[str, int], list[float]] = {}
    for _ in range(chosen.rounds):
        for name in names:
            for tasks in (JOBS, chosen.tasks):
                costs.setdefault((name, tasks), []).append(cost(name, tasks))
    figures: dict[str, Any] = {
        "us_a_task": {
            name: round(1e6 * (min(costs[name, chosen.tasks]) - min(costs[name, JOBS])) / (chosen.tasks - JOBS))
            for name in names
        },
        "left": {name: left(name) for name in names},
    }
    if chosen.json:
        print(json.dumps({"bench": "pool", "tasks": chosen.tasks, **figures}))
        return 0
    for name in names:
        print(f"{name}: {figures['us_a_task'][name]} us a task, {figures['left'][name]} processes left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
