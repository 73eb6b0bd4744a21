"""Authentication: the credential of a request, and whether its scopes cover the operation."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from citadels_api.credentials.secrets import parse_secret
from citadels_api.operations import SIGNED_IN
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from citadels_api.context import Principal


def covered(who: Principal | None, scope: str) -> None:
    """Refuse a client without a credential, or with one that lacks the scope."""
    if who is None:
        raise Refusal("unauthenticated")
    if scope != SIGNED_IN and not who.may(scope):
        raise Refusal("forbidden", f"the credential lacks the scope {scope}", scope=scope)


def bearer(value: bytes | None) -> str | None:
    """The credential of the Authorization header, if it is well-formed."""
    if value is None:
        return None
    kind, _, text = value.partition(b" ")
    secret = text.strip().decode("latin-1")
    if kind.lower() != b"bearer" or not secret:
        raise Refusal("unauthenticated", "the header Authorization has to be: Bearer, a space, the credential")
    if parse_secret(secret) is None:
        raise Refusal("unauthenticated", "the credential is misspelt: its checksum is wrong")
    return secret


async def together(*calls: Awaitable[Any] | None) -> list[Any]:
    """The results or exceptions of the calls, all in one wait; None for calls that are None."""
    came = iter(await asyncio.gather(*[call for call in calls if call is not None], return_exceptions=True))
    return [None if call is None else next(came) for call in calls]
