"""A request as handlers see it, and the special responses that they may return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from citadels_api import ids, strict_json
from citadels_api.http.client_address import client_address
from citadels_api.problems import Refusal
from citadels_api.request_fields import NoQuery, read

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pydantic import BaseModel

    from citadels_api.context import House, Principal
    from citadels_api.http.process import Running
    from citadels_api.operations import Operation


@dataclass(slots=True)
class Reply:
    """A response that is more than a struct with the operation's status. Bytes are sent as they are."""

    body: Any
    status: int | None = None
    media: str = "application/json"
    headers: tuple[tuple[bytes, bytes], ...] = ()


@dataclass(slots=True)
class Stream:
    """A streamed response: pieces of bytes without a known length."""

    pieces: AsyncIterator[bytes]
    media: str
    ends: bool = False
    """Whether the stream ends after the existing data. Other streams continue while somebody follows them."""


class Request:
    """A request. `who` is set before a handler runs. It may be None only if the operation is public.

    `expected` is the account that showed the same credential before. Use it only to predict a key that may be read ahead.
    """

    __slots__ = (
        "ahead",
        "body",
        "expected",
        "headers",
        "media",
        "operation",
        "path",
        "query",
        "running",
        "scope",
        "who",
    )

    def __init__(
        self,
        scope: dict[str, Any],
        operation: Operation,
        path: dict[str, str],
        headers: dict[bytes, bytes],
        running: Running,
    ) -> None:
        self.scope = scope
        self.operation = operation
        self.path = path
        self.headers = headers
        self.running = running
        self.who: Principal | None = None
        self.query: Any = None
        self.body: Any = None
        self.ahead: Any = None
        self.expected: Principal | None = None
        self.media = operation.media[0]

    @property
    def house(self) -> House:
        """The parts of the service."""
        return self.running.house

    @property
    def me(self) -> Principal:
        """The account of the request, for operations that require one."""
        if self.who is None:
            raise Refusal("unauthenticated")
        return self.who

    def id(self, name: str, prefix: str) -> str:
        """An id from the path. An id of the wrong form is not found."""
        value = self.path[name]
        if not ids.is_id(prefix, value):
            raise Refusal("not_found")
        return value

    @property
    def table(self) -> str:
        """The id of the table in the path."""
        return self.id("table", "game")

    @property
    def seat(self) -> int:
        """The seat in the path."""
        value = self.path["seat"]
        if value not in {"0", "1", "2", "3", "4", "5", "6", "7"}:
            raise Refusal("not_found")
        return int(value)

    def header(self, name: bytes, *, most: int = 200) -> str | None:
        """A header of printable ASCII; any other value is refused."""
        value = self.headers.get(name)
        if value is None:
            return None
        said = value.decode("latin-1")
        if not (0 < len(said) <= most and said.isascii() and said.isprintable()):
            text = name.decode()
            raise Refusal(
                "invalid",
                f"the header {text} needs 1 to {most} printable ASCII characters",
                errors=[{"path": f"header {text}", "message": f"1 to {most} printable ASCII characters are needed"}],
            )
        return said

    @property
    def idempotency_key(self) -> str | None:
        """The idempotency key of the request."""
        return self.header(b"idempotency-key", most=64)

    @property
    def address(self) -> str:
        """The address of the client."""
        return client_address(self.scope, self.house.settings)

    def after(self) -> int | None:
        """The number to resume from: `after` in the query, or `Last-Event-ID`; the later one counts.

        A browser that reconnects requests the same URL again and sends the last number in `Last-Event-ID`.
        """
        said = self.header(b"last-event-id", most=15)
        if said is not None and not said.isdigit():
            raise Refusal(
                "invalid",
                "Last-Event-ID is no number of an event",
                errors=[{"path": "header last-event-id", "message": "a whole number is needed"}],
            )
        numbers = [int(number) for number in (self.query.after, said) if number is not None]
        return max(numbers, default=None)


def read_query(model: type[BaseModel] | None, text: bytes) -> Any:
    """The query parameters. Unknown and repeated parameters are refused."""
    if not text:
        return None if model is None else read(model, {})
    try:
        pairs = parse_qsl(
            text.decode("ascii"), keep_blank_values=True, strict_parsing=True, max_num_fields=30, errors="strict"
        )
    except ValueError:
        raise Refusal("invalid", "the query string is not well formed", errors=[{"path": "query string"}]) from None
    values = dict(pairs)
    if len(values) != len(pairs):
        raise Refusal("invalid", "a query parameter is there twice", errors=[{"path": "query string"}])
    return read(NoQuery if model is None else model, values)


def read_body(operation: Operation, headers: dict[bytes, bytes], data: bytes) -> Any:
    """The body as the operation's model. A missing body means an empty object if the model allows it."""
    if operation.body is None:
        return None
    if not data and not operation.body_needed:
        return read(operation.body, {})
    media, _, parameters = headers.get(b"content-type", b"").partition(b";")
    charset = parameters.strip().lower()
    if media.strip().lower() != b"application/json" or charset not in {b"", b"charset=utf-8", b'charset="utf-8"'}:
        raise Refusal("unsupported_media_type", allow_media=["application/json"])
    return read(operation.body, strict_json.loads(data))
