"""Credentials: make, rotate, revoke."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from citadels_api import ids
from citadels_api.contract import Page
from citadels_api.credentials import service as credential_service
from citadels_api.credentials.contract import CredentialAnswer, CredentialOrder, CredentialsQuery, RotateOrder
from citadels_api.operations import Link, Operation
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


TAG: Final = "credentials"


def credential_of(request: Request) -> str:
    """The id of the credential in the path."""
    value = request.path["credential"]
    if re.fullmatch(ids.CREDENTIAL, value) is None:
        raise Refusal("not_found")
    return value


async def credentials(request: Request) -> Page[CredentialAnswer]:
    """One's credentials."""
    found = await credential_service.credentials(request.house, request.who, account_id=request.query.account)
    return Page(items=found, next=None)


async def make_credential(request: Request) -> CredentialAnswer:
    """A new credential."""
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


async def rotate(request: Request) -> CredentialAnswer:
    """A new secret in the place of the old one."""
    return await credential_service.rotate_credential(
        request.house, request.who, credential_of(request), overlap_s=request.body.overlap_s
    )


async def revoke(request: Request) -> CredentialAnswer:
    """The end of a credential."""
    return await credential_service.revoke_credential(request.house, request.who, credential_of(request))


TO_CREDENTIAL: Final = (
    Link("rotate", "rotateCredential", {"credential": "$response.body#/id"}, "Replace it."),
    Link("revoke", "revokeCredential", {"credential": "$response.body#/id"}, "End it."),
)

OPERATIONS: Final = (
    Operation(
        id="listCredentials",
        method="GET",
        path="/v1/credentials",
        run=credentials,
        tag=TAG,
        summary="List credentials",
        description="One's own credentials, or those of a bot of one's own, newest first, without their secrets. Those that have ended "
        "are listed for a week more.",
        scope="credential:write",
        query=CredentialsQuery,
        answer=Page[CredentialAnswer],
        codes=("not_found",),
    ),
    Operation(
        id="makeCredential",
        method="POST",
        path="/v1/credentials",
        run=make_credential,
        tag=TAG,
        summary="Make a credential",
        description="Makes a credential for oneself or a bot of one's own. It is good for nothing that the credential shown is not. Its "
        "secret is told this once.",
        scope="credential:write",
        body=CredentialOrder,
        answer=CredentialAnswer,
        status=201,
        codes=("not_found", "too_many"),
        links=TO_CREDENTIAL,
    ),
    Operation(
        id="rotateCredential",
        method="POST",
        path="/v1/credentials/{credential}/rotate",
        run=rotate,
        tag=TAG,
        summary="Rotate a credential",
        description="Makes a new credential in the place of this one, which stays good for `overlap_s` seconds more.",
        scope="credential:write",
        body=RotateOrder,
        answer=CredentialAnswer,
        status=201,
        codes=("expired", "too_many", "conflict"),
        links=TO_CREDENTIAL,
    ),
    Operation(
        id="revokeCredential",
        method="POST",
        path="/v1/credentials/{credential}/revoke",
        run=revoke,
        tag=TAG,
        summary="Revoke a credential",
        description="Ends a credential within a second, on open streams too.",
        scope="credential:write",
        answer=CredentialAnswer,
    ),
)
