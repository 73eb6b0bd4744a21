"""schemathesis against the running service: what the descriptions allow and what they do not, and what follows from what; nothing breaks.

GraphQL has no stateful phase here: the tool follows ids only where a mutation gives its object itself, and ours give unions of a payload and
problems. So ids are handed in, and it is looked at that the fields have found something.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.support.schemathesis_run import Ran, examine
from tests.support.telling import chosen

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = {"quick": 2, "ci": 2, "full": 100}
"""Examples for each operation."""
LINKED = {"quick": 60, "ci": 120, "full": 1_500}
"""Examples for all sequences together."""
EXISTING = {
    "GET /v1/tables/{table}", "GET /v1/tables/{table}/position", "GET /v1/tables/{table}/events", "GET /v1/accounts/{account}",
    "GET /v1/bots/{bot}", "POST /v1/credentials/{credential}/rotate",
}  # fmt: skip
"""Operations that succeed only with the id of something that is there."""


def ran(door: str, phases: str, examples: int, note: Callable[[str, object], None]) -> Ran:
    done, found = asyncio.run(examine(door, phases=phases, examples=examples))
    note("calls", done.calls.total())
    assert found.faults == []
    return done


@pytest.mark.heavy
def test_rest_keeps_to_its_description_whatever_it_is_sent(record_property: Callable[[str, object], None]) -> None:
    done = ran("rest", "examples,coverage,fuzzing", chosen(SIZES), record_property)
    assert {"coverage", "fuzzing"} <= set(done.by(0))
    assert len(done.by(1)) == 73
    assert done.reached() >= EXISTING


@pytest.mark.heavy
def test_rest_keeps_to_its_description_when_one_call_follows_from_another(
    record_property: Callable[[str, object], None],
) -> None:
    done = ran("rest", "stateful", chosen(LINKED), record_property)
    record_property("linked", done.linked)
    assert set(done.by(0)) == {"stateful"}
    assert done.linked > 5


@pytest.mark.heavy
def test_graphql_answers_whatever_it_is_sent(record_property: Callable[[str, object], None]) -> None:
    done = ran("graphql", "fuzzing", 2 * chosen(SIZES), record_property)
    assert len(done.by(1)) == 65
    record_property("reached", len(done.reached()))
    assert {"Query.table", "Mutation.createTable"} <= done.reached()
    assert len(done.reached()) >= 15


def test_counts_what_was_called_and_what_has_failed() -> None:
    calls = Counter({"fuzzing|GET /a|200": 2, "coverage|GET /b|503": 1, "lost|GET /c|0": 1, "fuzzing|Query.x|data": 1})
    told = Ran(calls)
    assert told.failed == 2
    assert told.reached() == {"GET /a", "Query.x"}
