"""Credentials: make, rotate, revoke."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from citadels_api import ids
from citadels_api.contract import Page
from citadels_api.credentials import service as credential_service
from citadels_api.credentials.contract import CredentialAnswer, CredentialOrder, CredentialsQuery, RotateOrder
from citadels_api.operations import Link, Routes
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("credentials")


def credential_of(request: Request) -> str:
    """The id of the credential in the path."""
    value = request.path["credential"]
    if re.fullmatch(ids.CREDENTIAL, value) is None:
        raise Refusal("not_found")
    return value


TO_CREDENTIAL: Final = (
    Link("rotate", "rotateCredential", {"credential": "$response.body#/id"}, "Replace it."),
    Link("revoke", "revokeCredential", {"credential": "$response.body#/id"}, "End it."),
)


@routes(
    "GET", "/v1/credentials", "List credentials", scope="credential:write", query=CredentialsQuery, codes=("not_found",)
)
async def list_credentials(request: Request) -> Page[CredentialAnswer]:
    """One's own credentials, or those of a bot of one's own, newest first, without their secrets. Those that have ended are listed for a
    week more.
    """
    found = await credential_service.credentials(request.house, request.who, account_id=request.query.account)
    return Page(items=found, next=None)


@routes(
    "POST",
    "/v1/credentials",
    "Make a credential",
    scope="credential:write",
    body=CredentialOrder,
    status=201,
    codes=("not_found", "too_many"),
    links=TO_CREDENTIAL,
)
async def make_credential(request: Request) -> CredentialAnswer:
    """Makes a credential for oneself or a bot of one's own. It is good for nothing that the credential shown is not. Its secret is told
    this once.
    """
    body = request.body
    return await credential_service.make_credential(
        request.house,
        request.who,
        account_id=body.account,
        name=body.name,
        scopes=body.scopes,
        days=body.days,
        table=body.table,
    )


@routes(
    "POST",
    "/v1/credentials/{credential}/rotate",
    "Rotate a credential",
    scope="credential:write",
    body=RotateOrder,
    status=201,
    codes=("expired", "too_many", "conflict"),
    links=TO_CREDENTIAL,
)
async def rotate_credential(request: Request) -> CredentialAnswer:
    """Makes a new credential in the place of this one, which stays good for `overlap_s` seconds more."""
    return await credential_service.rotate_credential(
        request.house, request.who, credential_of(request), overlap_s=request.body.overlap_s
    )


@routes("POST", "/v1/credentials/{credential}/revoke", "Revoke a credential", scope="credential:write")
async def revoke_credential(request: Request) -> CredentialAnswer:
    """Ends a credential within a second, on open streams too."""
    return await credential_service.revoke_credential(request.house, request.who, credential_of(request))
