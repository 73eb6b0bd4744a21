"""Credentials: what authenticates, with scopes and an end."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated

import strawberry

from citadels_api.accounts import identity
from citadels_api.credentials.contract import CredentialAnswer, CredentialOrder, RotateOrder
from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.enums import Scope
from citadels_api.graphql.fields import asked, done, told
from citadels_api.graphql.inputs import account_id, credential_id, read
from citadels_api.graphql.nodes import Node
from citadels_api.graphql.problems import Problems
from citadels_api.graphql.scalars import Time

__all__ = ["Credential", "CredentialMutations", "CredentialPayload", "CredentialQueries"]


@strawberry.type(description="A credential. Its secret is told once, when it is made.")
class Credential(Node):
    """A credential."""

    name: str = told("What its owner calls it.")
    scopes: list[Scope] = told("What it is good for.")
    created: Time = told("When it was made.")
    expires: Time = told("When it ends.")
    revoked: Time | None = told("From when on it is no longer good, if it was revoked or rotated.")
    table: strawberry.ID | None = told("The only table that it is good for, if it is bound to one.")
    last_used: str | None = told("The day of its last use, such as 2026-01-31.")
    secret: str | None = told("What to send as the bearer token: there when it was just made, else null.")


@strawberry.type(description="A credential that was made or changed.")
class CredentialPayload:
    """A credential that was made or changed."""

    credential: Credential = told("The credential, with its secret where it is new.", lambda answer: answer)


CredentialResult = Annotated[
    CredentialPayload | Problems, strawberry.union("CredentialResult", description="The credential, or why not.")
]


@strawberry.input(description="A credential as it is wanted: never good for more than the one that asks.")
class MakeCredentialInput:
    """A credential as it is wanted."""

    account: strawberry.ID | None = strawberry.field(
        default=None, description="Whose: your own account's if left out, or a bot's of yours."
    )
    name: str = strawberry.field(default="", description="What you call it.")
    scopes: list[Scope] | None = strawberry.field(
        default=None, description="What it is to be good for; all that yours is but ADMIN if left out."
    )
    days: int | None = strawberry.field(default=None, description="For how many days; as long as may be if left out.")
    table: strawberry.ID | None = strawberry.field(
        default=None, description="The only table that it is to be good for."
    )


@strawberry.input(description="A new secret for a credential.")
class RotateCredentialInput:
    """A new secret for a credential."""

    credential: strawberry.ID = strawberry.field(description="The id of the credential.")
    overlap_s: int = strawberry.field(default=0, description="For how many seconds the old secret stays good.")


@strawberry.input(description="The end of a credential.")
class RevokeCredentialInput:
    """The end of a credential."""

    credential: strawberry.ID = strawberry.field(description="The id of the credential.")


@strawberry.type
class CredentialQueries:
    """What is asked about credentials."""

    @asked("Your credentials, or those of a bot of yours, without their secrets.", list[Credential] | None)
    async def credentials(
        self,
        info: Info,
        account: Annotated[strawberry.ID | None, argument("Whose: your own if left out.")] = None,
    ) -> list[CredentialAnswer]:
        """Credentials."""
        whose = None if account is None else account_id(account)
        return await identity.credentials(info.context.house, info.context.who, account_id=whose)


@strawberry.type
class CredentialMutations:
    """What is done with credentials."""

    @done("Make a credential.", CredentialResult)
    async def make_credential(
        self, info: Info, input: Annotated[MakeCredentialInput, argument("The credential as you want it.")]
    ) -> CredentialAnswer:
        """Make a credential."""
        order = read(CredentialOrder, input)
        return await identity.make_credential(
            info.context.house,
            info.context.who,
            account_id=order.account,
            name=order.name,
            scopes=order.scopes,
            days=order.days,
            table=order.table,
        )

    @done("Give a credential a new secret; the old one stays good for a while.", CredentialResult)
    async def rotate_credential(
        self, info: Info, input: Annotated[RotateCredentialInput, argument("Which, and how.")]
    ) -> CredentialAnswer:
        """Give a credential a new secret."""
        asking, order = info.context, read(RotateOrder, input, "credential")
        return await identity.rotate_credential(
            asking.house, asking.who, credential_id(input.credential), overlap_s=order.overlap_s
        )

    @done("End a credential: within a second it is good for nothing, on open streams too.", CredentialResult)
    async def revoke_credential(
        self, info: Info, input: Annotated[RevokeCredentialInput, argument("Which.")]
    ) -> CredentialAnswer:
        """End a credential."""
        return await identity.revoke_credential(info.context.house, info.context.who, credential_id(input.credential))
