"""What a page of another origin can do with the service, in a real browser: all that is meant for it, and nothing from an origin not named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.support.browser import CHROMIUM, origin, visit
from tests.support.running import Service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

PAGE = Path(__file__).with_name("origins.html")
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]


def seen_from(chromium: Browser, own: Any, service: Service) -> Any:
    return visit(chromium, own, f"service={quote(service.bases[0])}")


@pytest.fixture(scope="module")
def seen(chromium: Browser) -> Iterator[Any]:
    """What a page of a loopback origin has seen of a service in development."""
    with Service(apis=1, workers=0, clocks=0, guests_per_hour=2) as service, origin(PAGE) as own:
        yield seen_from(chromium, own, service)


@pytest.fixture(scope="module")
def judged(chromium: Browser) -> Iterator[tuple[Any, Any]]:
    """What two pages have seen of a service in production: one of the origin that its settings name, one of another."""
    with (
        origin(PAGE) as named,
        origin(PAGE) as foreign,
        Service(
            apis=1, workers=0, clocks=0, guests_per_hour=2, production="true", hosts="127.0.0.1", origins=named.base
        ) as service,
    ):
        yield seen_from(chromium, named, service), seen_from(chromium, foreign, service)


def test_a_page_plays_with_its_credential_in_the_header(seen: Any) -> None:
    assert {name: seen[name]["status"] for name in ("guest", "table", "position", "move")} == {
        "guest": 201,
        "table": 201,
        "position": 200,
        "move": 200,
    }
    assert seen["move"]["body"]["outcome"] == "ok"


def test_a_page_asks_again_with_the_tag_that_it_may_read(seen: Any) -> None:
    assert seen["position"]["headers"]["etag"].endswith('-0"')
    assert (seen["again"]["status"], seen["again"]["headers"]["etag"]) == (304, seen["position"]["headers"]["etag"])


@pytest.mark.parametrize("name", ["table", "position", "move", "refused"])
def test_a_page_reads_what_is_left_of_its_allowance(seen: Any, name: str) -> None:
    headers = seen[name]["headers"]
    assert headers["ratelimit"].startswith('"credential";r=')
    assert headers["ratelimit-policy"].startswith('"credential";q=')
    assert headers["x-request-id"]


def test_a_page_reads_when_to_come_back(seen: Any) -> None:
    assert seen["limited"]["status"] == 429
    assert int(seen["limited"]["headers"]["retry-after"]) > 0


def test_a_page_reads_why_it_was_refused(seen: Any) -> None:
    assert seen["refused"]["body"]["code"] == "conflict"


def test_a_page_follows_a_table_by_fetch(seen: Any) -> None:
    assert seen["events"]["type"].startswith("text/event-stream")
    assert "event: view" in seen["events"]["text"]
    assert '"seat":0' in seen["events"]["text"]


def test_a_page_asks_graphql(seen: Any) -> None:
    assert seen["graphql"]["body"]["data"]["me"]["id"] == seen["guest"]["body"]["account"]["id"]


def test_a_page_follows_over_a_socket(seen: Any) -> None:
    ack, first = seen["socket"]["messages"]
    assert seen["socket"]["protocol"] == "graphql-transport-ws"
    assert ack == {"type": "connection_ack"}
    assert first["payload"]["data"]["events"]["position"] == {"seat": 0}


def test_a_page_of_a_named_origin_plays_in_production(judged: tuple[Any, Any]) -> None:
    named, _ = judged
    assert named["move"]["status"] == 200
    assert named["socket"]["how"] == "heard"
    assert named["simple"]["status"] == 200


def test_a_page_of_a_foreign_origin_gets_nothing(judged: tuple[Any, Any]) -> None:
    _, foreign = judged
    calls = ("guest", "table", "simple", "events", "graphql", "limited")
    assert {name: "Failed to fetch" in foreign[name].get("error", "") for name in calls} == dict.fromkeys(calls, True)
    assert foreign["socket"]["messages"] == []
    assert foreign["socket"]["how"].startswith("closed ")
