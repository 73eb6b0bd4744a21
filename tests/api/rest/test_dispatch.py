"""The way of a request: who may ask, in what form it is answered, what is read of its body."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.rest.dispatch import bearer, choose, content_type, covered, read_all, together
from citadels_api.rest.streaming import EVENT_STREAM, NDJSON, farewell, piece
from citadels_api.service.secrets import new_secret
from starlette.requests import ClientDisconnect

from tests.support.houses import guest, make_house

if TYPE_CHECKING:
    from citadels_api.service.house import Principal

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
