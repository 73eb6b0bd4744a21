"""The state of one API process: whether it is shutting down, its open streams, and the task that checks their credentials.

1. One task checks the credentials of all open streams, several times a second, with one trip to the store.
2. A process that shuts down tells every stream, and opens no new one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from citadels_api.credentials import service as credential_service
from citadels_api.http.metrics_text import Exposition
from citadels_api.http.shared_metrics import publisher
from citadels_api.problems import Refusal
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.context import House, Principal


KNOWN: Final = 10_000
"""How many credentials a process remembers."""
LOOK_S: Final = 0.4
"""The interval between two checks of the credentials of open streams."""


class Open:
    """An open stream. `ended` is set, with the reason, when the service wants to close it."""

    __slots__ = ("address", "ended", "who")

    def __init__(self, who: Principal | None, address: str) -> None:
        self.who = who
        self.address = address
        self.ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @property
    def owner(self) -> str:
        """The owner of the stream: its credential, or its address without one."""
        return self.address if self.who is None else self.who.credential.id

    def end(self, reason: str) -> None:
        """Ask the stream to close."""
        if not self.ended.done():
            self.ended.set_result(reason)


class Running:
    """The state of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.publisher = publisher(house.metrics, house.store)
        self.exposition = Exposition(self)
        self.openapi_document: Callable[[], dict[str, Any]] = dict
        """The OpenAPI description."""
        self.graphql_text: Callable[[], str] | None = None
        """The GraphQL schema; None if this process has none."""
        self.draining = False
        self.streams: set[Open] = set()
        self._of_owner: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        self._watch: asyncio.Task[None] | None = None
        self.known: dict[str, Principal] = {}
        """Accounts by credential, as last authenticated. They predict what to read ahead."""

    def remember(self, secret: str, who: Principal) -> None:
        """Remember the account of a valid credential."""
        if len(self.known) >= KNOWN:
            self.known.clear()
        self.known[secret] = who

    def drain(self) -> None:
        """Open no new streams, and end the open ones."""
        self.draining = True
        for stream in list(self.streams):
            stream.end("draining")

    def open(self, who: Principal | None, address: str) -> Open:
        """Open a stream. The caller must `close` it."""
        if self.draining:
            raise Refusal("unavailable", "this process is about to end: try again", retry_after=1)
        stream = Open(who, address)
        if self._of_owner[stream.owner] >= self.house.settings.streams_per_credential:
            raise Refusal(
                "too_many", f"{self.house.settings.streams_per_credential} streams are open already: close some"
            )
        if self._of_address[address] >= self.house.settings.streams_per_address:
            raise Refusal(
                "too_many", f"your network has {self.house.settings.streams_per_address} streams open: close some"
            )
        self._of_owner[stream.owner] += 1
        self._of_address[address] += 1
        self.streams.add(stream)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look(), name="credentials of open streams")
        return stream

    def close(self, stream: Open) -> None:
        """Close a stream; a second call does nothing."""
        if stream in self.streams:
            self.streams.discard(stream)
            self._of_owner[stream.owner] -= 1
            if not self._of_owner[stream.owner]:
                del self._of_owner[stream.owner]
            self._of_address[stream.address] -= 1
            if not self._of_address[stream.address]:
                del self._of_address[stream.address]

    async def _look(self) -> None:
        """End the streams whose credential is no longer valid, while there are streams."""
        while self.streams:
            await asyncio.sleep(LOOK_S)
            asked = {one.who.credential.id: one.who for one in self.streams if one.who is not None}
            answers = await asyncio.gather(
                *[credential_service.still_good(self.house, who) for who in asked.values()], return_exceptions=True
            )
            lost = set()
            for name, good in zip(asked, answers, strict=True):
                if isinstance(good, StoreError):
                    continue  # nobody can tell; what the stream would send comes from the same store
                if isinstance(good, BaseException):
                    raise good
                if not good:
                    lost.add(name)
            for stream in list(self.streams):
                if stream.who is not None and stream.who.credential.id in lost:
                    stream.end("credential")
