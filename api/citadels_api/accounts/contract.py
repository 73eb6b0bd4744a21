"""Requests and responses of accounts: guests and named accounts."""

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
    """The name of the account."""
    owner: Id | None
    """The account that owns this bot; null for other accounts."""
    about: str
    """What the account says about itself."""
    created: Time
    """When the account was created."""


class GuestAnswer(msgspec.Struct, frozen=True):
    """A new account with its first credential. `recovery` is the recovery code of a named account; it is shown only once."""

    account: AccountAnswer
    """The new account."""
    credential: CredentialAnswer
    """Its first credential, with the secret."""
    recovery: str | None = None
    """The recovery code of a named account; shown only once."""


class GuestOrder(Body):
    """The guest to create."""

    name: Name | None = None
    """The name that tables show for the guest. The service makes one up if you leave it out."""


class NameOrder(Body):
    """The account to create."""

    name: Name
    """The name of the account. It must be unique."""


class ClaimOrder(Body):
    """The account that a guest becomes."""

    name: Name
    """The name of the account. It must be unique."""


class RecoverOrder(Body):
    """The account to recover after all its credentials are lost."""

    name: Name
    """The name of the account."""
    recovery: Annotated[Secret, Field(max_length=100)]
    """The recovery code from the creation or the last recovery of the account."""


class MeChange(Body):
    """Changes to your account. Fields that you leave out stay as they are."""

    name: Name | None = None
    """The new name."""
    about: About | None = None
    """What the account says about itself."""
