"""Requests as they are read: headers, queries, bodies, and from where a stream goes on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.request_fields import Body, Label, Limit, Players, Truth, in_words, place
from citadels_api.rest.request import Request, read_body, read_query
from citadels_api.routes import OPERATIONS
from pydantic import Field

BY_ID = {operation.id: operation for operation in OPERATIONS}
JSON = {b"content-type": b"application/json"}


class Query(Body):
    """What a query may say."""

    limit: Limit = 20
    mine: Truth = False


class Made(Body):
    """What a body may say."""

    name: Label = Field(default="")
    players: Players = 4


class Needed(Body):
    """A body that is needed."""

    name: Label


def request(headers: dict[bytes, bytes] | None = None, path: dict[str, str] | None = None, **query: Any) -> Request:
    """A request with these headers, places and query."""
    running: Any = SimpleNamespace(house=None)
    made = Request({}, BY_ID["getTable"], path or {}, headers or {}, running)
    made.query = SimpleNamespace(**query)
    return made


def fault(call: Any, *given: Any) -> Refusal:
    """The refusal that a call ends in."""
    with pytest.raises(Refusal) as caught:
        call(*given)
    return caught.value


@pytest.mark.parametrize(
    ("after", "last", "found"), [(None, None, None), (5, None, 5), (None, b"7", 7), (5, b"7", 7), (9, b"7", 9), (0, b"0", 0)]
)  # fmt: skip
def test_a_stream_goes_on_after_the_later_of_what_the_address_and_the_browser_say(
    after: int | None, last: bytes | None, found: int | None
) -> None:
    assert request({} if last is None else {b"last-event-id": last}, after=after).after() == found


@pytest.mark.parametrize("last", [b"", b"x", b"-1", b"1.5", b"1" * 16, b"\xb2"])
def test_what_is_no_number_of_an_event_is_refused(last: bytes) -> None:
    refused = fault(request({b"last-event-id": last}, after=None).after)
    assert (refused.code, refused.extra["errors"][0]["path"]) == ("invalid", "header last-event-id")


@pytest.mark.parametrize(("key", "good"), [(b"k" * 64, True), (b"k" * 65, False), (b"", False), (b"a\tb", False)])
def test_a_key_of_64_printable_characters_is_taken(key: bytes, good: bool) -> None:
    made = request({b"idempotency-key": key})
    if good:
        assert made.idempotency_key == key.decode()
    else:
        assert fault(lambda: made.idempotency_key).code == "invalid"
    assert request().idempotency_key is None


def test_what_has_not_the_form_of_an_id_or_of_a_seat_names_nothing() -> None:
    name = "game_01mcc5rm007q985yn99db1t193"
    assert request(path={"table": name}).table == name
    for other in ("", "x", name.upper(), name.replace("game", "tour"), f"{name}0"):
        assert fault(lambda other=other: request(path={"table": other}).table).code == "not_found"
    assert [request(path={"seat": str(seat)}).seat for seat in range(8)] == list(range(8))
    for seat in ("8", "-1", "00", ""):
        assert fault(lambda seat=seat: request(path={"seat": seat}).seat).code == "not_found"
    assert fault(lambda: request().me).code == "unauthenticated"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"", (20, False)), (b"limit=1", (1, False)), (b"limit=100&mine=true", (100, True)), (b"mine=false", (20, False)),
    ],
)  # fmt: skip
def test_a_query_is_read_in_plain_words(text: bytes, found: tuple[int, bool]) -> None:
    read = read_query(Query, text)
    assert (read.limit, read.mine) == found
    assert read_query(None, b"") is None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (b"limit=0", "limit"), (b"limit=101", "limit"), (b"limit=01", "limit"), (b"limit=+1", "limit"), (b"limit=1.0", "limit"),
        (b"limit=%b2", "query string"), (b"mine=True", "mine"), (b"mine=1", "mine"), (b"mine=", "mine"), (b"what=1", "what"),
        (b"limit=1&limit=1", "query string"), (b"limit", "query string"), (b"\xff=1", "query string"),
        (b"&".join(b"a%d=1" % n for n in range(31)), "query string"),
    ],
)  # fmt: skip
def test_a_query_of_another_form_is_refused_by_the_name_of_what_is_wrong(text: bytes, path: str) -> None:
    refused = fault(read_query, Query, text)
    assert (refused.code, refused.extra["errors"][0]["path"]) == ("invalid", path)
    assert fault(read_query, None, b"limit=1").extra["errors"][0]["path"] == "limit"


@pytest.mark.parametrize(
    ("medium", "good"),
    [
        (b"application/json", True), (b"Application/JSON", True), (b"application/json; charset=utf-8", True),
        (b'application/json;charset="UTF-8"', True), (b"application/json; charset=latin-1", False), (b"text/json", False), (b"", False),
    ],
)  # fmt: skip
def test_a_body_is_json_in_utf_8(medium: bytes, good: bool) -> None:
    operation: Any = SimpleNamespace(body=Made, body_needed=False)
    given = operation, {b"content-type": medium}, b'{"name": "x", "players": 3.0}'
    if good:
        read = read_body(*given)
        assert (read.name, read.players) == ("x", 3)
    else:
        refused = fault(read_body, *given)
        assert (refused.code, refused.extra) == ("unsupported_media_type", {"allow_media": ["application/json"]})


def test_no_body_is_an_empty_one_where_nothing_in_it_is_needed() -> None:
    free: Any = SimpleNamespace(body=Made, body_needed=False)
    needed: Any = SimpleNamespace(body=Needed, body_needed=True)
    assert read_body(free, {}, b"").players == 4
    assert fault(read_body, needed, {}, b"").code == "unsupported_media_type"
    assert fault(read_body, needed, JSON, b"{}").extra["errors"] == [{"path": "name", "message": "this is needed"}]
    none: Any = SimpleNamespace(body=None, body_needed=False)
    assert read_body(none, {}, b"whatever") is None
    assert [BY_ID[name].body_needed for name in ("makeGuest", "submitActions")] == [False, True]


def test_at_most_20_faults_are_told_each_with_its_place() -> None:
    operation: Any = SimpleNamespace(body=Made, body_needed=False)
    many = "{" + ", ".join(f'"x{n}": 1' for n in range(30)) + "}"
    refused = fault(read_body, operation, JSON, many.encode())
    assert [one["path"] for one in refused.extra["errors"]] == [f"x{n}" for n in range(20)]
    assert refused.message == "x0: there is nothing of this name"
    told = fault(read_body, operation, JSON, b'{"players": 9, "name": 5}').extra["errors"]
    assert told == [
        {"path": "name", "message": "a text is needed"},
        {"path": "players", "message": "at most 8 is taken"},
    ]


def test_a_fault_is_placed_in_what_was_sent() -> None:
    sent = {"seats": [{"kind": "ai"}, {"kind": "you"}]}
    assert place(sent, ("seats", 1, "Reserved", "kind")) == "seats.1.kind"
    assert place(sent, ("seats", 5, "account")) == "seats.5"
    assert place(sent, ("clock",)) == "clock"
    assert place(sent, ()) == "body"
    assert in_words("literal_error", {"expected": "'a' or 'b'"}) == "one of these is needed: a or b"
    assert in_words("never heard of", {}) == "this is not taken"
