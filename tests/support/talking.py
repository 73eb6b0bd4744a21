"""How the tests ask: documents over HTTP, over server-sent events, over WebSockets."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from citadels_api.graphql.documents import trusted_by_name
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx2
    from websockets.sync.client import ClientConnection

    from tests.support.world import Person, World


RESPONSE: Final = "application/graphql-response+json"
OWN: Final = trusted_by_name()
PROTOCOL: Final = "graphql-transport-ws"


def post(
    world: World, body: Any, *, secret: str = "", accept: str | None = RESPONSE, **headers: str
) -> httpx2.Response:
    """One request."""
    named = {"content-type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if accept is not None:
        named["accept"] = accept
    if secret:
        named["authorization"] = f"Bearer {secret}"
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return world.client.post("/graphql", content=content, headers=named)


def ask(world: World, text: str, variables: Any = None, *, who: Person | None = None) -> Any:
    """The answer to a document, which has data and no errors."""
    answer = post(world, {"query": text, "variables": variables}, secret=who.secret if who else "")
    told = answer.json()
    assert answer.status_code == 200, told
    assert "errors" not in told, told
    return told["data"]


def own(world: World, name: str, variables: Any = None, *, who: Person | None = None) -> Any:
    """The answer to a trusted document: what stands under its one field."""
    (answer,) = ask(world, OWN[name], variables, who=who).values()
    return answer


def payload(answer: Any, kind: str) -> Any:
    """The payload of a mutation, which has not met a problem."""
    assert answer["__typename"] == kind, answer
    return answer


def codes(answer: httpx2.Response) -> list[str]:
    """The codes of the errors in an answer, each of which has one."""
    return [error["extensions"]["code"] for error in answer.json()["errors"]]


@contextmanager
def events(world: World, text: str, variables: Any = None, *, who: Person | None = None) -> Iterator[httpx2.Response]:
    """An answer as server-sent events, while it comes."""
    headers = {"accept": "text/event-stream"} | ({"authorization": f"Bearer {who.secret}"} if who else {})
    body = {"query": text, "variables": variables}
    with world.client.stream("POST", "/graphql", json=body, headers=headers) as answer:
        yield answer


def read_events(answer: httpx2.Response) -> Iterator[tuple[str, Any]]:
    """The events of a stream, comments left out: their names and what they bring."""
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:]) if line[6:] else None


@contextmanager
def socket(world: World, *protocols: str, **headers: str) -> Iterator[ClientConnection]:
    """A WebSocket."""
    chosen: Any = protocols or (PROTOCOL,)
    with connect(
        f"ws://127.0.0.1:{world.port}/graphql", subprotocols=chosen, additional_headers=headers, proxy=None
    ) as open_socket:
        yield open_socket


def say(connection: ClientConnection, **message: Any) -> None:
    """Send a message."""
    connection.send(json.dumps(message))


def hear(connection: ClientConnection) -> Any:
    """The next message."""
    return json.loads(connection.recv(timeout=20))


@contextmanager
def talk(world: World, secret: str = "") -> Iterator[tuple[Any, Any]]:
    """A WebSocket on which operations may be sent: how to say something, and how to hear."""
    with socket(world) as connection:
        brought: Any = {"payload": {"authorization": f"Bearer {secret}"}} if secret else {}
        say(connection, type="connection_init", **brought)
        assert hear(connection) == {"type": "connection_ack"}
        yield lambda **message: say(connection, **message), lambda: hear(connection)
