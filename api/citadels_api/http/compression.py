"""Answers made smaller on the way out, where the one who asks takes gzip.

1. Only what an operation says may be pressed is: it has nothing in it that others may not know, no secret and no hand. So no length tells, of
   a secret beside words that somebody else has chosen, how well the two fit.
2. An answer is pressed whole, and its length is that of what is sent. What comes piece by piece and has an end (an export) is pressed
   piece by piece; what somebody follows never is.
3. Below `LEAST` bytes it would save no packet. What has a tag or is pressed already stays as it is.
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
"""Where a door says in the scope that the answer may be pressed."""
LEAST: Final = 2048
LEVEL: Final = 5
"""`./citadels bench service --only pressing` has what each level takes and saves."""
ASIDE: Final = 64 * 1024
"""From so many bytes on others do not wait for it."""
GZIP: Final = 31
"""What zlib calls the format of gzip."""


def takes_gzip(accepted: bytes) -> bool:
    """Whether an Accept-Encoding header names gzip, and not in order to refuse it.

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
    """The body, pressed; the same one (a description, a catalogue) is pressed once."""
    machine = zlib.compressobj(LEVEL, wbits=GZIP)
    return machine.compress(body) + machine.flush()


class Pressed:
    """The application, its answers pressed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
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
