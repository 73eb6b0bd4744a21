"""GraphQL errors: every error has a code, and reveals nothing that the viewer may not know.

1. A refusal has its code, its message and its members. A mistake in the document or its variables has the code `invalid` and its location;
   it is not logged.
2. Any other exception is `internal`. The response contains only the id of the request. It is logged once, without variables.
3. A failure of the service itself also sets the HTTP status of the response.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import structlog
from graphql import GraphQLError

from citadels_api.graphql.inputs import as_written
from citadels_api.problems import PAUSE_RETRY_S, PROBLEMS, Refusal
from citadels_api.store.ports import Paused, StoreDown, StoreError, StoreFull
from citadels_api.strict_json import in_json_words

if TYPE_CHECKING:
    from collections.abc import Iterable


LOG: Final = structlog.get_logger()
MOST_MESSAGE: Final = 400
VARIABLE: Final = re.compile(r"Variable '\$(\w+)' has invalid value(?: at ([\w.\[\]]+))?: ")
ECHO: Final = re.compile(
    r"(Expected value of type '[^']+' (?:to be an object|(?:not to include unknown|to include required) field '.*?')), found: .*",
    re.DOTALL,
)
"""graphql-core's message about an invalid input: it repeats the whole input with all its secrets."""
FIELD: Final = re.compile(r"(?:unknown|required) field '(.*)'\.", re.DOTALL)
OURS: Final = {"internal": 500, "unavailable": 503, "unknown_outcome": 503, "store_full": 503}
"""Codes for failures of the service, with the HTTP status that the whole response then has."""


def refusal_of(error: BaseException, *, write: bool) -> Refusal | None:
    """The refusal for an expected exception; None for others."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, Paused):
        return Refusal("unavailable", str(error), retry_after=PAUSE_RETRY_S)
    if isinstance(error, StoreError):
        known = isinstance(error, StoreDown | StoreFull) or not write
        return Refusal("unavailable" if known else "unknown_outcome", retry_after=1)
    return None


def cause_of(error: GraphQLError) -> BaseException | None:
    """The original exception, without all wrappers."""
    cause: BaseException | None = error.original_error
    while isinstance(cause, GraphQLError):
        cause = cause.original_error
    return cause


def told_refusal(refusal: Refusal, request_id: str) -> dict[str, Any]:
    """A refusal as an error."""
    extensions: dict[str, Any] = {**refusal.extra, "code": refusal.code}
    if "errors" in extensions:
        extensions["errors"] = [{**one, "path": as_written(one["path"])} for one in extensions["errors"]]
    if refusal.code in OURS:
        extensions["request_id"] = request_id
    return {"message": refusal.message, "extensions": extensions}


def fault(error: BaseException, request_id: str) -> dict[str, Any]:
    """A failure of the service as an error. It is logged here."""
    LOG.error("a field failed", request_id=request_id, exc_info=error)
    return told_refusal(Refusal("internal"), request_id)


def told_error(error: GraphQLError, request_id: str, *, write: bool = False) -> dict[str, Any]:
    """An error as it is sent."""
    cause = cause_of(error)
    if cause is None:
        if error.path is not None and not error.message.startswith("Argument "):
            told = fault(error, request_id)  # what a resolver gave does not fit the schema
        else:
            code = (error.extensions or {}).get("code", "invalid")
            message = in_json_words(ECHO.sub(r"\1.", error.message))[:MOST_MESSAGE]
            told = {"message": message, "extensions": {"code": code, **variable_at_fault(message)}}
    else:
        refusal = refusal_of(cause, write=write)
        told = fault(cause, request_id) if refusal is None else told_refusal(refusal, request_id)
    if error.locations:
        told["locations"] = [{"line": one.line, "column": one.column} for one in error.locations]
    if error.path is not None:
        told["path"] = error.path
    return told


def variable_at_fault(message: str) -> dict[str, Any]:
    """The variable in a message of graphql-core, as one of the `errors` of a refusal.

    >>> variable_at_fault("Variable '$input' has invalid value at .seats[0].kind: Value 'X' does not exist in 'SeatWish' enum.")
    {'errors': [{'path': 'input.seats.0.kind', 'message': "Value 'X' does not exist in 'SeatWish' enum."}]}
    """
    found = VARIABLE.match(message)
    if found is None:
        return {}
    path, words = found[1] + re.sub(r"\[(\d+)\]", r".\1", found[2] or ""), message[found.end() :]
    if (field := FIELD.search(words)) is not None:
        path += f".{field[1]}"
    return {"errors": [{"path": path, "message": words}]}


def own_fault(errors: Iterable[dict[str, Any]]) -> str | None:
    """The code of a service failure among these errors, with the highest status; None without one."""
    found = [code for one in errors if (code := one["extensions"]["code"]) in OURS]
    return max(found, key=lambda code: OURS[code], default=None)


def retry_after(errors: Iterable[dict[str, Any]]) -> str | None:
    """The value of `Retry-After`."""
    for one in errors:
        if PROBLEMS[one["extensions"]["code"]].status in {429, 503}:
            return str(one["extensions"].get("retry_after", 1))
    return None
