"""A client of a service, for programs that do one thing after the other; `AsyncClient` is its twin."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Generic, Self, TypeVar

import httpx2

from citadels_sdk.client import transport as wire
from citadels_sdk.client.config import PATIENCE, SILENCE, TIMEOUT, Session
from citadels_sdk.client.request_cycle import Lost, Sleep
from citadels_sdk.client.sync_calls import Calls

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import TracebackType

    from citadels_sdk.client.models import Edition, Page, Status, Table
    from citadels_sdk.client.models_account import BotAccount
    from citadels_sdk.client.models_stream import Frame, Notice
    from citadels_sdk.client.models_tournament import (
        GameStatus,
        Tournament,
        TournamentFrame,
        TournamentGame,
        TournamentStatus,
    )
    from citadels_sdk.client.records import RecordText
    from citadels_sdk.client.request_cycle import Call, Request, Response
    from citadels_sdk.client.stream import Following
    from citadels_sdk.client.tournament_order import Format

__all__ = ["Client", "Stream"]

T = TypeVar("T")


class Stream(Generic[T]):
    """What happens, as it happens: to be iterated over; a block or `close` lets go of the connection before the end."""

    def __init__(self, source: Generator[T]) -> None:
        self._source = source

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        return next(self._source)

    def close(self) -> None:
        """Let go of the connection."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Client(Calls):
    """A service, and who asks it.

    The methods are flat, and named as the operations of the service's description: `makeGuest` is `make_guest`. So what is written of REST or
    GraphQL is found here under the same name. Beside them stand `follow_table`, `follow_me` and `follow_tournament`, which are streams, and `all_tables`,
    `all_bots`, `all_tournaments`, `all_tournament_games` and `all_records`, which go through the parts of a list.

    `url` and `token` are those of CITADELS_URL and CITADELS_TOKEN where they are not given. For `patience` seconds what may be sent again is
    sent again; 0 means never. An attempt may be silent for `timeout` seconds, a stream for `silence`. A client belongs to one thread.

    >>> with Client("http://127.0.0.1:8000", token="secret") as client:
    ...     client
    Client('http://127.0.0.1:8000', with a credential)
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        timeout: float = TIMEOUT,
        silence: float = SILENCE,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._session = Session(url, token, patience=patience)
        self._timeout = timeout
        self._silence = silence
        self._http = httpx2.Client(transport=transport, limits=wire.LIMITS)

    def __repr__(self) -> str:
        return f"Client({self._session!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

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
    ) -> Stream[Frame]:
        """The frames of a table up to its end, without gap or double; without a number the first is a full view.

        With `positions` the newest frame always has one.
        """
        return Stream(self._follow(self._session.follow_table(table, after=after, invite=invite, positions=positions)))

    def follow_me(self, *, after: int | None = None) -> Stream[Notice]:
        """Everything that concerns who asks, as it happens: first all tables and all that is owed."""
        return Stream(self._follow(self._session.follow_me(after=after)))

    def follow_tournament(self, tournament: str, *, after: int | None = None) -> Stream[TournamentFrame]:
        """The log of a tournament up to its end, without gap or double; without a number the first frame says where it stands."""
        return Stream(self._follow(self._session.follow_tournament(tournament, after=after)))

    def all_tables(
        self,
        *,
        status: Status | None = None,
        edition: Edition | None = None,
        players: int | None = None,
        rated: bool | None = None,
        mine: bool = False,
        most: int = 1000,
    ) -> Iterator[Table]:
        """The tables that fit, newest first, over all parts of the list, but no more than `most`."""
        cursor = None
        while most > 0:
            page: Page[Table] = self.list_tables(
                cursor=cursor,
                limit=min(most, 100),
                status=status,
                edition=edition,
                players=players,
                rated=rated,
                mine=mine,
            )
            yield from page.items[:most]
            most -= len(page.items)
            cursor = page.next
            if cursor is None:
                return

    def all_bots(
        self,
        *,
        present: bool | None = None,
        edition: Edition | None = None,
        players: int | None = None,
        rated: bool | None = None,
        mine: bool = False,
        most: int = 1000,
    ) -> Iterator[BotAccount]:
        """The bots that fit, over all parts of the list, but no more than `most`."""
        cursor = None
        while most > 0:
            page: Page[BotAccount] = self.list_bots(
                cursor=cursor,
                limit=min(most, 100),
                present=present,
                edition=edition,
                players=players,
                rated=rated,
                mine=mine,
            )
            yield from page.items[:most]
            most -= len(page.items)
            cursor = page.next
            if cursor is None:
                return

    def all_tournaments(
        self,
        *,
        status: TournamentStatus | None = None,
        format: Format | None = None,  # noqa: A002  (the word that the service has)
        edition: Edition | None = None,
        rated: bool | None = None,
        mine: bool = False,
        most: int = 1000,
    ) -> Iterator[Tournament]:
        """The tournaments that fit, newest first, over all parts of the list, but no more than `most`."""
        cursor = None
        while most > 0:
            page: Page[Tournament] = self.list_tournaments(
                cursor=cursor,
                limit=min(most, 100),
                status=status,
                format=format,
                edition=edition,
                rated=rated,
                mine=mine,
            )
            yield from page.items[:most]
            most -= len(page.items)
            cursor = page.next
            if cursor is None:
                return

    def all_tournament_games(
        self,
        tournament: str,
        *,
        round: int | None = None,  # noqa: A002  (the word that the service has)
        entrant: str | None = None,
        game: str | None = None,
        status: GameStatus | None = None,
        most: int = 100_000,
    ) -> Iterator[TournamentGame]:
        """The games of the rounds made so far, in the order of playing, but no more than `most`."""
        cursor = None
        while most > 0:
            page = self.tournament_games(
                tournament, cursor=cursor, limit=min(most, 100), round=round, entrant=entrant, game=game, status=status
            )
            yield from page.items[:most]
            most -= len(page.items)
            cursor = page.next
            if cursor is None:
                return

    def all_records(self, *, most: int = 1000) -> Iterator[RecordText]:
        """The records of public games that are over, newest first, but no more than `most`."""
        cursor = None
        while most > 0:
            page = self.export_records(cursor=cursor, limit=min(most, 100))
            yield from page.items[:most]
            most -= len(page.items)
            cursor = page.next
            if cursor is None:
                return

    def _do(self, call: Call[T]) -> T:
        steps = self._session.course(call)
        came: Response | Lost | None = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                result: T = done.value
                return result
            if isinstance(step, Sleep):
                time.sleep(step.seconds)
                came = None
            else:
                came = self._send(
                    step.request, self._timeout if step.within is None else min(step.within, self._timeout)
                )

    def _send(self, request: Request, seconds: float) -> Response | Lost:
        try:
            response = wire.living(self._http).request(
                **wire.words(self._session, request), timeout=wire.timeouts(seconds)
            )
        except httpx2.HTTPError as error:
            return wire.lost(error)
        return wire.head(response, response.content)

    def _follow(self, following: Following[T]) -> Generator[T]:
        while not following.over:
            seconds = following.wait()
            if seconds > 0:
                time.sleep(seconds)
            try:
                words = wire.words(self._session, following.request())
                with wire.living(self._http).stream(**words, timeout=wire.timeouts(self._silence)) as response:
                    body = response.read() if response.status_code != 200 else b""
                    if following.opened(wire.head(response, body)):
                        for piece in response.iter_bytes():
                            yield from following.feed(piece)
                            if following.finished:
                                break
                following.cut(Lost(True, "the connection has ended"))
            except httpx2.HTTPError as error:
                following.cut(wire.lost(error))
