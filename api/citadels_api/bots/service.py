"""Bots: accounts of an owner that play by a program. They are listed for all, with what they accept and whether they are there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from citadels_api.accounts.account_store import (
    account_answer,
    change_account,
    check_name,
    check_text,
    invalid,
    load_account,
    own,
    release_name,
    save_account,
    take_name,
)
from citadels_api.accounts.contract import GuestAnswer
from citadels_api.accounts.service import rename
from citadels_api.accounts.stored import Accepts, Account
from citadels_api.bots.contract import BotAnswer
from citadels_api.context import need
from citadels_api.contract import Page
from citadels_api.credentials.credential_store import issue, revoke_all
from citadels_api.credentials.service import BOT_SCOPES
from citadels_api.ids import is_id, new_id
from citadels_api.problems import Refusal
from citadels_api.store import keys

if TYPE_CHECKING:
    from collections.abc import Collection

    from citadels_api.context import House, Principal


BOTS: Final = 20
"""Bots of one owner."""
EVERYBODY: Final = keys.document("bots", "all")
LOOKED_AT: Final = 300
"""So many bots are looked at for one page; where few of them fit, the page is short and the next goes on from there."""


def _list(owner: str) -> str:
    return keys.document("bots", owner)


def _here(account_id: str) -> str:
    return keys.document("here", account_id)


def _some(field: str, said: Collection[object], known: Collection[object]) -> None:
    if not said or any(one not in known for one in said):
        raise invalid(f"accepts.{field}", "one or several of " + ", ".join(map(str, known)))


def _check_accepts(accepts: Accepts) -> Accepts:
    """What the bot accepts, if it can be, each thing said once."""
    _some("editions", accepts.editions, ("modern", "classic"))
    _some("players", accepts.players, range(2, 9))
    _some("clocks", accepts.clocks, ("none", "decision", "bank", "correspondence"))
    if not 0 <= accepts.least_ms <= 86_400_000:
        raise invalid("accepts.least_ms", "0 to 86400000")
    return msgspec.structs.replace(
        accepts,
        editions=list(dict.fromkeys(accepts.editions)),
        players=sorted(set(accepts.players)),
        clocks=list(dict.fromkeys(accepts.clocks)),
    )


def _answer(account: Account, *, here: bool) -> BotAnswer:
    accepts = account.accepts or Accepts()
    return BotAnswer(
        id=account.id,
        name=account.name,
        owner=account.owner,
        about=account.about,
        present=here,
        editions=accepts.editions,
        players=accepts.players,
        clocks=accepts.clocks,
        least_ms=accepts.least_ms,
        rated=accepts.rated,
    )


# whether one is there


async def present(house: House, account_id: str) -> bool:
    """Whether a stream of the account is open."""
    return is_id("acct", account_id) and await house.store.get(_here(account_id)) is not None


async def keep_present(house: House, principal: Principal) -> None:
    """The account is there for three heartbeats more."""
    await house.store.put(_here(principal.account), b"1", ttl_ms=round(3000 * house.settings.heartbeat_s))


# what an owner does


async def make_bot(
    house: House, who: Principal | None, *, name: str, about: str = "", accepts: Accepts | None = None
) -> GuestAnswer:
    """A new bot of the asker, with its first credential, good for no more than the asker's own."""
    who = need(who, "account:write")
    check_name(name)
    check_text("about", about, 500)
    accepts = _check_accepts(accepts or Accepts())
    scopes = [scope for scope in BOT_SCOPES if who.may(scope)]
    now = await house.store.now()
    made = Account(
        id=new_id("acct", now), created=now, kind="bot", name=name, owner=who.account, about=about, accepts=accepts
    )
    await take_name(house, name, made.id, now)
    await house.store.rank(_list(who.account), made.id, now)
    if len(await house.store.ranked(_list(who.account), limit=BOTS + 1)) > BOTS:
        await house.store.rank(_list(who.account), made.id, None)
        await release_name(house, name, made.id)
        raise Refusal("too_many", f"an owner has at most {BOTS} bots")
    _, credential, _ = await asyncio.gather(
        save_account(house, made),
        issue(house, made, scopes=scopes, now=now),
        house.store.rank(EVERYBODY, made.id, now),
    )
    return GuestAnswer(account=account_answer(made), credential=credential)


async def _own_bot(house: House, who: Principal, bot_id: str) -> Account:
    found = await own(house, who, bot_id, admin=True)
    if found.kind != "bot":
        raise Refusal("not_found")
    return found


async def update_bot(
    house: House,
    who: Principal | None,
    bot_id: str,
    *,
    name: str | None = None,
    about: str | None = None,
    accepts: Accepts | None = None,
) -> BotAnswer:
    """Give an own bot another name, say something else about it, or change what it accepts."""
    who = need(who, "account:write")
    if about is not None:
        check_text("about", about, 500)
    if accepts is not None:
        accepts = _check_accepts(accepts)
    found = await _own_bot(house, who, bot_id)
    if found.retired:
        raise Refusal("not_found")

    def change(old: Account) -> Account:
        return msgspec.structs.replace(
            old, about=old.about if about is None else about, accepts=old.accepts if accepts is None else accepts
        )

    if about is not None or accepts is not None:
        _, found = await change_account(house, bot_id, change)
    if name is not None:
        found = await rename(house, found, name)
    return _answer(found, here=await present(house, bot_id))


async def retire_bot(house: House, who: Principal | None, bot_id: str) -> BotAnswer:
    """An own bot plays no more: its credentials end, it is listed nowhere, its name is free. Its games stay."""
    who = need(who, "account:write")
    found = await _own_bot(house, who, bot_id)
    _, after = await change_account(house, bot_id, lambda old: msgspec.structs.replace(old, retired=True))
    await revoke_all(house, bot_id, await house.store.now())
    await asyncio.gather(
        house.store.rank(EVERYBODY, bot_id, None),
        house.store.rank(_list(found.owner or ""), bot_id, None),
        house.store.put(_here(bot_id), None),
        release_name(house, after.name, bot_id),
    )
    return _answer(after, here=False)


# what all see


async def bot(house: House, who: Principal | None, bot_id: str) -> BotAnswer:  # noqa: ARG001 - whoever asks
    """A bot, whoever asks."""
    found, here = await asyncio.gather(load_account(house, bot_id), present(house, bot_id))
    if found is None or found.kind != "bot" or found.retired:
        raise Refusal("not_found")
    return _answer(found, here=here)


def _cursor(text: str) -> tuple[int, str]:
    rank, _, member = text.partition(".")
    if not (rank.isascii() and rank.isdecimal() and len(rank) <= 15 and is_id("acct", member)):
        raise invalid("cursor", "the `next` of the page before")
    return int(rank), member


def _fits(found: BotAnswer, *, here: bool | None, edition: str | None, players: int | None, rated: bool | None) -> bool:
    return (
        (here is None or found.present == here)
        and (edition is None or edition in found.editions)
        and (players is None or players in found.players)
        and (rated is None or found.rated == rated)
    )


async def bots(
    house: House,
    who: Principal | None,
    *,
    cursor: str | None = None,
    limit: int = 50,
    present: bool | None = None,
    edition: str | None = None,
    players: int | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Page[BotAnswer]:
    """The bots that fit, newest first."""
    if mine and who is None:
        raise Refusal("unauthenticated")
    before = None if cursor is None else _cursor(cursor)
    limit = min(max(limit, 1), 100)
    listed = EVERYBODY if who is None or not mine else _list(who.account)
    items: list[BotAnswer] = []
    for _ in range(LOOKED_AT // 100):
        ranked = await house.store.ranked(listed, before=before, limit=100)
        found = await asyncio.gather(*(_look(house, member) for _, member in ranked))
        for place, answer in zip(ranked, found, strict=True):
            before = place
            if answer is not None and _fits(answer, here=present, edition=edition, players=players, rated=rated):
                items.append(answer)
                if len(items) == limit:
                    return Page(items=items, next=f"{place[0]}.{place[1]}")
        if len(ranked) < 100:
            return Page(items=items, next=None)
    return Page(items=items, next=None if before is None else f"{before[0]}.{before[1]}")


async def _look(house: House, bot_id: str) -> BotAnswer | None:
    try:
        return await bot(house, None, bot_id)
    except Refusal:
        return None
