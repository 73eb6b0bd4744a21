"""One socket, message by message, with nothing behind it: what is answered, and with which code it is closed."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql import sockets
from citadels_api.graphql.sockets import Socket, closing
from citadels_api.problems import Refusal
from citadels_api.store.ports import StoreDown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PROTOCOL = ["graphql-transport-ws"]
INIT = {"type": "connection_init", "payload": {"authorization": "Bearer x"}}
OPEN = object()
"""Nothing more comes, and the client stays."""


class Talk:
    """A socket in the hands of a test."""

    def __init__(self, patched: pytest.MonkeyPatch, said: list[Any], **scope: Any) -> None:
        self.said = said
        self.sent: list[dict[str, Any]] = []
        self.opened: Any = None
        self.closed: list[object] = []
        self.begun: list[dict[str, Any]] = []
        self.results: Callable[[dict[str, Any]], Any] = lambda _: None
        self.refused: Exception | None = None
        running = SimpleNamespace(open=self.open, close=self.closed.append)
        settings = SimpleNamespace(subscriptions_per_socket=2)
        door: Any = SimpleNamespace(running=running, house=SimpleNamespace(settings=settings))

        async def first_wait(_: object, **named: Any) -> tuple[str, dict[str, Any]]:
            self.begun.append(named)
            if self.refused is not None:
                raise self.refused
            return "who", {}

        patched.setattr(sockets, "first_wait", first_wait)
        patched.setattr(sockets, "client_address", lambda *_: "10.0.0.1")
        self.socket = Socket(
            door, {"subprotocols": PROTOCOL, "state": {"request_id": "r"}, **scope}, self.receive, self.send
        )

    def open(self, who: object, address: str) -> Any:
        self.opened = SimpleNamespace(who=who, address=address, ended=asyncio.get_running_loop().create_future())
        self.opened.end = lambda reason: self.opened.ended.done() or self.opened.ended.set_result(reason)
        return self.opened

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        if not self.said:
            return {"type": "websocket.disconnect"}
        one = self.said.pop(0)
        if one is OPEN:
            await asyncio.Event().wait()
        if callable(one):
            one(self)
            return await self.receive()
        if isinstance(one, dict) and str(one.get("type", "")).startswith("websocket."):
            return one
        return {"type": "websocket.receive", "text": one if isinstance(one, str) else json.dumps(one)}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(json.loads(message["text"]) if "text" in message else message)

    def serve(self) -> list[dict[str, Any]]:
        self.said.insert(0, {"type": "websocket.connect"})
        asyncio.run(asyncio.wait_for(self.socket.serve(), 40))
        return self.sent


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Talk]:
    return lambda *said, **scope: Talk(monkeypatch, list(said), **scope)


ACCEPT = {"type": "websocket.accept", "subprotocol": PROTOCOL[0]}
ACK = {"type": "connection_ack"}


def close(code: int, reason: str) -> dict[str, Any]:
    return {"type": "websocket.close", "code": code, "reason": reason}


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("unauthenticated", 4403),
        ("forbidden", 4403),
        ("expired", 4403),
        ("unavailable", 1013),
        ("rate_limited", 4429),
        ("too_many", 4429),
        ("not_found", 4429),
    ],
)
def test_a_refused_socket_is_closed_so_that_a_client_knows_whether_to_come_back(code: str, told: int) -> None:
    refusal = Refusal(code)
    assert closing(refusal) == told, refusal.status


def test_a_socket_of_another_protocol_is_not_accepted(talk: Any) -> None:
    for others in ([], ["graphql-ws"]):
        assert talk(subprotocols=others).serve() == [close(4406, "Subprotocol not acceptable")]
    lone = talk(INIT)
    asyncio.run(lone.socket.serve())  # what comes first is no connection
    assert lone.sent == []


def test_a_socket_begins_with_its_credential_and_ends_with_the_client(talk: Any) -> None:
    made = talk(INIT)
    assert made.serve() == [ACCEPT, ACK]
    assert made.begun == [{"address": "10.0.0.1", "said": b"Bearer x", "price": 1, "told": []}]
    assert (made.opened.who, made.opened.address) == ("who", "10.0.0.1")
    assert made.closed == [made.opened]
    for payload, said in (({"Authorization": "A"}, b"A"), ({}, None), (None, None), ("text", None)):
        made = talk({"type": "connection_init", "payload": payload})
        assert made.serve() == [ACCEPT, ACK]
        assert made.begun[0]["said"] == said


def test_a_ping_is_answered_at_any_time_and_a_pong_is_not(talk: Any) -> None:
    ping, pong = {"type": "ping"}, {"type": "pong"}
    assert talk(ping, pong, INIT, ping, pong, ping).serve() == [ACCEPT, pong, ACK, pong, pong]


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ([{"type": "subscribe", "id": "1", "payload": {}}], close(4401, "Unauthorized")),
        ([INIT, INIT], close(4429, "Too many initialisation requests")),
        ([INIT, {"type": "dance"}], close(4400, "No message of the protocol")),
        ([INIT, {}], close(4400, "No message of the protocol")),
        ([INIT, {"type": "websocket.receive", "bytes": b"x"}], close(4400, "A message is a text")),
        (
            [INIT, {"type": "subscribe", "id": "", "payload": {}}],
            close(4400, "id: a text of 1 to 128 characters is needed"),
        ),
        (
            [INIT, {"type": "subscribe", "id": "i" * 129, "payload": {}}],
            close(4400, "id: a text of 1 to 128 characters is needed"),
        ),
        ([INIT, {"type": "complete", "id": 7}], close(4400, "id: a text of 1 to 128 characters is needed")),
        ([INIT, {"type": "subscribe", "id": "1"}], close(4400, "payload: an object is needed")),
        (
            [{"type": "connection_init", "payload": {"authorization": 7}}],
            close(4400, "authorization: a text is needed"),
        ),
    ],
)
def test_what_the_protocol_does_not_allow_closes_it_with_its_code(
    said: list[Any], end: dict[str, Any], talk: Any
) -> None:
    made = talk(*said)
    assert made.serve()[-1] == end
    assert made.closed == ([made.opened] if made.opened is not None else [])


def test_what_is_no_json_or_too_long_closes_it(talk: Any) -> None:
    for text in ("{", "[1]", json.dumps({"type": "ping", "payload": "x" * (16 * 1024)})):
        end = talk(text).serve()[-1]
        assert (end["code"], 0 < len(end["reason"]) <= 100) == (4400, True)
    long = json.dumps({"type": "ping", "payload": ""})
    fits = json.dumps({"type": "ping", "payload": "x" * (16 * 1024 - len(long))})
    assert talk(fits).serve() == [ACCEPT, {"type": "pong"}]


@pytest.mark.parametrize(
    ("refused", "end"),
    [
        (Refusal("unauthenticated"), close(4403, "unauthenticated")),
        (Refusal("rate_limited", retry_after=1), close(4429, "rate_limited")),
        (StoreDown("away"), close(1013, "unavailable")),
    ],
)
def test_a_credential_that_is_not_good_closes_it(refused: Exception, end: dict[str, Any], talk: Any) -> None:
    made = talk(INIT)
    made.refused = refused
    assert made.serve() == [ACCEPT, end]
    assert (made.opened, made.closed) == (None, [])


def test_who_says_nothing_at_first_is_not_waited_for(talk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sockets.INIT_S == 5.0
    monkeypatch.setattr(sockets, "INIT_S", 0.01)
    assert talk(OPEN).serve() == [ACCEPT, close(4408, "Connection initialisation timeout")]


def prepares(made: Talk, *steps: Callable[[str, dict[str, Any]], Awaitable[Any]]) -> None:
    """Say what becomes of each operation."""
    left = list(steps)

    async def prepared(name: str, payload: dict[str, Any]) -> Any:
        return await left.pop(0)(name, payload)

    made.socket.prepared = prepared  # type: ignore[method-assign]


def subscribe(name: str) -> dict[str, Any]:
    return {"type": "subscribe", "id": name, "payload": {"query": "{a}"}}


async def done(*_: object) -> None:
    """It has run to its end."""


async def waits(*_: object) -> None:
    await asyncio.Event().wait()


async def broken(*_: object) -> None:
    raise KeyError("x")


async def too_many(*_: object) -> None:
    raise Refusal("too_many", "so many")


async def with_errors(*_: object) -> dict[str, Any]:
    return {"errors": [{"message": "m"}]}


async def gone(*_: object) -> None:
    raise sockets.Gone


def test_an_operation_is_told_its_end_its_errors_or_what_went_wrong(talk: Any) -> None:
    made = talk(INIT, subscribe("1"), subscribe("2"), subscribe("3"), subscribe("4"), *[{"type": "ping"}] * 6)
    prepares(made, done, with_errors, too_many, broken)
    told = [one for one in made.serve()[2:] if one["type"] != "pong"]
    assert told[0] == {"type": "complete", "id": "1"}
    assert told[1] == {"type": "error", "id": "2", "payload": [{"message": "m"}]}
    codes = [one["payload"][0]["extensions"]["code"] for one in told[2:]]
    assert ([one["id"] for one in told[2:]], codes) == (["3", "4"], ["too_many", "internal"])
    assert made.socket.operations == {}


def test_an_id_may_be_used_again_after_its_end_and_not_before(talk: Any) -> None:
    made = talk(INIT, subscribe("1"), subscribe("1"))
    prepares(made, waits)
    assert made.serve()[-1] == close(4409, "Subscriber already exists")
    made = talk(
        INIT,
        subscribe("1"),
        {"type": "complete", "id": "1"},
        {"type": "complete", "id": "1"},
        subscribe("1"),
        *[{"type": "ping"}] * 3,
    )
    prepares(made, waits, done)
    told = [one for one in made.serve() if one["type"] != "pong"]
    assert told == [ACCEPT, ACK, {"type": "complete", "id": "1"}]


@pytest.mark.parametrize(
    ("reason", "code", "told"), [("credential", 4403, "expired"), ("draining", 1012, None), ("slow", 4408, None)]
)
def test_the_end_of_a_socket_is_told_to_every_operation(reason: str, code: int, told: str | None, talk: Any) -> None:
    made = talk(INIT, subscribe("1"), subscribe("2"), lambda self: self.opened.end(reason), OPEN)
    prepares(made, waits, waits)
    sent = made.serve()
    assert sent[-1]["code"] == code
    errors = [one for one in sent if one["type"] == "error"]
    assert [one["id"] for one in errors] == ([] if reason == "slow" else ["1", "2"])
    if told is not None:
        assert {one["payload"][0]["extensions"]["code"] for one in errors} == {told}
        assert sent[-1]["reason"] == told


def test_who_does_not_read_loses_the_socket(talk: Any) -> None:
    made = talk(INIT, subscribe("1"), OPEN)
    prepares(made, gone)
    assert made.serve()[-1] == close(4408, "Slow reader")

    slow = talk(INIT)

    async def send(message: dict[str, Any]) -> None:
        if "text" in message:
            raise TimeoutError
        slow.sent.append(message)

    slow.socket.raw_send = send
    assert slow.serve() == [ACCEPT, close(4408, "Slow reader")]
