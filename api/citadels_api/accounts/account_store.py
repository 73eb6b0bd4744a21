"""Accounts and names as they stand in the store.

1. An account is written by compare-and-set only, and tried again when somebody was quicker.
2. A name belongs to one account, without regard to case: a document under the folded name holds the account's id and since when.
   A name that was taken a while ago by an account that does not bear it (its writer died half-way) may be taken by another.
3. Guests do not take names: a guest may bear any name that no account has.
4. A guest's account is forgotten when none of his credentials can be good any more.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import re
import unicodedata
from typing import TYPE_CHECKING, Final

from citadels_api.accounts.contract import AccountAnswer
from citadels_api.accounts.stored import unpack_account
from citadels_api.ids import is_id
from citadels_api.problems import Refusal
from citadels_api.store import keys
from citadels_api.stored import pack
from citadels_api.tables.stored import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.accounts.stored import Account
    from citadels_api.context import House, Principal


DAY: Final = 86_400_000
GRACE: Final = 7 * DAY
"""For how long a credential is remembered after it was last good."""
GUEST_KEPT: Final = 30 * DAY + GRACE
TRIES: Final = 20
HALF_WAY: Final = 60_000
"""After so long a name whose taker does not bear it is free again."""
NAME: Final = re.compile(r"[A-Za-z0-9_.-]{3,32}")
KEPT_NAMES: Final = ("guest-", "admin-")
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of what follows."""


def invalid(field: str, message: str) -> Refusal:
    """The refusal of one field."""
    return Refusal("invalid", f"{field}: {message}", errors=[{"path": field, "message": message}])


def check_name(name: str, *, house: bool = False) -> str:
    """The name, if an account may bear it."""
    if not NAME.fullmatch(name):
        raise invalid("name", "3 to 32 characters, of letters without accents, digits, _ . and -")
    if not house and name.lower().startswith(KEPT_NAMES):
        raise invalid("name", "names that begin with guest- or admin- are given by the house")
    return name


def check_text(field: str, text: str, most: int) -> str:
    """The text, if it is not too long and a page can show it as it is."""
    if len(text) > most:
        raise invalid(field, f"at most {most} characters")
    if any(sign != "\n" and (sign in TURNING or unicodedata.category(sign) in {"Cc", "Cs", "Cn"}) for sign in text):
        raise invalid(field, "no control characters")
    return text


def fingerprint(address: str) -> str:
    """What is kept of an address: part of a digest, of the whole network where one subscriber has many addresses."""
    with contextlib.suppress(ValueError):
        found = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address):
            address = str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return hashlib.sha256(address.encode(errors="replace")).hexdigest()[:16]


def origin_of(address: str) -> str:
    """What a guest keeps of his address: 16 bits, which many addresses share, and which tell nobody's."""
    return fingerprint(address)[:4]


async def limit(house: House, what: str, whose: str, *, per_hour: int) -> None:
    """Refuse, where somebody has done this too often within the last hour."""
    await limit_within(house, what, whose, most=per_hour, ms=3_600_000)


async def limit_guests(house: House, address: str) -> None:
    """Refuse one more guest, where an address has made as many within the time for which a guest is kept as may be kept of it."""
    await limit_within(
        house, "kept-guests", fingerprint(address), most=house.settings.guests_kept_per_address, ms=GUEST_KEPT
    )


async def limit_within(house: House, what: str, whose: str, *, most: int, ms: int) -> None:
    """Refuse, where somebody has done this too often within the last milliseconds."""
    spent = await house.store.spend(f"{what}:{whose}", cost=1, capacity=most, per_second=most * 1000 / ms)
    if not spent.allowed:
        raise Refusal("rate_limited", retry_after=max(1, -(-spent.retry_ms // 1000)))


# accounts


def player_of(account: Account) -> Player:
    """The account as it sits at a table."""
    return Player(account=account.id, name=account.name, owner=account.owner)


def account_answer(account: Account) -> AccountAnswer:
    """What its holder is told of an account."""
    return AccountAnswer(
        id=account.id,
        kind=account.kind,
        name=account.name,
        owner=account.owner,
        about=account.about,
        created=account.created,
    )


def _key(account_id: str) -> str:
    return keys.document("acct", account_id)


def _kept(account: Account) -> int | None:
    return GUEST_KEPT if account.kind == "guest" else None


async def load_account(house: House, account_id: str) -> Account | None:
    """The account of that id."""
    if not is_id("acct", account_id):
        return None
    raw = await house.store.get(_key(account_id))
    return None if raw is None else unpack_account(raw)


async def save_account(house: House, account: Account) -> None:
    """Keep a new account."""
    await house.store.put(_key(account.id), pack(account), ttl_ms=_kept(account))


async def change_account(
    house: House, account_id: str, change: Callable[[Account], Account]
) -> tuple[Account, Account]:
    """The account before and after the change, which may refuse and is asked again when somebody was quicker."""
    for _ in range(TRIES):
        raw = await house.store.get(_key(account_id))
        if raw is None:
            raise Refusal("not_found")
        before = unpack_account(raw)
        after = change(before)
        if await house.store.put(_key(account_id), pack(after), expects=raw, ttl_ms=_kept(after)):
            return before, after
    raise Refusal("unavailable", "too many change this account at the same time")


async def keep_account(house: House, account: Account) -> Account | None:
    """The account as it stands now; a guest's is kept for as long as a new credential of his may last."""
    for _ in range(TRIES):
        raw = await house.store.get(_key(account.id))
        if raw is None:
            return None
        found = unpack_account(raw)
        if found.kind != "guest" or await house.store.put(_key(account.id), raw, expects=raw, ttl_ms=_kept(found)):
            return found
    raise Refusal("unavailable", "too many change this account at the same time")


async def own(house: House, who: Principal, account_id: str, *, admin: bool = False) -> Account:
    """The account, if it is the asker's or that of a bot of his (or the asker may do all, where `admin` says so).

    Of another's account no more is said than of one that does not exist.
    """
    account = await load_account(house, account_id)
    if account is None:
        raise Refusal("not_found")
    if who.account not in {account.id, account.owner} and not (admin and who.may("admin")):
        raise Refusal("not_found")
    return account


# names


def _name_key(name: str) -> str:
    return keys.document("name", name.lower())


def _holder(held: bytes) -> tuple[str, int]:
    account_id, _, since = held.decode().partition(" ")
    return account_id, int(since)


def _bears(account: Account | None, name: str) -> bool:
    return account is not None and not account.retired and account.name.lower() == name.lower()


async def name_is_free(house: House, name: str) -> bool:
    """Whether no account has the name."""
    return await house.store.get(_name_key(name)) is None


async def name_holder(house: House, name: str) -> str | None:
    """The id of the account that has the name."""
    held = await house.store.get(_name_key(name))
    return None if held is None else _holder(held)[0]


async def take_name(house: House, name: str, account_id: str, now: int) -> None:
    """The name is this account's, and no other's."""
    mine = f"{account_id} {now}".encode()
    for _ in range(TRIES):
        if await house.store.put(_name_key(name), mine, expects=None):
            return
        held = await house.store.get(_name_key(name))
        if held is None:
            continue
        holder, since = _holder(held)
        if holder != account_id and (now - since < HALF_WAY or _bears(await load_account(house, holder), name)):
            raise Refusal("name_taken")
        if await house.store.put(_name_key(name), mine, expects=held):
            return
    raise Refusal("name_taken")


async def release_name(house: House, name: str, account_id: str) -> None:
    """The name is free again, unless it is not this account's or the account bears it."""
    held = await house.store.get(_name_key(name))
    if held is None or _holder(held)[0] != account_id or _bears(await load_account(house, account_id), name):
        return
    await house.store.put(_name_key(name), None, expects=held)
