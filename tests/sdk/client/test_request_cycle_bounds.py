"""The bounds of a call: what its fields are by default, when it gives up, and what an error is told with."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from citadels_sdk import errors
from citadels_sdk.client.rate_limit import Pacer
from citadels_sdk.client.request_cycle import (
    GATEWAY,
    Call,
    Lost,
    Request,
    Response,
    Send,
    Sleep,
    course,
    fault,
    final,
    lost,
    pause,
    seconds,
    understood,
)

from tests.sdk.client.test_request_cycle import MAKE, MOVE, Shell, answer

QUESTION: Call[Any] = Call("getMe", Request("GET", "/v1/me"), lambda response: response.body, again=True)


def test_what_is_not_said_has_its_default() -> None:
    request = Request("GET", "/v1/me")
    assert (request.query, request.headers, request.body) == ({}, {}, None)
    call: Call[bytes] = Call("getMe", request, lambda response: response.body)
    assert (call.cost, call.again, call.once) == (1, False, False)
    response = Response(200, {})
    assert (response.body, response.media) == (b"", "")
    assert Send(request).within is None
    for one, name in ((request, "path"), (response, "status"), (call, "cost"), (Send(request), "within"), (Sleep(1.0), "seconds"), (Lost(True, ""), "why")):  # fmt: skip
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, 3)
        assert not hasattr(one, "__dict__")
    assert {502, 503, 504} == GATEWAY


def test_what_is_sent_and_what_came_do_not_show() -> None:
    assert repr(Request("GET", "/p", {"a": "b"}, {"h": "secret"}, b"secret")) == "Request(method='GET', path='/p', query={'a': 'b'})"  # fmt: skip
    assert repr(Response(200, {"h": "secret"}, b"secret")) == "Response(status=200)"


@pytest.mark.parametrize(
    ("told", "media"), [("Text/HTML; charset=x", "text/html"), (" application/json ", "application/json"), ("", "")]
)
def test_a_media_type_is_told_without_its_parameters(told: str, media: str) -> None:
    assert Response(200, {"content-type": told}).media == media


@pytest.mark.parametrize(
    ("attempt", "told", "chance", "found"),
    [(1, None, 1.0, 0.1), (2, None, 1.0, 0.2), (6, None, 1.0, 3.2), (7, None, 1.0, 5.0), (999, None, 1.0, 5.0), (3, None, 0.5, 0.2), (1, 2.0, 1.0, 2.1), (9, 2.0, 0.0, 2.0), (1, 0.0, 0.5, 0.05)],
)  # fmt: skip
def test_pauses_double_up_to_a_bound_unless_one_is_told(attempt: int, told: float | None, chance: float, found: float) -> None:  # fmt: skip
    assert pause(attempt, told, lambda: chance) == pytest.approx(found)


@pytest.mark.parametrize(
    ("text", "found"), [("0", 0.0), ("17", 17.0), ("", None), (None, None), ("1.5", None), ("-1", None), ("²", None), ("x", None)]
)  # fmt: skip
def test_seconds_are_whole_or_none(text: str | None, found: float | None) -> None:
    assert seconds(text) == found


@pytest.mark.parametrize(("patience", "sent", "slept"), [(0.5, 2, [0.5]), (0.499, 1, []), (2.0, 5, [0.5] * 4)])
def test_it_is_given_up_where_the_next_attempt_would_come_too_late(
    patience: float, sent: int, slept: list[float]
) -> None:
    """Each pause is half a second here."""
    told = Response(429, {"content-type": "text/html"})
    now, found = [0.0], list[float]()
    steps = course(
        QUESTION,
        base="http://host",
        pacer=Pacer(),
        patience=patience,
        clock=lambda: now[0],
        chance=lambda: 0.5 / 0.1 / 2 ** min(len(found), 6),
    )
    count = 0

    def go_on() -> None:
        nonlocal count
        step: Any = next(steps)
        while True:
            if isinstance(step, Sleep):
                now[0] += 0.5
                found.append(0.5)
            else:
                count += 1
            step = steps.send(None if isinstance(step, Sleep) else told)

    with pytest.raises(errors.TooMany):
        go_on()
    assert (count, found) == (sent, slept)


def test_an_allowance_that_is_empty_for_too_long_is_an_error_with_the_time() -> None:
    pacer = Pacer()
    pacer.told('"credential";r=0;t=10', '"credential";q=20;w=10', 1000.0)
    shell = Shell(answer({}), pacer=pacer)
    call: Call[Any] = Call("getMe", QUESTION.request, lambda _: "read", cost=20)
    error = shell.fails(call, patience=9.9)
    assert (error.what, error.retry_after, shell.sent) == ("the allowance is used up for 10.0 s more", 10.0, [])
    assert shell.perform(call, patience=10.0) == "read"
    assert shell.slept == [10.0]


def test_the_last_attempt_has_a_second_at_least() -> None:
    shell = Shell(Lost(False, "refused"), chance=1.0)
    shell.fails(QUESTION, patience=0.35)
    assert shell.within == [None, 1.0, 1.0]


# errors


def test_an_answer_that_was_lost_is_told_with_the_reason() -> None:
    cut, never = Lost(True, "reset"), Lost(False, "refused")
    assert lost(MAKE, cut, "http://host").what == "the answer of http://host was lost (reset): it may have been done"
    assert type(lost(MAKE, cut, "http://host")) is errors.UnknownOutcome
    others: list[tuple[Call[Any], Lost]] = [(MAKE, never), (MOVE, cut), (MOVE, never)]
    for call, came in others:
        error = lost(call, came, "http://host")
        assert (type(error), error.what) == (errors.Unreachable, f"http://host does not answer ({came.why})")


def test_a_doubtful_error_keeps_what_it_says() -> None:
    error = errors.Unavailable("no", code="unavailable", status=503, request_id="r7", retry_after=3.0)
    assert final(error, doubtful=False) is error
    found = final(error, doubtful=True)
    assert (type(found), found.what) == (errors.UnknownOutcome, "it may have been done: no")
    assert (found.status, found.request_id, found.retry_after) == (503, "r7", 3.0)
    known = errors.UnknownOutcome("lost")
    assert final(known, doubtful=True) is known


@pytest.mark.parametrize(("status", "good"), [(200, True), (299, True), (300, False), (303, False), (304, True), (305, False), (400, False)])  # fmt: skip
def test_only_what_is_below_300_or_has_not_changed_is_good(status: int, good: bool) -> None:
    assert (fault(Response(status, {}), "http://host") is None) is good


def refused(status: int, body: Any, **headers: str) -> Any:
    head = {
        "content-type": "application/problem+json",
        **{name.replace("_", "-"): told for name, told in headers.items()},
    }
    return fault(Response(status, head, body if isinstance(body, bytes) else json.dumps(body).encode()), "http://host")


@pytest.mark.parametrize(
    ("problem", "what"),
    [({"detail": "why", "title": "What"}, "why"), ({"detail": "", "title": "What"}, "What"), ({"title": "What"}, "What"), ({}, "status 409"), ({"detail": None, "title": ""}, "status 409")],
)  # fmt: skip
def test_a_refusal_says_what_the_problem_says(problem: dict[str, Any], what: str) -> None:
    error = refused(409, {"code": "conflict", **problem})
    assert (type(error), error.what, error.status, error.code) == (errors.Conflict, what, 409, "conflict")


@pytest.mark.parametrize(
    ("problem", "headers", "request_id", "retry_after"),
    [
        ({}, {}, None, None), ({"request_id": "p"}, {"x_request_id": "h"}, "p", None), ({"request_id": 3}, {"x_request_id": "h"}, "h", None), ({"retry_after": 2}, {}, None, 2.0),
        ({"retry_after": 2.5}, {"retry_after": "7"}, None, 7.0), ({"retry_after": "2"}, {}, None, None), ({"retry_after": 2.5}, {"retry_after": "x"}, None, 2.5),
    ],
)  # fmt: skip
def test_who_asked_and_when_to_come_back_is_told(
    problem: dict[str, Any], headers: dict[str, str], request_id: str | None, retry_after: float | None
) -> None:
    error = refused(503, {"code": "unavailable", **problem}, **headers)
    assert (error.request_id, error.retry_after) == (request_id, retry_after)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", {"code": 3}, {"detail": "x"}])
def test_what_is_no_problem_comes_from_no_service(body: Any) -> None:
    error = refused(409, body, x_request_id="r7")
    assert (type(error), error.what, error.status, error.request_id) == (
        errors.NotCitadels, "what answers at http://host is no Citadels service: status 409", 409, "r7",
    )  # fmt: skip


@pytest.mark.parametrize(("status", "code"), [(429, "rate_limited"), (502, "unavailable"), (503, "unavailable"), (504, "unavailable")])  # fmt: skip
def test_what_answers_for_a_service_is_told_so(status: int, code: str) -> None:
    error = fault(Response(status, {"retry-after": "4", "x-request-id": "r7"}), "http://host")
    assert error is not None
    told = f"http://host was answered for by something before it: status {status}"
    assert (error.what, error.code, error.status, error.retry_after, error.request_id) == (
        told,
        code,
        status,
        4.0,
        "r7",
    )


def test_an_answer_that_cannot_be_read_says_where_and_no_more() -> None:
    class Odd(ValueError):
        def errors(self, **how: bool) -> list[dict[str, Any]]:
            assert how == {"include_url": False, "include_context": False, "include_input": False}
            return [{"loc": ("a", 0), "msg": "odd"}, {"loc": (), "msg": "none"}, {"loc": ("b",), "msg": "x"}, {"loc": ("c",), "msg": "y"}]  # fmt: skip

    def read(error: ValueError) -> Any:
        def fails(_response: Response) -> Any:
            raise error

        with pytest.raises(errors.Misread) as caught:
            understood(Call("getMe", QUESTION.request, fails), Response(200, {"x-request-id": "r7"}), "http://host")
        assert (caught.value.status, caught.value.request_id) == (200, "r7")
        return caught.value.what

    assert read(Odd("secret")) == "getMe was answered in a form that is not known: a.0: odd; answer: none; b: x"
    assert read(ValueError("secret")) == "getMe was answered in a form that is not known: ValueError"
