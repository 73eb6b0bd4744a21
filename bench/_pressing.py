"""What it takes and saves to press the long answers of a service, at several levels of gzip."""

import time
import zlib
from typing import Any

from bench._moves import Connection, Script, choose, make_script
from tests.support.running import Service

LEVELS = (1, 5, 6, 9)
SECONDS = 0.2


async def measure_pressing(send: Any) -> dict[str, Any]:
    """For each long answer its bytes, and at each level the bytes that are left and the microseconds of CPU for each kB."""
    with Service(apis=1, workers=0, clocks=1) as service:
        connection = await Connection(service.named("api")[0].port).open()
        script = await make_script(connection, 70_000, players=4)
        while script.game.pending is not None:
            await send(connection, script, *choose(script))
        return {name: levels(await answer(connection, path)) for name, path in answers(script).items()}


def answers(script: Script) -> dict[str, str]:
    """What is asked for."""
    table = f"/v1/tables/{script.table}"
    return {
        "replay of 100 moments": f"{table}/replay?eyes=all",
        "record": f"{table}/record",
        "catalogue": "/v1/catalogue/districts",
        "openapi.json": "/openapi.json",
        "schema.graphql": "/schema.graphql",
        "a table": table,
    }


async def answer(connection: Connection, path: str) -> bytes:
    """The answer as it is."""
    status, body = await connection.call("GET", path)
    if status != 200:
        raise RuntimeError(f"{path}: {status}")
    return body


def levels(body: bytes) -> dict[str, Any]:
    """What each level makes of it."""
    found: dict[str, Any] = {"bytes": len(body)}
    for level in LEVELS:
        began, times = time.process_time(), 0
        while time.process_time() < began + SECONDS:
            machine = zlib.compressobj(level, wbits=31)
            left = machine.compress(body) + machine.flush()
            times += 1
        each = (time.process_time() - began) / times
        found[f"level {level}"] = {"bytes": len(left), "us_per_kb": round(each * 1e9 / len(body), 1)}
    return found
