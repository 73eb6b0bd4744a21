"""Streams of the practice server, written down: what each viewer of a table is sent while it is played, byte for byte.

    citadels schema fixtures --out openapi/fixtures

For each scene a folder, and in it for each viewer (`seat-0`, ..., `spectator`):

- `<viewer>.ndjson`: the frames of `GET /v1/tables/{table}/events` as `application/x-ndjson`;
- `<viewer>.sse`: the same as `text/event-stream`;
- `<viewer>.graphql.ndjson`: the messages of the trusted subscription `Events` over `graphql-transport-ws`, one a line;

and `moves.ndjson`: what was done, by whom. A viewer's files hold what that viewer may know, and nothing else. Between two moves lies a second.
"""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec
from citadels_api.graphql.documents import trusted_by_name
from citadels_api.play.step import open_game
from citadels_engine import view
from citadels_engine.bots import make

from citadels_workers.practice.accounts import OTHERS, PRACTICE, Person
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import drawn_from
from citadels_workers.practice.scenes import SCENES, Scene
from citadels_workers.practice.server import Practice, PracticeApp, settings

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_workers.practice.catalogue import Entry


PATIENCE_S: Final = 20.0
SECOND: Final = 1000


class Listener:
    """A stream that is open: everything that was sent over it so far."""

    def __init__(self, app: PracticeApp, scope: dict[str, Any], first: list[dict[str, Any]]) -> None:
        self.said = b""
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for message in first:
            self.incoming.put_nowait(message)
        self.last = {"type": "websocket.disconnect" if scope["type"] == "websocket" else "http.disconnect"}
        self.news = asyncio.Event()
        self.task = asyncio.ensure_future(app.answer(scope, self.incoming.get, self.hear))

    async def hear(self, message: Any) -> None:
        """Take what is sent: of a socket only the results."""
        if message["type"] == "http.response.body":
            self.said += message.get("body", b"")
        elif message["type"] == "websocket.send" and json.loads(message["text"])["type"] in ("next", "complete"):
            self.said += message["text"].encode() + b"\n"
        self.news.set()

    async def until(self, number: int) -> None:
        """Wait until the event of that number has come."""
        async with asyncio.timeout(PATIENCE_S):
            while f'"number":{number},'.encode() not in self.said:
                if self.task.done():
                    raise RuntimeError(f"a stream has ended before event {number}")
                self.news.clear()
                await self.news.wait()

    async def close(self, *, over: bool) -> bytes:
        """Go, or wait for the end of the stream; all that was sent."""
        if not over or self.last["type"] == "websocket.disconnect":
            while over and b'"complete"' not in self.said:
                self.news.clear()
                await self.news.wait()
            self.incoming.put_nowait(self.last)
        async with asyncio.timeout(PATIENCE_S):
            await self.task
        return self.said


def http(path: str, accept: str, who: Person | None) -> dict[str, Any]:
    """The scope of a GET."""
    headers = [(b"accept", accept.encode()), *authorization(who)]
    return {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers,
            "client": ("127.0.0.1", 1), "scheme": "http", "http_version": "1.1"}  # fmt: skip


def authorization(who: Person | None) -> list[tuple[bytes, bytes]]:
    """The header of a viewer."""
    return [] if who is None else [(b"authorization", f"Bearer {who.credential}".encode())]


def listen(app: PracticeApp, table: str, who: Person | None, form: str) -> Listener:
    """Open a stream of a table in one of its forms."""
    if form != "graphql.ndjson":
        media = "text/event-stream" if form == "sse" else "application/x-ndjson"
        return Listener(app, http(f"/v1/tables/{table}/events", media, who), [])
    socket = {"type": "websocket", "path": "/graphql", "query_string": b"", "headers": [], "client": ("127.0.0.1", 1),
              "scheme": "ws", "subprotocols": ["graphql-transport-ws"]}  # fmt: skip
    init: dict[str, Any] = {"type": "connection_init"}
    if who is not None:
        init["payload"] = {"authorization": f"Bearer {who.credential}"}
    document = sha256(trusted_by_name()["Events"].encode()).hexdigest()
    payload = {"documentId": document, "variables": {"table": table}}
    said = [init, {"id": "1", "type": "subscribe", "payload": payload}]
    first: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    return Listener(app, socket, first + [{"type": "websocket.receive", "text": json.dumps(one)} for one in said])


async def record(scene: Scene) -> dict[str, bytes]:
    """The files of a scene."""
    # every seat is somebody's who looks on, and none of them moves by itself
    entry: Entry = msgspec.structs.replace(catalogue()[scene.position], others="wait")
    practice = Practice(settings(), {entry.name: entry}, contests=False)
    with drawn_from(practice.chance):
        await practice.put_all()
        app = PracticeApp(practice)
        viewers: dict[str, Person | None] = {
            f"seat-{number}": PRACTICE if number == entry.seat else OTHERS[number] for number in range(entry.players)
        }
        viewers["spectator"] = None
        listeners = {
            f"{name}.{form}": listen(app, entry.table, who, form)
            for name, who in viewers.items()
            for form in ("ndjson", "sse", "graphql.ndjson")
        }
        moves: list[bytes] = []
        over = False
        for _ in range(scene.moves + 1):
            snapshot = await practice.store.load(entry.table, seed=True)
            assert snapshot is not None
            await asyncio.gather(*[one.until(snapshot.number) for one in listeners.values()])
            game = open_game(snapshot, telling=False)
            over = game.pending is None
            if over or len(moves) == scene.moves:
                break
            practice.clock.at += SECOND
            moves.append(await move(app, entry, game, viewers))
        files = dict(
            zip(listeners, await asyncio.gather(*[one.close(over=over) for one in listeners.values()]), strict=True)
        )
        return {**files, "moves.ndjson": b"".join(moves)}


async def move(app: PracticeApp, entry: Entry, game: Any, viewers: dict[str, Person | None]) -> bytes:
    """Take the decision awaited as a bot of the house would; what was sent, by whom."""
    seat = game.pending.seat
    do = str(make("greedy", "").choose(view(game, seat), []))
    body = json.dumps({"n": game.n, "actions": [do]}).encode()
    scope = http(f"/v1/tables/{entry.table}/actions", "application/json", viewers[f"seat-{seat}"])
    scope["method"] = "POST"
    scope["headers"].append((b"content-type", b"application/json"))
    done = Listener(app, scope, [{"type": "http.request", "body": body}])
    await done.task
    if json.loads(done.said).get("outcome") != "ok":
        raise RuntimeError(done.said.decode())
    return json.dumps({"n": game.n, "seat": seat, "do": do}).encode() + b"\n"


def write(folder: Path) -> list[Path]:
    """Record all scenes, and write them; what was written."""
    written = []
    for scene in SCENES:
        (folder / scene.position).mkdir(parents=True, exist_ok=True)
        for name, data in asyncio.run(record(scene)).items():
            file = folder / scene.position / name
            file.write_bytes(data)
            written.append(file)
    return written
