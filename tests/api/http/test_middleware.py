"""The layers around the application, one by one and together."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest
import structlog
from citadels_api.http.middleware import BodyLimit, Catch, Heads, Hosts, Origins, RequestId, Secure, wrap
from citadels_api.problems import Refusal
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from structlog.testing import capture_logs

from tests.api.servers import read_all, served, talk
from tests.support.asgi import ask, connect

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

SECRET = "ctd_guest_canary"


async def plain(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    await Response("fine")(scope, receive, send)


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await JSONResponse(len(body))(scope, receive, send)


async def echo_length(request: Request) -> Response:
    return JSONResponse(len(await request.body()))


def raising(error: Exception, *, after: bool = False) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        hidden = SECRET
        if after:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
        raise error if hidden else ValueError

    return app


# BodyLimit ----------------------------------------------------------------------------------------------------------


def test_a_body_of_the_limit_passes() -> None:
    assert ask(BodyLimit(echo, 100), "POST", headers={"content-length": "100"}, chunks=[b"x" * 100]).json == 100


@pytest.mark.parametrize("length", ["101", "9" * 30, "9" * 5000, "-1", "1e3", "\u0663"])
def test_a_body_announced_as_too_long_is_refused_unread(length: str) -> None:
    answer = ask(BodyLimit(raising(AssertionError("read")), 100), "POST", headers={"content-length": length})
    assert (answer.status, answer.json["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "app",
    [
        pytest.param(echo, id="plain ASGI"),
        pytest.param(Catch(echo), id="behind a layer that answers"),
        pytest.param(Starlette(routes=[Route("/", echo_length, methods=["POST"])]), id="Starlette"),
        pytest.param(
            Starlette(debug=True, routes=[Route("/", echo_length, methods=["POST"])]), id="Starlette in debug"
        ),
    ],
)
def test_a_chunked_body_that_grows_too_long_is_answered_with_413_once(app: ASGIApp) -> None:
    answer = ask(BodyLimit(app, 100), "POST", chunks=[b"x" * 60] * 2 + [b"x"])
    assert (answer.status, answer.json["code"]) == (413, "too_large")
    assert [message["type"] for message in answer.messages].count("http.response.start") == 1


def test_a_body_that_grows_too_long_after_the_answer_began_changes_nothing_of_it() -> None:
    async def early(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await echo(scope, receive, send)

    assert [message["type"] for message in ask(BodyLimit(early, 1), "POST", chunks=[b"xxx"]).messages] == [
        "http.response.start"
    ]


def test_two_hundred_chunks_over_the_wire_are_refused_and_not_kept() -> None:
    head = b"POST / HTTP/1.1\r\nhost: us\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n"
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    with served(wrap(echo)) as port, talk(port, head) as large:
        try:
            for _ in range(200):
                large.sendall(chunk)
        except OSError:
            pass  # the server has closed by now
        answer = read_all(large)
    assert answer == b"" or b" 413 " in answer.splitlines()[0]


# Origins ------------------------------------------------------------------------------------------------------------

OURS = "https://play.example"


@pytest.mark.parametrize(
    ("origin", "loopback", "status"),
    [
        (OURS, False, 200),
        (OURS.upper(), False, 200),
        ("https://us", False, 200),
        ("http://us", False, 200),
        ("https://us:8443", False, 403),
        ("https://play.example.evil", False, 403),
        ("https://evil.play.example", False, 403),
        ("http://play.example", False, 403),
        ("null", False, 403),
        ("null", True, 403),
        ("", False, 403),
        ("file://us", False, 403),
        ("http://localhost:5173", False, 403),
        ("http://localhost:5173", True, 200),
        ("http://app.localhost", True, 200),
        ("http://127.0.0.1:8000", True, 200),
        ("http://127.9.9.9", True, 200),
        ("http://[::1]:3000", True, 200),
        ("http://localhost.evil", True, 403),
        ("http://evil-localhost", True, 403),
        ("http://127.0.0.1.evil", True, 403),
        ("http://127.0.0.1:80@evil", True, 403),
        ("http://localhost\n", True, 403),
    ],
)
def test_origins_that_may(origin: str, loopback: bool, status: int) -> None:
    app = Origins(plain, [OURS], loopback=loopback)
    real = ask(app, "POST", headers={"host": "us", "origin": origin})
    assert real.status == status
    assert real.headers["vary"] == "Origin"
    assert ("access-control-allow-origin" in real.headers) == (status == 200 and not origin.endswith("//us"))
    flight = {"host": "us", "origin": origin, "access-control-request-method": "POST"}
    assert ask(app, "OPTIONS", headers=flight).status == (204 if status == 200 else 403)
    socket = connect(app, {"host": "us", "origin": origin})
    assert socket.messages[0]["type"] == ("websocket.accept" if status == 200 else "websocket.close")


def test_a_request_without_an_origin_passes() -> None:
    answer = ask(Origins(plain), "POST")
    assert (answer.status, answer.body) == (200, b"fine")
    assert answer.headers["vary"] == "Origin"


def test_two_origins_are_none() -> None:
    assert ask(Origins(plain, [OURS]), headers=[("host", "us"), ("origin", OURS), ("origin", OURS)]).status == 403


def test_a_preflight_names_what_may_be_sent_and_never_reaches_the_application() -> None:
    flight = {"host": "us", "origin": OURS, "access-control-request-method": "PUT"}
    answer = ask(Origins(raising(AssertionError()), [OURS]), "OPTIONS", headers=flight)
    assert answer.headers["access-control-allow-origin"] == OURS
    assert "PUT" in answer.headers["access-control-allow-methods"]
    assert {"Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "If-None-Match"} <= set(
        answer.headers["access-control-allow-headers"].split(", ")
    )
    assert int(answer.headers["access-control-max-age"]) > 0
    assert "Origin" in answer.headers["vary"]
    assert "access-control-allow-credentials" not in answer.headers


def test_a_browser_may_read_the_headers_that_matter_on_refusals_too() -> None:
    answer = ask(wrap(raising(Refusal("conflict", n=7)), origins=[OURS]), headers={"host": "us", "origin": OURS})
    assert (answer.status, answer.json["n"]) == (409, 7)
    assert answer.headers["access-control-allow-origin"] == OURS
    assert set(answer.headers["access-control-expose-headers"].split(", ")) == {
        *("ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"),
    }


def test_a_vary_header_of_the_application_stays() -> None:
    async def varied(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("x", headers={"Vary": "Accept"})(scope, receive, send)

    assert ask(Origins(varied)).headers["vary"] == "Accept, Origin"


# Hosts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("play.example", 200),
        ("PLAY.example:8443", 200),
        ("a.arena.example", 200),
        ("[::1]:8000", 200),
        ("arena.example", 400),
        (".arena.example", 400),
        ("evil", 400),
        ("play.example.evil", 400),
        ("play.example@evil", 400),
        ("play.example/evil", 400),
        ("", 400),
    ],
)
def test_only_hosts_of_ours_are_answered(host: str, status: int) -> None:
    app = Hosts(plain, ["play.example", "*.arena.example", "[::1]"])
    assert ask(app, headers={"host": host}).status == status
    assert connect(app, {"host": host}).messages[0]["type"] == (
        "websocket.accept" if status == 200 else "websocket.close"
    )


def test_no_host_and_two_hosts_are_refused_where_hosts_are_named() -> None:
    app = Hosts(plain, ["a", "b"])
    assert ask(app, headers={"x": "y"}).status == 400
    assert ask(app, headers=[("host", "a"), ("host", "b")]).status == 400
    assert ask(Hosts(plain), headers={"host": "anything"}).status == 200


def test_probes_come_under_an_address() -> None:
    assert ask(Hosts(plain, ["play.example"]), path="/healthz", headers={"host": "10.0.0.7"}).status == 200


# RequestId, Secure ------------------------------------------------------------------------------------------------------


def test_a_sane_request_id_of_the_client_is_kept() -> None:
    assert ask(RequestId(plain), headers={"x-request-id": "abc-1.2_3:4"}).headers["x-request-id"] == "abc-1.2_3:4"


@pytest.mark.parametrize("name", ["", "a b", "x" * 65, "<script>", "caf\u00e9", "a\r\nb: c"])
def test_any_other_request_id_is_replaced(name: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", ask(RequestId(plain), headers={"x-request-id": name}).headers["x-request-id"])


def test_answers_carry_the_security_headers_and_keep_a_cache_control_of_their_own() -> None:
    async def cached(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("x", headers={"Cache-Control": "private, no-cache"})(scope, receive, send)

    answer = ask(Secure(plain))
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert ask(Secure(cached)).headers["cache-control"] == "private, no-cache"


# Catch ------------------------------------------------------------------------------------------------------------------


def in_starlette(error: Exception) -> ASGIApp:
    async def end(request: Request) -> Response:
        raise error

    return Starlette(routes=[Route("/", end)])


@pytest.mark.parametrize("app", [raising(KeyError(SECRET)), in_starlette(KeyError(SECRET))])
def test_an_unexpected_fault_is_a_problem_with_the_request_id_logged_once_without_values(app: ASGIApp) -> None:
    failures: list[str] = []
    with capture_logs() as logs:
        answer = ask(wrap(app, failed=failures.append), headers={"host": "us", "x-request-id": "r1"})
    assert answer.status == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json["code"], answer.json["request_id"]) == ("internal", "r1")
    assert [entry["event"] for entry in logs] == ["unexpected"]
    assert logs[0]["error"] == "KeyError"
    assert any(":" in frame for frame in logs[0]["frames"])
    assert SECRET not in repr(logs) + answer.body.decode()
    assert failures == ["none"]


def test_a_refusal_that_nobody_caught_is_its_own_answer() -> None:
    with capture_logs() as logs:
        answer = ask(Catch(raising(Refusal("rate_limited", "slower", retry_after=3))))
    assert (answer.status, answer.headers["retry-after"], answer.json["detail"]) == (429, "3", "slower")
    assert logs == []


def test_nothing_is_added_to_an_answer_that_has_begun() -> None:
    with capture_logs() as logs:
        answer = ask(Catch(raising(KeyError(), after=True)))
    assert [message["type"] for message in answer.messages] == ["http.response.start"]
    assert len(logs) == 1


def test_an_answer_500_of_the_application_s_own_arrives() -> None:
    async def own(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("mine", 500)(scope, receive, send)

    answer = ask(Catch(own))
    assert (answer.status, answer.body) == (500, b"mine")


def test_a_client_that_left_is_nobody_s_fault() -> None:
    with capture_logs() as logs:
        assert ask(Catch(raising(ClientDisconnect()))).messages == []
    assert logs == []


@pytest.mark.parametrize(("error", "code"), [(KeyError(SECRET), 1011), (Refusal("forbidden"), 1008)])
def test_a_websocket_that_fails_is_closed_with_a_code(error: Exception, code: int) -> None:
    with capture_logs() as logs:
        last: Any = connect(Catch(raising(error))).messages[-1]
    assert (last["type"], last["code"]) == ("websocket.close", code)
    assert SECRET not in repr(logs) + repr(last)


def test_a_start_that_fails_is_not_hidden() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("no store")

    with pytest.raises(RuntimeError, match="no store"):
        wrap(app)({"type": "lifespan"}, None, None).send(None)  # type: ignore[arg-type, attr-defined]  # driven by hand


# what each layer lets through, and what it does not ------------------------------------------------------------------


def sent(*kinds: str) -> ASGIApp:
    """An application that sends messages of these kinds, each with a body and a head."""

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        for kind in kinds:
            await send({"type": kind, "status": 200, "headers": [(b"a", b"b")], "body": b"text"})

    return app


def through(layer: Any, app: ASGIApp, scope: dict[str, Any], **settings: Any) -> list[Any]:
    """The messages that come out of a layer."""
    found: list[Any] = []

    async def run() -> None:
        async def send(message: Any) -> None:
            found.append(dict(message))

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        await layer(app, **settings)({"path": "/", "headers": [], "method": "GET", **scope}, receive, send)

    asyncio.run(run())
    return found


def test_a_head_keeps_back_the_body_and_nothing_else() -> None:
    app = sent("http.response.start", "http.response.body")
    head, body = through(Heads, app, {"type": "http", "method": "HEAD"})
    assert (head["body"], head["status"], head["headers"]) == (b"text", 200, [(b"a", b"b")])
    assert body == {"type": "http.response.body", "status": 200, "headers": [(b"a", b"b")], "body": b""}
    assert [one["body"] for one in through(Heads, app, {"type": "http"})] == [b"text", b"text"]


def test_a_request_is_named_in_its_answer_its_state_and_its_logs_and_in_no_other_s() -> None:
    seen: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope.get("state"), structlog.contextvars.get_contextvars()))
        structlog.contextvars.bind_contextvars(table="game_1")
        await sent("http.response.start", "http.response.body", "websocket.accept", "websocket.send")(
            scope, receive, send
        )

    structlog.contextvars.bind_contextvars(table="game_0")
    answers = through(RequestId, app, {"type": "http", "headers": [(b"x-request-id", b"mine")]})
    assert seen == [({"request_id": "mine"}, {"request_id": "mine"})]
    named = [(b"a", b"b"), (b"x-request-id", b"mine")]
    assert [one["headers"] for one in answers] == [named, [(b"a", b"b")], named, [(b"a", b"b")]]
    seen.clear()
    through(RequestId, app, {"type": "lifespan"})
    assert seen[0][0] is None
    made = through(RequestId, sent("http.response.start"), {"type": "websocket"})
    assert re.fullmatch(rb"[0-9a-f]{16}", made[0]["headers"][1][1])
    structlog.contextvars.clear_contextvars()


def test_only_an_answer_over_http_is_made_secure() -> None:
    secure = [
        (b"a", b"b"),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cache-control", b"no-store"),
    ]
    head, body = through(Secure, sent("http.response.start", "http.response.body"), {"type": "http"})
    assert (head["headers"], body["headers"]) == (secure, [(b"a", b"b")])
    assert through(Secure, sent("http.response.start"), {"type": "websocket"})[0]["headers"] == [(b"a", b"b")]


def test_an_origin_that_may_is_told_so_with_what_it_may_read_and_another_is_not() -> None:
    def answer(origin: str | None, method: str = "GET", **more: str) -> dict[str, str]:
        headers = [(b"host", b"here.example"), *[(name.encode(), value.encode()) for name, value in more.items()]]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        scope = {"type": "http", "headers": headers, "method": method}
        (head, *_) = through(
            Origins, sent("http.response.start"), scope, origins=["https://Friend.example/"], max_age=77
        )
        return {name.decode().lower(): value.decode() for name, value in head["headers"]} | {
            "status": str(head["status"])
        }

    friend = answer("https://friend.example")
    assert friend["access-control-allow-origin"] == "https://friend.example"
    assert friend["access-control-expose-headers"] == Origins.EXPOSED
    assert friend["vary"] == "Origin"
    for origin in ("https://here.example", "http://here.example", None):
        same = answer(origin)
        assert "access-control-allow-origin" not in same
        assert (same["vary"], same["status"]) == ("Origin", "200")
    for origin in ("https://foe.example", "ftp://here.example", "here.example", "null"):
        foe = answer(origin)
        assert (foe["status"], foe["vary"]) == ("403", "Origin")
        assert "access-control-allow-origin" not in foe
    asked = {"access-control-request-method": "POST"}
    flight = answer("https://friend.example", "OPTIONS", **asked)
    assert (flight["status"], flight["access-control-max-age"]) == ("204", "77")
    assert flight["access-control-allow-origin"] == "https://friend.example"
    assert flight["access-control-allow-methods"] == Origins.METHODS
    assert flight["access-control-allow-headers"] == Origins.ACCEPTED
    assert flight["vary"] == "Access-Control-Request-Method, Access-Control-Request-Headers, Origin"
    assert answer("https://friend.example", "OPTIONS")["status"] == "200"
    assert answer("https://friend.example", "POST", **asked)["status"] == "200"
    assert answer(None, "OPTIONS", **asked)["status"] == "200"
    same = answer("https://here.example", "OPTIONS", **asked)
    assert (same["status"], same["access-control-allow-origin"]) == ("204", "https://here.example")


@pytest.mark.parametrize("kind", ["http.response.start", "websocket.close"])
def test_what_was_answered_before_a_fault_is_not_answered_again(kind: str) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await sent(kind)(scope, receive, send)
        raise ValueError

    failed: list[str] = []
    scope = {"type": "websocket" if "socket" in kind else "http"}
    with capture_logs():
        found = through(Catch, app, scope, failed=failed.append)
    assert [one["type"] for one in found] == [kind]
    assert failed == [], "it is counted already"


def test_a_client_that_has_left_gets_no_answer_and_counts_as_no_fault() -> None:
    failed: list[str] = []
    with capture_logs() as logs:
        assert through(Catch, raising(ClientDisconnect()), {"type": "http"}, failed=failed.append) == []
    assert (failed, logs) == ([], [])
    with capture_logs():
        (head, *_) = through(
            Catch, raising(ValueError()), {"type": "http", "operation": "getTable"}, failed=failed.append
        )
    assert (head["status"], failed) == (500, ["getTable"])
