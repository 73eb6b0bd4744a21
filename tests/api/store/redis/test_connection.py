"""One connection and the link that keeps one alive, over a transport that only remembers what was written."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import pytest
from citadels_api.store.ports import StoreDown, StoreError, Unknown
from citadels_api.store.redis import connection
from citadels_api.store.redis.connection import Address, Connection, Link, Refused, Single, always, connect, end

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.store.redis.connection import Reply

pytestmark = pytest.mark.anyio

PING = b"*1\r\n$4\r\nPING\r\n"


class Transport:
    """Remembers what was written, and that it was cut."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.cut = 0

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def abort(self) -> None:
        self.cut += 1


class Timers:
    """The clock and the timers of a loop, moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.set: list[Any] = []
        self.soon: list[Callable[[], None]] = []

    def time(self) -> float:
        return self.now

    def create_future(self) -> asyncio.Future[Reply]:
        return asyncio.get_running_loop().create_future()

    def call_soon(self, call: Callable[[], None]) -> None:
        self.soon.append(call)

    def call_at(self, when: float, call: Callable[..., None], *given: Any) -> Any:
        timer = SimpleNamespace(when=when, call=call, given=given, cancelled=False)
        timer.cancel = lambda: setattr(timer, "cancelled", True)
        self.set.append(timer)
        return timer

    def call_later(self, delay: float, call: Callable[..., None], *given: Any) -> Any:
        return self.call_at(self.now + delay, call, *given)

    def turn(self) -> None:
        """One turn of the loop."""
        waiting, self.soon = self.soon, []
        for call in waiting:
            call()

    def fire(self) -> Any:
        """The one timer that is set goes off."""
        (timer,) = [one for one in self.set if not one.cancelled]
        self.set = []
        self.now = timer.when
        timer.call(*timer.given)
        return timer


def connected(*, timeout: float = 2.0, pushed: Any = None) -> tuple[Any, Transport, Timers, list[Connection]]:
    """A connection that stands, its transport, its timers, and whose loss was told."""
    lost: list[Connection] = []
    made: Any = Connection(timeout, lost.append, pushed)
    made._loop = timers = Timers()
    transport: Any = Transport()
    made.connection_made(transport)
    return made, transport, timers, lost


# addresses


def test_an_address_is_named_by_its_path_or_its_host_and_port_and_never_by_its_password() -> None:
    assert repr(Address(host="h", port=7, password="hidden")) == "h:7"
    assert repr(Address(path="/run/s", host="h")) == "/run/s"
    assert repr(Address(host="h")) == "h:6379"
    plain = Address()
    assert (plain.host, plain.path, plain.username, plain.password, plain.database, plain.tls, plain.master) == (
        "", "", "", "", 0, None, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "greeting"),
    [
        ({}, [("PING",)]),
        ({"master": True}, [("ROLE",)]),
        ({"password": "p"}, [("AUTH", "p"), ("PING",)]),
        ({"username": "u", "password": "p", "database": 3}, [("AUTH", "u", "p"), ("SELECT", 3), ("PING",)]),
        ({"username": "u"}, [("PING",)]),
        ({"database": 1, "master": True}, [("SELECT", 1), ("ROLE",)]),
    ],
)
def test_a_new_connection_says_who_it_is_what_it_wants_and_then_asks(said: dict[str, Any], greeting: list[Any]) -> None:
    assert Address(**said).greeting() == greeting


def test_a_refusal_is_known_by_its_first_word() -> None:
    assert Refused("MOVED 5 there").word == "MOVED"
    assert Refused("OOM").word == "OOM"


# one connection


async def test_what_is_sent_within_two_turns_leaves_in_one_piece() -> None:
    made, transport, timers, _ = connected()
    made.send(("PING",))
    timers.turn()
    made.send(("PING",))
    assert transport.written == []
    timers.turn()
    assert transport.written == [PING + PING]
    made.send(("PING",))
    timers.turn()
    timers.turn()
    assert transport.written == [PING + PING, PING]
    timers.turn()
    assert len(transport.written) == 2


async def test_answers_are_matched_by_their_order() -> None:
    made, _, timers, _ = connected()
    one, two, three = (made.send(("GET", name)) for name in "abc")
    two.cancel()
    timers.now = 101.0
    made.data_received(b"$1\r\nx\r\n$1\r\ny\r\n-ERR no")
    assert (one.result(), three.done(), made.heard) == (b"x", False, 101.0)
    made.data_received(b"t so\r\n")
    assert three.result().word == "ERR"


async def test_an_answer_that_was_made_before_is_the_one_that_is_given() -> None:
    made, _, _, _ = connected()
    answer = asyncio.get_running_loop().create_future()
    assert made.send(("PING",), answer) is answer
    made.data_received(b"+PONG\r\n")
    assert answer.result() == b"PONG"


async def test_no_more_than_so_many_calls_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.PENDING_LIMIT == 20_000
    monkeypatch.setattr(connection, "PENDING_LIMIT", 2)
    made, transport, timers, _ = connected()
    first, second, third = (made.send(("PING",)) for _ in range(3))
    assert (first.done(), second.done()) == (False, False)
    assert type(third.result()) is StoreDown
    assert str(third.result()) == "too many calls wait for the store"
    timers.turn()
    timers.turn()
    assert transport.written == [PING * 2]


async def test_without_a_connection_nothing_is_sent() -> None:
    made: Any = Connection(1.0, lambda _: None)
    assert not made.open
    answer = made.send(("PING",))
    assert type(answer.result()) is StoreDown
    assert str(answer.result()) == "not connected"
    made.tell(("PING",))
    made.abort()
    made.connection_lost(None)
    made._flush()


async def test_what_is_told_leaves_at_once_and_waits_for_nothing() -> None:
    made, transport, timers, _ = connected()
    assert made.open
    made.tell(("PING",))
    assert (transport.written, timers.set, timers.soon) == ([PING], [], [])


async def test_what_is_pushed_is_handed_on_and_answers_nobody() -> None:
    pushed: list[Reply] = []
    made, transport, _, _ = connected(pushed=pushed.append)
    made.data_received(b"+one\r\n:0\r\n+two\r\n")
    assert (pushed, transport.cut) == ([b"one", 0, b"two"], 0)


async def test_who_is_out_of_step_or_speaks_something_else_is_cut_off() -> None:
    for data in (b"+nobody asked\r\n", b"HTTP/1.1 400\r\n"):
        made, transport, _, lost = connected()
        made.data_received(data)
        assert (transport.cut, lost, made.open) == (1, [made], False)


async def test_the_oldest_call_has_so_long_and_a_moment_to_be_read() -> None:
    made, transport, timers, lost = connected(timeout=2.0)
    first = made.send(("PING",))
    timers.now = 101.5
    second = made.send(("PING",))
    (timer,) = timers.set
    assert timer.when == 102.0
    assert made._watch is timer
    made._out.clear()
    timers.fire()
    (timer,) = timers.set
    assert timer.when == pytest.approx(102.005)
    assert (transport.cut, first.done()) == (0, False)
    timers.fire()
    assert (transport.cut, lost) == (1, [made])
    for answer in (first, second):
        assert type(answer.result()) is Unknown
        assert str(answer.result()) == "no answer from the store"


async def test_an_answer_in_time_lets_the_next_call_wait_for_as_long() -> None:
    made, transport, timers, _ = connected(timeout=2.0)
    made.send(("PING",))
    timers.now = 101.5
    made.send(("PING",))
    made.data_received(b"+PONG\r\n")
    timers.fire()
    (timer,) = timers.set
    assert timer.when == 103.5
    timers.fire()
    (timer,) = timers.set
    assert timer.when == pytest.approx(103.505)
    made.data_received(b"+PONG\r\n")
    timers.fire()
    assert (transport.cut, timers.set, made._watch) == (0, [], None)
    made.send(("PING",))
    assert len(timers.set) == 1


async def test_what_comes_at_the_last_moment_saves_the_connection() -> None:
    made, transport, timers, _ = connected(timeout=2.0)
    made.send(("PING",))
    timers.now = 101.0
    made.send(("PING",))
    timers.now = 102.0
    timers.fire()
    made.data_received(b"+PONG\r\n")
    timers.fire()
    assert transport.cut == 0
    (timer,) = timers.set
    assert timer.when == 103.0


async def test_what_never_left_is_down_and_what_left_is_unknown() -> None:
    made, _, timers, lost = connected()
    sent, cancelled = made.send(("PING",)), made.send(("PING",))
    timers.turn()
    timers.turn()
    unsent = made.send(("PING",))
    cancelled.cancel()
    made.connection_lost(None)
    assert (type(sent.result()), type(unsent.result()), str(unsent.result())) == (Unknown, StoreDown, "connection lost")
    assert (lost, made._watch, made.open) == ([made], None, False)
    assert all(one.cancelled for one in timers.set)
    made.connection_lost(None)
    made.abort()
    assert lost == [made]
    assert str(made.send(("PING",)).result()) == "not connected"


# connecting


class Server:
    """A server on loopback that gives these answers, one a connection and command, and remembers what it was told."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.told: list[bytes] = []

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    def address(self, **more: Any) -> Address:
        return Address(host="127.0.0.1", port=self.port, **more)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            self.told.append(data)
            if self.answers:
                writer.write(self.answers.pop(0))
        writer.close()


async def test_a_connection_stands_once_the_server_has_answered() -> None:
    async with Server(b"+PONG\r\n", b":4\r\n") as server:
        lost: list[Connection] = []
        pushed: list[Reply] = []
        made = await connect(server.address(), 20.0, lost.append)
        assert (made.open, made.timeout, made.pushed, server.told) == (True, 20.0, None, [PING])
        assert await made.send(("INCR", "x")) == 4
        made.abort()
        assert lost == [made]
        server.answers = [b"+PONG\r\n"]
        listening = await connect(server.address(), 20.0, pushed=pushed.append)
        assert listening.pushed == pushed.append
        listening.abort()


@pytest.mark.parametrize(
    ("answer", "more", "why"),
    [
        (b"-NOAUTH first say who you are\r\n", {}, "refuses PING: NOAUTH"),
        (b"-WRONGPASS hidden\r\n+PONG\r\n", {"password": "hidden"}, "refuses AUTH: WRONGPASS"),
        (b"*3\r\n$5\r\nslave\r\n$1\r\nh\r\n:1\r\n", {"master": True}, "is not the master"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", {}, "refuses PING: no answer from the store"),
    ],
)
async def test_a_server_that_will_not_do_is_down_and_says_why(answer: bytes, more: dict[str, Any], why: str) -> None:
    async with Server(answer) as server:
        with pytest.raises(StoreDown) as caught:
            await connect(server.address(**more), 20.0)
        assert str(caught.value) == f"the store at 127.0.0.1:{server.port} {why}"


async def test_a_master_will_do_where_a_master_is_wanted() -> None:
    async with Server(b"*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n") as server:
        made = await connect(server.address(master=True), 20.0)
        assert made.open
        made.abort()


async def test_where_nobody_answers_the_store_is_down() -> None:
    async with Server() as server:
        with pytest.raises(StoreDown) as caught:
            await connect(server.address(), 0.02)
        assert str(caught.value) == f"no store at 127.0.0.1:{server.port}: no answer"
    with pytest.raises(StoreDown, match=r"^no store at /no/such/socket: .*No such file"):
        await connect(Address(path="/no/such/socket"), 20.0)


# a link


class Lines:
    """What connecting comes to, in turn: a connection, or an error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *found: Exception | None) -> None:
        self.found = list(found)
        self.slept: list[float] = []
        self.asked: list[tuple[Address, float]] = []
        self.made: list[Any] = []
        self.transports: list[Transport] = []
        self.go = asyncio.Event()
        monkeypatch.setattr(connection, "connect", self.connect)
        replace_in(monkeypatch, connection, random, uniform=lambda low, high: (low + high) / 2)
        replace_in(monkeypatch, connection, asyncio, sleep=self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        async with asyncio.timeout(60):
            await self.go.wait()

    async def connect(self, address: Address, timeout: float, lost: Callable[[Connection], None]) -> Any:
        self.asked.append((address, timeout))
        found = self.found.pop(0) if self.found else None
        if found is not None:
            raise found
        made, transport, _, _ = connected(timeout=timeout)
        made.lost = lost
        self.made.append(made)
        self.transports.append(transport)
        return made


HERE = Address(host="here")


async def settled(link: Any) -> None:
    """Wait until the link has done what it does by itself."""
    if link._task is not None:
        await asyncio.wait([link._task], timeout=30)


async def test_the_first_call_connects_and_is_sent_then(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines(monkeypatch)
    link: Any = Link(always(HERE), 5.0)
    assert link.trouble == 1
    one, two, gone = link.send(("PING",)), link.send(("PING",)), link.send(("PING",))
    gone.cancel()
    await settled(link)
    assert (link.trouble, lines.asked, lines.made[0].timeout) == (0, [(HERE, 2.0)], 5.0)
    lines.made[0].data_received(b"+one\r\n+two\r\n")
    assert (one.result(), two.result()) == (b"one", b"two")
    third = link.send(("PING",))
    lines.made[0].data_received(b"+three\r\n")
    assert third.result() == b"three"
    assert len(lines.made) == 1


async def test_who_waited_for_a_first_attempt_in_vain_is_told_and_so_is_who_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = Lines(monkeypatch, StoreDown("no store there"), TimeoutError(), StoreError("odd"), *[StoreDown("no")] * 4)
    link: Any = Link(always(HERE), 5.0)
    first = link.send(("PING",))
    assert str(await first) == "no store there"
    assert type(first.result()) is StoreDown
    assert link.trouble == 2
    later = link.send(("PING",))
    assert (later.done(), str(later.result())) == (True, "no store there")
    lines.go.set()
    await settled(link)
    assert lines.slept == pytest.approx([0.05, 0.1, 0.2, 0.4, 0.8, 0.8, 0.8])
    assert link.trouble == 0
    answer = link.send(("PING",))
    lines.made[0].data_received(b"+PONG\r\n")
    assert answer.result() == b"PONG"


async def test_an_attempt_without_an_answer_has_words_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    Lines(monkeypatch, TimeoutError())
    link: Any = Link(always(HERE), 5.0)
    assert str(await link.send(("PING",))) == "the store does not answer"
    await link.close()


async def test_pauses_between_attempts_are_not_all_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines(monkeypatch, StoreDown("no"))
    between: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        between.append((low, high))
        return 3.0

    replace_in(monkeypatch, connection, random, uniform=uniform)
    link: Any = Link(always(HERE), 5.0)
    await link.send(("PING",))
    await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(_until(lambda: bool(lines.slept)))), 30)
    assert between == [(0.8, 1.2)]
    assert lines.slept == pytest.approx([0.15])
    await link.close()


async def _until(true: Callable[[], bool]) -> None:
    """Turns of the loop until something holds."""
    while not true():
        turn = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(turn.set_result, None)
        await turn


async def test_a_connection_that_is_lost_is_made_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines(monkeypatch)
    link: Any = Link(always(HERE), 5.0)
    link.send(("PING",))
    await settled(link)
    link.drop()
    assert (lines.transports[0].cut, link.trouble) == (1, 1)
    answer = link.send(("PING",))
    assert not answer.done()
    await settled(link)
    assert (len(lines.made), link.trouble) == (2, 0)
    link._lose(lines.made[0])
    assert link.trouble == 0
    lines.made[1].data_received(b"+PONG\r\n")
    assert answer.result() == b"PONG"


async def test_a_link_that_cannot_be_looked_for_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    Lines(monkeypatch)

    async def fail() -> Address:
        raise RuntimeError("a fault of ours")

    link: Any = Link(fail, 5.0)
    answer = link.send(("PING",))
    task = link._task
    await settled(link)
    assert str(answer.result()) == "the store cannot be found"
    assert isinstance(task.exception(), RuntimeError)
    assert (link._task, link.trouble) == (None, 2)


async def test_where_a_server_is_is_asked_for_less_than_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    Lines(monkeypatch)
    waited: list[float | None] = []
    real = asyncio.timeout

    def timeout(seconds: float | None) -> Any:
        waited.append(seconds)
        return real(seconds)

    replace_in(monkeypatch, connection, asyncio, timeout=timeout)
    link: Any = Link(always(HERE), 5.0)
    link.send(("PING",))
    await settled(link)
    assert waited == [2.0]


async def test_a_link_that_is_closed_answers_nothing_more_and_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = Lines(monkeypatch)
    link: Any = Link(always(HERE), 5.0)
    link.send(("PING",))
    await settled(link)
    asked = link.send(("PING",))
    await link.close()
    assert type(asked.result()) is StoreDown
    assert lines.transports[0].cut == 1
    assert str(link.send(("PING",)).result()) == "the store is closed"
    assert (link._task, len(lines.made)) == (None, 1)
    unused: Any = Link(always(HERE), 5.0)
    await unused.close()
    assert str(unused.send(("PING",)).result()) == "the store is closed"


async def test_who_waits_while_a_link_is_closed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Lines(monkeypatch)

    async def never() -> Address:
        await asyncio.Event().wait()
        return HERE

    link: Any = Link(never, 50.0)
    answer = link.send(("PING",))
    await link.close()
    assert str(answer.result()) == "the store is closed"


async def test_ending_no_task_is_nothing_and_ending_one_cancels_it() -> None:
    await end(None)
    task = asyncio.get_running_loop().create_task(asyncio.Event().wait())
    await end(task)  # type: ignore[arg-type]  # what it returns is not looked at
    assert task.cancelled()


# a wire of one


async def test_one_server_holds_all_keys_and_is_left_where_it_is_only_a_replica(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = Lines(monkeypatch)
    one: Any = Single(always(HERE), 5.0)
    answer = one.send("any", ("PING",))
    await settled(one._link)
    lines.made[0].data_received(b"+PONG\r\n")
    assert answer.result() == b"PONG"
    assert (one.group("a"), one.group("b")) == (0, 0)
    assert await one.nodes() == [one._link]
    assert await one.mend(Refused("OOM full"), "any", ("PING",)) is None
    assert lines.transports[0].cut == 0
    assert await one.mend(Refused("READONLY a replica"), "any", ("PING",)) is None
    assert lines.transports[0].cut == 1
    await one.close()
    assert str(one.send("any", ("PING",)).result()) == "the store is closed"
