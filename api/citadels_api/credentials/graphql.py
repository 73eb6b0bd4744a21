"""The GraphQL fields of credentials."""

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
    "CredentialPayload", "credential", Credential, "The result of a change of a credential."
)
CredentialResult = Annotated[
    CredentialPayload | Problems, strawberry.union("CredentialResult", description="The credential, or a problem.")
]


MakeCredentialInput: Any = input_of(CredentialOrder, "MakeCredentialInput")
RotateCredentialInput: Any = input_of(RotateOrder, "RotateCredentialInput", credential=CREDENTIAL)
RevokeCredentialInput: Any = input_of(
    None, "RevokeCredentialInput", text="The result of revoking a credential.", credential=CREDENTIAL
)


@strawberry.type
class CredentialQueries:
    """Queries about credentials."""

    @asked("List your credentials, or those of a bot of yours, without their secrets.", list[Credential] | None)
    async def credentials(
        self,
        info: Info,
        account: Annotated[strawberry.ID | None, argument("The owner. Left out: you.")] = None,
    ) -> list[CredentialAnswer]:
        """Credentials."""
        whose = None if account is None else account_id(account)
        return await credential_service.credentials(info.context.house, info.context.who, account_id=whose)


@strawberry.type
class CredentialMutations:
    """Mutations of credentials."""

    @done("Create a credential.", CredentialResult)
    async def make_credential(
        self, info: Info, input: Annotated[MakeCredentialInput, argument("The credential to create.")]
    ) -> CredentialAnswer:
        """Create a credential."""
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

    @done("Replace a credential with a new one. The old one works for a while.", CredentialResult)
    async def rotate_credential(
        self, info: Info, input: Annotated[RotateCredentialInput, argument("The credential, and how to rotate it.")]
    ) -> CredentialAnswer:
        """Rotate a credential."""
        asking, order = info.context, read(RotateOrder, input, "credential")
        return await credential_service.rotate_credential(
            asking.house, asking.who, credential_id(input.credential), overlap_s=order.overlap_s
        )

    @done("Revoke a credential. It stops working within a second, and its open streams are closed.", CredentialResult)
    async def revoke_credential(
        self, info: Info, input: Annotated[RevokeCredentialInput, argument("Which.")]
    ) -> CredentialAnswer:
        """Revoke a credential."""
        return await credential_service.revoke_credential(
            info.context.house, info.context.who, credential_id(input.credential)
        )
