"""What the stored forms of all domains share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from citadels_api.accounts.stored import Account
    from citadels_api.credentials.stored import Credential
    from citadels_api.tables.stored import Table

PACKER: Final = msgspec.msgpack.Encoder()


def pack(document: Table | Account | Credential) -> bytes:
    """The bytes of a document."""
    return PACKER.encode(document)
