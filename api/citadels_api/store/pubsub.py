"""Who listens to which channel in this process: both adapters hand their notices to an `Exchange`.

1. A channel is asked for from outside when its first listener comes, and given up when its last one goes.
2. A listener that does not keep up loses its notices and is told so by ("", "").
3. ("", "") comes as soon as all channels of a listener stand, at first and after each connection lost.
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
"""Anything may have been missed until now, nothing from now on."""


class _Ear:
    """One listener: what waits for it, and its wish to be woken."""

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
    """The listeners of one process; the channels of this base always stand, for there is nothing outside."""

    def __init__(self) -> None:
        self._ears: dict[str, set[_Ear]] = {}

    def _stands(self, channel: str) -> bool:
        """Whether notices of a channel arrive here."""
        return True

    def _want(self, channels: list[str]) -> None:
        """The first listeners of these channels have come."""

    def _leave(self, channels: list[str]) -> None:
        """The last listeners of these channels have gone."""

    def deliver(self, channel: str, text: str) -> None:
        """Hand a notice to the listeners of its channel."""
        for ear in self._ears.get(channel, ()):
            ear.hear((channel, text))

    def stood(self, channel: str) -> None:
        """A channel has come to stand: listeners that waited for nothing else are told."""
        for ear in self._ears.get(channel, ()):
            if all(map(self._stands, ear.channels)):
                ear.hear(MISSED)

    @property
    def channels(self) -> list[str]:
        """The channels that somebody listens to."""
        return list(self._ears)

    async def listen(self, *channels: str) -> AsyncIterator[tuple[str, str]]:
        """The notices on these channels from now on, until the iterator is closed."""
        ear = _Ear(channels)
        fresh = [channel for channel in dict.fromkeys(channels) if channel not in self._ears]
        for channel in channels:
            self._ears.setdefault(channel, set()).add(ear)
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
                self._ears[channel].discard(ear)
                if not self._ears[channel]:
                    del self._ears[channel]
                    gone.append(channel)
            if gone:
                self._leave(gone)

    async def ring(self, channel: str, text: str) -> None:
        """Send a notice to all listeners of a channel."""
        self.deliver(channel, text)
