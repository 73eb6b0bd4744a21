"""The figures and the log of a service of real processes, while its store is away, comes back, and has lost what it held."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.http.shared_metrics import PREFIX, SCALE
from citadels_api.store.redis.store import COUNTS
from prometheus_client.parser import text_string_to_metric_families

from tests.support.running import Service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.running import Part

pytestmark = pytest.mark.heavy
PATIENCE_S = 60.0
Figures = dict[tuple[str, ...], float]
HEALTH = ("citadels_requests_total", "getHealth", "200")


def ask(part: Part, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
    """A request to one process."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        told["content-type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(part.base + path, data, told), timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


class Watcher:
    """Whoever scrapes one process: no counter may ever be lower than it was."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.highest: Figures = {}

    def scrape(self) -> Figures:
        """The figures now."""
        status, text = ask(self.part, "/metrics")
        assert status == 200
        found: Figures = {}
        for family in text_string_to_metric_families(text.decode()):
            for sample in family.samples:
                name = (sample.name, *sample.labels.values())
                found[name] = sample.value
                if family.type in {"counter", "histogram"}:
                    assert sample.value >= self.highest.get(name, 0.0), f"{name} falls"
                    self.highest[name] = sample.value
        return found

    def until(self, is_so: Callable[[Figures], bool]) -> Figures:
        """The figures once they are as they should be."""
        end = time.monotonic() + PATIENCE_S
        while not is_so(found := self.scrape()):
            assert time.monotonic() < end, found
        return found


@pytest.fixture
def service() -> Iterator[Service]:
    with Service(apis=2, workers=0, clocks=0) as running:
        yield running


def live(part: Part, times: int) -> None:
    """Ask a process how it is."""
    for _ in range(times):
        assert ask(part, "/healthz")[0] == 200


def test_no_counter_falls_or_is_counted_twice_while_the_store_is_frozen_or_a_process_dies(service: Service) -> None:
    one, other = service.named("api")
    watcher = Watcher(one)
    live(one, 20)
    live(other, 5)
    Watcher(other).until(lambda found: found.get(HEALTH, 0) >= 5)
    other.kill()
    assert watcher.until(lambda found: found[HEALTH] >= 25)[HEALTH] == 25
    live(one, 10)
    for _ in range(2):
        service.store.pause()
        away = watcher.until(lambda found: found["citadels_store_up",] == 0)
        assert away == {("citadels_store_up",): 0.0}, "nobody knows the rest now"
        live(one, 10)
        service.store.resume()
        watcher.until(lambda found: found["citadels_store_up",] == 1)
    back = watcher.until(lambda found: found[HEALTH] >= 55)
    assert back[HEALTH] == 55
    assert (
        watcher.until(
            lambda found: (
                found["citadels_requests_total", "getMetrics", "200"]
                > back["citadels_requests_total", "getMetrics", "200"]
            )
        )[HEALTH]
        == 55
    )


def test_counters_do_not_fall_when_the_store_comes_back_with_nothing(service: Service) -> None:
    one, other = (Watcher(part) for part in service.named("api"))
    live(one.part, 20)
    for watcher in (one, other):
        watcher.until(lambda found: found.get(HEALTH, 0) >= 20)
    service.store.restart()
    live(other.part, 1)
    for watcher in (one, other):
        watcher.until(lambda _: held(service) >= 20)
        watcher.scrape()


def held(service: Service) -> float:
    """How often the sums in the store say that somebody asked how a process is."""
    with service.store.client() as store:
        found: Any = store.hget(COUNTS, PREFIX + json.dumps([HEALTH[0], {"operation": HEALTH[1], "status": HEALTH[2]}]))
    return int(found or 0) / SCALE


def lines(part: Part) -> list[dict[str, Any]]:
    """The lines that a process has logged."""
    return [json.loads(line) for line in part.said().splitlines() if line.startswith("{")]


def test_every_start_is_a_line_that_names_the_store_and_no_credential() -> None:
    service = Service(apis=1, workers=1, clocks=1, tcp=True, log_level="info")
    place = f"127.0.0.1:{service.store.port}/0"
    service.redis_url = f"redis://default:hunter2@{place}"
    with service:
        live(service.named("api")[0], 1)
        for part in service.parts.values():
            end = time.monotonic() + PATIENCE_S
            while not (said := [line for line in lines(part) if line["event"] == "started"]):
                assert time.monotonic() < end, part.said()
            (line,) = said
            assert line["store"] == f"redis://{place}"
            assert line["version"]
            assert line.get("port") == (part.port or None)
        assert "hunter2" not in service.logs()


def test_what_fails_while_the_store_is_away_is_a_line_with_the_id_of_its_request(service: Service) -> None:
    part = service.named("api")[0]
    service.store.pause()
    asked: dict[str, tuple[str, object]] = {
        "rest": ("/v1/tables", None),
        "graphql": ("/graphql", {"query": "{ tables(first: 1) { pageInfo { hasNextPage } } }"}),
        "ready": ("/readyz", None),
    }
    for name, (path, body) in asked.items():
        assert ask(part, path, body, x_request_id=f"asked-{name}")[0] == 503, name
    service.store.resume()
    failed = {line["request_id"]: line for line in lines(part) if line["event"] == "a request failed"}
    assert {f"asked-{name}" for name in asked} == set(failed)
    assert {line["status"] for line in failed.values()} == {503}
    assert {line["code"] for line in failed.values()} == {"unavailable"}
    assert failed["asked-rest"]["operation"] == "listTables"
