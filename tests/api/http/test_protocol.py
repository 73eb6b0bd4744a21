"""Slow, endless and broken clients against a real server on loopback."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
import websockets.sync.client
from citadels_api.http.protocol import Reception, protocol
from starlette.requests import Request
from uvicorn.server import ServerState

from tests.api.servers import read_all, read_up_to, served, talk

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Coroutine

    from starlette.types import Receive, Scope, Send
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SHORT = Reception(deadline=0.4)
HONEST = b"GET /ping HTTP/1.1\r\nhost: x\r\n\r\n"
LAST = b"GET /ping HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"


LEFT = threading.Event()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers `/slow` after a while, `/echo` with the body's length, and WebSockets with what they say."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    body = b"pong"
    if scope["path"] == "/echo":
        body = str(len(await Request(scope, receive).body())).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/slow":
        for _ in range(4):
            await asyncio.sleep(0.4)
            await send({"type": "http.response.body", "body": b"tick", "more_body": True})
    while scope["path"] == "/endless" and not LEFT.is_set():
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        await asyncio.sleep(0)
    await send({"type": "http.response.body", "body": body})


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        pytest.param(b"", b"", id="nothing"),
        pytest.param(b"G", b"408", id="one byte"),
        pytest.param(b"GET /ping HTTP/1.1\r\nhost: x\r\nx-y: z", b"408", id="half a head"),
        pytest.param(b"POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf", b"408", id="half a body"),
        pytest.param(
            b"POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal", b"408", id="half a chunk"
        ),
        pytest.param(b"\r\n\r\n", b"", id="line breaks"),
        pytest.param(HONEST + b"GET /pi", b"408", id="half a second request"),
    ],
)
def test_a_request_that_does_not_arrive_whole_is_ended_at_the_deadline(sent: bytes, answer: bytes) -> None:
    cut: list[str] = []
    with (
        served(app, Reception(deadline=0.4, cut=cut.append), timeout_keep_alive=600) as port,
        talk(port, sent) as half,
        talk(port, LAST) as honest,
    ):
        assert read_all(honest).endswith(b"pong\r\n0\r\n\r\n")
        assert answer in read_all(half)
    assert cut == ["deadline"]


@pytest.mark.parametrize(
    "head", [b"GET /ping HTTP/1.1\r\nx: ", b"POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n"]
)
def test_a_trickle_does_not_move_the_deadline(head: bytes) -> None:
    cut = threading.Event()
    with served(app, Reception(deadline=0.4, cut=lambda _: cut.set())) as port, talk(port, head) as slow:
        sent = 0
        while not cut.wait(0.02):
            slow.sendall(b"x")
            sent += 1
            assert sent < 1000, "the trickle went on for 20 s"
        assert b" 408 " in read_all(slow)


def test_a_hundred_slow_clients_are_gone_while_an_honest_one_is_served() -> None:
    cut: list[str] = []
    with (
        served(app, Reception(deadline=0.4, cut=cut.append), timeout_keep_alive=600) as port,
        talk(port, HONEST) as honest,
    ):
        kept = [talk(port, b"GET / HTTP/1.1\r\n"[: 1 + i % 16]) for i in range(100)]
        slow = [context.__enter__() for context in kept]
        read_up_to(honest, b"pong")
        assert all(b" 408 " in read_all(connection) for connection in slow)
        honest.sendall(LAST)
        assert read_all(honest).endswith(b"pong\r\n0\r\n\r\n")
        for context in kept:
            context.__exit__(None, None, None)
    assert cut == ["deadline"] * 100


def test_a_response_that_takes_longer_than_the_deadline_is_not_cut() -> None:
    with (
        served(app, SHORT) as port,
        talk(port, b"GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n") as patient,
    ):
        answer = read_all(patient)
    assert answer.count(b"tick") == 4
    assert answer.endswith(b"pong\r\n0\r\n\r\n")


def test_a_reader_who_takes_nothing_is_cut_off() -> None:
    LEFT.clear()
    cut: list[str] = []

    def stalled(why: str) -> None:
        cut.append(why)
        LEFT.set()

    endless = b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n"
    with served(app, Reception(stall=0.3, cut=stalled)) as port, talk(port, endless):
        assert LEFT.wait(30)
    assert cut == ["stall"]


def test_a_reader_who_is_slow_is_not_cut_off() -> None:
    LEFT.clear()
    cut: list[str] = []
    endless = b"GET /endless HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    with served(app, Reception(stall=0.6, cut=cut.append)) as port, talk(port, endless) as slow:
        for _ in range(6):
            threading.Event().wait(0.2)
            for _ in range(200):
                slow.recv(65536)
        LEFT.set()
        assert read_all(slow).endswith(b"pong\r\n0\r\n\r\n")
    assert cut == []


def test_a_connection_kept_alive_is_not_cut_by_the_deadline() -> None:
    cut: list[str] = []
    with (
        served(app, Reception(deadline=0.2, cut=cut.append), timeout_keep_alive=600) as port,
        talk(port, HONEST) as kept,
    ):
        read_up_to(kept, b"pong")
        with talk(port, b"G") as other:  # whose deadline comes later than the first's would
            read_all(other)
        kept.sendall(LAST)
        assert b"pong" in read_all(kept)
    assert cut == ["deadline"]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(
            (b"GET /ping HTTP/1.1\r\n" + b"".join(b"x-%d: %s\r\n" % (i, b"y" * 90) for i in range(300)) + b"\r\n",),
            id="many",
        ),
        pytest.param((b"GET /ping HTTP/1.1\r\nx: " + b"y" * 30_000 + b"\r\n\r\n",), id="one"),
        pytest.param((b"GET /ping HTTP/1.1\r\nx: ", b"y" * 15_000, b"y" * 15_000), id="one without an end"),
        pytest.param((b"GET /" + b"p" * 30_000,), id="address without an end"),
        pytest.param((b"GET /" + b"p" * 30_000 + b" HTTP/1.1\r\n\r\n",), id="address"),
    ],
)
def test_a_head_over_the_budget_is_answered_with_431(sent: tuple[bytes, ...]) -> None:
    cut: list[str] = []
    with served(app, Reception(cut=cut.append)) as port, talk(port, *sent) as large:
        answer = read_all(large)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b'"code":"headers_too_large"' in answer
    assert cut == ["head"]


def test_a_head_within_the_budget_passes_with_a_body_that_is_longer_than_it() -> None:
    head = b"POST /echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: " + b"y" * 15_000
    with served(app) as port, talk(port, head + b"\r\ncontent-length: 60000\r\n\r\n" + b"z" * 60_000) as large:
        assert b"60000" in read_all(large)


def test_trailers_count_for_the_budget_and_never_pass_for_headers() -> None:
    head = b"POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    cut: list[str] = []
    with served(app, Reception(cut=cut.append)) as port, talk(port, head, b"0\r\n", b"x: y\r\n" * 5_000) as large:
        read_all(large)
    assert cut == ["head"]


def test_what_is_no_http_is_refused_as_a_problem(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), served(app) as port, talk(port, b"\x16\x03\x01 hello\r\n\r\n") as strange:
        answer = read_all(strange)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"code":"invalid"' in answer
    assert not [record for record in caplog.records if record.exc_info]


def test_pipelined_requests_are_answered_in_turn() -> None:
    with served(app, SHORT) as port, talk(port, HONEST * 3 + LAST) as quick:
        assert read_all(quick).count(b"pong") == 4


def test_a_refusal_never_runs_into_an_answer_on_its_way() -> None:
    with served(app, SHORT) as port, talk(port, b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n", b"GET /sl") as mixed:
        answer = read_all(mixed)
    assert b" 408 " not in answer


def test_a_client_that_leaves_is_no_error_of_the_service(caplog: pytest.LogCaptureFixture) -> None:
    half = b"POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf"
    with caplog.at_level(logging.DEBUG), served(app, SHORT) as port:
        with talk(port, half):
            pass
        with talk(port, half) as slow:
            read_all(slow)
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_websocket_lives_on_after_the_deadline() -> None:
    with served(app, SHORT) as port, websockets.sync.client.connect(f"ws://127.0.0.1:{port}/ws") as ws:
        ws.send("one")
        assert ws.recv(timeout=20) == "one"
        with talk(port, b"G") as other:  # whose deadline comes later than the upgrade's would
            read_all(other)
        ws.send("two")
        assert ws.recv(timeout=20) == "two"


def test_a_websocket_s_head_has_the_same_budget() -> None:
    head = b"GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nx: "
    with served(app) as port, talk(port, head + b"y" * 30_000 + b"\r\n\r\n") as large:
        assert read_all(large).startswith(b"HTTP/1.1 431 ")


def test_one_address_has_no_more_connections_than_allowed() -> None:
    with served(app, Reception(per_address=2)) as port:
        url = f"ws://127.0.0.1:{port}/ws"
        with talk(port, HONEST) as first, websockets.sync.client.connect(url) as second:
            read_up_to(first, b"pong")
            with talk(port) as third:
                assert read_all(third) == b""
            second.send("still here")
            assert second.recv(timeout=20) == "still here"


def test_the_place_of_a_connection_that_ended_is_free_whatever_it_had_become() -> None:
    with served(app, Reception(per_address=1)) as port:
        for opened in (False, True, False):
            for _ in range(500):  # until the server has seen the one before go
                with talk(port, UPGRADE if opened else LAST) as next_one:
                    if read_up_to_end(next_one, b"101 " if opened else b"pong"):
                        break
            else:
                pytest.fail("a connection that ended still counts")


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def read_up_to_end(connection: socket.socket, mark: bytes) -> bool:
    """Whether this comes before the server closes."""
    answer = b""
    try:
        while mark not in answer:
            data = connection.recv(65536)
            if not data:
                return False
            answer += data
    except ConnectionResetError:
        return False
    return True


# by hand, without a clock -----------------------------------------------------------------------------------------------


class Transport:
    """Remembers what was done to it."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.protocol: object = None

    def get_extra_info(self, _name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return "close" in self.done

    def get_protocol(self) -> object:
        return self.protocol

    def can_write_eof(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """One request after the other."""

    def write(self, data: bytes) -> None:
        self.done.append(data.partition(b"\r\n")[0].decode())

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")


class Timer:
    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self.seconds, self.call, self.cancelled = seconds, call, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """Keeps what was to happen later, and starts nothing."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        self.timers.append(Timer(seconds, call))
        return self.timers[-1]

    def create_task(self, work: Coroutine[object, object, None]) -> Loop:
        work.close()
        return self

    def add_done_callback(self, _call: object) -> None:
        pass

    @property
    def running(self) -> list[Timer]:
        return [timer for timer in self.timers if not timer.cancelled]


def connection() -> tuple[HttpToolsProtocol, Transport, Loop]:
    loop, transport = Loop(), Transport()
    config = uvicorn.Config(app, lifespan="off", log_config=None)
    made = protocol(Reception(deadline=7, stall=9))(config, ServerState(), {}, loop)  # type: ignore[arg-type]  # as much of a loop as is needed
    transport.protocol = made
    made.connection_made(transport)  # type: ignore[arg-type]  # as much of a transport as is needed
    return made, transport, loop


def test_each_request_has_a_deadline_of_its_own() -> None:
    made, transport, loop = connection()
    (silent,) = loop.running
    made.data_received(b"GET /pi")
    (first,) = loop.running
    made.data_received(b"ng HTTP/1.1\r\nhost: x\r\n")
    assert loop.running == [first]
    made.data_received(b"\r\nGET /pi")
    (second,) = loop.running
    assert len({silent, first, second}) == 3
    made.data_received(b"ng HTTP/1.1\r\nhost: x\r\n\r\n")
    assert loop.running == []
    assert transport.done == []


def test_a_request_that_came_at_once_is_waited_for_no_more() -> None:
    made, _, loop = connection()
    made.data_received(HONEST)
    assert loop.running == []


def test_a_reader_who_stalls_is_not_waited_for_even_at_the_close() -> None:
    made, transport, loop = connection()
    made.data_received(HONEST)
    made.pause_writing()
    (timer,) = loop.running
    assert timer.seconds == 9
    timer.call()
    assert transport.done == ["close", "abort"]


def test_nothing_runs_on_after_a_connection_is_lost() -> None:
    made, _, loop = connection()
    made.data_received(HONEST + b"GET")
    made.pause_writing()
    made.connection_lost(None)
    assert loop.running == []


class Lingering(Transport):
    """A transport that can close its side first, of a client at an address."""

    def __init__(self, address: str = "10.0.0.1") -> None:
        super().__init__()
        self.address = address

    def get_extra_info(self, name: str) -> Any:
        return (self.address, 5) if name == "peername" else None

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.done.append("eof")


def lingering(**said: Any) -> tuple[Any, Lingering, Loop, list[str]]:
    """A connection by hand whose cuts are told."""
    cuts: list[str] = []
    loop, transport = Loop(), Lingering()
    config = uvicorn.Config(app, lifespan="off", log_config=None)
    reception = Reception(**{"deadline": 7, "stall": 9, "cut": cuts.append, **said})
    made: Any = protocol(reception)(config, ServerState(), {}, loop)  # type: ignore[arg-type]  # as much of a loop as is needed
    transport.protocol = made
    made.connection_made(transport)
    return made, transport, loop, cuts


def test_what_nobody_has_said_is_waited_for_as_long_as_ever() -> None:
    plain = Reception()
    assert (plain.deadline, plain.stall, plain.head_bytes, plain.per_address) == (10.0, 30.0, 16384, None)
    assert plain.cut("syntax") is None
    assert protocol().reception == plain  # type: ignore[attr-defined]  # of a class that is made
    assert protocol(SHORT).reception is SHORT  # type: ignore[attr-defined]  # the same


def test_a_request_that_misses_its_deadline_is_told_so_and_gets_a_moment_to_read_it() -> None:
    made, transport, loop, cuts = lingering()
    made.data_received(b"GET /pi")
    (timer,) = loop.running
    assert timer.seconds == 7
    loop.timers = []
    timer.call()
    assert (transport.done, cuts) == (["HTTP/1.1 408 Request Timeout", "eof"], ["deadline"])
    (last,) = loop.running
    assert last.seconds == 1.0
    last.call()
    assert transport.done[-1] == "close"
    made.data_received(b"ng HTTP/1.1\r\nhost: x\r\n\r\n")
    assert (len(transport.done), cuts) == (3, ["deadline"])


def test_a_connection_that_says_nothing_is_closed_without_a_word() -> None:
    _, transport, loop, cuts = lingering()
    (timer,) = loop.running
    timer.call()
    assert (transport.done, cuts) == (["close"], ["deadline"])


@pytest.mark.parametrize(
    ("fields", "turned_away"),
    [(b"", False), (b"x-y: " + b"z" * 20 + b"\r\n", False), (b"x-y: " + b"z" * 2000 + b"\r\n", True)],
)
def test_a_whole_head_over_the_budget_is_turned_away_and_never_answered(fields: bytes, turned_away: bool) -> None:
    made, transport, loop, cuts = lingering(head_bytes=100)
    made.data_received(b"GET /ping HTTP/1.1\r\nhost: x\r\n" + fields + b"\r\n")
    if turned_away:
        assert (transport.done, cuts) == (["HTTP/1.1 431 Request Header Fields Too Large", "eof"], ["head"])
    else:
        assert (transport.done, cuts, loop.running) == ([], [], [])


def test_the_budget_of_a_head_is_met_to_the_byte() -> None:
    for more, over in ((0, False), (1, True)):
        made, transport, _, cuts = lingering(head_bytes=60)
        made.data_received(b"GET /ping HTTP/1.1\r\nx-long: " + b"z" * (60 - 28 + more))
        assert (bool(cuts), bool(transport.done)) == (over, over)


def test_an_address_and_names_and_values_count_for_the_head_with_four_bytes_beside_each() -> None:
    for most, over in ((28, []), (27, ["head"])):
        made, _, _, cuts = lingering(head_bytes=most)
        made.scope = {"type": "http"}
        made.on_message_begin()
        made.url = b""
        made.on_url(b"/ping12")
        made.on_header(b"host", b"x" * 5)
        made.on_header(b"a", b"bcd")
        made.parser = SimpleNamespace(
            get_http_version=lambda: "1.1", get_method=lambda: b"GET", should_upgrade=lambda: False
        )
        with suppress(Exception):  # what comes after the budget is uvicorn's
            made.on_headers_complete()
        assert cuts == over


def test_a_body_is_not_counted_among_the_head_of_the_next_request() -> None:
    made, transport, _, cuts = lingering(head_bytes=200)
    made.data_received(b"POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n" + b"y" * 500)
    made.data_received(b"y" * 500 + b"GET /pi")
    assert (transport.done, cuts) == ([], [])
    made.data_received(b"ng HTTP/1.1\r\nx: " + b"z" * 190)
    assert cuts == ["head"]
    assert transport.done == ["close"]


def test_what_is_no_http_is_turned_away_with_400_once() -> None:
    made, transport, _, cuts = lingering()
    made.data_received(b"nonsense \x00\r\n\r\n")
    assert (transport.done, cuts) == (["HTTP/1.1 400 Bad Request", "eof"], ["syntax"])
    made.send_400_response("again")
    assert cuts == ["syntax"]


def test_a_reader_who_catches_up_is_not_cut_off_and_one_who_is_behind_twice_is_watched_once() -> None:
    made, transport, loop, cuts = lingering()
    made.data_received(HONEST)
    made.pause_writing()
    made.pause_writing()
    (timer,) = loop.running
    made.resume_writing()
    assert loop.running == []
    made.resume_writing()
    made.pause_writing()
    (again,) = loop.running
    assert again is not timer
    again.call()
    assert (transport.done, cuts) == (["close", "abort"], ["stall"])


def test_an_address_has_so_many_connections_and_its_place_is_free_again() -> None:
    cuts: list[str] = []
    kind: Any = protocol(Reception(per_address=2, cut=cuts.append))
    config = uvicorn.Config(app, lifespan="off", log_config=None)

    def come(address: str) -> tuple[Any, Lingering]:
        loop, transport = Loop(), Lingering(address)
        made = kind(config, ServerState(), {}, loop)
        transport.protocol = made
        made.connection_made(transport)
        return made, transport

    (first, _), _, (third, turned_away), (_, other) = come("a"), come("a"), come("a"), come("b")
    assert (turned_away.done, other.done, cuts) == (["close"], [], ["connections"])
    assert dict(kind.open_from) == {"a": 2, "b": 1}
    third.connection_lost(None)
    assert kind.open_from["a"] == 2
    first.connection_lost(None)
    first._discount()
    assert dict(kind.open_from) == {"a": 1, "b": 1}
    assert come("a")[1].done == []
    assert protocol(Reception(per_address=2)).open_from == {}  # type: ignore[attr-defined]  # of a class that is made


def test_a_refusal_is_a_problem_and_says_that_the_connection_ends() -> None:
    sent: list[bytes] = []
    made, transport, loop, _ = lingering()
    transport.write = sent.append  # type: ignore[method-assign, assignment]  # the bytes are wanted whole
    made.data_received(b"GET /pi")
    loop.running[0].call()
    head, _, body = b"".join(sent).partition(b"\r\n\r\n")
    assert head.split(b"\r\n") == [
        b"HTTP/1.1 408 Request Timeout",
        b"content-type: application/problem+json",
        b"content-length: %d" % len(body),
        b"connection: close",
    ]
    assert json.loads(body)["code"] == "timed_out"
    assert b'":' in body
    assert b'": ' not in body
