"""Bots: whose they are, what they accept, whether they are there, and how they are found."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from citadels_api.accounts.service import make_admin, update_account
from citadels_api.accounts.stored import Accepts
from citadels_api.bots.service import bot, bots, keep_present, make_bot, present, retire_bot, update_bot
from citadels_api.credentials.service import authenticate, credentials, make_credential, still_good
from citadels_api.store import keys

from tests.api.accounts.identity_world import World, heard, played, refused


@played
async def test_a_bot_is_an_account_of_its_owner() -> None:
    world = World()
    ann = await world.account("ann")
    made = await make_bot(world.house, ann, name="Crow", about="Caws.")
    assert (made.account.kind, made.account.owner, made.account.about) == ("bot", ann.account, "Caws.")
    assert (made.credential.secret or "").startswith("ctd_bot_")
    assert made.recovery is None
    who = await world.who(made)
    assert (who.kind, who.player.name, who.player.owner) == ("bot", "Crow", ann.account)


@played
async def test_a_bot_accepts_what_its_owner_says() -> None:
    world = World()
    ann = await world.account("ann")
    accepts = Accepts(editions=["classic"], players=[4, 2, 4], clocks=["none"], least_ms=50, rated=False)
    made = await make_bot(world.house, ann, name="crow", accepts=accepts)
    answer = await bot(world.house, None, made.account.id)
    assert (answer.editions, answer.players, answer.clocks) == (["classic"], [2, 4], ["none"])
    assert (answer.least_ms, answer.rated) == (50, False)
    changed = await update_bot(world.house, ann, made.account.id, accepts=Accepts(players=[8]))
    assert (changed.editions, changed.players) == (["modern", "classic"], [8])


@pytest.mark.parametrize(
    "said",
    [
        {"editions": []},
        {"editions": ["ancient"]},
        {"players": []},
        {"players": [1]},
        {"players": [9]},
        {"clocks": ["sand"]},
        {"clocks": []},
        {"least_ms": -1},
        {"least_ms": 86_400_001},
    ],
)
def test_a_bot_cannot_accept(said: dict[str, Any]) -> None:
    async def story() -> None:
        world = World()
        ann = await world.account("ann")
        made = await make_bot(world.house, ann, name="crow")
        assert await refused(make_bot(world.house, ann, name="rook", accepts=Accepts(**said))) == "invalid"
        assert await refused(update_bot(world.house, ann, made.account.id, accepts=Accepts(**said))) == "invalid"

    asyncio.run(story())


@played
async def test_an_owner_has_20_bots_at_most() -> None:
    world = World()
    ann = await world.account("ann")
    made = [await make_bot(world.house, ann, name=f"bot-{number}") for number in range(20)]
    assert await refused(make_bot(world.house, ann, name="crow")) == "too_many"
    await retire_bot(world.house, ann, made[0].account.id)
    await make_bot(world.house, ann, name="crow")
    assert await refused(make_bot(world.house, ann, name="rook")) == "too_many"


@played
async def test_many_at_once_do_not_make_more_than_20() -> None:
    world = World(seed=1)
    ann = await world.account("ann")
    for number in range(15):
        await make_bot(world.house, ann, name=f"bot-{number}")
    await asyncio.gather(*(refused(make_bot(world.house, ann, name=f"more-{number}")) for number in range(15)))
    page = await bots(world.house, ann, mine=True, limit=100)
    assert 15 <= len(page.items) <= 20


@played
async def test_only_who_may_write_accounts_has_bots_and_a_bot_has_none() -> None:
    world = World()
    ann = await world.account("ann")
    crow = await world.who(await make_bot(world.house, ann, name="crow"))
    lesser = await world.who((await make_credential(world.house, ann, scopes=["play"])).secret)
    for who, code in ((None, "unauthenticated"), (lesser, "forbidden"), (crow, "forbidden")):
        assert await refused(make_bot(world.house, who, name="rook")) == code
        assert await refused(update_bot(world.house, who, crow.account, name="rook")) == code
        assert await refused(retire_bot(world.house, who, crow.account)) == code


@played
async def test_what_is_anothers_and_what_is_no_bot_are_refused_alike() -> None:
    world = World()
    ann, bob = await world.account("ann"), await world.account("bob")
    crow = (await make_bot(world.house, bob, name="crow")).account.id
    for bot_id in (crow, ann.account, bob.account, "acct_" + "0" * 26, "nothing", "\ud800", ""):
        assert await refused(update_bot(world.house, ann, bot_id, about="x")) == "not_found"
        assert await refused(retire_bot(world.house, ann, bot_id)) == "not_found"
        if bot_id != crow:
            assert await refused(bot(world.house, ann, bot_id)) == "not_found"
    assert (await bot(world.house, ann, crow)).name == "crow"


@played
async def test_a_bot_gets_another_name_by_either_way() -> None:
    world = World()
    ann = await world.account("ann")
    made = await make_bot(world.house, ann, name="crow")
    await update_bot(world.house, ann, made.account.id, name="rook", about="Quiet.")
    assert (await world.who(made)).player.name == "rook"
    await update_account(world.house, ann, account_id=made.account.id, name="raven")
    answer = await bot(world.house, None, made.account.id)
    assert (answer.name, answer.about) == ("raven", "Quiet.")
    await world.account("crow")
    await world.account("rook")
    assert await refused(world.account("raven")) == "name_taken"


# retiring


@played
async def test_a_retired_bot_is_nowhere_and_nothing_of_it_is_good() -> None:
    world = World()
    ann = await world.account("ann")
    made = await make_bot(world.house, ann, name="crow")
    second = await make_credential(world.house, ann, account_id=made.account.id)
    who = await world.who(made)
    await keep_present(world.house, who)
    bell = world.store.bells.listen(keys.bell(who.account))
    await heard(bell)
    assert not (await retire_bot(world.house, ann, made.account.id)).present
    rung = {await heard(bell), await heard(bell)}
    assert {text for _, text in rung} == {f"revoked {one.id}" for one in (made.credential, second)}
    for secret in (made.credential.secret, second.secret):
        assert await refused(authenticate(world.house, secret)) == "expired"
    assert not await still_good(world.house, who)
    assert not await present(world.house, who.account)
    for page in (await bots(world.house, None), await bots(world.house, ann, mine=True)):
        assert page.items == []
    for asked in (
        bot(world.house, ann, who.account),
        update_bot(world.house, ann, who.account, name="rook"),
        update_account(world.house, ann, account_id=who.account, name="rook"),
        make_credential(world.house, ann, account_id=who.account),
    ):
        assert await refused(asked) == "not_found"
    await world.account("crow")
    await retire_bot(world.house, ann, made.account.id)
    assert await refused(world.account("crow")) == "name_taken"


@played
async def test_no_credential_outlives_a_bot_that_is_retired_at_the_same_moment() -> None:
    for seed in range(60):
        world = World(seed=seed)
        ann = await world.account("ann")
        made = await make_bot(world.house, ann, name="crow")
        await asyncio.gather(
            *(refused(make_credential(world.house, ann, account_id=made.account.id)) for _ in range(3)),
            retire_bot(world.house, ann, made.account.id),
        )
        left = await credentials(world.house, ann, account_id=made.account.id)
        assert all(one.revoked is not None for one in left)
        held = [raw for key, (raw, _) in world.store.space.documents.items() if ":cred:" in key]
        assert len(held) == len(left) + 1


@played
async def test_a_bot_that_is_retired_while_it_is_renamed_takes_no_name() -> None:
    world = World()
    ann = await world.account("ann")
    made = await make_bot(world.house, ann, name="crow")
    world.store.meanwhile = "put", lambda: retire_bot(world.house, ann, made.account.id)
    assert await refused(update_bot(world.house, ann, made.account.id, name="rook")) == "not_found"
    await world.account("rook")
    await world.account("crow")


@played
async def test_an_admin_retires_anybodys_bot() -> None:
    world = World()
    admin, ann = await world.who(await make_admin(world.house)), await world.account("ann")
    made = await make_bot(world.house, ann, name="crow")
    await retire_bot(world.house, admin, made.account.id)
    assert (await bots(world.house, ann, mine=True)).items == []
    assert await refused(authenticate(world.house, made.credential.secret)) == "expired"


# whether it is there


@played
async def test_a_bot_is_there_for_three_heartbeats_after_its_stream_was_last_heard_of() -> None:
    world = World()
    made = await make_bot(world.house, await world.account("ann"), name="crow")
    who = await world.who(made)
    assert not await present(world.house, who.account)
    await keep_present(world.house, who)
    assert (await bot(world.house, None, who.account)).present
    world.time += 44_999
    assert await present(world.house, who.account)
    await keep_present(world.house, who)
    world.time += 44_999
    assert await present(world.house, who.account)
    world.time += 1
    assert not await present(world.house, who.account)
    assert not await present(world.house, "\ud800")


# finding them


async def some_bots(world: World) -> tuple[list[str], Any]:
    ann, bob = await world.account("ann"), await world.account("bob")
    made = []
    for number in range(30):
        world.time += number % 2
        accepts = Accepts(
            editions=["modern"] if number % 3 else ["classic"], players=[2 + number % 4], rated=number % 5 == 0
        )
        made.append(await make_bot(world.house, ann if number < 15 else bob, name=f"bot-{number}", accepts=accepts))
    for answer in made[::7]:
        await keep_present(world.house, await world.who(answer))
    return [answer.account.id for answer in made], ann


async def all_pages(world: World, who: Any, limit: int, **wanted: Any) -> list[str]:
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = await bots(world.house, who, cursor=cursor, limit=limit, **wanted)
        assert len(page.items) <= limit
        found += [answer.id for answer in page.items]
        if page.next is None:
            return found
        cursor = page.next


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ({}, range(30)),
        ({"present": True}, range(0, 30, 7)),
        ({"present": False}, [n for n in range(30) if n % 7]),
        ({"edition": "classic"}, range(0, 30, 3)),
        ({"players": 3}, range(1, 30, 4)),
        ({"rated": True}, range(0, 30, 5)),
        ({"rated": False, "edition": "modern"}, [n for n in range(30) if n % 5 and n % 3]),
        ({"mine": True}, range(15)),
        ({"mine": True, "present": True}, range(0, 15, 7)),
    ],
)
def test_bots_are_found_by_what_is_wanted_page_by_page(wanted: dict[str, Any], chosen: range | list[int]) -> None:
    async def story() -> None:
        world = World()
        ids, ann = await some_bots(world)
        for limit in (1, 4, 100):
            found = await all_pages(world, ann, limit, **wanted)
            assert len(found) == len(set(found))
            assert set(found) == {ids[number] for number in chosen}

    asyncio.run(story())


@pytest.mark.parametrize("looked_at", [100, 300])
def test_a_page_may_be_short_but_the_next_goes_on_from_there(looked_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_api.bots.service.LOOKED_AT", looked_at)

    async def story() -> None:
        world = World()
        wanted = []
        for number in range(220):
            world.time += 1
            if number % 20 == 0:
                owner = await world.account(f"owner-{number}")
            accepts = Accepts(rated=number in {3, 150})
            made = await make_bot(world.house, owner, name=f"bot-{number}", accepts=accepts)
            wanted += [made.account.id] if accepts.rated else []
        first = await bots(world.house, None, rated=True, limit=2)
        assert len(first.items) == (1 if looked_at == 100 else 2)
        assert set(await all_pages(world, None, 2, rated=True)) == set(wanted)

    asyncio.run(story())


@played
async def test_the_newest_bot_comes_first() -> None:
    world = World()
    ann = await world.account("ann")
    for name in ("one", "two", "three"):
        world.time += 1
        await make_bot(world.house, ann, name=name)
    assert [answer.name for answer in (await bots(world.house, None)).items] == ["three", "two", "one"]


@played
async def test_nobody_has_bots_of_his_own_without_a_credential() -> None:
    assert await refused(bots(World().house, None, mine=True)) == "unauthenticated"


@pytest.mark.parametrize("cursor", ["", "x", "1.", ".acct_" + "0" * 26, "9" * 16 + ".acct_" + "0" * 26, "-1.x", "１.x"])
def test_a_cursor_that_no_page_gave_is_refused(cursor: str) -> None:
    async def story() -> None:
        assert await refused(bots(World().house, None, cursor=cursor)) == "invalid"

    asyncio.run(story())
