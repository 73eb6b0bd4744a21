"""A process and its three pipes, and how to be rid of it.

1. The pipes never block: `put` and `write` write what there is room for, `pump` moves all three and waits so long at most.
2. Of what comes, whole lines are dealt with at once (`deal`), of standard error the end is kept. Nothing else piles up.
3. The process leads a group. The whole group is told to end, then killed, and only then is the process reaped: in that order,
   so that the number of the group cannot have passed to another.
4. What is still there when this process ends is killed, where it plays a match or a tournament even if it is killed itself.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import signal
import subprocess
import threading
from time import monotonic
from typing import TYPE_CHECKING, Final

from citadels_sdk.errors import BotNotFound
from citadels_sdk.pool.processes import has_exited
from citadels_sdk.pool.watchdog import forget, mind, signal_group
from citadels_sdk.sandbox.confined_program import Confined
from citadels_sdk.stdio.lines import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.errors import BotFault
    from citadels_sdk.sandbox.policy import Policy


LONGEST: Final = 65536
"""How many bytes a line of a program may have."""
PIECE: Final = 65536
TAIL: Final = 4096
"""How many bytes of its standard error are kept."""
TAIL_LINES: Final = 12
KEPT_BACK: Final = ("CITADELS_TOKEN",)
LOG: Final = "CITADELS_STDIO_LOG"


class Failure(Exception):
    """The program is of no use any more."""

    def __init__(self, kind: type[BotFault], what: str) -> None:
        super().__init__(what)
        self.kind = kind
        self.what = what


_living: set[Child] = set()


class Child:
    """A process, from its start until nothing of it is left."""

    def __init__(self, command: Sequence[str], grace: float, policy: Policy | None = None) -> None:
        """`policy` is what the process may have, where it runs in the sandbox."""
        if os.name != "posix":
            raise Failure(BotNotFound, "programs as bots need a POSIX system; on this one write the bot in Python")
        self.command = tuple(command)
        self.grace = grace
        self.owner = os.getpid()
        self.log = os.environ.get(LOG)
        self.policy = policy
        self.confined = None if policy is None else Confined(policy)
        surroundings = {name: value for name, value in os.environ.items() if name not in KEPT_BACK}
        words: Sequence[str] = self.command
        if self.confined is not None:
            words, surroundings = self.confined.words(self.command), self.confined.environment
        try:
            self.child = subprocess.Popen(  # noqa: S603  # the very program that the user has named
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=surroundings,
            )
        except (OSError, ValueError) as error:
            if self.confined is not None:
                self.confined.remove()
            raise Failure(BotNotFound, f"{plain(self.command[0])} cannot be run: {error}") from None
        _living.add(self)
        mind(self.child.pid)
        pipes = (self.child.stdin, self.child.stdout, self.child.stderr)
        self.stdin, self.stdout, self.stderr = (-1 if pipe is None else pipe.fileno() for pipe in pipes)
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        self.poller = select.poll()
        self.poller.register(self.stdout, select.POLLIN)
        self.poller.register(self.stderr, select.POLLIN)
        self.waits_to_write = False
        self.pen = threading.Lock()
        self.outgoing = bytearray()
        self.incoming = bytearray()
        self.tail = bytearray()
        self.ending = False
        self.closed: str | None = None
        """Which of its pipes the process has closed, in words."""

    def deal(self, said: bytes) -> None:
        """A line has come, or more than a line may have."""
        raise NotImplementedError

    # --- pipes ----------------------------------------------------------------------------------------------------------

    def put(self, line: bytes) -> None:
        """Write the line with the next one that is sent."""
        self.note(b"> ", line)
        with self.pen:
            self.outgoing += line

    def write(self) -> None:
        """Write what there is room for."""
        with self.pen:
            while self.outgoing and self.stdin >= 0:
                try:
                    done = os.write(self.stdin, self.outgoing[:PIECE])
                except BlockingIOError:
                    return
                except OSError:  # a closed pipe: it will not read, and whether it says something more is another matter
                    self.outgoing.clear()
                    self.closed = self.closed or "input"
                    return
                del self.outgoing[:done]

    def pump(self, seconds: float) -> None:
        """Move what can be moved; wait so long for something to move."""
        if bool(self.outgoing) != self.waits_to_write:
            self.waits_to_write = not self.waits_to_write
            if self.waits_to_write:
                self.poller.register(self.stdin, select.POLLOUT)
            else:
                self.poller.unregister(self.stdin)
        moved = self.poller.poll(seconds * 1000)
        if self.confined is not None and not self.ending and (why := self.confined.excess()):
            self.signal_all(signal.SIGKILL)
            self.tail += f"it was ended: {why}\n".encode()
        for pipe, _ in moved:
            if pipe == self.stdin:
                self.write()
            elif pipe == self.stdout:
                self.hear()
            else:
                self.overhear()
        if not moved and seconds > 0 and self.closed is None and self.exited():
            self.closed = "output"
            self.hear()

    def hear(self) -> None:
        """Read from the standard output."""
        try:
            said = os.read(self.stdout, PIECE)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            with contextlib.suppress(KeyError):
                self.poller.unregister(self.stdout)
            self.closed = "output"
            return
        if self.ending:
            return
        self.incoming += said
        *lines, rest = self.incoming.split(b"\n")
        self.incoming = rest
        for line in lines:
            self.note(b"< ", bytes(line))
            self.deal(bytes(line))
        if len(rest) > LONGEST:
            self.deal(bytes(rest))

    def overhear(self) -> None:
        """Read from the standard error."""
        try:
            said = os.read(self.stderr, PIECE)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            with contextlib.suppress(KeyError):
                self.poller.unregister(self.stderr)
            return
        self.note(b"! ", said)
        self.tail += said
        del self.tail[:-TAIL]

    def overhear_all(self) -> None:
        """Read what is left on its standard error, but no more than fits into a pipe."""
        for _ in range(16):
            before = bytearray(self.tail)
            self.overhear()
            if self.tail == before:
                return

    def last_words(self) -> str:
        """What it last wrote on its standard error."""
        return last_words(self.tail)

    def note(self, sign: bytes, said: bytes) -> None:
        """Keep a line in the log, where one is wanted."""
        if self.log and said:
            with open(self.log, "ab") as log:  # noqa: PTH123  # for each line, so that several programs can share the file
                log.write(b"".join(sign + line + b"\n" for line in said.splitlines()))

    # --- ending ---------------------------------------------------------------------------------------------------------

    def exited(self) -> bool:
        """Whether the program has ended."""
        return has_exited(self.child.pid, self.child)

    def wait(self, deadline: float) -> None:
        """Wait for its end, and read meanwhile, lest it waits for us."""
        pause = 0.0005
        while not self.exited() and (left := deadline - monotonic()) > 0:
            self.pump(min(pause, left))
            pause = min(2 * pause, 0.02)
        self.overhear_all()

    def signal_all(self, number: signal.Signals) -> None:
        """Signal it and all that it has started in its group."""
        signal_group(self.child.pid, number)

    def close_input(self) -> None:
        """Let it read the end of its input."""
        if self.waits_to_write:
            self.waits_to_write = False
            self.poller.unregister(self.stdin)
        with self.pen:
            self.stdin = -1
            self.outgoing.clear()
            if self.child.stdin is not None:
                self.child.stdin.close()

    def finish(self) -> None:
        """End all of its processes, reap it, close the pipes."""
        if not self.exited():
            self.signal_all(signal.SIGTERM)
            self.wait(monotonic() + self.grace)
        if self.child.returncode is None:
            self.signal_all(signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.child.wait(self.grace)
        self.close_input()
        for pipe in (self.child.stdout, self.child.stderr):
            if pipe is not None:
                pipe.close()
        if self.confined is not None:
            self.confined.remove()
        _living.discard(self)
        forget(self.child.pid)

    def status(self) -> str:
        """How a process that has ended did so; what is left of its group goes too."""
        self.signal_all(signal.SIGKILL)
        status = self.child.wait()
        if status >= 0:
            return f"has ended with status {status}"
        try:
            return f"was ended by the signal {signal.Signals(-status).name}"
        except ValueError:
            return f"was ended by the signal {-status}"


def last_words(tail: bytes | bytearray) -> str:
    """The end of what was written on a standard error, in words; empty where that was nothing."""
    lines = bytes(tail).decode("utf-8", "replace").splitlines()[-TAIL_LINES:]
    told = [plain(line.replace("\t", "    ")) for line in lines if line.strip()]
    return "".join(["; on its standard error it last wrote:", *(f"\n    {line}" for line in told)]) if told else ""


@atexit.register
def _end_all() -> None:
    for child in [one for one in _living if one.owner == os.getpid()]:
        child.signal_all(signal.SIGKILL)
        child.finish()
