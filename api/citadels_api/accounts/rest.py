"""The REST operations of accounts."""

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
    Link("revokeFirst", "revokeCredential", {"credential": "$response.body#/credential/id"}, "Revoke the credential."),
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
    """Creates a guest account at once, with a credential that can play. You can turn the guest into a named account later and keep all its
    games.
    """
    return await account_service.make_guest(request.house, name=request.body.name, address=request.address)


@routes(
    "POST",
    "/v1/accounts",
    "Create an account",
    scope=PUBLIC,
    body=NameOrder,
    status=201,
    codes=("name_taken", "forbidden"),
    links=TO_CREDENTIAL,
)
async def make_account(request: Request) -> GuestAnswer:
    """Creates a named account. There is no password. The response contains a credential and a recovery code, which is shown only once."""
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
    """Turns the guest who sends the request into a named account with a recovery code. Its id, its games and its credentials stay."""
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
    """Returns a new credential and a new recovery code. You need the recovery code of the account."""
    body = request.body
    return await account_service.recover(request.house, name=body.name, recovery=body.recovery, address=request.address)


@routes(
    "GET",
    "/v1/me",
    "Get your account",
    scope=SIGNED_IN,
    codes=("not_found",),
    links=(Link("look", "getAccount", {"account": "$response.body#/id"}, "Get the account by its id."),),
)
async def get_me(request: Request) -> AccountAnswer:
    """Returns the account of the credential."""
    return await account_service.me(request.house, request.who)


@routes(
    "PATCH",
    "/v1/me",
    "Change your account",
    scope="account:write",
    body=MeChange,
    codes=("name_taken", "not_found"),
)
async def update_me(request: Request) -> AccountAnswer:
    """Changes the name of your account, or what it says about itself. Fields that you leave out stay as they are."""
    body = request.body
    return await account_service.update_account(
        request.house, request.who, account_id=request.me.account, name=body.name, about=body.about
    )


@routes("GET", "/v1/accounts/{account}", "Get an account", scope=SIGNED_IN)
async def get_account(request: Request) -> AccountAnswer:
    """Returns your own account or a bot of yours."""
    return await account_service.account(request.house, request.who, request.id("account", "acct"))
