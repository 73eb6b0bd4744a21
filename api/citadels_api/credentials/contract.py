"""What requests may say, and what is answered, about credentials: what authenticates."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.request_fields import AccountId, Body, Label, TableId, Whole
from citadels_api.words import Scope


class CredentialAnswer(msgspec.Struct, frozen=True):
    """A credential; its `secret` is told once, when it is made."""

    id: Id
    """The public id of the credential."""
    name: str
    """What its owner calls it."""
    scopes: list[Scope]
    """What it is good for."""
    created: Time
    """When it was made."""
    expires: Time
    """When it ends."""
    revoked: Time | None
    """From when on it is no longer good, if it was revoked or rotated."""
    table: Id | None
    """The only table that it is good for, if it is bound to one."""
    last_used: str | None
    """The day of its last use."""
    secret: str | None = None
    """What to send as the bearer token; told once, when it is made."""


class CredentialOrder(Body):
    """A credential to be made."""

    name: Label = ""
    """What to call it, so that its owner knows it again."""
    scopes: list[Scope] | None = Field(default=None, min_length=1, max_length=6)
    """What it is good for: nothing that the credential asked with is not; left out: all of that but `admin`."""
    days: Annotated[int, Field(ge=1, le=90), Whole] | None = None
    """In how many days it ends, at most 30 for a guest's; left out: as late as may be."""
    account: AccountId | None = None
    """An own bot that it is for; left out: oneself."""
    table: TableId | None = None
    """The only table that it is good for; left out: all."""


class RotateOrder(Body):
    """How a credential is replaced by a new one."""

    overlap_s: Annotated[int, Field(ge=0, le=86_400), Whole] = 0
    """For how many seconds more the old one is good."""


class CredentialsQuery(Body):
    """Whose credentials."""

    account: AccountId | None = None
    """An own bot; left out: oneself."""
