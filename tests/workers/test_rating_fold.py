"""The ladder: every rated game once, in one order, whatever is killed and however often it is told."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.ratings.rated_games import folded_key, is_rated, note
from citadels_api.ratings.service import board_score, head_to_head, leaderboard, shown_rating
from citadels_api.ratings.stored import (
    LADDER,
    PENDING,
    FoldedGame,
    HeldPicks,
    Meeting,
    PairDoc,
    Rated,
    RatingDoc,
    RatingPointDoc,
    board_key,
    history_key,
    meetings_key,
    pair_key,
    profile_key,
    rating_key,
)
from citadels_api.store.keys import document
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown
from citadels_api.stored import pack
from citadels_api.tables.stored import Player, SeatDoc, Table
from citadels_sdk.ratings import ANCHORS, NEW, Rating, rate
from citadels_workers import rating_fold
from citadels_workers.rating_fold import fold_games

from tests.support.houses import Clock, make_house
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from citadels_api.context import House

ANN, BEA = "acct_ann", "acct_bea"


def seat_of(name: str) -> SeatDoc:
    """The seat of an account, or of a bot of the house."""
    if name.startswith("acct_"):
        return SeatDoc(kind="bot", player=Player(account=name, name=name[5:]))
    return SeatDoc(kind="ai", player=Player(name=name, level=name))


async def over(house: House, number: int, names: list[str], places: list[list[int]], **more: Any) -> Table:
    """A rated game that is over and has been noted."""
    facts: dict[str, Any] = {
        "players": len(names),
        "rated": True,
        "status": "over",
        "created": 1,
        "ended": 1_800_000_000_000 + number,
        **more,
    }
    table = Table(
        id=f"game_{number:04d}",
        creator=Player(account=ANN),
        cast=[],
        uniques=[],
        seats=[seat_of(name) for name in names],
        commitment="",
        places=places,
        **facts,
    )
    await house.store.create(table.id, pack(table), "", b"", index="over", rank=1)
    await note(house, table)
    return table


async def games(house: House, count: int = 6) -> list[Table]:
    """Some rated games of three players and a bot of the house, not told of in the order of their end."""
    made = []
    for number in [*range(1, count, 2), *range(0, count, 2)]:
        names = [ANN, BEA, "acct_cid", "greedy"]
        shift = number % 4
        order = [[seat] for seat in [*range(shift, 4), *range(shift)]]
        made.append(await over(house, number, names, order))
    return made


def contents(house: House) -> dict[str, Any]:
    """Everything that is kept of ratings, but the marks."""
    space = house.store.space  # type: ignore[attr-defined]  # it is the memory store
    kept: dict[str, Any] = {key: value[0] for key, value in space.documents.items() if ":folded:" not in key}
    kept |= {key: dict(value) for key, value in space.sets.items() if value}
    row = space.tables[LADDER]
    kept["log"] = [msgspec.msgpack.decode(one.entry) for one in row.log]
    return kept


async def rating(house: House, name: str, on: str = "all/0") -> Any:
    """A player's rating on a ladder."""
    kept = await house.store.get(rating_key(name))
    assert kept is not None
    return msgspec.msgpack.decode(kept, type=RatingDoc).ladders[on]


def test_games_are_folded_in_the_order_of_their_end_each_on_four_ladders() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        made = await games(house)
        clock.now += 60_000
        assert await fold_games(house) == 6
        log = [msgspec.msgpack.decode(one.entry) for one in await house.store.log(LADDER)]
        assert [game["table"] for batch in log for game in batch] == sorted(table.id for table in made)
        ann = await rating(house, ANN)
        assert ann.games == 6
        for which in ("modern/4", "modern/0", "all/4", "all/0"):
            assert (await rating(house, ANN, which)).games == 6
            board = await house.store.ranked(board_key(which))
            assert {name for _, name in board} == {ANN, BEA, "acct_cid", "house:greedy"}
            assert (board_score(ann, anchor=False), ANN) in board
        assert len(await house.store.ranked(history_key(ANN))) == 6
        pair = await house.store.get(pair_key(BEA, ANN))
        assert pair is not None
        met = msgspec.msgpack.decode(pair, type=PairDoc)
        assert met.games == 6
        assert (met.ahead, met.behind) == (4, 2)

    asyncio.run(scenario())


async def in_log(house: House) -> list[str]:
    """The tables of the games in the ladder's log, in its order."""
    log = [msgspec.msgpack.decode(one.entry) for one in await house.store.log(LADDER)]
    return [game["table"] for batch in log for game in batch]


@pytest.mark.parametrize("batch", [1, 2, 50])
def test_games_are_folded_by_their_end_and_neither_by_their_id_nor_by_when_they_were_made(
    batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_fold, "BATCH", batch)

    async def scenario() -> None:
        house, _, clock = make_house()
        for number, end in ((1, 3000), (2, 1000), (3, 2000)):
            times = {"created": 1_700_000_000_000 + number, "ended": 1_800_000_000_000 + end}
            await over(house, number, [ANN, BEA], [[0], [1]], **times)
        clock.now += 60_000
        assert await fold_games(house) == 3
        assert await in_log(house) == ["game_0002", "game_0003", "game_0001"]
        assert (await rating(house, ANN)).last == 1_800_000_003_000

    asyncio.run(scenario())


@pytest.mark.parametrize("names", [[ANN, BEA, "greedy"], [BEA, ANN, "greedy"], ["greedy", BEA, ANN]], ids="-".join)
def test_a_pair_is_kept_from_the_side_of_the_first_id_wherever_the_two_sat(names: list[str]) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann, bea, greedy = (names.index(name) for name in (ANN, BEA, "greedy"))
        await over(house, 1, names, [[ann], [greedy], [bea]])
        await over(house, 2, names, [[bea], [ann], [greedy]])
        await over(house, 3, names, [[ann], [bea], [greedy]])
        clock.now += 60_000
        assert await fold_games(house) == 3
        ahead_and_behind = {f"{ANN}|{BEA}": (2, 1), f"{ANN}|house:greedy": (3, 0), f"{BEA}|house:greedy": (2, 1)}
        places = {
            f"{ANN}|{BEA}": [(1, 3), (2, 1), (1, 2)],
            f"{ANN}|house:greedy": [(1, 2), (2, 3), (1, 3)],
            f"{BEA}|house:greedy": [(3, 2), (1, 3), (2, 3)],
        }
        for pair, expected in ahead_and_behind.items():
            kept = await house.store.get(document("pair", pair))
            assert kept is not None, pair
            met = msgspec.msgpack.decode(kept, type=PairDoc)
            assert (met.games, met.ahead, met.behind) == (3, *expected), pair
            listed = await house.store.ranked(document("met", pair))
            games = [msgspec.json.decode(member, type=Meeting) for _, member in reversed(listed)]
            assert [game.places for game in games] == places[pair], pair
            first, second = pair.split("|")
            for one, other in ((first, second), (second, first)):
                assert pair_key(one, other) == document("pair", pair)
                assert meetings_key(one, other) == document("met", pair)

    asyncio.run(scenario())


@pytest.mark.parametrize("names", [[ANN, BEA, "greedy"], [BEA, ANN, "greedy"], ["greedy", BEA, ANN]], ids="-".join)
@pytest.mark.parametrize("seats", [None, 3], ids=["all games", "tables of three"])
def test_how_two_have_met_is_told_from_the_side_of_whoever_is_asked_about(names: list[str], seats: int | None) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        ann, bea, greedy = (names.index(name) for name in (ANN, BEA, "greedy"))
        await over(house, 1, names, [[ann], [greedy], [bea]])
        await over(house, 2, names, [[bea], [ann], [greedy]])
        await over(house, 3, names, [[ann], [bea], [greedy]])
        clock.now += 60_000
        await fold_games(house)
        told = {
            (ANN, BEA): (2, 1, [(1, 2), (2, 1), (1, 3)]),
            (BEA, ANN): (1, 2, [(2, 1), (1, 2), (3, 1)]),
            (BEA, "greedy"): (2, 1, [(2, 3), (1, 3), (3, 2)]),
            ("greedy", BEA): (1, 2, [(3, 2), (3, 1), (2, 3)]),
        }
        for (one, other), expected in told.items():
            found = await head_to_head(house, None, one, other, seats=seats)
            recent = [(game.place, game.other_place) for game in found.recent]
            assert (found.ahead, found.behind, recent) == expected, (one, other)

    asyncio.run(scenario())


def test_ratings_are_those_of_the_games_one_after_the_other_and_a_bot_of_the_house_does_not_move() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        await over(house, 1, [ANN, "greedy"], [[0], [1]])
        clock.now += 60_000
        await fold_games(house)
        expected = rate([NEW, ANCHORS["greedy"]], [1, 2], [1])
        ann, greedy = await rating(house, ANN), await rating(house, "house:greedy")
        assert (ann.mu, ann.sigma) == tuple(expected[0])
        assert (greedy.mu, greedy.sigma) == tuple(ANCHORS["greedy"])

    asyncio.run(scenario())


def test_api_and_sdk_show_a_rating_on_one_scale() -> None:
    for mu in (0.0, 11.5, 25.0, 41.2):
        assert round(shown_rating(mu)) == Rating(mu, 1.0).shown
        assert abs(board_score(Rated(mu, 1.0, 99, 1), anchor=False) / 1000 - Rating(mu, 1.0).shown) <= 0.5


def test_a_newcomer_gets_a_place_once_the_rating_is_sure_enough() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        seen = []
        for number in range(30):
            await over(house, number, [ANN, "greedy"], [[0], [1]] if number % 2 else [[1], [0]])
            clock.now += 60_000
            assert await fold_games(house) == 1
            page = await leaderboard(house, None)
            line = {one.player.id: one for one in page.items}[ANN]
            seen.append((line.place is None, line.rating.provisional, line.rating.games_left))
            assert [one.player.id for one in page.items if one.place is None] == [ANN][: line.place is None]
        assert [left for _, _, left in seen] == [*range(19, 0, -1), *[0] * 11]
        assert all(without == provisional for without, provisional, _ in seen)
        assert (seen[18][1], seen[-1][1]) == (True, False)

    asyncio.run(scenario())


def test_boards_that_were_sorted_by_another_rule_are_sorted_anew() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        await games(house)
        clock.now += 60_000
        await fold_games(house)
        right = contents(house)
        for which in ("all/0", "modern/0", "modern/4", "all/4"):
            for _, name in await house.store.ranked(board_key(which)):
                rated = await rating(house, name, which)
                await house.store.rank(board_key(which), name, board_score(rated, anchor=True))
        await house.store.put(rating_fold.SORTED, None)
        assert contents(house) != right
        assert await fold_games(house) == 0
        assert contents(house) == right

    asyncio.run(scenario())


def test_boards_are_sorted_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_fold, "BATCH", 1)
    test_boards_that_were_sorted_by_another_rule_are_sorted_anew()


def test_a_game_that_is_told_of_again_counts_once() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        table = await over(house, 1, [ANN, BEA], [[0], [1]])
        clock.now += 60_000
        await fold_games(house)
        before = contents(house)
        await note(house, table)
        await house.store.rank(PENDING, table.id, -table.created)
        assert await fold_games(house) == 0
        assert contents(house) == before

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "more",
    [{"rated": False}, {"status": "aborted"}, {"places": None}],
    ids=["not rated", "broken off", "without a result"],
)
def test_only_rated_games_with_a_result_count(more: dict[str, Any]) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        facts = {"places": [[0], [1]], **more}
        table = await over(house, 1, [ANN, BEA], **facts)
        assert not is_rated(table)
        clock.now += 60_000
        assert await fold_games(house) == 0

    asyncio.run(scenario())


def test_a_game_of_the_house_alone_does_not_count() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        assert not is_rated(await over(house, 1, ["greedy", "random"], [[0], [1]]))

    asyncio.run(scenario())


def test_a_game_rests_until_those_that_ended_before_it_are_told_of() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        clock.now = 1_800_000_000_010
        await over(house, 5, [ANN, BEA], [[0], [1]])
        assert await fold_games(house) == 0
        await over(house, 3, [ANN, BEA], [[1], [0]])
        clock.now += 60_000
        assert await fold_games(house) == 2
        log = [msgspec.msgpack.decode(one.entry) for one in await house.store.log(LADDER)]
        assert [game["table"] for batch in log for game in batch] == ["game_0003", "game_0005"]

    asyncio.run(scenario())


@pytest.mark.heavy
@pytest.mark.parametrize("after", [False, True])
def test_a_clock_killed_at_any_write_folds_each_game_once(after: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_fold, "BATCH", 2)

    async def scenario() -> None:
        house, _, clock = make_house()
        await games(house, 3)
        clock.now += 60_000
        await fold_games(house)
        right = contents(house)
        count = 0
        while True:
            house, _, clock = make_house()
            await games(house, 3)
            clock.now += 60_000
            faulty = Faulty(clock, house.store.space)  # type: ignore[attr-defined]  # it is the memory store
            faulty.left, faulty.after = count, after
            killed, _, _ = make_house(faulty)
            died = False
            try:
                await fold_games(killed)
            except StoreDown:
                died = True
            await fold_games(house)
            assert contents(house) == right, f"killed at write {count}"
            if not died:
                break
            count += 1
        assert count > 30

    asyncio.run(scenario())


def test_clocks_that_fold_at_the_same_time_fold_each_game_once() -> None:
    chance = random.Random(7)

    class Slow(MemoryStore):
        """A store whose answers come in any order."""

        def __getattribute__(self, name: str) -> Any:
            found = super().__getattribute__(name)
            if name not in ("get", "put", "rank", "ranked", "load", "commit", "log"):
                return found

            async def slowly(*given: Any, **named: Any) -> Any:
                for _ in range(chance.randrange(5)):
                    await asyncio.sleep(0)
                return await found(*given, **named)

            return slowly

    async def scenario() -> None:
        house, _, clock = make_house()
        await games(house, 8)
        clock.now += 60_000
        await fold_games(house)
        right = contents(house)
        clock = Clock()
        house, _, _ = make_house(Slow(now=clock))
        await games(house, 8)
        clock.now += 60_000
        for _ in range(3):
            await asyncio.gather(*[fold_games(house) for _ in range(4)])
        assert contents(house) == right

    asyncio.run(scenario())


# one write at a time


async def first_game(house: House, clock: Clock) -> tuple[int, FoldedGame]:
    """The first game of the ladder's log, folded and copied, and its number."""
    await over(house, 1, [ANN, BEA, "greedy"], [[1], [0], [2]])
    clock.now += 60_000
    assert await fold_games(house) == 1
    (entry,) = [one for one in await house.store.log(LADDER) if one.number > 1]
    (game,) = rating_fold.BATCHES.decode(entry.entry)
    return entry.number - 1, game


@pytest.mark.parametrize("what", ["rating", "profile", "pair"])
def test_what_others_write_all_the_time_is_left_after_twenty_tries(what: str) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, game = await first_game(house, clock)
        tries: list[str] = []

        async def late(key: str, *_: object, **__: object) -> bool:
            tries.append(key)
            return False

        house.store.put = late  # type: ignore[method-assign]
        if what == "rating":
            await rating_fold.copy_rating(house, number + 1, game, 0)
        elif what == "profile":
            await rating_fold.copy_profile(house, number + 1, game, 0)
        else:
            await rating_fold.copy_pair(house, number + 1, game, 0, 1)
        assert len(tries) == 20
        assert len(set(tries)) == 1

    asyncio.run(scenario())


@pytest.mark.parametrize("there", [True, False])
def test_a_copy_is_written_over_what_was_read_and_over_nothing_else(there: bool) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, game = await first_game(house, clock)
        keys = [rating_key(ANN), profile_key(ANN), pair_key(ANN, BEA)]
        read = {key: await house.store.get(key) if there else None for key in keys}
        if not there:
            for key in keys:
                await house.store.put(key, None)
        written: dict[str, Any] = {}
        put = house.store.put

        async def noted(key: str, value: Any, **more: Any) -> bool:
            written[key] = more.get("expects", "anything")
            return await put(key, value, **more)

        house.store.put = noted  # type: ignore[method-assign]
        await rating_fold.copy_rating(house, number + 1, game, 0)
        await rating_fold.copy_profile(house, number + 1, game, 0)
        await rating_fold.copy_pair(house, number + 1, game, 0, 1)
        assert written == read
        assert (await rating_fold.rating_of(house, ANN)).player == game.players[0]

    asyncio.run(scenario())


def test_a_place_on_the_boards_holds_as_long_as_there_are_no_newer_ratings() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, game = await first_game(house, clock)
        doc = await rating_fold.rating_of(house, ANN)
        assert doc.number == number
        for wanted in (["all/0"], list(game.after[0])):
            await house.store.rank(board_key("all/0"), ANN, None)
            assert await rating_fold.stands(house, ANN, doc, wanted) is True
            assert (board_score(doc.ladders["all/0"], anchor=False), ANN) in await house.store.ranked(
                board_key("all/0")
            )
        older = msgspec.structs.replace(doc, number=number - 1)
        assert await rating_fold.stands(house, ANN, older, ["all/0"]) is False
        assert await rating_fold.stands(house, "acct_nobody", RatingDoc(player=Player()), []) is True
        greedy = await rating_fold.rating_of(house, "house:greedy")
        await rating_fold.stands(house, "house:greedy", greedy, ["all/0"])
        score = board_score(greedy.ladders["all/0"], anchor=True)
        assert (score, "house:greedy") in await house.store.ranked(board_key("all/0"))
        assert score != board_score(greedy.ladders["all/0"], anchor=False)

    asyncio.run(scenario())


def test_ratings_that_are_newer_are_put_on_the_boards_again_until_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, game = await first_game(house, clock)
        seen: list[int] = []

        async def stands(_house: House, name: str, doc: RatingDoc, _ladders: object) -> bool:
            assert name == ANN
            seen.append(doc.number)
            if len(seen) < 3:
                newer = msgspec.structs.replace(doc, number=doc.number + 1)
                await house.store.put(rating_key(ANN), rating_fold.PACKER.encode(newer))
            return len(seen) == 3

        monkeypatch.setattr(rating_fold, "stands", stands)
        await rating_fold.copy_rating(house, number, game, 0)
        assert seen == [number, number + 1, number + 2]
        assert len(await house.store.ranked(history_key(ANN))) == 1, "its point of the history is there once"
        seen[:] = [0, 0]
        await rating_fold.copy_rating(house, number, game, 0)
        assert seen == [0, 0, number + 2]

    asyncio.run(scenario())


def test_a_game_rests_for_a_second_and_a_half_and_its_mark_is_kept_for_400_days() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        await over(house, 1, [ANN, BEA], [[0], [1]])
        clock.now = 1_800_000_000_001 + 1499
        assert await fold_games(house) == 0
        clock.now += 1
        assert await fold_games(house) == 1
        marked = clock.now
        mark = folded_key("game_0001")
        clock.now = marked + 400 * 86_400_000 - 1
        assert await house.store.get(mark) == b"1"
        clock.now += 1
        assert await house.store.get(mark) is None

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        ([ANN, BEA, "acct_cid"], [(0, 1), (0, 2), (1, 2)]),
        ([ANN, ANN, BEA], [(0, 2)]),
        (["house:greedy", ANN, "house:random"], [(0, 1), (1, 2)]),
        (["house:greedy", "house:random"], []),
        (["house:greedy", ANN, "house:greedy"], [(0, 1)]),
    ],
)
def test_each_pair_of_players_has_met_once_and_two_bots_of_the_house_never(
    names: list[str], pairs: list[tuple[int, int]]
) -> None:
    assert list(rating_fold.pairs_of(names)) == pairs


def test_who_shares_a_place_is_before_all_who_come_after_both() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        table = await over(house, 1, [ANN, BEA, "acct_cid", "greedy"], [[2], [0, 3], [1]])
        docs = {name: RatingDoc(player=Player()) for name in (ANN, BEA, "acct_cid", "house:greedy")}
        game = rating_fold.folded(table, docs)
        assert game.places == [2, 4, 1, 2]
        assert (game.table, game.at, game.edition, game.seats) == (table.id, table.ended, "modern", 4)
        assert [player.name for player in game.players] == ["ann", "bea", "cid", "greedy"]
        assert [docs[name].player for name in docs] == game.players
        assert set(game.after[0]) == {"modern/4", "modern/0", "all/4", "all/0"}
        assert {one.games for after in game.after for one in after.values()} == {1}
        assert {one.last for after in game.after for one in after.values()} == {table.ended}
        again = rating_fold.folded(table, docs)
        assert {one.games for after in again.after for one in after.values()} == {2}
        table.ended = None
        assert rating_fold.folded(table, docs).at == table.created == 1

    asyncio.run(scenario())


def test_a_game_whose_record_is_gone_has_no_picks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        table = await over(house, 1, [ANN, BEA], [[0], [1]])
        monkeypatch.setattr(rating_fold, "course_of", gone)
        assert await rating_fold.picks_at(house, table) == ([], False)

    async def gone(*_: object) -> None:
        return None

    asyncio.run(scenario())


# small things that hold


def test_fifty_games_are_folded_at_a_time() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        for number in range(101):
            await over(house, number, [ANN, BEA], [[0], [1]])
        clock.now += 60_000
        assert await fold_games(house) == 101
        log = [msgspec.msgpack.decode(one.entry) for one in await house.store.log(LADDER)]
        assert [len(batch) for batch in log] == [0, 50, 50, 1]

    asyncio.run(scenario())


def test_how_far_it_is_copied_and_sorted_is_kept_where_it_always_was() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, _ = await first_game(house, clock)
        assert await house.store.get(document("copied", LADDER)) == str(number).encode()
        assert await house.store.get(document("sorted", LADDER)) == rating_fold.RULE

    asyncio.run(scenario())


def test_who_shares_a_place_is_neither_ahead_nor_behind_and_has_won_where_it_is_the_first() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        await over(house, 1, [ANN, BEA, "acct_cid"], [[0, 1], [2]])
        clock.now += 60_000
        await fold_games(house)
        met = rating_fold.PAIRS.decode(await house.store.get(pair_key(ANN, BEA)) or b"")
        assert (met.number, met.games, met.ahead, met.behind) == (1, 1, 0, 0)
        met = rating_fold.PAIRS.decode(await house.store.get(pair_key(ANN, "acct_cid")) or b"")
        assert (met.games, met.ahead, met.behind) == (1, 1, 0)

    asyncio.run(scenario())


def test_a_bot_of_the_house_has_ratings_and_neither_a_profile_nor_a_history() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        await first_game(house, clock)
        assert await house.store.get(rating_key("house:greedy")) is not None
        assert await house.store.get(profile_key("house:greedy")) is None
        assert await house.store.get(profile_key(ANN)) is not None
        assert await house.store.ranked(history_key("house:greedy")) == []
        assert len(await house.store.ranked(history_key(ANN))) == 1

    asyncio.run(scenario())


def test_a_point_of_a_history_and_a_meeting_tell_which_game_it_was() -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, game = await first_game(house, clock)
        ((at, member),) = await house.store.ranked(history_key(BEA))
        point = msgspec.json.decode(member, type=RatingPointDoc)
        assert at == number
        assert (point.table, point.at, point.edition, point.seats, point.place) == (game.table, game.at, "modern", 3, 1)
        assert point.ladders == game.after[1]
        ((at, member),) = await house.store.ranked(meetings_key(ANN, BEA))
        meeting = msgspec.json.decode(member, type=Meeting)
        assert at == number
        assert (meeting.table, meeting.at, meeting.edition, meeting.seats) == (game.table, game.at, "modern", 3)
        assert meeting.places == (2, 1)

    asyncio.run(scenario())


def test_picks_of_a_sealed_game_are_held_until_it_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        house, _, clock = make_house()
        number, game = await first_game(house, clock)
        free = False

        async def released(_: House, held: list[HeldPicks]) -> list[HeldPicks]:
            return list(held) if free else []

        monkeypatch.setattr(rating_fold, "released", released)
        sealed = msgspec.structs.replace(game, sealed=True, picks=[["thief"], ["king", "king"], []])
        await rating_fold.copy_profile(house, number + 1, sealed, 1)
        doc = rating_fold.PROFILES.decode(await house.store.get(profile_key(BEA)) or b"")
        (held,) = doc.held
        assert (held.table, held.ladder, held.won, held.picks) == (game.table, "modern/3", True, ["king", "king"])
        counted = {name: one for name, one in doc.ladders.items() if one.games}
        assert doc.number == number + 1
        assert list(counted) == ["modern/3"]
        assert doc.ladders["modern/3"].characters == {}
        free = True
        await rating_fold.copy_profile(house, number + 2, msgspec.structs.replace(game, picks=[]), 1)
        doc = rating_fold.PROFILES.decode(await house.store.get(profile_key(BEA)) or b"")
        assert doc.held == []
        assert set(doc.ladders["modern/3"].characters) == {"king"}
        await rating_fold.copy_profile(house, number + 3, msgspec.structs.replace(sealed, sealed=False), 0)
        doc = rating_fold.PROFILES.decode(await house.store.get(profile_key(ANN)) or b"")
        assert set(doc.ladders["modern/3"].characters) == {"thief"}

    asyncio.run(scenario())
