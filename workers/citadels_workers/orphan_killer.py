"""A tiny process that ends the children of a dead parent, for systems whose kernel does not do it.

It reads lines `+pid` and `-pid` from standard input, a pipe from the parent. When the pipe closes, the parent has ended. Then every process
on the list gets SIGTERM, and five seconds later SIGKILL. It is started by its path and uses only the standard library.
"""

import contextlib
import os
import signal
import sys
import time

PATIENCE = 5.0


def main() -> None:
    """Read until the parent has ended, then end its children."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    alive: set[int] = set()
    for line in sys.stdin:
        (alive.add if line[0] == "+" else alive.discard)(int(line[1:]))
    tell(alive, signal.SIGTERM)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and any(there(pid) for pid in alive):
        time.sleep(0.05)
    tell(alive, signal.SIGKILL)


def tell(pids: set[int], number: signal.Signals) -> None:
    """Send a signal to all processes that still run."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def there(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    main()
