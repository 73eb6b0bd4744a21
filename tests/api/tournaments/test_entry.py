"""Who may come in, who is turned away, and who may take whom out again."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.problems import Refusal
from citadels_api.ratings.stored import Rated, RatingDoc, rating_key
from citadels_api.store.keys import document
from citadels_api.streams.service import notices
from citadels_api.tables.stored import Clock, Player
from citadels_api.tournaments import control, entry, search, stream
from citadels_api.tournaments.stored import Conditions

from tests.support.houses import guest
from tests.support.tournament_world import made_world

if TYPE_CHECKING:
    from citadels_api.context import Principal

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio


async def code_of(world: World, who: Principal | None, tour_id: str, **more: str) -> str:
    """Under which code an entry is refused; `in` where it is not."""
    try:
        await entry.enter(world.house, who, tour_id, **more)
    except Refusal as refusal:
        return refusal.code
    return "in"


async def test_a_bot_enters_itself_or_is_entered_by_its_owner_and_nobody_else() -> None:
    world = await made_world()
    made = await world.make(conditions=Conditions())
    owner = await world.account()
    one, two = await world.bot(owner), await world.bot(owner)
    assert await code_of(world, one, made.id) == "in"
    assert await code_of(world, await world.account(), made.id, account=two.account) == "forbidden"
    assert await code_of(world, world.organizer, made.id, account=two.account) == "forbidden"
    assert await code_of(world, owner, made.id, account=two.account) == "in"
    assert await code_of(world, owner, made.id, account=two.account) == "already_seated"
    entrants = (await search.tournament(world.house, None, made.id)).entrants
    assert [(one.kind, one.owner) for one in entrants] == [("bot", owner.account)] * 2


async def test_only_the_kinds_that_are_wanted_enter() -> None:
    world = await made_world()
    made = await world.make(conditions=Conditions(kinds=["bot"]))
    assert await code_of(world, await guest(world.house), made.id) == "not_eligible"
    assert await code_of(world, await world.account(), made.id) == "not_eligible"
    assert await code_of(world, None, made.id) == "unauthenticated"
    everybody = await world.make(conditions=Conditions(kinds=["guest"]))
    assert await code_of(world, await guest(world.house), everybody.id) == "in"


async def test_an_owner_has_no_more_than_the_conditions_say_even_at_the_same_moment() -> None:
    world = await made_world()
    made = await world.make(conditions=Conditions(bots_per_owner=2))
    owner = await world.account()
    bots = [await world.bot(owner) for _ in range(4)]
    codes = await asyncio.gather(*[code_of(world, bot, made.id) for bot in bots])
    assert sorted(codes) == ["in", "in", "same_owner", "same_owner"]


async def test_a_rated_one_takes_one_of_an_owner() -> None:
    world = await made_world()
    made = await world.make(rated=True)
    owner = await world.account()
    assert await code_of(world, owner, made.id) == "in"
    assert await code_of(world, await world.bot(owner), made.id) == "same_owner"
    with pytest.raises(Refusal, match="bots_per_owner"):
        await world.make(rated=True, conditions=Conditions(bots_per_owner=3))


async def test_is_full_at_its_most_and_a_place_is_free_again_when_somebody_goes() -> None:
    world = await made_world()
    made = await world.make(conditions=Conditions(kinds=["account"], most=2), house=["greedy"])
    first = await world.account()
    assert await code_of(world, first, made.id) == "in"
    assert await code_of(world, await world.account(), made.id) == "table_full"
    await entry.withdraw(world.house, first, made.id, first.account)
    assert await code_of(world, await world.account(), made.id) == "in"


async def test_who_is_invited_is_told_and_enters_what_others_do_not_see() -> None:
    world = await made_world()
    made = await world.make(
        name="cup", visibility="private", conditions=Conditions(kinds=["bot", "account"], invited_only=True)
    )
    owner, stranger = await world.account(), await world.account()
    bot = await world.bot(owner)
    assert await code_of(world, owner, made.id, account=bot.account) == "not_found"
    await entry.invite(world.house, world.organizer, made.id, owner.account)
    assert await code_of(world, stranger, made.id) == "not_found"
    assert await code_of(world, owner, made.id, account=bot.account) == "in"
    assert (await search.tournament(world.house, bot, made.id)).id == made.id
    guest = await world.account()
    await entry.invite(world.house, world.organizer, made.id, guest.account)
    told = []
    for who in (world.organizer, owner, bot, guest):
        frames = await stream.events(world.house, who, made.id, after=0)
        said = [one.facts.get("account") for frame in frames for one in frame.entries if one.kind == "invited"]
        told.append([account is not None for account in said])
    assert told == [[True, True], [True, False], [True, False], [False, True]]
    kept = await world.house.store.appended(document("notices", owner.account), after=0)
    assert [json.loads(raw)["tournament"] for _, raw in kept] == [made.id]
    invitations = notices(world.house, owner, after=0)
    first, second = await anext(invitations), await anext(invitations)
    await invitations.aclose()  # type: ignore[attr-defined]  # a generator
    assert first.type == "snapshot"
    assert (second.type, second.tournament, second.table) == ("tournament", made.id, None)


async def test_entry_is_closed_and_opened_by_the_organizer_and_late_ones_come_by_policy() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], settings={"format": "swiss", "late": "byes", "rounds": 4})
    house, organizer = world.house, world.organizer
    await control.conduct(house, organizer, made.id, do="close")
    assert await code_of(world, await world.account(), made.id) == "entry_closed"
    await control.conduct(house, organizer, made.id, do="open")
    await control.conduct(house, organizer, made.id, do="start")
    await world.rounds(made.id)
    late = await world.account()
    assert await code_of(world, late, made.id) == "in"
    strict = await world.make(house=["greedy", "random"], settings={"late": "refuse"})
    await control.conduct(house, organizer, strict.id, do="start")
    assert await code_of(world, late, strict.id) == "entry_closed"
    with pytest.raises(Refusal, match="late"):
        await control.conduct(house, organizer, strict.id, do="open")


async def test_a_bot_that_does_not_play_such_games_is_turned_away() -> None:
    world = await made_world()
    owner = await world.account()
    slow = await world.bot(owner)
    from citadels_api.accounts.stored import Accepts
    from citadels_api.bots.service import update_bot

    await update_bot(world.house, owner, slow.account, accepts=Accepts(least_ms=5_000))
    made = await world.make(clock=Clock(kind="decision", limit_ms=1_000))
    assert await code_of(world, slow, made.id) == "not_eligible"


async def test_a_rating_is_asked_for_on_the_ladder_that_is_played() -> None:
    world = await made_world()
    made = await world.make(conditions=Conditions(kinds=["account"], least_rating=1400, most_rating=1600))
    new, good, best = await world.account(), await world.account(), await world.account()
    for who, mu in ((good, 25.0), (best, 40.0)):
        ladders = {"modern/2": Rated(mu, 1.0, 10, 0)}
        kept = RatingDoc(player=Player(account=who.account), ladders=ladders)
        await world.house.store.put(rating_key(who.account), msgspec.msgpack.encode(kept))
    assert [await code_of(world, who, made.id) for who in (new, good, best)] == ["not_eligible", "in", "not_eligible"]


async def test_one_withdraws_oneself_and_ones_bots_and_the_organizer_anybody() -> None:
    world = await made_world()
    made = await world.make(house=["greedy"])
    owner, other = await world.account(), await world.account()
    bot = await world.bot(owner)
    for who in (bot, owner, other):
        await entry.enter(world.house, who, made.id)
    with pytest.raises(Refusal, match="own bots"):
        await entry.withdraw(world.house, other, made.id, bot.account)
    await entry.withdraw(world.house, owner, made.id, bot.account)
    await control.conduct(world.house, world.organizer, made.id, do="start")
    await entry.withdraw(world.house, world.organizer, made.id, other.account, why="unfair play")
    found = await search.tournament(world.house, None, made.id)
    told = {one.id: one.withdrawn for one in found.entrants}
    assert told == {"greedy": None, owner.account: None, other.account: "unfair play"}


# what is refused, and as what


async def refusal(awaitable: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        await awaitable
    return refused.value


def paths(refused: Refusal) -> list[str]:
    return [one["path"] for one in refused.extra["errors"]]


async def test_a_bot_of_the_house_is_named_by_its_level_alone_and_by_the_organizer() -> None:
    world = await made_world()
    made = await world.make(settings={"seats": 2})

    def enter(who: Principal | None, **said: str) -> Any:
        return entry.enter(world.house, who, made.id, **said)

    assert paths(await refusal(enter(world.organizer, level="greedy", account="acct_x"))) == ["account"]
    assert paths(await refusal(enter(world.organizer, level="genius"))) == ["level"]
    assert (await refusal(enter(await world.account(), level="greedy"))).code == "forbidden"
    assert (await refusal(enter(None, level="greedy"))).code == "unauthenticated"
    for _ in range(3):
        await enter(world.organizer, level="greedy")
    answered = await enter(world.organizer, level="random")
    assert [one.id for one in answered.entrants] == ["greedy", "greedy#2", "greedy#3", "random"]
    assert {(one.kind, one.owner) for one in answered.entrants} == {("house", None)}
    missing = f"acct_{'0' * 26}"
    for asked in (
        enter(world.organizer, account=missing),
        entry.invite(world.house, world.organizer, made.id, missing),
        entry.withdraw(world.house, world.organizer, made.id, "nobody"),
    ):
        assert (await refusal(asked)).code == "not_found"


@pytest.mark.parametrize("end", ["cancel", "play"])
async def test_into_what_is_over_nobody_comes_is_invited_or_goes(end: str) -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], settings={"seats": 2, "duplicate": False})
    who = await world.account()
    if end == "cancel":
        await control.conduct(world.house, world.organizer, made.id, do="cancel")
    else:
        await control.conduct(world.house, world.organizer, made.id, do="start")
        await world.play(made.id)
    status = (await world.there(made.id)).doc.status
    assert status == ("cancelled" if end == "cancel" else "over")
    for asked in (
        entry.enter(world.house, who, made.id),
        entry.enter(world.house, world.organizer, made.id, level="greedy"),
        entry.invite(world.house, world.organizer, made.id, who.account),
        entry.withdraw(world.house, world.organizer, made.id, "greedy"),
    ):
        refused = await refusal(asked)
        assert (refused.code, status in refused.message) == ("game_over", True)


async def test_whoever_comes_after_the_start_counts_among_the_games_that_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], settings={"format": "swiss", "seats": 2, "late": "zero"})
    counted: list[int] = []
    monkeypatch.setattr(entry, "check_games", lambda _, entrants: counted.append(entrants))
    assert await code_of(world, await world.account(), made.id) == "in"
    await entry.enter(world.house, world.organizer, made.id, level="greedy")
    assert counted == [], "before the start the start looks at it"
    await control.conduct(world.house, world.organizer, made.id, do="start")
    assert await code_of(world, await world.account(), made.id) == "in"
    assert set(counted) == {5}
    counted.clear()
    await entry.enter(world.house, world.organizer, made.id, level="greedy")
    assert set(counted) == {6}


async def test_bots_of_the_house_are_nobody_s_and_an_owner_is_counted_with_his_bots() -> None:
    world = await made_world()
    made = await world.make(
        house=["greedy", "greedy", "random"],
        settings={"seats": 2},
        conditions=Conditions(kinds=["account", "bot"], bots_per_owner=2),
    )
    owner = await world.account()
    assert await code_of(world, owner, made.id) == "in"
    assert await code_of(world, await world.bot(owner), made.id) == "in"
    assert await code_of(world, await world.bot(owner), made.id) == "same_owner"
    there = await world.there(made.id)
    account: Any = SimpleNamespace(owner=None, id=None)
    entry.needs_place(there, account)


@pytest.mark.parametrize("rated", [True, False])
async def test_what_a_bot_plays_is_compared_with_the_tables_as_they_will_be(rated: bool) -> None:
    world = await made_world()
    made = await world.make(settings={"seats": 3}, rated=rated, clock=Clock(kind="decision", limit_ms=7000))
    like = entry.table_like((await world.there(made.id)).doc)
    assert (like.players, like.rated, like.edition, like.clock.kind, like.clock.limit_ms) == (
        3,
        rated,
        "modern",
        "decision",
        7000,
    )


async def test_an_invitation_says_whether_a_bot_invites() -> None:
    world = await made_world()
    made = await world.make(settings={"seats": 2})
    who = await world.account()
    for times in (1, 2):
        await entry.invite(world.house, world.organizer, made.id, who.account)
        told = [
            json.loads(raw) for _, raw in await world.house.store.appended(document("notices", who.account), after=0)
        ]
        assert len(told) == times, "who is invited already is told again"
        assert told[-1] == {
            "tournament": made.id, "name": "organizer", "by": world.organizer.account, "bot": False, "called": made.name,
        }  # fmt: skip
    assert (await world.there(made.id)).doc.invited == [who.account]
