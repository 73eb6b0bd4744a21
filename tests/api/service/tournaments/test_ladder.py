"""Reading ratings as the ladder has written them."""

from __future__ import annotations

import msgspec
import pytest
from citadels_api.documents import Player
from citadels_api.documents_ladder import (
    Meeting,
    PairDoc,
    Rated,
    RatingDoc,
    RatingPointDoc,
    board_key,
    history_key,
    meetings_key,
    pair_key,
    rating_key,
)
from citadels_api.problems import Refusal
from citadels_api.service import tournaments
from citadels_api.service.tournaments.ladder import shown_rating
from citadels_sdk.ratings import NEW, Rating

from tests.api.service.tournaments.world import World, made_world

pytestmark = pytest.mark.anyio


async def rated(world: World, name: str, player: Player, mu: float) -> None:
    """A player with a rating on the ladder of all games."""
    ladders = {"all/0": Rated(mu, 2.0, 7, 99), "modern/4": Rated(mu + 1, 2.0, 3, 99)}
    await world.house.store.put(rating_key(name), msgspec.msgpack.encode(RatingDoc(player=player, ladders=ladders)))
    for ladder, one in ladders.items():
        await world.house.store.rank(board_key(ladder), name, round(1000 * shown_rating(one.mu)))


def test_ratings_are_shown_on_the_scale_of_the_toolkit() -> None:
    for rating in (NEW, Rating(31.4, 2.0), Rating(-3.0, 8.0)):
        assert round(shown_rating(rating.mu)) == rating.shown


async def test_the_leaderboard_goes_from_the_best_on_page_by_page() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(3)]
    for who, mu in zip(people, (20.0, 30.0, 25.0), strict=True):
        await rated(world, who.account, Player(account=who.account, name=who.player.name), mu)
    await rated(world, "house:greedy", Player(name="greedy", level="greedy"), 27.0)
    found, cursor = [], None
    while True:
        page = await tournaments.leaderboard(world.house, None, cursor=cursor, limit=2)
        found.extend(page.items)
        cursor = page.next
        if cursor is None:
            break
    order = [people[1].account, None, people[2].account, people[0].account]
    assert [(one.place, one.player.id) for one in found] == list(enumerate(order, 1))
    assert [one.anchor for one in found] == [False, True, False, False]
    assert found[0].rating.low < found[0].rating.rating < found[0].rating.high
    one_ladder = await tournaments.leaderboard(world.house, None, edition="modern", seats=4)
    assert one_ladder.items[0].rating.mu == 31.0
    assert (await tournaments.leaderboard(world.house, None, edition="classic")).items == []
    with pytest.raises(Refusal, match="cursor"):
        await tournaments.leaderboard(world.house, None, cursor="1.x.y")


async def test_an_account_has_its_ratings_with_their_history() -> None:
    world = await made_world()
    who = await world.account()
    assert await tournaments.account_ratings(world.house, None, who.account) == []
    await rated(world, who.account, Player(account=who.account), 25.0)
    for number, mu in ((5, 24.0), (9, 25.0)):
        point = RatingPointDoc(
            table=f"game_{number}", at=number, edition="modern", seats=3, place=1, ladders={"all/0": Rated(mu, 2.0, number, number)}
        )  # fmt: skip
        await world.house.store.rank(history_key(who.account), msgspec.json.encode(point).decode(), number)
    found = {(one.edition, one.seats): one for one in await tournaments.account_ratings(world.house, None, who.account)}
    assert [point.table for point in found["all", 0].history] == ["game_5", "game_9"]
    assert found["modern", 4].history == []
    (only,) = await tournaments.account_ratings(world.house, None, who.account, edition="modern")
    assert (only.edition, only.seats, only.games) == ("modern", 4, 3)
    with pytest.raises(Refusal, match="not_found"):
        await tournaments.account_ratings(world.house, None, "acct_nobody")


async def test_two_have_met_whoever_is_asked_about() -> None:
    world = await made_world()
    one, two = sorted([await world.account(), await world.account()], key=lambda who: who.account)
    pair = one.account, two.account
    await world.house.store.put(pair_key(*pair), msgspec.msgpack.encode(PairDoc(games=10, ahead=6, behind=3)))
    for number, places in ((1, (1, 2)), (2, (3, 1))):
        met = Meeting(table=f"game_{number}", at=number, edition="modern", seats=2 + number, places=places)
        await world.house.store.rank(meetings_key(*pair), msgspec.json.encode(met).decode(), number)
    found = await tournaments.head_to_head(world.house, None, *pair)
    assert (found.games, found.ahead, found.behind, found.level, found.share) == (10, 6, 3, 1, 0.65)
    assert [(game.table, game.place, game.other_place) for game in found.recent] == [("game_2", 3, 1), ("game_1", 1, 2)]
    turned = await tournaments.head_to_head(world.house, None, pair[1], pair[0])
    assert (turned.ahead, turned.behind, turned.recent[0].place) == (3, 6, 1)
    some = await tournaments.head_to_head(world.house, None, *pair, seats=3)
    assert (some.games, some.ahead, [game.table for game in some.recent]) == (1, 1, ["game_1"])
    house = await tournaments.head_to_head(world.house, None, one.account, "greedy")
    assert (house.other.kind, house.games, house.share) == ("ai", 0, None)
    with pytest.raises(Refusal, match="house:planner"):
        await tournaments.head_to_head(world.house, None, one.account, "house:nobody")
    with pytest.raises(Refusal, match="somebody else"):
        await tournaments.head_to_head(world.house, None, one.account, one.account)
