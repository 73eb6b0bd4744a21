"""What becomes of connections: cut, silent, refused, left open."""

from __future__ import annotations

import asyncio
import gc
import random
import socket
import threading
from typing import TYPE_CHECKING

import httpx2
import pytest
from citadels_sdk import AsyncClient, Client, errors
from citadels_sdk.live import EndFrame, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.world import World

pytestmark = pytest.mark.interpreter


def test_a_stream_that_is_cut_misses_nothing_and_doubles_nothing(world: World, url: str) -> None:
    people, table = world.finished()
    cuts = random.Random(7)

    class Cutting(httpx2.SyncByteStream):
        """Breaks off anywhere."""

        def __init__(self, text: bytes) -> None:
            self.text = text[: cuts.randrange(1, 40_000)]

        def __iter__(self) -> Iterator[bytes]:
            for at in range(0, len(self.text), 977):
                yield self.text[at : at + 977]
            raise httpx2.ReadError("reset by the other side")

    asked: list[str | None] = []

    def service(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.headers.get("last-event-id"))
        with httpx2.Client() as real:
            answer = real.send(request)
        return httpx2.Response(answer.status_code, headers=answer.headers, stream=Cutting(answer.content))

    with Client(url, people[0].secret) as whole:
        expected = list(whole.follow_table(table, after=0))
    with Client(url, people[0].secret, transport=httpx2.MockTransport(service)) as client:
        client._session.chance = lambda: 0.0
        found = list(client.follow_table(table, after=0))
    assert found[:-1] == expected[:-1]  # the end tells when it was asked for
    assert isinstance(found[-1], EndFrame)
    assert len(asked) > 3
    assert len(set(asked)) > 3


def silent(count: int) -> Iterator[tuple[int, list[bytes]]]:
    """A server that takes requests and says nothing; its port, and what it was told."""
    heard: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def listen() -> None:
        for _ in range(count):
            connection, _ = listener.accept()
            held.append(connection)
            heard.append(connection.recv(65536))
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-request-id: r\r\n\r\n: \n\n")

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1], heard
    finally:
        thread.join(10)
        for one in [*held, listener]:
            one.close()


def test_a_connection_that_has_died_silently_is_found() -> None:
    servers = silent(2)
    port, heard = next(servers)
    with Client(f"http://127.0.0.1:{port}", silence=0.05, patience=0.2) as client, pytest.raises(errors.Unreachable):
        for _ in client.follow_table("game_1"):
            pass
    with pytest.raises(StopIteration):
        next(servers)
    assert len(heard) == 2


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        (httpx2.ConnectError, errors.Unreachable),
        (httpx2.ConnectTimeout, errors.Unreachable),
        (httpx2.PoolTimeout, errors.Unreachable),
        (httpx2.ReadError, errors.UnknownOutcome),
        (httpx2.ReadTimeout, errors.UnknownOutcome),
        (httpx2.WriteError, errors.UnknownOutcome),
        (httpx2.RemoteProtocolError, errors.UnknownOutcome),
    ],
)
def test_what_may_have_arrived_is_told_from_what_has_not(
    broken: type[httpx2.TransportError], kind: type[errors.ServiceError]
) -> None:
    def service(_request: httpx2.Request) -> httpx2.Response:
        raise broken("why")

    with (
        Client("http://host", patience=0, transport=httpx2.MockTransport(service)) as client,
        pytest.raises(errors.ServiceError) as refused,
    ):
        client.create_table(players=2)
    assert type(refused.value) is kind


def test_where_nobody_listens_is_told_with_a_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}", patience=0) as client, pytest.raises(errors.Unreachable) as refused:
        client.get_me()
    assert f"http://127.0.0.1:{port} does not answer" in str(refused.value)
    assert "citadels up" in refused.value.advice


def test_the_environment_says_where_and_who(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    with Client() as nobody:
        assert (nobody.url, nobody.signed_in) == ("http://127.0.0.1:8000", False)
    monkeypatch.setenv("CITADELS_URL", url + "/")
    with Client() as client:
        monkeypatch.setenv("CITADELS_TOKEN", client.make_guest().credential.secret or "")
    with Client() as client:
        assert client.url == url
        assert client.get_me().kind == "guest"
        assert repr(client) == f"Client('{url}', with a credential)"


def test_a_client_that_is_closed_says_so() -> None:
    def service(_request: httpx2.Request) -> httpx2.Response:
        raise AssertionError("this was sent")

    async def later() -> None:
        client = AsyncClient("http://host", transport=httpx2.MockTransport(service))
        await client.aclose()
        with pytest.raises(errors.ClientClosed, match="the client is closed"):
            await client.get_me()
        with pytest.raises(errors.ClientClosed, match="the client is closed"):
            await anext(client.follow_me())

    asyncio.run(later())
    client = Client("http://host", transport=httpx2.MockTransport(service))
    client.close()
    with pytest.raises(errors.ClientClosed, match="the client is closed"):
        client.get_me()
    with pytest.raises(errors.ClientClosed, match="the client is closed"):
        next(client.follow_me())


def test_nothing_is_left_open(url: str) -> None:
    """Streams that nobody read to their end are closed with their client; a warning would be an error here."""

    async def both() -> None:
        async with AsyncClient(url) as client:
            client.sign_in((await client.make_guest()).credential.secret)
            table: Table = await client.create_table(players=2, seats=["you"])
            async with client.follow_table(table.id) as frames, client.follow_me() as notices:
                await anext(frames)
                await anext(notices)
            left = client.follow_table(table.id)
            await anext(left)
            waiting = asyncio.ensure_future(anext(left))
            await asyncio.sleep(0.05)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(both())
    with Client(url) as client:
        client.sign_in(client.make_guest().credential.secret)
        assert next(client.follow_me()) is not None
        assert next(iter(client.follow_table(client.create_table(players=2).id))) is not None
    gc.collect()
