"""How credentials are stored: every field that is left out has its default, so that older documents stay readable."""

from __future__ import annotations

from typing import Final

import msgspec

from citadels_api.accounts.stored import Kind
from citadels_api.tables.stored import Player


class Credential(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What authenticates: known by the digest of its secret."""

    id: str
    account: str
    kind: Kind
    player: Player
    """The account as it sits at a table: kept here too, so that one read tells who asks."""
    digest: bytes
    scopes: list[str]
    created: int
    expires: int
    name: str = ""
    table: str | None = None
    """The only table that it is good for."""
    revoked: int | None = None
    """From when on it is no longer good: in the future while it is being rotated."""
    used_day: int | None = None
    origin: str = ""
    """That of the account."""


CREDENTIALS: Final = msgspec.msgpack.Decoder(Credential)


def unpack_credential(data: bytes) -> Credential:
    """The credential of these bytes."""
    return CREDENTIALS.decode(data)
