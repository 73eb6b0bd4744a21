"""The REST operations of credentials: create, rotate, revoke."""

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
    Link("rotate", "rotateCredential", {"credential": "$response.body#/id"}, "Replace the credential."),
    Link("revoke", "revokeCredential", {"credential": "$response.body#/id"}, "Revoke the credential."),
)


@routes(
    "GET", "/v1/credentials", "List credentials", scope="credential:write", query=CredentialsQuery, codes=("not_found",)
)
async def list_credentials(request: Request) -> Page[CredentialAnswer]:
    """Lists your credentials, or those of a bot of yours, newest first, without their secrets. Expired and revoked credentials stay in the
    list for a week.
    """
    found = await credential_service.credentials(request.house, request.who, account_id=request.query.account)
    return Page(items=found, next=None)


@routes(
    "POST",
    "/v1/credentials",
    "Create a credential",
    scope="credential:write",
    body=CredentialOrder,
    status=201,
    codes=("not_found", "too_many"),
    links=TO_CREDENTIAL,
)
async def make_credential(request: Request) -> CredentialAnswer:
    """Creates a credential for yourself or for a bot of yours. Its scopes are at most those of the credential of the request. Its secret is
    shown only once.
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
    """Replaces a credential with a new one. The old one works for `overlap_s` more seconds."""
    return await credential_service.rotate_credential(
        request.house, request.who, credential_of(request), overlap_s=request.body.overlap_s
    )


@routes("POST", "/v1/credentials/{credential}/revoke", "Revoke a credential", scope="credential:write")
async def revoke_credential(request: Request) -> CredentialAnswer:
    """Revokes a credential. It stops working within a second, and its open streams are closed."""
    return await credential_service.revoke_credential(request.house, request.who, credential_of(request))
