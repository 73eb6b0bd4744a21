"""The port of the service: one socket for all processes, the process that holds a busy port, and a check whether it answers."""

from __future__ import annotations

import contextlib
import errno
import http.client
import json
import os
import socket
from pathlib import Path

from citadels_workers.user_error import Trouble

BACKLOG = 2048


class PortTaken(Trouble):
    """The port is not available: who has it, and what to do."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket that child processes inherit. Any living child accepts connections."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise PortTaken(f"{host!r} is no address of this machine: {error.strerror}") from error
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise PortTaken(f"{host!r} is no address of this machine: --host takes one of its own") from error
        who = holder(port)
        held = f" {who[0].upper()}{who[1:]} has it." if who else ""
        raise PortTaken(
            f"port {port} of {host} cannot be had: {error.strerror}.{held} Choose another with --port, or any free one with --port 0"
        ) from error
    listener.set_inheritable(True)
    return listener


def reached_at(listener: socket.socket) -> tuple[str, int]:
    """The host and port that reach a listening socket from this machine."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port  # noqa: S104  (compared, not bound)


def answer(host: str, port: int, path: str, seconds: float = 2.0) -> tuple[int, bytes] | None:
    """The status and body of the service's response to a plain request; None without a response."""
    line = http.client.HTTPConnection(host, port, timeout=seconds)
    with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException):
        line.request("GET", path)
        response = line.getresponse()
        return response.status, response.read()
    return None


def holder(port: int) -> str:
    """The process that listens on a port of this machine, in words; empty if it is unknown."""
    found = answer("127.0.0.1", port, "/healthz", 0.5)
    what = "a service that answers HTTP" if found else ""
    with contextlib.suppress(ValueError, TypeError):
        if found and found[0] == 200 and "status" in json.loads(found[1]):
            what = "another Citadels Arena"
    pid = _pid(port)
    if pid:
        name = (Path("/proc") / str(pid) / "comm").read_text(encoding="utf-8").strip()
        return f"{what or name} (process {pid})"
    return what[:1].upper() + what[1:]


def _pid(port: int) -> int:
    """The process that listens on a port, on Linux and among the processes that we may inspect; 0 if it is unknown."""
    sockets = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        with contextlib.suppress(OSError):
            for row in table.read_text(encoding="ascii").splitlines()[1:]:
                words = row.split()
                if words[3] == "0A" and int(words[1].rpartition(":")[2], 16) == port:
                    sockets.add(f"socket:[{words[9]}]")
    if not sockets:
        return 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            for descriptor in (process / "fd").iterdir():
                with contextlib.suppress(OSError):
                    if os.readlink(descriptor) in sockets:  # noqa: PTH115  (the link is no path)
                        return int(process.name)
    return 0
