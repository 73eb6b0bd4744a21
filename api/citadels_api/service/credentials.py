"""Credentials: who asks, and what for.

1. The credential's document alone tells who asks: one read, together with the store's clock.
2. A credential is never good for more than the one it was made with; `admin` comes from `admin` only.
3. One that is rotated stays good until the overlap is over: `revoked` is then in the future.
4. What is revoked is so at once for the next request, and the account's bell tells open streams.
5. A document is forgotten a week after it was last good; so nothing dead piles up.
"""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api.answers import CredentialAnswer
from citadels_api.documents import Credential, pack, unpack_credential
from citadels_api.problems import Refusal
from citadels_api.service.house import SCOPES, Principal, need
from citadels_api.service.register import (
    DAY,
    GRACE,
    TRIES,
    check_text,
    invalid,
    keep_account,
    own,
    player_of,
)
from citadels_api.service.secrets import digest, matches, new_secret, parse_secret
from citadels_api.store import keys
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from citadels_api.documents import Account
    from citadels_api.service.house import House
    from citadels_api.service.secrets import SecretKind

__all__ = [
    "ACCOUNT_SCOPES",
    "BOT_SCOPES",
    "GUEST_SCOPES",
    "authenticate",
    "credential_answer",
    "credentials",
    "issue",
    "make_credential",
    "revoke_all",
    "revoke_credential",
    "rewrite",
    "rotate_credential",
    "still_good",
]

GUEST_SCOPES: Final = ("play", "table:create", "account:write", "credential:write")
ACCOUNT_SCOPES: Final = (*GUEST_SCOPES, "tournament:write")
BOT_SCOPES: Final = ("play", "table:create")
SEAT_SCOPES: Final = ("play",)

MOST_DAYS: Final = 90
GUEST_DAYS: Final = 30
LIVE: Final = 50
"""Credentials of one account that are good and not being rotated."""
LISTED: Final = 200
LONGEST_OVERLAP: Final = 86_400

_NOTING: dict[str, asyncio.Task[None]] = {}
"""The tasks that note the day of use, by credential; kept so that they are not collected before they are done."""


def _key(credential_id: str) -> str:
    return keys.document("cred", credential_id)


def _list(account_id: str) -> str:
    return keys.document("creds", account_id)


def _good(credential: Credential, now: int) -> bool:
    return now < credential.expires and (credential.revoked is None or now < credential.revoked)


def _kept(credential: Credential, now: int) -> int:
    until = credential.expires if credential.revoked is None else min(credential.expires, credential.revoked)
    return max(1, until + GRACE - now)


# who asks


async def authenticate(house: House, secret: str | None) -> Principal | None:
    """Who shows this secret; None where none is shown."""
    if secret is None:
        return None
    credential_id = parse_secret(secret)
    if credential_id is None:
        raise Refusal("unauthenticated")
    raw, now = await asyncio.gather(house.store.get(_key(credential_id)), house.store.now())
    credential = None if raw is None else unpack_credential(raw)
    if not matches(secret, None if credential is None else credential.digest) or raw is None or credential is None:
        raise Refusal("unauthenticated")
    if not _good(credential, now):
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
        await house.store.put(_key(credential.id), pack(used), expects=raw, ttl_ms=_kept(used, now))


async def still_good(house: House, principal: Principal) -> bool:
    """Whether the credential of this principal is good now."""
    shown = principal.credential
    raw, now = await asyncio.gather(house.store.get(_key(shown.id)), house.store.now())
    if raw is None:
        return False
    credential = unpack_credential(raw)
    return credential.digest == shown.digest and _good(credential, now)


# the documents


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
    scopes: Iterable[str],
    now: int,
    name: str = "",
    lasts_ms: int | None = None,
    table: str | None = None,
) -> CredentialAnswer:
    """A new credential of the account, with its secret."""
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
            scopes=[scope for scope in SCOPES if scope in set(scopes)],
            created=now,
            expires=now + lasts_ms,
            name=name,
            table=table,
        )
        made, _ = await asyncio.gather(
            house.store.put(_key(credential_id), pack(credential), expects=None, ttl_ms=_kept(credential, now)),
            house.store.rank(_list(account.id), credential_id, now),
        )
        if made:
            return credential_answer(credential, secret=secret)


async def _change(
    house: House, credential_id: str, now: int, change: Callable[[Credential], Credential]
) -> Credential | None:
    """The credential after the change, which is asked again when somebody was quicker; None where there is none."""
    for _ in range(TRIES):
        raw = await house.store.get(_key(credential_id))
        if raw is None:
            return None
        credential = unpack_credential(raw)
        changed = change(credential)
        if changed == credential:
            return credential
        if await house.store.put(_key(credential_id), pack(changed), expects=raw, ttl_ms=_kept(changed, now)):
            return changed
    raise Refusal("unavailable", "too many change this credential at the same time")


async def _forget(house: House, account_id: str, credential_id: str) -> None:
    await asyncio.gather(
        house.store.put(_key(credential_id), None), house.store.rank(_list(account_id), credential_id, None)
    )


async def _of(house: House, account_id: str) -> list[Credential]:
    """The credentials of an account that are remembered, newest first; the list is rid of the others."""
    listed = await house.store.ranked(_list(account_id), limit=LISTED)
    found = await asyncio.gather(*(house.store.get(_key(member)) for _, member in listed))
    gone = [member for (_, member), raw in zip(listed, found, strict=True) if raw is None]
    await asyncio.gather(*(house.store.rank(_list(account_id), member, None) for member in gone))
    return [unpack_credential(raw) for raw in found if raw is not None]


async def rewrite(house: House, account: Account, now: int) -> None:
    """Every credential of the account says what the account is called and is now."""
    for credential in await _of(house, account.id):
        await _change(
            house,
            credential.id,
            now,
            lambda old: msgspec.structs.replace(old, kind=account.kind, player=player_of(account)),
        )


async def revoke_all(house: House, account_id: str, now: int) -> None:
    """No credential of the account is good any more."""
    for credential in await _of(house, account_id):
        await _revoke(house, credential, now)


async def _revoke(house: House, credential: Credential, now: int) -> Credential:
    def end(old: Credential) -> Credential:
        return msgspec.structs.replace(old, revoked=now) if _good(old, now) else old

    changed = await _change(house, credential.id, now, end)
    await house.store.bells.ring(keys.bell(credential.account), f"revoked {credential.id}")
    return credential if changed is None else changed


# what their holders do with them


async def _find(house: House, who: Principal, credential_id: str, *, admin: bool = False) -> Credential:
    """The credential, if it is the asker's or of a bot of his."""
    raw = await house.store.get(_key(credential_id))
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
    may: Iterable[str] = SCOPES
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
    return [credential_answer(credential) for credential in await _of(house, account_id)]


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
    good = [one for one in await _of(house, account.id) if _good(one, now)]
    most = 2 * LIVE if rotated else LIVE
    many = len(good) if rotated else sum(one.revoked is None for one in good)
    if present is None or present.retired or many > most:
        await _forget(house, account.id, credential_id)
        if present is None or present.retired:
            raise Refusal("not_found")
        raise Refusal("too_many", f"an account has at most {most} credentials" + ", those being rotated too" * rotated)
    if player_of(present) != player_of(account) or present.kind != account.kind:
        await rewrite(house, present, now)


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
    if not _good(old, now) or account.retired:
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
        found_good = _good(present, now)
        if not found_good or (present.revoked is not None and present.revoked <= ends):
            return present
        return msgspec.structs.replace(present, revoked=ends)

    if await _change(house, old.id, now, end) is None or not found_good:
        await _forget(house, account.id, answer.id)
        raise Refusal("not_found")
    if overlap_s == 0:
        await house.store.bells.ring(keys.bell(account.id), f"revoked {old.id}")
    return answer


async def revoke_credential(house: House, who: Principal | None, credential_id: str) -> CredentialAnswer:
    """The credential is good for nothing any more, from the next request on; its open streams are told."""
    who = need(who, "credential:write")
    credential, now = await asyncio.gather(_find(house, who, credential_id, admin=True), house.store.now())
    return credential_answer(await _revoke(house, credential, now))
