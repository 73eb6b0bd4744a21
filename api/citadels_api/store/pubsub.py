"""The pub/sub listeners of this process. Both store adapters pass their notices to an `Exchange`.

1. The first listener of a channel subscribes to it, and the last one unsubscribes.
2. A listener that is too slow loses its notices. It gets ("", "") instead.
3. ("", "") arrives as soon as all channels of a listener are subscribed, at first and after each lost connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


LISTENER_LIMIT: Final = 1000
"""How many notices may wait for one listener."""
MISSED: Final = ("", "")
"""The notice that means: you may have missed notices until now, but you miss none from now on."""


class _Ear:
    """One listener: its waiting notices, and the event that wakes it."""

    __slots__ = ("channels", "waiting", "waker")

    def __init__(self, channels: tuple[str, ...]) -> None:
        self.channels = channels
        self.waiting: deque[tuple[str, str]] = deque()
        self.waker: asyncio.Future[None] | None = None

    def hear(self, notice: tuple[str, str]) -> None:
        if notice is MISSED or len(self.waiting) >= LISTENER_LIMIT:
            self.waiting.clear()
            notice = MISSED
        self.waiting.append(notice)
        if self.waker is not None and not self.waker.done():
            self.waker.set_result(None)


class Exchange:
    """The listeners of one process. In this base class every channel is always subscribed, because there is no server."""

    def __init__(self) -> None:
        self._ears: dict[str, dict[_Ear, None]] = {}
        """By channel, its listeners in the order in which they came."""

    def _stands(self, channel: str) -> bool:
        """Whether notices of a channel arrive here."""
        return True

    def _want(self, channels: list[str]) -> None:
        """Subscribe to channels that have their first listener."""

    def _leave(self, channels: list[str]) -> None:
        """Unsubscribe from channels that have lost their last listener."""

    def deliver(self, channel: str, text: str) -> None:
        """Pass a notice to the listeners of its channel."""
        for ear in self._ears.get(channel, ()):
            ear.hear((channel, text))

    def stood(self, channel: str) -> None:
        """Mark a channel as subscribed, and tell listeners that waited only for it."""
        for ear in self._ears.get(channel, ()):
            if all(map(self._stands, ear.channels)):
                ear.hear(MISSED)

    @property
    def channels(self) -> list[str]:
        """The channels that have listeners."""
        return list(self._ears)

    async def listen(self, *channels: str) -> AsyncIterator[tuple[str, str]]:
        """The notices on these channels from now on, until the iterator is closed."""
        ear = _Ear(channels)
        fresh = [channel for channel in dict.fromkeys(channels) if channel not in self._ears]
        for channel in channels:
            self._ears.setdefault(channel, {})[ear] = None
        try:
            if fresh:
                self._want(fresh)
            if not ear.waiting and all(map(self._stands, channels)):
                ear.hear(MISSED)
            while True:
                while ear.waiting:
                    yield ear.waiting.popleft()
                ear.waker = asyncio.get_running_loop().create_future()
                await ear.waker
        finally:
            gone = []
            for channel in dict.fromkeys(channels):
                self._ears[channel].pop(ear, None)
                if not self._ears[channel]:
                    del self._ears[channel]
                    gone.append(channel)
            if gone:
                self._leave(gone)

    async def ring(self, channel: str, text: str) -> None:
        """Send a notice to all listeners of a channel."""
        self.deliver(channel, text)
