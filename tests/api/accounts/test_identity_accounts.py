"""Accounts: guests, those who are claimed, and the way back in."""

from __future__ import annotations

import asyncio

import pytest
from citadels_api.accounts.account_store import HALF_WAY, fingerprint, take_name
from citadels_api.accounts.service import (
    account,
    claim,
    make_account,
    make_admin,
    make_guest,
    me,
    recover,
    update_account,
)
from citadels_api.bots.service import make_bot
from citadels_api.credentials.service import authenticate, credentials, make_credential, still_good
from citadels_api.problems import Refusal
from citadels_api.store import keys
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.api.accounts.identity_world import ADDRESS, DAY, World, played, refused, scopes_of

# guests


@played
async def test_a_guest_gets_a_name_and_is_who_he_says() -> None:
    world = World()
    made = await make_guest(world.house, name=None, address=ADDRESS)
    assert made.account.name.startswith("guest-")
    assert (made.account.kind, made.recovery) == ("guest", None)
    assert (made.credential.secret or "").startswith("ctd_guest_")
    assert await me(world.house, await world.who(made)) == made.account


@played
async def test_a_guest_may_bear_a_name_that_other_guests_have_but_no_account() -> None:
    world = World()
    await world.account("Ann")
    assert await refused(make_guest(world.house, name="ann", address=ADDRESS)) == "name_taken"
    for _ in range(2):
        assert (await make_guest(world.house, name="Bob", address=ADDRESS)).account.name == "Bob"
    await world.account("bob")
    guest = await world.guest()
    assert await refused(update_account(world.house, guest, account_id=guest.account, name="ANN")) == "name_taken"


@played
async def test_an_address_makes_so_many_newcomers_an_hour_and_then_has_to_wait() -> None:
    world = World(guests_per_hour=10)
    for number in range(10):
        if number % 2:
            await make_account(world.house, name=f"bot-{number}", address=ADDRESS)
        else:
            await make_guest(world.house, name=None, address=ADDRESS)
    with pytest.raises(Refusal) as refusal:
        await make_guest(world.house, name=None, address=ADDRESS)
    assert refusal.value.code == "rate_limited"
    wait = refusal.value.extra["retry_after"]
    assert 0 < wait <= 360
    assert await refused(make_account(world.house, name="late", address=ADDRESS)) == "rate_limited"
    await make_guest(world.house, name=None, address="203.0.113.8")
    world.time += wait * 1000
    await make_guest(world.house, name=None, address=ADDRESS)


@played
async def test_a_house_may_take_no_newcomers() -> None:
    world = World(guests_per_hour=0)
    assert await refused(make_guest(world.house, name=None, address=ADDRESS)) == "forbidden"


@played
async def test_no_address_is_kept() -> None:
    world = World()
    await make_guest(world.house, name=None, address=ADDRESS)
    await refused(recover(world.house, name="ann", recovery="ABC", address=ADDRESS))
    space = world.store.space
    assert space.buckets
    assert ADDRESS not in repr((space.buckets, space.documents, space.sets))


def test_an_address_is_known_by_its_network_where_a_subscriber_has_a_whole_one() -> None:
    assert fingerprint("2001:db8:1:2::1") == fingerprint("2001:db8:1:2:ffff::9")
    assert fingerprint("2001:db8:1:2::1") != fingerprint("2001:db8:1:3::1")
    assert fingerprint("::ffff:203.0.113.7") == fingerprint("203.0.113.7")
    assert fingerprint("203.0.113.7") != fingerprint("203.0.113.8")


@settings(deadline=None)
@given(st.text())
def test_any_text_that_is_said_to_be_an_address_is_one_bucket(text: str) -> None:
    assert len(fingerprint(text)) == 16


@played
async def test_a_guest_without_a_credential_is_forgotten() -> None:
    world = World()
    who = await world.guest()
    world.time += 20 * DAY
    await make_credential(world.house, who, days=30)
    world.time += 30 * DAY
    assert await world.store.get(keys.document("acct", who.account)) is not None
    world.time += 7 * DAY
    assert await world.store.get(keys.document("acct", who.account)) is None
    assert await refused(me(world.house, who)) == "not_found"


# claiming


@played
async def test_a_claimed_guest_keeps_his_id_and_his_credentials() -> None:
    world = World()
    made = await make_guest(world.house, name=None, address=ADDRESS)
    guest = await world.who(made)
    claimed = await claim(world.house, guest, name="Ann")
    assert claimed.account.id == guest.account
    assert (claimed.account.kind, claimed.account.name) == ("account", "Ann")
    old, new = await world.who(made), await world.who(claimed)
    for who in (old, new):
        assert (who.account, who.kind, who.player.name) == (guest.account, "account", "Ann")
    assert "tournament:write" not in scopes_of(old)
    assert "tournament:write" in scopes_of(new)
    assert (claimed.credential.secret or "").startswith("ctd_acct_")
    recovered = await recover(world.house, name="ann", recovery=claimed.recovery or "", address=ADDRESS)
    assert recovered.account.id == guest.account
    world.time += 100 * DAY
    assert await world.store.get(keys.document("acct", guest.account)) is not None


@played
async def test_only_a_guest_is_claimed_and_only_once() -> None:
    world = World()
    guest, ann = await world.guest(), await world.account("ann")
    bot = await world.who(await make_bot(world.house, ann, name="crow"))
    await claim(world.house, guest, name="bob")
    for who in (guest, ann, bot):
        assert await refused(claim(world.house, who, name="carl")) == "forbidden"
    assert await refused(claim(world.house, None, name="carl")) == "unauthenticated"
    await world.account("carl")


@played
async def test_two_claims_at_once_are_one() -> None:
    for seed in range(40):
        world = World(seed=seed)
        guest = await world.guest()
        names = ("ann", "ann") if seed % 2 else ("ann", "bob")
        codes = await asyncio.gather(*(refused(claim(world.house, guest, name=name)) for name in names))
        assert sorted(codes) == ["forbidden", "nothing is refused"]
        name = (await me(world.house, guest)).name
        if names[0] != names[1]:
            await world.account("bob" if name == "ann" else "ann")
        world.time += HALF_WAY
        assert await refused(world.account(name)) == "name_taken"


@played
async def test_who_may_not_do_all_that_a_guest_may_does_not_claim_him() -> None:
    world = World()
    guest = await world.guest()
    for lacking in scopes_of(guest):
        lesser = await make_credential(world.house, guest, scopes=sorted(scopes_of(guest) - {lacking}))
        assert await refused(claim(world.house, await world.who(lesser.secret), name="ann")) == "forbidden"


# recovery


@played
async def test_a_recovery_code_is_good_once_and_tells_a_new_one() -> None:
    world = World()
    made = await make_account(world.house, name="Ann", address=ADDRESS)
    assert made.recovery is not None
    first = await recover(world.house, name="ann", recovery=made.recovery.lower().replace("-", " "), address=ADDRESS)
    assert first.account.id == made.account.id
    assert scopes_of(await world.who(first)) == scopes_of(await world.who(made))
    again = recover(world.house, name="ann", recovery=made.recovery, address=ADDRESS)
    assert await refused(again) == "unauthenticated"
    second = await recover(world.house, name="ann", recovery=first.recovery or "", address=ADDRESS)
    assert second.recovery not in {made.recovery, first.recovery}


@played
async def test_a_recovery_code_is_good_once_even_when_it_is_used_twice_at_once() -> None:
    for seed in range(30):
        world = World(seed=seed)
        code = (await make_account(world.house, name="ann", address=ADDRESS)).recovery or ""
        asked = (recover(world.house, name="ann", recovery=code, address=ADDRESS) for _ in range(2))
        codes = await asyncio.gather(*(refused(one) for one in asked))
        assert sorted(codes) == ["nothing is refused", "unauthenticated"]


@played
async def test_an_unknown_name_and_a_wrong_code_are_refused_alike() -> None:
    world = World()
    await world.account("ann")
    await make_bot(world.house, await world.account("owner"), name="crow")
    admin = await make_admin(world.house)
    seen = set()
    for name in ("ann", "nobody", "crow", admin.account.name):
        for code in ("", "00000", "\ud800"):
            with pytest.raises(Refusal) as refusal:
                await recover(world.house, name=name, recovery=code, address=ADDRESS)
            seen.add(str(refusal.value))
    assert seen == {"unauthenticated: the name or the recovery code is wrong"}
    assert await refused(recover(world.house, name="ann", recovery="0" * 101, address=ADDRESS)) == "invalid"


@played
async def test_an_account_is_recovered_under_the_name_that_it_bears_only() -> None:
    world = World()
    made = await make_account(world.house, name="ann", address=ADDRESS)
    await take_name(world.house, "anna", made.account.id, world.time)
    asked = recover(world.house, name="anna", recovery=made.recovery or "", address=ADDRESS)
    assert await refused(asked) == "unauthenticated"


@played
async def test_a_name_that_is_changed_while_the_account_is_recovered_stands_in_the_new_credential() -> None:
    world = World()
    made = await make_account(world.house, name="ann", address=ADDRESS)
    ann = await world.who(made)
    world.store.meanwhile = "rank", lambda: update_account(world.house, ann, account_id=ann.account, name="anna")
    recovered = await recover(world.house, name="ann", recovery=made.recovery or "", address=ADDRESS)
    assert (await world.who(recovered)).player.name == "anna"


@played
async def test_no_recovery_code_is_kept() -> None:
    world = World()
    made = await make_account(world.house, name="ann", address=ADDRESS)
    assert made.recovery is not None
    held = repr(world.store.space.documents)
    assert made.recovery not in held
    assert made.recovery.replace("-", "") not in held


@played
async def test_an_address_tries_recovery_20_times_an_hour() -> None:
    world = World()
    names = [f"ann-{number}" for number in range(21)]
    tries = [refused(recover(world.house, name=name, recovery="ABC", address=ADDRESS)) for name in names]
    assert [await one for one in tries] == ["unauthenticated"] * 20 + ["rate_limited"]


@played
async def test_wrong_codes_for_a_name_are_limited_and_keep_its_owner_not_out() -> None:
    world = World()
    code = (await make_account(world.house, name="ann", address=ADDRESS)).recovery or ""
    tries = [
        refused(recover(world.house, name="ANN", recovery="ABC", address=f"203.0.113.{number}")) for number in range(21)
    ]
    assert [await one for one in tries] == ["unauthenticated"] * 20 + ["rate_limited"]
    await recover(world.house, name="ann", recovery=code, address=ADDRESS)


@played
async def test_who_has_too_many_credentials_still_comes_back() -> None:
    world = World()
    made = await make_account(world.house, name="ann", address=ADDRESS)
    who = await world.who(made)
    for _ in range(49):
        await make_credential(world.house, who)
    await world.who(await recover(world.house, name="ann", recovery=made.recovery or "", address=ADDRESS))


# whose


@played
async def test_an_account_is_seen_by_itself_by_its_owner_and_by_an_admin_only() -> None:
    world = World()
    ann, bob, admin = (
        await world.account("ann"),
        await world.account("bob"),
        await world.who(await make_admin(world.house)),
    )
    crow = await make_bot(world.house, ann, name="crow")
    bot = await world.who(crow)
    assert (await account(world.house, ann, ann.account)).name == "ann"
    assert (await account(world.house, ann, bot.account)).owner == ann.account
    assert (await account(world.house, admin, ann.account)).name == "ann"
    unknown = ("acct_" + "0" * 26, "nothing", "\ud800", "")
    for who, others in ((bob, (ann.account, bot.account)), (bot, (ann.account,)), (ann, (bob.account,))):
        for account_id in (*others, *unknown):
            assert await refused(account(world.house, who, account_id)) == "not_found"
            changing = update_account(world.house, ann, account_id=account_id, about="x")
            if account_id not in {ann.account, bot.account}:
                assert await refused(changing) == "not_found"
            else:
                changing.close()
    assert await refused(account(world.house, None, ann.account)) == "unauthenticated"
    assert await refused(me(world.house, None)) == "unauthenticated"


@played
async def test_an_account_says_something_about_itself() -> None:
    world = World()
    ann = await world.account("ann")
    answer = await update_account(world.house, ann, account_id=ann.account, about="Plays\u00a0at night.\nÀ bientôt 👋")
    assert answer.about.endswith("👋")
    assert await me(world.house, ann) == answer
    for about in ("x" * 501, "\0", "\ud800", "\u202eabc", "\r"):
        changing = update_account(world.house, ann, account_id=ann.account, about=about)
        assert await refused(changing) == "invalid"
    assert await me(world.house, ann) == answer


@played
async def test_who_may_not_write_accounts_changes_none() -> None:
    world = World()
    ann = await world.account("ann")
    lesser = await world.who((await make_credential(world.house, ann, scopes=["play"])).secret)
    changing = update_account(world.house, lesser, account_id=ann.account, name="anna")
    assert await refused(changing) == "forbidden"
    changing = update_account(world.house, None, account_id=ann.account, name="anna")
    assert await refused(changing) == "unauthenticated"


# the house's own


@played
async def test_an_admin_is_made_by_the_house_only_and_cannot_be_recovered() -> None:
    world = World()
    made = await make_admin(world.house)
    assert made.account.name.startswith("admin-")
    assert made.recovery is None
    assert (await world.who(made)).may("admin")
    asked = recover(world.house, name=made.account.name, recovery="", address=ADDRESS)
    assert await refused(asked) == "unauthenticated"


@played
async def test_nothing_that_anybody_can_get_is_admin() -> None:
    world = World()
    guest = await world.guest()
    claimed = await claim(world.house, guest, name="ann")
    recovered = await recover(world.house, name="ann", recovery=claimed.recovery or "", address=ADDRESS)
    for answer in (claimed, recovered, await make_account(world.house, name="bob", address=ADDRESS)):
        who = await authenticate(world.house, answer.credential.secret)
        assert who is not None
        assert await still_good(world.house, who)
        assert not who.may("admin")
        assert all("admin" not in one.scopes for one in await credentials(world.house, who))
