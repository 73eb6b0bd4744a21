"""`./citadels test --conditions [WORDS]`: the same tests under conditions in which a test that is not steady fails, and a table of what came of it.

    python -m tools.conditions --list
    python -m tools.conditions --only order,locale tests/engine -n 2

The words go to pytest as they are; without any it runs what is not heavy. Each condition runs on a copy of the tree as it is, in a folder of
its own, so that nothing is written here. One that cannot be had on this machine says why, and has not passed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
BUSY_S = 300
"""So long the busy processes run at most: they are bounded by themselves, whatever becomes of us."""
BUSY = f"import time\nend = time.monotonic() + {BUSY_S}\nwhile time.monotonic() < end: pass"
ODD = {
    "CITADELS_URL": "nonsense",
    "CITADELS_TOKEN": "nobody",
    "COLUMNS": "20",
    "LINES": "5",
    "FORCE_COLOR": "1",
    "PYTEST_ADDOPTS": "",
    "PYTHONHASHSEED": "7",
}


@dataclass(frozen=True)
class Condition:
    """What is unlike the usual: variables (empty ones are taken away), what a shell does before, pytest's words, a folder, a user, a load."""

    says: str
    variables: dict[str, str] = field(default_factory=dict)
    before: str = ""
    words: tuple[str, ...] = ()
    folder: str = "arena"
    user: str = ""
    busy: int = 0


CONDITIONS = {
    "plain": Condition("nothing special"),
    "order": Condition("files and tests in another order", words=("--shuffle", "7")),
    "order2": Condition("and in another", words=("--shuffle", "8")),
    "folder": Condition("in a folder named tests, below one with a blank and an accent", folder="a cöpy/tests"),
    "user": Condition("as another user than root", user="nobody"),
    "sigint": Condition("with Ctrl-C ignored, as what a script starts in the background", before="trap '' INT"),
    "bytecode": Condition("no bytecode is written", {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": ""}),
    "turkish": Condition("in Turkish, where I is not i", {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
    "posix": Condition("in no language", {"LC_ALL": "POSIX", "LANG": ""}),
    "zone": Condition("12 hours and 45 minutes from Greenwich", {"TZ": "Pacific/Chatham"}),
    "odd": Condition("odd variables, no home, few files, private ones", {**ODD, "HOME": ""}, "umask 077; ulimit -n 256"),
    "busy": Condition(f"with 8 busy processes beside, for {BUSY_S} s at most", busy=8),
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run them one after the other, and print the table."""
    if "--list" in arguments:
        for name, condition in CONDITIONS.items():
            print(f"{name:10} {condition.says}")
        return 0
    chosen = list(CONDITIONS)
    if "--only" in arguments:
        at = arguments.index("--only")
        chosen = arguments[at + 1].split(",")
        del arguments[at : at + 2]
    unknown = [name for name in chosen if name not in CONDITIONS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(CONDITIONS)}")
        return 2
    table = []
    for name in chosen:
        began = time.monotonic()
        came = run(CONDITIONS[name], arguments or ["-m", "not heavy", "-n", "2", "--dist", "worksteal"])
        table.append((name, came, time.monotonic() - began))
    for name, came, seconds in table:
        print(f"{name:10} {seconds:5.0f} s  {came}")
    green = sum(came.startswith("passed") for _, came, _ in table)
    print(f"{green} of {len(table)} green")
    return 0 if green == len(table) else 1


def run(condition: Condition, words: Sequence[str]) -> str:
    """What came of the tests under one condition, in a line."""
    missing = lacks(condition)
    if missing:
        return f"NOT RUN: {missing}"
    with tempfile.TemporaryDirectory(prefix="citadels-conditions-") as top:
        tree = Path(top, condition.folder)
        copy(tree)
        if condition.user:
            Path(top).chmod(0o755)
            subprocess.run(["chown", "-R", condition.user, top], check=True)
        variables = surroundings(tree, Path(top)) | condition.variables
        variables = {name: value for name, value in variables.items() if value}
        command = [sys.executable, "-P", "-m", "pytest", "-q", *condition.words, *words]
        # exec, so that what the shell was told to ignore is ignored by pytest
        shell = ["sh", "-c", f'{condition.before or ":"}; exec "$@"', "sh", *command]
        with crowd(condition.busy):
            done = subprocess.run(
                shell,
                cwd=tree,
                env=variables,
                user=condition.user or None,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                check=False,
            )
    print(done.stdout[-6000:] if done.returncode else "", flush=True)
    last = next((line.strip("= ") for line in reversed(done.stdout.splitlines()) if line.strip("= ")), "")
    return f"{'FAILED' if done.returncode else 'passed'}: {last}"


def lacks(condition: Condition) -> str:
    """What this machine lacks for a condition; empty where nothing."""
    locale = condition.variables.get("LC_ALL", "")
    if locale not in ("", "POSIX"):
        known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
        if locale.partition(".")[0] not in known:
            return f"there is no locale {locale} (localedef -i {locale.partition('.')[0]} -f UTF-8 {locale})"
    if condition.user:
        if os.geteuid() != 0:
            return "only root can become another user"
        try:
            subprocess.run([sys.executable, "-S", "-c", ""], user=condition.user, cwd="/", check=True)
        except (OSError, subprocess.CalledProcessError):
            return f"{condition.user} may not run {sys.executable}: clone it for that user, and run it there"
    return ""


def copy(tree: Path) -> None:
    """The tree as it is, without what is private to it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target)


def surroundings(tree: Path, top: Path) -> dict[str, str]:
    """The variables of the tests: they find the copy, and nothing is written but beside it."""
    (top / "home").mkdir()
    (top / "tmp").mkdir()
    path = [str(tree), *(str(tree / part) for part in ("engine", "sdk", "api", "workers"))]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path),
        "CITADELS_ENGINE": "interpreted",
        "CITADELS_SIZE": "quick",
        "HOME": str(top / "home"),
        "TMPDIR": str(top / "tmp"),
        "PYTHONPYCACHEPREFIX": str(top / "bytecode"),
    }


@contextmanager
def crowd(size: int) -> Iterator[None]:
    """So many busy processes beside."""
    running = [subprocess.Popen([sys.executable, "-S", "-c", BUSY], start_new_session=True) for _ in range(size)]
    try:
        yield
    finally:
        for one in running:
            one.send_signal(signal.SIGKILL)
            one.wait(10)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
