"""Accounts: guests on the spot, who may become accounts with a name; recovery by a code that is told once.

1. There are no passwords: who has a credential is in, who has lost all of them comes back with the recovery code.
2. A guest who is claimed keeps his id, so his games; and his credentials stay good.
3. A recovery code is good once: its use tells a new one.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api.accounts.account_store import (
    account_answer,
    change_account,
    check_name,
    check_text,
    fingerprint,
    invalid,
    limit,
    limit_guests,
    name_holder,
    name_is_free,
    origin_of,
    own,
    release_name,
    save_account,
    take_name,
)
from citadels_api.accounts.contract import GuestAnswer
from citadels_api.accounts.stored import Account
from citadels_api.context import SCOPES, need
from citadels_api.credentials.credential_store import issue, issue_anyway, rewrite
from citadels_api.credentials.secrets import new_recovery, recovery_digest
from citadels_api.credentials.service import ACCOUNT_SCOPES, GUEST_SCOPES
from citadels_api.ids import new_id
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from citadels_api.accounts.contract import AccountAnswer
    from citadels_api.context import House, Principal


RECOVERIES_PER_HOUR: Final = 20
NOBODYS: Final = recovery_digest("")
SIGNS: Final = "23456789abcdefghjkmnpqrstvwxyz"


async def _newcomer(house: House, address: str) -> None:
    if house.settings.guests_per_hour <= 0:
        raise Refusal("forbidden", "this house takes no newcomers")
    await limit(house, "newcomers", fingerprint(address), per_hour=house.settings.guests_per_hour)
    await limit_guests(house, address)


def _given(prefix: str, length: int) -> str:
    return prefix + "".join(secrets.choice(SIGNS) for _ in range(length))


async def make_guest(house: House, *, name: str | None, address: str) -> GuestAnswer:
    """A new guest, under a name that no account has, or one that the house gives him."""
    if name is not None:
        check_name(name)
    await _newcomer(house, address)
    if name is not None and not await name_is_free(house, name):
        raise Refusal("name_taken")
    now = await house.store.now()
    guest = Account(
        id=new_id("acct", now),
        created=now,
        kind="guest",
        name=name or _given("guest-", 4),
        origin=origin_of(address),
    )
    _, credential = await asyncio.gather(save_account(house, guest), issue(house, guest, scopes=GUEST_SCOPES, now=now))
    return GuestAnswer(account=account_answer(guest), credential=credential)


async def make_account(house: House, *, name: str, address: str) -> GuestAnswer:
    """A new account under a name of its own, with its recovery code."""
    check_name(name)
    await _newcomer(house, address)
    return await _make_account(house, name, ACCOUNT_SCOPES, recovery=new_recovery())


async def make_admin(house: House) -> GuestAnswer:
    """A new account that may see and do what the house can; for the command line only, no door calls it."""
    return await _make_account(house, check_name(_given("admin-", 8), house=True), tuple(SCOPES), recovery=None)


async def _make_account(house: House, name: str, scopes: tuple[str, ...], *, recovery: str | None) -> GuestAnswer:
    now = await house.store.now()
    kept = None if recovery is None else recovery_digest(recovery)
    made = Account(id=new_id("acct", now), created=now, kind="account", name=name, recovery=kept)
    await take_name(house, name, made.id, now)
    _, credential = await asyncio.gather(save_account(house, made), issue(house, made, scopes=scopes, now=now))
    return GuestAnswer(account=account_answer(made), credential=credential, recovery=recovery)


async def claim(house: House, who: Principal | None, *, name: str) -> GuestAnswer:
    """The guest who asks becomes an account; only with all that a guest may do, since the recovery code gives all of it."""
    for scope in GUEST_SCOPES:
        who = need(who, scope)
    assert who is not None
    check_name(name)
    now = await house.store.now()
    recovery = new_recovery()

    def become(guest: Account) -> Account:
        if guest.kind != "guest":
            raise Refusal("forbidden", "only a guest can be claimed")
        return msgspec.structs.replace(guest, kind="account", name=name, recovery=recovery_digest(recovery))

    become(await own(house, who, who.account))
    await take_name(house, name, who.account, now)
    try:
        _, after = await change_account(house, who.account, become)
    except Refusal:
        await release_name(house, name, who.account)
        raise
    await rewrite(house, after, now)
    credential = await issue_anyway(house, after, scopes=ACCOUNT_SCOPES, now=now)
    return GuestAnswer(account=account_answer(after), credential=credential, recovery=recovery)


async def recover(house: House, *, name: str, recovery: str, address: str) -> GuestAnswer:
    """A new credential, and a new recovery code, for whoever has the account's recovery code.

    Tries are limited by address. Only wrong ones are limited by name, so that nobody can keep its owner out.
    """
    check_name(name, house=True)
    if len(recovery) > 100:
        raise invalid("recovery", "at most 100 characters")
    await limit(house, "recoveries", fingerprint(address), per_hour=RECOVERIES_PER_HOUR)
    new = new_recovery()

    def use(found: Account) -> Account:
        right = hmac.compare_digest(recovery_digest(recovery), found.recovery or NOBODYS)
        if not right or found.recovery is None or found.name.lower() != name.lower():
            raise Refusal("unauthenticated")
        return msgspec.structs.replace(found, recovery=recovery_digest(new))

    try:
        _, after = await change_account(house, await name_holder(house, name) or "", use)
    except Refusal as refusal:
        if refusal.code == "unavailable":
            raise
        await limit(house, "wrong-recoveries", name.lower(), per_hour=RECOVERIES_PER_HOUR)
        raise Refusal("unauthenticated", "the name or the recovery code is wrong") from None
    now = await house.store.now()
    credential = await issue_anyway(house, after, scopes=ACCOUNT_SCOPES, now=now)
    return GuestAnswer(account=account_answer(after), credential=credential, recovery=new)


async def me(house: House, who: Principal | None) -> AccountAnswer:
    """The asker's own account."""
    if who is None:
        raise Refusal("unauthenticated")
    return account_answer(await own(house, who, who.account))


async def account(house: House, who: Principal | None, account_id: str) -> AccountAnswer:
    """The asker's own account, or that of a bot of his."""
    if who is None:
        raise Refusal("unauthenticated")
    return account_answer(await own(house, who, account_id, admin=True))


async def update_account(
    house: House, who: Principal | None, *, account_id: str, name: str | None = None, about: str | None = None
) -> AccountAnswer:
    """Give the account, or that of an own bot, another name, or say something else about it."""
    who = need(who, "account:write")
    if about is not None:
        check_text("about", about, 500)
    found = await own(house, who, account_id, admin=True)
    if found.retired:
        raise Refusal("not_found")
    if about is not None:
        _, found = await change_account(house, found.id, lambda old: msgspec.structs.replace(old, about=about))
    if name is not None:
        found = await rename(house, found, name)
    return account_answer(found)


async def rename(house: House, found: Account, name: str) -> Account:
    """The account under another name: its own, unless it is a guest's; its credentials say so too."""
    check_name(name)
    now = await house.store.now()
    if found.kind != "guest":
        await take_name(house, name, found.id, now)
    elif not await name_is_free(house, name):
        raise Refusal("name_taken")

    def call(old: Account) -> Account:
        if old.retired:
            raise Refusal("not_found")
        if old.kind != found.kind:
            raise Refusal("unavailable", "the account was claimed at the same moment; try again")
        return msgspec.structs.replace(old, name=name)

    try:
        before, after = await change_account(house, found.id, call)
    except Refusal:
        await release_name(house, name, found.id)
        raise
    if before.kind != "guest" and before.name.lower() != name.lower():
        await release_name(house, before.name, found.id)
    await rewrite(house, after, now)
    return after
