"""Compression of responses, for clients that accept gzip.

1. Only operations that say so compress their response: it contains no secret and no hidden information. So the compressed length reveals
   nothing about a secret next to text that somebody else chose.
2. A normal response is compressed as a whole and has a Content-Length. A stream that ends (an export) is compressed piece by piece. A
   stream to follow is never compressed.
3. Below `LEAST` bytes, compression saves no packet. A response with an ETag or a Content-Encoding stays as it is.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers, MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


MAY_BE_PRESSED: Final = "may_be_pressed"
"""The key in the ASGI scope that says that the response may be compressed."""
LEAST: Final = 2048
LEVEL: Final = 5
"""`./citadels bench service --only pressing` measures the cost and the saving of each level."""
ASIDE: Final = 64 * 1024
"""From this number of bytes on, another thread compresses, so that no other request waits."""
GZIP: Final = 31
"""The `wbits` value that makes zlib write the gzip format."""


def takes_gzip(accepted: bytes) -> bool:
    """Whether an Accept-Encoding header accepts gzip.

    >>> takes_gzip(b"br, gzip;q=0.5"), takes_gzip(b"gzip;q=0"), takes_gzip(b"")
    (True, False, False)
    """
    for part in accepted.decode("latin-1").lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() in {"gzip", "*"}:
            return re.fullmatch(r"\s*q=0(\.0*)?\s*", weight) is None
    return False


@lru_cache(maxsize=8)
def small(body: bytes) -> bytes:
    """The compressed body. A body that is the same each time (a description, a catalogue) is compressed once."""
    machine = zlib.compressobj(LEVEL, wbits=GZIP)
    return machine.compress(body) + machine.flush()


class Pressed:
    """An application whose responses are compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = takes_gzip(Headers(scope=scope).get("accept-encoding", "").encode("latin-1"))
        held: Message | None = None
        machine: Any = None

        async def send_pressed(message: Message) -> None:
            nonlocal held, machine
            if message["type"] == "http.response.start" and scope.get(MAY_BE_PRESSED) and message["status"] == 200:
                headers = MutableHeaders(scope=message)
                length = headers.get("content-length")
                if "etag" in headers or "content-encoding" in headers or (length is not None and int(length) < LEAST):
                    pass
                elif not wanted:
                    headers.add_vary_header("Accept-Encoding")
                else:
                    headers.add_vary_header("Accept-Encoding")
                    headers["Content-Encoding"] = "gzip"
                    if length is not None:
                        held = message
                        return
                    machine = zlib.compressobj(LEVEL, wbits=GZIP)
            elif held is not None:
                body = message["body"]
                body = small(body) if len(body) < ASIDE else await asyncio.to_thread(small, body)
                MutableHeaders(scope=held)["Content-Length"] = str(len(body))
                await send(held)
                held, message = None, {**message, "body": body}
            elif machine is not None:
                more = message.get("more_body", False)
                ends = zlib.Z_SYNC_FLUSH if more else zlib.Z_FINISH
                message = {**message, "body": machine.compress(message.get("body", b"")) + machine.flush(ends)}
            await send(message)

        await self.app(scope, receive, send_pressed)
