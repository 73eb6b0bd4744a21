"""The floor of a move: a bare ASGI endpoint that makes the same two round trips to the store and answers with fixed bytes.

The first is what a REST move asks: the credential, two buckets, the table with its key and seed. The second is the commit script, with a
state, an entry and a key of the size that a game has. No parsing, no checking, no engine.
"""

import asyncio
import itertools
import os
import secrets
import sys
from typing import Any

import msgspec
import uvicorn
import uvloop
from citadels_api.http.protocol import protocol
from citadels_api.store.connect import open_store
from citadels_api.store.keys import document
from citadels_api.store.ports import Change

STATE = secrets.token_bytes(180)
ENTRY = secrets.token_bytes(50)
ANSWER = b"{" + b'"x":"' + b"y" * 2300 + b'"}'


async def serve(url: str, port: int) -> None:
    """Serve until SIGTERM."""
    store = await open_store(url)
    table = "game_" + secrets.token_hex(13)
    await store.create(table, secrets.token_bytes(700), secrets.token_hex(32), ENTRY, index="open", rank=1)
    numbers = itertools.count(1)
    change = Change(
        table=table, expects=0, number=0, entry=ENTRY, state=STATE, due_in=60_000, allow=30_000, digest=b"d" * 12
    )

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        number = next(numbers)
        key = f"acct:{number}"
        await asyncio.gather(
            store.get(document("cred", "nobody")),
            store.spend("a", cost=1, capacity=10**9, per_second=1e6),
            store.spend("b", cost=1, capacity=10**9, per_second=1e6),
            store.load(table, key=key, seed=True),
        )
        outcome = await store.commit(msgspec.structs.replace(change, expects=number, number=number + 1, key=key))
        assert outcome.kind == "ok"
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(ANSWER))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": ANSWER})

    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, http=protocol(), lifespan="off", log_config=None, access_log=False
    )
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(os.environ["REDIS_URL"], int(sys.argv[1])))
