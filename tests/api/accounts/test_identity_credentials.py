"""Credentials: one read tells who asks; none is good for more, or for longer, than it was made for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts.service import make_admin, make_guest, update_account
from citadels_api.bots.service import make_bot
from citadels_api.context import SCOPES, need
from citadels_api.credentials.secrets import checksum, new_secret, parse_secret
from citadels_api.credentials.service import (
    authenticate,
    credentials,
    make_credential,
    revoke_credential,
    rotate_credential,
    still_good,
)
from citadels_api.credentials.stored import unpack_credential
from citadels_api.stored import pack

from tests.api.accounts.identity_world import ADDRESS, DAY, World, played, refused, scopes_of

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.credentials.contract import CredentialAnswer


def secret_of(answer: CredentialAnswer) -> str:
    assert answer.secret is not None
    return answer.secret


async def with_scopes(world: World, who: Principal, *scopes: str) -> Principal:
    return await world.who(secret_of(await make_credential(world.house, who, scopes=scopes)))


# who asks


@played
async def test_nobody_asks_without_a_secret() -> None:
    world = World()
    assert await authenticate(world.house, None) is None
    assert world.store.calls == []


@played
async def test_a_mistyped_secret_is_refused_without_a_read() -> None:
    world = World()
    secret = secret_of((await make_guest(world.house, name=None, address=ADDRESS)).credential)
    world.store.calls.clear()
    assert (
        await refused(authenticate(world.house, secret[:-1] + ("0" if secret[-1] != "0" else "1"))) == "unauthenticated"
    )
    assert world.store.calls == []


@played
async def test_one_read_tells_who_asks() -> None:
    world = World()
    made = await make_guest(world.house, name="Ann", address=ADDRESS)
    world.store.calls.clear()
    who = await world.who(made)
    assert world.store.calls == ["get"]
    assert (who.account, who.player.account, who.player.name, who.kind) == (
        made.account.id,
        made.account.id,
        "Ann",
        "guest",
    )


@played
async def test_a_secret_that_was_never_told_is_refused() -> None:
    world = World()
    assert await refused(authenticate(world.house, new_secret("guest"))) == "unauthenticated"


@pytest.mark.parametrize("part", ["kind", "chance"])
def test_the_right_id_with_another_secret_is_refused_even_when_it_has_expired(part: str) -> None:
    async def story() -> None:
        world = World()
        secret = secret_of((await make_guest(world.house, name=None, address=ADDRESS)).credential)
        body = secret[:-6]
        wrong = (
            body.replace("ctd_guest", "ctd_acct") if part == "kind" else body[:-1] + ("A" if body[-1] != "A" else "B")
        )
        wrong += checksum(wrong)
        assert parse_secret(wrong) == parse_secret(secret)
        assert await refused(authenticate(world.house, wrong)) == "unauthenticated"
        world.time += 31 * DAY
        assert await refused(authenticate(world.house, secret)) == "expired"
        assert await refused(authenticate(world.house, wrong)) == "unauthenticated"

    asyncio.run(story())


@played
async def test_no_secret_is_kept() -> None:
    world = World()
    made = await make_guest(world.house, name=None, address=ADDRESS)
    secret = secret_of(made.credential).encode()
    held = repr(world.store.space.documents).encode()
    assert secret not in held
    assert secret[22:-6] not in held, "nor the part of it that is not its public id"


@played
async def test_a_guest_is_good_for_30_days_and_an_account_for_90() -> None:
    world = World()
    guest, account = await world.guest(), await world.account("ann")
    assert guest.credential.expires == world.time + 30 * DAY
    assert account.credential.expires == world.time + 90 * DAY


@played
async def test_a_credential_is_good_until_it_expires_and_not_after() -> None:
    world = World()
    secret = secret_of((await make_guest(world.house, name=None, address=ADDRESS)).credential)
    who = await world.who(secret)
    world.time += 30 * DAY - 1
    assert await still_good(world.house, who)
    await world.who(secret)
    world.time += 1
    assert not await still_good(world.house, who)
    assert await refused(authenticate(world.house, secret)) == "expired"


@played
async def test_the_document_of_a_credential_is_forgotten_a_week_after_it_expired() -> None:
    world = World()
    secret = secret_of((await make_guest(world.house, name=None, address=ADDRESS)).credential)
    world.time += 29 * DAY
    world.store.calls.clear()
    await world.who(secret)
    await asyncio.sleep(0)
    assert world.store.calls.count("put") == 1, "the day of use is noted"
    world.time += 8 * DAY - 1
    assert await refused(authenticate(world.house, secret)) == "expired"
    world.time += 1
    assert await refused(authenticate(world.house, secret)) == "unauthenticated"


@played
async def test_the_document_of_a_credential_is_forgotten_a_week_after_it_was_revoked() -> None:
    world = World()
    who = await world.account("ann")
    other = await make_credential(world.house, who)
    world.time += DAY
    await revoke_credential(world.house, who, other.id)
    world.time += 7 * DAY - 1
    assert await refused(authenticate(world.house, secret_of(other))) == "expired"
    assert {one.id for one in await credentials(world.house, who)} == {who.credential.id, other.id}
    world.time += 1
    assert await refused(authenticate(world.house, secret_of(other))) == "unauthenticated"
    assert {one.id for one in await credentials(world.house, who)} == {who.credential.id}


@pytest.mark.parametrize(("left", "good"), [(10 * DAY, 3600_000), (1800_000, 1800_000)], ids=["overlap", "expiry"])
def test_a_rotated_credential_is_forgotten_a_week_after_it_was_last_good(left: int, good: int) -> None:
    """It was last good at the end of the overlap, or when it expired if that was sooner."""

    async def story() -> None:
        world = World()
        secret = secret_of((await make_guest(world.house, name=None, address=ADDRESS)).credential)
        world.time += 30 * DAY - left
        who = await world.who(secret)
        await rotate_credential(world.house, who, who.credential.id, overlap_s=3600)
        world.time += good - 1
        await world.who(secret)
        world.time += 7 * DAY
        assert await refused(authenticate(world.house, secret)) == "expired"
        world.time += 1
        assert await refused(authenticate(world.house, secret)) == "unauthenticated"

    asyncio.run(story())


# the day of use


@played
async def test_the_day_of_use_is_noted_once_a_day_and_nobody_waits_for_it() -> None:
    world = World()
    guest = await make_guest(world.house, name=None, address=ADDRESS)
    who = await world.who(guest)
    world.store.calls.clear()
    for _ in range(5):
        await asyncio.gather(*(world.who(guest) for _ in range(5)))
        await asyncio.sleep(0)
    assert world.store.calls.count("put") == 1
    (listed,) = await credentials(world.house, who)
    assert listed.last_used == "2027-01-15"
    world.time += DAY
    await world.who(guest)
    await asyncio.sleep(0)
    (listed,) = await credentials(world.house, who)
    assert listed.last_used == "2027-01-16"


@played
async def test_noting_the_day_of_use_undoes_no_revocation() -> None:
    for seed in range(40):
        world = World(seed=seed)
        guest = await make_guest(world.house, name=None, address=ADDRESS)
        who = await world.who(guest)
        await asyncio.gather(
            refused(authenticate(world.house, guest.credential.secret)),
            revoke_credential(world.house, who, who.credential.id),
        )
        for _ in range(20):
            await asyncio.sleep(0)
        assert await refused(authenticate(world.house, guest.credential.secret)) == "expired"


# scopes


@played
async def test_each_kind_has_its_scopes() -> None:
    world = World()
    guest, account = await world.guest(), await world.account("ann")
    bot = await world.who(await make_bot(world.house, account, name="crow"))
    admin = await world.who(await make_admin(world.house))
    assert scopes_of(guest) == {"play", "table:create", "account:write", "credential:write"}
    assert scopes_of(account) == scopes_of(guest) | {"tournament:write"}
    assert scopes_of(bot) == {"play", "table:create"}
    assert scopes_of(admin) == set(SCOPES)


@played
async def test_no_credential_hands_on_a_scope_that_it_has_not() -> None:
    world = World()
    account = await world.account("ann")
    lesser = await with_scopes(world, account, "play", "credential:write")
    for scope in set(SCOPES) - {"play", "credential:write"}:
        assert await refused(make_credential(world.house, lesser, scopes=[scope])) == "forbidden"
        assert await refused(make_credential(world.house, lesser, scopes=["play", scope])) == "forbidden"
    made = await make_credential(world.house, lesser)
    assert set(made.scopes) == {"play", "credential:write"}


@played
async def test_admin_comes_from_admin_only_and_only_when_asked_for() -> None:
    world = World()
    account, admin = await world.account("ann"), await world.who(await make_admin(world.house))
    assert await refused(make_credential(world.house, account, scopes=["admin"])) == "forbidden"
    assert "admin" not in (await make_credential(world.house, admin)).scopes
    assert (await make_credential(world.house, admin, scopes=["admin"])).scopes == ["admin"]


@played
async def test_a_bot_never_has_more_than_a_bots_scopes() -> None:
    world = World()
    account, admin = await world.account("ann"), await world.who(await make_admin(world.house))
    for owner, name in ((account, "crow"), (admin, "rook")):
        bot = (await make_bot(world.house, owner, name=name)).account.id
        for scope in set(SCOPES) - {"play", "table:create"}:
            asked = make_credential(world.house, owner, account_id=bot, scopes=[scope])
            assert await refused(asked) == "forbidden"


@played
async def test_a_bots_first_credential_has_no_scope_that_its_maker_has_not() -> None:
    world = World()
    lesser = await with_scopes(world, await world.account("ann"), "play", "account:write")
    assert (await make_bot(world.house, lesser, name="crow")).credential.scopes == ["play"]


@pytest.mark.parametrize(
    "asked",
    [
        {"scopes": []},
        {"scopes": ["fly"]},
        {"days": 0},
        {"days": 91},
        {"days": -1},
        {"name": "x" * 65},
        {"name": "\ud800"},
        {"table": ""},
        {"table": "x" * 65},
        {"table": "\n"},
    ],
)
def test_a_credential_cannot_be_made_like_this(asked: dict[str, Any]) -> None:
    async def story() -> None:
        world = World()
        assert await refused(make_credential(world.house, await world.account("ann"), **asked)) == "invalid"

    asyncio.run(story())


@played
async def test_a_guest_makes_none_that_lasts_longer_than_30_days() -> None:
    world = World()
    guest = await world.guest()
    assert await refused(make_credential(world.house, guest, days=31)) == "invalid"
    assert (await make_credential(world.house, guest, days=30)).expires == world.time + 30 * DAY
    assert (await make_credential(world.house, guest, days=1)).expires == world.time + DAY


@played
async def test_who_may_not_write_credentials_neither_sees_nor_changes_them() -> None:
    world = World()
    lesser = await with_scopes(world, await world.account("ann"), "play", "account:write")
    mine = lesser.credential.id
    for who, code in ((lesser, "forbidden"), (None, "unauthenticated")):
        assert await refused(credentials(world.house, who)) == code
        assert await refused(make_credential(world.house, who)) == code
        assert await refused(rotate_credential(world.house, who, mine, overlap_s=0)) == code
        assert await refused(revoke_credential(world.house, who, mine)) == code


# one table only


@played
async def test_a_seats_credential_is_good_for_its_table_only_and_for_play_only() -> None:
    world = World()
    account = await world.account("ann")
    made = await make_credential(world.house, account, table="game_1")
    assert made.table == "game_1"
    assert secret_of(made).startswith("ctd_seat_")
    assert made.scopes == ["play"]
    seat = await world.who(secret_of(made))
    assert need(seat, "play", table="game_1") is seat
    for table in ("game_2", None):
        with pytest.raises(Exception, match="forbidden"):
            need(seat, "play", table=table)
    for scope in set(SCOPES) - {"play"}:
        assert await refused(make_credential(world.house, account, table="game_1", scopes=[scope])) == "forbidden"


# what stands in them


@played
async def test_a_new_name_stands_in_every_live_credential_whatever_else_happens() -> None:
    for seed in range(60):
        world = World(seed=seed)
        account = await world.account("ann")
        await make_credential(world.house, account)
        await asyncio.gather(
            update_account(world.house, account, account_id=account.account, name="anna"),
            make_credential(world.house, account),
            rotate_credential(world.house, account, account.credential.id, overlap_s=60),
            update_account(world.house, account, account_id=account.account, name="annette"),
        )
        held = [raw for key, (raw, _) in world.store.space.documents.items() if ":cred:" in key]
        names = {unpack_credential(raw).player.name for raw in held}
        assert len(held) == 4
        assert len(names) == 1
        assert names <= {"anna", "annette"}


@played
async def test_a_name_that_is_changed_while_a_credential_is_made_stands_in_it() -> None:
    world = World()
    account = await world.account("ann")
    world.store.meanwhile = (
        "rank",
        lambda: update_account(world.house, account, account_id=account.account, name="anna"),
    )
    made = await make_credential(world.house, account)
    assert (await world.who(secret_of(made))).player.name == "anna"


def test_a_credential_says_the_same_after_packing() -> None:
    async def story() -> None:
        world = World()
        credential = (await world.account("ann")).credential
        assert unpack_credential(pack(credential)) == credential

    asyncio.run(story())
