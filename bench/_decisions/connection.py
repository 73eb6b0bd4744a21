"""Our connection to the store beside redis-py's asyncio client: the two waits of a move, and a store that is frozen.

Four small reads that leave at the same time, then one write: what a move asks of the store, without its scripts, so that the CPU is that of
the client. `library` is the client as it comes; `pipelined` has the four reads put into one pipeline by hand, where the calls come from one
place; `limited` has our time limit and no retries.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import redis.asyncio
from citadels_api.store.ports import StoreError
from citadels_api.store.redis.connection import Address, Connection, connect
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bench._decisions.turns import awaited, in_turns, loop
from tests.support.servers import Server

TIMEOUT_S: Final = 0.7
PATIENCE_S: Final = 5.0
"""How long a call to a frozen store is waited for here."""
ROW: Final = b"x" * 200
STATE: Final = b"x" * 400
CALLERS: Final = (1, 16)

Work = Callable[[int], Awaitable[object]]


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    found: dict[str, Any] = {}
    with Server("valkey") as server, loop() as runner:
        fill = server.client()
        for name in ("a", "b", "c"):
            fill.set(name, ROW)
        fill.hset("d", mapping={"e": ROW, "f": ROW})
        ours: Connection = runner.run(connect(Address(path=server.path), TIMEOUT_S))
        library = redis.asyncio.Redis(unix_socket_path=server.path)
        limited = redis.asyncio.Redis(
            unix_socket_path=server.path, socket_timeout=TIMEOUT_S, retry=Retry(NoBackoff(), 0)
        )
        for callers in CALLERS:
            works: dict[str, Work] = {
                "ours": together(callers, lambda: move_ours(ours)),
                "library": together(callers, lambda: move_library(library)),
                "pipelined": together(callers, lambda: move_pipelined(library)),
            }
            ways = {name: awaited(runner, work) for name, work in works.items()}
            found[f"{callers}_at_once"] = in_turns(ways, rounds).figures()
        found["connections"] = len(fill.client_list()) - 1
        server.pause()
        try:
            found["frozen_s"] = {
                "ours": runner.run(ended(lambda: read(ours))),
                "limited": runner.run(ended(lambda: limited.get("a"))),
                "library": runner.run(ended(lambda: library.get("a"))),
            }
        finally:
            server.resume()
        runner.run(library.aclose())
        runner.run(limited.aclose())
        ours.abort()
    return found


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    one, many = (found[f"{callers}_at_once"]["over_ours"] for callers in CALLERS)
    frozen = found["frozen_s"]["library"]
    return (
        f"redis-py costs {one['library']} times our CPU for one move at a time, {many['library']} times for 16 at once ({many['pipelined']} with "
        f"pipelines by hand); from a frozen store it returns after {f'more than {PATIENCE_S:.0f}' if frozen is None else frozen} s, "
        f"ours after {found['frozen_s']['ours']} s"
    )


def together(callers: int, move: Callable[[], Awaitable[object]]) -> Work:
    """So many moves, by callers that do not know of each other."""

    async def caller(moves: int) -> None:
        for _ in range(moves):
            await move()

    async def work(count: int) -> None:
        whole, rest = divmod(count, callers)
        await asyncio.gather(*[caller(whole + (place < rest)) for place in range(callers)])

    return work


async def move_ours(connection: Connection) -> None:
    """The waits of a move on our connection."""
    reads = [connection.send(("GET", name)) for name in ("a", "b", "c")]
    reads.append(connection.send(("HMGET", "d", "e", "f")))
    for read in reads:
        await read
    await connection.send(("SET", "g", STATE))


async def move_library(client: Any) -> None:
    """The same with the library's client."""
    await asyncio.gather(client.get("a"), client.get("b"), client.get("c"), client.hmget("d", "e", "f"))
    await client.set("g", STATE)


async def move_pipelined(client: Any) -> None:
    """The same where one place knows all four reads."""
    async with client.pipeline(transaction=False) as pipe:
        pipe.get("a").get("b").get("c").hmget("d", "e", "f")
        await pipe.execute()
    await client.set("g", STATE)


async def read(connection: Connection) -> None:
    """One read, which raises where it has no reply."""
    reply = await connection.send(("GET", "a"))
    if isinstance(reply, Exception):
        raise reply


async def ended(call: Callable[[], Awaitable[object]]) -> float | None:
    """After how many seconds a call ends; None where it does not in good time."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE_S):
            with contextlib.suppress(StoreError, redis.exceptions.RedisError):
                await call()
    except TimeoutError:
        return None
    return round(time.perf_counter() - began, 1)
