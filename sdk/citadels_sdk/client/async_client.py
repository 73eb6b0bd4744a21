"""The clients of a service: `AsyncClient` is for `asyncio`, for programs that do many things at once, `Client` for those that do one thing after the other.

`sync_client` is made from `async_client` (`python -m tools.sdk_client`).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, Self, TypeVar

import httpx2

from citadels_sdk.client import transport as wire
from citadels_sdk.client.async_calls import AsyncCalls
from citadels_sdk.client.config import PATIENCE, SILENCE, TIMEOUT, Session
from citadels_sdk.client.request_cycle import Lost, Sleep

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from types import TracebackType

    from citadels_sdk.client.models_stream import Frame, Notice
    from citadels_sdk.client.models_tournament import TournamentFrame
    from citadels_sdk.client.request_cycle import Call, Request, Response
    from citadels_sdk.client.stream import Following

__all__ = ["AsyncClient", "AsyncStream"]

T = TypeVar("T")


class AsyncStream(Generic[T]):
    """What happens, as it happens: to be iterated over; a block or `aclose` lets go of the connection before the end."""

    def __init__(self, source: AsyncGenerator[T]) -> None:
        self._source = source

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        return await anext(self._source)

    async def aclose(self) -> None:
        """Let go of the connection."""
        await self._source.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class AsyncClient(AsyncCalls):
    """A service, and who asks it.

    The methods are flat, and named as the operations of the service's description: `makeGuest` is `make_guest`. So what is written of REST or
    GraphQL is found here under the same name. Beside them stand `follow_table`, `follow_me` and `follow_tournament`, which are streams, and `all_tables`,
    `all_bots`, `all_tournaments`, `all_tournament_games` and `all_records`, which go through the parts of a list.

    `url` and `token` are those of CITADELS_URL and CITADELS_TOKEN where they are not given. For `patience` seconds what may be sent again is
    sent again; 0 means never. An attempt may be silent for `timeout` seconds, a stream for `silence`. A `Client` belongs to one thread, an `AsyncClient` to one event loop.

    >>> AsyncClient("http://127.0.0.1:8000", token="secret")
    AsyncClient('http://127.0.0.1:8000', with a credential)
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        timeout: float = TIMEOUT,
        silence: float = SILENCE,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._session = Session(url, token, patience=patience)
        self._timeout = timeout
        self._silence = silence
        self._http = httpx2.AsyncClient(transport=transport, limits=wire.LIMITS)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    @property
    def url(self) -> str:
        """The address of the service."""
        return self._session.base

    @property
    def signed_in(self) -> bool:
        """Whether requests carry a credential."""
        return self._session.signed_in

    def sign_in(self, token: str | None) -> None:
        """Use another credential from now on, or none."""
        self._session.sign_in(token)

    def follow_table(
        self, table: str, *, after: int | None = None, invite: str | None = None, positions: bool = False
    ) -> AsyncStream[Frame]:
        """The frames of a table up to its end, without gap or double; without a number the first is a full view.

        With `positions` the newest frame always has one.
        """
        return AsyncStream(
            self._follow(self._session.follow_table(table, after=after, invite=invite, positions=positions))
        )

    def follow_me(self, *, after: int | None = None) -> AsyncStream[Notice]:
        """Everything that concerns who asks, as it happens: first all tables and all that is owed."""
        return AsyncStream(self._follow(self._session.follow_me(after=after)))

    def follow_tournament(self, tournament: str, *, after: int | None = None) -> AsyncStream[TournamentFrame]:
        """The log of a tournament up to its end, without gap or double; without a number the first frame says where it stands."""
        return AsyncStream(self._follow(self._session.follow_tournament(tournament, after=after)))

    async def _do(self, call: Call[T]) -> T:
        steps = self._session.course(call)
        came: Response | Lost | None = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                result: T = done.value
                return result
            if isinstance(step, Sleep):
                await asyncio.sleep(step.seconds)
                came = None
            else:
                came = await self._send(
                    step.request, self._timeout if step.within is None else min(step.within, self._timeout)
                )

    async def _send(self, request: Request, seconds: float) -> Response | Lost:
        try:
            response = await wire.living(self._http).request(
                **wire.words(self._session, request), timeout=wire.timeouts(seconds)
            )
        except httpx2.HTTPError as error:
            return wire.lost(error)
        return wire.head(response, response.content)

    async def _follow(self, following: Following[T]) -> AsyncGenerator[T]:
        while not following.over:
            seconds = following.wait()
            if seconds > 0:
                await asyncio.sleep(seconds)
            try:
                words = wire.words(self._session, following.request())
                async with wire.living(self._http).stream(**words, timeout=wire.timeouts(self._silence)) as response:
                    body = await response.aread() if response.status_code != 200 else b""
                    if following.opened(wire.head(response, body)):
                        async for piece in response.aiter_bytes():
                            for one in following.feed(piece):
                                yield one
                            if following.finished:
                                break
                following.cut(Lost(True, "the connection has ended"))
            except httpx2.HTTPError as error:
                following.cut(wire.lost(error))
