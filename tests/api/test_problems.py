"""The list of error codes, and what a refusal says of itself."""

from __future__ import annotations

import json
import re

import pytest
from citadels_api.problems import PROBLEMS, Refusal


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_code_is_a_lower_case_word_with_an_error_status_and_texts(code: str) -> None:
    kind = PROBLEMS[code]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert 400 <= kind.status <= 599
    assert kind.title
    assert kind.description.endswith(".")


def test_a_refusal_is_a_problem_document_with_its_extra_members() -> None:
    refusal = Refusal("illegal_action", "the Keep cannot be destroyed", rule="D-KEEP-1", legal=["pass"])
    assert refusal.to_json(instance="/v1/games/g1/moves", request_id="r1") == {
        "type": "/problems/illegal_action",
        "title": "Illegal action",
        "status": 422,
        "detail": "the Keep cannot be destroyed",
        "code": "illegal_action",
        "instance": "/v1/games/g1/moves",
        "request_id": "r1",
        "rule": "D-KEEP-1",
        "legal": ["pass"],
    }


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_code_can_be_refused_under_without_a_message(code: str) -> None:
    document = json.loads(json.dumps(Refusal(code).to_json()))
    assert document["code"] == code
    assert document["status"] == PROBLEMS[code].status
    assert document["detail"] == PROBLEMS[code].description


def test_an_unknown_code_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no code of PROBLEMS"):
        Refusal("no_such_code")


def test_an_extra_member_cannot_overwrite_a_member_of_the_problem() -> None:
    with pytest.raises(ValueError, match="status"):
        Refusal("conflict", status=200)


@pytest.mark.parametrize("name", ["type", "title", "status", "detail", "instance", "code", "request_id"])
def test_none_of_the_members_of_a_problem_can_be_an_extra_one(name: str) -> None:
    with pytest.raises(ValueError, match=rf"\['{name}'\] are not for extra members"):
        Refusal("conflict", **{name: "x"})


def test_headers_say_who_may_try_and_when() -> None:
    assert Refusal("unauthenticated").headers() == {"WWW-Authenticate": "Bearer"}
    assert Refusal("rate_limited", retry_after=2.1).headers() == {"Retry-After": "3"}
    assert Refusal("unavailable").headers() == {"Retry-After": "1"}
    assert Refusal("method_not_allowed", allow=["GET", "HEAD"]).headers() == {"Allow": "GET, HEAD"}
    assert Refusal("conflict").headers() == {}


def test_a_field_at_fault_always_has_a_message() -> None:
    told = Refusal(
        "invalid", "eyes: a seat below 4", errors=[{"path": "eyes"}, {"path": "after", "message": "too low"}]
    )
    assert told.extra["errors"] == [
        {"path": "eyes", "message": "eyes: a seat below 4"},
        {"path": "after", "message": "too low"},
    ]


@pytest.mark.parametrize(("seconds", "told"), [(0, "0"), (1, "1"), (0.2, "1"), (1.0, "1"), (1.001, "2"), (-3, "0")])
def test_the_time_to_come_back_is_told_in_whole_seconds_and_never_too_early(seconds: float, told: str) -> None:
    assert Refusal("unavailable", retry_after=seconds).headers()["Retry-After"] == told
    assert "Retry-After" not in Refusal("not_found").headers()
