"""The one list of error codes, the same words in REST and in GraphQL.

1. A code is a lower-case word of `PROBLEMS`; nothing is refused under a code that is not there.
2. A code has one status and one title; what is particular to a refusal is its message and its extra members.
3. A message is for the reader who sent the request: it holds nothing that he may not know, and no credential.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """What holds for every refusal under one code."""

    status: int
    title: str
    description: str


FORMS: Final = frozenset({"invalid", "bad_setup"})
"""Codes that find fault with what was sent."""
PLACE: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*(\.[a-zA-Z0-9_]+)*")

_KINDS: dict[str, Kind] = {
    # the request
    "invalid": Kind(400, "Invalid request", "Something in the request has a wrong form; `errors` names the fields."),
    "too_complex": Kind(400, "Too complex", "The GraphQL document asks for more than the limits allow."),
    "too_large": Kind(413, "Body too large", "The body of the request is longer than the service reads."),
    "headers_too_large": Kind(431, "Headers too large", "The headers are longer than the service reads."),
    "unsupported_media_type": Kind(415, "Unsupported media type", "The body has to be JSON."),
    "not_acceptable": Kind(406, "Not acceptable", "The service cannot answer in any of the media types asked for."),
    "method_not_allowed": Kind(405, "Method not allowed", "The address exists, but not for this method."),
    "not_found": Kind(404, "Not found", "There is nothing here, or nothing that you may see."),
    "precondition_failed": Kind(412, "Precondition failed", "What `If-Match` names is no longer what stands."),
    "timed_out": Kind(408, "Request timed out", "The request did not arrive whole within the time for it."),
    # who asks
    "unauthenticated": Kind(401, "Credential needed", "The request has no credential, or one that is not known."),
    "expired": Kind(401, "Credential expired", "The credential has expired or was revoked; take a new one."),
    "forbidden": Kind(403, "Not allowed", "The credential does not cover this operation or this object."),
    "rate_limited": Kind(429, "Too many requests", "The allowance is used up; `retry_after` says when to come back."),
    "too_many": Kind(409, "Quota reached", "You already have as many of these as one owner may have."),
    "name_taken": Kind(409, "Name taken", "Another account has this name."),
    # a move
    "conflict": Kind(409, "Another decision", "The game has moved on; `n` is the number of the decision awaited now."),
    "illegal_action": Kind(422, "Illegal action", "The rules do not allow it; `rule` says which, `legal` what is."),
    "not_your_turn": Kind(409, "Not your turn", "The decision awaited is another seat's."),
    "key_reused": Kind(422, "Key used before", "This idempotency key came before with another request."),
    "clock_expired": Kind(409, "Time is up", "The decision's time had run out when the move arrived."),
    "game_over": Kind(409, "Game over", "The game has ended; no move can be taken."),
    "unknown_outcome": Kind(503, "Outcome unknown", "The move may have been taken: send it again with the same key."),
    # a table
    "table_full": Kind(409, "Table full", "Every seat of the table is taken."),
    "already_seated": Kind(409, "Already seated", "You already sit at this table."),
    "not_seated": Kind(409, "Not seated", "You do not sit at this table."),
    "not_open": Kind(409, "Table not open", "The table does not take players in this way."),
    "not_started": Kind(409, "Not started", "The game has not started."),
    "already_started": Kind(409, "Already started", "The game has started."),
    "same_owner": Kind(409, "Same owner", "In a rated game no owner has two seats."),
    "bad_setup": Kind(422, "Setup not possible", "No game can be set up like this; the detail says why."),
    # a tournament
    "not_possible": Kind(409, "Not possible now", "The tournament cannot take this as it stands; `reason` says why."),
    "entry_closed": Kind(409, "Entry closed", "The tournament takes nobody at present."),
    "not_eligible": Kind(403, "Not eligible", "The conditions of entry are not met; the detail says which."),
    "sealed": Kind(409, "Sealed", "The same deal is still being played elsewhere; this is shown when that is over."),
    # the house
    "unavailable": Kind(503, "Not available", "The service cannot answer at present; try again."),
    "store_full": Kind(503, "No room left", "The store is nearly full: nothing new is made, and games that run go on."),
    "internal": Kind(500, "Internal error", "The service made a mistake; quote `request_id` when you report it."),
}

PAUSE_RETRY_S: Final = 5
"""When to come back after a refusal because the operator has paused the games."""

PROBLEMS: Final[Mapping[str, Kind]] = MappingProxyType(_KINDS)

_OWN = frozenset({"type", "title", "status", "detail", "instance", "code", "request_id"})


def placed(message: str) -> dict[str, str]:
    """The field that a sentence begins with, and what it says of it; of the request as a whole where it names none."""
    path, _, words = message.partition(": ")
    if words and PLACE.fullmatch(path):
        return {"path": path, "message": words}
    return {"path": "request", "message": message}


class Refusal(Exception):
    """An expected failure: a code of `PROBLEMS`, a sentence, and members that programs may read.

    Each of its `errors` names the field at fault and says what is wrong; without a message of its own, what the sentence says. What is
    wrong with the form of a request always has one: where none is given, that of the field which the sentence begins with.

    >>> refusal = Refusal("conflict", "decision 4 was taken; 7 is awaited", n=7)
    >>> refusal.status, refusal.to_json()["n"]
    (409, 7)
    >>> Refusal("bad_setup", "clock.days: from 1 to 14").extra["errors"]
    [{'path': 'clock.days', 'message': 'from 1 to 14'}]
    """

    __slots__ = ("code", "extra", "message")

    def __init__(self, code: str, message: str | None = None, /, **extra: Any) -> None:
        if code not in PROBLEMS:
            raise ValueError(f"{code!r} is no code of PROBLEMS")
        if not _OWN.isdisjoint(extra):
            raise ValueError(f"{sorted(_OWN.intersection(extra))} are not for extra members")
        self.code = code
        self.message = PROBLEMS[code].description if message is None else message
        if code in FORMS and "errors" not in extra:
            extra["errors"] = [placed(self.message)]
        self.extra: dict[str, Any] = extra
        for fault in extra.get("errors", ()):
            fault.setdefault("message", self.message)
        super().__init__(code, self.message)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @property
    def kind(self) -> Kind:
        """The entry of the code in `PROBLEMS`."""
        return PROBLEMS[self.code]

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return PROBLEMS[self.code].status

    def to_json(self, *, instance: str | None = None, request_id: str | None = None) -> dict[str, Any]:
        """The RFC 9457 problem document, extra members at the top level."""
        kind = PROBLEMS[self.code]
        document: dict[str, Any] = {
            "type": f"/problems/{self.code}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.message,
            "code": self.code,
        }
        if instance is not None:
            document["instance"] = instance
        if request_id is not None:
            document["request_id"] = request_id
        document.update(self.extra)
        return document

    def headers(self) -> dict[str, str]:
        """The response headers that the status asks for, apart from the media type."""
        headers: dict[str, str] = {}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        if (seconds := self.extra.get("retry_after")) is not None:
            headers["Retry-After"] = str(max(0, -int(-float(seconds) // 1)))
        elif self.status in {429, 503}:
            headers["Retry-After"] = "1"
        if (allowed := self.extra.get("allow")) is not None:
            headers["Allow"] = ", ".join(allowed)
        return headers
