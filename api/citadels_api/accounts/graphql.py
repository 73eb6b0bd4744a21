"""Accounts: who asks, guests, accounts with a name, and their recovery."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated

import strawberry

from citadels_api.accounts import identity
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
from citadels_api.graphql.enums import AccountKind
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import account_id, read
from citadels_api.graphql.nodes import Node
from citadels_api.graphql.problems import Problems
from citadels_api.graphql.scalars import Time

__all__ = ["Account", "AccountMutations", "AccountQueries", "GuestPayload", "GuestResult"]


@strawberry.type(description="An identity: a guest, an account with a name, or a bot.")
class Account(Node):
    """An identity."""

    kind: AccountKind = told("What kind of account it is.")
    name: str = told("Its name.")
    owner: strawberry.ID | None = told("The account that answers for a bot; null for all others.")
    about: str = told("What it says of itself.")
    created: Time = told("When it was made.")


@strawberry.type(description="A new identity, or a new way into one that you had, with a credential.")
class GuestPayload:
    """A new identity with its credential."""

    account: Account = told("Who you are now.")
    credential: Credential = told("A credential with its secret, which is told only now.")
    recovery: str | None = told("The recovery code of an account, told only now; null for guests and bots.")


@strawberry.type(description="An account after a change.")
class AccountPayload:
    """An account after a change."""

    account: Account = told("The account.", lambda answer: answer)


GuestResult = Annotated[
    GuestPayload | Problems, strawberry.union("GuestResult", description="A new identity, or why not.")
]
AccountResult = Annotated[
    AccountPayload | Problems, strawberry.union("AccountResult", description="The account, or why not.")
]


@strawberry.input(description="How a guest wants to be called.")
class MakeGuestInput:
    """How a guest wants to be called."""

    name: str | None = strawberry.field(default=None, description="A name to show; without one a name is chosen.")


@strawberry.input(description="The name of a new account.")
class MakeAccountInput:
    """The name of a new account."""

    name: str = strawberry.field(description="A name that nobody has.")


@strawberry.input(description="The name under which a guest is claimed.")
class ClaimInput:
    """The name under which a guest is claimed."""

    name: str = strawberry.field(description="A name that nobody has.")


@strawberry.input(description="How to get back into an account.")
class RecoverInput:
    """How to get back into an account."""

    name: str = strawberry.field(description="The name of the account.")
    recovery: str = strawberry.field(description="Its recovery code, which is used up.")


@strawberry.input(description="What is to change of an account; what is left out stays.")
class UpdateAccountInput:
    """What is to change of an account."""

    account: strawberry.ID | None = strawberry.field(
        default=None, description="The account: your own, or a bot of yours; yours if left out."
    )
    name: str | None = strawberry.field(default=None, description="The new name.")
    about: str | None = strawberry.field(default=None, description="What it says of itself.")


@strawberry.type
class AccountQueries:
    """What is asked about accounts."""

    @asked("Your own account; null without a credential.", Account | None)
    async def me(self, info: Info) -> AccountAnswer | None:
        """Your own account."""
        asking = info.context
        return None if asking.who is None else await identity.me(asking.house, asking.who)

    @asked("An account, by its id; null where there is none that you may see.", Account | None)
    async def account(
        self, info: Info, id: Annotated[strawberry.ID, argument("The id of the account.")]
    ) -> AccountAnswer:
        """An account."""
        return await identity.account(info.context.house, info.context.who, account_id(id))


@strawberry.type
class AccountMutations:
    """What is done with accounts."""

    @done("Become a guest, at once and without a name to be known by.", GuestResult)
    async def make_guest(
        self, info: Info, input: Annotated[MakeGuestInput | None, argument("How you want to be called.")] = None
    ) -> GuestAnswer:
        """Become a guest."""
        order = read(GuestOrder, input)
        return await identity.make_guest(info.context.house, name=order.name, address=info.context.address)

    @done("Make an account with a name. Its recovery code is told only now.", GuestResult)
    async def make_account(self, info: Info, input: Annotated[MakeAccountInput, argument("The name.")]) -> GuestAnswer:
        """Make an account."""
        order = read(NameOrder, input)
        return await identity.make_account(info.context.house, name=order.name, address=info.context.address)

    @done("Turn the guest who asks into an account: same id, same games, and its credentials stay good.", GuestResult)
    async def claim_account(self, info: Info, input: Annotated[ClaimInput, argument("The name.")]) -> GuestAnswer:
        """Turn a guest into an account."""
        order = read(ClaimOrder, input)
        return await identity.claim(info.context.house, info.context.who, name=order.name)

    @done("Take a new credential for an account by its recovery code. A new code is told only now.", GuestResult)
    async def recover_account(
        self, info: Info, input: Annotated[RecoverInput, argument("Which account, and its code.")]
    ) -> GuestAnswer:
        """Get back into an account."""
        asking, order = info.context, read(RecoverOrder, input)
        return await identity.recover(asking.house, name=order.name, recovery=order.recovery, address=asking.address)

    @done("Change your account, or a bot of yours.", AccountResult)
    async def update_account(
        self, info: Info, input: Annotated[UpdateAccountInput, argument("What is to change.")]
    ) -> AccountAnswer:
        """Change an account."""
        asking, order = info.context, read(MeChange, input, "account")
        assert asking.who is not None
        whose = asking.who.account if input.account is None else account_id(input.account)
        return await identity.update_account(
            asking.house, asking.who, account_id=whose, name=order.name, about=order.about
        )
