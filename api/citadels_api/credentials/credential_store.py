"""The credentials of an account, as they stand in the store: one document each, and a list of their ids.

1. A credential is written by compare-and-set only, and tried again when somebody was quicker.
2. What the account is called and is stands in each of its credentials: who changes the one rewrites the others (`rewrite`), and who
   makes a credential looks at the account once more afterwards (`agree`). So the two cannot pass each other by.
3. A document is forgotten a week after it was last good; so nothing dead piles up.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api.accounts.account_store import DAY, GRACE, TRIES, keep_account, load_account, player_of
from citadels_api.context import SCOPES
from citadels_api.credentials.contract import CredentialAnswer
from citadels_api.credentials.secrets import digest, new_secret, parse_secret
from citadels_api.credentials.stored import Credential, unpack_credential
from citadels_api.problems import Refusal
from citadels_api.store import keys
from citadels_api.stored import pack

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from citadels_api.accounts.stored import Account
    from citadels_api.context import House
    from citadels_api.credentials.secrets import SecretKind
    from citadels_api.tables.stored import Player


MOST_DAYS: Final = 90
GUEST_DAYS: Final = 30
ENDED: Final = 50
"""Credentials of one account that have ended and are still listed."""


def credential_key(credential_id: str) -> str:
    """Where the credential of that id is kept."""
    return keys.document("cred", credential_id)


def _list(account_id: str) -> str:
    return keys.document("creds", account_id)


def good(credential: Credential, now: int) -> bool:
    """Whether the credential is good at that moment."""
    return now < credential.expires and (credential.revoked is None or now < credential.revoked)


def kept(credential: Credential, now: int) -> int:
    """For how many milliseconds more the credential is remembered."""
    until = credential.expires if credential.revoked is None else min(credential.expires, credential.revoked)
    return max(1, until + GRACE - now)


def credential_answer(credential: Credential, *, secret: str | None = None) -> CredentialAnswer:
    """What its holder is told of a credential."""
    used = credential.used_day
    return CredentialAnswer(
        id=credential.id,
        name=credential.name,
        scopes=list(credential.scopes),
        created=credential.created,
        expires=credential.expires,
        revoked=credential.revoked,
        table=credential.table,
        last_used=None if used is None else datetime.fromtimestamp(used * DAY / 1000, UTC).date().isoformat(),
        secret=secret,
    )


async def issue(
    house: House,
    account: Account,
    *,
    scopes: Collection[str],
    now: int,
    name: str = "",
    lasts_ms: int | None = None,
    table: str | None = None,
) -> CredentialAnswer:
    """A new credential of the account, with its secret.

    It is listed once it is there, so that a list never takes one for forgotten that is being made.
    """
    kinds: dict[str, SecretKind] = {"guest": "guest", "account": "acct", "bot": "bot"}
    kind: SecretKind = kinds[account.kind] if table is None else "seat"
    if lasts_ms is None:
        lasts_ms = DAY * (GUEST_DAYS if account.kind == "guest" else MOST_DAYS)
    while True:
        secret = new_secret(kind)
        credential_id = parse_secret(secret)
        assert credential_id is not None
        credential = Credential(
            id=credential_id,
            account=account.id,
            kind=account.kind,
            player=player_of(account),
            digest=digest(secret),
            scopes=[scope for scope in SCOPES if scope in scopes],
            created=now,
            expires=now + lasts_ms,
            name=name,
            table=table,
            origin=account.origin,
        )
        ttl_ms = kept(credential, now)
        if await house.store.put(credential_key(credential_id), pack(credential), expects=None, ttl_ms=ttl_ms):
            await house.store.rank(_list(account.id), credential_id, now)
            return credential_answer(credential, secret=secret)


async def change_credential(
    house: House, credential_id: str, now: int, change: Callable[[Credential], Credential]
) -> Credential | None:
    """The credential after the change, which is asked again when somebody was quicker; None where there is none."""
    for _ in range(TRIES):
        raw = await house.store.get(credential_key(credential_id))
        if raw is None:
            return None
        credential = unpack_credential(raw)
        changed = change(credential)
        if changed == credential:
            return credential
        if await house.store.put(credential_key(credential_id), pack(changed), expects=raw, ttl_ms=kept(changed, now)):
            return changed
    raise Refusal("unavailable", "too many change this credential at the same time")


async def forget(house: House, account_id: str, credential_id: str) -> None:
    """Take back a credential whose secret nobody has been told."""
    await asyncio.gather(
        house.store.put(credential_key(credential_id), None), house.store.rank(_list(account_id), credential_id, None)
    )


async def listed(house: House, account_id: str, now: int) -> list[Credential]:
    """The credentials of an account, newest first; of those that have ended the newest only, the list is rid of the others."""
    found: list[Credential] = []
    unlisted: list[str] = []
    ended = 0
    before: tuple[int, str] | None = None
    while ranked := await house.store.ranked(_list(account_id), before=before, limit=100):
        before = ranked[-1]
        documents = await asyncio.gather(*(house.store.get(credential_key(member)) for _, member in ranked))
        for (_, member), raw in zip(ranked, documents, strict=True):
            credential = None if raw is None else unpack_credential(raw)
            ended += credential is not None and not good(credential, now)
            if credential is None or (ended > ENDED and not good(credential, now)):
                unlisted.append(member)
            else:
                found.append(credential)
    await asyncio.gather(*(house.store.rank(_list(account_id), member, None) for member in unlisted))
    return found


async def issue_anyway(house: House, account: Account, *, scopes: Collection[str], now: int) -> CredentialAnswer:
    """A new credential of an account that stands, however many it has: its holder has shown that it is his."""
    answer = await issue(house, account, scopes=scopes, now=now)
    await agree(house, account, await keep_account(house, account), now)
    return answer


async def agree(house: House, written: Account, present: Account | None, now: int) -> None:
    """A credential that was made for the account as it was written says what it is at present."""
    if present is not None and _sits(present) != _sits(written):
        await rewrite(house, present, now)


def _sits(account: Account) -> tuple[str, Player]:
    return account.kind, player_of(account)


async def rewrite(house: House, account: Account, now: int) -> None:
    """Every credential of the account says what the account is called and is, whoever else changes it at the same moment."""
    for _ in range(TRIES):
        for credential in await listed(house, account.id, now):
            await change_credential(house, credential.id, now, partial(_say, account))
        present = await load_account(house, account.id)
        if present is None or _sits(present) == _sits(account):
            return
        account = present


def _say(account: Account, old: Credential) -> Credential:
    return msgspec.structs.replace(old, kind=account.kind, player=player_of(account))


async def revoke_all(house: House, account_id: str, now: int) -> None:
    """No credential of the account is good any more."""
    for credential in await listed(house, account_id, now):
        await revoke(house, credential, now)


async def revoke(house: House, credential: Credential, now: int) -> Credential:
    """The credential, good no more; the account's bell tells open streams."""

    def end(old: Credential) -> Credential:
        return msgspec.structs.replace(old, revoked=now) if good(old, now) else old

    changed = await change_credential(house, credential.id, now, end)
    await house.store.bells.ring(keys.bell(credential.account), f"revoked {credential.id}")
    return credential if changed is None else changed
