"""Webhooks: in order, signed, tried again, and never led to where nobody outside may go."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
import logging
import socket
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
from citadels_api.store.keys import document
from citadels_api.store.ports import StoreDown
from citadels_api.tables.stored import Player
from citadels_api.webhooks.addresses import is_public
from citadels_api.webhooks.service import change_hook, deliveries, make_webhook, replay_webhook, webhooks
from citadels_workers import live_tournaments, webhook_delivery
from citadels_workers.outbound_http import Refused, send
from citadels_workers.webhook_delivery import deliver, has_slot, is_given_up, pause_after, see_to_hooks

from tests.support.houses import make_house
from tests.support.played_live import log_of, made, now_of, organizer, pass_time, play_to_the_end
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from citadels_api.context import House, Principal
    from citadels_api.tournaments.log import Held
    from citadels_api.webhooks.contract import WebhookAnswer

    from tests.support.houses import Clock, Rings


SLOW = b"slow"


class Ear:
    """A server on loopback that notes what it is sent, and answers what it is told to."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[bytes] = []
        self.port = 0
        self.at_work: set[asyncio.Task[None]] = set()
        self.meanwhile: list[Coroutine[Any, Any, object]] = []
        """What happens before the next answers, one each."""

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one message."""
        task = asyncio.create_task(self.hear(reader, writer))
        self.at_work.add(task)
        task.add_done_callback(self.at_work.discard)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def numbers(self) -> list[int]:
        """The numbers of the entries that came, in order."""
        return [json.loads(body)["data"]["number"] for _, body in self.heard]

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Note it, and answer; to be slow is to answer nothing until the other side has gone."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.heard.append((headers, body))
        if self.meanwhile:
            await self.meanwhile.pop(0)
        answer = self.answers.pop(0) if self.answers else b"HTTP/1.1 204 No Content\r\n\r\n"
        with contextlib.suppress(ConnectionError):
            if answer == SLOW:
                await reader.read()
            writer.write(answer)
            await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@contextlib.asynccontextmanager
async def ear() -> AsyncIterator[Ear]:
    """Such a server."""
    made_ = Ear()
    server = await asyncio.start_server(made_.serve, "127.0.0.1", 0)
    made_.port = server.sockets[0].getsockname()[1]
    try:
        yield made_
    finally:
        server.close()
        await asyncio.gather(*made_.at_work)
        await server.wait_closed()


async def hooked(listening: Ear, **said: Any) -> tuple[House, Clock, Principal, str, WebhookAnswer, Rings]:
    """A tournament of two bots of the house that has not begun, with a webhook."""
    house, rings, clock = make_house(webhook_hosts=(f"127.0.0.1:{listening.port}",))
    ann = await organizer(house)
    tour = await made(house, ann, house=["random", "random"], settings={"seats": 2}, begins="now")
    hook = await make_webhook(house, ann, tour, url=listening.url, **said)
    return house, clock, ann, tour, hook, rings


def status(number: int, *more: str) -> bytes:
    """An answer."""
    return "\r\n".join([f"HTTP/1.1 {number} Some", "Content-Length: 0", *more, "", ""]).encode()


def test_what_happens_is_sent_in_order_and_signed() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, _, tour, hook, rings = await hooked(listening, kinds=["round", "result", "ended"])
            await play_to_the_end(house, rings, clock, tour)
            await pass_time(house, clock, 1)
            await settled(listening, 4)
        assert hook.secret is not None
        assert [json.loads(body)["type"] for _, body in listening.heard] == [
            "tournament.round", "tournament.result", "tournament.result", "tournament.ended",
        ]  # fmt: skip
        key = base64.b64decode(hook.secret.removeprefix("whsec_"))
        for headers, body in listening.heard:
            signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
            right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
            assert headers["webhook-signature"] == f"v1,{right}"
            assert headers["webhook-id"] == f"{hook.id}_{json.loads(body)['data']['number']}"
            assert "authorization" not in headers

    asyncio.run(scenario())


async def settled(listening: Ear, count: int) -> None:
    """Wait until so many messages have come."""
    for _ in range(1000):
        if len(listening.heard) >= count:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"{len(listening.heard)} messages have come")


def test_a_message_that_fails_is_sent_again_later_under_the_same_id_and_holds_up_the_next() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)
            listening.answers = [status(500), status(302, "Location: http://127.0.0.1:1/")]
            assert await deliver(house, tour, hook.id) == 0
            assert await deliver(house, tour, hook.id) == 0, "not before its time"
            clock.now += pause_after(1) + 1000
            assert await deliver(house, tour, hook.id) == 0, "a redirect is not followed"
            assert [one.failures for one in await webhooks(house, ann, tour)] == [2]
            clock.now += pause_after(2) + 1000
            assert await deliver(house, tour, hook.id) == 4
            assert listening.numbers == [1, 1, 1, 2, 3, 4]
            assert len({headers["webhook-id"] for headers, _ in listening.heard[:3]}) == 1
            tried = (await deliveries(house, ann, tour, hook.id)).items
            assert [one.status for one in tried] == [500, 302, 204, 204, 204, 204]
            assert [one.failures for one in await webhooks(house, ann, tour)] == [0]

    asyncio.run(scenario())


def test_what_fails_for_a_day_is_given_up_and_a_replay_turns_it_on_again() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)
            began = clock.now
            while not (await webhooks(house, ann, tour))[0].off:
                listening.answers = [status(503)]
                await deliver(house, tour, hook.id)
                clock.now += 3_700_000
            assert len(listening.heard) > 20
            assert clock.now - began > house.settings.webhook_keep_ms
            await replay_webhook(house, ann, tour, hook.id, after=2)
            listening.heard.clear()
            await deliver(house, tour, hook.id)
            assert listening.numbers == [3, 4]

    asyncio.run(scenario())


def test_who_says_that_it_is_gone_is_told_nothing_more() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, _, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)
            listening.answers = [status(410)]
            await deliver(house, tour, hook.id)
            assert (await webhooks(house, ann, tour))[0].off

    asyncio.run(scenario())


def test_a_process_killed_at_any_write_sends_each_message_and_a_repeated_one_under_its_id() -> None:
    async def scenario() -> None:
        for count in range(40):
            async with ear() as listening:
                house, clock, ann, tour, hook, _ = await hooked(listening)
                await replay_webhook(house, ann, tour, hook.id)
                faulty = Faulty(clock, house.store.space)  # type: ignore[attr-defined]  # it is the memory store
                faulty.left = count
                killed, _, _ = make_house(faulty, webhook_hosts=house.settings.webhook_hosts)
                died = False
                try:
                    await deliver(killed, tour, hook.id)
                except StoreDown:
                    died = True
                clock.now += 60_000
                await deliver(house, tour, hook.id)
                ids = [headers["webhook-id"] for headers, _ in listening.heard]
                assert list(dict.fromkeys(ids)) == [f"{hook.id}_{number}" for number in (1, 2, 3, 4)]
                assert len(ids) <= 5, "at most the one in hand comes twice"
                if not died:
                    return
        raise AssertionError("it writes without end")

    asyncio.run(scenario())


def test_a_replay_during_an_attempt_is_not_lost() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, _, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id, after=2)
            listening.meanwhile = [replay_webhook(house, ann, tour, hook.id)]
            await deliver(house, tour, hook.id)
            assert listening.numbers == [3, 1, 2, 3, 4]

    asyncio.run(scenario())


def test_a_replay_while_the_clock_looks_for_the_last_time_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, rings = await hooked(listening)
            await play_to_the_end(house, rings, clock, tour)
            await pass_time(house, clock, 2)
            last = (await now_of(house, tour)).number
            await settled(listening, last - hook.cursor)
            packing = live_tournaments.pack

            async def pack(at: House, there: Held) -> int:
                monkeypatch.setattr(live_tournaments, "pack", packing)
                await replay_webhook(house, ann, tour, hook.id, after=last - 1)
                return await packing(at, there)

            monkeypatch.setattr(live_tournaments, "pack", pack)
            await live_tournaments.attend(house, tour)
            await pass_time(house, clock, 3)
            await settled(listening, last - hook.cursor + 1)
            assert listening.numbers[-2:] == [last, last]

    asyncio.run(scenario())


def test_two_who_deliver_at_once_do_not_overtake_each_other() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, _, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)
            await asyncio.gather(*[deliver(house, tour, hook.id) for _ in range(5)])
            assert listening.numbers == [1, 2, 3, 4]

    asyncio.run(scenario())


# addresses


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1",
        "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "::127.0.0.1",
        "192.88.99.1", "192.0.0.9", "192.31.196.1", "192.52.193.1", "192.175.48.1", "198.19.0.1", "240.0.0.1", "2002:808:808::",
        "2001:1::1", "2001:20::1", "2620:4f:8000::1", "3fff::1", "5f00::1", "64:ff9b:1::1", "100::1", "4000::1",
    ],
)  # fmt: skip
def test_an_address_inside_is_none_of_the_open_net_in_any_spelling(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "192.88.98.255", "2a00:1450::1", "2001:4860:4860::8888", "64:ff9b::808:808", "::ffff:8.8.8.8"],
)
def test_a_host_of_the_open_net_is_one(address: str) -> None:
    assert is_public(address)


def named(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """Let every name stand for these addresses, an answer a question, with spaces in it several; the names that were asked for."""
    asked: list[str] = []
    waiting = list(answers)

    async def resolve(_: object, host: str, port: int, **__: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in waiting.pop(0).split()]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    return asked


def test_the_operator_names_one_port_and_not_a_whole_host(monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, "127.0.0.1")
    with pytest.raises(Refused, match="private_address"):
        asyncio.run(send("https://hooks.example:6379/", b"", {}, hosts=["hooks.example", "hooks.example:8443"]))


@pytest.mark.parametrize("address", ["127.0.0.1", "::ffff:169.254.169.254", "10.0.0.1", "10.0.0.1 127.0.0.1 ::1"])
def test_a_name_that_stands_for_an_address_inside_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, address)
    with pytest.raises(Refused, match="private_address"):
        asyncio.run(send("https://example.com/hook", b"", {}))


@pytest.mark.parametrize("answer", ["10.0.0.1 1.1.1.1", "1.1.1.1 10.0.0.1", "127.0.0.1 ::1 1.1.1.1 10.0.0.1"])
def test_of_several_addresses_only_the_public_one_is_connected_to(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connected: list[str] = []

    async def connect(_: object, __: object, host: str, *___: Any, **____: Any) -> Any:
        connected.append(host)
        raise ConnectionRefusedError

    asked = named(monkeypatch, answer)
    monkeypatch.setattr(asyncio.BaseEventLoop, "create_connection", connect)
    with pytest.raises(Refused, match="connection"):
        asyncio.run(send("https://example.com/hook", b"", {}))
    assert (asked, connected) == (["example.com"], ["1.1.1.1"])


def test_a_name_is_resolved_once_and_what_was_looked_at_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> list[str]:
        async with ear() as listening:
            asked = named(monkeypatch, "127.0.0.1", "10.0.0.1")
            url = f"http://hooks.example:{listening.port}/a?b=c"
            assert await send(url, b"x", {}, hosts=[f"hooks.example:{listening.port}"]) == 204
            assert listening.heard[0][0]["host"] == f"hooks.example:{listening.port}"
            return asked

    assert asyncio.run(scenario()) == ["hooks.example"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://example.com/", "not_https"),
        ("https://ann:word@example.com/", "address"),
        ("ftp://example.com/", "address"),
        ("https://", "address"),
        ("https://[::1", "address"),
        ("https://[::ffff:7f00:1]/", "private_address"),
        ("https://127.1/", "private_address"),
    ],
)
def test_what_is_no_open_address_is_refused_with_a_word(url: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        asyncio.run(send(url, b"", {}))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + b"x" * 200_000, "answer_too_long"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n", "connection"),
        (b"nonsense\r\n\r\n", "connection"),
    ],
    ids=["long", "cut off", "nonsense"],
)
def test_an_answer_that_is_none_is_a_failure(answer: bytes, why: str) -> None:
    async def scenario() -> None:
        async with ear() as listening:
            listening.answers = [answer]
            with pytest.raises(Refused, match=why):
                await send(listening.url, b"", {}, hosts=[f"127.0.0.1:{listening.port}"])

    asyncio.run(scenario())


def test_a_slow_answer_is_not_waited_for() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            listening.answers = [SLOW]
            with pytest.raises(Refused, match="timeout"):
                await send(listening.url, b"", {}, hosts=[f"127.0.0.1:{listening.port}"], timeout_ms=50)

    asyncio.run(scenario())


# what is sent, and when again


def test_a_message_tells_one_entry_and_when_it_was_written() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)
            written = clock.now
            clock.now += 90_500
            await replay_webhook(house, ann, tour, hook.id, after=1)
            assert await deliver(house, tour, hook.id) == 3
            headers, body = listening.heard[0]
            entry = (await log_of(house, tour))[1]
            facts = {name: value for name, value in entry.items() if name not in ("kind", "at")}
            assert json.loads(body) == {
                "type": f"tournament.{entry['kind']}",
                "timestamp": datetime.fromtimestamp(written / 1000, UTC).isoformat().replace("+00:00", "Z"),
                "data": {"tournament": tour, "number": 2, "facts": facts},
            }
            assert headers["webhook-timestamp"] == str(clock.now // 1000)
            assert (headers["content-type"], headers["accept-encoding"]) == ("application/json", "identity")
            (tried, *_) = (await deliveries(house, ann, tour, hook.id)).items
            assert (tried.id, tried.entry, tried.kind, tried.at) == (f"{hook.id}_2", 2, entry["kind"], clock.now)
            assert (tried.status, tried.error) == (204, None)
            assert 0 <= tried.ms < 60_000

    asyncio.run(scenario())


def test_each_pause_after_a_failure_is_longer_and_nothing_is_sent_before_its_end() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)
            listening.answers = [status(500)] * 5
            for failures, pause_s in enumerate((5, 10, 20, 40, 80), 1):
                await deliver(house, tour, hook.id)
                assert (await webhooks(house, ann, tour))[0].failures == failures
                clock.now += pause_s * 1000 - 1
                await deliver(house, tour, hook.id)
                assert len(listening.heard) == failures
                clock.now += 1000
            assert await deliver(house, tour, hook.id) == 4

    asyncio.run(scenario())


@pytest.mark.parametrize(("keep_ms", "attempts"), [(34_999, 3), (35_000, 4), (74_999, 4)])
def test_it_is_given_up_when_the_pauses_are_longer_than_it_is_kept(keep_ms: int, attempts: int) -> None:
    assert [is_given_up(count, keep_ms) for count in range(1, 6)] == [count >= attempts for count in range(1, 6)]


@pytest.mark.parametrize(("code", "arrives"), [(200, True), (299, True), (300, False), (304, False), (404, False)])
def test_a_message_has_arrived_where_the_answer_is_a_success(code: int, arrives: bool) -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, _, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id, after=3)
            listening.answers = [status(code)]
            assert await deliver(house, tour, hook.id) == arrives
            (found,) = await webhooks(house, ann, tour)
            assert (found.cursor, found.failures, found.off) == ((4, 0, False) if arrives else (3, 1, False))

    asyncio.run(scenario())


def test_what_was_not_answered_is_noted_with_a_word() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, _, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id, after=3)
            listening.answers = [b"nonsense\r\n\r\n"]
            assert await deliver(house, tour, hook.id) == 0
            (tried,) = (await deliveries(house, ann, tour, hook.id)).items
            assert (tried.status, tried.error, tried.entry) == (None, "connection", 4)
            assert (await webhooks(house, ann, tour))[0].failures == 1

    asyncio.run(scenario())


def test_one_webhook_says_nothing_of_another() -> None:
    async def scenario() -> None:
        async with ear() as listening, ear() as other:
            house, _, ann, tour, hook, _ = await hooked(listening)
            hosts = (f"127.0.0.1:{listening.port}", f"127.0.0.1:{other.port}")
            house.settings = house.settings.model_copy(update={"webhook_hosts": hosts})
            second = await make_webhook(house, ann, tour, url=other.url)
            for one in (hook, second):
                await replay_webhook(house, ann, tour, one.id, after=2)
            listening.answers = [status(503)]
            assert await deliver(house, tour, hook.id) == 0
            assert [(one.cursor, one.failures) for one in await webhooks(house, ann, tour)] == [(2, 1), (2, 0)]
            assert await deliver(house, tour, second.id) == 2
            assert [(one.cursor, one.failures) for one in await webhooks(house, ann, tour)] == [(2, 1), (4, 0)]
            await replay_webhook(house, ann, tour, hook.id, after=1)
            assert [(one.cursor, one.failures) for one in await webhooks(house, ann, tour)] == [(1, 0), (4, 0)]
            tried = [(await deliveries(house, ann, tour, one.id)).items for one in (hook, second)]
            assert [len(one) for one in tried] == [1, 2]

    asyncio.run(scenario())


def test_who_has_lost_the_lease_sends_no_further_message_and_leaves_it_to_the_other() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)
            lease, lasts = document("hooking", hook.id), house.settings.webhook_timeout_ms + 5000

            async def taken() -> None:
                clock.now += lasts
                assert await house.store.put(lease, b"other", expects=None, ttl_ms=lasts)

            listening.meanwhile = [taken()]
            assert await deliver(house, tour, hook.id) == 1
            assert await house.store.get(lease) == b"other"
            assert await deliver(house, tour, hook.id) == 0
            clock.now += lasts
            assert await deliver(house, tour, hook.id) == 3
            assert await house.store.get(lease) is None
            assert listening.numbers == [1, 2, 3, 4]

    asyncio.run(scenario())


def test_a_lease_is_held_for_longer_than_an_attempt_may_take_and_anew_after_each() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)
            await replay_webhook(house, ann, tour, hook.id)

            async def passes() -> None:
                clock.now += house.settings.webhook_timeout_ms + 4999

            listening.meanwhile = [passes() for _ in range(4)]
            assert await deliver(house, tour, hook.id) == 4

    asyncio.run(scenario())


def test_entries_that_nobody_wants_are_passed_by_for_good() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, _, ann, tour, hook, _ = await hooked(listening, kinds=["result", "entered"])
            await replay_webhook(house, ann, tour, hook.id)
            entered = [n for n, one in enumerate(await log_of(house, tour), 1) if one["kind"] == "entered"]
            assert await deliver(house, tour, hook.id) == len(entered) == 2
            assert listening.numbers == entered
            (found,) = await webhooks(house, ann, tour)
            assert found.cursor == (await now_of(house, tour)).number > entered[-1]

    asyncio.run(scenario())


def test_the_clock_looks_again_when_the_first_webhook_is_due_and_never_for_one_that_is_off_or_done() -> None:
    async def scenario() -> None:
        async with ear() as listening:
            house, clock, ann, tour, hook, _ = await hooked(listening)

            async def looks(**said: Any) -> int | None:
                await change_hook(house, tour, hook.id, **said)
                return await see_to_hooks(house, await now_of(house, tour))

            last = (await now_of(house, tour)).number
            assert await looks(cursor=last) is None
            assert await looks(cursor=1, off=True, next_at=clock.now + 7000) is None
            assert await looks(off=False) == 7000
            assert await looks(next_at=clock.now + 300) == 1000
            second = await make_webhook(house, ann, tour, url=listening.url)
            await change_hook(house, tour, second.id, cursor=1, next_at=clock.now + 4000)
            assert await looks(next_at=clock.now + 9000) == 4000
            assert listening.heard == []
            assert await looks(next_at=clock.now) == 1000
            await settled(listening, 3)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://example.com/hook?a=1", "example.com"),
        ("https://example.com:8443/", "example.com:8443"),
        ("https://[2606:4700::1111]/", "[2606:4700::1111]"),
    ],
)
def test_the_host_is_told_as_it_was_named(url: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[httpx.Request] = []

    async def nothing() -> AsyncIterator[bytes]:
        yield b""

    async def handle(_: object, request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(204, content=nothing())

    named(monkeypatch, "1.1.1.1")
    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", handle)
    assert asyncio.run(send(url, b"body", {"webhook-id": "x"})) == 204
    (request,) = seen
    assert (request.headers["host"], request.headers["webhook-id"]) == (told, "x")
    assert (request.method, request.url.host) == ("POST", "1.1.1.1")
    assert request.extensions["sni_hostname"] == urlsplit(url).hostname
    assert request.headers["user-agent"] == "citadels-arena"


@pytest.mark.parametrize("length", [65_536, 65_537])
def test_an_answer_of_64_kib_is_read_and_a_longer_one_is_not(length: int) -> None:
    async def scenario() -> None:
        async with ear() as listening:
            listening.answers = [f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n".encode() + b"x" * length]
            sending = send(listening.url, b"", {}, hosts=[f"127.0.0.1:{listening.port}"])
            if length == 65_536:
                assert await sending == 200
            else:
                with pytest.raises(Refused, match="answer_too_long"):
                    await sending

    asyncio.run(scenario())


def test_the_client_s_own_log_does_not_tell_where_messages_go() -> None:
    log = logging.getLogger("httpx2")
    assert log.level == logging.WARNING
    assert httpx.AsyncClient.__module__.split(".")[0] == "httpx2", "that is what its log is called after"


@pytest.mark.parametrize(
    ("next_at", "under_way", "begun", "wait"),
    [
        (0, 0, True, 1000),
        (5000, 0, True, 1000),
        (5001, 0, False, 1000),
        (7000, 0, False, 2000),
        (0, 99, True, 1000),
        (0, 100, False, 1000),
        (0, -1, False, 1000),
    ],
)
def test_what_is_due_is_begun_once_and_to_a_hundred_webhooks_at_a_time(
    next_at: int, under_way: int, begun: bool, wait: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        told: list[Any] = []
        hook = SimpleNamespace(id="hook_a", off=False, cursor=3, next_at=next_at, url="https://a.example/x")

        async def hooks_of(*_: object) -> list[Any]:
            return [hook]

        async def deliver_quietly(*given: Any) -> None:
            told.append(given)

        there: Any = SimpleNamespace(
            doc=SimpleNamespace(id="tour_a", organizer=Player(account="acct_a")), number=4, now=5000
        )
        house: Any = object()
        names = ["hook_a"] if under_way < 0 else [f"hook_{number}" for number in range(under_way)]
        busy: dict[str, Any] = dict.fromkeys(names)
        monkeypatch.setattr(webhook_delivery, "_under_way", busy)
        monkeypatch.setattr(webhook_delivery, "hooks_of", hooks_of)
        monkeypatch.setattr(webhook_delivery, "deliver_quietly", deliver_quietly)
        assert await see_to_hooks(house, there) == wait
        assert set(busy) == {*names, *["hook_a"] * begun}
        for task in list(filter(None, busy.values())):
            await task
        await asyncio.sleep(0)
        assert told == [(house, "tour_a", "hook_a")] * begun
        assert list(busy) == names, "what has ended is under way no more"
        assert webhook_delivery._places == {}

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("hosts", "organizers", "free"),
    [
        (["slow.example"] * 9, ["b"] * 9, True),
        (["slow.example"] * 10, [f"acct_{number}" for number in range(10)], False),
        (["b.example"] * 40, ["acct_b"] * 40, True),
        ([f"{number}.example" for number in range(10)], ["acct_a"] * 10, False),
    ],
    ids=["few", "one receiver has its slots", "somebody else has his", "the organizer has his"],
)
def test_no_receiver_and_no_organizer_has_all_slots(
    hosts: list[str], organizers: list[str], free: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {f"hook_{number}": place for number, place in enumerate(zip(hosts, organizers, strict=True))}
    monkeypatch.setattr(webhook_delivery, "_places", places)
    monkeypatch.setattr(webhook_delivery, "_under_way", dict.fromkeys(places))
    hook: Any = SimpleNamespace(id="hook_a", url="https://slow.example:8443/any/path")
    assert has_slot(hook, "acct_a") == free
    if not free:
        webhook_delivery.give_back("hook_0")
        assert has_slot(hook, "acct_a"), "a slot that is given back is free"


@pytest.mark.parametrize("fault", [StoreDown(), ValueError("it rains")], ids=["the store", "anything"])
def test_whatever_goes_wrong_with_a_webhook_is_tried_again_when_the_clock_looks(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deliver(*_: object) -> int:
        raise fault

    monkeypatch.setattr(webhook_delivery, "deliver", deliver)
    house: Any = object()
    asyncio.run(webhook_delivery.deliver_quietly(house, "tour_a", "hook_a"))
