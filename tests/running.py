"""A whole service as real processes on loopback, for tests, proofs and measurements: each part can be killed, frozen and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Self

import httpx2

from tests.servers import Server, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

__all__ = ["Caller", "Part", "Service", "play_out"]

DURABLE = {"appendonly": "yes", "appendfsync": "everysec", "save": ""}
PATIENCE_S = 30.0


class Part:
    """One process of the service."""

    def __init__(self, name: str, words: list[str], variables: Mapping[str, str], log: str, port: int = 0) -> None:
        self.name = name
        self.words = words
        self.variables = dict(variables)
        self.log = log
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        """The address of an API process."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it; not yet ready when this returns."""
        command = [sys.executable, "-P", "-m", "citadels_workers", *self.words]
        with open(self.log, "ab") as out:  # noqa: PTH123
            self.process = subprocess.Popen(
                command, env=self.variables, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self.process is not None and self.process.poll() is None:
            os.kill(self.process.pid, number)

    def kill(self) -> None:
        """Kill it without warning."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

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
                contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError),
                urllib.request.urlopen(f"{self.base}/readyz", timeout=2),
            ):
                return
            time.sleep(0.02)
        raise RuntimeError(f"{self.name} does not become ready:\n{self.said()}")

    def said(self) -> str:
        """The end of its log."""
        with open(self.log, errors="replace") as file:  # noqa: PTH123
            return file.read()[-3000:]


class Service:
    """A store, a queue store, API processes (each on a port of its own), workers and clocks.

    `settings` are variables without their prefix (`ai_lease_ms=500`). The store survives its kills where it is durable.
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
        fsync: str = "everysec",
        own_queue: bool = False,
        redis_url: str | None = None,
        queue_url: str | None = None,
        **settings: object,
    ) -> None:
        config = {**DURABLE, "appendfsync": fsync} if durable else {}
        self.store = Server(kind, tcp=tcp, config=config)
        self.queue = Server("valkey") if own_queue else self.store
        self.redis_url = redis_url
        self.queue_url = queue_url
        self.counts = {"api": apis, "fast": workers, "thinking": thinking, "clock": clocks}
        self.settings = {f"CITADELS_{name.upper()}": str(value) for name, value in settings.items()}
        self.parts: dict[str, Part] = {}

    def __enter__(self) -> Self:
        try:
            if self.redis_url is None:
                self.store.start()
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

    def variables(self) -> dict[str, str]:
        """What every process is told."""
        url = self.redis_url or self.store.url
        queue = self.queue_url or (self.queue.url if self.queue is not self.store else url)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CITADELS_")}
        # every test calls from one address and as few people: what limits them has tests of its own
        free = {"CITADELS_GUESTS_PER_HOUR": "1000000", "CITADELS_RATE_PER_SECOND": "1000000",
                "CITADELS_RATE_BURST": "10000000", "CITADELS_ADDRESS_PER_SECOND": "1000000",
                "CITADELS_ADDRESS_BURST": "10000000", "CITADELS_LOG_LEVEL": "warning"}  # fmt: skip
        return {**kept, **free, "REDIS_URL": url, "QUEUE_REDIS_URL": queue, **self.settings}

    def make_parts(self) -> None:
        """All processes, not yet started."""
        variables = self.variables()
        for number in range(self.counts["api"]):
            port = free_port()
            self.add(f"api{number}", ["serve", "--host", "127.0.0.1", "--port", str(port)], variables, port)
        for queue in ("fast", "thinking"):
            for number in range(self.counts[queue]):
                self.add(f"{queue}{number}", ["work", "--queue", queue], variables)
        for number in range(self.counts["clock"]):
            self.add(f"clock{number}", ["clock"], variables)

    def add(self, name: str, words: list[str], variables: Mapping[str, str], port: int = 0) -> Part:
        """Add a process."""
        part = Part(name, words, variables, str(self.store.directory / f"{name}.log"), port)
        self.parts[name] = part
        return part

    def named(self, kind: str) -> list[Part]:
        """The processes of a kind: api, fast, thinking, clock."""
        return [part for name, part in self.parts.items() if name.rstrip("0123456789") == kind]

    @property
    def bases(self) -> list[str]:
        """The addresses of the API processes."""
        return [part.base for part in self.named("api")]

    def logs(self) -> str:
        """Everything that any process has said."""
        return "".join(part.said() for part in self.parts.values())

    def close(self) -> None:
        """End everything that was started."""
        for part in self.parts.values():
            part.signal(signal.SIGCONT)
            part.signal(signal.SIGTERM)
        for part in self.parts.values():
            if part.process is not None:
                try:
                    part.process.wait(5)
                except subprocess.TimeoutExpired:
                    part.kill()
        if self.queue is not self.store:
            self.queue.close()
        self.store.close()


class Caller:
    """A client that never gives up: the same key again after a fault, another API process where one is gone.

    What it meets on its way is counted in `met`: statuses, and the kinds of faults.
    """

    def __init__(self, bases: list[str], secret: str | None = None, *, timeout_s: float = 5.0) -> None:
        self.bases = bases
        self.secret = secret
        self.account = ""
        self.met: dict[str, int] = {}
        self.client = httpx2.AsyncClient(timeout=timeout_s, limits=httpx2.Limits(max_connections=200))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    def meet(self, what: str) -> None:
        """Count something that happened."""
        self.met[what] = self.met.get(what, 0) + 1

    async def once(
        self, method: str, path: str, body: object = None, *, base: str | None = None, **headers: str
    ) -> httpx2.Response:
        """One request to one API process."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret is not None:
            told["Authorization"] = f"Bearer {self.secret}"
        address = (base or random.choice(self.bases)) + path
        return await self.client.request(method, address, json=body, headers=told)

    async def call(self, method: str, path: str, body: object = None, **headers: str) -> httpx2.Response:
        """A request that is sent again until it has a definite answer."""
        until = time.monotonic() + PATIENCE_S * 2
        pause = 0.02
        while True:
            try:
                answer = await self.once(method, path, body, **headers)
                self.meet(str(answer.status_code))
                if answer.status_code not in (429, 502, 503):
                    return answer
            except httpx2.TransportError as error:
                self.meet(type(error).__name__)
            if time.monotonic() > until:
                raise TimeoutError(f"{method} {path} has no definite answer")
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(0.5, pause * 2)

    async def guest(self) -> Self:
        """Become a guest."""
        made = (await self.call("POST", "/v1/guests", {})).json()
        self.secret, self.account = made["credential"]["secret"], made["account"]["id"]
        return self

    async def move(self, table: str, n: int, actions: list[str], key: str | None = None) -> httpx2.Response:
        """Submit a move, with a key."""
        path = f"/v1/tables/{table}/actions"
        return await self.call("POST", path, {"n": n, "actions": actions}, Idempotency_Key=key or secrets.token_hex(8))

    async def position(self, table: str) -> dict[str, Any]:
        """My view."""
        answer = await self.call("GET", f"/v1/tables/{table}/position")
        found: dict[str, Any] = answer.json()
        return found


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
            if found.get("status") in ("over", "aborted"):
                return
            decision = found.get("decision")
            if decision is None or decision.get("actions") is None:
                continue
            action = chance.choice(decision["actions"])["text"]
            answer = await caller.move(table, decision["n"], [action])
            moved = True
            yield answer.json()
        await asyncio.sleep(pause_s if moved else 0.005)
    raise TimeoutError(f"{table} does not end")
