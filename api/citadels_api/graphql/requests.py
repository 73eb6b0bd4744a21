"""GraphQL requests: by POST as JSON, or by GET with a hash.

1. A body is strict JSON, an object. Batches, forms and files are not accepted.
2. A document is sent as its text, as `documentId`, or as `extensions.persistedQuery.sha256Hash`. GET never sends the text.
3. An unknown hash gets the message that clients expect before they send the text.
4. If the service accepts trusted documents only, it refuses any other document.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from citadels_api import strict_json
from citadels_api.graphql.execution import Request
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from citadels_api.graphql.documents import Documents


NOT_FOUND: Final = "PersistedQueryNotFound"
NOT_SUPPORTED: Final = "PersistedQueryNotSupported"
LONGEST_NAME: Final = 100
LONGEST_QUERY: Final = 8192
PREFIX: Final = "sha256:"


class Unregistered(Refusal):
    """The error for an unknown hash, with the message of the protocol."""

    __slots__ = ("protocol_code",)

    def __init__(self, message: str) -> None:
        super().__init__("not_found", message)
        self.protocol_code = message


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request before its document is known."""

    text: str | None
    digest: str | None
    variables: dict[str, Any] | None
    operation_name: str | None


def invalid(path: str, message: str) -> Refusal:
    """A refusal of one member of the request."""
    return Refusal("invalid", f"{path}: {message}", errors=[{"path": path, "message": message}])


def member(body: dict[str, Any], name: str, kind: type, what: str) -> Any:
    """A member of the request, of its type or null."""
    value = body.get(name)
    if value is not None and type(value) is not kind:
        raise invalid(name, f"{what} or null is needed")
    return value


def read_object(body: dict[str, Any]) -> Wanted:
    """The request of a JSON object."""
    text = member(body, "query", str, "a text")
    variables = member(body, "variables", dict, "an object")
    name = member(body, "operationName", str, "a text")
    extensions = member(body, "extensions", dict, "an object") or {}
    document = member(body, "documentId", str, "a text")
    if name is not None and len(name) > LONGEST_NAME:
        raise invalid("operationName", f"at most {LONGEST_NAME} characters")
    persisted = member(extensions, "persistedQuery", dict, "an object")
    digest = None
    if persisted is not None:
        digest = member(persisted, "sha256Hash", str, "a text")
        if digest is None or persisted.get("version") != 1:
            raise invalid("extensions.persistedQuery", "version 1 and sha256Hash are needed")
    elif document is not None:
        digest = document.removeprefix(PREFIX)
    if not text and digest is None:
        raise invalid("query", "there is no document: send `query`, or `documentId`")
    return Wanted(text or None, digest, variables, name or None)


def read_query(query: bytes) -> Wanted:
    """The request of the GET parameters."""
    if len(query) > LONGEST_QUERY:
        raise invalid("query string", f"at most {LONGEST_QUERY} bytes")
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, max_num_fields=10, errors="strict")
    except ValueError:
        raise Refusal("invalid", "the query string is not well formed", errors=[{"path": "query string"}]) from None
    found: dict[str, Any] = dict(pairs)
    if len(found) != len(pairs):
        raise Refusal("invalid", "a query parameter is there twice", errors=[{"path": "query string"}])
    for name in ("variables", "extensions"):
        if name in found:
            found[name] = strict_json.loads(found[name].encode())
    if found.get("query"):
        raise Refusal("method_not_allowed", "a document's text is sent by POST; GET takes its hash", allow=["POST"])
    return read_object(found)


def text_of(documents: Documents, wanted: Wanted, *, only_trusted: bool) -> Request:
    """The request with the text of its document."""
    text, digest = wanted.text, wanted.digest
    if text is None and digest is not None:
        text = documents.text_of(digest)
        if text is None:
            raise Unregistered(NOT_SUPPORTED if only_trusted else NOT_FOUND)
    assert text is not None
    if only_trusted and text not in documents.own:
        if digest is not None:
            raise Unregistered(NOT_SUPPORTED)
        raise Refusal("forbidden", "this house takes registered documents only: send the hash of one")
    return Request(text, wanted.variables, wanted.operation_name)
