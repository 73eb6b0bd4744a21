"""Reading ratings as the ladder has written them."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.problems import Refusal
from citadels_api.ratings import service as rating_service
from citadels_api.ratings.service import LEAST_GAMES, SCALE, board_score, place_of, shown_rating, told_points
from citadels_api.ratings.stored import (
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
from citadels_api.store.keys import document
from citadels_api.tables.stored import Player
from citadels_sdk.ratings import NEW, Rating

from tests.support.tournament_world import World, made_world

if TYPE_CHECKING:
    from citadels_api.ratings.contract import RankedAnswer

pytestmark = pytest.mark.anyio


async def rated(world: World, name: str, player: Player, mu: float, games: int = 40, sigma: float = 2.0) -> None:
    """A player with a rating on the ladder of all games, and on that of tables of four."""
    ladders = {"all/0": Rated(mu, sigma, games, 99), "modern/4": Rated(mu + 1, sigma, games - 4, 99)}
    await world.house.store.put(rating_key(name), msgspec.msgpack.encode(RatingDoc(player=player, ladders=ladders)))
    for ladder, one in ladders.items():
        score = board_score(one, anchor=name.startswith("house:"))
        await world.house.store.rank(board_key(ladder), name, score)


async def listed(world: World, limit: int) -> list[RankedAnswer]:
    """The leaderboard of all games, page by page."""
    found: list[RankedAnswer] = []
    cursor = None
    while True:
        page = await rating_service.leaderboard(world.house, None, cursor=cursor, limit=limit)
        found.extend(page.items)
        cursor = page.next
        if cursor is None:
            return found


def test_ratings_are_shown_on_the_scale_of_the_toolkit() -> None:
    for rating in (NEW, Rating(31.4, 2.0), Rating(-3.0, 8.0)):
        assert round(shown_rating(rating.mu)) == rating.shown


async def test_the_leaderboard_goes_from_the_best_on_page_by_page() -> None:
    world = await made_world()
    people = [await world.account() for _ in range(3)]
    for who, mu in zip(people, (20.0, 30.0, 25.0), strict=True):
        await rated(world, who.account, Player(account=who.account, name=who.player.name), mu)
    await rated(world, "house:greedy", Player(name="greedy", level="greedy"), 27.0)
    found = await listed(world, 2)
    order = [people[1].account, None, people[2].account, people[0].account]
    assert [(one.place, one.player.id) for one in found] == list(enumerate(order, 1))
    assert [one.anchor for one in found] == [False, True, False, False]
    assert found[0].rating.low < found[0].rating.rating < found[0].rating.high
    one_ladder = await rating_service.leaderboard(world.house, None, edition="modern", seats=4)
    assert one_ladder.items[0].rating.mu == 31.0
    assert (await rating_service.leaderboard(world.house, None, edition="classic")).items == []
    with pytest.raises(Refusal, match="cursor"):
        await rating_service.leaderboard(world.house, None, cursor="1.x.y")


@pytest.mark.parametrize("limit", [1, 2, 3, 10])
async def test_whoever_has_a_place_stands_before_whoever_has_none(limit: int) -> None:
    world = await made_world()
    strengths = {"few": 40.0, "unsure": 38.0, "best": 30.0, "last": 20.0, "none": 10.0}
    people = {name: (await world.account()).account for name in strengths}
    for name, mu in strengths.items():
        games, sigma = {"few": (19, 1.0), "unsure": (90, 5.0), "none": (1, 8.0)}.get(name, (40, 2.0))
        await rated(world, people[name], Player(account=people[name]), mu, games, sigma)
    await rated(world, "house:greedy", Player(name="greedy", level="greedy"), 25.0, 5)
    found = await listed(world, limit)
    order = [people["best"], None, people["last"], people["few"], people["unsure"], people["none"]]
    assert [one.player.id for one in found] == order
    assert [one.place for one in found] == [1, 2, 3, None, None, None]
    assert [one.rating.provisional for one in found] == [False, False, False, True, True, True]


@pytest.mark.parametrize(
    ("games", "width", "lacks"),
    [
        (20, 400.0, (0, 0.0)),
        (19, 400.0, (1, 0.0)),
        (20, 400.2, (0, 0.2)),
        (3, 650.0, (17, 250.0)),
        (900, 80.0, (0, 0.0)),
    ],
)
async def test_a_rating_says_what_it_lacks_for_a_place(games: int, width: float, lacks: tuple[int, float]) -> None:
    world = await made_world()
    who = (await world.account()).account
    await rated(world, who, Player(account=who), 25.0, games, width / (2 * 1.96 * SCALE))
    (one, _) = await rating_service.account_ratings(world.house, None, who)
    assert (one.games_left, one.width_left) == lacks
    assert one.provisional == (lacks != (0, 0.0))
    ((line,)) = await listed(world, 5)
    assert (line.place is None) == one.provisional


async def test_a_bot_of_the_house_was_measured_and_is_never_provisional() -> None:
    world = await made_world()
    await rated(world, "house:planner", Player(name="planner", level="planner"), 41.1, 5, 9.0)
    ((line,)) = await listed(world, 5)
    assert (line.place, line.rating.provisional, line.rating.games_left, line.rating.width_left) == (1, False, 0, 0.0)


async def test_a_new_rating_that_stands_where_it_stood_has_no_place_either() -> None:
    world = await made_world()
    who = (await world.account()).account
    await rated(world, who, Player(account=who), 25.0, LEAST_GAMES - 1, 1.0)
    await world.house.store.rank(board_key("all/0"), who, 1_500_000)
    ((line,)) = await listed(world, 5)
    assert (line.place, line.rating.games_left) == (None, 1)


async def test_an_account_has_its_ratings_with_their_history() -> None:
    world = await made_world()
    who = await world.account()
    assert await rating_service.account_ratings(world.house, None, who.account) == []
    await rated(world, who.account, Player(account=who.account), 25.0)
    for number, mu in ((5, 24.0), (9, 25.0)):
        point = RatingPointDoc(
            table=f"game_{number}", at=number, edition="modern", seats=3, place=1, ladders={"all/0": Rated(mu, 2.0, number, number)}
        )  # fmt: skip
        await world.house.store.rank(history_key(who.account), msgspec.json.encode(point).decode(), number)
    found = {
        (one.edition, one.seats): one for one in await rating_service.account_ratings(world.house, None, who.account)
    }
    assert [point.table for point in found["all", 0].history] == ["game_5", "game_9"]
    assert found["modern", 4].history == []
    (only,) = await rating_service.account_ratings(world.house, None, who.account, edition="modern")
    assert (only.edition, only.seats, only.games) == ("modern", 4, 36)
    with pytest.raises(Refusal, match="not_found"):
        await rating_service.account_ratings(world.house, None, "acct_nobody")


async def test_two_have_met_whoever_is_asked_about() -> None:
    world = await made_world()
    one, two = sorted([await world.account(), await world.account()], key=lambda who: who.account)
    pair = one.account, two.account
    await world.house.store.put(pair_key(*pair), msgspec.msgpack.encode(PairDoc(games=10, ahead=6, behind=3)))
    for number, places in ((1, (1, 2)), (2, (3, 1))):
        met = Meeting(table=f"game_{number}", at=number, edition="modern", seats=2 + number, places=places)
        await world.house.store.rank(meetings_key(*pair), msgspec.json.encode(met).decode(), number)
    found = await rating_service.head_to_head(world.house, None, *pair)
    assert (found.games, found.ahead, found.behind, found.level, found.share) == (10, 6, 3, 1, 0.65)
    assert [(game.table, game.place, game.other_place) for game in found.recent] == [("game_2", 3, 1), ("game_1", 1, 2)]
    turned = await rating_service.head_to_head(world.house, None, pair[1], pair[0])
    assert (turned.ahead, turned.behind, turned.recent[0].place) == (3, 6, 1)
    some = await rating_service.head_to_head(world.house, None, *pair, seats=3)
    assert (some.games, some.ahead, [game.table for game in some.recent]) == (1, 1, ["game_1"])
    house = await rating_service.head_to_head(world.house, None, one.account, "greedy")
    assert (house.other.kind, house.games, house.share) == ("ai", 0, None)
    with pytest.raises(Refusal, match="house:planner"):
        await rating_service.head_to_head(world.house, None, one.account, "house:nobody")
    with pytest.raises(Refusal, match="somebody else"):
        await rating_service.head_to_head(world.house, None, one.account, one.account)


@pytest.mark.parametrize("of_the_house", [False, True])
async def test_each_of_two_is_told_his_own_wins_over_all_games_and_over_some(of_the_house: bool) -> None:
    world = await made_world()
    names = [(await world.account()).account for _ in range(2)]
    if of_the_house:
        names[1] = "house:greedy"
    first, second = sorted(names)
    kept = PairDoc(games=9, ahead=6, behind=2)
    await world.house.store.put(document("pair", f"{first}|{second}"), msgspec.msgpack.encode(kept))
    for number, places in enumerate([(1, 2), (4, 1), (2, 3), (1, 3), (2, 2)], 1):
        met = Meeting(table=f"game_{number}", at=number, edition="modern", seats=4, places=places)
        member = msgspec.json.encode(met).decode()
        await world.house.store.rank(document("met", f"{first}|{second}"), member, number)
    for one, other, turned in ((first, second, False), (second, first, True)):
        for which, games, wins in (({}, 9, (6, 2)), ({"seats": 4}, 5, (3, 1)), ({"edition": "modern"}, 5, (3, 1))):
            found = await rating_service.head_to_head(world.house, None, one, other, **which)
            assert (found.player.id or f"house:{found.player.level}") == one
            assert (found.other.id or f"house:{found.other.level}") == other
            ahead, behind = reversed(wins) if turned else wins
            assert (found.games, found.ahead, found.behind, found.level) == (games, ahead, behind, 1)
            assert found.share == round((ahead + 0.5) / games, 6)
            mine = [
                (game.other_place, game.place) if turned else (game.place, game.other_place) for game in found.recent
            ]
            assert mine == [(2, 2), (1, 3), (2, 3), (4, 1), (1, 2)]


async def test_a_page_of_the_leaderboard_has_100_lines_at_most_and_one_at_least() -> None:
    world = await made_world()
    for number in range(101):
        await rated(world, f"acct_{number:03}", Player(account=f"acct_{number:03}"), 25.0 + number / 10)
    for limit, lines in ((-5, 1), (1000, 100)):
        page = await rating_service.leaderboard(world.house, None, limit=limit)
        assert [one.place for one in page.items] == list(range(1, lines + 1))
        assert page.next is not None
    rest = await rating_service.leaderboard(world.house, None, cursor=page.next, limit=1000)
    assert ([one.place for one in rest.items], rest.next) == ([101], None)


async def test_a_rating_has_the_interval_of_95_per_cent_and_the_kind_of_its_player() -> None:
    world = await made_world()
    owner = await world.account()
    bot = await world.bot(owner)
    await rated(world, owner.account, Player(account=owner.account), 26.0)
    await rated(world, bot.account, Player(account=bot.account, owner=owner.account), 24.0)
    await rated(world, "house:random", Player(name="random", level="random"), 22.0)
    found = await listed(world, 5)
    assert [one.player.kind for one in found] == ["human", "bot", "ai"]
    rating = found[0].rating
    half = 1.96 * 2.0 * SCALE
    assert (rating.low, rating.high) == pytest.approx((rating.rating - half, rating.rating + half), abs=0.11)
    (all_games, of_four) = await rating_service.account_ratings(world.house, None, bot.account)
    assert ((all_games.edition, all_games.seats), (of_four.edition, of_four.seats)) == (("all", 0), ("modern", 4))
    for which, ladders in (({"seats": 4}, [4]), ({"seats": 0}, [0]), ({"edition": "all"}, [0]), ({"seats": 3}, [])):
        told = await rating_service.account_ratings(world.house, None, bot.account, **which)
        assert [one.seats for one in told] == ladders


async def test_of_the_games_of_two_the_latest_20_are_told_and_all_of_a_kind_are_counted() -> None:
    world = await made_world()
    one, two = sorted([(await world.account()).account, (await world.account()).account])
    for number in range(1, 26):
        met = Meeting(table=f"game_{number}", at=number, edition="modern", seats=3 + number % 2, places=(1, 2))
        await world.house.store.rank(meetings_key(one, two), msgspec.json.encode(met).decode(), number)
    await world.house.store.put(pair_key(one, two), msgspec.msgpack.encode(PairDoc(games=25, ahead=25, behind=0)))
    every = await rating_service.head_to_head(world.house, None, one, two)
    assert [game.at for game in every.recent] == list(range(25, 5, -1))
    some = await rating_service.head_to_head(world.house, None, one, two, edition="modern")
    assert (some.games, some.ahead, len(some.recent)) == (25, 25, 20)
    four = await rating_service.head_to_head(world.house, None, one, two, seats=4)
    assert (four.games, four.recent[-1].at) == (13, 1)


@pytest.mark.parametrize(
    "cursor", ["", "1", "1.5", "1.5.", "x.5.y", "-1.5.y", "1.--5.y", "1.1234567890123.y", "1234567890.5.y", "²5.5.y"]
)
async def test_a_cursor_that_no_page_gave_is_refused(cursor: str) -> None:
    world = await made_world()
    with pytest.raises(Refusal, match="invalid"):
        await rating_service.leaderboard(world.house, None, cursor=cursor)
    assert (await rating_service.leaderboard(world.house, None, cursor="123456789.-123456789012.y")).items == []


def test_a_history_tells_of_each_game_the_rating_after_it_and_its_interval() -> None:
    points = [
        RatingPointDoc(
            table=f"game_{number}",
            at=number,
            edition="modern",
            seats=4,
            place=1,
            ladders={"all/0": Rated(25.0 + number, 2.0, number, number)} if number != 2 else {},
        )
        for number in (1, 2, 3)
    ]
    told = told_points("all/0", points)
    assert [(one.at, one.table, one.games) for one in told] == [(1, "game_1", 1), (3, "game_3", 3)]
    scale = 400 / math.log(10) * 3 / 25
    for one in told:
        middle = 1500 + scale * one.at
        assert one.rating == pytest.approx(middle, abs=0.06)
        assert one.low == pytest.approx(middle - 1.96 * 2 * scale, abs=0.06)
        assert one.high == pytest.approx(middle + 1.96 * 2 * scale, abs=0.06)


def test_a_cursor_names_the_place_the_score_and_who_stands_there() -> None:
    def line(place: int | None, player: Any, games: int = 30) -> Any:
        rating = SimpleNamespace(mu=26.0, sigma=1.0, games=games, last_seen=5)
        return SimpleNamespace(place=place, player=player, rating=rating, anchor=player.id is None)

    score = round(1000 * shown_exactly(26.0))
    assert place_of(line(3, SimpleNamespace(id="acct_1", level=None))) == f"3.{score}.acct_1"
    assert place_of(line(2, SimpleNamespace(id=None, level="greedy"))) == f"2.{score}.house:greedy"
    assert place_of(line(None, SimpleNamespace(id="acct_1", level=None), 3)) == f"0.{score - 1_000_000_000}.acct_1"


def shown_exactly(mu: float) -> float:
    return 1500 + 400 / math.log(10) * 3 / 25 * (mu - 25)
