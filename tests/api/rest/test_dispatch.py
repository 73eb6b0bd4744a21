"""The way of a request: who may ask, in what form it is answered, what is read of its body."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts.service import make_guest
from citadels_api.app import App
from citadels_api.credentials.secrets import new_secret
from citadels_api.http.auth import bearer, covered, together
from citadels_api.http.content import choose, content_type, read_all
from citadels_api.problems import Refusal
from citadels_api.rest.streaming import EVENT_STREAM, NDJSON, farewell, piece
from citadels_api.store.ports import StoreDown, StoreFull, Unknown
from starlette.requests import ClientDisconnect

from tests.support.direct import Door
from tests.support.houses import guest, make_house

if TYPE_CHECKING:
    from citadels_api.context import Principal

OFFERED = ("application/json", "text/event-stream", "application/x-ndjson")


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (b"text/event-stream;q=0, */*", "application/json"),
        (b"application/json;q=0, */*;q=0.1", "text/event-stream"),
        (b"text/event-stream;q=0.9, application/json;q=0.9", "application/json"),
        (b"*/*;q=0.1, text/*;q=0.2", "text/event-stream"),
        (b"text/event-stream;q=much, application/x-ndjson;q=0.01", "application/x-ndjson"),
        (b"text/event-stream;level=1;q=0.5, application/json;q=0.4", "text/event-stream"),
        (b"image/png", None),
        (b"application/json;q=0", None),
        (b"application/json;q=nothing", None),
        (b"", None),
    ],
)
def test_a_medium_weighs_what_the_client_says_and_one_of_no_weight_is_not_sent(
    accept: bytes, chosen: str | None
) -> None:
    if chosen is None:
        with pytest.raises(Refusal, match="not_acceptable") as refused:
            choose(OFFERED, accept)
        assert refused.value.extra["offered"] == list(OFFERED)
    else:
        assert choose(OFFERED, accept) == chosen


def test_only_a_plain_text_names_its_letters() -> None:
    assert content_type("text/plain") == (b"content-type", b"text/plain; charset=utf-8")
    assert content_type("application/json") == (b"content-type", b"application/json")


def test_a_credential_comes_after_the_word_bearer_in_whatever_letters() -> None:
    secret = new_secret("guest")
    assert bearer(None) is None
    for said in (f"Bearer {secret}", f"bearer  {secret} ", f"BEARER {secret}"):
        assert bearer(said.encode()) == secret
    last = "a" if secret[-1] != "a" else "b"
    for wrong in ("Bearer", "Bearer ", secret, f"Basic {secret}", f"Bearer{secret}", f"Bearer {secret[:-1]}{last}"):
        with pytest.raises(Refusal, match="unauthenticated"):
            bearer(wrong.encode())


@pytest.mark.anyio
async def test_who_has_no_credential_or_not_the_scope_is_refused_by_what_he_lacks() -> None:
    house, _, _ = make_house()
    who: Principal = await guest(house)
    covered(who, "signed in")
    covered(who, "play")
    with pytest.raises(Refusal, match="forbidden") as refused:
        covered(who, "admin")
    assert refused.value.extra["scope"] == "admin"
    for scope in ("signed in", "play"):
        with pytest.raises(Refusal, match="unauthenticated"):
            covered(None, scope)


@pytest.mark.anyio
async def test_what_is_asked_together_is_answered_in_its_places_faults_too() -> None:
    async def answer(what: Any) -> Any:
        if isinstance(what, Exception):
            raise what
        return what

    fault = ValueError("no")
    assert await together(answer(1), None, answer(fault), None, answer(2)) == [1, None, fault, None, 2]
    assert await together(None, None) == [None, None]


@pytest.mark.anyio
async def test_a_body_is_read_to_its_end_and_a_reader_who_has_gone_is_no_end() -> None:
    def receiving(*messages: dict[str, Any]) -> Any:
        left = list(messages)

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0)
            return left.pop(0)

        return receive

    first = {"type": "http.request", "body": b"ab", "more_body": True}
    assert await read_all(receiving(first, {"type": "http.request", "body": b"c"})) == b"abc"
    assert await read_all(receiving(first, {"type": "http.request", "more_body": False})) == b"ab"
    with pytest.raises(ClientDisconnect):
        await read_all(receiving(first, {"type": "http.disconnect"}))


def test_a_piece_of_a_stream_is_a_line_or_an_event_with_its_number() -> None:
    assert piece(NDJSON, {"a": 1}, "view", 7) == b'{"a":1}\n'
    assert piece(EVENT_STREAM, {"a": 1}, "view", 7) == b'id: 7\nevent: view\ndata: {"a":1}\n\n'
    assert piece(EVENT_STREAM, {"a": 1}, "view", 0) == b'id: 0\nevent: view\ndata: {"a":1}\n\n'
    assert farewell(EVENT_STREAM, "draining") == b'event: end\ndata: {"type":"end","reason":"draining"}\n\n'
    assert farewell(NDJSON, "draining") == b'{"type":"end","reason":"draining"}\n'


# through the whole door, with nothing behind it but memory


class Asked:
    """The service's application over a house in memory, and somebody who asks."""

    def __init__(self) -> None:
        self.house, _, self.clock = make_house()
        self.app = App(self.house.settings, self.house)
        self.door = Door(self.app)
        self.secret = ""

    async def come(self) -> str:
        """A new guest; his credential."""
        made = await make_guest(self.house, name=None, address="10.0.0.7")
        assert made.credential.secret is not None
        self.secret = made.credential.secret
        return self.secret

    async def code(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        heard = await self.door.ask(method, path, **more)
        return heard.status, heard.json()["code"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "read", "write"),
    [
        (StoreDown("away"), "unavailable", "unavailable"),
        (StoreFull("full"), "unavailable", "unavailable"),
        (Unknown("lost"), "unavailable", "unknown_outcome"),
    ],
)
async def test_whether_something_was_written_is_said_where_that_is_known(
    fault: Exception, read: str, write: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked()
    await asked.come()

    async def away(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(asked.house.store, "create", away)
    monkeypatch.setattr(asked.house.store, "index", away)
    for method, body, code in (("GET", None, read), ("HEAD", None, read), ("POST", {"players": 2}, write)):
        heard = await asked.door.ask(method, "/v1/tables", secret=asked.secret, body=body)
        assert heard.header("retry-after") == "1"
        if method != "HEAD":
            told = heard.json()
            assert (told["code"], told["instance"], told["request_id"]) == (code, "/v1/tables", "r")
        assert heard.status == 503


@pytest.mark.anyio
async def test_a_store_that_is_away_before_anything_is_done_leaves_no_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()
    await asked.come()

    async def lost(*_: object, **__: object) -> None:
        raise Unknown("lost")

    monkeypatch.setattr(asked.house.store, "spend", lost)
    assert await asked.code("POST", "/v1/tables", secret=asked.secret, body={"players": 2}) == (503, "unavailable")


@pytest.mark.anyio
async def test_while_the_games_are_paused_moves_and_tables_are_refused_and_reads_are_not() -> None:
    asked = Asked()
    await asked.come()
    await asked.house.store.pause(paused=True)
    heard = await asked.door.ask("POST", "/v1/tables", secret=asked.secret, body={"players": 2})
    assert (heard.status, heard.json()["code"], heard.header("retry-after")) == (503, "unavailable", "5")
    assert "paused" in heard.json()["detail"]
    query = "mutation { createTable(input: {players: 2}) { __typename } }"
    told = await asked.door.ask("POST", "/graphql", secret=asked.secret, body={"query": query})
    assert (told.status, told.json()["errors"][0]["extensions"]["code"]) == (503, "unavailable")
    assert "paused" in told.json()["errors"][0]["message"]
    assert (await asked.door.ask("GET", "/v1/tables", secret=asked.secret)).status == 200
    await asked.house.store.pause(paused=False)
    assert (await asked.door.ask("POST", "/v1/tables", secret=asked.secret, body={"players": 2})).status == 201


@pytest.mark.anyio
async def test_a_write_is_acknowledged_once_all_that_it_found_is_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a revocation that is found done is not acknowledged before replicas have it."""
    asked = Asked()
    await asked.come()
    secured = 0

    async def secure() -> None:
        nonlocal secured
        secured += 1
        if secured > 2:
            raise Unknown("too few replicas")

    async def written(query: str) -> Any:
        return await asked.door.ask("POST", "/graphql", secret=asked.secret, body={"query": query})

    monkeypatch.setattr(asked.house.store, "secure", secure)
    create = "mutation { createTable(input: {players: 2}) { __typename } }"
    for status in (201, 503):
        heard = await asked.door.ask("POST", "/v1/tables", secret=asked.secret, body={"players": 2})
        assert heard.status == status
        assert (await asked.door.ask("GET", "/v1/tables", secret=asked.secret)).status == 200
        told = await written(create)
        assert told.status == (200 if status == 201 else 503)
        assert (await written("{ tables { nodes { id } } }")).status == 200
    assert heard.json()["code"] == "unknown_outcome"
    assert told.json()["errors"][0]["extensions"]["code"] == "unknown_outcome"
    assert "data" not in told.json()
    assert secured == 4, "what only reads does not wait"


@pytest.mark.anyio
async def test_a_method_that_is_not_there_is_answered_with_those_that_are() -> None:
    asked = Asked()
    for path, allowed in (
        ("/v1/tables", "GET, HEAD, POST"),
        ("/v1/guests", "POST"),
        ("/v1/catalogue/rules", "GET, HEAD"),
    ):
        heard = await asked.door.ask("DELETE", path)
        assert (heard.status, heard.json()["code"], heard.header("allow")) == (405, "method_not_allowed", allowed)
    assert await asked.code("GET", "/v1/nowhere") == (404, "not_found")


@pytest.mark.anyio
async def test_who_was_known_once_is_remembered_and_what_he_asks_is_looked_at_in_its_order() -> None:
    asked = Asked()
    secret = await asked.come()
    assert asked.app.running.known.get(secret) is None
    assert (await asked.door.ask("GET", "/v1/me", secret=secret)).status == 200
    known = asked.app.running.known.get(secret)
    assert known is not None
    assert (await asked.door.ask("GET", "/v1/me", secret=secret)).status == 200
    assert asked.app.running.known.get(secret) is known
    wrong = {"secret": secret, "body": b"{"}
    assert (await asked.code("POST", "/v1/tables", **wrong))[1] == "invalid"
    assert (await asked.code("POST", "/v1/tables", body=b"{"))[1] == "unauthenticated", "who asks comes before what"
    assert (await asked.code("GET", "/v1/tables?limit=x", secret=secret))[1] == "invalid"
    misspelt = await asked.code("GET", "/v1/tables?limit=x", secret="nothing")
    assert misspelt == (401, "unauthenticated")


@pytest.mark.anyio
async def test_what_is_the_same_for_everybody_costs_its_own_allowance_and_needs_no_store() -> None:
    asked = Asked()
    told = await asked.door.ask("GET", "/v1/catalogue/characters")
    assert told.status == 200
    assert told.header("content-length") == str(len(told.body))
    mine = await asked.door.ask("GET", "/v1/limits", secret=await asked.come())
    assert mine.header("ratelimit").startswith('"credential"')
    nobody = await asked.door.ask("GET", "/v1/limits")
    assert nobody.header("ratelimit").startswith('"address"')


@pytest.mark.anyio
@pytest.mark.parametrize(("accept", "label"), [("text/event-stream", "sse"), ("application/x-ndjson", "ndjson")])
async def test_a_stream_is_counted_by_its_form_and_closed_with_its_reader(
    accept: str, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked()
    secret = await asked.come()
    forms: list[str] = []
    real = asked.house.metrics.stream

    def counted(form: str) -> Any:
        forms.append(form)
        return real(form)

    monkeypatch.setattr(asked.house.metrics, "stream", counted)
    headers = {"accept": accept}
    head = await asked.door.ask("HEAD", "/v1/me/stream", secret=secret, headers=headers)
    assert (head.status, head.body, forms) == (200, b"", [])
    assert head.header("content-type").startswith(accept)
    assert not list(asked.app.running.streams)
    stream = asked.door.open("GET", "/v1/me/stream", secret=secret, headers=headers)
    async with asyncio.timeout(30):
        while not stream.messages:
            await asyncio.sleep(0)
    assert (forms, len(list(asked.app.running.streams))) == ([label], 1)
    assert dict(stream.messages[0]["headers"])[b"x-accel-buffering"] == b"no"
    await stream.close()
    assert not list(asked.app.running.streams)
