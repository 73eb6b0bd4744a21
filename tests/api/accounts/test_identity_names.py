"""Names: one account's only, however they are written and whoever wants them at the same moment."""

from __future__ import annotations

import asyncio

import pytest
from citadels_api.accounts.account_store import HALF_WAY, take_name
from citadels_api.accounts.service import claim, make_account, make_guest, update_account
from citadels_api.bots.service import make_bot

from tests.api.accounts.identity_world import ADDRESS, World, played, refused


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 33, "a b", "ann\n", "Zoë", "аnn", "ann\ud800", "a/b", "ann\0", "guest-1", "GUEST-x", "admin-1"],
)
def test_nobody_is_called(name: str) -> None:
    async def story() -> None:
        world = World()
        ann = await world.account("ann")
        guest = await world.guest()
        for asked in (
            make_account(world.house, name=name, address=ADDRESS),
            make_guest(world.house, name=name, address=ADDRESS),
            make_bot(world.house, ann, name=name),
            claim(world.house, guest, name=name),
            update_account(world.house, ann, account_id=ann.account, name=name),
        ):
            assert await refused(asked) == "invalid"

    asyncio.run(story())


@pytest.mark.parametrize("name", ["ann", "x" * 32, "A.n_n-2", "...", "007"])
def test_somebody_may_be_called(name: str) -> None:
    async def story() -> None:
        assert (await World().account(name)).player.name == name

    asyncio.run(story())


@played
async def test_a_name_is_one_accounts_only_however_it_is_written() -> None:
    world = World()
    ann, guest = await world.account("Ann"), await world.guest()
    for asked in (
        make_account(world.house, name="aNN", address=ADDRESS),
        make_bot(world.house, ann, name="ANN"),
        claim(world.house, guest, name="ann"),
    ):
        assert await refused(asked) == "name_taken"
    bob = await world.account("bob")
    assert await refused(update_account(world.house, bob, account_id=bob.account, name="ANN")) == "name_taken"


@played
async def test_of_many_who_want_a_name_at_once_one_gets_it() -> None:
    for seed in range(30):
        world = World(seed=seed)
        guests = [await world.guest() for _ in range(3)]
        bob = await world.account("bob")
        codes = await asyncio.gather(
            *(refused(claim(world.house, guest, name="Ann")) for guest in guests),
            *(refused(make_account(world.house, name="ann", address=ADDRESS)) for _ in range(3)),
            refused(update_account(world.house, bob, account_id=bob.account, name="ANN")),
            refused(make_bot(world.house, bob, name="aNn")),
        )
        assert sorted(codes) == sorted(["name_taken"] * 7 + ["nothing is refused"])


@played
async def test_a_name_that_is_given_up_is_free_and_the_new_one_is_not() -> None:
    world = World()
    ann = await world.account("ann")
    answer = await update_account(world.house, ann, account_id=ann.account, name="anna")
    assert answer.name == "anna"
    assert await refused(world.account("anna")) == "name_taken"
    await world.account("ann")
    assert await refused(update_account(world.house, ann, account_id=ann.account, name="ann")) == "name_taken"


@played
async def test_to_write_ones_own_name_otherwise_keeps_it() -> None:
    world = World()
    ann = await world.account("ann")
    for name in ("ANN", "ANN"):
        assert (await update_account(world.house, ann, account_id=ann.account, name=name)).name == "ANN"
        assert await refused(world.account("ann")) == "name_taken"


@played
async def test_a_name_whose_taker_died_half_way_is_free_after_a_minute() -> None:
    world = World()
    await take_name(world.house, "ann", "acct_" + "0" * 26, world.time)
    assert await refused(world.account("ann")) == "name_taken"
    world.time += HALF_WAY
    await world.account("ann")
    world.time += HALF_WAY
    assert await refused(world.account("ann")) == "name_taken"


@played
async def test_a_name_that_is_free_again_goes_to_one_of_many() -> None:
    for seed in range(30):
        world = World(seed=seed)
        await take_name(world.house, "ann", "acct_" + "0" * 26, world.time)
        world.time += HALF_WAY
        codes = await asyncio.gather(*(refused(world.account("ann")) for _ in range(4)))
        assert sorted(codes) == ["name_taken"] * 3 + ["nothing is refused"]


@played
async def test_a_name_that_was_refused_is_not_kept() -> None:
    world = World()
    ann = await world.account("ann")
    assert await refused(claim(world.house, ann, name="anna")) == "forbidden"
    for number in range(20):
        await make_bot(world.house, ann, name=f"bot-{number}")
    assert await refused(make_bot(world.house, ann, name="one-more")) == "too_many"
    await world.account("anna")
    await world.account("one-more")


@played
async def test_a_new_name_stands_in_the_live_credentials() -> None:
    world = World()
    made = await make_account(world.house, name="ann", address=ADDRESS)
    who = await world.who(made)
    await update_account(world.house, who, account_id=who.account, name="anna")
    assert (await world.who(made)).player.name == "anna"
