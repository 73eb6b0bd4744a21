"""The supervisor of child processes: it starts them, restarts them when they end, and shuts them down in order.

1. No child outlives its parent. On Linux the kernel ends it; elsewhere a watcher at the end of a pipe does.
2. A child has its own session. Ctrl-C in a terminal reaches only the supervisor, which shuts down in order; a second Ctrl-C kills.
3. A child that ends by itself is restarted: at once if it had run for a while, otherwise after a pause that doubles up to ten seconds.
4. Shutdown goes by stages, the lowest first. A child gets SIGTERM and its grace time, then SIGKILL. An end by SIGTERM is a clean end.
5. Everything here runs in the main thread: on Linux a child is bound to the thread that started it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from citadels_workers.user_error import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import FrameType, TracebackType


PR_SET_PDEATHSIG = 1
SHORT_LIFE = 10.0
PAUSES = (0.1, 10.0)
KILL_WAIT = 5.0
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StartFailed(Trouble):
    """A part could not be started: which one, why, and the end of its log."""


class Stopped(Exception):
    """Shutdown was requested while a part was still starting."""


@dataclass(eq=False)
class Child:
    """A child process to run: its name, its command, its stage in the shutdown."""

    name: str
    command: Sequence[str]
    variables: Mapping[str, str] = field(default_factory=dict)
    stage: int = 0
    grace: float = 15.0
    fds: tuple[int, ...] = ()
    log: Path | None = None
    """The file for the child's output; None means our own standard error."""
    orphaned: signal.Signals = signal.SIGKILL
    """The signal that the child gets when its parent has ended."""
    by_kernel: bool = sys.platform == "linux"

    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    began: float = field(default=0.0, init=False)
    pause: float = field(default=0.0, init=False)
    due: float | None = field(default=None, init=False)
    watched: bool = field(default=False, init=False)

    def start(self) -> None:
        """Start the process. A restarted child has the same command, variables and descriptors."""
        self.began = time.monotonic()
        output = None if self.log is None else open_log(self.log)
        try:
            self.process = subprocess.Popen(  # noqa: S603  (our own commands)
                list(self.command),
                env={**os.environ, **self.variables},
                stdin=subprocess.DEVNULL,
                stdout=sys.stderr.fileno() if output is None else output,
                stderr=output,
                pass_fds=self.fds,
                start_new_session=True,
                # one thread, and the function calls the C library only
                preexec_fn=self._bind() if self.by_kernel else None,  # noqa: PLW1509
            )
        except OSError as error:
            raise StartFailed(f"{self.name}: {self.command[0]} cannot be started: {error.strerror}") from error
        finally:
            if output is not None:
                os.close(output)
        if not self.by_kernel:
            self.watched = True
            tell_watcher(f"+{self.process.pid}")

    def _bind(self) -> Callable[[], None]:
        prctl, parent, number = c_library().prctl, os.getpid(), int(self.orphaned)

        def bind() -> None:
            prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
            if os.getppid() != parent:  # it ended before it could be asked
                os.kill(os.getpid(), number)

        return bind

    @property
    def pid(self) -> int:
        """The process id, 0 before the first start."""
        return 0 if self.process is None else self.process.pid

    def ended(self) -> int | None:
        """The exit status; None while the process runs."""
        if self.process is None:
            return 0
        status = self.process.poll()
        if status is not None and self.watched:
            self.watched = False
            tell_watcher(f"-{self.process.pid}")
        return status

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process if it still runs."""
        if self.process is not None:
            self.process.send_signal(number)

    def wait(self, seconds: float) -> bool:
        """Whether the process ends within this number of seconds."""
        if self.process is not None:
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                return False
        return self.ended() is not None

    def kill(self) -> None:
        """Kill the process."""
        self.send(signal.SIGKILL)
        self.wait(KILL_WAIT)

    def stop(self) -> None:
        """End the process: SIGTERM, its grace time, SIGKILL."""
        self.send(signal.SIGTERM)
        if not self.wait(self.grace):
            self.kill()


class Supervisor:
    """A context manager that keeps its children running, and handles the signals of its process meanwhile."""

    def __init__(self, say: Callable[[str], None], *, pauses: tuple[float, float] = PAUSES) -> None:
        self.say = say
        self.pauses = pauses
        self.children: list[Child] = []
        self.asked = 0
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)
        self._wakeup = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        for number in ENDS:
            self._before[number] = signal.signal(number, self._end)
        self._before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.drain()
        finally:
            for number, handler in self._before.items():
                signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal itself returned
            signal.set_wakeup_fd(self._wakeup)
            self._ear.close()
            self._mouth.close()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self.asked += 1

    def add(self, child: Child) -> None:
        """Start a child, and keep it running."""
        if self.asked:
            raise Stopped
        self.children.append(child)
        child.start()

    def rest(self, seconds: float | None) -> None:
        """Sleep until something happens, or until the timeout."""
        select.select([self._ear], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            while self._ear.recv(4096):
                pass

    def check(self) -> None:
        """Raise if shutdown was requested, or if a child that should run has ended."""
        if self.asked:
            raise Stopped
        for child in self.children:
            status = child.ended()
            if status is not None:
                said = tail(child.log) if child.log else ""
                raise StartFailed(f"{child.name} {described(status)} while it was being started\n{said}".rstrip())

    def run(self) -> None:
        """Keep all children running until shutdown is requested."""
        while not self.asked:
            now = time.monotonic()
            for child in self.children:
                self._look_after(child, now)
            dues = [child.due for child in self.children if child.due is not None]
            self.rest(max(0.0, min(dues) - time.monotonic()) if dues else None)

    def _look_after(self, child: Child, now: float) -> None:
        if child.due is None:
            status = child.ended()
            if status is None:
                return
            lived = now - child.began
            first, longest = self.pauses
            child.pause = 0.0 if lived >= SHORT_LIFE else min(longest, child.pause * 2 or first)
            child.due = now + child.pause
            later = f" in {child.pause:.1f} s" if child.pause >= 1 else ""
            why = f" ({child.log} says why)" if child.log and status not in (0, -signal.SIGTERM) else ""
            self.say(f"{child.name} (pid {child.pid}) {described(status)}{why}; it is started again{later}")
        if child.due <= now:
            child.due = None
            try:
                child.start()
            except StartFailed as fault:
                child.pause = min(self.pauses[1], child.pause * 2 or self.pauses[0])
                child.due = time.monotonic() + child.pause
                self.say(f"{fault}\n{child.name} is tried again in {child.pause:.1f} s")

    def drain(self) -> None:
        """End all children, stage by stage. A further signal kills them."""
        patience = max(1, self.asked)
        for stage in sorted({child.stage for child in self.children}):
            group = [child for child in self.children if child.stage == stage and child.ended() is None]
            for child in group:
                child.send(signal.SIGTERM)
            until = time.monotonic() + max((child.grace for child in group), default=0.0)
            while self.asked <= patience and time.monotonic() < until:
                if all(child.ended() is not None for child in group):
                    break
                self.rest(min(0.1, max(0.0, until - time.monotonic())))
            for child in group:
                if child.ended() is None:
                    if self.asked <= patience:
                        self.say(f"{child.name} (pid {child.pid}) did not end within {child.grace:.0f} s; it is killed")
                    child.kill()


def described(status: int) -> str:
    """How a process ended, in words.

    >>> described(0), described(3), described(-9)
    ('ended', 'failed with status 3', 'was ended by SIGKILL')
    """
    if status < 0:
        try:
            return f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"was ended by signal {-status}"
    return f"failed with status {status}" if status else "ended"


def tail(log: Path, lines: int = 15) -> str:
    """The last lines of a log."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 16_384))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(text.strip().splitlines()[-lines:])


def open_log(path: Path, limit: int = 8_000_000) -> int:
    """A descriptor that appends to a log. A large log file is renamed first, and replaces the file that was renamed before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size > limit:
            path.replace(path.with_name(f"{path.name}.1"))
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)


@cache
def c_library() -> ctypes.CDLL:
    """The C library of this process."""
    return ctypes.CDLL(None)


@cache
def _watcher() -> tuple[subprocess.Popen[bytes], int]:
    from citadels_workers import orphan_killer

    ear, mouth = os.pipe()
    process = subprocess.Popen(  # noqa: S603  (this very Python, on the file of ours)
        [sys.executable, "-I", "-S", str(Path(orphan_killer.__file__))],
        stdin=ear,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(ear)
    return process, mouth


def tell_watcher(line: str) -> None:
    """Tell the watcher that a child was started (`+pid`) or has ended (`-pid`)."""
    os.write(_watcher()[1], f"{line}\n".encode())
