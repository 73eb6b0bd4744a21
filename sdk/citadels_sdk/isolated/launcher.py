"""The launcher: a process that has neither a game nor a bot in its memory, and of which the bots' processes are copies.

1. Whoever opens the walls starts it (`Launcher`). Each process that plays games connects to it by the address of a socket (`Connection`), and
   has from then on a launcher of its own, a copy of the first.
2. A request is a line of JSON with the files that the new process is to have: `start`, then `end`, which answers how it ended.
3. While there are processes it looks after them: one that has written more into its scratch folder than it may is ended, and it is told why.
4. When the connection closes, every process that it has started is ended, and its scratch folder removed. When whoever has started the first
   launcher ends, however that may be, all of it goes.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, Final, NoReturn

from citadels_sdk.errors import MatchBroken
from citadels_sdk.sandbox.confinement import end_with_parent
from citadels_sdk.sandbox.policy import Limits, Policy, environment, import_paths
from citadels_sdk.sandbox.scratch import excess, remove

BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.isolated.launcher import main; main()"
)
LOOK_MS: Final = 100
LONGEST: Final = 1 << 20
"""How many bytes a request may have."""
LONGEST_ADDRESS: Final = 100
"""The system takes no longer path for a socket."""
START_S: Final = 60.0
FILES: Final = 4096


class Launcher:
    """The first launcher, as whoever has started it sees it."""

    def __init__(self) -> None:
        self.folder = private_folder()
        self.address = str(self.folder / "socket")
        self.process = subprocess.Popen(  # noqa: S603  # our own interpreter
            [sys.executable, "-E", "-s", "-c", BOOT, json.dumps(import_paths()), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment(str(self.folder)), "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        if self.process.stdout.readline() != b"ready\n":
            self.close()
            raise MatchBroken("the process that starts the bots' processes has ended before it could start one")

    def close(self) -> None:
        """End it, and all that it has started."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def private_folder() -> Path:
    """A folder that nobody else may enter, whose name is short enough for a socket's."""
    folder = tempfile.mkdtemp(prefix="citadels-")
    if len(folder) > LONGEST_ADDRESS - len("/socket"):
        Path(folder).rmdir()
        folder = tempfile.mkdtemp(prefix="citadels-", dir="/tmp")  # it is made for us alone
    return Path(folder).resolve()


class Connection:
    """A launcher of one's own."""

    def __init__(self, address: str) -> None:
        self.owner = os.getpid()
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.settimeout(START_S)
        try:
            self.line.connect(address)
        except OSError as error:
            raise MatchBroken(f"the process that starts the bots' processes is gone: {error}") from None
        self.answers = self.line.makefile("rb")

    def start(self, policy: Policy, files: tuple[int, int, int], core: int | None = None) -> tuple[int, str]:
        """A new process with these files as its standard ones, on that processor: its number, and its scratch folder."""
        told = self.ask({"do": "start", "policy": policy.to_json(), "core": core}, files)
        return int(told["pid"]), str(told["scratch"])

    def end(self, pid: int) -> str:
        """Make sure that it has ended; how it did, in words."""
        return str(self.ask({"do": "end", "pid": pid})["how"])

    def ask(self, request: dict[str, object], files: tuple[int, ...] = ()) -> dict[str, Any]:
        """What the launcher answers."""
        said = json.dumps(request).encode() + b"\n"
        try:
            if files:
                socket.send_fds(self.line, [said[:1]], list(files))
                said = said[1:]
            self.line.sendall(said)
            answer = self.answers.readline()
        except OSError as error:
            raise MatchBroken(f"the process that starts the bots' processes does not answer: {error}") from None
        if not answer:
            raise MatchBroken("the process that starts the bots' processes has ended")
        found: dict[str, Any] = json.loads(answer)
        if "error" in found:
            raise MatchBroken(f"no process can be started for a bot: {found['error']}")
        return found

    def close(self) -> None:
        """Let it go, and with it all that it has started."""
        self.answers.close()
        self.line.close()


# --- the process itself ----------------------------------------------------------------------------------------------


def main() -> None:
    """The first launcher: it copies itself for each connection, until its input ends."""
    from citadels_sdk.isolated import bot_process  # what every copy needs is there before the first

    bot_process.warm_up()
    folder = Path(sys.argv[2])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how the copies have ended
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.bind(str(folder / "socket"))
        door.listen(64)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        gc.freeze()
        waiting = select.poll()
        waiting.register(0, select.POLLIN)
        waiting.register(door, select.POLLIN)
        while not any(file == 0 for file, _ in waiting.poll()):
            line, _ = door.accept()
            if os.fork() == 0:
                copy(door, line, folder)
            line.close()
    shutil.rmtree(folder, ignore_errors=True)


def copy(door: socket.socket, line: socket.socket, folder: Path) -> NoReturn:
    """The launcher of one connection."""
    parent = os.getppid()
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        end_with_parent(parent)
        door.close()
        for file in (0, 1):
            os.close(file)
            os.open(os.devnull, os.O_RDWR)
        nursery = Nursery(line, folder)
        try:
            nursery.serve()
        finally:
            nursery.end_all()
    finally:
        os._exit(0)


class Nursery:
    """The processes that one connection has asked for."""

    def __init__(self, line: socket.socket, folder: Path) -> None:
        self.line = line
        self.folder = folder
        self.children: dict[int, tuple[Path, Limits]] = {}
        self.reasons: dict[int, str] = {}
        """Why one was ended here."""

    def serve(self) -> None:
        """Do what is asked for, until nobody asks any more."""
        waiting = select.poll()
        waiting.register(self.line, select.POLLIN)
        while True:
            if not waiting.poll(LOOK_MS if self.children else None):
                self.look()
                continue
            said, files, _, _ = socket.recv_fds(self.line, LONGEST, 3)
            while said and not said.endswith(b"\n"):
                more = self.line.recv(LONGEST)
                said = said + more if more else b""
            if not said:
                return
            try:
                answer = self.answer(json.loads(said), files)
            except OSError as error:
                answer = {"error": str(error)}
            finally:
                for file in files:
                    os.close(file)
            self.line.sendall(json.dumps(answer).encode() + b"\n")

    def answer(self, request: dict[str, Any], files: list[int]) -> dict[str, object]:
        """What comes of a request."""
        if request["do"] == "start":
            return self.start(Policy.from_json(request["policy"]), files, request["core"])
        return {"how": self.end(int(request["pid"]))}

    def start(self, policy: Policy, files: list[int], core: int | None) -> dict[str, object]:
        """One more process."""
        scratch = Path(tempfile.mkdtemp(prefix="scratch-", dir=self.folder))
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self.become(policy, scratch, files, core, parent)
        self.children[pid] = scratch, policy.limits
        return {"pid": pid, "scratch": str(scratch)}

    def become(self, policy: Policy, scratch: Path, files: list[int], core: int | None, parent: int) -> NoReturn:
        """The process of a bot."""
        try:
            os.setsid()
            for place, file in enumerate(files):
                os.dup2(file, place)
            os.closerange(3, FILES)
            if core is not None and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, {core})
            end_with_parent(parent)
            from citadels_sdk.isolated import bot_process

            bot_process.run(policy, str(scratch))
        except BaseException:  # noqa: BLE001  # whatever it is, it is read with the process's end
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(1)  # nothing of the copied process is to happen here

    def end(self, pid: int) -> str:
        """End a process; how it ended."""
        found = self.children.pop(pid, None)
        if found is None:
            return "ended before"
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        remove(found[0])
        return self.reasons.pop(pid, None) or how_ended(status)

    def end_all(self) -> None:
        """End all of them."""
        for pid in list(self.children):
            with contextlib.suppress(OSError):
                self.end(pid)

    def look(self) -> None:
        """End who has written more than it may."""
        for pid, (scratch, limits) in self.children.items():
            if pid not in self.reasons and (why := excess(scratch, limits)):
                self.reasons[pid] = f"was ended: {why}"
                os.kill(pid, signal.SIGKILL)


def how_ended(status: int) -> str:
    """The status of a process in words."""
    if status >= 0:
        return f"has ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
