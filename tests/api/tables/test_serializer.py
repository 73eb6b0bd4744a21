"""What the service answers of tables, seats, games, bots and credentials, told in one story each and kept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts import account_store
from citadels_api.accounts import service as accounts
from citadels_api.accounts.stored import Accepts
from citadels_api.bots import service as bots
from citadels_api.credentials import service as credentials
from citadels_api.play import service as play
from citadels_api.streams import service as streams
from citadels_api.tables import creation, invitations, lifecycle, lobby, matchmaking, search, seats, serializer
from citadels_api.tables.options import preview

from tests.support.chance import seed_secrets
from tests.support.houses import make_house
from tests.support.kept import assert_kept
from tests.support.orders import clock_order, seat_order, table_order
from tests.support.story import Story

if TYPE_CHECKING:
    from citadels_api.context import House, Principal

pytestmark = pytest.mark.anyio

KEPT = Path(__file__).parent / "kept"
TOLD = (
    accounts,
    bots,
    credentials,
    search,
    streams,
    invitations,
    lobby,
    creation,
    matchmaking,
    play,
    account_store,
    seats,
    serializer,
    lifecycle,
)
"""The modules whose answers the stories tell."""


async def signed_in(house: House, secret: str | None) -> Principal:
    """Whoever has this secret."""
    who = await credentials.authenticate(house, secret)
    assert who is not None
    return who


async def account(house: House, name: str) -> Principal:
    """Somebody with an account."""
    made = await accounts.make_account(house, name=name, address="10.0.0.1")
    return await signed_in(house, made.credential.secret)


async def bot_of(house: House, owner: Principal, name: str, **accepts: Any) -> Principal:
    """A bot of an account."""
    made = await bots.make_bot(house, owner, name=name, accepts=Accepts(**accepts))
    return await signed_in(house, made.credential.secret)


async def test_tables_are_made_found_filled_and_left_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_secrets(monkeypatch)
    house, rings, clock = make_house()
    tell = (story := Story()).tell
    ann, ben, eve = [await account(house, name) for name in ("ann", "ben", "eve")]
    guest = await signed_in(house, (await accounts.make_guest(house, name=None, address="10.0.0.2")).credential.secret)
    tin = await bot_of(house, ann, "tin")
    picky = await bot_of(
        house, ben, "picky", editions=["classic"], players=[4, 5], clocks=["none", "bank"], least_ms=5000, rated=False
    )

    made = await tell(
        "ann makes a table with all that can be said",
        creation.create(
            house, ann,
            table_order(
                name="friday", players=4, seats=[seat_order("you"), seat_order("ai", level="greedy"), seat_order("reserved", account=ben.account)],
                clock=clock_order("bank", bank_ms=60_000, increment_ms=300, limit_ms=5_000), timeout="forfeit", visibility="private",
                spectator_delay_ms=4_000, start="demand",
            ),
        ),
    )  # fmt: skip
    assert made is not None
    friday = made.id
    await tell("eve looks at it", search.table(house, eve, friday))
    await tell("ben looks at it", search.table(house, ben, friday))
    await tell("nobody looks at it", search.table(house, None, friday))
    await tell("eve joins it", seats.join(house, eve, friday))
    secret = await tell("ann makes a link", invitations.invite_link(house, ann, friday))
    await tell("ben makes a link", invitations.invite_link(house, ben, friday))
    assert secret is not None
    await tell("eve looks at it with the link", search.table(house, eve, friday, invite=secret))
    await tell("eve looks at it with another", search.table(house, eve, friday, invite="another"))
    await tell("ben declines", invitations.decline(house, ben, friday))
    await tell("ben declines again", invitations.decline(house, ben, friday))
    await tell(
        "ben is invited again, to a seat that is taken", invitations.invite(house, ann, friday, ben.account, seat=1)
    )
    await tell("ben is invited again", invitations.invite(house, ann, friday, ben.account, seat=2))
    await tell("he is told again", invitations.invite(house, ann, friday, ben.account))
    await tell("to another seat", invitations.invite(house, ann, friday, ben.account, seat=3))
    await tell("a bot that plays no such games is invited", invitations.invite(house, ann, friday, picky.account))
    await tell("nobody is invited", invitations.invite(house, ann, friday, "acct_nobody"))
    await tell("ben invites", invitations.invite(house, ben, friday, eve.account))
    await tell("ben joins", seats.join(house, ben, friday))
    await tell("ben joins again", seats.join(house, ben, friday))
    await tell("eve joins a seat that is taken", seats.join(house, eve, friday, seat=0, invite=secret))
    await tell("eve joins a seat that is none", seats.join(house, eve, friday, seat=7, invite=secret))
    await tell("ann starts", lifecycle.start(house, ann, friday))
    await tell("eve joins", seats.join(house, eve, friday, seat=3, invite=secret))
    await tell("eve leaves", seats.leave(house, eve, friday))
    await tell("eve leaves again", seats.leave(house, eve, friday))
    await tell("ben puts an AI there", seats.add_ai(house, ben, friday, 3, "random"))
    await tell("ann puts an AI there that is none", seats.add_ai(house, ann, friday, 3, "genius"))
    await tell("ann puts an AI on a seat that is taken", seats.add_ai(house, ann, friday, 0, "random"))
    await tell("ann puts an AI there", seats.add_ai(house, ann, friday, None, "random"))
    await tell("ann puts one more", seats.add_ai(house, ann, friday, None, "random"))
    await tell("the guest joins", seats.join(house, guest, friday, invite=secret))
    await tell("ben starts", lifecycle.start(house, ben, friday))
    clock.now += 1_234
    await tell("ann starts", lifecycle.start(house, ann, friday))
    await tell("ann starts again", lifecycle.start(house, ann, friday))
    await tell("ben leaves", seats.leave(house, ben, friday))
    await tell("eve aborts", lifecycle.abort(house, eve, friday))
    await tell("a rematch before the end", matchmaking.rematch(house, ann, friday))
    clock.now += 500
    await tell("ann aborts", lifecycle.abort(house, ann, friday))
    await tell("ann aborts again", lifecycle.abort(house, ann, friday))
    again = await tell("ben wants a rematch", matchmaking.rematch(house, ben, friday))
    await tell("ann too", matchmaking.rematch(house, ann, friday))
    await tell("eve too", matchmaking.rematch(house, eve, friday))
    assert again is not None
    await tell("eve aborts that", lifecycle.abort(house, eve, again.id))
    await tell("ben aborts that", lifecycle.abort(house, ben, again.id))

    rated = await tell(
        "ann makes a rated table",
        creation.create(house, ann, table_order(players=2, rated=True, seats=[seat_order("you")])),
    )
    assert rated is not None
    await tell("her bot joins", seats.join(house, tin, rated.id))
    await tell("her bot is invited", invitations.invite(house, ann, rated.id, tin.account))
    await tell("a bot that plays no such games joins", seats.join(house, picky, rated.id))
    clock.now += 10
    await tell("quick match makes one", matchmaking.quick_match(house, guest, players=3))
    clock.now += 10
    await tell("quick match finds it", matchmaking.quick_match(house, eve, players=3))
    await tell("quick match for the same again", matchmaking.quick_match(house, eve, players=3))
    for what, order in (
        ("a seat for nobody", table_order(players=2, seats=[seat_order("you"), seat_order("reserved", account="acct_nobody")])),
        ("a seat for oneself", table_order(players=2, seats=[seat_order("you"), seat_order("reserved", account=ann.account)])),
        ("a seat for the picky", table_order(players=2, seats=[seat_order("you"), seat_order("reserved", account=picky.account)])),
        ("a rated one with one's own bot", table_order(players=2, rated=True, seats=[seat_order("you"), seat_order("reserved", account=tin.account)])),
        ("one without a seat for oneself", table_order(players=2, seats=[])),
    ):  # fmt: skip
        clock.now += 10
        await tell(f"ann makes {what}", creation.create(house, ann, order))
    await tell("nobody makes one", creation.create(house, None, table_order()))
    for asked in (
        {}, {"limit": 1}, {"limit": 0}, {"status": "running"}, {"status": "aborted"}, {"players": 3}, {"rated": True}, {"edition": "classic"},
        {"mine": True}, {"mine": True, "limit": 1}, {"cursor": "x"}, {"cursor": "1800000000000.x"}, {"cursor": "12."},
    ):  # fmt: skip
        page = await tell(f"ann lists {asked}", names(house, ann, **asked))
        assert page is None or isinstance(page, list)
    await tell("nobody lists his own", names(house, None, mine=True))
    await tell("ben has been told", first_notice(house, ben))
    story.note(rings.calls)
    assert_kept(KEPT / "tables_answered.txt", story.lines)


async def names(house: House, who: Principal | None, **asked: Any) -> list[str]:
    """The tables of a page, and where the next begins."""
    page = await search.tables(house, who, **asked)
    return [f"{one.id} {one.status} {one.name}" for one in page.items] + [f"next: {page.next}"]


async def first_notice(house: House, who: Principal) -> Any:
    """The first thing that a stream tells."""
    source: Any = streams.notices(house, who, after=0)
    try:
        return await anext(source)
    finally:
        await source.aclose()


async def test_a_game_is_played_looked_at_and_followed_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_secrets(monkeypatch)
    house, rings, clock = make_house()
    tell = (story := Story()).tell
    ann, ben = [await account(house, name) for name in ("ann", "ben")]
    order = table_order(
        players=2,
        seats=[seat_order("you")],
        seed="7",
        clock=clock_order("bank", bank_ms=60_000, increment_ms=300),
        spectator_delay_ms=2_000,
    )
    made = await creation.create(house, ann, order)
    await tell("ben joins", seats.join(house, ben, made.id))
    people = (ann, ben)
    dice = random.Random(3)
    for turn in range(14):
        clock.now += 700 + turn
        owing = [(who, one) for who in people for one in await play.owed(house, who)]
        story.lines.append(f"== owed at turn {turn}: {[one.table == made.id for _, one in owing]}")
        who, owes = owing[0]
        await tell("what is owed", play.owed(house, who))
        found = await play.position(house, who, made.id)
        assert found.decision is not None
        assert found.decision.actions is not None
        actions = [one.text for one in found.decision.actions]
        if turn in (0, 10):
            await tell("the position of who is asked", play.position(house, who, made.id))
            await tell("the position of the other", play.position(house, people[who is ann], made.id))
            await tell("the position of nobody", play.position(house, None, made.id))
            await tell(
                "the other moves", play.submit(house, people[who is ann], made.id, n=owes.n, actions=actions[:1])
            )
            await tell("a move of before", play.submit(house, who, made.id, n=owes.n - 1, actions=actions[:1]))
            await tell("no action", play.submit(house, who, made.id, n=owes.n, actions=["fly away"]))
            await tell("nothing", play.submit(house, who, made.id, n=owes.n, actions=[]))
            await tell("why not", play.reasons(house, who, made.id, [actions[0], "destroy 1 keep", "build", "fly"]))
        key = f"key-{turn}"
        chosen = [dice.choice(actions)]
        await tell(f"move {turn}", play.submit(house, who, made.id, n=owes.n, actions=chosen, key=key))
        if turn % 4 == 0:
            await tell("the same again", play.submit(house, who, made.id, n=owes.n, actions=chosen, key=key))
            await tell("another with that key", play.submit(house, who, made.id, n=owes.n, actions=["end"], key=key))
    for name, viewer in (("ann", ann), ("nobody", None)):
        await tell(f"{name} reads what has happened", streams.events(house, viewer, made.id, after=0))
        await tell(f"{name} reads the newest", streams.events(house, viewer, made.id, after=20, positions=True))
    clock.now += 90_000
    await tell("a move after the time", play.submit(house, ann, made.id, n=15, actions=["end"]))
    await tell("ben resigns", lifecycle.resign(house, ben, made.id))
    await tell("ben resigns again", lifecycle.resign(house, ben, made.id))
    await tell("nobody looks", search.table(house, None, made.id))
    await tell("ann looks", search.table(house, ann, made.id))
    story.note(rings.calls)
    assert_kept(KEPT / "game_answered.txt", story.lines)


async def test_bots_and_credentials_are_answered_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_secrets(monkeypatch)
    house, _, clock = make_house()
    tell = (story := Story()).tell
    ann = await account(house, "ann")
    ben = await account(house, "ben")
    guest = await signed_in(house, (await accounts.make_guest(house, name=None, address="10.0.0.2")).credential.secret)
    admin = await signed_in(house, (await accounts.make_admin(house)).credential.secret)
    for name in ("an", "a b", "ann", "house", "x" * 31, "ok-name", "greedy", ""):
        await tell(f"an account named {name!r}", accounts.make_account(house, name=name, address="10.0.0.3"))
    await tell("a guest who gives a name", accounts.make_guest(house, name="passer-by", address="10.0.0.4"))
    await tell("a guest who gives one that is taken", accounts.make_guest(house, name="ann", address="10.0.0.4"))
    await tell("the guest claims a name that is taken", accounts.claim(house, guest, name="ben"))
    claimed = await tell("the guest claims a name", accounts.claim(house, guest, name="settled"))
    assert claimed is not None
    for who, name in ((ann, "ann"), (None, "nobody"), (admin, "the admin")):
        await tell(f"{name} asks who that is", accounts.me(house, who))
        await tell(f"{name} looks at ann", accounts.account(house, who, ann.account))
    await tell(
        "ann says something about herself",
        accounts.update_account(house, ann, account_id=ann.account, about="plays slowly"),
    )
    await tell("ann says too much", accounts.update_account(house, ann, account_id=ann.account, about="x" * 501))
    await tell(
        "ben says something about ann", accounts.update_account(house, ben, account_id=ann.account, about="plays badly")
    )
    await tell("ann takes another name", accounts.update_account(house, ann, account_id=ann.account, name="anna"))
    await tell("ann takes ben's name", accounts.update_account(house, ann, account_id=ann.account, name="ben"))
    assert claimed.recovery is not None
    await tell("with the wrong words", accounts.recover(house, name="settled", recovery="x" * 26, address="10.0.0.5"))
    await tell("with too many", accounts.recover(house, name="settled", recovery="x" * 101, address="10.0.0.5"))
    await tell("of nobody", accounts.recover(house, name="nobody-here", recovery=claimed.recovery, address="10.0.0.5"))
    await tell(
        "with the right ones", accounts.recover(house, name="settled", recovery=claimed.recovery, address="10.0.0.5")
    )
    await tell(
        "with the same again", accounts.recover(house, name="settled", recovery=claimed.recovery, address="10.0.0.5")
    )

    made = {}
    for name, said in (
        ("plain", {}),
        ("picky", {"about": "plays the old one", "accepts": Accepts(editions=["classic", "classic"], players=[5, 4, 5], clocks=["bank"], least_ms=9, rated=False)}),
        ("none", {"accepts": Accepts(editions=[])}),
        ("many", {"accepts": Accepts(players=[9])}),
        ("sundial", {"accepts": Accepts(clocks=["sundial"])}),
        ("hasty", {"accepts": Accepts(least_ms=-1)}),
        ("lazy", {"accepts": Accepts(least_ms=86_400_001)}),
        ("wordy", {"about": "x" * 501}),
    ):  # fmt: skip
        clock.now += 1_000
        made[name] = await tell(f"ann makes a bot, {name}", bots.make_bot(house, ann, name=name, **said))
    await tell("nobody makes a bot", bots.make_bot(house, None, name="orphan"))
    await tell("the guest's account makes one", bots.make_bot(house, guest, name="of-guest"))
    plain, picky = made["plain"], made["picky"]
    assert plain is not None
    assert picky is not None
    tin = await signed_in(house, plain.credential.secret)
    await bots.keep_present(house, tin)
    await tell("whoever asks looks at it", bots.bot(house, None, plain.account.id))
    await tell("at what is no bot", bots.bot(house, None, ann.account))
    for asked in (
        {}, {"present": True}, {"present": False}, {"edition": "modern"}, {"players": 4}, {"players": 3}, {"rated": True}, {"rated": False},
        {"limit": 1}, {"limit": 0}, {"cursor": "x"}, {"mine": True}, {"cursor": f"1800000001000.{plain.account.id}"},
    ):  # fmt: skip
        await tell(f"bots {asked}", bots.bots(house, ann, **asked))
    await tell("nobody's bots", bots.bots(house, None, mine=True))
    await tell("ben's bots", bots.bots(house, ben, mine=True))
    await tell("ben changes it", bots.update_bot(house, ben, plain.account.id, about="mine"))
    await tell("ann changes what it says", bots.update_bot(house, ann, plain.account.id, about="hers"))
    await tell("and what it accepts", bots.update_bot(house, ann, plain.account.id, accepts=Accepts(players=[2])))
    await tell("and its name", bots.update_bot(house, ann, plain.account.id, name="tin"))
    clock.now += round(3000 * house.settings.heartbeat_s)
    await tell("it has gone", bots.bot(house, None, plain.account.id))
    await tell("ann retires the other", bots.retire_bot(house, ann, picky.account.id))
    await tell("once more", bots.retire_bot(house, ann, picky.account.id))
    await tell("what is retired is changed", bots.update_bot(house, ann, picky.account.id, about="back"))
    await tell("what is retired is looked at", bots.bot(house, None, picky.account.id))
    await tell("the other's secret", credentials.authenticate(house, picky.credential.secret))

    clock.now += 60_000
    await tell("ann's credentials", credentials.credentials(house, ann))
    await tell("those of her bot", credentials.credentials(house, ann, account_id=plain.account.id))
    await tell("those of ben", credentials.credentials(house, ann, account_id=ben.account))
    issued = await tell("one more", credentials.make_credential(house, ann, name="laptop", scopes=["play"], days=7))
    assert issued is not None
    await tell("with a scope that she has not", credentials.make_credential(house, ann, scopes=["admin"]))
    await tell("with a scope that is none", credentials.make_credential(house, ann, scopes=["fly"]))
    await tell("with no scope", credentials.make_credential(house, ann, scopes=[]))
    await tell("for no day", credentials.make_credential(house, ann, days=0))
    await tell("for too many", credentials.make_credential(house, ann, days=100_000))
    await tell("with a long name", credentials.make_credential(house, ann, name="x" * 61))
    await tell("for a table that is none", credentials.make_credential(house, ann, table="game_x"))
    laptop = await signed_in(house, issued.secret)
    await tell("the laptop makes one for more", credentials.make_credential(house, laptop, scopes=["account:write"]))
    clock.now += 5_000
    rotated = await tell("it is rotated", credentials.rotate_credential(house, ann, issued.id, overlap_s=60))
    assert rotated is not None
    await tell("too long an overlap", credentials.rotate_credential(house, ann, rotated.id, overlap_s=10**7))
    for seconds in (0, 59, 60, 61):
        clock.now += seconds * 1000
        good = await credentials.still_good(house, laptop)
        story.lines.append(f"  the old one {seconds} s later: {good}")
    await tell("the new one is revoked", credentials.revoke_credential(house, ann, rotated.id))
    await tell("it is revoked again", credentials.revoke_credential(house, ann, rotated.id))
    await tell("by somebody else", credentials.revoke_credential(house, ben, rotated.id))
    await tell("what is left", credentials.credentials(house, ann))
    assert_kept(KEPT / "identities_answered.txt", story.lines)


def test_what_would_be_dealt_is_told_as_it_was() -> None:
    story = Story()
    for order in (
        table_order(), table_order(players=2), table_order(players=8), table_order(edition="classic", players=4), table_order(edition="classic", players=7),
    ):  # fmt: skip
        story.lines.append(f"== {order.edition} {order.players}")
        story.note(preview(order))
    assert_kept(KEPT / "setups_answered.txt", story.lines)
