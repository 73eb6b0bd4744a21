"""A tiny process that ends the children of a parent that is gone: for systems whose kernel does not do it.

It reads `+pid` and `-pid` lines from its standard input, the parent's pipe. When the pipe ends, the parent has ended: whoever is
still listed gets SIGTERM, and five seconds later SIGKILL. It is started by its path, on the standard library alone.
"""

import contextlib
import os
import signal
import sys
import time

PATIENCE = 5.0


def main() -> None:
    """Read until the parent is gone, then end its children."""
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
    """Send a signal to all that are still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def there(pid: int) -> bool:
    """Whether a process has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    main()
