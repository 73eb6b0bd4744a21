"""A request to a service from its beginning to its end, without I/O: what to send, when to send it again, what the answer means.

1. An operation is data: a `Call` has the request, and knows how to read the answer.
2. A `course` decides. It asks its shell to send the request or to sleep (`Send`, `Sleep`), is told what came (`Response`, `Lost`), and ends with
   the result or an error.
3. Sent again is only what may be: a GET, a move with its key (the same bytes), and anything that was certainly not done (nobody was reached, or
   the allowance was used up). All attempts together take no longer than `patience`.
4. The service's `Retry-After` is kept to; where it says nothing, pauses grow and are drawn at random from zero up (full jitter).
5. Nothing is sent while the allowance is known to be empty (`pacing`).
6. The credential is not in here: the shell adds it. What is secret in a request does not show in its `repr`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from citadels_sdk.errors import Misread, NotCitadels, ServiceError, TooMany, UnknownOutcome, Unreachable, refusal
from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from citadels_sdk.client.rate_limit import Pacer

__all__ = [
    "GATEWAY",
    "PROBLEM",
    "Call",
    "Lost",
    "Operation",
    "Request",
    "Response",
    "Send",
    "Sleep",
    "course",
    "fault",
    "pause",
    "understood",
]

T = TypeVar("T")

PROBLEM: Final = "application/problem+json"
PAUSE_S: Final = 0.1
"""The first pause is at most so long; each further one at most twice as long."""
LONGEST_PAUSE_S: Final = 5.0
GATEWAY: Final = frozenset((502, 503, 504))


@dataclass(frozen=True, slots=True)
class Operation:
    """Where an operation is asked for, and what it costs."""

    method: str
    path: str
    cost: int


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be sent."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    body: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Response:
    """What came back; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(default=b"", repr=False)

    @property
    def media(self) -> str:
        """The media type, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True, slots=True)
class Lost:
    """No answer came: whether the request may have arrived, and what happened."""

    sent: bool
    why: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send the request now, and tell what came: an answer within so many seconds where that is said."""

    request: Request
    within: float | None = None


@dataclass(frozen=True, slots=True)
class Sleep:
    """Do nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """An operation with its arguments: what to send, how to read the answer, what it costs, whether it may be sent twice."""

    operation: str
    request: Request
    read: Callable[[Response], T]
    cost: int = 1
    again: bool = False
    once: bool = False
    """Whether it is never sent again, whatever comes: what asks how the service is right now."""


def course(
    call: Call[T],
    *,
    base: str,
    pacer: Pacer,
    patience: float,
    clock: Callable[[], float],
    chance: Callable[[], float],
) -> Generator[Send | Sleep, Response | Lost | None, T]:
    """All that it takes to perform a call: yields what to do, is sent what came, returns what was read."""
    until = clock() + patience
    attempt = 0
    doubtful = False
    while True:
        wait = pacer.wait(call.cost, clock())
        if wait > 0:
            if clock() + wait > until:
                raise final(
                    TooMany(f"the allowance is used up for {wait:.1f} s more", retry_after=wait), doubtful=doubtful
                )
            yield Sleep(wait)
            continue
        pacer.spend(call.cost, clock())
        came = yield Send(call.request, max(1.0, until - clock()) if attempt else None)
        assert came is not None
        if isinstance(came, Response):
            pacer.heed(came, clock())
            error = fault(came, base)
            if error is None:
                return understood(call, came, base)
            certain = isinstance(error, TooMany)
            retriable = certain or (call.again and came.status in GATEWAY)
            unclear = retriable or came.status in GATEWAY
            done = not (certain or (came.status == 503 and error.code == "unavailable" and error.problem))
        else:
            error = lost(call, came, base)
            certain = not came.sent
            retriable = unclear = certain or call.again
            done = came.sent
        doubtful = doubtful or (bool(done) and unclear and call.request.method != "GET")
        attempt += 1
        seconds = pause(attempt, error.retry_after, chance)
        if call.once or not retriable or clock() + seconds > until:
            raise final(error, doubtful=doubtful and unclear)
        yield Sleep(seconds)


def pause(attempt: int, told: float | None, chance: Callable[[], float]) -> float:
    """How long to wait before the next attempt: as long as told and a little more, else anything up to a bound that grows.

    >>> pause(1, None, lambda: 1.0), pause(4, None, lambda: 0.5), pause(99, None, lambda: 1.0), pause(1, 3, lambda: 0.0)
    (0.1, 0.4, 5.0, 3.0)
    """
    bound = float(min(LONGEST_PAUSE_S, PAUSE_S * 2 ** min(attempt - 1, 20)))
    return bound * chance() if told is None else told + PAUSE_S * chance()


def lost(call: Call[T], came: Lost, base: str) -> ServiceError:
    """What it means that no answer came."""
    if came.sent and not call.again:
        return UnknownOutcome(f"the answer of {base} was lost ({came.why}): it may have been done")
    return Unreachable(f"{base} does not answer ({came.why})")


def final(error: ServiceError, *, doubtful: bool) -> ServiceError:
    """The error at the end: a move that may have arrived is doubtful, whatever the last attempt met."""
    if doubtful and not isinstance(error, UnknownOutcome):
        return UnknownOutcome(
            f"it may have been done: {error.what}",
            status=error.status,
            request_id=error.request_id,
            retry_after=error.retry_after,
        )
    return error


def understood(call: Call[T], response: Response, base: str) -> T:
    """What the answer says; an error where it is not what the operation answers."""
    try:
        return call.read(response)
    except ValueError as error:
        request_id = response.headers.get("x-request-id")
        if request_id is None:
            raise NotCitadels(f"what answers at {base} is no Citadels service", status=response.status) from None
        raise Misread(
            f"{call.operation} was answered in a form that is not known: {_told(error)}",
            status=response.status,
            request_id=request_id,
        ) from None


def _told(error: ValueError) -> str:
    """What is wrong with an answer, without what stands in it."""
    errors = getattr(error, "errors", None)
    if errors is None:
        return type(error).__name__
    found = errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, one['loc'])) or 'answer'}: {one['msg']}" for one in found[:3])


def fault(response: Response, base: str) -> ServiceError | None:
    """The error that an answer tells; None for a good one."""
    if response.status < 300 or response.status == 304:
        return None
    problem = _problem(response)
    request_id = response.headers.get("x-request-id")
    told = seconds(response.headers.get("retry-after"))
    if problem is None:
        if response.status in GATEWAY or response.status == 429:
            code = "rate_limited" if response.status == 429 else "unavailable"
            what = f"{base} was answered for by something before it: status {response.status}"
            return refusal(code, what, status=response.status, request_id=request_id, retry_after=told)
        what = f"what answers at {base} is no Citadels service: status {response.status}"
        return NotCitadels(what, status=response.status, request_id=request_id)
    named = problem.get("request_id")
    exact = problem.get("retry_after")
    return refusal(
        str(problem["code"]),
        str(problem.get("detail") or problem.get("title") or f"status {response.status}"),
        status=response.status,
        request_id=named if isinstance(named, str) else request_id,
        retry_after=float(exact) if isinstance(exact, int | float) and told is None else told,
        problem=problem,
    )


def _problem(response: Response) -> Mapping[str, object] | None:
    """The problem document of an answer."""
    if response.media != PROBLEM:
        return None
    try:
        found: object = json.loads(response.body)
    except ValueError:
        return None
    return found if is_object(found) and isinstance(found.get("code"), str) else None


def seconds(text: str | None) -> float | None:
    """The seconds of a `Retry-After`; None where it has none that can be read.

    >>> seconds("7"), seconds("Wed, 21 Oct 2015 07:28:00 GMT"), seconds(None)
    (7.0, None, None)
    """
    return float(text) if text is not None and text.isascii() and text.isdigit() else None
