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
from citadels_api.operations import PUBLIC, SIGNED_IN, Link, Routes

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("identity")

TO_CREDENTIAL: Final = (
    Link("rotateFirst", "rotateCredential", {"credential": "$response.body#/credential/id"}, "Replace the credential."),
    Link("revokeFirst", "revokeCredential", {"credential": "$response.body#/credential/id"}, "End the credential."),
)


@routes(
    "POST",
    "/v1/guests",
    "Become a guest",
    scope=PUBLIC,
    body=GuestOrder,
    status=201,
    codes=("name_taken", "forbidden"),
    links=TO_CREDENTIAL,
)
async def make_guest(request: Request) -> GuestAnswer:
    """Makes an identity on the spot, with a credential that is good for playing. A guest can be claimed as an account later, with all his
    games.
    """
    return await account_service.make_guest(request.house, name=request.body.name, address=request.address)


@routes(
    "POST",
    "/v1/accounts",
    "Make an account",
    scope=PUBLIC,
    body=NameOrder,
    status=201,
    codes=("name_taken", "forbidden"),
    links=TO_CREDENTIAL,
)
async def make_account(request: Request) -> GuestAnswer:
    """Makes an account with a name. There is no password: the answer has a credential, and a recovery code that is told this once."""
    return await account_service.make_account(request.house, name=request.body.name, address=request.address)


@routes(
    "POST",
    "/v1/account/claim",
    "Turn a guest into an account",
    scope="account:write",
    body=ClaimOrder,
    codes=("name_taken", "forbidden", "not_found"),
)
async def claim_account(request: Request) -> GuestAnswer:
    """The guest who asks becomes an account with a name and a recovery code. His id, his games and his credentials stay."""
    return await account_service.claim(request.house, request.who, name=request.body.name)


@routes(
    "POST",
    "/v1/account/recover",
    "Recover an account",
    scope=PUBLIC,
    body=RecoverOrder,
    codes=("forbidden", "too_many"),
)
async def recover_account(request: Request) -> GuestAnswer:
    """Gives a new credential, and a new recovery code, to whoever shows the recovery code of the account."""
    body = request.body
    return await account_service.recover(request.house, name=body.name, recovery=body.recovery, address=request.address)


@routes(
    "GET",
    "/v1/me",
    "Who am I",
    scope=SIGNED_IN,
    codes=("not_found",),
    links=(Link("look", "getAccount", {"account": "$response.body#/id"}, "Look at the account by its id."),),
)
async def get_me(request: Request) -> AccountAnswer:
    """The account whose credential is shown."""
    return await account_service.me(request.house, request.who)


@routes(
    "PATCH",
    "/v1/me",
    "Change what is said of me",
    scope="account:write",
    body=MeChange,
    codes=("name_taken", "not_found"),
)
async def update_me(request: Request) -> AccountAnswer:
    """Changes the name, or what the account says of itself. What is left out stays."""
    body = request.body
    return await account_service.update_account(
        request.house, request.who, account_id=request.me.account, name=body.name, about=body.about
    )


@routes("GET", "/v1/accounts/{account}", "Look at an account", scope=SIGNED_IN)
async def get_account(request: Request) -> AccountAnswer:
    """One's own account, or that of a bot of one's own."""
    return await account_service.account(request.house, request.who, request.id("account", "acct"))
