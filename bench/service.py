"""What a move, an AI's answer, a follower and a game cost: ratios within one run, on real processes and a real Valkey.

    ./citadels bench service [--json] [--only move,games,ai,streams,bytes,waits,pressing] [--moves N] [--rounds N]

The parties of a comparison take turns, round by round; each figure is the median of the rounds. CPU is that of the API process.

- `move`: a move of a game over REST and over GraphQL (a trusted document that asks for what a bot needs), beside a bare ASGI endpoint
  that makes the same two round trips to the store (`_floor.py`), and beside strawberry as it comes, without caches and without a store's
  limits (`_stock.py`). The games are played in step by the engine here, so that nothing but moves is sent, one after the other.
- `waits`: how often a move waits for the store, one after the other.
- `games`: moves a second with 1, 16 and 64 games at once.
- `ai`: from a move to the first answer of a greedy AI, beside a job handed over by a bare BLPOP.
- `streams`: 1,000 idle followers of 250 tables: memory each, and from a move to its event at its followers.
- `bytes`: what a 4-seat game takes in the store just before its end, keys included, and once it has shrunk to its record.
- `pressing`: the long answers, how short gzip makes them at each level, and what CPU it takes.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import redis
from citadels_api.graphql.documents import trusted_by_name

from bench._moves import Connection, Played, Script, choose, cpu_s, make_script, play, rss_kib
from bench._pressing import measure_pressing
from tests.support.running import Service
from tests.support.servers import free_port

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("move", "waits", "games", "ai", "streams", "bytes", "pressing")
FOLLOWERS, FOLLOWED = 1000, 250


# how moves are sent


async def send_floor(connection: Connection, script: Script, seat: int, n: int, action: str) -> tuple[int, bytes]:
    """A move to the floor, which does not look at it."""
    return await send_rest(connection, script, seat, n, action)


async def send_rest(connection: Connection, script: Script, seat: int, n: int, action: str) -> tuple[int, bytes]:
    """A move over REST."""
    body = json.dumps({"n": n, "actions": [action]}).encode()
    return await connection.call(
        "POST",
        f"/v1/tables/{script.table}/actions",
        body,
        Authorization=f"Bearer {script.secrets[seat]}",
        Idempotency_Key=f"{script.table}{n}"[-32:],
    )


def sending(document: str | None, text: str) -> Any:
    """How a move is sent over GraphQL: by the name of a trusted document, or as text."""

    async def send(connection: Connection, script: Script, seat: int, n: int, action: str) -> tuple[int, bytes]:
        given = {"table": script.table, "n": n, "actions": [{"text": action}], "key": f"{script.table}{n}"[-32:]}
        asked: dict[str, Any] = {"variables": {"input": given}}
        asked |= {"documentId": document} if document is not None else {"query": text, "operationName": "SubmitMove"}
        status, body = await connection.call(
            "POST", "/graphql", json.dumps(asked).encode(), Authorization=f"Bearer {script.secrets[seat]}"
        )
        return status if b'"SubmitPayload"' in body else 599, body

    return send


def trusted() -> tuple[str, str]:
    """The trusted document of a move: its hash and its text."""
    text = trusted_by_name()["SubmitMove"]
    return sha256(text.encode()).hexdigest(), text


# the processes that a move is compared with


@contextlib.asynccontextmanager
async def beside(module: str, service: Service) -> AsyncIterator[tuple[int, int]]:
    """Another process on the same store: its pid and port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", module, str(port)], cwd=ROOT, env=service.variables())
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                (await Connection(port).open()).close()
                break
            await asyncio.sleep(0.05)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(10)


async def measure_move(moves: int, rounds: int) -> dict[str, Any]:
    """A move over each way, beside the floor."""
    digest, text = trusted()
    with Service(apis=1, workers=0, clocks=0, durable=True) as service:
        api = service.named("api")[0]
        assert api.process is not None
        async with beside("bench._floor", service) as floor, beside("bench._stock", service) as stock:
            ways = {
                "floor": (*floor, send_floor),
                "rest": (api.process.pid, api.port, send_rest),
                "graphql": (api.process.pid, api.port, sending(digest, text)),
                "stock": (*stock, sending(None, text)),
            }
            making = await Connection(api.port).open()
            cpu: dict[str, list[float]] = {name: [] for name in ways}
            p50: dict[str, list[float]] = {name: [] for name in ways}
            number = 0
            for turn in range(rounds + 1):
                for name, (pid, port, send) in ways.items():
                    count = max(moves // 8, 20) if name == "stock" else moves
                    scripts = [await make_script(making, number + place) for place in range(count // 100 + 1)]
                    number += len(scripts)
                    connection = await Connection(port).open()
                    played = Played()
                    before = cpu_s(pid)
                    await play(connection, scripts, count, send, played)
                    spent = cpu_s(pid) - before
                    connection.close()
                    if played.wrong:
                        raise RuntimeError(f"{name}: {played.wrong} of {count} moves failed")
                    if turn:  # the first round warms caches up
                        cpu[name].append(spent / count * 1e6)
                        p50[name].append(statistics.median(played.seconds) * 1e6)
                    print(f"move: round {turn} of {rounds}, {name}: {spent / count * 1e6:.0f} us CPU", file=sys.stderr)
    found: dict[str, Any] = {
        "cpu_us": {name: round(statistics.median(each), 1) for name, each in cpu.items()},
        "p50_us": {name: round(statistics.median(each), 1) for name, each in p50.items()},
        "fields": text.count("\n"),
    }
    for what, over in (("rest", "floor"), ("graphql", "rest"), ("stock", "graphql")):
        for kind, each in (("cpu", cpu), ("p50", p50)):
            ratios = [one / other for one, other in zip(each[what], each[over], strict=True)]
            found[f"{what}_over_{over}_{kind}"] = round(statistics.median(ratios), 2)
    return found


# waits


async def measure_waits() -> dict[str, Any]:
    """How many answers of the store a move waits for, one after the other: what travels together is one wait."""
    from citadels_api.app import build, open_house
    from citadels_api.context import NoBell
    from citadels_api.settings import Settings
    from citadels_api.store.redis.connection import Connection as StoreConnection

    from tests.support.servers import Server

    with Server("valkey") as server:
        house = await open_house(Settings(redis_url=server.url, queue_redis_url=None), NoBell())
        app = build(house.settings, house)
        caller = InProcess(app)
        script = await make_script(caller, 1)
        digest, text = trusted()
        waits: list[int] = []
        flush = StoreConnection._flush  # noqa: SLF001  what leaves in one write is one wait

        def counted(self: StoreConnection) -> None:
            waits.append(1)
            flush(self)

        found = {}
        for name, send in (("rest", send_rest), ("graphql", sending(digest, text))):
            await step(caller, script, send)
            StoreConnection._flush = counted  # type: ignore[method-assign]  # noqa: SLF001
            try:
                counts = []
                for _ in range(20):
                    waits.clear()
                    await step(caller, script, send)
                    counts.append(len(waits))
            finally:
                StoreConnection._flush = flush  # type: ignore[method-assign]  # noqa: SLF001
            found[name] = max(counts)
        await house.store.close()
    return found


async def step(caller: "InProcess", script: Script, send: Any) -> None:
    """One move, which has to succeed."""
    status, body = await send(caller, script, *choose(script))
    if status != 200:
        raise RuntimeError(f"{status}: {body[:300]!r}")


class InProcess(Connection):
    """Calls an ASGI application in this process."""

    def __init__(self, app: Any) -> None:
        super().__init__(0)
        self.app = app

    async def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """One request; its status and body."""
        sent: list[dict[str, Any]] = []
        fields = [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()]
        fields += [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": fields,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


# many games at once


async def measure_games(moves: int) -> dict[str, Any]:
    """Moves a second, each game on a connection of its own."""
    found: dict[str, Any] = {}
    with Service(apis=2, workers=0, clocks=0, durable=True) as service:
        ports = [part.port for part in service.named("api")]
        making = await Connection(ports[0]).open()
        number = 10_000
        for games in (1, 16, 64):
            each = max(moves // games, 20)
            lots = []
            for _ in range(games):
                lots.append([await make_script(making, number + place) for place in range(each // 100 + 1)])
                number += len(lots[-1])
            connections = [await Connection(ports[place % len(ports)]).open() for place in range(games)]
            results = [Played() for _ in range(games)]
            began = time.perf_counter()
            await asyncio.gather(
                *[play(connections[place], lots[place], each, send_rest, results[place]) for place in range(games)]
            )
            seconds = time.perf_counter() - began
            if any(one.wrong for one in results):
                raise RuntimeError("some moves failed")
            times = sorted(second for one in results for second in one.seconds)
            found[str(games)] = {
                "moves_per_second": round(games * each / seconds),
                "p50_ms": round(times[len(times) // 2] * 1000, 2),
                "p99_ms": round(times[len(times) * 99 // 100] * 1000, 2),
            }
            print(f"games: {games} at once: {found[str(games)]}", file=sys.stderr)
    return found


# the AI seats


HAND_OVER = """
import redis, sys
client = redis.Redis(unix_socket_path=sys.argv[1], protocol=2)
while True:
    got = client.blpop("bench:to", timeout=5)
    if got is None or got[1] == b"end":
        break
    client.rpush("bench:back", got[1])
"""


async def measure_ai(answers: int) -> dict[str, Any]:
    """From the commit of a move to the first commit of an AI, and a job there and back over BLPOP, taking turns."""
    with Service(apis=1, workers=1, clocks=1, durable=True) as service:
        base = await Connection(service.named("api")[0].port).open()
        guest = await base.json("POST", "/v1/guests", {})
        head = f"Bearer {guest['credential']['secret']}"
        client = service.store.client()
        bare = subprocess.Popen([sys.executable, "-c", HAND_OVER, service.store.path])
        first: list[float] = []
        handed: list[float] = []
        try:
            while len(first) < answers:
                seats = [{"kind": "you"}, *[{"kind": "ai", "level": "greedy"}] * 3]
                made = await base.json("POST", "/v1/tables", {"players": 4, "seats": seats}, Authorization=head)
                await answer_all(base, head, made["id"], client, first, handed, answers)
            client.rpush("bench:to", b"end")
            bare.wait(10)
        finally:
            bare.kill()
    return {
        "answers": len(first),
        "first_answer_p50_ms": round(statistics.median(first) * 1000, 2),
        "first_answer_p99_ms": round(sorted(first)[len(first) * 99 // 100] * 1000, 2),
        "bare_hand_over_p50_ms": round(statistics.median(handed) * 1000, 3),
        "over_bare": round(statistics.median(first) / statistics.median(handed), 1),
    }


async def answer_all(
    base: Connection, head: str, table: str, client: redis.Redis, first: list[float], handed: list[float], wanted: int
) -> None:
    """Play one table, and time the AI's answers to our moves."""
    row = f"t:{table}"
    key = next(key for key in client.scan_iter(f"*{row}"))
    while len(first) < wanted:
        position = await base.json("GET", f"/v1/tables/{table}/position", Authorization=head)
        decision = position["decision"]
        if decision is None:
            return
        if decision["actions"] is None:
            await asyncio.sleep(0.002)
            continue
        action = decision["actions"][-1]["text"]
        made = await base.json(
            "POST", f"/v1/tables/{table}/actions", {"n": decision["n"], "actions": [action]}, Authorization=head
        )
        after = made["position"]["decision"]
        if after is None or after["actions"] is not None:
            continue
        began = time.perf_counter()
        number = str(made["number"]).encode()
        while client.hget(key, "number") == number and time.perf_counter() - began < 5:
            time.sleep(0.0001)
        first.append(time.perf_counter() - began)
        began = time.perf_counter()
        client.rpush("bench:to", b"x")
        client.blpop("bench:back", timeout=5)
        handed.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)


# followers


async def measure_streams(events: int) -> dict[str, Any]:
    """Idle followers, and how soon an event reaches those of its table."""
    with Service(apis=1, workers=0, clocks=0, durable=True, streams_per_credential=100_000) as service:
        api = service.named("api")[0]
        assert api.process is not None
        making = await Connection(api.port).open()
        scripts = [await make_script(making, 50_000 + place) for place in range(FOLLOWED)]
        await asyncio.sleep(1)
        before = rss_kib(api.process.pid)
        arrived: list[float] = []
        moved: dict[str, float] = {}
        followers = [
            asyncio.create_task(follow(api.port, scripts[place % FOLLOWED].table, moved, arrived))
            for place in range(FOLLOWERS)
        ]
        await asyncio.sleep(4)
        after = rss_kib(api.process.pid)
        for number in range(events):
            script = scripts[number * 7 % FOLLOWED]
            seat, n, action = choose(script)
            moved[script.table] = time.perf_counter()
            status, body = await send_rest(making, script, seat, n, action)
            if status != 200:
                raise RuntimeError(f"{status}: {body[:200]!r}")
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        for follower in followers:
            follower.cancel()
        await asyncio.gather(*followers, return_exceptions=True)
    expected = events * FOLLOWERS // FOLLOWED
    if len(arrived) < expected:
        raise RuntimeError(f"{len(arrived)} of {expected} events arrived")
    return {
        "followers": FOLLOWERS,
        "kib_each": round((after - before) / FOLLOWERS, 1),
        "event_p50_ms": round(statistics.median(arrived) * 1000, 2),
        "event_p99_ms": round(sorted(arrived)[len(arrived) * 99 // 100] * 1000, 2),
    }


async def follow(port: int, table: str, moved: dict[str, float], arrived: list[float]) -> None:
    """Follow a table as a spectator; note when an event comes after its move was sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    head = f"GET /v1/tables/{table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
    writer.write(head.encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"event: events") and table in moved:
                arrived.append(time.perf_counter() - moved[table])
    finally:
        writer.close()


# bytes


async def measure_bytes() -> dict[str, Any]:
    """What games of four players take in the store, played over REST with a key for each move."""
    with Service(apis=1, workers=0, clocks=1, durable=True, linger_ms=300) as service:
        connection = await Connection(service.named("api")[0].port).open()
        client = service.store.client()
        full: list[int] = []
        records: list[int] = []
        for number in range(5):
            script = await make_script(connection, 70_000 + number, players=4)
            held = 0
            while script.game.pending is not None:
                held = bytes_of(client, script.table) if script.game.n % 10 == 0 else held
                status, body = await send_rest(connection, script, *choose(script))
                if status != 200:
                    raise RuntimeError(f"{status}: {body[:200]!r}")
            full.append(max(held, bytes_of(client, script.table)))
            await asyncio.sleep(1.5)
            records.append(bytes_of(client, script.table))
    return {"game_bytes": max(full), "game_bytes_each": full, "record_bytes": max(records), "decisions": script.game.n}


def bytes_of(client: redis.Redis, table: str) -> int:
    """All keys of a table."""
    return sum(client.memory_usage(key, samples=0) or 0 for key in client.scan_iter(f"*{table}*", count=10_000))


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """The parts that were asked for."""
    found: dict[str, Any] = {"bench": "service", "cores": os.cpu_count()}
    for part in chosen.only:
        print(f"{part} ...", file=sys.stderr, flush=True)
        if part == "move":
            found[part] = await measure_move(chosen.moves, chosen.rounds)
        elif part == "waits":
            found[part] = await measure_waits()
        elif part == "games":
            found[part] = await measure_games(chosen.moves * 4)
        elif part == "ai":
            found[part] = await measure_ai(chosen.answers)
        elif part == "streams":
            found[part] = await measure_streams(200)
        elif part == "pressing":
            found[part] = await measure_pressing(send_rest)
        else:
            found[part] = await measure_bytes()
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench service", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument("--moves", type=int, default=1000, help="moves of each way in a round (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--answers", type=int, default=200, help="answers of an AI (default 200)")
    chosen = parser.parse_args()
    if unknown := set(chosen.only) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    found = asyncio.run(measure(chosen))
    print(json.dumps(found) if chosen.json else json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
