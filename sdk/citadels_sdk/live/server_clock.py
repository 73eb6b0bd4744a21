"""The service's clock as seen from here: no clock of this machine is believed, only what an answer says of the time.

1. An answer tells when the service wrote it. That moment lies between the sending of the request and the coming of the answer, so
   the service's clock is ahead of ours by no less, and no more, than that.
2. Of all answers the tightest bounds hold. They widen with age, since clocks drift.
3. Bounds that contradict each other say that a clock was set: the newest answer holds alone.
4. What is asked for is the safe side: the earliest moment, by our clock, at which a deadline may be.

>>> clock = ServerClock()
>>> clock.heard(500_000, sent=10.0, received=10.4)
>>> round(clock.ours(502_000, now=10.5) or 0, 3)
12.0
"""

from __future__ import annotations

from typing import Final

__all__ = ["ServerClock"]

DRIFT: Final = 0.0002
"""By so much a second two clocks may go apart."""


class ServerClock:
    """By how many seconds the service's clock is ahead of ours: at least and at most, and since when that is known."""

    def __init__(self) -> None:
        self._least: tuple[float, float] | None = None
        self._most: tuple[float, float] | None = None

    def heard(self, at_ms: int, *, sent: float, received: float) -> None:
        """An answer that was sent for and received then, by our clock, says that it is so late there."""
        at = at_ms / 1000
        least, most = at - received, at - sent
        if self._least is None or self._most is None:
            self._least, self._most = (least, received), (most, received)
            return
        known_least = self._least[0] - DRIFT * (received - self._least[1])
        known_most = self._most[0] + DRIFT * (received - self._most[1])
        if least > known_most or most < known_least:
            self._least, self._most = (least, received), (most, received)
            return
        if least >= known_least:
            self._least = (least, received)
        if most <= known_most:
            self._most = (most, received)

    def ours(self, at_ms: int, now: float) -> float | None:
        """The earliest moment, by our clock, at which it is so late there; None while nothing is known."""
        if self._most is None:
            return None
        return at_ms / 1000 - (self._most[0] + DRIFT * (now - self._most[1]))
