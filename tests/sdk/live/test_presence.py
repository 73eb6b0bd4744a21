"""A run whose service goes away: what is said of it, how often, and that it is back."""

from __future__ import annotations

import asyncio
import io
import json
import socket
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.client.request_cycle import Lost, Request, Response
from citadels_sdk.live import presence
from citadels_sdk.live.presence import HeardClient, Presence
from citadels_sdk.live.run_report import Voice

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "http://host:1"
GONE = Lost(False, "connection refused")
GOOD = Response(200, {})


class Spoken:
    """A presence with a clock of its own, and what it has said."""

    def __init__(self, manner: str = "json") -> None:
        self.now = 100.0
        self.err = io.StringIO()
        self.presence = Presence(Voice(manner, self.err, self.err), URL, lambda: self.now)

    def hear(self, came: Lost | Response, *times: float) -> None:
        """This comes at those times of requests that were sent then."""
        for self.now in times:
            self.presence.took(self.now, came)

    @property
    def events(self) -> list[tuple[str, float]]:
        return [(one["event"], one["seconds"]) for one in map(json.loads, self.err.getvalue().splitlines())]


def test_a_service_that_does_not_answer_is_away_after_a_moment_and_then_back() -> None:
    spoken = Spoken()
    spoken.hear(GONE, 100, 101, 102.9)
    assert spoken.events == []
    spoken.hear(GONE, 103, 104)
    assert spoken.events == [("away", 3.0)]
    spoken.hear(GOOD, 110, 111)
    assert spoken.events == [("away", 3.0), ("back", 10.0)]


def test_it_is_said_again_less_and_less_often() -> None:
    spoken = Spoken()
    spoken.hear(GONE, *range(100, 3700))
    assert [seconds for _, seconds in spoken.events] == [3, 33, 93, 213, 453, 933, 1533, 2133, 2733, 3333]


def test_a_short_loss_is_not_worth_a_word() -> None:
    spoken = Spoken()
    for start in range(100, 200, 10):
        spoken.hear(GONE, start, start + 2)
        spoken.hear(GOOD, start + 3)
    assert spoken.events == []


@pytest.mark.parametrize("status", [502, 503, 504])
def test_what_answers_for_the_service_is_not_the_service(status: int) -> None:
    spoken = Spoken()
    spoken.hear(Response(status, {}), 100, 104)
    assert spoken.events == [("away", 4.0)]
    assert f"status {status}" in spoken.err.getvalue()


@pytest.mark.parametrize("status", [400, 404, 409, 429, 500])
def test_a_refusal_says_that_the_service_is_there(status: int) -> None:
    spoken = Spoken()
    spoken.hear(Response(status, {}), 100, 104, 108)
    assert spoken.events == []


def test_an_answer_to_what_was_asked_before_it_went_away_is_no_return() -> None:
    spoken = Spoken()
    spoken.hear(GONE, 100, 104)
    spoken.now = 105
    spoken.presence.took(99, GOOD)
    assert spoken.events == [("away", 4.0)]


def test_people_are_told_since_when_and_that_it_goes_on() -> None:
    spoken = Spoken("lines")
    spoken.hear(GONE, 100, 104)
    spoken.hear(GOOD, 130)
    away, back = spoken.err.getvalue().splitlines()
    assert away.startswith(f"away    {URL} does not answer since ")
    assert spoken.presence.since[11:19] in away
    assert away.endswith("(connection refused); the run goes on trying, Ctrl-C ends it")
    assert back == f"back    {URL} answers again, after 30 s; the run goes on"


def test_a_client_tells_what_comes_of_its_requests(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "AFTER_S", 0.0)
    heard: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"

    async def ask(url: str) -> None:
        async with HeardClient(url) as client:
            client.presence = Presence(Voice("quiet"), url)
            note: Callable[..., None] = lambda *_: heard.append("away")  # noqa: E731  # it is put in place of a method
            monkeypatch.setattr(client.presence, "away", note)
            monkeypatch.setattr(client.presence, "back", lambda *_: heard.append("back"))
            await client._send(Request("GET", "/v1/health"), 5.0)

    asyncio.run(ask(nobody))
    asyncio.run(ask(url))
    assert heard == ["away", "back"]
