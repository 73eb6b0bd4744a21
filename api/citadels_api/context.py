"""The context of every use case: store, settings, job queue of the AI seats, and the caller."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from citadels_api.credentials.stored import Credential
from citadels_api.http.metrics import Metrics
from citadels_api.problems import Refusal
from citadels_api.room import RETRY_S, Room

if TYPE_CHECKING:
    from citadels_api.settings import Settings
    from citadels_api.store.ports import Store
    from citadels_api.tables.stored import Player


SCOPES: Final = {
    "play": "sit at tables and play",
    "table:create": "create tables and invite to them",
    "account:write": "change the account and its bots",
    "credential:write": "make, rotate and revoke credentials",
    "tournament:write": "run tournaments",
    "admin": "do what the operator may do",
}
"""The scopes of credentials."""


class Share(NamedTuple):
    """Whose share of the workers a job takes, and whether somebody waits for it."""

    group: str = ""
    """The account, or the network where a newcomer was made: those from one network share one share."""
    account: str = ""
    awaited: bool = True
    """Whether somebody who is no AI plays at the table."""


NOBODYS: Final = Share()
"""The share of work of which it is not known whose it is."""


class Bell(Protocol):
    """Queues jobs for AI seats and for whole games of tournaments. A job may be lost: the due set is the truth."""

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        """Queue a job for the AI of this level; returns at once and never fails."""
        ...

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        """Queue a job for a tournament game between house AIs; with `again`, to continue it.

        It returns at once and never fails.
        """
        ...


class NoBell:
    """A job queue that drops every job. The clock finds the seats."""

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        """Do nothing."""

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        """Do nothing."""


@dataclass(slots=True)
class House:
    """The parts of a running service."""

    store: Store
    settings: Settings
    bell: Bell
    metrics: Metrics = field(default_factory=Metrics)
    room: Room = field(default_factory=Room)
    """Whether the store has room for new things, as this process knows it."""
    spent: dict[str, int] = field(default_factory=dict)
    """Token buckets of this process, used while the store takes no writes: `rate_limits`."""
    folded: dict[str, Any] = field(default_factory=dict)
    """The tournaments that this process has folded from their logs: `tournaments.log`."""
    replays: dict[str, Any] = field(default_factory=dict)
    """The games that this process has replayed last: `records.replay`."""
    figuring: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the statistics of a large tournament are computed: `tournaments.statistics`."""


class Principal(msgspec.Struct, frozen=True):
    """The caller: the credential of the request, and its account."""

    credential: Credential

    @property
    def account(self) -> str:
        """The account's id."""
        return self.credential.account

    @property
    def player(self) -> Player:
        """The account as a player at a table."""
        return self.credential.player

    @property
    def kind(self) -> str:
        """guest, account or bot."""
        return self.credential.kind

    def may(self, scope: str) -> bool:
        """Whether the credential covers the scope."""
        return scope in self.credential.scopes or "admin" in self.credential.scopes


def needs_room(house: House) -> None:
    """Refuse to make something new while the store is nearly full."""
    if house.room.low:
        raise Refusal("store_full", retry_after=RETRY_S)


def need(principal: Principal | None, scope: str, *, table: str | None = None) -> Principal:
    """The caller, if the credential covers the scope; and the table, if it works for that one only."""
    if principal is None:
        raise Refusal("unauthenticated")
    if not principal.may(scope):
        raise Refusal("forbidden", f"the credential lacks the scope {scope}", scope=scope)
    only = principal.credential.table
    if only is not None and only != table:
        raise Refusal("forbidden", "the credential is good for one table only, and not for this")
    return principal
