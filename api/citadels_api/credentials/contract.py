"""Requests and responses of credentials."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from citadels_api.contract import Id, Time
from citadels_api.request_fields import AccountId, Body, Label, TableId, Whole
from citadels_api.words import Scope


class CredentialAnswer(msgspec.Struct, frozen=True):
    """A credential. Its `secret` is shown only once, when it is created."""

    id: Id
    """The public id of the credential."""
    name: str
    """The label that its owner gave it."""
    scopes: list[Scope]
    """The scopes that it grants."""
    created: Time
    """When it was created."""
    expires: Time
    """When it expires."""
    revoked: Time | None
    """When it stops working because it was revoked or rotated; null if it was not."""
    table: Id | None
    """The only table that it works for; null if it works for all tables."""
    last_used: str | None
    """The day when it was last used."""
    secret: str | None = None
    """The bearer token; shown only once, when the credential is created."""


class CredentialOrder(Body):
    """The credential to create."""

    name: Label = ""
    """A label, so that you recognize the credential."""
    scopes: list[Scope] | None = Field(default=None, min_length=1, max_length=6)
    """The scopes to grant, at most those of the credential of the request. Left out: all of those but `admin`."""
    days: Annotated[int, Field(ge=1, le=90), Whole] | None = None
    """The days until it expires, at most 30 for a guest. Left out: the longest time allowed."""
    account: AccountId | None = None
    """The bot of yours that it is for. Left out: yourself."""
    table: TableId | None = None
    """The only table that it works for. Left out: all tables."""


class RotateOrder(Body):
    """How to replace a credential with a new one."""

    overlap_s: Annotated[int, Field(ge=0, le=86_400), Whole] = 0
    """For how many more seconds the old credential works."""


class CredentialsQuery(Body):
    """Whose credentials to list."""

    account: AccountId | None = None
    """A bot of yours. Left out: yourself."""
