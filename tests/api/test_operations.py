"""Routes: an address has one meaning, and whatever an operation may be refused for is declared."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from citadels_api.operations import Operation, Router
from citadels_api.problems import PROBLEMS
from citadels_api.routes import OPERATIONS


async def run(_: object) -> None:
    """Do nothing."""


def operation(name: str, method: Literal["GET", "POST"], path: str, **more: Any) -> Operation:
    """An operation at an address."""
    told: dict[str, Any] = {"scope": "public", "summary": "It.", "description": "It does.", "tag": "x", "answer": None}
    return Operation(id=name, method=method, path=path, run=run, **{**told, **more})


def test_a_fixed_segment_comes_before_one_that_takes_any_word() -> None:
    router = Router(OPERATIONS)
    found = router.find("/v1/tables/game_x/actions")
    assert found is not None
    assert found[1] == {"table": "game_x"}
    assert "POST" in found[0]
    for path in ("/v1/tables//actions", "/v1/tables/game_x/actions/", "/v1/nothing", "/v1", "v1/tables", ""):
        assert router.find(path) is None


def test_what_any_operation_may_be_refused_for_follows_from_what_it_is() -> None:
    by_id = {one.id: one for one in OPERATIONS}
    free = by_id["getHealth"]
    assert (free.cost, "rate_limited" in free.all_codes, "unavailable" in free.all_codes) == (0, False, False)
    steady = by_id["getOpenApi"]
    assert steady.steady
    assert ("rate_limited" in steady.all_codes, "unauthenticated" in steady.all_codes) == (True, False)
    move = by_id["submitActions"]
    assert {"unknown_outcome", "forbidden", "not_found", "unsupported_media_type", "rate_limited"} <= set(
        move.all_codes
    )
    assert (move.write, move.parameters, move.cost) == (True, ("table",), 1)
    read = by_id["getTable"]
    assert "unknown_outcome" not in read.all_codes
    assert "unsupported_media_type" not in read.all_codes
    asked = by_id["whyNot"]
    assert (asked.method, asked.write, "unknown_outcome" in asked.all_codes) == ("POST", False, False)
    assert list(move.all_codes) == [code for code in PROBLEMS if code in move.all_codes]


@pytest.mark.parametrize(
    "faulty", [{"scope": "everything"}, {"summary": ""}, {"description": "no full stop"}, {"codes": ("weather",)}]
)
def test_what_is_not_declared_as_it_should_be_does_not_start(faulty: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="getTable"):
        operation("getTable", "GET", "/v1/x", **faulty)


def test_two_operations_at_one_address_or_two_names_of_one_place_do_not_start() -> None:
    first = operation("getTable", "GET", "/v1/x/{one}")
    with pytest.raises(ValueError, match="is there twice"):
        Router([first, operation("listTables", "GET", "/v1/x/{one}")])
    with pytest.raises(ValueError, match="other names"):
        Router([first, operation("createTable", "POST", "/v1/x/{two}")])
    assert Router([first, operation("createTable", "POST", "/v1/x/{one}")]).find("/v1/x/7") is not None
