"""Following over HTTP: server-sent events, NDJSON, long poll; resumed, cut, revoked, drained."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.http.process import Open
from citadels_api.rest import streaming
from citadels_api.rest.request import Stream

from tests.support.waits import until
from tests.support.world import Person, World, lines_of, living

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


class Event:
    """One event of a stream."""

    def __init__(self, block: str) -> None:
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        self.id = int(fields["id"]) if "id" in fields else None
        self.type = fields["event"]
        self.data: Any = json.loads(fields["data"])


READERS: list[Reader] = []


@pytest.fixture(autouse=True)
def _no_reader_is_left() -> Iterator[None]:
    yield
    while READERS:
        READERS.pop().close()


class Reader:
    """A client of a stream of events on a bare socket, that can stop anywhere."""

    def __init__(self, who: Person, path: str, **headers: str) -> None:
        self.connection = socket.create_connection(("127.0.0.1", who.world.port), timeout=10)
        said = {"host": "localhost", "accept": "text/event-stream", **headers}
        if who.secret:
            said["authorization"] = f"Bearer {who.secret}"
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in said.items())
        self.connection.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self.file = self.connection.makefile("rb")
        READERS.append(self)
        self.status = int(self.file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while line := self.file.readline().strip().decode():
            name, _, value = line.partition(": ")
            self.headers[name.lower()] = value

    def chunks(self) -> Iterator[str]:
        """The pieces of the body, as they were sent."""
        while length := int(self.file.readline(), 16):
            yield self.file.read(length + 2)[:-2].decode()

    def events(self) -> Iterator[Event]:
        """The events; heartbeats are passed over."""
        for chunk in self.chunks():
            if not chunk.startswith(":"):
                yield Event(chunk.rstrip("\n"))

    def take(self, count: int) -> list[Event]:
        """So many events, and no more are waited for."""
        events = self.events()
        return [next(events) for _ in range(count)]

    def close(self) -> None:
        """Cut the connection, without a word."""
        self.file.close()
        self.connection.close()


def playing(world: World) -> tuple[list[Person], str]:
    people = [world.guest(), world.guest()]
    return people, world.table(people)


def numbers(frames: list[Any]) -> list[int]:
    return [event["number"] for frame in frames for event in frame["events"]]


def test_the_first_frame_is_a_full_view_under_its_number(world: World) -> None:
    people, table = playing(world)
    reader = Reader(people[0], f"/v1/tables/{table}/events")
    assert (reader.status, reader.headers["content-type"]) == (200, "text/event-stream")
    assert reader.headers["cache-control"] == "no-store"
    assert "ratelimit" in reader.headers
    (first,) = reader.take(1)
    assert (first.type, first.data["type"]) == ("view", "view")
    assert first.id == first.data["number"]
    assert first.data["position"] == people[0].position(table)
    reader.close()


def test_a_stream_that_is_cut_anywhere_is_resumed_without_gap_or_duplicate(world: World) -> None:
    people, table = playing(world)
    path = f"/v1/tables/{table}/events"
    whole: list[Event] = []

    def read_whole() -> None:
        whole.extend(Reader(people[0], f"{path}?after=0").events())

    def play() -> None:
        while world.one_move(table, people):
            pass

    threads = [threading.Thread(target=read_whole), threading.Thread(target=play)]
    for thread in threads:
        thread.start()
    cut: list[Event] = []
    seen = 0
    count = 1
    while not cut or cut[-1].type != "end":
        reader = Reader(people[0], path, last_event_id=str(seen))
        for event in reader.events():
            cut.append(event)
            if event.id is not None:
                seen = event.id
            if event.type == "end" or len(cut) % (count + 3) == 0:
                break
        count += 1
        reader.close()
    for thread in threads:
        thread.join(30)
    assert count > 5
    found = numbers([event.data for event in cut])
    assert found == list(range(1, seen + 1))
    assert found == numbers([event.data for event in whole])
    pieces = [event.data["events"] for event in cut if event.data["events"]]
    assert pieces == [event.data["events"] for event in whole if event.data["events"]]


def test_a_browser_that_opens_the_address_again_goes_on_where_it_was(world: World) -> None:
    people, table = playing(world)
    for seen, goes_on in (("0", 2), ("2", 3)):
        reader = Reader(people[0], f"/v1/tables/{table}/events?after=1", last_event_id=seen)
        (first,) = reader.take(1)
        assert first.data["events"][0]["number"] == goes_on
        reader.close()


def test_the_same_as_lines(world: World) -> None:
    (who, *_), table = world.finished()
    answer = who.get(f"/v1/tables/{table}/events?after=0", accept="application/x-ndjson")
    frames = lines_of(answer.text)
    assert frames[-1]["type"] == "end"
    assert numbers(frames) == list(range(1, frames[-1]["number"] + 1))
    assert who.get(f"/v1/tables/{table}/events").json()["items"][0]["type"] == "view"


def test_polling_gives_the_same_as_streaming(world: World) -> None:
    (who, *_), table = world.finished()
    path = f"/v1/tables/{table}/events"
    streamed = lines_of(who.get(f"{path}?after=0", accept="application/x-ndjson").text)
    polled: list[Any] = []
    after = 0
    while not polled or polled[-1]["type"] != "end":
        told = who.get(f"{path}?after={after}").json()
        polled += told["items"]
        after = told["after"]
    assert numbers(polled) == numbers(streamed)


def test_a_long_poll_waits_for_what_happens(world: World) -> None:
    people, table = playing(world)
    after = people[0].position(table)["number"]
    path = f"/v1/tables/{table}/events?after={after}"
    assert people[0].get(path).json() == {"items": [], "after": after}
    asked, _, decision = world.asked(table, people)
    body = {"n": decision["n"], "action": decision["actions"][0]["text"]}
    got: list[Any] = []
    waiting = threading.Thread(target=lambda: got.append(people[0].get(f"{path}&wait_ms=20000").json()))
    waiting.start()
    until(
        lambda: any(
            one.who is not None and one.who.account == people[0].id for one in list(world.server.running.streams)
        ),
        "the long poll has come",
    )
    assert asked.post(f"/v1/tables/{table}/actions", body).status_code == 200
    waiting.join(20)
    assert numbers(got[0]["items"])[0] == after + 1
    assert got[0]["after"] == got[0]["items"][-1]["number"]


def test_a_long_poll_in_vain_ends_in_time(world: World) -> None:
    people, table = playing(world)
    after = people[0].position(table)["number"]
    told = people[0].get(f"/v1/tables/{table}/events?after={after}&wait_ms=30").json()
    assert told == {"items": [], "after": after}


def test_a_refusal_comes_instead_of_a_stream(world: World) -> None:
    one = world.guest()
    table = world.table([one], players=2, visibility="private")
    for after in ("", "?after=1"):
        reader = Reader(world.guest(), f"/v1/tables/{table}/events{after}")
        assert (reader.status, reader.headers["content-type"]) == (404, "application/problem+json")
        reader.close()
    reader = Reader(one, f"/v1/tables/{table}/events", last_event_id="x")
    assert reader.status == 400
    reader.close()


def test_everything_that_concerns_me_comes_in_one_stream(world: World) -> None:
    one, two = world.guest(), world.guest()
    reader = Reader(two, "/v1/me/stream")
    events = reader.events()
    first = next(events)
    assert (first.type, first.data["owed"], first.data["tables"]) == ("snapshot", [], [])
    table = world.table([one], players=2)
    one.post(f"/v1/tables/{table}/invite", {"account": two.id})
    invited = next(event for event in events if event.type == "invited")
    assert (invited.data["table"], invited.data["by"]["id"]) == (table, one.id)
    two.post(f"/v1/tables/{table}/join")
    owed: list[Any] = []
    while not owed:
        event = next(events)
        owed = event.data.get("owed") or []
        if not owed:
            one.act(table)
    assert owed[0]["table"] == table
    reader.close()


def test_a_bot_is_there_while_its_stream_is_open(world: World) -> None:
    owner = world.account()
    bot = Person(world, owner.post("/v1/bots", {"name": world.name()}).json())
    path = f"/v1/bots/{bot.id}"
    assert world.nobody.get(path).json()["present"] is False
    reader = Reader(bot, "/v1/me/stream")
    reader.take(1)
    assert world.nobody.get(path).json()["present"] is True
    reader.close()


def test_a_revoked_credential_ends_its_streams_and_no_others(world: World) -> None:
    people, table = playing(world)
    path = f"/v1/tables/{table}/events"
    weak = Person(world, {"credential": people[0].post("/v1/credentials", {"scopes": ["play"]}).json()})
    readers = [Reader(weak, path), Reader(weak, "/v1/me/stream"), Reader(people[0], path)]
    for reader in readers:
        reader.take(1)
    people[0].post(f"/v1/credentials/{weak.credential}/revoke")
    for reader in readers[:2]:
        last = list(reader.events())[-1]
        assert (last.type, last.data["reason"]) == ("end", "credential")
    world.one_move(table, people)
    assert readers[2].take(1)[0].type == "events"
    readers[2].close()


def test_what_happens_rarely_is_bridged_by_heartbeats() -> None:
    with living(heartbeat_s=0.05) as world:
        people, table = playing(world)
        for medium, beat in (("text/event-stream", ": \n\n"), ("application/x-ndjson", "\n")):
            reader = Reader(people[0], f"/v1/tables/{table}/events", accept=medium)
            chunks = reader.chunks()
            assert json.loads(next(chunks).rpartition("data: ")[2])["type"] == "view"
            assert [next(chunks), next(chunks)] == [beat, beat]
            reader.close()


def test_a_credential_has_so_many_streams_and_no_more() -> None:
    with living(streams_per_credential=2) as world:
        people, table = playing(world)
        path = f"/v1/tables/{table}/events"
        readers = [Reader(people[0], path) for _ in range(2)]
        for reader in readers:
            reader.take(1)
        third = Reader(people[0], path)
        assert third.status == 409
        assert Reader(people[0], f"{path}?after=0", accept="application/json").status == 200
        assert Reader(people[0], f"{path}?after=0&wait_ms=1", accept="application/json").status == 409
        assert Reader(people[1], path).status == 200
        readers[0].close()
        until(lambda: Reader(people[0], path).status == 200, "another reader is let in")


def test_a_reader_who_goes_is_let_go(world: World) -> None:
    people, table = playing(world)
    reader = Reader(people[0], f"/v1/tables/{table}/events")
    reader.take(1)
    mine = [one for one in world.server.running.streams if one.who is not None and one.who.account == people[0].id]
    assert len(mine) == 1
    reader.close()
    until(lambda: mine[0] not in world.server.running.streams, "the reader is let go")


def test_a_reader_who_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "PATIENCE_S", 0.01)
    sent: list[bytes] = []
    closed: list[bool] = []

    async def send(message: Any) -> None:
        sent.append(message["body"])
        if len(sent) == 3:
            await asyncio.Event().wait()

    async def pieces() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"x"
        finally:
            closed.append(True)

    async def read_slowly() -> None:
        stream = Stream(pieces(), streaming.EVENT_STREAM)
        first = asyncio.ensure_future(anext(stream.pieces, None))
        receive = asyncio.Event().wait
        await streaming.send_stream(stream, Open(None, "somewhere"), first, receive, send, 10)

    asyncio.run(read_slowly())
    assert (sent, closed) == ([b"x"] * 3, [True])


def test_a_process_that_ends_says_so_and_answers_what_is_under_way() -> None:
    with living() as world:
        people, table = playing(world)
        path = f"/v1/tables/{table}/events"
        reader = Reader(people[0], path)
        reader.take(1)
        got: list[Any] = []
        after = people[0].position(table)["number"]
        waiting = threading.Thread(
            target=lambda: got.append(people[1].get(f"{path}?after={after}&wait_ms=20000").json())
        )
        waiting.start()
        until(lambda: len(world.server.running.streams) >= 2, "both have come")
        world.server.handle_exit(signal.SIGTERM, None)
        last = list(reader.events())[-1]
        assert (last.type, last.data) == ("end", {"type": "end", "reason": "draining"})
        waiting.join(10)
        assert got == [{"items": [], "after": after}]


def test_while_draining_nothing_is_ready_and_no_stream_begins() -> None:
    with living() as world:
        people, table = playing(world)
        assert world.nobody.get("/readyz").status_code == 200
        world.server.loop.call_soon_threadsafe(world.server.running.drain)
        until(lambda: world.nobody.get("/readyz").status_code == 503, "the process is no longer ready")
        assert world.nobody.get("/healthz").status_code == 200
        reader = Reader(people[0], f"/v1/tables/{table}/events")
        assert (reader.status, reader.headers["retry-after"]) == (503, "1")
        with contextlib.closing(reader):
            assert people[0].get("/v1/me").status_code == 200
