"""The guard beside a process that plays: nothing is left behind, whoever is killed and whatever hangs."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.pool.processes import release, start_fork
from citadels_sdk.pool.watchdog import mind
from citadels_sdk.pool.worker import reply

from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

pytestmark = pytest.mark.heavy  # each test starts processes of its own

HANGS = """
import os, signal
def choose(view):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    with open({file!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    while True:
        pass
"""


def there(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def ended(pids: Sequence[int]) -> Iterator[None]:
    """Whatever comes of the test, these processes are not left."""
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(
    "plays",
    [
        "from citadels_sdk import match; match({bot!r}, 'greedy', games=2, jobs=2)",
        "from citadels_sdk import tournament; tournament([{bot!r}, 'greedy'], seats=2, jobs=2, progress=False, isolate=False)",
        "from citadels_sdk.checking import check_bot; check_bot({bot!r}, time_limit=600)",
    ],
    ids=["match", "tournament", "check"],
)
def test_a_bot_that_hangs_does_not_outlive_whoever_has_started_it(tmp_path: Path, plays: str) -> None:
    bot, file = tmp_path / "hangs.py", tmp_path / "pids"
    bot.write_text(HANGS.format(file=str(file)))
    file.touch()
    with subprocess.Popen([sys.executable, "-c", plays.format(bot=str(bot))]) as process:
        try:
            until(lambda: file.read_text().endswith("\n"), "the bot hangs")
        finally:
            process.kill()
    pids = [int(line) for line in file.read_text().split()]
    assert process.pid not in pids
    with ended(pids):
        until(lambda: not any(there(pid) for pid in pids), "the processes of the bot have ended")


def starts_a_program(_orders: BinaryIO, replies: BinaryIO) -> None:
    """A job: start a program in a session of its own, and end at once."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True)
    mind(program.pid)
    reply(replies, program.pid)
    os._exit(3)


def test_the_programs_of_a_process_end_with_it() -> None:
    worker = start_fork(starts_a_program, [])
    (program,) = pickle.load(worker.replies)
    assert worker.end() in ("ended with status 3", "was ended by SIGKILL")
    release(worker)
    with ended([program]):
        until(lambda: not there(program), "the program has ended")
