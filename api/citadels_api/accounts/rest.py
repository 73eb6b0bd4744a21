"""Who one is: guests, accounts, oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.accounts import service as account_service
from citadels_api.accounts.contract import (
    AccountAnswer,
    ClaimOrder,
    GuestAnswer,
    GuestOrder,
    MeChange,
    NameOrder,
    RecoverOrder,
)
from citadels_api.operations import PUBLIC, SIGNED_IN, Link, Operation

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


TAG: Final = "identity"

TO_CREDENTIAL: Final = (
    Link("rotateFirst", "rotateCredential", {"credential": "$response.body#/credential/id"}, "Replace the credential."),
    Link("revokeFirst", "revokeCredential", {"credential": "$response.body#/credential/id"}, "End the credential."),
)


async def make_guest(request: Request) -> GuestAnswer:
    """A guest."""
    return await account_service.make_guest(request.house, name=request.body.name, address=request.address)


async def make_account(request: Request) -> GuestAnswer:
    """An account."""
    return await account_service.make_account(request.house, name=request.body.name, address=request.address)


async def claim(request: Request) -> GuestAnswer:
    """A guest becomes an account."""
    return await account_service.claim(request.house, request.who, name=request.body.name)


async def recover(request: Request) -> GuestAnswer:
    """A new credential for the recovery code."""
    body = request.body
    return await account_service.recover(request.house, name=body.name, recovery=body.recovery, address=request.address)


async def me(request: Request) -> AccountAnswer:
    """Oneself."""
    return await account_service.me(request.house, request.who)


async def update_me(request: Request) -> AccountAnswer:
    """Another name, another word about oneself."""
    body = request.body
    return await account_service.update_account(
        request.house, request.who, account_id=request.me.account, name=body.name, about=body.about
    )


async def account(request: Request) -> AccountAnswer:
    """An account."""
    return await account_service.account(request.house, request.who, request.id("account", "acct"))


OPERATIONS: Final = (
    Operation(
        id="makeGuest",
        method="POST",
        path="/v1/guests",
        run=make_guest,
        tag=TAG,
        summary="Become a guest",
        description="Makes an identity on the spot, with a credential that is good for playing. A guest can be claimed as an account "
        "later, with all his games.",
        scope=PUBLIC,
        body=GuestOrder,
        answer=GuestAnswer,
        status=201,
        codes=("name_taken", "forbidden"),
        links=TO_CREDENTIAL,
    ),
    Operation(
        id="makeAccount",
        method="POST",
        path="/v1/accounts",
        run=make_account,
        tag=TAG,
        summary="Make an account",
        description="Makes an account with a name. There is no password: the answer has a credential, and a recovery code that is told "
        "this once.",
        scope=PUBLIC,
        body=NameOrder,
        answer=GuestAnswer,
        status=201,
        codes=("name_taken", "forbidden"),
        links=TO_CREDENTIAL,
    ),
    Operation(
        id="claimAccount",
        method="POST",
        path="/v1/account/claim",
        run=claim,
        tag=TAG,
        summary="Turn a guest into an account",
        description="The guest who asks becomes an account with a name and a recovery code. His id, his games and his credentials stay.",
        scope="account:write",
        body=ClaimOrder,
        answer=GuestAnswer,
        codes=("name_taken", "forbidden", "not_found"),
    ),
    Operation(
        id="recoverAccount",
        method="POST",
        path="/v1/account/recover",
        run=recover,
        tag=TAG,
        summary="Recover an account",
        description="Gives a new credential, and a new recovery code, to whoever shows the recovery code of the account.",
        scope=PUBLIC,
        body=RecoverOrder,
        answer=GuestAnswer,
        codes=("forbidden", "too_many"),
    ),
    Operation(
        id="getMe",
        method="GET",
        path="/v1/me",
        run=me,
        tag=TAG,
        summary="Who am I",
        description="The account whose credential is shown.",
        scope=SIGNED_IN,
        answer=AccountAnswer,
        codes=("not_found",),
        links=(Link("look", "getAccount", {"account": "$response.body#/id"}, "Look at the account by its id."),),
    ),
    Operation(
        id="updateMe",
        method="PATCH",
        path="/v1/me",
        run=update_me,
        tag=TAG,
        summary="Change what is said of me",
        description="Changes the name, or what the account says of itself. What is left out stays.",
        scope="account:write",
        body=MeChange,
        answer=AccountAnswer,
        codes=("name_taken", "not_found"),
    ),
    Operation(
        id="getAccount",
        method="GET",
        path="/v1/accounts/{account}",
        run=account,
        tag=TAG,
        summary="Look at an account",
        description="One's own account, or that of a bot of one's own.",
        scope=SIGNED_IN,
        answer=AccountAnswer,
    ),
)
