"""The GraphQL fields of accounts: guests, named accounts, recovery."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated, Any

import strawberry

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
from citadels_api.credentials.graphql import Credential
from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.fields import asked, done
from citadels_api.graphql.inputs import account_id, read
from citadels_api.graphql.problems import Problems
from citadels_api.graphql.types import input_of, output, payload

Account: Any = output(AccountAnswer, "Account", node=True)
GuestPayload: Any = output(GuestAnswer, "GuestPayload", of=(Account, Credential))
AccountPayload: Any = payload("AccountPayload", "account", Account, "The result of a change of an account.")
GuestResult = Annotated[
    GuestPayload | Problems, strawberry.union("GuestResult", description="The result of the creation of an account.")
]
AccountResult = Annotated[
    AccountPayload | Problems, strawberry.union("AccountResult", description="The account, or a problem.")
]


MakeGuestInput: Any = input_of(GuestOrder, "MakeGuestInput")
MakeAccountInput: Any = input_of(NameOrder, "MakeAccountInput")
ClaimInput: Any = input_of(ClaimOrder, "ClaimInput")
RecoverInput: Any = input_of(RecoverOrder, "RecoverInput")
UpdateAccountInput: Any = input_of(
    MeChange,
    "UpdateAccountInput",
    fields={
        "account": (
            strawberry.ID | None,
            strawberry.field(default=None, description="The account: yours or a bot of yours. Left out: yours."),
        )
    },
)


@strawberry.type
class AccountQueries:
    """Queries about accounts."""

    @asked("Your own account; null without a credential.", Account | None)
    async def me(self, info: Info) -> AccountAnswer | None:
        """Your own account."""
        asking = info.context
        return None if asking.who is None else await account_service.me(asking.house, asking.who)

    @asked("Get an account by its id; null if it does not exist or you may not see it.", Account | None)
    async def account(
        self, info: Info, id: Annotated[strawberry.ID, argument("The id of the account.")]
    ) -> AccountAnswer:
        """An account."""
        return await account_service.account(info.context.house, info.context.who, account_id(id))


@strawberry.type
class AccountMutations:
    """Mutations of accounts."""

    @done("Become a guest. A guest needs no name.", GuestResult)
    async def make_guest(
        self, info: Info, input: Annotated[MakeGuestInput | None, argument("The name to show for you.")] = None
    ) -> GuestAnswer:
        """Become a guest."""
        order = read(GuestOrder, input)
        return await account_service.make_guest(info.context.house, name=order.name, address=info.context.address)

    @done("Create a named account. Its recovery code is shown only once.", GuestResult)
    async def make_account(self, info: Info, input: Annotated[MakeAccountInput, argument("The name.")]) -> GuestAnswer:
        """Create an account."""
        order = read(NameOrder, input)
        return await account_service.make_account(info.context.house, name=order.name, address=info.context.address)

    @done(
        "Turn the guest who sends the request into a named account. Its id, its games and its credentials stay.",
        GuestResult,
    )
    async def claim_account(self, info: Info, input: Annotated[ClaimInput, argument("The name.")]) -> GuestAnswer:
        """Turn a guest into an account."""
        order = read(ClaimOrder, input)
        return await account_service.claim(info.context.house, info.context.who, name=order.name)

    @done(
        "Recover an account with its recovery code. You get a new credential and a new recovery code, which is shown only once.",
        GuestResult,
    )
    async def recover_account(
        self, info: Info, input: Annotated[RecoverInput, argument("The account and its recovery code.")]
    ) -> GuestAnswer:
        """Recover an account."""
        asking, order = info.context, read(RecoverOrder, input)
        return await account_service.recover(
            asking.house, name=order.name, recovery=order.recovery, address=asking.address
        )

    @done("Change your account, or a bot of yours.", AccountResult)
    async def update_account(
        self, info: Info, input: Annotated[UpdateAccountInput, argument("The changes.")]
    ) -> AccountAnswer:
        """Change an account."""
        asking, order = info.context, read(MeChange, input, "account")
        assert asking.who is not None
        whose = asking.who.account if input.account is None else account_id(input.account)
        return await account_service.update_account(
            asking.house, asking.who, account_id=whose, name=order.name, about=order.about
        )
