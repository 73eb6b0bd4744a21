"""A tiny process that puts the append-only file of the embedded store on disk every second.

The store does not do it itself: while its own `everysec` runs, it answers before it has written, so that its crash loses what was answered.
With `appendfsync no` it writes first, always; and a sync from outside, through another descriptor of the same file, never makes it answer
early. It is started by its path and uses only the standard library.
"""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

EACH_S = 1.0


def main(folder: Path) -> None:
    """Put the files of a folder on disk each second, and once more when told to end."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    done: dict[str, tuple[int, int]] = {}
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            time.sleep(EACH_S)
            done = synced(folder, done)
    synced(folder, done)


def synced(folder: Path, done: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Put the append-only files on disk that have changed since `done`; for each file its identity and the size that is safe now."""
    safe = {}
    for path in sorted(folder.glob("*.aof")):
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:  # the store has written it anew meanwhile
            continue
        try:
            facts = os.fstat(descriptor)
            state = facts.st_ino, facts.st_size
            if done.get(path.name) != state:
                getattr(os, "fdatasync", os.fsync)(descriptor)  # macOS has fsync alone
            safe[path.name] = state
        except OSError as error:  # what was not synced is tried again
            print(f"{path} could not be put on disk: {error.strerror}", file=sys.stderr, flush=True)
        finally:
            os.close(descriptor)
    return safe


if __name__ == "__main__":
    main(Path(sys.argv[1]))
