"""What requests may say, and what is answered, about accounts: who plays, guests and accounts with a name."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.credentials.contract import CredentialAnswer
from citadels_api.request_fields import About, Body, Name, Secret
from citadels_api.words import AccountKind


class AccountAnswer(msgspec.Struct, frozen=True):
    """An account: guest, account or bot."""

    id: Id
    """The id of the account."""
    kind: AccountKind
    """guest, account or bot."""
    name: str
    """Its name."""
    owner: Id | None
    """The account that answers for a bot."""
    about: str
    """What it says of itself."""
    created: Time
    """When it was made."""


class GuestAnswer(msgspec.Struct, frozen=True):
    """A new identity with its first credential; `recovery` is the recovery code of an account, told once."""

    account: AccountAnswer
    """The new identity."""
    credential: CredentialAnswer
    """Its first credential, with the secret."""
    recovery: str | None = None
    """The recovery code of an account, told once."""


class GuestOrder(Body):
    """A guest to be made."""

    name: Name | None = None
    """How the tables show the guest; one is made up where none is given."""


class NameOrder(Body):
    """An account to be made."""

    name: Name
    """The name of the account, which no other has."""


class ClaimOrder(Body):
    """A guest who becomes an account."""

    name: Name
    """The name of the account, which no other has."""


class RecoverOrder(Body):
    """An account whose credentials are lost."""

    name: Name
    """The name of the account."""
    recovery: Annotated[Secret, Field(max_length=100)]
    """The recovery code that was told when the account was made or recovered."""


class MeChange(Body):
    """What to change of one's account; what is left out stays."""

    name: Name | None = None
    """The new name."""
    about: About | None = None
    """What the account says of itself."""
