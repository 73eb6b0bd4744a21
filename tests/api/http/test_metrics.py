"""Counting, and the figures of several processes as one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from citadels_api.graphql.cost_limits import Limits
from citadels_api.http import metrics as counting
from citadels_api.http.metrics import BUCKETS, REASONS, LocalExchange, Metrics, Publisher, render
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.parser import text_string_to_metric_families

from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from collections.abc import Mapping


def read(text: bytes) -> dict[tuple[str, ...], float]:
    """Every sample under its name and its labels' values."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


class Several(LocalExchange):
    """An exchange of several processes, each of which shows its gauges under its own name."""

    def __init__(self) -> None:
        super().__init__()
        self.process = 0
        self.fails = False

    async def add(self, batch: int, counts: Mapping[str, float]) -> None:
        if self.fails:
            raise ConnectionError
        await super().add(batch, counts)

    async def show(self, gauges: bytes) -> None:
        self.shown[self.process] = gauges


def publish(exchange: Several, process: int, publisher: Publisher) -> bytes:
    exchange.process = process
    return asyncio.run(publisher.render())[0]


def test_what_happens_is_counted() -> None:
    metrics = Metrics(["get_view"])
    metrics.move("taken")
    metrics.move("taken")
    metrics.request("get_view", 200)
    metrics.request("get_view", 503)
    metrics.refusal("depth")
    metrics.attempt()
    metrics.fallback("default_action")
    with metrics.store("commit"), metrics.stream("sse"):
        during = read(render(metrics.registry))
    after = read(render(metrics.registry))
    assert during["citadels_streams_open", "sse"] == 1
    assert after["citadels_streams_open", "sse"] == 0
    assert after["citadels_store_seconds_count", "commit"] == 1
    assert after["citadels_moves_total", "taken"] == 2
    assert after["citadels_moves_total", "conflict"] == 0
    assert after["citadels_requests_total", "get_view", "503"] == 1
    assert after["citadels_server_errors_total",] == 1
    assert after["citadels_refusals_total", "depth"] == 1
    assert after["citadels_attempts_total",] == 1
    assert after["citadels_fallbacks_total", "default_action"] == 1


def test_labels_that_nobody_declared_are_other() -> None:
    metrics = Metrics(["get_view"])
    for i in range(100):
        metrics.move(f"g{i}")
        metrics.request(f"/games/g{i}", 200 + i % 9)
        metrics.refusal(f"reason {i}")
        metrics.fallback(f"seat {i}")
        metrics.request("get_view", i * 1000)
        with metrics.store(f"key {i}"), metrics.stream(f"stream {i}"):
            pass
    text = render(metrics.registry).decode()
    assert "g1" not in text
    assert "stream 1" not in text
    assert len(read(text.encode())) < 300


def test_every_limit_of_the_guard_is_a_reason() -> None:
    assert {"operations", *Limits.__slots__} - {"mutation_cost", "introspection_cost"} <= REASONS


def test_the_sums_are_those_of_all_processes_and_never_fall() -> None:
    exchange = Several()
    first, second = Metrics(["a"]), Metrics(["a", "b"])
    one, two = Publisher(first, exchange), Publisher(second, exchange)
    first.move("taken")
    second.move("taken")
    second.request("b", 200)
    with first.store("commit"):
        pass
    publish(exchange, 1, one)
    publish(exchange, 1, one)  # nothing is added twice
    assert read(publish(exchange, 2, two))["citadels_moves_total", "taken"] == 2
    del exchange.shown[2]  # the second ends, and comes back with counters at nought
    third = Publisher(Metrics(["a", "b"]), exchange)
    third.metrics.move("taken")
    figures = read(publish(exchange, 3, third))
    assert figures["citadels_moves_total", "taken"] == 3
    assert figures["citadels_requests_total", "b", "200"] == 1
    assert figures["citadels_store_seconds_count", "commit"] == 1
    assert figures["citadels_moves_total", "conflict"] == 0


def test_gauges_of_processes_are_added_up() -> None:
    exchange = Several()
    publishers = [Publisher(Metrics(), exchange) for _ in range(2)]
    for number, publisher in enumerate(publishers):
        publisher.metrics._streams.labels("sse").inc(3 + number)
        text = publish(exchange, number, publisher)
    figures = read(text)
    assert figures["citadels_streams_open", "sse"] == 7


def test_what_could_not_be_added_is_added_the_next_time() -> None:
    exchange = Several()
    publisher = Publisher(Metrics(), exchange)
    publisher.metrics.move("taken")
    exchange.fails = True
    with pytest.raises(ConnectionError):
        asyncio.run(publisher.publish())
    exchange.fails = False
    publisher.metrics.move("taken")
    assert read(publish(exchange, 0, publisher))["citadels_moves_total", "taken"] == 2


class Losing(Several):
    """An exchange whose answers are lost: what was sent has arrived, and nobody knows."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: dict[int, int] = {}
        self.loses = False

    async def add(self, batch: int, counts: Mapping[str, float]) -> None:
        if batch > self.batches.get(self.process, 0):
            self.batches[self.process] = batch
            await super().add(batch, counts)
        await asyncio.sleep(0)  # as a store does, it answers later
        if self.loses:
            raise ConnectionError


def test_what_was_added_although_the_answer_was_lost_is_not_added_again() -> None:
    exchange = Losing()
    publisher = Publisher(Metrics(), exchange)
    publisher.metrics.move("taken")
    exchange.loses = True
    for _ in range(3):
        with pytest.raises(ConnectionError):
            asyncio.run(publisher.publish())
        publisher.metrics.move("taken")
    exchange.loses = False
    assert read(publish(exchange, 0, publisher))["citadels_moves_total", "taken"] == 4


def test_two_who_ask_at_once_have_nothing_counted_twice() -> None:
    exchange = Losing()
    publisher = Publisher(Metrics(), exchange)
    publisher.metrics.move("taken")

    async def together() -> tuple[tuple[bytes, float], ...]:
        return await asyncio.gather(publisher.render(), publisher.render())

    for text, _ in asyncio.run(together()):
        assert read(text)["citadels_moves_total", "taken"] == 1


def test_sums_that_were_lost_are_put_back_by_whoever_has_seen_them() -> None:
    exchange = Several()
    one, other = Publisher(Metrics(), exchange), Publisher(Metrics(), exchange)
    for _ in range(3):
        one.metrics.move("taken")
    publish(exchange, 1, one)
    publish(exchange, 2, other)
    exchange.sums.clear()
    other.metrics.move("taken")
    assert read(publish(exchange, 2, other))["citadels_moves_total", "taken"] == 3
    other.metrics.move("taken")
    assert read(publish(exchange, 1, one))["citadels_moves_total", "taken"] == 3
    assert read(publish(exchange, 2, other))["citadels_moves_total", "taken"] == 4


def test_of_the_clocks_the_one_that_is_latest_is_shown() -> None:
    exchange = Several()
    late = []
    for number, seconds in enumerate((2.5, 9.0, 0.0)):
        publisher = Publisher(Metrics(), exchange)
        publisher.metrics.held(seconds)
        exchange.process = number
        text, held = asyncio.run(publisher.render())
        late.append(held)
        assert read(text)["citadels_oldest_held_seconds",] == held
    assert late == [2.5, 9.0, 9.0]


def test_a_histogram_of_all_processes_has_its_buckets_in_order() -> None:
    exchange = Several()
    first, second = Publisher(Metrics(), exchange), Publisher(Metrics(), exchange)
    with first.metrics.store("load"), first.metrics.store("commit"):
        pass
    publish(exchange, 1, first)
    lines = [
        line for line in publish(exchange, 2, second).decode().splitlines() if "_bucket{" in line and "load" in line
    ]
    bounds = [line.partition('le="')[2].partition('"')[0] for line in lines]
    assert [float(bound) for bound in bounds] == sorted(float(bound) for bound in bounds)
    assert bounds[-1] == "+Inf"


def test_figures_of_another_version_are_left_out() -> None:
    exchange = Several()
    exchange.sums['["citadels_forgotten_total", {}]'] = 4.0
    exchange.shown[9] = b'{"[\\"citadels_forgotten\\", {}]": 1}'
    assert b"forgotten" not in publish(exchange, 0, Publisher(Metrics(), exchange))


def test_both_times_are_told_in_the_same_steps() -> None:
    steps: dict[str, list[str]] = {}
    metrics = Metrics(["getTable"])
    with metrics.store("load"):
        pass
    for family in metrics.registry.collect():
        for sample in family.samples:
            if sample.name.endswith("_bucket"):
                found = steps.setdefault(family.name, [])
                if sample.labels["le"] not in found:
                    found.append(sample.labels["le"])
    expected = [*map(str, map(float, BUCKETS)), "+Inf"]
    assert steps["citadels_store_seconds"] == expected
    assert set(map(tuple, steps.values())) == {tuple(expected)}


def test_a_figure_has_one_name_in_whatever_order_its_labels_come() -> None:
    counts, gauges = Metrics(["getTable"]).figures()
    for name in (*counts, *gauges):
        sample, labels = json.loads(name)
        assert name == json.dumps([sample, dict(sorted(labels.items()))])
    registry = CollectorRegistry()
    Counter("several", "Several labels", ["zone", "area"], registry=registry).labels("z", "a").inc()
    metrics = Metrics()
    metrics.registry = registry
    assert '["several_total", {"area": "a", "zone": "z"}]' in metrics.figures()[0]


WORDS = {
    "move": "taken replayed conflict illegal not_your_turn key_reused late over unknown odd",
    "refusal": "aliases connections cost deadline depth directives fields fragments head host introspection_depth introspection_lists "
    "introspection_width json mutations operations origin rate repeats root_fields size stall syntax tokens untrusted odd",
    "fallback": "default_action ai_takes_over forfeit overdue odd",
    "store": "commit load events claim auth rate read write odd",
    "stream": "rest graphql sse ndjson poll websocket odd",
}


def test_the_figures_are_shown_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000))
    monkeypatch.setattr(counting, "time", SimpleNamespace(perf_counter=lambda: next(clock) / 8))
    metrics = Metrics(["getTable"])
    for kind in ("move", "refusal", "fallback"):
        for word in WORDS[kind].split():
            getattr(metrics, kind)(word)
    for kind in ("store", "stream"):
        for word in WORDS[kind].split():
            with getattr(metrics, kind)(word):
                pass
    for status in (99, 100, 304, 499, 500, 599, 600):
        metrics.request("getTable", status, status / 1000)
    metrics.request("another", 200)
    metrics.attempt()
    metrics.dropped()
    metrics.dropped(4)
    metrics.held(2.5)
    lines = sorted(line for line in render(metrics.registry).decode().split("\n") if "_created" not in line)
    assert_kept(Path(__file__).parent / "kept" / "figures.txt", lines)
    assert counting.CONTENT_TYPE == "text/plain; version=0.0.4; charset=utf-8"
    counts, gauges = metrics.figures()
    assert gauges.keys() == {
        '["citadels_oldest_held_seconds", {}]',
        *(f'["citadels_streams_open", {{"transport": "{word}"}}]' for word in [*WORDS["stream"].split()[:-1], "other"]),
    }
    assert '["citadels_moves_total", {"outcome": "other"}]' in counts
