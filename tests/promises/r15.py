"""Cheap refusal: nothing of at most 64 kB that anybody may send costs the service more than 20 ms of a processor.

1. What is measured is the processor's time of the API process, as the kernel counts it, over a batch of requests that are not alike; the
   least of a few batches, since what others do at the same time only ever adds. No clock on the wall is asked.
2. Each is set against a plain refusal, measured in the same way at the same time.
3. After the catalogue a search makes up requests of its own, and goes where they cost most for their length.
"""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import seed as seeded
from hypothesis import strategies as st

from tests.promises.bombs import BOMBS, LONGEST, graphql, honest, request
from tests.support.running import Caller, Part, Service
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


MOST_MS: Final = 20.0
TABLES: Final = 110


@dataclass(frozen=True)
class Size:
    """How many requests in a batch, how many batches of each, how many requests the search may make up."""

    batch: int
    batches: int
    searched: int


SIZES: Final = {"quick": Size(2, 2, 100), "ci": Size(2, 2, 60), "full": Size(10, 5, 4_000)}


@dataclass
class Cost:
    """What a request costs."""

    name: str
    ms: float
    times: float
    """Against a plain refusal."""
    statuses: frozenset[int]
    size: int


class Meter:
    """Sends to one API process, and asks the kernel for its time."""

    def __init__(self, part: Part) -> None:
        assert part.process is not None
        self.port = part.port
        self.tasks = Path(f"/proc/{part.process.pid}/task")
        self.number = 0
        self.connection: socket.socket | None = None
        self.silent: list[bytes] = []
        """Requests that were not answered within a while, twice."""

    def time_ms(self) -> float:
        """The processor's time that the process has had."""
        return sum(int((task / "schedstat").read_text().split()[0]) for task in self.tasks.iterdir()) / 1e6

    def connected(self) -> socket.socket:
        """A connection that is kept as long as the service keeps it."""
        if self.connection is None:
            self.connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        return self.connection

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def send(self, data: bytes) -> int:
        """Send a request that has not been sent before; the status of its answer, 0 where the connection was closed."""
        self.number += 1
        fresh = (
            data.replace(b'#0"', b'#%d"' % self.number, 1)
            if b'#0"' in data
            else data.replace(b"~0", b"%d" % self.number, 1)
        )
        if fresh is not data and b"Content-Length: " in fresh:
            head, _, body = fresh.partition(b"\r\n\r\n")
            old = head.split(b"Content-Length: ", 1)[1].split(b"\r\n", 1)[0]
            head = head.replace(b"Content-Length: " + old, b"Content-Length: %d" % len(body), 1)
            fresh = head + b"\r\n\r\n" + body
        late = 0
        for _ in range(2):
            try:
                connection = self.connected()
                connection.sendall(fresh)
                return self.answer(connection)
            except OSError as error:
                late += isinstance(error, TimeoutError)
                self.close()
        if late == 2:
            self.silent.append(fresh[:300])
        return 0

    def answer(self, connection: socket.socket) -> int:
        """Read one answer to its end."""
        said = b""
        while b"\r\n\r\n" not in said:
            piece = connection.recv(65536)
            if not piece:
                self.close()
                return int(said.split(b" ")[1]) if said.startswith(b"HTTP/1.1 ") else 0
            said += piece
        head, _, body = said.partition(b"\r\n\r\n")
        status = int(head.split(b" ")[1])
        low = head.lower()
        if b"content-length: " in low:
            due = int(low.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
            while len(body) < due:
                piece = connection.recv(65536)
                if not piece:
                    break
                body += piece
        if b"connection: close" in low or b"content-length: " not in low:
            self.close()
        return status

    def batch(self, data: Callable[[int], bytes], count: int) -> tuple[float, set[int]]:
        """What each request of a batch has cost on average, and how they were answered."""
        before = self.time_ms()
        statuses = {self.send(data(number)) for number in range(count)}
        return (self.time_ms() - before) / count, statuses

    def cost(self, name: str, data: bytes, size: Size) -> Cost:
        """What a request costs, against a plain refusal."""
        told = [self.batch(lambda _: data, size.batch) for _ in range(size.batches)]
        plain = min(self.batch(honest, 10)[0] for _ in range(2))
        ms = min(one[0] for one in told)
        statuses = frozenset(status for one in told for status in one[1])
        return Cost(name, round(ms, 3), round(ms / max(plain, 0.01), 1), statuses, len(data))


@contextmanager
def measured() -> Iterator[Meter]:
    """A service with as many tables as a page can show, and what measures its API process."""
    with Service(apis=1, workers=0, clocks=0) as service:

        async def fill() -> None:
            async with Caller(service.ports) as caller:
                await caller.guest()
                ai = {"kind": "ai", "level": "greedy"}
                for _ in range(TABLES):
                    await caller.table(players=4, seats=[ai, ai, ai, ai], name="a table " * 6)

        asyncio.run(fill())
        meter = Meter(service.parts["api0"])
        for data in BOMBS.values():
            meter.send(data)  # what is made once and kept is not what a request costs
        meter.batch(honest, 200)
        try:
            yield meter
        finally:
            meter.close()


# --- the search ------------------------------------------------------------------------------------------------------

NAMES: Final = st.sampled_from(
    ("me", "tables", "nodes", "id", "table", "position", "view", "seats", "city", "catalogue", "districts", "characters", "name",
     "text", "frames", "events", "facts", "__typename", "__schema", "types", "fields", "type", "ofType", "args", "owed", "bots", "edges")
)  # fmt: skip
VALUES: Final = st.sampled_from(
    ('"x"', "1", "100", "-1", "99999999999", "null", "[1 2 3]", "{a:1}", "$v", "RUNNING", '"""x"""', "[[[[]]]]")
)


def fields(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A field with something around it."""
    return st.one_of(
        st.tuples(NAMES, inner).map(lambda told: f"{told[0]} {{ {told[1]} }}"),
        st.tuples(inner, st.integers(1, 40)).map(lambda told: " ".join([told[0]] * told[1])),
        st.tuples(NAMES, NAMES, VALUES, inner).map(lambda told: f"{told[0]}({told[1]}: {told[2]}) {{ {told[3]} }}"),
        st.tuples(inner, st.integers(1, 30)).map(
            lambda told: " ".join(f"a{number}: {told[0]}" for number in range(told[1]))
        ),
        inner.map(lambda told: f"... on Table {{ {told} }}"),
        inner.map(lambda told: f"... @include(if: true) {{ {told} }}"),
    )


SELECTIONS: Final = st.recursive(NAMES | st.just("...F"), fields, max_leaves=12)
DOCUMENTS: Final = st.builds(
    lambda selection, fragment, repeat: (f"{{ {selection} }} " + f"fragment F on Table {{ {fragment} }} ") * repeat,
    SELECTIONS,
    SELECTIONS,
    st.integers(1, 3),
).map(lambda text: graphql(text[: LONGEST - 2_000]))
JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=200),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=20), inner, max_size=30),
    max_leaves=60,
)
PATHS: Final = st.sampled_from(
    ("/v1/guests", "/v1/accounts", "/v1/tables", "/v1/account/recover", "/graphql", "/v1/quick-match")
)


def posting(told: tuple[str, dict[str, Any], int, str]) -> bytes:
    """A body made of something many times."""
    path, members, repeat, name = told
    many = {**members, name: [members] * repeat}
    body = json.dumps(many).encode()
    return request("POST", path, body=body if len(body) < LONGEST else json.dumps(members).encode()[:LONGEST])


POSTS: Final = st.tuples(
    PATHS, st.dictionaries(st.text(max_size=20), JSON, max_size=20), st.integers(0, 400), st.sampled_from(("seats", "name", "variables", "x"))
).map(posting)  # fmt: skip
GETS: Final = st.tuples(
    st.sampled_from(
        ("/v1/tables", "/v1/bots", "/v1/catalogue/districts", "/v1/tables/x/events", "/graphql", "/problems/x")
    ),
    st.text("abc/%&=0123456789.[]{}", max_size=60),
    st.integers(1, 150),
    st.sampled_from(
        ("Accept", "If-None-Match", "Origin", "Authorization", "Idempotency-Key", "X-Request-Id", "Cookie")
    ),
    st.text("abc,;=\"'*/ 0123456789", max_size=40),
    st.integers(1, 150),
).map(
    lambda told: request("GET", f"{told[0]}?{(told[1] * told[2])[:8_000]}", ((told[3], (told[4] * told[5])[:6_000]),))
)
REQUESTS: Final = st.one_of(DOCUMENTS, DOCUMENTS, POSTS, GETS)


def search(meter: Meter, count: int) -> tuple[Cost, Cost]:
    """The costliest request that the search has found, and the one that costs most for each kB."""
    worst = [Cost("none", 0.0, 0.0, frozenset(), 1)] * 2

    @seeded(15)
    @settings(
        max_examples=count, deadline=None, database=None, phases=(Phase.generate, Phase.target),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(REQUESTS)
    def throw(data: bytes) -> None:
        if len(data) > LONGEST + 2_000:
            return
        ms = meter.batch(lambda _: data, 1)[0]
        target(ms, label="ms")
        target(ms / (len(data) / 1024 + 0.2), label="ms for each kB")
        if ms > worst[0].ms or ms / len(data) > worst[1].ms / worst[1].size:
            again = meter.cost(repr(data[:400]), data, Size(1, 3, 0))
            if again.ms > worst[0].ms:
                worst[0] = again
            if again.ms / again.size > worst[1].ms / worst[1].size:
                worst[1] = again

    throw()
    return worst[0], worst[1]


async def prove(size: Size, say: Callable[[str], None]) -> Findings:
    """Throw the catalogue, then search."""
    return await asyncio.to_thread(throw_all, size, say)


def throw_all(size: Size, say: Callable[[str], None]) -> Findings:
    """Throw the catalogue, then search."""
    found = Findings()
    with measured() as meter:
        costs = []
        for name, data in BOMBS.items():
            costs.append(meter.cost(name, data, size))
            say(f"{len(costs)} of {len(BOMBS)} bombs")
        most, dense = search(meter, size.searched)
        plain = min(meter.batch(honest, 50)[0] for _ in range(3))
        found.all([f"no answer within 10 s to {data!r}" for data in meter.silent])
    for cost in [*costs, most, dense]:
        if cost.ms > MOST_MS:
            found.fault(f"{cost.name}: {cost.ms} ms, {cost.times} times a plain refusal")
        if any(status >= 500 for status in cost.statuses):
            found.fault(f"{cost.name}: answered with {sorted(cost.statuses)}")
    dearest = sorted(costs, key=lambda cost: -cost.ms)[:5]
    found.figures |= {
        "bombs": len(costs),
        "plain_ms": round(plain, 3),
        "dearest": {cost.name: cost.ms for cost in dearest},
        "most_times": max(cost.times for cost in costs),
        "searched": size.searched,
        "search_most_ms": most.ms,
        "search_most": most.name[:160],
        "search_densest_ms": dense.ms,
    }
    return found
