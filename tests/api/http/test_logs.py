"""Logs are lines of JSON, and canaries never sing in them."""

from __future__ import annotations

import io
import json
import logging
import os
import warnings
from typing import TYPE_CHECKING, Any

import pytest
import structlog
from citadels_api.http.logs import FIELDS, configure, tell_start
from citadels_api.versions import own_version

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = "ctd_guest_" + "c" * 43 + "abc123"
SEED = "0123456789abcdef" * 4


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged, in a process that is configured; afterwards it is as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    access = logging.getLogger("uvicorn.access")
    propagate = access.propagate
    stream = io.StringIO()
    configure("debug", stream=stream)
    yield stream
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
    root.handlers[:] = handlers
    root.setLevel(level)
    access.propagate = propagate


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_holds_the_event_its_level_its_time_and_the_known_fields(written: io.StringIO) -> None:
    structlog.contextvars.bind_contextvars(request_id="r1")
    structlog.get_logger().info("move taken", game="g1", n=7, status=200, frames=["a:1"])
    (line,) = lines(written)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "move taken",
        "level": "info",
        "request_id": "r1",
        "game": "g1",
        "n": 7,
        "status": 200,
        "frames": ["a:1"],
    }


def test_no_other_field_is_written(written: io.StringIO) -> None:
    structlog.contextvars.bind_contextvars(authorization=f"Bearer {TOKEN}")
    structlog.get_logger().info(
        "move taken", hand=["keep"], state={"deck": ["keep"]}, token=TOKEN, seed=SEED, body=b"keep"
    )
    (line,) = lines(written)
    assert set(line) == {"event", "level", "timestamp"}
    assert {"hand", "state", "token", "seed", "body", "deck", "variables", "url", "path", "message"}.isdisjoint(FIELDS)


@pytest.mark.parametrize(
    "value",
    [
        {"hand": "canary"},
        [{"hand": "canary"}],
        [["canary"]],
        {"canary"},
        b"canary",
        ValueError("canary"),
        object,
        f"was {TOKEN} canary"[:-7],
        f"seed {SEED}",
        "redis://user:canary@host:6379",
        "Bearer canary",
        "x" * 150 + TOKEN,
        "x" * 190 + TOKEN,
    ],
)
def test_no_secret_gets_out_in_a_known_field(written: io.StringIO, value: object) -> None:
    structlog.get_logger().warning("move taken", reason=value)
    text = written.getvalue()
    assert "canary" not in text
    assert TOKEN[10:20] not in text
    assert SEED not in text


def test_long_values_are_cut(written: io.StringIO) -> None:
    structlog.get_logger().info("move taken", reason="x" * 5_000, frames=["y"] * 500)
    (line,) = lines(written)
    assert len(line["reason"]) == 200
    assert len(line["frames"]) == 20


@pytest.mark.parametrize("name", ["hand ['keep']", "Moved", "", "x" * 81, "a\nb", TOKEN])
def test_an_event_without_a_plain_name_has_none(written: io.StringIO, name: str) -> None:
    structlog.get_logger().info(name)
    assert lines(written)[0]["event"] == "unnamed"


def _fail(hand: str) -> None:
    raise KeyError(hand)


def test_an_exception_is_its_type_and_its_way_through_the_code(written: io.StringIO) -> None:
    try:
        _fail("canary")
    except KeyError:
        structlog.get_logger().exception("move failed")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    ours, theirs = lines(written)
    for line in (ours, theirs):
        assert line["error"] == "KeyError"
        assert line["frames"][-1].startswith("_fail:")
    assert theirs["event"] == "Exception in ASGI application\n"
    assert "canary" not in written.getvalue()


def test_libraries_speak_the_same_way_without_the_values(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("Started server process [%d] %s", 17, "canary")
    logging.getLogger("rq.worker").warning("%s: %s (%s)", "queue", "canary()", "id")
    logging.getLogger("asyncio").error("Task exception was never retrieved %r", KeyError("canary"))
    logging.getLogger("strawberry.execution").error(KeyError("canary"))
    logging.getLogger("other").error("canary in %(place)s", {"place": "canary"})
    assert [(line["logger"], line["event"]) for line in lines(written)] == [
        ("uvicorn.error", "Started server process [%d] %s"),
        ("rq.worker", "%s: %s (%s)"),
        ("asyncio", "a library spoke"),
        ("strawberry.execution", "a library spoke"),
        ("other", "a library spoke"),
    ]
    assert "canary" not in written.getvalue()


def test_addresses_of_requests_are_not_logged(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "1.2.3.4", "GET", "/invites/canary", "1.1", 200)
    assert written.getvalue() == ""
    assert not logging.getLogger("uvicorn.access").propagate


def test_what_is_below_the_level_is_not_written() -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        configure("warning", stream=stream)
        structlog.get_logger().info("quiet")
        logging.getLogger("uvicorn.error").info("quiet")
        structlog.get_logger().error("loud")
        assert [line["event"] for line in lines(stream)] == ["loud"]
    finally:
        structlog.reset_defaults()
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.getLogger("uvicorn.access").propagate = True


def test_a_log_that_cannot_be_written_fails_nobody(written: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    written.close()
    with warnings.catch_warnings():
        logging.getLogger("uvicorn.error").error("lost")


def test_what_libraries_have_set_up_for_themselves_is_undone(written: io.StringIO) -> None:
    names = ("uvicorn.error", "rq.worker", "strawberry.execution", "uvicorn.access", "rqueue", "other.uvicorn")
    loggers = {name: logging.getLogger(name) for name in names}
    own = {name: logging.StreamHandler(io.StringIO()) for name in names}
    before = {name: (one.handlers[:], one.propagate, one.level) for name, one in loggers.items()}
    try:
        for name, one in loggers.items():
            one.handlers[:], one.propagate = [own[name]], False
            one.setLevel(logging.CRITICAL)
        configure("debug", stream=written)
        ours = names[:3]
        assert [loggers[name].handlers for name in ours] == [[], [], []]
        assert all(loggers[name].propagate and loggers[name].level == logging.NOTSET for name in ours)
        access = loggers["uvicorn.access"]
        assert (access.handlers, access.propagate) == ([], False), "it quotes whole addresses"
        for name in names[4:]:
            assert (loggers[name].handlers, loggers[name].propagate) == ([own[name]], False)
    finally:
        for name, (handlers, propagate, level) in before.items():
            loggers[name].handlers[:], loggers[name].propagate = handlers, propagate
            loggers[name].setLevel(level)


def test_a_logger_that_was_used_before_goes_where_logs_go_now(written: io.StringIO) -> None:
    log = structlog.get_logger("early")
    log.info("one")
    other = io.StringIO()
    configure("warning", stream=other)
    log.info("two")
    log.warning("three")
    assert [line["event"] for line in lines(written)] == ["one"]
    assert [(line["event"], line["level"]) for line in lines(other)] == [("three", "warning")]


@pytest.mark.parametrize(
    ("level", "libraries"), [("debug", logging.INFO), ("info", logging.INFO), ("error", logging.ERROR)]
)
def test_libraries_tell_no_more_than_what_matters(level: str, libraries: int, written: io.StringIO) -> None:
    configure(level, stream=written)
    assert logging.getLogger().level == libraries


def test_a_process_begins_with_its_part_its_place_and_its_store_without_the_password(written: io.StringIO) -> None:
    tell_start("api", "redis://ada:hush@store:1/2", port=8000)
    tell_start("worker", "redis://store", queue="fast")
    api, worker = lines(written)
    assert (api["event"], api["part"], api["port"], api["pid"]) == ("started", "api", 8000, os.getpid())
    assert (worker["part"], worker["queue"]) == ("worker", "fast")
    assert "port" not in worker
    assert "hush" not in api["store"]
    assert api["store"].endswith("store:1/2")
    assert api["version"] == own_version()
