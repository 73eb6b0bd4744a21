"""Our HTTP protocol beside uvicorn's own, of which it is a subclass: a small answer, and clients that do not play by the rules.

Both serve the same bare ASGI application, each in a process of its own, with a deadline of a second for ours; uvicorn has no such option.

- `answer`: a GET on a connection that stays open, CPU of the server.
- `half_open`: connections that have sent half a request and no more; how many of them are still there three seconds later.
- `unread`: connections whose client asks for 8 MB and reads nothing; the same.
- `head`: the status that a head of 300 kB gets.
"""

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import uvicorn
from citadels_api.http.protocol import Reception, protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bench._decisions.turns import Way, in_turns, loop
from bench._moves import Connection, cpu_s
from tests.support.servers import free_port

KINDS: Final = ("ours", "uvicorn")
DEADLINE_S: Final = 1.0
LATER_S: Final = 3.0
CLIENTS: Final = 100
HALF: Final = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf of it"
LONG: Final = b"x" * 8 * 1024 * 1024
"""More than the buffers of the kernel take."""
SHORT: Final = b"x" * 200
LONG_HEAD: Final = b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * 300_000 + b"\r\n\r\n"


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    with loop() as runner, contextlib.ExitStack() as stack:
        servers = {kind: stack.enter_context(served(kind)) for kind in KINDS}
        open_ones = {kind: runner.run(Connection(port).open()) for kind, (_, port) in servers.items()}
        ways = {kind: answered(runner, servers[kind][0], one) for kind, one in open_ones.items()}
        found: dict[str, Any] = {"answer": in_turns(ways, rounds).figures(), "clients": CLIENTS}
        for one in open_ones.values():
            runner.run(closed(one))
        for name, sent in (("half_open", HALF), ("unread", b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n")):
            found[name] = {kind: left(port, sent) for kind, (_, port) in servers.items()}
        found["head"] = {kind: status(port, LONG_HEAD) for kind, (_, port) in servers.items()}
        return found


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    return (
        f"uvicorn's own protocol costs {found['answer']['over_ours']['uvicorn']} times our CPU; of {found['clients']} half-open connections it keeps "
        f"{found['half_open']['uvicorn']}, ours {found['half_open']['ours']}; of as many that read nothing {found['unread']['uvicorn']}, "
        f"ours {found['unread']['ours']}; a head of 300 kB gets {found['head']['uvicorn']}, with ours {found['head']['ours']}"
    )


@contextlib.contextmanager
def served(kind: str) -> Iterator[tuple[int, int]]:
    """A server of a kind: its process and its port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-P", "-m", __name__, kind, str(port)])
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.05)
        yield process.pid, port
    finally:
        process.kill()
        process.wait()


async def closed(connection: Connection) -> None:
    """Hang up."""
    connection.close()
    await connection.writer.wait_closed()


def answered(runner: asyncio.Runner, pid: int, connection: Connection) -> Way:
    """Answers to GETs on one connection."""

    async def ask(count: int) -> float:
        before = cpu_s(pid)
        for _ in range(count):
            await connection.call("GET", "/")
        return cpu_s(pid) - before

    return lambda count: runner.run(ask(count))


def left(port: int, sent: bytes) -> int:
    """How many connections that have sent this the server still has after a while."""
    clients = []
    for _ in range(CLIENTS):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(sent)
        clients.append(client)
    time.sleep(LATER_S)
    there = established(port)
    for client in clients:
        client.close()
    return there


def established(port: int) -> int:
    """How many connections there are at the server's end; what it has closed is in another state."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(int(row[1].partition(":")[2], 16) == port and row[3] == "01" for row in rows)


def status(port: int, sent: bytes) -> int:
    """The status of the answer to a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        with contextlib.suppress(OSError):  # it may hang up before it has read everything
            client.sendall(sent)
        return int(client.recv(100).split()[1])


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Read the body, then answer."""
    while (await receive()).get("more_body"):
        pass
    body = LONG if scope["path"] == "/long" else SHORT
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def serve(kind: str, port: int) -> None:
    """Serve until killed."""
    mine = protocol(Reception(deadline=DEADLINE_S, stall=DEADLINE_S))
    chosen = mine if kind == "ours" else HttpToolsProtocol
    uvicorn.run(app, host="127.0.0.1", port=port, http=chosen, loop="uvloop", lifespan="off", log_config=None)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
