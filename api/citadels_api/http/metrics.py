"""The metrics of the service, and how several processes behind one address show one set of figures.

1. Labels come from fixed sets: operations from the route table, outcomes and reasons from the lists here. A label is never an id, a name or
   a card.
2. The counters of all processes are added to sums that outlive the processes. Each process adds what it has counted since its last batch.
   So a sum never decreases when a process ends, which Prometheus would read as a restart.
3. A batch of counts has a number, and the process sends it until the store has it. The store adds it once, even if responses were lost.
   Only the sums are shown. If the store comes back with a lower sum, the last shown value is restored.
4. Gauges show the present: each process shows its own while it lives. They are added up, or the highest one counts. Figures about the store
   are not gauges here; `/metrics` asks the store.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import Metric

from citadels_api.store.ports import StoreFull

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

OUTCOMES: Final = frozenset({
    "taken", "replayed", "conflict", "illegal", "not_your_turn", "key_reused", "late", "over", "unknown",
})  # fmt: skip
REASONS: Final = frozenset({
    "aliases", "connections", "cost", "deadline", "depth", "directives", "fields", "fragments", "head", "host",
    "introspection_depth", "introspection_lists", "introspection_width", "json", "mutations", "operations", "origin", "rate", "repeats", "root_fields",
    "size", "stall", "syntax", "tokens", "untrusted",
})  # fmt: skip
TRANSPORTS: Final = frozenset({"rest", "graphql", "sse", "ndjson", "poll", "websocket"})
CALLS: Final = frozenset({"commit", "load", "events", "claim", "auth", "rate", "read", "write"})
FALLBACKS: Final = frozenset({"default_action", "ai_takes_over", "forfeit", "overdue"})
HELD: Final = '["citadels_oldest_held_seconds", {}]'
HIGHEST: Final = frozenset({HELD})
"""Gauges that show the highest value of all processes instead of the sum."""
BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counters of one process."""

    def __init__(self, operations: Collection[str] = ()) -> None:
        self.registry = CollectorRegistry(auto_describe=False)
        self.operations = frozenset(operations)
        registry = self.registry
        self._moves = Counter("citadels_moves", "Moves by outcome", ["outcome"], registry=registry)
        self._requests = Counter(
            "citadels_requests", "Requests by operation and status", ["operation", "status"], registry=registry
        )
        self._seconds = Histogram(
            "citadels_request_seconds",
            "From the head of a request to the head of its response, by operation",
            ["operation"],
            buckets=BUCKETS,
            registry=registry,
        )
        self._errors = Counter(
            "citadels_server_errors", "Responses with status 5xx; one is one too many", registry=registry
        )
        self._refusals = Counter("citadels_refusals", "Requests refused at the edge", ["reason"], registry=registry)
        self._attempts = Counter("citadels_attempts", "Attempts of workers at a decision", registry=registry)
        self._hurried = Counter(
            "citadels_hurried_decisions",
            "Decisions for which a bot of the service searched for a shorter time than usual, because much waited",
            registry=registry,
        )
        self._fallbacks = Counter(
            "citadels_fallbacks", "Decisions that the service took for a player", ["policy"], registry=registry
        )
        self._store = Histogram(
            "citadels_store_seconds", "Time of calls to the store", ["call"], buckets=BUCKETS, registry=registry
        )
        self._dropped = Counter(
            "citadels_bells_dropped",
            "Jobs for AI seats that were never queued; the clock queues them again",
            registry=registry,
        )
        self._held = Gauge(
            "citadels_oldest_held_seconds",
            "How long the longest overdue table has been due, among those that a clock has claimed but not processed",
            registry=registry,
        )
        self._streams = Gauge("citadels_streams_open", "Streams open", ["transport"], registry=registry)
        for outcome in OUTCOMES:  # a rate needs a nought to begin with
            self._moves.labels(outcome)
        for reason in REASONS:
            self._refusals.labels(reason)
        for policy in FALLBACKS:
            self._fallbacks.labels(policy)

    def move(self, outcome: str) -> None:
        """Count a move by its outcome."""
        self._moves.labels(_one_of(outcome, OUTCOMES)).inc()

    def request(self, operation: str, status: int, seconds: float = 0.0) -> None:
        """Count a request, its status and its duration in seconds. An operation that no route declares is `other`."""
        known = str(status) if 100 <= status <= 599 else "other"
        name = _one_of(operation, self.operations)
        self._requests.labels(name, known).inc()
        self._seconds.labels(name).observe(seconds)
        if status >= 500:
            self._errors.inc()

    def refusal(self, reason: str) -> None:
        """Count a request that was refused before it reached a use case."""
        self._refusals.labels(_one_of(reason, REASONS)).inc()

    def attempt(self) -> None:
        """Count a worker's attempt at a decision."""
        self._attempts.inc()

    def hurried(self) -> None:
        """Count a decision that a bot took in less time than usual."""
        self._hurried.inc()

    def fallback(self, policy: str) -> None:
        """Count a decision that the service took for a player."""
        self._fallbacks.labels(_one_of(policy, FALLBACKS)).inc()

    def dropped(self, bells: int = 1) -> None:
        """Count lost jobs for AI seats."""
        self._dropped.inc(bells)

    def held(self, seconds: float) -> None:
        """Set how long the longest overdue table has been due, among those that this clock has claimed but not processed."""
        self._held.set(seconds)

    @contextmanager
    def store(self, call: str) -> Iterator[None]:
        """Measure the block as one call to the store."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._store.labels(_one_of(call, CALLS)).observe(time.perf_counter() - began)

    @contextmanager
    def stream(self, transport: str) -> Iterator[None]:
        """Count the block as one open stream."""
        gauge = self._streams.labels(_one_of(transport, TRANSPORTS))
        gauge.inc()
        try:
            yield
        finally:
            gauge.dec()

    # as plain figures

    def figures(self) -> tuple[dict[str, float], dict[str, float]]:
        """All counts and all gauges. Each name stands for a sample and its labels."""
        counts: dict[str, float] = {}
        gauges: dict[str, float] = {}
        for family in self.registry.collect():
            into = gauges if family.type == "gauge" else counts
            for sample in family.samples:
                if not sample.name.endswith("_created"):
                    into[json.dumps([sample.name, sample.labels], sort_keys=True)] = sample.value
        return counts, gauges


def _one_of(value: str, known: Collection[str]) -> str:
    return value if value in known else "other"


def render(registry: CollectorRegistry) -> bytes:
    """The figures of one registry in Prometheus' text format."""
    return generate_latest(registry)


class Exchange(Protocol):
    """Where processes exchange their figures."""

    async def add(self, batch: int, counts: Mapping[str, float]) -> None:
        """Add a batch of this process to the shared sums, once, even if it is sent again."""

    async def lift(self, sums: Mapping[str, float]) -> None:
        """Restore sums that are lower than before."""

    async def show(self, gauges: bytes) -> None:
        """Replace the gauges of this process. They disappear within a minute unless it sends them again."""

    async def all(self) -> tuple[Mapping[str, float], Iterable[bytes]]:
        """The sums, and the gauges of every living process."""


class LocalExchange:
    """The exchange within one process: for the memory store, and for tests."""

    def __init__(self) -> None:
        self.sums: defaultdict[str, float] = defaultdict(float)
        self.shown: dict[int, bytes] = {}

    async def add(self, batch: int, counts: Mapping[str, float]) -> None:
        """Add the batch."""
        for name, value in counts.items():
            self.sums[name] += value

    async def lift(self, sums: Mapping[str, float]) -> None:
        """Restore the sums."""
        self.sums.update({name: max(value, self.sums[name]) for name, value in sums.items()})

    async def show(self, gauges: bytes) -> None:
        """The sums and the gauges of this one process."""
        self.shown[0] = gauges

    async def all(self) -> tuple[Mapping[str, float], Iterable[bytes]]:
        """Everything."""
        return self.sums, list(self.shown.values())


class Publisher:
    """Publishes the figures of one process: every few seconds, before a scrape, and once more at the end."""

    def __init__(self, metrics: Metrics, exchange: Exchange) -> None:
        self.metrics = metrics
        self.exchange = exchange
        self._lock = asyncio.Lock()
        self._added: dict[str, float] = {}
        self._batch = 0
        self._pending: dict[str, float] = {}
        """The number of the current batch, until the store has added it."""
        self._seen: dict[str, float] = {}
        """The highest known value of each sum."""

    async def publish(self) -> None:
        """Add the counts since the last time. If this fails, the next time adds them."""
        async with self._lock:
            await self._send()
            counts, gauges = self.metrics.figures()
            news = {name: value - self._added.get(name, 0.0) for name, value in counts.items()}
            self._pending = {name: value for name, value in news.items() if value}
            self._added = counts
            self._batch += 1
            await self._send()
            await self.exchange.show(json.dumps(gauges).encode())

    async def _send(self) -> None:
        """Add the pending batch. It stays the same batch until it is added."""
        if self._pending:
            await self.exchange.add(self._batch, self._pending)
            self._pending = {}

    async def collect(self) -> tuple[dict[str, float], list[dict[str, float]]]:
        """The sums and the gauges of all processes. Sums that are lower than before are restored."""
        sums, shown = await self.exchange.all()
        lost = {name: value for name, value in self._seen.items() if value > sums.get(name, 0.0)}
        if lost:
            await self.exchange.lift(lost)
            sums, shown = await self.exchange.all()
        self._seen.update(sums)
        return {name: float(value) for name, value in sums.items()}, [json.loads(gauges) for gauges in shown]

    async def render(self) -> tuple[bytes, float]:
        """The figures of all processes in Prometheus' text format; and how long the longest overdue table held by a clock has been due."""
        with suppress(StoreFull):  # what this process counts is added when there is room again
            await self.publish()
        values, shown = await self.collect()
        for name in self._added:
            values.setdefault(name, 0.0)
        for gauges in shown:
            for name, value in gauges.items():
                before = values.get(name, 0.0)
                values[name] = max(before, value) if name in HIGHEST else before + value
        merged = CollectorRegistry(auto_describe=False)
        merged.register(_Merged(self.metrics.registry, values))
        return generate_latest(merged), values.get(HELD, 0.0)


class _Merged:
    """The families of a registry with the values of all processes; values without a family here are left out."""

    def __init__(self, registry: CollectorRegistry, values: Mapping[str, float]) -> None:
        self.registry = registry
        self.samples: defaultdict[str, list[tuple[dict[str, str], float]]] = defaultdict(list)
        for name, value in values.items():
            sample, labels = json.loads(name)
            self.samples[sample].append((labels, value))

    def collect(self) -> Iterator[Metric]:
        """The families, their samples in order."""
        for own in self.registry.collect():
            family = Metric(own.name, own.documentation, own.type)
            for ending in ("", "_total", "_bucket", "_sum", "_count"):
                name = own.name + ending
                for labels, value in sorted(self.samples.get(name, ()), key=_order):
                    family.add_sample(name, labels, value)
            yield family


def _order(sample: tuple[dict[str, str], float]) -> tuple[list[tuple[str, str]], float]:
    labels = dict(sample[0])
    bound = float(labels.pop("le", "inf"))
    return sorted(labels.items()), bound
