"""Whether the service of a run is there: what is said while nobody answers, and when somebody does again.

1. A service is away when the requests of a run fail for `AFTER_S` seconds and none succeeds: nobody is reached, an answer is lost, or
   something answers for it (502, 503, 504).
2. That is said once, and again after `AGAIN_S` seconds, which double each time up to `RARELY_S`; then that it is back.
3. The run asks every few seconds what is owed, so both are found without anything to play.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING, Final

from citadels_sdk.client.async_client import AsyncClient
from citadels_sdk.client.request_cycle import GATEWAY, Lost

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.client.request_cycle import Request, Response
    from citadels_sdk.live.run_report import Voice

__all__ = ["HeardClient", "Presence"]

AFTER_S: Final = 3.0
AGAIN_S: Final = 30.0
RARELY_S: Final = 600.0


class Presence:
    """Says that the service is away, and that it is back."""

    def __init__(self, voice: Voice, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.voice = voice
        self.url = url
        self.clock = clock
        self.lost_at: float | None = None
        """When the first request was sent that failed, and since which none has succeeded."""
        self.since = ""
        """The same for people, by the clock on the wall."""
        self.next = 0.0
        self.pause = AGAIN_S
        self.said = False

    def took(self, sent: float, came: Response | Lost) -> None:
        """What came of a request that was sent then."""
        if isinstance(came, Lost):
            self.away(sent, came.why)
        elif came.status in GATEWAY:
            self.away(sent, f"status {came.status}")
        else:
            self.back(sent)

    def away(self, sent: float, why: str) -> None:
        """A request has failed."""
        now = self.clock()
        if self.lost_at is None:
            self.lost_at, self.next, self.pause = sent, sent + AFTER_S, AGAIN_S
            self.since = datetime.fromtimestamp(time.time() - (now - sent)).astimezone().isoformat(timespec="seconds")
        if now < self.next:
            return
        self.next, self.pause = now + self.pause, min(RARELY_S, 2 * self.pause)
        self.said = True
        self.voice.away(self.url, self.since, round(now - self.lost_at, 1), why)

    def back(self, sent: float) -> None:
        """A request has succeeded; one that was sent before the service went away says nothing of now."""
        if self.lost_at is None or sent < self.lost_at:
            return
        if self.said:
            self.voice.back(self.url, self.since, round(self.clock() - self.lost_at, 1))
        self.lost_at, self.said = None, False


class HeardClient(AsyncClient):
    """A client that says what comes of each request."""

    presence: Presence | None = None

    async def _send(self, request: Request, seconds: float) -> Response | Lost:
        sent = time.monotonic()
        came = await super()._send(request, seconds)
        if self.presence is not None:
            self.presence.took(sent, came)
        return came
