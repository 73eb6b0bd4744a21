"""How accounts are stored: every field that is left out has its default, so that older documents stay readable."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Kind = Literal["guest", "account", "bot"]


class Accepts(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """What a bot is ready to play."""

    editions: list[str] = msgspec.field(default_factory=lambda: ["modern", "classic"])
    players: list[int] = msgspec.field(default_factory=lambda: [2, 3, 4, 5, 6, 7, 8])
    clocks: list[str] = msgspec.field(default_factory=lambda: ["none", "decision", "bank", "correspondence"])
    least_ms: int = 0
    """The least time for a decision that it can live with."""
    rated: bool = True


class Account(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An identity."""

    id: str
    created: int
    kind: Kind = "guest"
    name: str = ""
    owner: str | None = None
    recovery: str | None = None
    """The digest of the recovery code."""
    accepts: Accepts | None = None
    about: str = ""
    retired: bool = False
    origin: str = ""
    """The network where a guest was made, as 16 bits of a digest: too few to tell an address."""


ACCOUNTS: Final = msgspec.msgpack.Decoder(Account)


def unpack_account(data: bytes) -> Account:
    """The account of these bytes."""
    return ACCOUNTS.decode(data)
