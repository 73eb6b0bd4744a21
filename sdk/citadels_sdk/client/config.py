"""What both clients share: where the service is, who asks, how patiently; nothing here talks to anybody."""

from __future__ import annotations

import os
import random
import time
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import urlsplit

from citadels_sdk import __version__
from citadels_sdk.client.calls import stream_me, stream_table, stream_tournament
from citadels_sdk.client.rate_limit import Pacer
from citadels_sdk.client.request_cycle import Lost, Send, Sleep, course
from citadels_sdk.client.stream import Following
from citadels_sdk.client.stream_kinds import FrameReading, NoticeReading, TournamentReading

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from citadels_sdk.client.models_stream import Frame, Notice
    from citadels_sdk.client.models_tournament import TournamentFrame
    from citadels_sdk.client.request_cycle import Call, Request, Response
    from citadels_sdk.client.stream import Reading

__all__ = ["DEFAULT_URL", "PATIENCE", "SILENCE", "TIMEOUT", "Session", "address"]

T = TypeVar("T")

DEFAULT_URL: Final = "http://127.0.0.1:8000"
PATIENCE: Final = 10.0
"""For how many seconds a request is tried again."""
TIMEOUT: Final = 30.0
"""For how many seconds one attempt may be silent."""
SILENCE: Final = 45.0
"""After how many seconds without a word a stream counts as dead; a heartbeat comes every 15."""


def address(url: str) -> str:
    """The address of a service, without what may be left out; a ValueError where it cannot be one.

    >>> address("http://localhost:8000/"), address("https://arena.example/citadels")
    ('http://localhost:8000', 'https://arena.example/citadels')
    >>> address("localhost:8000")
    Traceback (most recent call last):
        ...
    ValueError: localhost:8000 is no address of a service: write http://HOST:PORT
    """
    try:
        parts = urlsplit(url.strip())
        whole = bool(parts.scheme in ("http", "https") and parts.hostname and (parts.port or parts.port is None))
    except ValueError:
        whole = False
        parts = urlsplit("")
    if parts.username is not None or parts.password is not None:
        raise ValueError("a credential does not belong into an address: use token=")
    if not whole or parts.query or parts.fragment or any(letter.isspace() for letter in url.strip()):
        raise ValueError(f"{url} is no address of a service: write http://HOST:PORT")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


class Session:
    """The address, the credential, the allowance, and the patience of one client."""

    def __init__(
        self,
        url: str | None,
        token: str | None,
        *,
        patience: float,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.base: str = address(url or os.environ.get("CITADELS_URL") or DEFAULT_URL)
        self.patience = patience
        self.pacer: Pacer = Pacer()
        self.clock = clock
        self.chance = chance
        self._token: str | None = None
        self.sign_in(token or os.environ.get("CITADELS_TOKEN") or None)

    def __repr__(self) -> str:
        return f"{self.base!r}, {'with a credential' if self.signed_in else 'without a credential'}"

    @property
    def signed_in(self) -> bool:
        """Whether there is a credential."""
        return self._token is not None

    def sign_in(self, token: str | None) -> None:
        """Use another credential from now on, or none."""
        if token is not None and not (token.isascii() and token.isprintable() and " " not in token and token):
            raise ValueError("this is no credential: it has characters that none has")
        self._token = token
        self.pacer = Pacer()

    def headers(self, request: Request) -> dict[str, str]:
        """What is sent with a request besides its address and its body."""
        own = {"User-Agent": f"citadels-sdk/{__version__}", **request.headers}
        if self._token is not None:
            own["Authorization"] = f"Bearer {self._token}"
        return own

    def address(self, request: Request) -> str:
        """Where a request goes, without its query."""
        return self.base + request.path

    def course(self, call: Call[T]) -> Generator[Send | Sleep, Response | Lost | None, T]:
        """All that it takes to perform a call."""
        return course(
            call, base=self.base, pacer=self.pacer, patience=self.patience, clock=self.clock, chance=self.chance
        )

    def follow_table(
        self, table: str, *, after: int | None, invite: str | None, positions: bool = False
    ) -> Following[Frame]:
        """The stream of a table."""
        return self._follow(partial(stream_table, table, invite=invite, positions=positions), FrameReading(after))

    def follow_me(self, *, after: int | None) -> Following[Notice]:
        """The stream of an account."""
        return self._follow(stream_me, NoticeReading(after))

    def follow_tournament(self, tournament: str, *, after: int | None) -> Following[TournamentFrame]:
        """The stream of a tournament."""
        return self._follow(partial(stream_tournament, tournament), TournamentReading(after))

    def _follow(self, begin: Callable[..., Call[None]], reading: Reading[T]) -> Following[T]:
        return Following(
            lambda number: begin(after=number),
            reading,
            base=self.base,
            pacer=self.pacer,
            patience=self.patience,
            clock=self.clock,
            chance=self.chance,
        )
