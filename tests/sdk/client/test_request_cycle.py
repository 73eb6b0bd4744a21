"""When a request is sent, sent again, and given up; nothing here has a network or a clock that goes by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from citadels_sdk import errors
from citadels_sdk.client import calls
from citadels_sdk.client.config import Session, address
from citadels_sdk.client.rate_limit import Pacer
from citadels_sdk.client.request_cycle import Call, Lost, Request, Response, Send, Sleep, course, fault
from citadels_sdk.errors import ServiceError
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.client_calls import MADE

HEALTH = MADE.get_me()
MOVE = MADE.submit_actions("game_1", 3, "gold", key="k1")
MAKE = MADE.create_table(players=2)
ME = {"id": "acct_1", "kind": "guest", "name": "ann", "owner": None, "about": "", "created": 1}
REFUSED = Lost(False, "connection refused")
CUT = Lost(True, "connection reset")
SECRET = "cit-SECRET"


def answer(body: object, status: int = 200, **headers: str) -> Response:
    """An answer of the service."""
    media = "application/json" if status < 400 else "application/problem+json"
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, {"content-type": media, "x-request-id": "r7", **named}, json.dumps(body).encode())


def problem(code: str, status: int, retry_after: str | None = None, **more: object) -> Response:
    """A refusal of the service."""
    headers = {} if retry_after is None else {"retry_after": retry_after}
    told = {"type": f"/problems/{code}", "title": code, "status": status, "detail": "why", "code": code, **more}
    return answer(told, status, **headers)


class Shell:
    """Does what the core asks for: a clock that only sleeping moves, and answers that are given."""

    def __init__(self, *answers: Response | Lost, chance: float = 1.0, pacer: Pacer | None = None) -> None:
        self.answers = list(answers)
        self.now = 1000.0
        self.chance = chance
        self.pacer = pacer or Pacer()
        self.sent: list[tuple[float, Request]] = []
        self.slept: list[float] = []
        self.within: list[float | None] = []

    def perform(self, call: Call[Any], patience: float = 10.0) -> Any:
        """The result of a call."""
        steps = course(
            call,
            base="http://host",
            pacer=self.pacer,
            patience=patience,
            clock=lambda: self.now,
            chance=lambda: self.chance,
        )
        came: Response | Lost | None = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                return done.value
            if isinstance(step, Sleep):
                assert step.seconds >= 0
                self.slept.append(round(step.seconds, 3))
                self.now += step.seconds
                came = None
            else:
                assert isinstance(step, Send)
                self.sent.append((self.now, step.request))
                self.within.append(step.within)
                came = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def fails(self, call: Call[Any], patience: float = 10.0) -> ServiceError:
        """The error that a call ends with."""
        with pytest.raises(ServiceError) as refused:
            self.perform(call, patience)
        return refused.value


# what is sent again


@pytest.mark.parametrize("call", [HEALTH, MAKE, MOVE])
def test_where_nobody_was_reached_anything_is_sent_again(call: Call[Any]) -> None:
    shell = Shell(REFUSED)
    error = shell.fails(call)
    assert type(error) is errors.Unreachable
    assert len(shell.sent) > 3
    assert shell.now <= 1010


def test_a_question_is_asked_again_until_it_is_answered() -> None:
    shell = Shell(CUT, problem("unavailable", 503), Response(502, {"content-type": "text/html"}), answer(ME))
    assert shell.perform(HEALTH).name == "ann"
    assert shell.slept == [0.1, 0.2, 0.4]


def test_a_move_is_sent_again_with_the_same_key_and_the_same_bytes() -> None:
    shell = Shell(CUT, problem("unknown_outcome", 503, "1"), problem("conflict", 409, n=9))
    error = shell.fails(MOVE)
    assert isinstance(error, errors.Conflict)
    assert error.n == 9
    assert len({(sent.body, sent.headers["Idempotency-Key"]) for _, sent in shell.sent}) == 1
    assert len(shell.sent) == 3


def test_a_key_is_made_for_each_move() -> None:
    keys = {MADE.submit_actions("game_1", 3, "gold").request.headers["Idempotency-Key"] for _ in range(50)}
    assert len(keys) == 50


@pytest.mark.parametrize(
    ("came", "doubtful"),
    [
        (CUT, True),
        (problem("unknown_outcome", 503, "1"), True),
        (Response(502, {"content-type": "text/html"}), True),
        (Response(504, {}), True),
        (problem("unavailable", 503, "1"), False),
    ],
)
def test_what_may_have_been_done_is_not_sent_again(came: Response | Lost, doubtful: bool) -> None:
    shell = Shell(came)
    error = shell.fails(MAKE)
    assert len(shell.sent) == 1
    assert isinstance(error, errors.Unavailable)
    assert isinstance(error, errors.UnknownOutcome) == doubtful
    assert (error.code == "unknown_outcome") == doubtful


def test_what_answers_for_the_service_leaves_no_question_in_doubt() -> None:
    assert type(Shell(Response(504, {})).fails(HEALTH)) is errors.Unavailable
    assert isinstance(Shell(Response(504, {})).fails(MOVE), errors.UnknownOutcome)
    assert type(Shell(Response(504, {}), problem("conflict", 409)).fails(MOVE)) is errors.Conflict


def test_a_refusal_of_too_much_is_kept_to_whoever_says_it() -> None:
    shell = Shell(Response(429, {"retry-after": "2"}, b"slow down"), answer({"account": 1}))
    assert shell.fails(MAKE).code == "misread"
    assert shell.slept == [2.1]


def test_how_long_to_wait_is_told_by_the_header_or_else_by_the_problem() -> None:
    told = {"code": "rate_limited", "retry_after": 61.5}
    headers = {"content-type": "application/problem+json", "x-request-id": "r7"}
    both = Response(429, {**headers, "retry-after": "60"}, json.dumps(told).encode())
    alone = Response(429, headers, json.dumps(told).encode())
    assert [Shell(one).fails(HEALTH).retry_after for one in (both, alone)] == [60.0, 61.5]
    assert Shell(problem("not_found", 404, request_id="r8")).fails(HEALTH).request_id == "r8"


def test_what_has_not_changed_is_an_answer_and_no_error() -> None:
    kept = Response(304, {"etag": '"7-0"', "x-request-id": "r7"})
    assert fault(kept, "http://host") is None
    moved = fault(Response(300, {}), "http://host")
    assert isinstance(moved, errors.NotCitadels)


def test_a_move_that_may_have_arrived_is_doubtful_whatever_comes_last() -> None:
    assert isinstance(Shell(CUT, REFUSED).fails(MOVE), errors.UnknownOutcome)
    assert isinstance(Shell(CUT, problem("unavailable", 503)).fails(MOVE), errors.UnknownOutcome)
    assert isinstance(Shell(CUT, problem("rate_limited", 429, "60")).fails(MOVE), errors.UnknownOutcome)
    assert type(Shell(REFUSED).fails(MOVE)) is errors.Unreachable
    assert type(Shell(problem("unavailable", 503)).fails(MOVE)) is errors.Unavailable
    assert type(Shell(CUT).fails(HEALTH)) is errors.Unreachable


@pytest.mark.parametrize("call", [HEALTH, MAKE, MOVE])
def test_what_was_refused_for_good_is_not_sent_again(call: Call[Any]) -> None:
    for came in (problem("forbidden", 403, scope="play"), problem("internal", 500), problem("not_found", 404)):
        shell = Shell(came)
        error = shell.fails(call)
        assert (len(shell.sent), shell.slept) == (1, [])
        assert (error.request_id, error.status) == ("r7", came.status)


def test_whoever_asks_how_a_process_is_right_now_asks_once() -> None:
    for call in (MADE.get_health(), MADE.get_readiness()):
        for came in (REFUSED, problem("unavailable", 503, "1")):
            shell = Shell(came)
            shell.fails(call)
            assert (len(shell.sent), shell.slept) == (1, [])


# how long is waited


def test_what_the_service_says_of_coming_back_is_kept_to() -> None:
    shell = Shell(problem("rate_limited", 429, "3"), answer(ME), chance=0.0)
    assert shell.perform(HEALTH).name == "ann"
    assert shell.slept == [3.0]
    assert Shell(problem("rate_limited", 429, "3"), answer({"account": 1})).fails(MADE.make_guest()).code == "misread"


def test_a_wait_beyond_patience_is_an_error_at_once() -> None:
    shell = Shell(problem("rate_limited", 429, "60"))
    error = shell.fails(HEALTH, patience=10)
    assert isinstance(error, errors.TooMany)
    assert (error.retry_after, shell.slept, len(shell.sent)) == (60.0, [], 1)


def test_without_patience_all_is_tried_once() -> None:
    shell = Shell(REFUSED)
    shell.fails(HEALTH, patience=0)
    assert len(shell.sent) == 1


@settings(deadline=None)
@given(st.lists(st.sampled_from(["cut", "refused", "503", "429"]), max_size=60), st.floats(0, 1), st.floats(0, 30))
def test_all_attempts_together_keep_to_patience(faults: list[str], chance: float, patience: float) -> None:
    kinds: dict[str, Response | Lost] = {
        "cut": CUT,
        "refused": REFUSED,
        "503": problem("unavailable", 503, "1"),
        "429": problem("rate_limited", 429, "2"),
    }
    shell = Shell(*[kinds[one] for one in faults], answer(ME), chance=chance)
    try:
        shell.perform(HEALTH, patience)
    except ServiceError:
        assert len(shell.sent) <= len(faults)
    assert shell.now <= 1000 + patience + 1e-6


def test_pauses_are_drawn_from_nothing_up() -> None:
    shell = Shell(CUT, CUT, CUT, answer(ME), chance=0.0)
    shell.perform(HEALTH)
    assert shell.slept == [0.0, 0.0, 0.0]


def test_a_further_attempt_has_only_the_time_that_is_left() -> None:
    shell = Shell(CUT, CUT, answer(ME))
    shell.perform(HEALTH, patience=10)
    assert shell.within == [None, pytest.approx(9.9), pytest.approx(9.7)]


# the allowance


def test_nothing_is_sent_while_the_allowance_is_known_to_be_empty() -> None:
    shell = Shell(answer(ME, ratelimit='"credential";r=1;t=10', ratelimit_policy='"credential";q=20;w=10'))
    for _ in range(3):
        shell.perform(HEALTH)
    # one is left; two more fill again each second
    assert [round(at - 1000, 3) for at, _ in shell.sent] == [0.0, 0.0, 0.0]
    shell = Shell(answer(ME, ratelimit='"credential";r=0;t=10', ratelimit_policy='"credential";q=20;w=10'))
    for _ in range(3):
        shell.perform(HEALTH)
    assert [round(at - 1000, 3) for at, _ in shell.sent] == [0.0, 0.5, 1.0]
    assert shell.fails(MADE.recover_account("ann", "x"), patience=5).code == "rate_limited"
    assert len(shell.sent) == 3


def test_what_is_under_way_is_taken_from_the_allowance() -> None:
    pacer = Pacer()
    pacer.told('"credential";r=4;t=10', '"credential";q=20;w=10', 100.0)
    pacer.spend(3, 100.0)
    assert pacer.wait(1, 100.0) == 0
    assert pacer.wait(2, 100.0) == 0.5
    assert pacer.wait(99, 100.0) == 9.5


def test_what_costs_nothing_never_waits() -> None:
    pacer = Pacer()
    pacer.heed(problem("rate_limited", 429, "30"), 100.0)
    assert (pacer.wait(0, 100.0), pacer.wait(1, 100.0), pacer.wait(1, 131.0)) == (0.0, 30.0, 0.0)


def test_the_longest_wait_that_was_told_holds_and_only_a_refusal_tells_one() -> None:
    pacer = Pacer()
    pacer.heed(problem("unavailable", 503, "30"), 100.0)
    assert pacer.wait(1, 100.0) == 0.0
    pacer.heed(problem("rate_limited", 429, "30"), 100.0)
    pacer.heed(problem("rate_limited", 429, "5"), 101.0)
    assert pacer.wait(1, 110.0) == 20.0


def test_an_allowance_fills_up_to_what_it_holds_and_no_further() -> None:
    pacer = Pacer()
    pacer.told('"credential";r=0;t=10', '"credential";q=20;w=10', 100.0)
    pacer.spend(0, 105.0)
    assert pacer.wait(12, 105.0) == 1.0
    pacer.spend(20, 200.0)
    assert pacer.wait(1, 200.0) == 0.5
    assert pacer.wait(1, 199.0) == 0.5  # a clock that goes back fills nothing, and empties nothing


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_fields_that_cannot_be_read_tell_nothing(left: str, policy: str) -> None:
    pacer = Pacer()
    pacer.told(left, policy, 0.0)
    assert pacer.wait(1, 0.0) >= 0


# what answers there


@pytest.mark.parametrize(
    "came",
    [
        Response(404, {"content-type": "text/html"}, b"<h1>Not Found</h1>"),
        Response(200, {"content-type": "text/html"}, b"<h1>Welcome</h1>"),
        Response(200, {"content-type": "application/json"}, b'{"hello": 1}'),
        Response(301, {"location": "https://host/"}, b""),
        Response(404, {"content-type": "application/problem+json"}, b"[]"),
    ],
)
def test_what_is_no_citadels_service_is_told(came: Response) -> None:
    shell = Shell(came)
    error = shell.fails(HEALTH)
    assert isinstance(error, errors.NotCitadels)
    assert "http://host is no Citadels service" in str(error)
    assert len(shell.sent) == 1


def test_an_answer_that_cannot_be_read_is_told_without_what_stands_in_it() -> None:
    error = Shell(answer({**ME, "created": SECRET})).fails(HEALTH)
    assert isinstance(error, errors.Misread)
    assert SECRET not in str(error)
    assert "created" in str(error)
    assert error.__cause__ is None


# what is secret


def test_what_is_secret_does_not_show() -> None:
    made: list[Call[Any]] = [
        MADE.recover_account("ann", SECRET),
        MADE.get_table("game_1", invite=SECRET),
        MADE.join_table("game_1", invite=SECRET),
        calls.stream_table("game_1", invite=SECRET),
    ]
    for call in made:
        assert SECRET not in f"{call!r} {call.request!r} {call.request.path} {call.request.query}"
    session = Session("http://host", SECRET, patience=1)
    assert SECRET not in repr(session)
    assert session.headers(made[0].request)["Authorization"] == f"Bearer {SECRET}"


@pytest.mark.parametrize("token", [f"{SECRET}\nx", f"{SECRET} x", f"{SECRET}é"])
def test_what_is_no_credential_is_refused_and_not_shown(token: str) -> None:
    with pytest.raises(ValueError, match="no credential") as refused:
        Session("http://host", token, patience=1)
    assert SECRET not in str(refused.value)


def test_a_credential_in_an_address_is_refused_and_not_shown() -> None:
    with pytest.raises(ValueError, match="token=") as refused:
        address(f"http://ann:{SECRET}@host")
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("url", ["host", "ftp://host", "http://", "http://host:x", "http://ho st", "http://h/?a=1"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="no address of a service"):
        address(url)


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: MADE.get_table(""), "which table"),
        (lambda: MADE.get_table("game_1", invite="a\nb"), "Citadels-Invite"),
        (lambda: MADE.submit_actions("game_1", 3, "gold", key="é"), "Idempotency-Key"),
    ],
)
def test_what_cannot_be_sent_is_refused_at_once(make: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        make()


def test_a_seat_that_is_a_mapping_is_refused_with_the_way_out() -> None:
    seats: Any = ["you", {"kind": "ai", "level": "greedy"}]
    with pytest.raises(TypeError, match=r"a SeatOrder, as SeatOrder\(.*, and not a dict"):
        MADE.create_table(players=2, seats=seats)


def test_what_is_put_into_an_address_stays_one_word() -> None:
    assert MADE.get_table("a/b?c#d").request.path == "/v1/tables/a%2Fb%3Fc%23d"
