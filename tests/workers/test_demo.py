"""What a start gets from its own service: what it asks for, and what it says where that is not given."""

from __future__ import annotations

import http.client
import json
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_workers import demo
from citadels_workers.demo import NoDemo, guest, start


class Line:
    """A connection that answers what it is told to."""

    asked: list[tuple[Any, ...]]
    status = 201
    text = b"{}"
    closed = 0

    def __init__(self, place: str, timeout: float) -> None:
        type(self).asked = [(place, timeout)]

    def request(self, method: str, path: str, body: str, headers: dict[str, str]) -> None:
        self.asked.append((method, path, json.loads(body), headers))

    def getresponse(self) -> Any:
        return SimpleNamespace(status=self.status, read=lambda: self.text)

    def close(self) -> None:
        type(self).closed += 1


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> type[Line]:
    class Own(Line):
        pass

    monkeypatch.setattr(http.client, "HTTPConnection", Own)
    return Own


def test_a_guest_is_asked_for_without_a_credential_and_a_game_with_it(line: type[Line]) -> None:
    line.text = b'{"credential": {"secret": "ctd_guest_x"}}'
    assert guest("http://127.0.0.1:8000") == "ctd_guest_x"
    plain = {"Content-Type": "application/json"}
    assert line.asked == [("127.0.0.1:8000", demo.TIMEOUT), ("POST", "/v1/guests", {}, plain)]
    line.text = b'{"id": "game_x"}'
    assert start("http://127.0.0.1:8000", "ctd_guest_x") == "game_x"
    method, path, body, headers = line.asked[1]
    assert (method, path, headers) == ("POST", "/v1/tables", {**plain, "Authorization": "Bearer ctd_guest_x"})
    assert body["players"] == 4
    assert [(seat["kind"], seat["level"]) for seat in body["seats"]] == [
        ("ai", "greedy"), ("ai", "greedy"), ("ai", "random"), ("ai", "planner"),
    ]  # fmt: skip
    assert line.closed == 2


@pytest.mark.parametrize(
    ("status", "text", "said"),
    [
        (429, b'{"detail": "come back later"}', "POST /v1/guests was answered 429 come back later"),
        (300, b'{"credential": {"secret": "x"}}', "POST /v1/guests was answered 300"),
        (200, b"[]", "POST /v1/guests was answered 200"),
        (200, b"{}", "the answer to POST /v1/guests holds no credential"),
        (200, b'{"credential": null}', "the answer to POST /v1/guests holds no credential"),
        (200, b"<html>", "POST /v1/guests: "),
    ],
)
def test_what_is_not_given_is_said(status: int, text: bytes, said: str, line: type[Line]) -> None:
    line.status, line.text = status, text
    with pytest.raises(NoDemo) as caught:
        guest("http://127.0.0.1:8000")
    assert caught.value.message.startswith(said)
    assert caught.value.message == said or said.endswith(": ")


def test_a_table_without_an_id_and_a_service_that_does_not_answer_are_said(
    line: type[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NoDemo, match="holds no id"):
        start("http://127.0.0.1:8000", "x")

    def refuse(*_: object) -> None:
        raise ConnectionRefusedError(111, "refused")

    monkeypatch.setattr(line, "request", refuse)
    with pytest.raises(NoDemo, match=r"POST /v1/tables: .*refused"):
        start("http://127.0.0.1:8000", "x")
    assert line.closed == 2
