"""Who stands where: points of a game, every criterion of the order, and sums that no order of the games changes."""

import random
from collections.abc import Callable
from typing import TypeVar

import pytest
from citadels_contest import CRITERIA, Fixture, Result, Tournament, game_points, settings_from
from citadels_contest.standings import Tally

from tests.contest.events import entered, of, order, over, play, started, strength

Test = TypeVar("Test", bound=Callable[..., None])
ASKED: set[str] = set()
"""The criteria that a test here decides a place by."""


def criterion(name: str) -> Callable[[Test], Test]:
    """Say which criterion a test is about."""
    ASKED.add(name)
    return lambda test: test


def swiss(names: str, *rounds: list[str], **settings: object) -> Tournament:
    """A Swiss of these one-letter names with these rounds, each table a word."""
    event = entered(*names, **{"format": "swiss", "duplicate": False, **settings})
    event.apply({"kind": "started"})
    for number, tables in enumerate(rounds, 1):
        event.apply({"kind": "round", "round": number, "pairings": [list(table) for table in tables]})
    return event


def result(places: tuple[int, ...], scores: tuple[int, ...], left: tuple[int, ...] = ()) -> Result:
    return Result(Fixture(1, 0, 0, 0, tuple("abcdefgh"[: len(places)])), places, scores, left=left)


# --- a game ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "places", "scores", "left", "expected"),
    [
        ("place", (1, 2, 3, 4), (9, 8, 7, 6), (), (1, 2 / 3, 1 / 3, 0)),
        ("place", (1, 1, 3, 3), (9, 9, 7, 7), (), (5 / 6, 5 / 6, 1 / 6, 1 / 6)),
        ("place", (1, 1, 1), (9, 9, 9), (), (0.5, 0.5, 0.5)),
        ("place", (1, 2, 3, 4), (9, 8, 7, 6), (0,), (0, 1, 2 / 3, 1 / 3)),
        ("place", (1, 2, 3, 4), (9, 8, 7, 6), (1, 0), (0, 0, 1, 2 / 3)),
        ("place", (2, 1), (8, 9), (0, 1), (0, 0)),
        ("wins", (1, 2, 3), (9, 8, 7), (), (1, 0, 0)),
        ("wins", (1, 1, 3), (9, 9, 7), (), (0.5, 0.5, 0)),
        ("wins", (1, 2, 3), (9, 8, 7), (0,), (0, 1, 0)),
        ("wins", (1, 2), (9, 8), (0, 1), (0, 0)),
        ("share", (1, 2, 3), (20, 15, 5), (), (0.5, 0.375, 0.125)),
        ("share", (1, 2, 3), (20, 15, 5), (1,), (0.5, 0, 0.125)),
        ("share", (1, 1), (0, 0), (), (0.5, 0.5)),
    ],
)
def test_a_game_gives_points(
    points: str,
    places: tuple[int, ...],
    scores: tuple[int, ...],
    left: tuple[int, ...],
    expected: tuple[float, ...],
) -> None:
    settings = settings_from({"seats": len(places), "points": points})
    assert game_points(settings, result(places, scores, left)) == pytest.approx(expected)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("points", ["place", "wins"])
def test_a_game_gives_the_same_in_all_however_places_are_shared(seats: int, points: str) -> None:
    settings = settings_from({"seats": seats, "points": points})
    chance = random.Random(seats)
    for _ in range(50):
        scores = tuple(chance.randrange(3) for _ in range(seats))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        whole = seats / 2 if points == "place" else 1
        assert sum(game_points(settings, result(places, scores))) == pytest.approx(whole)


def test_a_deal_is_worth_the_same_at_a_smaller_table() -> None:
    event = swiss("abcdefg", ["abcd", "efg"], seats=4, duplicate=True)
    play(event, strength(a=20, e=20))
    assert (of(event, "a").games, of(event, "e").games) == (4, 3)
    assert of(event, "a").points == of(event, "e").points == 4
    assert of(event, "e").mean == 1


def test_a_standing_tells_games_points_wins_scores_leads_places_and_faults() -> None:
    event = swiss("abc", ["abc"], ["abc"], seats=3, order=["points"])
    event.apply(over(event.fixtures["1.0.0.0"], [20, 14, 10], faults=[0, 0, 2]))
    event.apply(over(event.fixtures["2.0.0.0"], [12, 12, 30], faults=[1, 0, 1]))
    a, c = of(event, "a"), of(event, "c")
    assert (a.games, a.points, a.mean, a.wins, a.score, a.margin, a.mean_place, a.faults) == (
        2,
        1.25,
        0.625,
        1,
        16,
        -6,
        1.5,
        1,
    )
    assert (c.games, c.points, c.wins, c.margin, c.mean_place, c.faults) == (2, 1, 1, 4, 2, 3)
    assert a.to_json()["criteria"] == [1.25]


# --- criteria --------------------------------------------------------------------------------------------------------


@criterion("points")
def test_points_count_before_the_mean() -> None:
    event = swiss("abcd", ["ab"], ["ac"], seats=2, order=["points", "mean"], bye="none")
    event.apply(over(event.fixtures["1.0.0.0"], [10, 10]))
    event.apply(over(event.fixtures["2.0.0.0"], [10, 10]))
    assert order(event) == ["a", "b", "c", "d"]


@criterion("mean")
def test_the_mean_is_of_games_played() -> None:
    event = swiss("abcd", ["ab"], ["ac"], seats=2, order=["mean"])
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10]))
    event.apply(over(event.fixtures["2.0.0.0"], [10, 10]))
    assert [(one.entrant, one.mean) for one in event.standings()] == [("a", 0.75), ("c", 0.5), ("b", 0), ("d", 0)]


@criterion("wins")
def test_a_shared_victory_is_a_part_of_a_win() -> None:
    event = swiss("abc", ["abc"], seats=3, order=["wins"])
    event.apply(over(event.fixtures["1.0.0.0"], [10, 20, 20]))
    assert [(one.place, one.entrant, one.wins) for one in event.standings()] == [
        (1, "b", 0.5),
        (1, "c", 0.5),
        (3, "a", 0),
    ]


@criterion("head-to-head")
def test_those_who_are_equal_are_parted_by_the_tables_where_they_met() -> None:
    event = swiss("abcd", ["ab", "cd"], ["ad", "bc"], seats=2, order=["points", "head-to-head"])
    for game, scores in {"1.0.0.0": [20, 10], "1.1.0.0": [20, 10], "2.0.0.0": [10, 20], "2.1.0.0": [20, 10]}.items():
        event.apply(over(event.fixtures[game], scores))
    # everybody has one point; all are equal against the others together
    assert [(one.place, one.criteria) for one in event.standings()] == [(1, (1, 0))] * 4
    event.apply({"kind": "corrected", "game": "1.1.0.0", "places": [1, 1], "scores": [9, 9], "why": "x"})
    # d 1.5; a and b 1: a won against b; c 0.5
    assert [(one.entrant, one.criteria) for one in event.standings()] == [
        ("d", (1.5, 0)),
        ("a", (1, 1)),
        ("b", (1, -1)),
        ("c", (0.5, 0)),
    ]


@criterion("head-to-head")
def test_who_has_not_met_the_others_is_neither_ahead_nor_behind() -> None:
    event = swiss("abcdef", ["ab", "cf"], ["ad", "be"], seats=2, order=["points", "head-to-head"])
    for game, scores in {"1.0.0.0": [20, 10], "1.1.0.0": [20, 10], "2.0.0.0": [10, 20], "2.1.0.0": [20, 10]}.items():
        event.apply(over(event.fixtures[game], scores))
    level = [(one.place, one.entrant, one.criteria[1]) for one in event.standings() if one.points == 1]
    assert level == [(1, "d", 1), (2, "a", 0), (2, "c", 0), (4, "b", -1)]


@criterion("opponents")
def test_stronger_opponents_are_worth_more() -> None:
    event = swiss("abcd", ["ac", "bd"], ["cd"], seats=2, order=["points", "opponents"])
    for game, scores in {"1.0.0.0": [20, 10], "1.1.0.0": [20, 10], "2.0.0.0": [20, 10]}.items():
        event.apply(over(event.fixtures[game], scores))
    # a and b have won their game; a's opponent c has won another one
    assert [(one.entrant, one.criteria[1]) for one in event.standings()] == [
        ("a", 0.5),
        ("c", 0.5),
        ("b", 0),
        ("d", 0.75),
    ]


@criterion("opponents")
def test_who_withdrew_before_playing_makes_the_opponents_of_nobody_weaker() -> None:
    event = swiss("abcdef", ["abc", "def"], seats=3, order=["points", "opponents"])
    event.apply({"kind": "withdrew", "entrant": "c", "why": "ill"})
    event.apply(over(event.fixtures["1.0.0.0"], [30, 20, 10]))
    event.apply(over(event.fixtures["1.1.0.0"], [30, 20, 10]))
    # a met b and somebody in the place of c; d met e and f
    assert [(one.entrant, one.criteria) for one in event.standings()][:2] == [("a", (1, 0.5)), ("d", (1, 0.25))]


@criterion("score")
def test_the_mean_score_decides() -> None:
    event = swiss("abcd", ["ab", "cd"], seats=2, order=["points", "score"])
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10]))
    event.apply(over(event.fixtures["1.1.0.0"], [30, 29]))
    assert order(event) == ["c", "a", "d", "b"]


@criterion("margin")
def test_the_lead_on_the_best_other_decides() -> None:
    event = swiss("abcd", ["ab", "cd"], seats=2, order=["points", "margin"])
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10]))
    event.apply(over(event.fixtures["1.1.0.0"], [30, 29]))
    assert [(one.entrant, one.margin) for one in event.standings()] == [("a", 10), ("c", 1), ("d", -1), ("b", -10)]


@criterion("place")
def test_the_lower_mean_place_is_the_better_one() -> None:
    event = swiss("abc", ["abc"], seats=3, order=["place"])
    event.apply(over(event.fixtures["1.0.0.0"], [10, 30, 20]))
    assert [(one.entrant, one.mean_place) for one in event.standings()] == [("b", 1), ("c", 2), ("a", 3)]


@criterion("place")
def test_who_has_played_nothing_is_behind_by_place() -> None:
    event = swiss("abc", ["bc"], seats=2, order=["place"])
    play(event, strength(b=20))
    assert order(event)[0] == "b"


@criterion("faults")
def test_fewer_faults_are_better() -> None:
    event = swiss("ab", ["ab"], seats=2, order=["faults"])
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10], faults=[3, 1]))
    assert order(event) == ["b", "a"]


@criterion("reached")
def test_who_came_further_is_ahead_and_the_last_match_decides_between_its_players() -> None:
    event = started(
        "a", "b", "c", "d", format="knock-out", seats=2, advance=1, duplicate=False, order=["reached", "lot"]
    )
    for _ in range(2):
        play(event, strength(d=40, c=30, b=20))
        while (entry := event.due()) is not None:
            event.apply(entry)
    assert event.status == "over"
    standings = event.standings()
    assert [one.entrant for one in standings][:2] == ["d", next(one.entrant for one in standings if one.reached == 2)]
    assert [one.reached for one in standings] == [2.5, 2, 1, 1]


@criterion("rating")
def test_the_rating_over_all_games_decides() -> None:
    event = started("a", "b", "c", seats=2, deals=3, order=["rating"])
    play(event, strength(b=30, c=20))
    assert order(event) == ["b", "c", "a"]


@criterion("rating")
def test_those_who_are_alike_have_the_same_rating() -> None:
    event = started("a", "b", "c", seats=3, order=["rating"])
    play(event, strength())
    assert [one.place for one in event.standings()] == [1, 1, 1]


@criterion("lot")
def test_the_lot_parts_those_who_are_equal_in_the_same_way_each_time() -> None:
    names = [f"bot{number}" for number in range(8)]
    orders = set()
    for seed in ("one", "two"):
        event = started(*names, seats=8, seed=seed)
        play(event, strength())
        assert [one.place for one in event.standings()] == list(range(1, 9))
        again = started(*names[::-1], seats=8, seed=seed)
        play(again, strength())
        assert order(again) == order(event)
        orders.add(tuple(order(event)))
    assert len(orders) == 2


def test_every_criterion_is_asked_here() -> None:
    assert set(CRITERIA) == ASKED


# --- places ----------------------------------------------------------------------------------------------------------


def test_equal_ones_share_a_place_and_the_next_is_counted_on() -> None:
    event = swiss("abcd", ["abcd"], seats=4, order=["points"])
    event.apply(over(event.fixtures["1.0.0.0"], [10, 20, 20, 5]))
    assert [(one.place, one.entrant) for one in event.standings()] == [(1, "b"), (1, "c"), (3, "a"), (4, "d")]


@pytest.mark.parametrize(
    ("first", "second", "on"),
    [
        ([30, 20, 10], [30, 20, 10], "ab"),
        ([30, 20, 10], [20, 5, 30], "ac"),
        ([30, 20, 10], [10, 20, 30], "ac"),  # all have a point; a and c have won a game
        ([21, 20, 19], [0, 20, 21], "ac"),  # b is less far behind than a, and has won none
        ([30, 20, 10], [10, 20, 40], "c"),  # both have won one; c by more
        ([40, 20, 10], [10, 20, 30], "a"),
    ],
)
def test_at_a_table_of_a_knock_out_points_decide_then_wins_then_leads(
    first: list[int], second: list[int], on: str
) -> None:
    event = entered(*"abcdef", format="knock-out", seats=3, advance=len(on), deals=2, rotation="none")
    event.apply({"kind": "started"})
    event.apply({"kind": "round", "round": 1, "pairings": [list("abc"), list("def")]})
    for game in event.open():
        told = dict(zip("abc", second if game.deal else first, strict=True))
        event.apply(over(game, [told.get(name, 10) for name in game.seats]))
    event.apply(event.due() or {})
    made = event.rounds[-1]
    assert set("abc") & {name for one in (*made.pairings, made.byes) for name in one} == set(on)


def test_who_withdrew_comes_last_at_its_table_whatever_was_won_there() -> None:
    event = started("a", "b", "c", format="knock-out", seats=3, advance=1)
    play(event, strength(a=30, b=20))
    assert event.books.tables()[1, 0] == ("a", "b", "c")
    event.apply({"kind": "withdrew", "entrant": "a", "why": "ill"})
    assert event.books.tables()[1, 0] == ("b", "c", "a")


def test_who_withdrew_stands_behind_all_who_stayed() -> None:
    event = swiss("abc", ["abc"], seats=3)
    play(event, strength(a=20))
    event.apply({"kind": "withdrew", "entrant": "a", "why": "ill"})
    assert [(one.place, one.entrant, one.points) for one in event.standings()][2] == (3, "a", 1.0)


@pytest.mark.parametrize("points", ["place", "wins", "share"])
@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_no_order_of_the_results_changes_the_standings(form: str, points: str) -> None:
    settings: dict[str, object] = {"format": form, "seats": 3, "deals": 2, "points": points, "order": [*CRITERIA]}
    chance = random.Random(7)
    seen = set()
    scores: dict[str, list[int]] = {}
    for _ in range(5):
        event = started("a", "b", "c", "d", "e", **settings)
        games = event.open()
        chance.shuffle(games)
        for number, fixture in enumerate(games):
            event.apply(over(fixture, scores.setdefault(fixture.id, [chance.randrange(30) for _ in range(3)])))
            if number % 25 == 0:
                event.standings()  # whether or not somebody looked on the way
        seen.add(tuple(event.standings()))
    assert len(seen) == 1


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("points", ["place", "wins", "share"])
def test_identical_bots_tie_exactly_in_a_full_round_robin_of_duplicate_deals(seats: int, points: str) -> None:
    told = ["points", "mean", "wins", "head-to-head", "opponents", "score", "margin", "place", "faults", "rating"]
    names = [f"bot{number}" for number in range(min(seats + 2, 9))]
    event = started(*names, seats=seats, deals=2, points=points, order=told)

    def by_cards(fixture: Fixture) -> list[int]:
        """Identical bots play the same game in every turn: the seat and the deal decide."""
        chance = random.Random(event.deal_label(fixture))
        return [chance.randrange(8) for _ in fixture.seats]

    play(event, by_cards)
    standings = event.standings()
    assert [one.place for one in standings] == [1] * len(names)
    assert len({one[2:-1] for one in standings}) == 1


def test_the_copy_of_a_tally_counts_by_itself() -> None:
    tally = Tally(settings_from({"format": "swiss", "seats": 2}))
    first = Result(Fixture(1, 0, 0, 0, ("ann", "bea")), (1, 2), (20, 15))
    tally.add(first, 1, 1)
    other = tally.copy()
    assert (other.tables, other.rows["ann"].games, other.settings) == ({(1, 0): 1}, 1, tally.settings)
    other.add(first, 1, 1)
    assert (tally.tables, tally.rows["ann"].games) == ({(1, 0): 1}, 1)
    assert (other.tables, other.rows["ann"].games) == ({(1, 0): 2}, 2)


def test_who_has_not_played_has_nothing_but_a_place() -> None:
    event = started("ann", "bea", "cid", format="round-robin", seats=2, odd="bye")
    for one in event.standings():
        told = [
            one.games,
            one.points,
            one.mean,
            one.wins,
            one.score,
            one.margin,
            one.mean_place,
            one.faults,
            one.forfeits,
        ]
        assert told == [0] * 9, one
