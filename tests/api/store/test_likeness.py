"""Memory and the servers do the same, whatever comes in whatever order."""

from __future__ import annotations

import asyncio
import os
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.store import keys
from citadels_api.store.connect import open_store
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import Change, Logged, Outcome, Snapshot
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.servers import KINDS, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_api.store.ports import Store

SIZE = os.environ.get("CITADELS_SIZE", "quick")
EXAMPLES = {"quick": 60, "ci": 120, "full": 4000}[SIZE]
HOUR = 3_600_000
TABLES = st.sampled_from(["t0", "t0", "t0", "t3", "t64"])
NUMBERS = st.integers(1, 6)
BYTES = st.binary(max_size=40)
FILLED = st.binary(min_size=1, max_size=40)
MAYBE = st.none() | FILLED
INDEXES = st.sampled_from(["open", "running", "over"])
KEYS = st.sampled_from([keys.document("account", "ada"), keys.document("name", "bob")])
PAIRS = st.none() | st.tuples(st.integers(0, 4), st.sampled_from(["t0", "t3", "a", "zz"]))
COUNTS = st.dictionaries(st.sampled_from(["moves", "games"]), st.integers(-3, 3), max_size=2)
FIGURES = st.dictionaries(st.sampled_from(["seconds", "moves_total"]), st.integers(0, 5), max_size=2)
COMMITS = st.builds(
    Change,
    table=TABLES,
    expects=NUMBERS,
    number=st.just(0),
    entry=BYTES,
    doc=MAYBE,
    state=MAYBE,
    due_in=st.sampled_from([None, -1, 0, HOUR]),
    allow=st.sampled_from([None, -1, 0, HOUR]),
    key=st.sampled_from([None, "0:a", "0:a", "0:b"]),
    digest=st.sampled_from([b"one", b"two\n \x00"]),
    moves_from=st.none() | INDEXES,
    moves_to=st.none() | INDEXES,
    rank=st.integers(0, 4),
    counts=COUNTS,
)


def calls() -> st.SearchStrategy[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """One call of the port, with few names and numbers, so that they meet."""

    def call(name: str, *positional: Any, **named: Any) -> st.SearchStrategy[Any]:
        return st.tuples(st.just(name), st.tuples(*positional), st.fixed_dictionaries(named))

    # a change is most often one of the table as it stands: its numbers are set when it is made
    step = st.integers(1, 2)
    return st.one_of(
        call("create", TABLES, BYTES, st.sampled_from(["s1", "s2"]), BYTES, index=INDEXES, rank=st.integers(0, 4)),
        call("load", TABLES, key=st.none() | st.sampled_from(["0:a", "0:b"]), seed=st.booleans()),
        *[call("commit", COMMITS, st.sampled_from([True] * 5 + [False]), step) for _ in range(8)],
        call("log", TABLES, after=NUMBERS, until=st.none() | NUMBERS, limit=st.none() | NUMBERS),
        call("index", INDEXES, before=PAIRS, limit=NUMBERS),
        call("archive", st.sampled_from(["t3", "t64"]), FILLED, expects=NUMBERS, keep_ms=st.sampled_from([None, HOUR])),
        call("repack", TABLES, st.just([Logged(1, HOUR, b"packed")]), expects=NUMBERS),
        call("archived", TABLES),
        call("drop", st.sampled_from(["t3", "t64"]), index=st.none() | INDEXES),
        call("claim", TABLES.map(keys.shard_of), lease_ms=st.sampled_from([0, HOUR]), limit=st.just(9)),
        call("put_off", TABLES, ms=st.sampled_from([0, HOUR]), expects=NUMBERS),
        call("get", KEYS),
        call(
            "put",
            KEYS,
            st.none() | BYTES,
            expects=st.just(True) | st.none() | BYTES,
            ttl_ms=st.sampled_from([None, HOUR]),
        ),
        call("tally", st.sampled_from(["a", "b"]), st.integers(1, 3), FIGURES, floors=st.none() | FIGURES),
        call("counts"),
        call(
            "spend", st.sampled_from(["a", "b"]), cost=st.integers(0, 4), capacity=st.just(6), per_second=st.just(1e-6)
        ),
    )


SETS: st.SearchStrategy[tuple[str, tuple[Any, ...], dict[str, Any]]] = st.one_of(
    st.tuples(
        st.just("rank"),
        st.tuples(st.just("{s:00}:set:a"), st.sampled_from("abc"), st.none() | st.integers(-3, 3)),
        st.just({}),
    ),
    st.tuples(
        st.just("ranked"),
        st.tuples(st.just("{s:00}:set:a")),
        st.fixed_dictionaries({"before": PAIRS, "limit": NUMBERS}),
    ),
    st.tuples(st.just("append"), st.tuples(st.just("{s:00}:list:a"), BYTES), st.fixed_dictionaries({"keep": NUMBERS})),
    st.tuples(st.just("appended"), st.tuples(st.just("{s:00}:list:a")), st.fixed_dictionaries({"after": NUMBERS})),
)


def plain(result: Any) -> Any:
    """A result without what depends on the clock: moments become what they say about time."""
    if isinstance(result, Outcome):
        left = None if result.deadline is None else (result.deadline - result.now + HOUR // 2) // HOUR
        return result.kind, result.number, left
    if isinstance(result, Snapshot):
        known = (
            None if result.known is None else (result.known.digest, result.known.number, result.known.deadline is None)
        )
        left = None if result.deadline is None else (result.deadline - result.now + HOUR // 2) // HOUR
        return result.doc, result.number, result.state, result.asked > 0, left, result.seed, known
    if isinstance(result, list) and result and isinstance(result[0], Logged):
        return [(logged.number, logged.entry) for logged in result]
    return result


async def ask(store: Store, call: tuple[str, tuple[Any, ...], dict[str, Any]]) -> Any:
    name, positional, named = call
    if name == "commit":
        change, present, step = positional
        found = await store.load(change.table) if present else None
        expects = change.expects if found is None else found.number
        return plain(await store.commit(msgspec.structs.replace(change, expects=expects, number=expects + step)))
    result = await getattr(store, name)(*positional, **named)
    if name == "claim":
        return sorted(table for table, _ in result)
    if name == "spend":
        return result.allowed, result.remaining
    if name == "counts":
        return {counter: much for counter, much in result.items() if much}
    return plain(result)


@pytest.fixture(scope="module", params=sorted(KINDS))
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with Server(request.param) as held:
        yield held


SEEN: set[str] = set()


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(script=st.lists(calls() | SETS, min_size=20, max_size=60))
def compare(server: Server, script: list[tuple[str, tuple[Any, ...], dict[str, Any]]]) -> None:
    async def both() -> None:
        theirs = await open_store(server.url, timeout_ms=5000)
        try:
            ours = MemoryStore()
            for store in (theirs, ours):
                for table in ("t0", "t3"):
                    await store.create(table, b"doc", "s1", b"first", index="open", rank=1)
            for place, call in zip(count(), script, strict=False):
                told, expected = await ask(theirs, call), await ask(ours, call)
                if call[0] == "commit":
                    SEEN.add(expected[0])
                assert told == expected, f"call {place}: {call}"
        finally:
            await theirs.close()

    server.cli("FLUSHALL")
    asyncio.run(both())


@pytest.mark.heavy
def test_memory_and_a_server_give_the_same_answers(server: Server) -> None:
    SEEN.clear()
    compare(server)
    assert {"ok", "replay", "key_reused", "stale", "gone"} == SEEN
