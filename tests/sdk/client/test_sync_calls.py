"""What each call sends, and how its answer is read; both clients send the same, and hand on what was read."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from citadels_sdk import AsyncClient, Client, errors
from citadels_sdk.client import (
    async_client,
    calls,
    records,
    sync_client,
)
from citadels_sdk.client.config import Session
from citadels_sdk.client.models import Position
from citadels_sdk.client.request_cycle import Call, Response

from tests.support.client_calls import CALLS, MADE, POSITION, STANDINGS, bare, full, method_of
from tests.support.kept import assert_kept
from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEPT = Path(__file__).parent / "kept"
TYPES = {
    "json": "application/json",
    "lines": "application/x-ndjson",
    "plain": "text/plain",
    "stream": "text/event-stream",
}


def told(name: str, call: Call[Any]) -> str:
    """A call in a few lines."""
    request = call.request
    flags = [word for word, said in (("again", call.again), ("once", call.once)) if said]
    lines = [f"{name}: {call.operation} {request.method} {request.path} costs {call.cost} {' '.join(flags)}"]
    lines += [f"  ?{key}={value}" for key, value in request.query.items()]
    lines += [f"  {key}: {value}" for key, value in request.headers.items()]
    if request.body is not None:
        lines.append(f"  {request.body.decode()}")
    return "\n".join(lines)


def ways(make: Callable[..., Call[Any]]) -> Iterator[dict[str, Any]]:
    """With as little said as can be, with each sample, and with everything empty."""
    least = {**bare(make), **({"key": "k0"} if make.__name__ == "submit_actions" else {})}
    yield least
    yield from full(make)


def test_what_is_sent_is_what_was_sent() -> None:
    """A row for each call and each way to make it."""
    texts = [told(name, make(**given)) for name, make in sorted(CALLS.items()) for given in ways(make)]
    assert_kept(KEPT / "calls.txt", dict.fromkeys(texts))


def test_what_says_nothing_is_left_out() -> None:
    made = MADE.create_table(bonus=[], substitutes=(), seats=[], rated=False, cast=[], uniques=(), options={})
    assert json.loads(made.request.body or b"") == {
        "edition": "modern", "players": 4, "cast": [], "uniques": [], "options": {},
    }  # fmt: skip
    assert MADE.list_tables(mine=False, rated=False).request.query == {"rated": "false"}
    assert MADE.poll_table("game_1", positions=False, after=0).request.query == {"after": "0"}
    assert MADE.replay("game_1", eyes=0).request.query == {"eyes": "0"}
    most: Any = {"most": None}
    changed = MADE.update_tournament("tour_1", settings={"rounds": None}, schedule={}, conditions=most)
    assert json.loads(changed.request.body or b"") == {
        "settings": {"rounds": None}, "conditions": {"most": None}, "schedule": {},
    }  # fmt: skip


# how answers are read


def answer(kind: str, body: object = None, status: int = 200, **headers: str) -> Response:
    text = body if isinstance(body, str) else json.dumps(body)
    return Response(status, {"content-type": TYPES.get(kind, kind), **headers}, text.encode())


@pytest.mark.parametrize(("make", "kept"), [(lambda kept: MADE.get_position("game_1", unless=kept), POSITION), (lambda kept: MADE.tournament_standings("tour_1", unless=kept), STANDINGS)])  # fmt: skip
def test_what_has_not_changed_is_what_was_known(make: Any, kept: Any) -> None:
    fresh = kept.model_copy(update={"number": 9})
    body = json.loads(fresh.model_dump_json(by_alias=True))
    body.pop("tag", None)
    assert make(kept).read(answer("json", "", 304)) is kept
    assert make(kept).request.headers["If-None-Match"] == kept.tag
    read = make(kept).read(answer("json", body, etag='"9-0"'))
    assert (read.number, read.tag) == (9, '"9-0"')
    assert make(None).read(answer("json", body)).tag is None
    assert "If-None-Match" not in make(None).request.headers
    with pytest.raises(ValueError, match="validation error"):
        make(None).read(answer("json", "", 304))


def test_an_answer_of_another_kind_is_refused() -> None:
    me = {"id": "acct_1", "kind": "guest", "name": "ann", "owner": None, "about": "", "created": 1}
    assert MADE.get_me().read(answer("application/json; charset=utf-8", me)).name == "ann"
    wrong: list[tuple[Call[Any], Response, str]] = [
        (MADE.get_me(), answer("plain", me), "not JSON"), (MADE.get_record("game_1"), answer("json", ""), "not application/x-ndjson"),
        (MADE.export_records(), answer("json", ""), "not application/x-ndjson"), (calls.stream_me(), answer("plain", ""), "not text/event-stream"),
        (calls.stream_table("game_1"), answer("plain", ""), "not text/event-stream"), (calls.stream_tournament("tour_1"), answer("plain", ""), "not text/event-stream"),
        (MADE.export_tournament("tour_1"), answer("json", ""), "not application/x-ndjson"), (MADE.get_metrics(), answer("json", ""), "no plain text"),
        (MADE.get_graphql_schema(), answer("json", ""), "no plain text"), (MADE.get_open_api(), answer("json", []), "no JSON object"),
        (MADE.export_tournament("tour_1"), answer("lines", '{"code": "unavailable"}\n'), "the service broke off"),
    ]  # fmt: skip
    for call, response, said in wrong:
        with pytest.raises(ValueError, match=said):
            call.read(response)


def test_a_stream_may_begin_or_be_read_from_a_case() -> None:
    for call in (
        calls.stream_me(),
        calls.stream_table("game_1"),
        calls.stream_tournament("tour_1"),
    ):
        assert call.read(answer("stream", "")) is None
        assert call.read(answer("json", "")) is None


def test_texts_are_handed_on_as_they_are() -> None:
    assert MADE.get_metrics().read(answer("plain", "citadels_games 3\n")) == "citadels_games 3\n"
    assert MADE.get_open_api().read(answer("json", {"openapi": "3.1.0"})) == {"openapi": "3.1.0"}
    assert MADE.get_record("game_1").read(answer("lines", "é\n")) == records.RecordText("é\n")
    export = '{"event": {}}\n\n{"entry": {"kind": "started"}}\n{"game": "1.0", "record": "{}"}\n'
    read = MADE.export_tournament("tour_1").read(answer("lines", export))
    assert (read.text, read.records) == (export, {"1.0": records.RecordText("{}")})


@pytest.mark.parametrize(
    ("count", "limit", "following"),
    [(2, 2, "c1"), (1, 2, None), (0, 2, None), (2, None, None), (100, None, "c99"), (99, None, None)],
)
def test_a_page_of_records_that_is_full_may_have_another_behind_it(
    count: int, limit: int | None, following: str | None
) -> None:
    lines = [json.dumps({"record": [{"é": at}, {}], "cursor": f"c{at}"}) for at in range(count)]
    page = MADE.export_records(limit=limit).read(answer("lines", "\n".join(lines) + "\n\n"))
    assert [one.text for one in page.items] == [f'{{"é": {at}}}\n{{}}\n' for at in range(count)]
    assert page.next == following


def test_a_page_of_records_that_breaks_off_is_none() -> None:
    text = '{"record": [], "cursor": "c0"}\n{"code": "unavailable"}\n'
    with pytest.raises(ValueError, match="the service broke off"):
        MADE.export_records().read(answer("lines", text))


def test_records_are_saved_as_they_are(tmp_path: Path) -> None:
    records.RecordText("é\n").save(tmp_path / "record")
    records.TournamentExport("é\r\n").save(str(tmp_path / "export"))
    assert ((tmp_path / "record").read_bytes(), (tmp_path / "export").read_bytes()) == (
        "é\n".encode(),
        "é\r\n".encode(),
    )


# both clients


LISTS: dict[str, dict[str, Any]] = {
    "all_tables": {"status": None, "edition": None, "players": None, "rated": None, "mine": False, "most": 1000},
    "all_bots": {"present": None, "edition": None, "players": None, "rated": None, "mine": False, "most": 1000},
    "all_tournaments": {"status": None, "format": None, "edition": None, "rated": None, "mine": False, "most": 1000},
    "all_tournament_games": {"round": None, "entrant": None, "game": None, "status": None, "most": 100_000},
    "all_records": {"most": 1000},
    "follow_table": {"after": None, "invite": None, "positions": False},
    "follow_me": {"after": None},
    "follow_tournament": {"after": None},
}
"""What goes through a list or follows a stream, and what is meant where nothing is said."""


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_where_nothing_is_said_a_list_is_as_wide_as_can_be(kind: Any, name: str) -> None:
    given = inspect.signature(getattr(kind, name)).parameters.values()
    assert {one.name: one.default for one in given if one.default is not one.empty} == LISTS[name]


PARTS = {
    "all_tables": "list_tables", "all_bots": "list_bots", "all_tournaments": "list_tournaments", "all_tournament_games": "tournament_games", "all_records": "export_records",
}  # fmt: skip
"""What asks for a part of each list."""


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize(
    ("most", "there", "found", "limits"),
    [(0, 5, 0, []), (1, 5, 1, [1, 1]), (100, 250, 100, [100] * 2), (101, 250, 101, [100, 100, 1]), (1000, 250, 250, [100] * 4), (1000, 200, 200, [100] * 3)],
)  # fmt: skip
def test_a_list_is_gone_through_by_hundreds_though_a_part_is_empty(
    name: str, kind: str, most: int, there: int, found: int, limits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[int] = []
    where = {"tournament": "tour_1"} if name == "all_tournament_games" else {}
    filters = {one: object() for one in LISTS[name] if one != "most"}

    def part(*place: str, cursor: int | None = None, limit: int, **given: Any) -> Any:
        assert (list(place), given) == (list(where.values()), filters)
        asked_for.append(limit)
        if cursor is None:
            return SimpleNamespace(items=(), next=0)
        start = cursor
        end = min(start + limit, there)
        return SimpleNamespace(items=range(start, end), next=end if end < there else None)

    async def later(*place: str, **given: Any) -> Any:
        return part(*place, **given)

    async def listed() -> list[int]:
        async with AsyncClient("http://host") as one:
            monkeypatch.setattr(one, PARTS[name], later)
            return [each async for each in getattr(one, name)(**where, **filters, most=most)]

    if kind == "async":
        items = asyncio.run(listed())
    else:
        with Client("http://host") as one:
            monkeypatch.setattr(one, PARTS[name], part)
            items = list(getattr(one, name)(**where, **filters, most=most))
    assert (items, asked_for) == (list(range(found)), limits)


class Heard:
    """Answers every request alike, and notes what came."""

    def __init__(self, answers: httpx2.Response | Exception) -> None:
        self.answers = answers
        self.requests: list[httpx2.Request] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        if isinstance(self.answers, Exception):
            raise self.answers
        return self.answers


def asked(kind: str, heard: Heard, method: str, given: dict[str, Any], **more: Any) -> Any:
    """What one of the clients answers, asked by that method."""
    transport = httpx2.MockTransport(heard)
    if kind == "sync":
        with Client("http://host/deep", "secret", transport=transport, **more) as one:
            return getattr(one, method)(**given)

    async def ask() -> Any:
        async with AsyncClient("http://host/deep", "secret", transport=transport, **more) as one:
            return await getattr(one, method)(**given)

    return asyncio.run(ask())


REFUSED = {"code": "not_found", "detail": "no", "title": "Not found"}


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_client_sends_what_a_call_says_with_its_credential(kind: str) -> None:
    """All calls, each once: what reaches the service is the call's own request."""
    head = {"content-type": "application/problem+json", "x-request-id": "r7"}
    for name, make in CALLS.items():
        if method_of(name) != name:
            continue
        given = full(make)[0]
        heard = Heard(httpx2.Response(404, headers=head, json=REFUSED))
        with pytest.raises(errors.NotFound, match="no") as refused:
            asked(kind, heard, name, given)
        (request,) = heard.requests
        wanted = make(**given).request
        assert refused.value.request_id == "r7"
        assert (request.method, request.url.path, request.content) == (
            wanted.method, httpx2.URL("http://host/deep" + wanted.path).path, wanted.body or b"",
        )  # fmt: skip
        assert dict(request.url.params) == dict(wanted.query)
        sent = {**Session("http://host", "secret", patience=1).headers(wanted)}
        assert {key: request.headers.get(key) for key in sent} == sent
        assert request.headers["authorization"] == "Bearer secret"


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_client_hands_on_what_was_read(kind: str) -> None:
    body = json.loads(POSITION.model_dump_json(by_alias=True))
    body.pop("tag", None)
    heard = Heard(httpx2.Response(200, headers={"x-request-id": "r", "etag": '"8-0"'}, json=body))
    found = asked(kind, heard, "get_position", {"table": "game_1"})
    assert isinstance(found, Position)
    assert (found.number, found.tag) == (7, '"8-0"')


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize(
    ("timeout", "connect", "read"), [(30.0, 5.0, 30.0), (2.0, 2.0, 2.0)]
)  # fmt: skip
def test_an_attempt_may_be_silent_for_so_long(kind: str, timeout: float, connect: float, read: float) -> None:
    heard = Heard(httpx2.Response(404, headers={"x-request-id": "r"}, json=REFUSED))
    with pytest.raises(errors.NotCitadels):
        asked(kind, heard, "get_me", {}, timeout=timeout)
    told = heard.requests[0].extensions["timeout"]
    assert told == {"connect": connect, "read": read, "write": read, "pool": read}


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_what_was_not_sent_is_sent_again_within_the_time_that_is_left(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, slept = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds + 8

    async def later(seconds: float) -> None:
        sleep(seconds)

    class Timed(Session):
        def __init__(self, url: str | None, token: str | None, *, patience: float) -> None:
            super().__init__(url, token, patience=patience, clock=lambda: now[0], chance=lambda: 1.0)

    for module in (sync_client, async_client):
        monkeypatch.setattr(module, "Session", Timed)
    replace_in(monkeypatch, "citadels_sdk.client.sync_client", time, sleep=sleep)
    replace_in(monkeypatch, "citadels_sdk.client.async_client", asyncio, sleep=later)
    heard = Heard(httpx2.ConnectError("refused"))
    with pytest.raises(errors.Unreachable, match=r"http://host/deep does not answer \(refused\)"):
        asked(kind, heard, "get_me", {}, patience=10.0, timeout=5.0)
    assert slept == [0.1, 0.2]
    assert [one.extensions["timeout"]["read"] for one in heard.requests] == [5.0, pytest.approx(1.9), 1.0]
