"""Credentials: who asks, and what for.

1. The credential's document alone tells who asks: one read, together with the store's clock.
2. A credential is never good for more than the one it was made with; `admin` comes from `admin` only.
3. One that is rotated stays good until the overlap is over: `revoked` is then in the future.
4. What is revoked is so at once for the next request, and the account's bell tells open streams.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api.accounts.account_store import DAY, check_text, invalid, keep_account, own
from citadels_api.context import SCOPES, Principal, need
from citadels_api.credentials.credential_store import (
    GUEST_DAYS,
    MOST_DAYS,
    agree,
    change_credential,
    credential_answer,
    credential_key,
    forget,
    good,
    issue,
    kept,
    listed,
    revoke,
)
from citadels_api.credentials.secrets import ID, matches, parse_secret
from citadels_api.credentials.stored import Credential, unpack_credential
from citadels_api.problems import Refusal
from citadels_api.store import keys
from citadels_api.store.ports import StoreError
from citadels_api.stored import pack

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from citadels_api.accounts.stored import Account
    from citadels_api.context import House
    from citadels_api.credentials.contract import CredentialAnswer


GUEST_SCOPES: Final = ("play", "table:create", "account:write", "credential:write")
ACCOUNT_SCOPES: Final = (*GUEST_SCOPES, "tournament:write")
BOT_SCOPES: Final = ("play", "table:create")
SEAT_SCOPES: Final = ("play",)

LIVE: Final = 50
"""Credentials of one account that are good and not being rotated."""
LONGEST_OVERLAP: Final = 86_400

_NOTING: dict[str, asyncio.Task[None]] = {}
"""The tasks that note the day of use, by credential; kept so that they are not collected before they are done."""


# who asks


async def authenticate(house: House, secret: str | None) -> Principal | None:
    """Who shows this secret; None where none is shown."""
    if secret is None:
        return None
    credential_id = parse_secret(secret)
    if credential_id is None:
        raise Refusal("unauthenticated")
    raw, now = await asyncio.gather(house.store.get(credential_key(credential_id)), house.store.now())
    credential = None if raw is None else unpack_credential(raw)
    if not matches(secret, None if credential is None else credential.digest) or raw is None or credential is None:
        raise Refusal("unauthenticated")
    if not good(credential, now):
        raise Refusal("expired")
    if credential.used_day != now // DAY and credential_id not in _NOTING:
        task = asyncio.get_running_loop().create_task(_note_use(house, credential, raw, now))
        _NOTING[credential_id] = task
        task.add_done_callback(lambda _: _NOTING.pop(credential_id, None))
    return Principal(credential)


async def _note_use(house: House, credential: Credential, raw: bytes, now: int) -> None:
    """Note the day on which the credential was used, if nothing else happens to it at the same moment."""
    used = msgspec.structs.replace(credential, used_day=now // DAY)
    with contextlib.suppress(StoreError):
        await house.store.put(credential_key(credential.id), pack(used), expects=raw, ttl_ms=kept(used, now))


async def still_good(house: House, principal: Principal) -> bool:
    """Whether the credential of this principal is good now."""
    shown = principal.credential
    raw, now = await asyncio.gather(house.store.get(credential_key(shown.id)), house.store.now())
    if raw is None:
        return False
    credential = unpack_credential(raw)
    return credential.digest == shown.digest and good(credential, now)


# what their holders do with them


async def _find(house: House, who: Principal, credential_id: str, *, admin: bool = False) -> Credential:
    """The credential, if it is the asker's or of a bot of his."""
    raw = await house.store.get(credential_key(credential_id)) if ID.fullmatch(credential_id) else None
    if raw is None:
        raise Refusal("not_found")
    credential = unpack_credential(raw)
    if credential.account != who.account and not (admin and who.may("admin")):
        await own(house, who, credential.account)
    return credential


def _more_than(who: Principal, scopes: Sequence[str]) -> None:
    """Refuse what the asker's own credential is not good for."""
    for scope in scopes:
        if not who.may(scope):
            raise Refusal("forbidden", f"the credential lacks the scope {scope}, so it cannot hand it on", scope=scope)


def _scopes(who: Principal, account: Account, table: str | None, asked: Sequence[str] | None) -> list[str]:
    """What a new credential is good for: what is asked, or all that there is to hand on but `admin`."""
    may: Collection[str] = SCOPES
    if table is not None:
        may = SEAT_SCOPES
    elif account.kind == "bot":
        may = BOT_SCOPES
    if asked is None:
        scopes = [scope for scope in may if scope != "admin" and who.may(scope)]
        if not scopes:
            raise Refusal("forbidden", "the credential has no scope to hand on")
        return scopes
    if not asked:
        raise invalid("scopes", "at least one")
    for scope in asked:
        if scope not in SCOPES:
            raise invalid("scopes", "each is one of " + ", ".join(SCOPES))
        if scope not in may:
            raise Refusal("forbidden", f"such a credential cannot have the scope {scope}", scope=scope)
    _more_than(who, asked)
    return list(asked)


async def credentials(house: House, who: Principal | None, *, account_id: str | None = None) -> list[CredentialAnswer]:
    """The credentials of the asker, or of a bot of his, newest first; those that have ended for a week more."""
    who = need(who, "credential:write")
    account_id = account_id or who.account
    if account_id != who.account:
        await own(house, who, account_id, admin=True)
    now = await house.store.now()
    return [credential_answer(credential) for credential in await listed(house, account_id, now)]


async def make_credential(
    house: House,
    who: Principal | None,
    *,
    account_id: str | None = None,
    name: str = "",
    scopes: Sequence[str] | None = None,
    days: int | None = None,
    table: str | None = None,
) -> CredentialAnswer:
    """A new credential of the asker, or of a bot of his, good for no more than the asker's own."""
    who = need(who, "credential:write")
    check_text("name", name, 64)
    if table is not None and not (0 < len(table) <= 64 and table.isascii() and table.isprintable()):
        raise invalid("table", "the id of a table")
    account = await own(house, who, account_id or who.account)
    if account.retired:
        raise Refusal("not_found")
    most = GUEST_DAYS if account.kind == "guest" else MOST_DAYS
    if days is not None and not 1 <= days <= most:
        raise invalid("days", f"1 to {most}")
    granted = _scopes(who, account, table, scopes)
    now = await house.store.now()
    lasts_ms = None if days is None else days * DAY
    answer = await issue(house, account, scopes=granted, now=now, name=name, lasts_ms=lasts_ms, table=table)
    await _settle(house, account, answer.id, now)
    return answer


async def _settle(house: House, account: Account, credential_id: str, now: int, *, rotated: bool = False) -> None:
    """See whether the new credential may stay: its account stands as it was, and has not too many.

    Its secret is not told yet, so to take it back harms nobody; of several made at the same moment, none is one too many.
    """
    present = await keep_account(house, account)
    live = [one for one in await listed(house, account.id, now) if good(one, now)]
    most = 2 * LIVE if rotated else LIVE
    many = len(live) if rotated else sum(one.revoked is None for one in live)
    if present is None or present.retired or many > most:
        await forget(house, account.id, credential_id)
        if present is None or present.retired:
            raise Refusal("not_found")
        raise Refusal("too_many", f"an account has at most {most} credentials" + ", those being rotated too" * rotated)
    await agree(house, account, present, now)


async def rotate_credential(
    house: House, who: Principal | None, credential_id: str, *, overlap_s: int
) -> CredentialAnswer:
    """A new credential like the old one, which stays good for so many seconds more."""
    who = need(who, "credential:write")
    if not 0 <= overlap_s <= LONGEST_OVERLAP:
        raise invalid("overlap_s", f"0 to {LONGEST_OVERLAP}")
    old = await _find(house, who, credential_id)
    _more_than(who, old.scopes)
    account, now = await asyncio.gather(own(house, who, old.account), house.store.now())
    if not good(old, now):
        raise Refusal("not_found")
    answer = await issue(
        house,
        account,
        scopes=old.scopes,
        now=now,
        name=old.name,
        lasts_ms=old.expires - old.created,
        table=old.table,
    )
    await _settle(house, account, answer.id, now, rotated=True)
    ends = now + overlap_s * 1000
    found_good = True

    def end(present: Credential) -> Credential:
        nonlocal found_good
        found_good = good(present, now)
        if not found_good or (present.revoked is not None and present.revoked <= ends):
            return present
        return msgspec.structs.replace(present, revoked=ends)

    if await change_credential(house, old.id, now, end) is None or not found_good:
        await forget(house, account.id, answer.id)
        raise Refusal("not_found")
    if overlap_s == 0:
        await house.store.bells.ring(keys.bell(account.id), f"revoked {old.id}")
    return answer


async def revoke_credential(house: House, who: Principal | None, credential_id: str) -> CredentialAnswer:
    """The credential is good for nothing any more, from the next request on; its open streams are told."""
    who = need(who, "credential:write")
    credential, now = await asyncio.gather(_find(house, who, credential_id, admin=True), house.store.now())
    return credential_answer(await revoke(house, credential, now))
