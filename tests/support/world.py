"""The service over real HTTP on loopback, and the people who use it."""

from __future__ import annotations

import asyncio
import json
import queue
import signal
import socket
import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import httpx2
import jsonschema_rs
import uvloop
from citadels_api.app import Server, build, open_house
from citadels_api.context import House, NoBell
from citadels_api.published import openapi_document
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_api.store.ports import Store


NOWHERE: Final = "game_01" + "0" * 24
GATHER: Final = ("draw", "gold", "gold")
DOCUMENT: Final = openapi_document()


class Person:
    """A client with a credential, or without."""

    def __init__(self, world: World, made: dict[str, Any] | None) -> None:
        self.world = world
        self.made = made or {}
        self.id: str = self.made.get("account", {}).get("id", "")
        self.secret: str = self.made.get("credential", {}).get("secret", "")
        self.credential: str = self.made.get("credential", {}).get("id", "")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """One request; every answer is one that the description knows."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            named.setdefault("authorization", f"Bearer {self.secret}")
        return self.world.ask(method, path, body, named)

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        return self.ask("POST", path, body, **headers)

    def position(self, table: str) -> Any:
        return self.get(f"/v1/tables/{table}/position").json()

    def act(self, table: str, **headers: str) -> httpx2.Response | None:
        """A legal action, where the decision awaited is this person's: one that brings the end nearer."""
        decision = self.position(table)["decision"]
        if decision is None or decision["actions"] is None:
            return None
        texts = [action["text"] for action in decision["actions"]]
        best = min(
            texts, key=lambda text: (not text.startswith("build"), text not in {GATHER[decision["n"] % 3], "end"})
        )
        body = {"n": decision["n"], "action": best}
        return self.post(f"/v1/tables/{table}/actions", body, **headers)


class World:
    """A running service."""

    def __init__(self, port: int, server: Server) -> None:
        self.port = port
        self.server = server
        self.client = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.nobody = Person(self, None)
        self.names = 0
        self.ended: tuple[list[Person], str] | None = None

    def finished(self) -> tuple[list[Person], str]:
        """A game of two that is over, and its players."""
        if self.ended is None:
            people = [self.guest(), self.guest()]
            table = self.table(people)
            self.play(table, people)
            self.ended = people, table
        return self.ended

    def ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> httpx2.Response:
        """One request, its answer held against the description."""
        if isinstance(body, bytes | str):
            answer = self.client.request(method, path, content=body, headers=headers)
        else:
            answer = self.client.request(method, path, headers=headers, **({} if body is None else {"json": body}))
        check(answer, method)
        return answer

    def guest(self) -> Person:
        """A new guest."""
        answer = self.nobody.post("/v1/guests")
        assert answer.status_code == 201, answer.text
        return Person(self, answer.json())

    def name(self) -> str:
        """A name that nobody has."""
        self.names += 1
        return f"somebody{self.names}"

    def account(self) -> Person:
        """A new account."""
        return Person(self, self.nobody.post("/v1/accounts", {"name": self.name()}).json())

    def table(self, people: list[Person], *, players: int | None = None, **order: Any) -> str:
        """A table of these people, made by the first; it runs if no seat is left."""
        order = {"players": players or len(people), "seats": [{"kind": "you"}], **order}
        answer = people[0].post("/v1/tables", order)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["id"]
        for one in people[1:]:
            assert one.post(f"/v1/tables/{table}/join").status_code == 200
        return table

    def one_move(self, table: str, people: list[Person]) -> bool:
        """Whoever is asked acts; false once nobody is."""
        for one in people:
            answer = one.act(table)
            if answer is not None:
                assert answer.status_code == 200, answer.text
                return True
        return False

    def play(self, table: str, people: list[Person]) -> None:
        """Play to the end."""
        while self.one_move(table, people):
            pass
        assert people[0].get(f"/v1/tables/{table}").json()["status"] == "over"

    def asked(self, table: str, people: list[Person]) -> tuple[Person, Person, Any]:
        """Who is asked, somebody else at the table, and the decision."""
        decisions = [(one, one.position(table)["decision"]) for one in people]
        asked, decision = next((one, told) for one, told in decisions if told["actions"] is not None)
        other = next(one for one in people if one is not asked)
        return asked, other, decision


def template_of(path: str) -> str:
    """The path of the description that this one is a case of."""
    parts = path.split("?", maxsplit=1)[0].split("/")
    for known in DOCUMENT["paths"]:
        template = known.split("/")
        if len(template) == len(parts) and all(
            one == two or (two and one.startswith("{")) for one, two in zip(template, parts, strict=True)
        ):
            return str(known)
    return ""


def resolved(schema: Any) -> Any:
    """What a reference in the description stands for."""
    while "$ref" in schema:
        place: Any = DOCUMENT
        for step in schema["$ref"][2:].split("/"):
            place = place[step]
        schema = place
    return schema


@cache
def validator(schema: str) -> Any:
    """What holds answers against a schema of the description."""
    return jsonschema_rs.validator_for({**json.loads(schema), "components": DOCUMENT["components"]})


def check(answer: httpx2.Response, method: str) -> None:
    """The answer is one that the description knows: status, medium, form, and the allowance in its headers."""
    operation = DOCUMENT["paths"].get(template_of(answer.url.path), {}).get(method.lower())
    if operation is None:
        assert answer.status_code in {404, 405}, answer.text
        return
    told = operation["responses"].get(str(answer.status_code))
    assert told is not None, f"{operation['operationId']}: {answer.status_code} is not described: {answer.text}"
    told = resolved(told)
    if answer.status_code == 304:
        assert not answer.content
        return
    medium = answer.headers["content-type"].split(";")[0]
    assert medium in told["content"], f"{operation['operationId']}: {medium}"
    if medium.endswith("json") and medium != "application/x-ndjson":
        validator(json.dumps(told["content"][medium]["schema"])).validate(answer.json())
    if medium == "application/problem+json":
        assert answer.json()["code"] in told["content"][medium]["examples"]
    if operation["x-cost"] and operation["security"] and answer.status_code not in {413, 408}:
        assert "ratelimit" in answer.headers, f"{operation['operationId']}: {answer.status_code}"
        assert "ratelimit-policy" in answer.headers


@contextmanager
def living(store: Store | None = None, **settings: Any) -> Iterator[World]:
    """The service as it is run, but in a thread, as long as the block lasts."""
    chosen = Settings(**{"redis_url": "memory://", **settings})
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    port: int = listener.getsockname()[1]
    servers: queue.SimpleQueue[Server] = queue.SimpleQueue()

    async def serve() -> None:
        memory = chosen.redis_url == "memory://"
        house = House(store or MemoryStore(), chosen, NoBell()) if memory else await open_house(chosen, NoBell())
        server = Server(build(chosen, house), chosen)
        servers.put(server)
        await server.serve(sockets=[listener])
        await house.store.close()

    def thread() -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve())

    running = threading.Thread(target=thread, daemon=True)
    running.start()
    server = servers.get(timeout=60)
    world = World(port, server)
    try:
        yield world
    finally:
        world.client.close()
        server.handle_exit(signal.SIGTERM, None)
        running.join(20)
        assert not running.is_alive()


def speak(port: int, text: bytes) -> socket.socket:
    """A connection on which this was said, for answers that never end."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.sendall(text)
    return connection


def lines_of(answer: str) -> list[Any]:
    """The objects of newline-delimited JSON."""
    return [json.loads(line) for line in answer.splitlines() if line]
