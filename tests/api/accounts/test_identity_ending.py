"""How credentials end: rotation, revocation, and how many an account may have."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_api.accounts.service import make_admin
from citadels_api.bots.service import make_bot
from citadels_api.credentials.service import (
    authenticate,
    credentials,
    make_credential,
    revoke_credential,
    rotate_credential,
    still_good,
)
from citadels_api.store import keys

from tests.api.accounts.identity_world import DAY, World, heard, played, refused

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.credentials.contract import CredentialAnswer


def secret_of(answer: CredentialAnswer) -> str:
    assert answer.secret is not None
    return answer.secret


async def with_scopes(world: World, who: Principal, *scopes: str) -> Principal:
    return await world.who(secret_of(await make_credential(world.house, who, scopes=scopes)))


# rotation


@pytest.mark.parametrize("overlap_s", [0, 1, 3600, 86_400])
def test_both_are_good_for_the_overlap_and_the_new_one_afterwards(overlap_s: int) -> None:
    async def story() -> None:
        world = World()
        account = await world.account("ann")
        old = await make_credential(world.house, account, name="laptop", scopes=["play"], days=10)
        world.time += 5 * DAY
        new = await rotate_credential(world.house, account, old.id, overlap_s=overlap_s)
        assert (new.name, new.scopes, new.expires) == ("laptop", ["play"], world.time + 10 * DAY)
        assert new.id != old.id
        holder = await world.who(secret_of(new))
        if overlap_s:
            streaming = await world.who(secret_of(old))
            world.time += overlap_s * 1000 - 1
            await world.who(secret_of(old))
            assert await still_good(world.house, streaming)
            world.time += 1
            assert not await still_good(world.house, streaming)
        assert await refused(authenticate(world.house, old.secret)) == "expired"
        assert await still_good(world.house, holder)

    asyncio.run(story())


@pytest.mark.parametrize("overlap_s", [-1, 86_401])
def test_an_overlap_is_a_day_at_most(overlap_s: int) -> None:
    async def story() -> None:
        world = World()
        who = await world.account("ann")
        assert await refused(rotate_credential(world.house, who, who.credential.id, overlap_s=overlap_s)) == "invalid"

    asyncio.run(story())


@played
async def test_an_overlap_makes_no_credential_last_longer() -> None:
    world = World()
    account = await world.account("ann")
    old = await make_credential(world.house, account, days=1)
    world.time += DAY - 1000
    await rotate_credential(world.house, account, old.id, overlap_s=3600)
    world.time += 1000
    assert await refused(authenticate(world.house, old.secret)) == "expired"


@played
async def test_a_second_rotation_does_not_lengthen_the_first_overlap() -> None:
    world = World()
    account = await world.account("ann")
    old = await make_credential(world.house, account)
    await rotate_credential(world.house, account, old.id, overlap_s=10)
    await rotate_credential(world.house, account, old.id, overlap_s=1000)
    world.time += 10_000
    assert await refused(authenticate(world.house, old.secret)) == "expired"


@played
async def test_what_has_ended_is_not_rotated() -> None:
    world = World()
    account = await world.account("ann")
    old = await make_credential(world.house, account)
    await revoke_credential(world.house, account, old.id)
    assert await refused(rotate_credential(world.house, account, old.id, overlap_s=10)) == "not_found"


@played
async def test_nobody_rotates_a_credential_that_is_good_for_more_than_his() -> None:
    world = World()
    account = await world.account("ann")
    lesser = await with_scopes(world, account, "credential:write")
    asked = rotate_credential(world.house, lesser, account.credential.id, overlap_s=0)
    assert await refused(asked) == "forbidden"
    assert await still_good(world.house, account)


@played
async def test_a_seats_credential_is_for_its_table_after_rotation_too() -> None:
    world = World()
    account = await world.account("ann")
    old = await make_credential(world.house, account, table="game_1")
    new = await rotate_credential(world.house, account, old.id, overlap_s=0)
    assert new.table == "game_1"
    assert secret_of(new).startswith("ctd_seat_")


@played
async def test_what_is_rotated_and_revoked_at_once_is_not_good_any_more() -> None:
    for seed in range(60):
        world = World(seed=seed)
        account = await world.account("ann")
        old = await make_credential(world.house, account)
        codes = await asyncio.gather(
            refused(rotate_credential(world.house, account, old.id, overlap_s=3600)),
            refused(revoke_credential(world.house, account, old.id)),
        )
        assert codes[0] in {"nothing is refused", "not_found"}
        assert await refused(authenticate(world.house, old.secret)) == "expired"
        left = [one for one in await credentials(world.house, account) if one.revoked is None]
        assert len(left) == (1 if codes[0] == "not_found" else 2), "a secret that was not told is good for nothing"


@played
async def test_what_is_revoked_while_it_is_rotated_has_no_successor() -> None:
    world = World()
    account = await world.account("ann")
    old = await make_credential(world.house, account)
    world.store.meanwhile = "rank", lambda: revoke_credential(world.house, account, old.id)
    assert await refused(rotate_credential(world.house, account, old.id, overlap_s=60)) == "not_found"
    assert {one.id for one in await credentials(world.house, account)} == {account.credential.id, old.id}


# revocation


@played
async def test_what_is_revoked_is_so_for_the_next_request_and_on_open_streams() -> None:
    world = World()
    account = await world.account("ann")
    made = await make_credential(world.house, account)
    streaming = await world.who(secret_of(made))
    bell = world.store.bells.listen(keys.bell(account.account))
    await heard(bell)
    revoked = await revoke_credential(world.house, account, made.id)
    assert revoked.revoked == world.time
    assert await heard(bell) == (keys.bell(account.account), f"revoked {made.id}")
    assert not await still_good(world.house, streaming)
    assert await refused(authenticate(world.house, made.secret)) == "expired"
    assert await still_good(world.house, account)


@played
async def test_to_revoke_twice_says_the_same() -> None:
    world = World()
    account = await world.account("ann")
    made = await make_credential(world.house, account)
    first = await revoke_credential(world.house, account, made.id)
    world.time += 1000
    assert await revoke_credential(world.house, account, made.id) == first


@played
async def test_a_credential_may_revoke_itself() -> None:
    world = World()
    who = await world.guest()
    await revoke_credential(world.house, who, who.credential.id)
    assert not await still_good(world.house, who)


@played
async def test_the_bell_is_rung_when_a_rotation_without_overlap_ends_the_old_one() -> None:
    world = World()
    account = await world.account("ann")
    bell = world.store.bells.listen(keys.bell(account.account))
    await heard(bell)
    await rotate_credential(world.house, account, account.credential.id, overlap_s=0)
    assert await heard(bell) == (keys.bell(account.account), f"revoked {account.credential.id}")


# whose


@played
async def test_an_owner_does_with_his_bots_credentials_what_he_does_with_his_own() -> None:
    world = World()
    owner = await world.account("ann")
    bot = await make_bot(world.house, owner, name="crow")
    made = await make_credential(world.house, owner, account_id=bot.account.id, name="second")
    assert secret_of(made).startswith("ctd_bot_")
    listed = await credentials(world.house, owner, account_id=bot.account.id)
    assert {one.id for one in listed} == {made.id, bot.credential.id}
    assert all(one.secret is None for one in listed)
    new = await rotate_credential(world.house, owner, made.id, overlap_s=0)
    await revoke_credential(world.house, owner, new.id)
    assert await refused(authenticate(world.house, new.secret)) == "expired"


@played
async def test_what_is_anothers_and_what_does_not_exist_are_refused_alike() -> None:
    world = World()
    ann, bob = await world.account("ann"), await world.account("bob")
    bot = await make_bot(world.house, bob, name="crow")
    for account_id in (bob.account, bot.account.id, "acct_" + "0" * 26, "nothing", "\ud800", "{s:01}:cred:x"):
        assert await refused(credentials(world.house, ann, account_id=account_id)) == "not_found"
        assert await refused(make_credential(world.house, ann, account_id=account_id)) == "not_found"
    for credential_id in (bob.credential.id, bot.credential.id, "cred_" + "A" * 12, "nothing", "\ud800", ""):
        assert await refused(revoke_credential(world.house, ann, credential_id)) == "not_found"
        assert await refused(rotate_credential(world.house, ann, credential_id, overlap_s=0)) == "not_found"
    assert await still_good(world.house, bob)


@played
async def test_an_admin_revokes_anybodys_but_makes_and_rotates_his_own_only() -> None:
    world = World()
    admin, bob = await world.who(await make_admin(world.house)), await world.account("bob")
    assert await refused(make_credential(world.house, admin, account_id=bob.account)) == "not_found"
    assert await refused(rotate_credential(world.house, admin, bob.credential.id, overlap_s=0)) == "not_found"
    assert [one.id for one in await credentials(world.house, admin, account_id=bob.account)] == [bob.credential.id]
    await revoke_credential(world.house, admin, bob.credential.id)
    assert not await still_good(world.house, bob)


# how many


@played
async def test_an_account_has_50_live_credentials_at_most() -> None:
    world = World()
    account = await world.account("ann")
    made = [await make_credential(world.house, account) for _ in range(49)]
    assert await refused(make_credential(world.house, account)) == "too_many"
    assert len(await credentials(world.house, account)) == 50
    await revoke_credential(world.house, account, made[0].id)
    await make_credential(world.house, account)
    assert await refused(make_credential(world.house, account)) == "too_many"
    await rotate_credential(world.house, account, made[1].id, overlap_s=3600)
    await revoke_credential(world.house, account, made[2].id)
    await make_credential(world.house, account)
    assert await refused(make_credential(world.house, account)) == "too_many"


@played
async def test_many_at_once_do_not_make_more_than_50() -> None:
    world = World(seed=3)
    account = await world.account("ann")
    for _ in range(44):
        await make_credential(world.house, account)
    await asyncio.gather(*(refused(make_credential(world.house, account)) for _ in range(20)))
    live = [one for one in await credentials(world.house, account) if one.revoked is None]
    assert 45 <= len(live) <= 50


@played
async def test_dead_credentials_neither_hide_live_ones_nor_pile_up_in_the_list() -> None:
    world = World()
    account = await world.account("ann")
    for _ in range(45):
        await make_credential(world.house, account)
    for _ in range(150):
        world.time += 1
        made = await make_credential(world.house, account)
        await revoke_credential(world.house, account, made.id)
    listed = await credentials(world.house, account)
    assert sum(one.revoked is None for one in listed) == 46
    assert len(world.store.space.sets[keys.document("creds", account.account)]) <= 46 + 51
    for _ in range(4):
        await make_credential(world.house, account)
    assert await refused(make_credential(world.house, account)) == "too_many"


@played
async def test_rotation_does_not_pile_up_either() -> None:
    world = World()
    account = await world.account("ann")
    last = account.credential.id
    codes = [await refused(rotate_credential(world.house, account, last, overlap_s=86_400)) for _ in range(110)]
    assert codes.count("nothing is refused") < 100
    assert codes[-1] == "too_many"


@played
async def test_what_is_forgotten_leaves_the_list() -> None:
    world = World()
    account = await world.account("ann")
    for _ in range(3):
        await make_credential(world.house, account, days=1)
    assert len(await credentials(world.house, account)) == 4
    world.time += 8 * DAY
    assert len(await credentials(world.house, account)) == 1
    assert len(world.store.space.sets[keys.document("creds", account.account)]) == 1
