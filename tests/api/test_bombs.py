"""No request of at most 64 kB costs much more than an honest one, and none is answered with a fault of the service."""

from __future__ import annotations

from functools import cache
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from tests.support.asgi import Answer, ask
from tests.support.bombs import _SIZED, BODIES, DOCUMENTS, VARIABLES, plain, query, service

if TYPE_CHECKING:
    from starlette.types import ASGIApp

ALL = {
    **{f"document: {name}": query(text + "#0") for name, text in DOCUMENTS.items()},
    **{f"variables: {name}": query(_SIZED, variables=value) for name, value in VARIABLES.items()},
    **{f"body: {name}": body for name, body in BODIES.items()},
}
RATIO = 15
"""Times the cost of an honest request not seen before, which is parsed, validated and run: about 1.5 ms."""


@cache
def app() -> ASGIApp:
    return service()


def throw(body: bytes) -> tuple[Answer, float]:
    """The answer, and the processor's time that it took."""
    began = process_time()
    answer = ask(app(), "POST", "/graphql", {"host": "localhost", "content-type": "application/json"}, [body])
    return answer, process_time() - began


@cache
def honest() -> float:
    for number in range(20):
        throw(plain(number))
    return median(throw(plain(number))[1] for number in range(100, 130))


def cheapest(body: bytes) -> float:
    """The least of a few tries, since a collection of garbage may fall into one of them."""
    # a comment makes a document one that has not been seen before
    return min(throw(body.replace(b'#0"}', b'#%d"}' % try_))[1] for try_ in range(1, 4))


def test_the_catalogue_has_bombs_of_every_kind() -> None:
    assert len(ALL) >= 80
    assert all(len(body) <= 64 * 1024 for name, body in ALL.items() if "over" not in name)


@pytest.mark.parametrize("name", ALL)
def test_a_bomb_is_answered_and_no_fault_of_the_service_is_met(name: str) -> None:
    with capture_logs() as logs:
        answer, _ = throw(ALL[name])
    assert 200 <= answer.status < 500
    assert len(answer.body) < 64 * 1024
    assert logs == []


@pytest.mark.parametrize("name", ALL)
def test_a_bomb_costs_little_more_than_an_honest_request(name: str) -> None:
    assert cheapest(ALL[name]) <= RATIO * honest()


TOKENS = st.sampled_from([
    *("{", "}", "(", ")", "[", "]", ":", "...", "@", "!", "$", '"x"', "1", "9" * 30, "null", "true"),
    *("me", "id", "name", "best", "friends", "tables", "players", "first", "last", "where", "both", "seats", "find"),
    *("query", "mutation", "fragment", "on", "Player", "Table", "__schema", "types", "fields", "type", "ofType", "__typename"),
    *("{me{", "}}", "{id}", "...f", "fragment f on Player{", "a:", "@skip(if:true)", "friends(first:9){", "best{", "...on Player{"),
])  # fmt: skip


@pytest.mark.heavy
@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.lists(TOKENS, max_size=6).map(" ".join), st.integers(1, 400)), max_size=5))
def test_no_text_that_repeats_itself_is_worth_throwing(parts: list[tuple[str, int]]) -> None:
    text = " ".join(f"{part} " * times for part, times in parts)[:60_000]
    answer, cost = throw(query(text + "#0"))
    assert answer.status < 500
    if cost > RATIO * honest():
        assert cheapest(query(text + "#0")) <= RATIO * honest()
