"""Drain: a process that is told to end ends in time, and nobody notices.

1. Under load, each API process and each worker in turn gets SIGTERM, ends within 15 s with a clean status, and is started again. The API
   processes take their connections from one listening socket.
2. No request that was accepted fails: no answer is cut off, none is a 5xx, and no move was taken whose answer never came. A request
   that meets a connection just being closed is sent again, as any client does, and then answered.
3. The games go on meanwhile, and their records hold what was acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support.line import Answer, Line, Lost
from tests.support.recorded import Move, differing, opened
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings, share, slack
from tests.support.waits import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.running import Part


MOST_S = 15.0
START_S = 2.0
NEW_CONNECTION = 0.3


@dataclass(frozen=True)
class Size:
    """How many processes of each kind, how many clients, how often each process is restarted."""

    processes: int
    clients: int
    rounds: int


SIZES = {"quick": Size(2, 4, 1), "ci": Size(2, 12, 1), "full": Size(4, 24, 4)}


@dataclass
class Request:
    """A request and all attempts at it: an answer, or how it was lost."""

    what: str
    attempts: list[Answer | Lost | TimeoutError] = field(default_factory=list)


def judge(requests: list[Request]) -> list[str]:
    """Which requests failed although they had been accepted."""
    found = []
    for request in requests:
        for attempt in request.attempts:
            if isinstance(attempt, TimeoutError):
                found.append(f"{request.what}: no answer in time")
            elif isinstance(attempt, Lost):
                if attempt.begun or not attempt.sent:
                    found.append(f"{request.what}: {attempt}")
            elif attempt.status not in (200, 201):
                found.append(f"{request.what}: {attempt}")
        last = request.attempts[-1] if request.attempts else None
        if not isinstance(last, Answer):
            found.append(f"{request.what}: never answered")
        elif len(request.attempts) > 1 and b'"replayed":true' in last.body:  # one attempt may be two at the store
            found.append(f"{request.what}: it was taken, and not answered")
    return found


GAME_S = 120.0
"""So long a game may last, restarts of processes included."""


class Player:
    """A client with a game against an AI."""

    def __init__(self, caller: Caller, port: int, seed: int, until: asyncio.Event) -> None:
        self.caller = caller
        self.line = Line(port, timeout_s=PATIENCE_S)  # both processes may still be starting
        self.chance = random.Random(seed)
        self.until = until
        self.requests: list[Request] = []
        self.moves: dict[str, list[Move]] = {}
        self.tables: dict[str, dict[str, Any]] = {}

    async def ask(self, what: str, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Send a request until it is answered."""
        headers = {"Authorization": f"Bearer {self.caller.secret}"}
        if key:
            headers["Idempotency-Key"] = key
        request = Request(what)
        self.requests.append(request)
        for _ in range(10):
            if self.chance.random() < NEW_CONNECTION:
                self.line.close()
            try:
                answer = await self.line.ask(method, path, body, headers)
            except (Lost, TimeoutError) as error:
                request.attempts.append(error)
                continue
            request.attempts.append(answer)
            return answer.json()
        raise RuntimeError(f"{what}: no answer after ten attempts")

    async def play(self) -> None:
        """Play one game after the other, and the last one to its end."""
        while not self.until.is_set():
            table = await self.ask(
                "make a table",
                "POST",
                "/v1/tables",
                {"players": 2, "seats": [{"kind": "you"}, {"kind": "ai", "level": "random"}]},
            )
            name = table["id"]
            self.tables[name] = table
            moves = self.moves.setdefault(name, [])
            path = f"/v1/tables/{name}"
            position = await self.ask("look", "GET", f"{path}/position")
            end = time.monotonic() + GAME_S
            while position["status"] == "running":
                if time.monotonic() > end:
                    raise TimeoutError(f"{name} is not over after {GAME_S:.0f} s")
                if actions := offered(position):
                    n, action = position["decision"]["n"], self.chance.choice(actions)["text"]
                    body = {"n": n, "actions": [action]}
                    answer = await self.ask("move", "POST", f"{path}/actions", body, secrets.token_hex(8))
                    moves.append((n, 0, action))
                    position = answer["position"]
                else:
                    await asyncio.sleep(0.01)
                    position = await self.ask("look", "GET", f"{path}/position")

    async def check(self, found: Findings) -> None:
        """Compare the records with what was acknowledged."""
        for name, table in self.tables.items():
            record, faults = opened(await self.caller.record(name), name, table["commitment"])
            found.all(faults)
            if record is not None:
                found.all(differing(record, self.moves[name], (0,)))


async def end(part: Part, found: Findings) -> float:
    """End a process, and start it again; how long its end took."""
    began = time.monotonic()
    status = await asyncio.to_thread(part.end, PATIENCE_S)
    took = time.monotonic() - began
    if status not in (0, -signal.SIGTERM):
        found.fault(f"{part.name} has ended with status {status}: {part.said()}")
    if took > MOST_S * slack():
        found.fault(f"{part.name} took {took:.1f} s to end")
    part.start()
    return took


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Restart all processes in turn, while people play."""
    found = Findings()
    ends: list[float] = []
    until = asyncio.Event()
    async with contextlib.AsyncExitStack() as stack:
        service = Service(
            apis=size.processes, workers=size.processes, clocks=1, shared=True, spoilt=spoilt, linger_ms=600_000
        )
        await stack.enter_async_context(service)
        players = []
        for seed in range(size.clients):
            caller = await stack.enter_async_context(Caller(service.ports))
            players.append(Player(await caller.guest(), service.ports[0], seed, until))
            stack.callback(players[-1].line.close)
        playing = [asyncio.create_task(player.play()) for player in players]
        chance = random.Random(1)
        for _ in range(size.rounds):
            for pair in zip(service.named("api"), service.named("fast"), strict=True):
                await asyncio.sleep(chance.random())
                ends += await asyncio.gather(*[end(part, found) for part in pair])
                await asyncio.sleep(START_S)
                say(f"{len(ends)} of {2 * size.rounds * size.processes} ended")
        until.set()
        for ended in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(ended, BaseException):
                found.fault(f"a client gave up: {ended!r}")
        requests = [request for player in players for request in player.requests]
        found.all(judge(requests))
        if not found.faults:
            for player in players:
                await player.check(found)
    attempts = [attempt for request in requests for attempt in request.attempts]
    kinds = [str(one.status) if isinstance(one, Answer) else str(one) for one in attempts]
    found.figures |= {
        "processes": 2 * size.processes,
        "restarts": len(ends),
        "longest_end_s": round(max(ends, default=0.0), 2),
        "median_end_s": round(share(ends, 0.5), 2),
        "clients": size.clients,
        "requests": len(requests),
        "attempts": dict(sorted(Counter(kinds).items())),
        "games": sum(len(player.tables) for player in players),
    }
    return found
