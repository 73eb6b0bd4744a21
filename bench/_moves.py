"""A light load of real moves: games that are played in step by the engine here, so that nothing is sent but moves."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from citadels_engine import Game, apply, awaited, is_over, legal_actions, new_game


def cpu_s(pid: int) -> float:
    """The CPU time of a process and its threads so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def rss_kib(pid: int) -> int:
    """The memory that a process has resident."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4


class Connection:
    """One kept-alive HTTP/1.1 connection, as bare as can be: the measuring must not cost what it measures."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> "Connection":
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        return self

    async def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """One request; its status and body."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return int(head[9:12]), await self.reader.readexactly(length)

    async def json(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """One request that has to succeed; its answer."""
        status, said = await self.call(method, path, b"" if body is None else json.dumps(body).encode(), **headers)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {said[:300]!r}")
        return json.loads(said)

    def close(self) -> None:
        """Hang up."""
        self.writer.close()


@dataclass
class Script:
    """A running table, and the same game here."""

    table: str
    game: Game
    secrets: list[str]
    """The credentials of the seats."""
    chance: random.Random


@dataclass
class Played:
    """Moves that were made, and how long each took."""

    seconds: list[float] = field(default_factory=list)
    wrong: int = 0


async def make_script(connection: Connection, number: int, players: int = 2) -> Script:
    """Make a table of guests with a seed that we know, so that we can play it here too."""
    people = [(await connection.json("POST", "/v1/guests", {}))["credential"]["secret"] for _ in range(players)]
    seed = sha256(f"bench {number}".encode()).hexdigest()
    order = {"players": players, "seats": [{"kind": "you"}], "seed": seed, "visibility": "unlisted"}
    made = await connection.json("POST", "/v1/tables", order, Authorization=f"Bearer {people[0]}")
    for secret in people[1:]:
        await connection.json("POST", f"/v1/tables/{made['id']}/join", {}, Authorization=f"Bearer {secret}")
    game = new_game(players, cast=made["cast"], uniques=made["uniques"], options=made["options"], seed=seed)
    return Script(made["id"], game, people, random.Random(number))


def choose(script: Script) -> tuple[int, int, str]:
    """The next move: its seat, its number, its text; it is taken here at once."""
    game = script.game
    legal = legal_actions(game)
    seat, n = awaited(game).seat, game.n
    action = legal[script.chance.randrange(len(legal))].text
    apply(game, action)
    return seat, n, action


Send = Callable[[Connection, Script, int, int, str], Any]


async def play(connection: Connection, scripts: list[Script], moves: int, send: Send, played: Played) -> None:
    """Make so many moves, one after the other, through the scripts in turn."""
    place = 0
    for _ in range(moves):
        while is_over(scripts[place].game):
            place += 1
        seat, n, action = choose(scripts[place])
        began = time.perf_counter()
        status, body = await send(connection, scripts[place], seat, n, action)
        played.seconds.append(time.perf_counter() - began)
        if status != 200 or b'"problem"' in body[:200]:
            played.wrong += 1
