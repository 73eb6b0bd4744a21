"""A whole service as real processes on loopback, for tests, proofs and measurements: each part can be killed, frozen and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tests.support.line import Answer, Line, Lost
from tests.support.preloaded import Syncer, slow_disk
from tests.support.servers import Server, free_port
from tests.support.waits import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping


ROOT = Path(__file__).resolve().parents[2]
DURABLE = {"appendonly": "yes", "save": ""}
UNSETTLED = frozenset((429, 502, 503))
"""Statuses after which the same request is to be sent again."""


class Part:
    """One process of the service. With `spoilt` it runs with a fault planted (`tests.promises.spoiling`)."""

    def __init__(
        self,
        name: str,
        words: list[str],
        variables: Mapping[str, str],
        log: str,
        port: int = 0,
        *,
        fds: tuple[int, ...] = (),
        spoilt: str | None = None,
    ) -> None:
        self.name = name
        self.words = words
        self.variables = dict(variables)
        self.log = log
        self.port = port
        self.fds = fds
        self.spoilt = spoilt
        self.process: subprocess.Popen[bytes] | None = None
        self._over = False
        self._changing = threading.Lock()

    @property
    def base(self) -> str:
        """The address of an API process."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def path(self) -> str:
        """No part listens on a Unix socket."""
        return ""

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it; not yet ready when this returns. What is closed stays so, whoever is still about to start it in a thread."""
        with self._changing:
            if not self._over:
                self._start()

    def _start(self) -> None:
        module = ["citadels_workers"] if self.spoilt is None else ["tests.promises.spoiling", self.spoilt]
        command = [sys.executable, "-P", "-m", *module, *self.words]
        with Path(self.log).open("ab") as out:
            self.process = subprocess.Popen(
                command,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                pass_fds=self.fds,
            )

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self.process is not None and self.process.poll() is None:
            os.kill(self.process.pid, number)

    def kill(self) -> None:
        """Kill it without warning."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait(300)

    def restart(self) -> None:
        """Kill it and start it again; not yet ready when this returns."""
        self.kill()
        self.start()

    def shut(self) -> None:
        """Ask it to end for good."""
        with self._changing:
            self._over = True
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGTERM)

    def close(self) -> None:
        """Wait for its end, and kill it where that does not come."""
        if self.process is not None:
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()

    def freeze(self) -> None:
        """Let it do nothing, and hold on to everything."""
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.signal(signal.SIGCONT)

    def end(self, patience_s: float = PATIENCE_S) -> int:
        """Ask it to end, and wait; its exit status."""
        assert self.process is not None
        self.signal(signal.SIGTERM)
        return self.process.wait(patience_s)

    def wait(self) -> None:
        """Wait until an API process answers; anything else is ready when the first job is done."""
        if not self.port:
            return
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if not self.alive:
                raise RuntimeError(f"{self.name} has ended:\n{self.said()}")
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(f"{self.base}/readyz", timeout=2),
            ):
                return
            time.sleep(0.02)
        raise RuntimeError(f"{self.name} does not become ready:\n{self.said()}")

    def said(self) -> str:
        """The end of its log."""
        file = Path(self.log)
        return file.read_text(errors="replace")[-3000:] if file.exists() else ""


class Service:
    """A store, a queue store, API processes (each on a port of its own), workers and clocks.

    `settings` are variables without their prefix (`ai_lease_ms=500`). The store survives its kills where it is durable: it syncs each write, or
    with `fsync` "no" writes it before it answers, and another process syncs, as in `citadels up`. With `disk_ms` each sync takes so long, and
    `cut_power` of `preloaded` knows what is safe. With `shared`
    the API processes take their connections from one listening socket, as those of `citadels up` do. `redis_url` is where the
    parts are told that the store is, where that is not its own address. `spoilt` plants a fault in every part.

    `async with` does the same as `with`, and lets the loop run meanwhile.
    """

    def __init__(
        self,
        *,
        apis: int = 1,
        workers: int = 1,
        thinking: int = 0,
        clocks: int = 1,
        kind: str = "valkey",
        tcp: bool = False,
        durable: bool = False,
        fsync: str = "always",
        disk_ms: int | None = None,
        own_queue: bool = False,
        shared: bool = False,
        redis_url: str | None = None,
        queue_url: str | None = None,
        spoilt: str | None = None,
        **settings: object,
    ) -> None:
        config = {**DURABLE, "appendfsync": fsync} if durable else {}
        self.store = Server(kind, tcp=tcp, config=config)
        if disk_ms is not None:
            self.store.variables |= slow_disk(self.store.directory, disk_ms)
        syncs_outside = durable and fsync == "no"
        self.syncer = Syncer(self.store.directory, self.store.variables) if syncs_outside else None
        self.queue = Server("valkey") if own_queue else self.store
        self.redis_url = redis_url
        self.queue_url = queue_url
        self.counts = {"api": apis, "fast": workers, "thinking": thinking, "clock": clocks}
        self.settings = {f"CITADELS_{name.upper()}": str(value) for name, value in settings.items()}
        self.spoilt = spoilt
        self.parts: dict[str, Part] = {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=2048) if shared else None

    def __enter__(self) -> Self:
        try:
            self.start_store()
            if self.queue is not self.store:
                self.queue.start()
            self.make_parts()
            for part in self.parts.values():
                part.start()
            for part in self.parts.values():
                part.wait()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

    def start_store(self) -> None:
        """Start the store, and what syncs its files."""
        self.store.start()
        if self.syncer is not None:
            self.syncer.start()

    def kill_store(self) -> None:
        """Kill the store without warning, and then what syncs its files."""
        self.store.kill()
        if self.syncer is not None:
            self.syncer.kill()

    def variables(self) -> dict[str, str]:
        """What every process is told."""
        url = self.redis_url or self.store.url
        queue = self.queue_url or self.queue.url
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CITADELS_")}
        # every test calls from one address and as few people: what limits them has tests of its own
        free = {"CITADELS_GUESTS_PER_HOUR": "1000000", "CITADELS_RATE_PER_SECOND": "1000000",
                "CITADELS_RATE_BURST": "10000000", "CITADELS_ADDRESS_PER_SECOND": "1000000",
                "CITADELS_ADDRESS_BURST": "10000000", "CITADELS_AI_SEATS_PER_ACCOUNT": "100000",
                "CITADELS_GUESTS_KEPT_PER_ADDRESS": "100000000", "CITADELS_OPEN_TABLES_PER_ACCOUNT": "100000",
                "CITADELS_OPEN_TABLES_PER_ADDRESS": "100000", "CITADELS_STREAMS_PER_ADDRESS": "100000",
                "CITADELS_AI_SEATS_PER_ADDRESS": "100000", "CITADELS_LOG_LEVEL": "warning",
                "CITADELS_PRELOAD": "0"}  # fmt: skip
        path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)])
        return {**kept, **free, "REDIS_URL": url, "QUEUE_REDIS_URL": queue, "PYTHONPATH": path, **self.settings}

    def make_parts(self) -> None:
        """All processes, not yet started."""
        variables = self.variables()
        for number in range(self.counts["api"]):
            if self.listener is not None:
                fd, port = self.listener.fileno(), self.listener.getsockname()[1]
                self.add(f"api{number}", ["serve", "--fd", str(fd)], variables, port, (fd,))
            else:
                port = free_port()
                self.add(f"api{number}", ["serve", "--host", "127.0.0.1", "--port", str(port)], variables, port)
        for queue in ("fast", "thinking"):
            for number in range(self.counts[queue]):
                self.add(f"{queue}{number}", ["work", "--queue", queue], variables)
        for number in range(self.counts["clock"]):
            self.add(f"clock{number}", ["clock"], variables)

    def add(
        self, name: str, words: list[str], variables: Mapping[str, str], port: int = 0, fds: tuple[int, ...] = ()
    ) -> Part:
        """Add a process."""
        log = str(self.store.directory / f"{name}.log")
        part = Part(name, words, variables, log, port, fds=fds, spoilt=self.spoilt)
        self.parts[name] = part
        return part

    def named(self, *kinds: str) -> list[Part]:
        """The processes of some kinds: api, fast, thinking, clock."""
        return [part for name, part in self.parts.items() if name.rstrip("0123456789") in kinds]

    @property
    def ports(self) -> list[int]:
        """The ports of the API processes."""
        return sorted({part.port for part in self.named("api")})

    @property
    def bases(self) -> list[str]:
        """The addresses of the API processes."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    def look_after(self) -> list[str]:
        """Start what has ended by itself again, as a supervisor would; what that was."""
        ended = [part for part in self.parts.values() if part.process is not None and not part.alive]
        for part in ended:
            part.start()
        return [part.name for part in ended]

    def logs(self) -> str:
        """Everything that any process has said."""
        return "".join(part.said() for part in self.parts.values())

    def close(self) -> None:
        """End everything that was started."""
        for part in self.parts.values():
            part.shut()
        self.store.resume()
        for part in self.parts.values():
            part.close()
        if self.listener is not None:
            self.listener.close()
        if self.queue is not self.store:
            self.queue.close()
        self.kill_store()
        self.store.close()


class Caller:
    """A client that never gives up: the same key again after a fault, another API process where one is gone.

    What it meets on its way is counted in `met`: statuses, and the kinds of faults.
    """

    def __init__(self, ports: list[int], secret: str | None = None, *, timeout_s: float = 5.0) -> None:
        self.ports = ports
        self.secret = secret
        self.account = ""
        self.timeout_s = timeout_s
        self.met: dict[str, int] = {}
        self.idle: dict[int, list[Line]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for line in [line for lines in self.idle.values() for line in lines]:
            line.close()
        self.idle.clear()

    def meet(self, what: str) -> None:
        """Count something that happened."""
        self.met[what] = self.met.get(what, 0) + 1

    async def once(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        port: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request to one API process."""
        told = dict(headers or {})
        if self.secret is not None:
            told["Authorization"] = f"Bearer {self.secret}"
        chosen = port or random.choice(self.ports)
        idle = self.idle.setdefault(chosen, [])
        line = idle.pop() if idle else Line(chosen, timeout_s=self.timeout_s)
        answer = await line.ask(method, path, body, told)
        idle.append(line)
        return answer

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        heed: Callable[[Answer | Exception], None] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """A request that is sent again until it has a definite answer; `heed` is told how each attempt ended."""
        until = time.monotonic() + PATIENCE_S * 2
        pause = 0.02
        while True:
            ended: Answer | Exception
            try:
                ended = await self.once(method, path, body, headers=headers)
                self.meet(str(ended.status))
            except (Lost, TimeoutError) as error:
                ended = error
                self.meet(type(error).__name__)
            if heed is not None:
                heed(ended)
            if isinstance(ended, Answer) and ended.status not in UNSETTLED:
                return ended
            if time.monotonic() > until:
                raise TimeoutError(f"{method} {path} has no definite answer: {self.met}")
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(0.2, pause * 2)

    async def guest(self) -> Self:
        """Become a guest."""
        made = (await self.call("POST", "/v1/guests", {})).json()
        self.secret, self.account = made["credential"]["secret"], made["account"]["id"]
        return self

    async def become(self, name: str) -> Self:
        """Become an account of that name, which may run tournaments."""
        made = (await self.call("POST", "/v1/accounts", {"name": name})).json()
        self.secret, self.account = made["credential"]["secret"], made["account"]["id"]
        return self

    async def table(self, **order: object) -> dict[str, Any]:
        """Make a table."""
        answer = await self.call("POST", "/v1/tables", order)
        if answer.status != 201:
            raise RuntimeError(f"no table: {answer}")
        found: dict[str, Any] = answer.json()
        return found

    async def join(self, table: str) -> None:
        """Take a seat; where the answer to that was lost, it is taken already."""
        answer = await self.call("POST", f"/v1/tables/{table}/join", {})
        if answer.status != 200 and answer.code not in ("already_seated", "already_started", "not_open"):
            raise RuntimeError(f"no seat: {answer}")

    async def move(
        self,
        table: str,
        n: int,
        actions: list[str],
        key: str | None = None,
        heed: Callable[[Answer | Exception], None] | None = None,
    ) -> Answer:
        """Submit a move, with a key."""
        path = f"/v1/tables/{table}/actions"
        body = {"n": n, "actions": actions}
        return await self.call("POST", path, body, heed=heed, headers={"Idempotency-Key": key or secrets.token_hex(8)})

    async def position(self, table: str) -> dict[str, Any]:
        """My view."""
        found: dict[str, Any] = (await self.call("GET", f"/v1/tables/{table}/position")).json()
        return found

    async def record(self, table: str) -> str:
        """The record of a game that is over."""
        answer = await self.call("GET", f"/v1/tables/{table}/record")
        if answer.status != 200:
            raise RuntimeError(f"no record: {answer}")
        return answer.text


async def played(
    callers: list[Caller], position: dict[str, Any], chance: random.Random
) -> AsyncIterator[tuple[tuple[int, int, str], dict[str, Any]]]:
    """Play a game on to its end for the people on all its seats, at random: each move (decision, seat, action) and its answer."""
    while position["status"] == "running":
        n, seat = position["decision"]["n"], position["decision"]["seat"]
        if position["seat"] != seat:
            position = await callers[seat].position(position["table"])
        action = chance.choice(offered(position) or [])["text"]
        answer = (await callers[seat].move(position["table"], n, [action])).json()
        yield (n, seat, action), answer
        position = answer["position"]


async def play_out(
    callers: list[Caller], table: str, *, seed: int = 0, pause_s: float = 0.0, patience_s: float = 120.0
) -> AsyncIterator[dict[str, Any]]:
    """Play a table to its end for these people, at random; each answer to a move as it comes."""
    chance = random.Random(seed)
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        moved = False
        for caller in callers:
            found = await caller.position(table)
            while (actions := offered(found)) is not None:
                answer = await caller.move(table, found["decision"]["n"], [chance.choice(actions)["text"]])
                moved = True
                told = answer.json()
                yield told
                await asyncio.sleep(pause_s)
                found = told.get("position") or await caller.position(table)
            if found.get("status") in ("over", "aborted"):
                return
        if not moved:
            await asyncio.sleep(max(0.02, pause_s))
    raise TimeoutError(f"{table} does not end")


def offered(position: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The legal actions of a position, if it is the viewer who is asked."""
    decision = position.get("decision")
    found: list[dict[str, Any]] | None = None if decision is None else decision.get("actions")
    return found
