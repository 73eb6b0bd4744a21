"""Bodies of requests and responses: reading a whole body, and content negotiation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect

from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Receive = Callable[[], Awaitable[Any]]


def content_type(media: str) -> tuple[bytes, bytes]:
    """The Content-Type header of a medium; text has the charset UTF-8."""
    return b"content-type", (f"{media}; charset=utf-8" if media == "text/plain" else media).encode()


async def read_all(receive: Receive) -> bytes:
    """The whole body."""
    pieces: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(pieces)


def choose(offered: tuple[str, ...], accept: bytes | None) -> str:
    """The offered medium that the client prefers; the first one without a preference."""
    if accept is None or accept == b"*/*":
        return offered[0]
    best, liked = "", 0.0
    wanted = {}
    for part in accept.decode("latin-1").lower().split(","):
        name, *parameters = [one.strip() for one in part.split(";")]
        weight = 1.0
        for one in parameters:
            if one.startswith("q="):
                try:
                    weight = float(one[2:])
                except ValueError:
                    weight = 0.0
        wanted[name] = weight
    for medium in offered:
        whole = medium.partition("/")[0] + "/*"
        weight = next((wanted[one] for one in (medium, whole, "*/*") if one in wanted), 0.0)
        if weight > liked:
            best, liked = medium, weight
    if not best:
        raise Refusal("not_acceptable", f"this can be had as {', '.join(offered)}", offered=list(offered))
    return best
