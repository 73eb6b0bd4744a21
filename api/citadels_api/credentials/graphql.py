"""Credentials: what authenticates, with scopes and an end."""

# ruff: noqa: A002

# `id` and `input` are GraphQL's own words.

from typing import Annotated, Any, Final

import strawberry

from citadels_api.credentials import service as credential_service
from citadels_api.credentials.contract import CredentialAnswer, CredentialOrder, RotateOrder
from citadels_api.graphql.context import Info, argument
from citadels_api.graphql.fields import asked, done
from citadels_api.graphql.inputs import account_id, credential_id, read
from citadels_api.graphql.problems import Problems
from citadels_api.graphql.types import input_of, output, payload

CREDENTIAL: Final = "The id of the credential."

Credential: Any = output(CredentialAnswer, "Credential", node=True)
CredentialPayload: Any = payload(
    "CredentialPayload", "credential", Credential, "A credential that was made or changed."
)
CredentialResult = Annotated[
    CredentialPayload | Problems, strawberry.union("CredentialResult", description="The credential, or why not.")
]


MakeCredentialInput: Any = input_of(CredentialOrder, "MakeCredentialInput")
RotateCredentialInput: Any = input_of(RotateOrder, "RotateCredentialInput", credential=CREDENTIAL)
RevokeCredentialInput: Any = input_of(
    None, "RevokeCredentialInput", text="The end of a credential.", credential=CREDENTIAL
)


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
        return await credential_service.credentials(info.context.house, info.context.who, account_id=whose)


@strawberry.type
class CredentialMutations:
    """What is done with credentials."""

    @done("Make a credential.", CredentialResult)
    async def make_credential(
        self, info: Info, input: Annotated[MakeCredentialInput, argument("The credential as you want it.")]
    ) -> CredentialAnswer:
        """Make a credential."""
        order = read(CredentialOrder, input)
        return await credential_service.make_credential(
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
        return await credential_service.rotate_credential(
            asking.house, asking.who, credential_id(input.credential), overlap_s=order.overlap_s
        )

    @done("End a credential: within a second it is good for nothing, on open streams too.", CredentialResult)
    async def revoke_credential(
        self, info: Info, input: Annotated[RevokeCredentialInput, argument("Which.")]
    ) -> CredentialAnswer:
        """End a credential."""
        return await credential_service.revoke_credential(
            info.context.house, info.context.who, credential_id(input.credential)
        )
