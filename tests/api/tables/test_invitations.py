"""Invitations: who plays what, which seat is kept for whom, and what he is told of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts.service import make_admin
from citadels_api.accounts.stored import Accepts
from citadels_api.bots.service import make_bot, retire_bot
from citadels_api.credentials.service import authenticate, make_credential
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.tables import service as tables
from citadels_api.tables.invitations import unwelcome
from citadels_api.tables.stored import Clock
from citadels_api.tables.transaction import opened_table
from msgspec.structs import replace

from tests.support.houses import guest, make_house
from tests.support.orders import seat_order, table_order

if TYPE_CHECKING:
    from citadels_api.context import House, Principal
    from citadels_api.tables.contract import SeatOrder

pytestmark = pytest.mark.anyio

BANK = Clock(kind="bank", limit_ms=3000, bank_ms=60_000)
LIMIT = Clock(kind="decision", limit_ms=3000)


async def refused(awaitable: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await awaitable  # type: ignore[misc]  # a coroutine
    return caught.value


async def opened(house: House, who: Principal, *seats: SeatOrder, **order: Any) -> str:
    """An open table that he makes and sits at."""
    wanted = table_order(players=len(seats) + 1, seats=[seat_order("you"), *seats], start="demand", **order)
    return (await tables.create(house, who, wanted)).id


async def notes(house: House, account: str) -> list[dict[str, Any]]:
    """The invitations that an account was told of."""
    return [json.loads(raw) for _, raw in await house.store.appended(document("notices", account), after=0)]


@pytest.mark.parametrize(
    ("accepts", "table", "why"),
    [
        (Accepts(), {}, None),
        (Accepts(editions=["classic"]), {}, "the modern edition"),
        (Accepts(editions=["classic"]), {"edition": "classic"}, None),
        (Accepts(players=[2, 4]), {}, "with 3 players"),
        (Accepts(players=[3]), {}, None),
        (Accepts(clocks=["none", "bank"]), {"clock": LIMIT}, "with a clock of the kind decision"),
        (Accepts(clocks=["none", "bank"]), {"clock": BANK}, None),
        (Accepts(least_ms=3000), {"clock": LIMIT}, None),
        (Accepts(least_ms=3001), {"clock": LIMIT}, "with less than 3001 ms"),
        (Accepts(least_ms=60_000), {"clock": BANK}, None),
        (Accepts(least_ms=60_001), {"clock": BANK}, "with less than 60001 ms"),
        (Accepts(least_ms=60_001), {}, None),
        (Accepts(rated=False), {"rated": True}, "rated games"),
        (Accepts(rated=False), {"rated": False}, None),
        (Accepts(rated=True), {"rated": True}, None),
        (None, {"rated": True}, None),
    ],
)
async def test_a_bot_is_invited_to_what_it_plays(
    accepts: Accepts | None, table: dict[str, Any], why: str | None
) -> None:
    house, _, _ = make_house()
    made = await opened(house, await guest(house), seat_order(), seat_order())
    snapshot = await house.store.load(made)
    assert snapshot is not None
    assert unwelcome(replace(opened_table(snapshot), **table), accepts) == why


async def test_an_invitation_names_table_seat_and_who_invites_and_is_told_again_until_he_comes() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await opened(house, ann, seat_order(), seat_order())
    told = {"table": made, "seat": 2, "by": ann.account, "name": ann.player.name, "bot": False}
    assert (await tables.invite(house, ann, made, bea.account, seat=2)).seats[2].kind == "reserved"
    assert await notes(house, bea.account) == [told]
    number = (await tables.table(house, ann, made)).number
    assert (await tables.invite(house, ann, made, bea.account)).number == number
    assert await notes(house, bea.account) == [told, told]
    assert (await refused(tables.invite(house, ann, made, bea.account, seat=1))).code == "already_seated"
    await tables.join(house, bea, made)
    assert (await tables.invite(house, ann, made, bea.account)).number == number + 1
    assert len(await notes(house, bea.account)) == 2, "who sits there is told no more"


async def test_nobody_is_invited_who_is_gone_or_does_not_play_it_or_to_a_seat_that_is_taken() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await opened(house, ann, seat_order(), seat_order())
    bot = await make_bot(house, ann, name="a-bot", accepts=Accepts(players=[2]))
    picky = await refused(tables.invite(house, ann, made, bot.account.id))
    assert (picky.code, picky.message) == ("bad_setup", "account: a-bot does not play with 3 players")
    await retire_bot(house, ann, bot.account.id)
    assert (await refused(tables.invite(house, ann, made, bot.account.id))).code == "not_found"
    assert (await refused(tables.invite(house, ann, made, bea.account, seat=0))).code == "table_full"
    assert (await refused(tables.invite(house, bea, made, bea.account))).code == "forbidden"
    assert (await refused(tables.invite_link(house, bea, made))).code == "forbidden"


async def test_in_a_rated_game_an_owner_is_kept_one_seat() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    first = await make_bot(house, bea, name="first")
    second = await make_bot(house, bea, name="second")
    both = [seat_order("reserved", account=one.account.id) for one in (first, second)]
    assert (await refused(opened(house, ann, *both, rated=True))).code == "same_owner"
    assert (await refused(opened(house, bea, both[0], rated=True))).code == "same_owner"
    await opened(house, ann, *both, rated=False)
    made = await opened(house, ann, both[0], seat_order(), rated=True)
    who = await authenticate(house, first.credential.secret)
    await tables.join(house, who, made)
    assert (await refused(tables.join(house, bea, made))).code == "same_owner", "the owner of who sits there"
    other = await opened(house, ann, seat_order(), seat_order(), rated=True)
    await tables.join(house, bea, other)
    assert (await refused(tables.join(house, who, other))).code == "same_owner", "a bot of who sits there"


async def test_an_admin_sees_every_table_and_may_do_what_its_maker_may() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    made = await opened(house, ann, seat_order(), visibility="private")
    admin = await authenticate(house, (await make_admin(house)).credential.secret)
    assert (await tables.table(house, admin, made)).id == made
    assert (await tables.add_ai(house, admin, made, None, "random")).seats[1].kind == "ai"
    assert (await tables.start(house, admin, made)).status == "running"


async def test_a_credential_for_one_seat_sees_no_other_private_table_of_its_account() -> None:
    house, _, _ = make_house()
    ann = await guest(house)
    made = await opened(house, ann, seat_order(), visibility="private")
    for table, found in ((made, True), ("game_other", False)):
        secret = (await make_credential(house, ann, table=table)).secret
        who = await authenticate(house, secret)
        if found:
            assert (await tables.table(house, who, made)).your_seat == 0
        else:
            assert (await refused(tables.table(house, who, made))).code == "not_found"


async def test_a_seat_that_is_none_and_a_level_that_is_none_are_refused_by_their_names() -> None:
    house, _, _ = make_house()
    ann, bea = await guest(house), await guest(house)
    made = await opened(house, ann, seat_order())
    for seat in (-1, 2):
        fault = await refused(tables.join(house, bea, made, seat=seat))
        assert (fault.code, fault.extra["errors"][0]["path"]) == ("invalid", "seat")
    fault = await refused(tables.add_ai(house, ann, made, 1, "genius"))
    assert (fault.code, fault.extra["errors"][0]["path"]) == ("invalid", "level")
    assert (await refused(tables.add_ai(house, bea, made, 1, "random"))).code == "forbidden"
    assert (await refused(tables.add_ai(house, ann, made, 0, "random"))).code == "table_full"
    await tables.invite(house, ann, made, bea.account)
    found = await tables.add_ai(house, ann, made, 1, "random")
    assert found.seats[1].kind == "ai", "its maker gives a kept seat to an AI where nobody has come"


async def test_a_link_is_good_until_the_next_is_made_and_a_wrong_one_opens_no_other_seat() -> None:
    house, _, _ = make_house()
    ann, bea, cid = [await guest(house) for _ in range(3)]
    kept = seat_order("reserved", account=bea.account)
    made = await opened(house, ann, kept, seat_order(), visibility="private")
    first = await tables.invite_link(house, ann, made)
    second = await tables.invite_link(house, ann, made)
    assert (await refused(tables.join(house, cid, made, invite=first))).code == "not_found"
    assert (await refused(tables.join(house, bea, made, seat=2, invite=first))).code == "forbidden"
    found = await tables.join(house, bea, made, seat=2, invite=second)
    assert [one.kind for one in found.seats] == ["human", "open", "human"]


async def test_who_declines_is_answered_with_the_table_as_it_is_then() -> None:
    house, _, _ = make_house()
    ann, bob = await guest(house), await guest(house)
    table = await opened(house, ann, seat_order("reserved", account=bob.account), seat_order())
    answered = await tables.decline(house, bob, table)
    now = await tables.table(house, ann, table)
    assert answered.number == now.number > 1
    assert [seat.kind for seat in answered.seats] == ["human", "open", "open"]
    assert answered.your_seat is None
    assert (await refused(tables.decline(house, bob, table))).code == "not_seated"
