"""How the clients' requests go through httpx2, and how its faults are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import httpx2

from citadels_sdk.client.request_cycle import Lost, Response
from citadels_sdk.errors import ClientClosed

if TYPE_CHECKING:
    from citadels_sdk.client.config import Session
    from citadels_sdk.client.request_cycle import Request

__all__ = ["LIMITS", "head", "living", "lost", "timeouts", "words"]

H = TypeVar("H", httpx2.Client, httpx2.AsyncClient)

LIMITS: Final = httpx2.Limits(max_connections=None, max_keepalive_connections=20)
CONNECT_S: Final = 5.0
NEVER_SENT: Final = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.UnsupportedProtocol,
    httpx2.LocalProtocolError,
)


def living(http: H) -> H:
    """The connections of a client that is not closed."""
    if http.is_closed:
        raise ClientClosed("the client is closed")
    return http


def words(session: Session, request: Request) -> dict[str, Any]:
    """A request as httpx2 wants it."""
    return {
        "method": request.method,
        "url": session.address(request),
        "params": dict(request.query) or None,
        "headers": session.headers(request),
        "content": request.body,
    }


def timeouts(read: float) -> httpx2.Timeout:
    """How long to wait: for a connection, and for each word of an answer."""
    return httpx2.Timeout(read, connect=min(CONNECT_S, read))


def head(response: httpx2.Response, body: bytes = b"") -> Response:
    """What came, as the core has it."""
    return Response(response.status_code, {name.lower(): value for name, value in response.headers.items()}, body)


def lost(error: httpx2.HTTPError) -> Lost:
    """What it means that httpx2 failed."""
    said = str(error) or type(error).__name__
    return Lost(not isinstance(error, NEVER_SENT), said)
