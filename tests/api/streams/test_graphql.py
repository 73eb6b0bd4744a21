"""Subscriptions: over server-sent events and over WebSockets, from any number on, and no longer than the credential is good."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from citadels_api.accounts.service import make_guest
from citadels_api.context import House, NoBell
from citadels_api.graphql import errors, sockets
from citadels_api.graphql.app import graphql_app
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.talking import OWN, ask, events, payload, read_events, socket, talk
from tests.support.world import NOWHERE, living

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.world import Person, World


def numbers(frames: list[Any]) -> list[int]:
    return [event["number"] for frame in frames for event in frame["events"]]


def sse(world: World, table: str, who: Person, after: int | None) -> Iterator[Any]:
    """The frames of a table, over server-sent events."""
    with events(world, OWN["Events"], {"table": table, "after": after}, who=who) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for name, told in read_events(answer):
            if name == "next":
                yield told["data"]["events"]


def websocket(world: World, table: str, who: Person, after: int | None) -> Iterator[Any]:
    """The frames of a table, over a WebSocket."""
    with talk(world, who.secret) as (tell, listen):
        variables = {"table": table, "after": after}
        tell(type="subscribe", id="1", payload={"query": OWN["Events"], "variables": variables})
        while (told := listen())["type"] == "next":
            yield told["payload"]["data"]["events"]


TRANSPORTS = pytest.mark.parametrize("follow", [sse, websocket])


@TRANSPORTS
def test_the_first_frame_is_a_view_and_whoever_comes_back_misses_nothing(world: World, follow: Any) -> None:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    stream = follow(world, table, people[0], None)
    first = next(stream)
    assert first["type"] == "VIEW"
    assert first["position"]["seat"] == 0
    got = [first]
    for _ in range(3):
        assert world.one_move(table, people)
        got.append(next(stream))
    stream.close()
    assert world.one_move(table, people)
    assert world.one_move(table, people)
    again = follow(world, table, people[0], got[-1]["number"])
    got += [next(again), next(again)]
    again.close()
    assert numbers(got) == list(range(first["number"] + 1, got[-1]["number"] + 1))
    assert got[-1]["decision"]["n"] == 5


@TRANSPORTS
def test_a_finished_game_is_told_to_its_end(world: World, follow: Any) -> None:
    people, table = world.finished()
    got = list(follow(world, table, people[0], 0))
    assert got[-1]["type"] == "END"
    assert numbers(got) == list(range(1, numbers(got)[-1] + 1))


@TRANSPORTS
def test_a_spectator_sees_no_hand(world: World, follow: Any) -> None:
    table = world.table([world.guest(), world.guest()])
    stream = follow(world, table, world.guest(), None)
    first = next(stream)["position"]
    stream.close()
    assert [seat["hand"] for seat in first["view"]["seats"]] == [None, None]
    assert first["decision"]["actions"] is None


def revoke(world: World, who: Person) -> None:
    text = "mutation M($id: ID!) { revokeCredential(input: {credential: $id}) { __typename } }"
    assert ask(world, text, {"id": who.credential}, who=who)


def test_a_revoked_credential_ends_server_sent_events(world: World) -> None:
    who = world.guest()
    with events(world, OWN["Notices"], who=who) as answer:
        coming = read_events(answer)
        next(coming)
        revoke(world, who)
        name, told = next(coming)
        assert (name, told["errors"][0]["extensions"]["code"]) == ("next", "expired")
        assert next(coming) == ("complete", None)


def test_a_revoked_credential_ends_a_socket(world: World) -> None:
    who = world.guest()
    with talk(world, who.secret) as (tell, listen):
        tell(type="subscribe", id="n", payload={"query": OWN["Notices"]})
        assert listen()["type"] == "next"
        revoke(world, who)
        told = listen()
        assert (told["type"], told["id"], told["payload"][0]["extensions"]["code"]) == ("error", "n", "expired")
        with pytest.raises(ConnectionClosed) as closed:
            listen()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "expired")


def test_notices_tell_what_is_owed(world: World) -> None:
    people = [world.guest(), world.guest()]
    with events(world, OWN["Notices"], who=people[1]) as answer:
        coming = read_events(answer)
        assert next(coming)[1]["data"]["notices"]["type"] == "SNAPSHOT"
        table = world.table(people)
        told = next(coming)[1]["data"]["notices"]
        while table not in (told["tables"] or [told["table"]]):
            told = next(coming)[1]["data"]["notices"]
        while not told["owed"]:
            world.one_move(table, people)
            told = next(coming)[1]["data"]["notices"]
        assert told["owed"][0]["table"] == table


@pytest.mark.parametrize(
    ("variables", "code"),
    [({"table": NOWHERE}, "not_found"), ({"table": "x"}, "not_found"), ({"table": NOWHERE, "after": -1}, "invalid")],
)
def test_what_cannot_be_followed_is_an_error_and_the_end(world: World, variables: Any, code: str) -> None:
    with events(world, OWN["Events"], variables) as answer:
        (name, told), last = read_events(answer)
    assert (name, told["errors"][0]["extensions"]["code"], last) == ("next", code, ("complete", None))
    with talk(world) as (tell, listen):
        tell(type="subscribe", id="1", payload={"query": OWN["Events"], "variables": variables})
        told = listen()
    assert (told["type"], told["id"], told["payload"][0]["extensions"]["code"]) == ("error", "1", code)


def test_queries_and_mutations_go_over_both_too(world: World) -> None:
    who = world.guest()
    with events(world, OWN["Me"], who=who) as answer:
        (name, told), last = read_events(answer)
    assert (name, told["data"]["me"]["id"], last) == ("next", who.id, ("complete", None))
    with talk(world, who.secret) as (tell, listen):
        tell(type="subscribe", id="a", payload={"query": OWN["CreateTable"], "variables": {"input": {}}})
        told = listen()
        assert payload(told["payload"]["data"]["createTable"], "TablePayload")
        assert listen() == {"type": "complete", "id": "a"}
        tell(type="subscribe", id="a", payload={"query": "{ nope }"})
        assert listen()["type"] == "error"


def test_a_heartbeat_shows_that_the_stream_stands(world: World) -> None:
    with events(world, OWN["Notices"], who=world.guest()) as answer:
        beats = 0
        for line in answer.iter_lines():
            beats += line == ":"
            if beats == 3:
                break


def test_a_socket_has_to_begin_in_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "INIT_S", 0.1)
    with socket(world) as connection, pytest.raises(ConnectionClosed) as closed:
        connection.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


def closing(world: World, *messages: Any) -> tuple[int, str]:
    """With which code a socket is closed after these messages."""
    with socket(world) as connection:
        with contextlib.suppress(ConnectionClosed):
            for message in messages:
                connection.send(message if isinstance(message, str | bytes) else json.dumps(message))
            while True:
                connection.recv(timeout=20)
        return connection.close_code or 0, connection.close_reason or ""


INIT = {"type": "connection_init"}


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (["{"], 4400),
        (["[]"], 4400),
        (["null"], 4400),
        ([b"{}"], 4400),
        ([{"type": "subscribe", "id": "1", "payload": {"query": "{ me { id } }"}}], 4401),
        ([INIT, INIT], 4429),
        ([INIT, {"type": "nonsense"}], 4400),
        ([INIT, {"type": "subscribe"}], 4400),
        ([INIT, {"type": "subscribe", "id": []}], 4400),
        ([INIT, {"type": "subscribe", "id": "1"}], 4400),
        ([INIT, {"type": "complete"}], 4400),
        ([INIT | {"payload": {"authorization": 3}}], 4400),
        ([INIT | {"payload": {"authorization": "Bearer nonsense"}}], 4403),
        ([INIT | {"payload": {"authorization": "Bearer ctd_guest_" + "x" * 49}}], 4403),
        ([INIT, '{"type": "ping", "payload": "' + "x" * 20_000 + '"}'], 1009),
    ],
)
def test_what_is_no_message_of_the_protocol_ends_the_socket(world: World, messages: list[Any], code: int) -> None:
    assert closing(world, *messages)[0] == code


def test_an_id_is_used_once_at_a_time(world: World) -> None:
    who = world.guest()
    begin = INIT | {"payload": {"authorization": f"Bearer {who.secret}"}}
    same = {"type": "subscribe", "id": "1", "payload": {"query": OWN["Notices"]}}
    assert closing(world, begin, same, same)[0] == 4409


def test_only_the_one_protocol_is_spoken(world: World) -> None:
    for protocols in (("graphql-ws",), ("anything",)):
        with pytest.raises(InvalidStatus), socket(world, *protocols):
            pass


def test_a_socket_answers_pings_and_ends_what_is_completed(world: World) -> None:
    with talk(world, world.guest().secret) as (tell, listen):
        tell(type="ping")
        assert listen() == {"type": "pong"}
        tell(type="subscribe", id="1", payload={"query": OWN["Notices"]})
        assert listen()["type"] == "next"
        tell(type="complete", id="1")
        tell(type="complete", id="unknown")
        tell(type="subscribe", id="1", payload={"query": OWN["Me"]})
        assert listen()["payload"]["data"]["me"]
        assert listen() == {"type": "complete", "id": "1"}


def test_a_socket_runs_so_many_operations_and_no_more() -> None:
    with living(subscriptions_per_socket=2) as small, talk(small, small.guest().secret) as (tell, listen):
        for name in ("1", "2", "3"):
            tell(type="subscribe", id=name, payload={"query": OWN["Notices"]})
        told = [listen() for _ in range(3)]
        refused = [one for one in told if one["type"] == "error"]
        assert [(one["id"], one["payload"][0]["extensions"]["code"]) for one in refused] == [("3", "too_many")]


def test_a_credential_is_not_taken_from_the_address(world: World) -> None:
    who = world.guest()
    answer = world.client.post(f"/graphql?authorization={who.secret}", json={"query": "{ me { id } }"})
    assert answer.json()["data"] == {"me": None}


def test_streams_of_one_credential_are_counted() -> None:
    with living(streams_per_credential=1) as small:
        who = small.guest()
        with events(small, OWN["Notices"], who=who) as answer:
            coming = read_events(answer)
            next(coming)
            with events(small, OWN["Notices"], who=who) as second:
                assert second.status_code == 409
                assert json.loads(second.read())["errors"][0]["extensions"]["code"] == "too_many"


async def hang_up(
    scope: dict[str, Any], first: dict[str, Any], *, silently: bool = False, sent: list[Any] | None = None
) -> Any:
    """A connection to a door of its own whose client goes after the first result; what the process still holds of it.

    One who goes silently does not say so, but nothing more can be sent to him. Where it is noted what is `sent`, it is the process
    that is about to end, and the client stays.
    """
    house = House(MemoryStore(), Settings.model_validate({"redis_url": "memory://"}), NoBell())
    who = (await make_guest(house, name=None, address="x")).credential.secret
    door = graphql_app(house)
    got = asyncio.Event()
    waiting = [first]
    if scope["type"] == "websocket":
        init = {"type": "connection_init", "payload": {"authorization": f"Bearer {who}"}}
        begin = {"type": "subscribe", "id": "1", "payload": {"query": OWN["Notices"]}}
        waiting += [{"type": "websocket.receive", "text": json.dumps(one)} for one in (init, begin)]
    scope = scope | {"headers": [(b"authorization", f"Bearer {who}".encode()), *scope["headers"]]}

    async def receive() -> Any:
        if waiting:
            return waiting.pop(0)
        await asyncio.wait_for(got.wait(), 300)
        return {"type": f"{scope['type']}.disconnect", "code": 1001}

    async def send(message: Any) -> None:
        if b"SNAPSHOT" in str(message).encode():
            if silently:
                raise OSError("gone")
            if sent is None:
                got.set()
            else:
                door.running.drain()
        elif sent is not None:
            sent.append(message)

    await door(scope, receive, send)
    tasks = {task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()}
    return door.running.streams, tasks - {"credentials of open streams"}


HTTP: Any = {
    "type": "http",
    "method": "POST",
    "path": "/graphql",
    "query_string": b"",
    "headers": [(b"content-type", b"application/json"), (b"accept", b"text/event-stream")],
}
WEBSOCKET: Any = {"type": "websocket", "path": "/graphql", "subprotocols": ["graphql-transport-ws"], "headers": []}


def test_a_process_that_ends_says_so_to_its_streams() -> None:
    over_http: list[Any] = []
    asyncio.run(
        hang_up(HTTP, {"type": "http.request", "body": json.dumps({"query": OWN["Notices"]}).encode()}, sent=over_http)
    )
    assert b'"code":"unavailable"' in over_http[-2]["body"]
    assert over_http[-1] == {"type": "http.response.body", "body": b"event: complete\ndata: \n\n", "more_body": False}
    over_socket: list[Any] = []
    asyncio.run(hang_up(WEBSOCKET, {"type": "websocket.connect"}, sent=over_socket))
    assert json.loads(over_socket[-2]["text"])["payload"][0]["extensions"]["code"] == "unavailable"
    assert over_socket[-1] == {"type": "websocket.close", "code": 1012, "reason": "unavailable"}


def test_who_is_gone_without_a_word_is_no_mistake_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Mock()
    monkeypatch.setattr(errors, "LOG", log)
    assert asyncio.run(hang_up(WEBSOCKET, {"type": "websocket.connect"}, silently=True)) == (set(), set())
    assert log.mock_calls == []


@pytest.mark.parametrize(
    ("scope", "first"),
    [
        (HTTP, {"type": "http.request", "body": json.dumps({"query": OWN["Notices"]}).encode()}),
        (WEBSOCKET, {"type": "websocket.connect"}),
    ],
)
def test_who_hangs_up_leaves_nothing_behind(scope: Any, first: Any) -> None:
    assert asyncio.run(hang_up(scope, first)) == (set(), set())
