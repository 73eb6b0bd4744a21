"""The practice server: the service in one process, on loopback, with nothing behind it.

1. It keeps everything in its own memory: no address of a store is read, no file is written, and the end forgets all.
2. Every start is the same: the same tables, accounts, times, ids, and the same answers to the same requests in the same order.
3. Beside the service's own addresses there are two: `GET /v1/practice` lists what is there, `POST /v1/practice/reset` puts it back.
4. Time stands still, so nobody's time runs out, and tournaments do not go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
import uvloop
from citadels_api import strict_json
from citadels_api.app import App, Server
from citadels_api.context import House, NoBell
from citadels_api.http.content import read_all
from citadels_api.http.logs import configure
from citadels_api.http.middleware import send_problem
from citadels_api.problems import Refusal
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore

from citadels_workers.practice.accounts import OTHERS, PRACTICE, put_people
from citadels_workers.practice.ai_players import Players
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import NOW, Chance, Clock, drawn_from
from citadels_workers.practice.table_builder import put_table, put_tables, take_table_away
from citadels_workers.practice.table_states import STATES, put_states
from citadels_workers.practice.tournaments import CONTESTS, put_contests
from citadels_workers.service_port import bind, reached_at
from citadels_workers.user_error import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from socket import socket

    from starlette.types import Receive, Scope, Send

    from citadels_workers.practice.catalogue import Entry


LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
PLENTY: Final = 1_000_000
PATHS: Final = {"/v1/practice": "GET", "/v1/practice/reset": "POST"}


class NoPractice(Trouble):
    """The practice server does not start like this: why not."""


DAY = 86_400_000


def settings(host: str = "127.0.0.1", port: int = 0) -> Settings:
    """Its settings; it refuses production and any host but loopback."""
    found = Settings.model_validate(
        {
            "redis_url": "memory://",
            "queue_redis_url": None,
            "host": host,
            "port": port,
            "rate_per_second": PLENTY,
            "rate_burst": 10 * PLENTY,
            "address_per_second": PLENTY,
            "address_burst": 10 * PLENTY,
            "guests_per_hour": PLENTY,
            "guests_kept_per_address": PLENTY,
            "open_tables_per_account": PLENTY,
            "open_tables_per_address": PLENTY,
            "ai_seats_per_account": PLENTY,
            "ai_seats_per_address": PLENTY,
            "streams_per_credential": 1000,
            "streams_per_address": 1000,
            "lonely_table_ms": DAY,
            "planner_playouts": 30,
        }
    )
    if found.production:
        raise NoPractice(
            "CITADELS_PRODUCTION is set, and the practice server has credentials that everybody knows: leave one out"
        )
    if host not in LOOPBACK:
        raise NoPractice(f"the practice server has credentials that everybody knows: --host {host} is not loopback")
    return found


class Practice:
    """A house with the catalogue in it, or a part of that, which can be put back."""

    def __init__(self, chosen: Settings, entries: Mapping[str, Entry] | None = None, *, contests: bool = True) -> None:
        self.entries = catalogue() if entries is None else entries
        self.contests = contests
        self.tournaments: dict[str, str] = {}
        self.states: dict[str, str] = {}
        self.clock = Clock()
        self.chance = Chance()
        self.store = MemoryStore(now=self.clock)
        self.house = House(self.store, chosen, NoBell())
        self.players = Players(self.house)
        self.busy = asyncio.Lock()

    async def put_all(self) -> None:
        """Put everything in."""
        self.chance.count = 0
        self.house.bell = NoBell()
        await put_people(self.house)
        await put_tables(self.house, self.clock, self.entries.values())
        if self.contests:
            self.tournaments = await put_contests(self.house, self.clock, self.chance)
        self.states = await put_states(self.house, self.clock, self.chance)
        self.house.bell = self.players

    async def reset(self, entry: Entry | None) -> None:
        """Put one table back, or everything."""
        async with self.busy:
            await self.players.close()
            self.house.replays.clear()
            if entry is not None:
                await take_table_away(self.house, entry)
                await put_table(self.house, self.clock, entry)
                return
            space = self.store.space
            held: tuple[Any, ...] = (
                space.tables,
                space.indexes,
                space.documents,
                space.sets,
                space.counts,
                space.lists,
            )
            for kept in (*held, space.buckets, *space.due, self.house.folded):
                kept.clear()
            await self.put_all()


class PracticeApp(App):
    """The service's application, and the two addresses of its own."""

    def __init__(self, practice: Practice) -> None:
        super().__init__(practice.house.settings, practice.house)
        self.practice = practice

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is the practice server's, and hand on everything else."""
        if scope["type"] != "http" or scope["path"] not in PATHS:
            await super().answer(scope, receive, send)
            return
        try:
            body = await self.own(scope, receive)
        except Refusal as refusal:
            await send_problem(scope, receive, send, refusal)
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def own(self, scope: Scope, receive: Receive) -> bytes:
        """The list; after a reset too."""
        wanted = PATHS[scope["path"]]
        allowed = ["GET", "HEAD"] if wanted == "GET" else [wanted]
        if scope["method"] not in allowed:
            raise Refusal("method_not_allowed", allow=allowed)
        if wanted == "POST":
            await self.practice.reset(self.chosen(await read_all(receive)))
            for stream in list(self.running.streams):
                stream.end("draining")
            self.running.known.clear()
        return msgspec.json.encode(listed(self.practice))

    def chosen(self, body: bytes) -> Entry | None:
        """The position that is to be put back; None for all."""
        said = strict_json.loads(body) if body else {}
        if set(said) - {"name"}:
            raise Refusal("invalid", "name: a position of /v1/practice, or nothing for all of them")
        name = said.get("name")
        if name is None:
            return None
        found = self.practice.entries.get(name) if isinstance(name, str) else None
        if found is None:
            raise Refusal("not_found", "there is no such position: /v1/practice lists them")
        return found


def listed(practice: Practice) -> dict[str, Any]:
    """What is there: when it is, who is known, every position with its table and how to see it."""
    return {
        "now": NOW,
        "players": [
            {"name": one.name, "account": one.account, "credential": one.credential} for one in (PRACTICE, *OTHERS)
        ],
        "positions": [
            {
                "name": entry.name,
                "title": entry.title,
                "edition": entry.edition,
                "kind": entry.kind,
                "players": entry.players,
                "table": entry.table,
                "seat": entry.seat,
                "asked": entry.asked,
                "others": entry.others,
                "credential": PRACTICE.credential,
                "shows": entry.shows,
                "page": f"/table/{entry.table}",
            }
            for entry in practice.entries.values()
        ],
        "tables": [
            {
                "name": state.name,
                "title": state.title,
                "table": practice.states[state.name],
                "page": f"/table/{practice.states[state.name]}",
            }
            for state in STATES
        ],
        "tournaments": [
            {
                "name": contest.name,
                "title": contest.title,
                "tournament": practice.tournaments[contest.name],
                "page": f"/tournaments/{practice.tournaments[contest.name]}",
            }
            for contest in CONTESTS
            if contest.name in practice.tournaments
        ],
    }


async def serve(chosen: Settings, listener: socket, said: Callable[[], None]) -> None:
    """Serve until a signal comes."""
    practice = Practice(chosen)
    with drawn_from(practice.chance):
        await practice.put_all()
        server = Server(PracticeApp(practice), chosen)
        said()
        try:
            await server.serve(sockets=[listener])
        finally:
            await practice.players.close()


def run(host: str, port: int, say: Callable[[str], None]) -> None:
    """Run the practice server in this process until it is told to end."""
    began = time.monotonic()
    chosen = settings(host, port)
    configure(level="warning")
    with contextlib.closing(bind(host, port)) as listener:
        place, port = reached_at(listener)
        base = f"http://{f'[{place}]' if ':' in place else place}:{port}"

        def said() -> None:
            say(f"page     {base}/")
            say(
                f"practice {base}/v1/practice  ({len(catalogue())} tables; ready after {time.monotonic() - began:.1f} s)"
            )
            say("         everything is in memory, time stands still, credentials are known to everybody")
            say(f"try      export CITADELS_URL={base} CITADELS_TOKEN={PRACTICE.credential}")
            say(f"         curl -X POST {base}/v1/practice/reset        puts everything back")
            say("Ctrl-C ends it.")

        for number in (
            signal.SIGINT,
            signal.SIGTERM,
        ):  # the server takes them over, and hands them on when it has ended
            signal.signal(number, lambda _number, _frame: None)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(chosen, listener, said))
    say("ended")
