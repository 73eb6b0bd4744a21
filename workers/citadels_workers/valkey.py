"""The embedded store: a Valkey or Redis server under our supervision, on a Unix socket, with its append-only file in a data directory.

1. Only one process uses a data directory. A lock ensures it, and the server holds the lock too, so that it is free only after the server
   has ended.
2. The socket is in a short private run directory, because the path of a socket is limited to about a hundred characters. That directory is
   removed at the end. The next start removes what a killed process left behind.
3. A server that is neither Redis 7.0 or newer nor Valkey is refused with one line.
4. The server has no port, saves no snapshots, never evicts keys, and has a memory limit.
5. It writes before it answers: with `always` to the disk; with `no` to the system, and `disk_sync` puts that on disk every second. It never
   syncs every second itself: while it does, it answers before it writes.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import signal
import socket
import stat
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import quote

from citadels_workers import disk_sync
from citadels_workers.store_choice import new_enough
from citadels_workers.supervisor import Child, StartFailed, Supervisor, described, tail
from citadels_workers.user_error import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator


STEP = 0.002
PATIENCE = 20.0
SHORT_PATIENCE = 1.0
LOADING_PATIENCE = 900.0
STORE_STAGE = 9
SOCKET_LENGTH = 100
RUN_PREFIX = "citadels-run-"
LOCK = "lock"

Fsync = Literal["no", "always", "never"]
"""What an answer waits for: the write, the disk as well, or nothing."""
APPENDED: Final = "appendonlydir"
"""The folder of the append-only files in the data directory."""
WRITTEN: Final = "every change is written before it is answered: the crash of a process, the store's too, loses nothing"
"""What is true with `no`."""
ON_DISK: Final = "every change is on disk before it is answered: neither a crash nor a power cut loses anything"
"""What is true with `always`."""


class DirectoryTaken(Trouble):
    """Another process uses the data directory."""


@dataclass(eq=False)
class Valkey(Child):
    """A server as a child process. It is ready when `start` returns."""

    folder: Path | None = None
    """The folder of the append-only file; None means that nothing is saved."""
    run: Path = Path()
    fsync: Fsync = "no"
    memory: int = 0
    stage: int = STORE_STAGE
    orphaned: signal.Signals = signal.SIGTERM
    supervisor: Supervisor | None = None
    facts: dict[str, str] | None = None

    def __post_init__(self) -> None:
        """Build the command of the server."""
        binary = self.command[0]
        saved = self.folder is not None and self.fsync != "never"
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder or self.run),
            "save": "",
            "appendonly": "yes" if saved else "no",
            "appendfsync": self.fsync if saved else "no",
            "maxmemory": str(self.memory or default_memory()),
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": "",
        }
        self.command = [binary, *(word for name, value in settings.items() for word in (f"--{name}", value))]

    @property
    def socket(self) -> Path:
        """The Unix socket of the server."""
        return self.run / f"{self.name}.sock"

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"unix://{quote(str(self.socket))}"

    @property
    def version(self) -> str:
        """The name and version of the server, as text."""
        facts = self.facts or {}
        if "valkey_version" in facts:
            return f"Valkey {facts['valkey_version']}"
        return f"Redis {facts.get('redis_version', '?')}"

    def start(self) -> None:
        """Start the server and wait until it answers. An error contains the end of its log."""
        super().start()
        try:
            self._wait_until_ready()
            self._check_version()
        except OSError as error:
            self.stop()
            raise StartFailed(f"the {self.name} does not answer as it should: {error}{self._said()}") from error
        except BaseException:
            self.stop()
            raise

    def _wait_until_ready(self) -> None:
        until = self.began + PATIENCE
        while True:
            status = self.ended()
            if status is not None:
                raise StartFailed(f"the {self.name} {described(status)} while it was being started{self._said()}")
            with contextlib.suppress(OSError):
                answer = self.ask("PING")
                if answer == "PONG":
                    return
                if answer.startswith("-LOADING"):
                    until = self.began + LOADING_PATIENCE
            if time.monotonic() > until:
                raise StartFailed(f"the {self.name} does not answer{self._said()}")
            if self.supervisor is not None and self.supervisor.asked:
                raise StartFailed(f"the {self.name} was told to end while it was being started")
            time.sleep(STEP)

    def _check_version(self) -> None:
        self.facts = self.info("server")
        if not new_enough(self.facts):
            raise StartFailed(f"{self.command[0]} is {self.version}; Redis 7.0 or newer is needed, or a Valkey")

    def _said(self) -> str:
        said = tail(self.log) if self.log else ""
        return f"; the end of {self.log}:\n{said}" if said else ""

    def ask(self, command: str, seconds: float = 1.0) -> str:
        """The reply to a simple command. An error starts with a minus sign."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(seconds)
            line.connect(str(self.socket))
            line.sendall(f"{command}\r\n".encode())
            with line.makefile("rb") as reader:
                head = reader.readline().decode()
                if head.startswith("$"):
                    return reader.read(int(head[1:])).decode()
        if not head.endswith("\n"):
            raise ConnectionError("the connection was closed")
        return head.removeprefix("+").rstrip()

    def info(self, section: str) -> dict[str, str]:
        """A section of the server's INFO."""
        return dict(line.split(":", 1) for line in self.ask(f"INFO {section}").splitlines() if ":" in line)

    def syncer(self) -> Child | None:
        """The process that puts what the server has written on disk, if the server does not do that itself; not yet started."""
        if self.folder is None or self.fsync != "no":
            return None
        log = self.log.with_name("disk.log") if self.log else None
        command = [sys.executable, "-I", "-S", disk_sync.__file__, str(self.folder / APPENDED)]
        return Child("disk", command, stage=self.stage + 1, log=log)

    def kill(self) -> None:
        """End the server quickly. It still writes its pending data if it can do so within two seconds."""
        self.send(signal.SIGTERM)
        if not self.wait(2.0):
            super().kill()


def default_memory() -> int:
    """The default memory limit of a store in bytes: a quarter of the machine's memory, at most 1 GiB."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        machine = 4 << 30
    return max(64 << 20, min(1 << 30, machine // 4))


@contextlib.contextmanager
def locked(folder: Path, patience: float = 10.0) -> Iterator[int]:
    """Lock the data directory; yields the descriptor that the server must hold as well.

    If the owner has just been killed, its server may still be writing; then this waits. If the owner lives, the error names it.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    began = time.monotonic()
    try:
        while not _take(descriptor):
            owner = _facts(folder).get("pid", 0)
            if (owner and _alive(owner)) or time.monotonic() > began + (patience if owner else SHORT_PATIENCE):
                who = f"process {owner}" if owner and _alive(owner) else f"what process {owner} left behind"
                raise DirectoryTaken(
                    f"{who} uses the data directory {folder}: end it first, or choose another with --data-dir"
                )
            time.sleep(STEP)
        os.ftruncate(descriptor, 0)
        write_lock(descriptor, pid=os.getpid())
        yield descriptor
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def write_lock(descriptor: int, **facts: object) -> None:
    """Write into the lock which process holds the directory, and the addresses of the store and the service."""
    text = json.dumps(facts).encode()
    os.pwrite(descriptor, text, 0)
    os.ftruncate(descriptor, len(text))


def read_lock(folder: Path) -> dict[str, Any]:
    """The content of a data directory's lock; empty if there is none or nobody holds it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
        try:
            if not _take(descriptor):
                return _facts(folder)
        finally:
            os.close(descriptor)
    return {}


def _facts(folder: Path) -> dict[str, Any]:
    try:
        with (folder / LOCK).open("rb") as file:
            found = json.loads(file.read() or b"{}")
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextlib.contextmanager
def run_directory() -> Iterator[Path]:
    """A short private directory for sockets; it is removed at the end."""
    base = _base()
    _sweep(base)
    folder = Path(tempfile.mkdtemp(prefix=RUN_PREFIX, dir=base))
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _base() -> Path:
    """The first usable parent of a run directory: the session's own, the temporary directory if its name is short enough, /tmp."""
    for name in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):  # noqa: S108  (mkdtemp makes it private)
        room = SOCKET_LENGTH - len(f"/{RUN_PREFIX}12345678/store.sock")
        if name and len(os.fsencode(name)) <= room and os.access(name, os.W_OK | os.X_OK) and Path(name).is_dir():
            return Path(name)
    raise StartFailed("there is no place for a socket: neither XDG_RUNTIME_DIR, nor TMPDIR, nor /tmp can be written")


def _sweep(base: Path) -> None:
    """Remove the run directories of killed processes: those of ours whose lock nobody holds."""
    for folder in base.glob(f"{RUN_PREFIX}*"):
        with contextlib.suppress(OSError):
            facts = folder.lstat()
            if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
                continue
            descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CLOEXEC)
            try:
                # a directory so young may be one whose owner is about to take the lock
                if time.time() - facts.st_mtime > 2 and _take(descriptor):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)
