"""A stream over as many connections as it takes, without I/O: what to ask for, what is new in what came, when to come back.

1. It goes on behind the last number that came (`Last-Event-ID`), so nothing is missing; what comes twice all the same is passed over.
2. A connection that ends, or on which nothing is heard for too long, not even a heartbeat, is taken up again: after a pause that grows and is
   drawn at random, or when the service says.
3. It ends with the frame `end` of a game; an error ends it where coming back is no use, or nobody was heard for as long as `patience`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from citadels_sdk.client.request_cycle import GATEWAY, Call, Lost, Request, Response, fault, pause, understood
from citadels_sdk.client.sse import Message, Reader
from citadels_sdk.errors import CODES, Expired, Refused, ServiceError, TooMany, Unreachable, refusal
from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.client.rate_limit import Pacer

__all__ = ["Following", "Reading"]

T = TypeVar("T")
R = TypeVar("R")

END: Final = "end"


class Reading(Generic[T]):
    """What one kind of stream says: how a message is read, and where it stands."""

    def __init__(self, after: int | None) -> None:
        self.after: int | None = after
        """The number to go on from."""
        self.over: bool = False
        """Whether nothing more will come."""

    def reached(self, number: int) -> None:
        """Everything up to a number has come."""
        self.after = number if self.after is None else max(self.after, number)

    def end(self) -> None:
        """Nothing more will come."""
        self.over = True

    def read(self, data: str) -> T | None:
        """What a message says; None where it says nothing new."""
        raise NotImplementedError


class Following(Generic[T]):
    """One stream: the shell asks `wait`, sends `request`, tells `opened`, `feed` and `cut`, and so on until `over`."""

    def __init__(
        self,
        begin: Callable[[int | None], Call[None]],
        reading: Reading[T],
        *,
        base: str,
        pacer: Pacer,
        patience: float,
        clock: Callable[[], float],
        chance: Callable[[], float],
    ) -> None:
        self._begin = begin
        self._reading = reading
        self._base = base
        self._pacer = pacer
        self._patience = patience
        self._clock = clock
        self._chance = chance
        self._heard = clock()
        self._attempt = 0
        self._fault: ServiceError | None = None
        self._reader = Reader()
        self._call = begin(reading.after)
        self.broken: bool = False
        """Whether the connection is to be given up."""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self._reading.over

    @property
    def finished(self) -> bool:
        """Whether nothing more is to be read from this connection."""
        return self.broken or self.over

    def wait(self) -> float:
        """In how many seconds to connect; the error that ends the stream where patience is at its end."""
        now = self._clock()
        again = 0.0
        if self._fault is not None:
            again = pause(self._attempt, self._fault.retry_after, self._chance)
            if now + again - self._heard > self._patience:
                raise self._fault
        return max(again, self._pacer.wait(self._call.cost, now + again) + again)

    def request(self) -> Request:
        """What to send for the next connection."""
        self._call = self._begin(self._reading.after)
        self._pacer.spend(self._call.cost, self._clock())
        self._reader, self.broken = Reader(), False
        return self._call.request

    def opened(self, response: Response) -> bool:
        """The head of the answer is there, and the body of a refusal: whether the stream begins. An error where it never will."""
        self._pacer.heed(response, self._clock())
        error = fault(response, self._base)
        if error is None:
            understood(self._call, response, self._base)
            return True
        if isinstance(error, TooMany) or response.status in GATEWAY:
            self._failed(error)
            return False
        raise error

    def feed(self, piece: bytes) -> list[T]:
        """What is new in a piece of the stream."""
        found: list[T] = []
        for message in self._read(piece):
            reason = _reason(message)
            if reason is not None:
                self._farewell(reason)
                break
            one = self._understand(message)
            if one is not None:
                found.append(one)
        if not self.broken:
            self._heard, self._attempt, self._fault = self._clock(), 0, None
        return found

    def _read(self, piece: bytes) -> list[Message]:
        return self._guarded(lambda: self._reader.feed(piece))

    def _understand(self, message: Message) -> T | None:
        return self._guarded(lambda: self._reading.read(message.data))

    def _guarded(self, read: Callable[[], R]) -> R:
        """What is read; an error of the toolkit where it cannot be."""
        call: Call[R] = Call(self._call.operation, self._call.request, lambda _: read())
        return understood(call, Response(200, {"x-request-id": ""}), self._base)

    def cut(self, lost: Lost) -> None:
        """The connection has ended, or could not be made."""
        if not self.broken:
            self._failed(Unreachable(f"{self._base} does not answer any more ({lost.why})"))

    def _farewell(self, reason: str) -> None:
        """The service ends the connection and says why."""
        if reason == "credential":
            raise Expired("the credential is no longer good", status=401)
        kind = CODES.get(reason)
        if kind is not None and issubclass(kind, Refused):
            raise refusal(reason, f"the service has ended the stream: {reason}", status=400)
        self._failed(refusal("unavailable", f"the service has ended the connection: {reason}", status=503))

    def _failed(self, error: ServiceError) -> None:
        self._fault = error
        self._attempt += 1
        self.broken = True


def _reason(message: Message) -> str | None:
    """Why the service ends this connection, if that is what it says."""
    if message.event != END or '"reason"' not in message.data:
        return None
    try:
        told: object = json.loads(message.data)
    except ValueError:
        return None
    reason = told.get("reason") if is_object(told) else None
    return reason if isinstance(reason, str) else None
