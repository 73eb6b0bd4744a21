"""What a process believes of its disk and its clock, by libraries in C that are preloaded into it: `slow_disk.c`, `jumping_clock.c`."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_workers import disk_sync

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPILER = shutil.which("cc") if sys.platform == "linux" else None
"""The compiler that makes the libraries; None if they cannot be made here."""
SYNCED = "synced"


@functools.cache
def _library(name: str) -> str:
    assert COMPILER is not None
    folder = Path(tempfile.gettempdir()) / f"citadels-preloaded-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    source = Path(__file__).with_name(f"{name}.c")
    made = folder / f"{name}-{source.stat().st_mtime_ns}.so"
    if not made.exists():
        own = made.with_suffix(f".{os.getpid()}")
        subprocess.run(
            [COMPILER, "-shared", "-fPIC", "-O1", "-o", str(own), str(source), "-ldl"], check=True, timeout=60
        )
        own.replace(made)  # others may make it at the same moment
    return str(made)


def slow_disk(folder: Path, ms: int) -> dict[str, str]:
    """What a process has to have in its environment so that each sync takes so long, and is noted in the folder."""
    return {"LD_PRELOAD": _library("slow_disk"), "SLOW_DISK_MS": str(ms), "SLOW_DISK_LOG": str(folder / SYNCED)}


class JumpingClock:
    """A clock whose time of day may be moved, for the processes that have these variables in their environment."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ahead"
        self.move(0)
        self.variables = {"LD_PRELOAD": _library("jumping_clock"), "JUMPING_CLOCK": str(self.file)}

    def move(self, seconds: int) -> None:
        """Be so many seconds ahead from now on."""
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))


class Syncer:
    """The process that syncs the files of a store each second, as `citadels up` starts it."""

    def __init__(self, folder: Path, variables: Mapping[str, str]) -> None:
        self.command = [sys.executable, "-I", "-S", disk_sync.__file__, str(folder / "appendonlydir")]
        self.variables = {**os.environ, **variables}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(self.command, env=self.variables)

    def kill(self) -> None:
        """Kill it without warning."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(300)
            self.process = None


def cut_power(folder: Path) -> int:
    """Take from each append-only file what came after its last sync, as a power cut may; how many bytes that were.

    A file that was never synced may be lost as a whole. The names of files are safe: the store syncs their folder itself.
    """
    safe: dict[str, int] = {}
    log = folder / SYNCED
    for line in log.read_text().splitlines() if log.exists() else []:
        size, _, synced = line.partition(" ")
        safe[synced] = int(size)
    lost = 0
    for path in sorted((folder / "appendonlydir").glob("*.aof")):
        much = path.stat().st_size
        kept = min(much, safe.get(str(path), 0))
        lost += much - kept
        os.truncate(path, kept)
    return lost
